"""A drawing (SVG of Inkscape, Illustrator, Affinity, ...) -> Features: its cells, named as their author named them.

Ids come from id, names from inkscape:label, serif:id, data-name, <title> or a text in the shape. What is decoration is
told by svgdecor, what is one cell by svgcells; a drawing of lines alone is parted by svgnet.
"""

from __future__ import annotations

import io
import zlib
from gzip import BadGzipFile, GzipFile
from pathlib import Path

from mapkit.carto.features import Features, Layers
from mapkit.carto.geojson import read_bytes
from mapkit.carto.markup import MOST_BYTES, Node, parse
from mapkit.carto.svgcells import features, once, unnamed
from mapkit.carto.svgdecor import cells_only
from mapkit.carto.svgname import called, label
from mapkit.carto.svgnet import meshes
from mapkit.carto.svgwalk import layers, walk
from mapkit.errors import MapkitError
from mapkit.map import Finding


def read(path: Path, layer: Layers = None) -> Features:
    """The cells of an SVG file (also compressed, .svgz); plane units of its viewBox, y up. layer: a layer's or group's
    name or id, or several.

    Raises MapkitError: no SVG, harmful XML, no such layer (those there are are listed), lines that part nothing.
    """
    data = _plain(read_bytes(path), path)
    if b"\0" in data[:4096] and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise MapkitError("is not an SVG drawing but binary data", path)
    root = parse(data, path)
    if root.tag != "svg":
        raise MapkitError(f"is not an SVG drawing: its outermost element is <{root.tag[:40]}>", path)
    there = layers(root)
    names = tuple(name for n in there if (name := label(n) or n.attributes.get("id", "")))
    asked = [layer] if isinstance(layer, str) else list(layer or ())
    if not asked and sum(n.casefold() == "cells" for n in names) == 1:
        asked = ["cells"]  # as mapkit's own export names it
    wanted: list[Node] = []
    for one in asked:
        found = [n for n in root.walk() if n.tag in ("g", "svg") and one.casefold() in called(n)]
        if not found:
            raise MapkitError(f"has no layer {one!r}: there are {', '.join(names) or 'none'}", path)
        wanted += found
    drawing = walk(root, path, wanted or None)
    findings: list[Finding] = []
    shown = once(cells_only(drawing.shown, findings, path, wanted), findings, path)
    if net := meshes(shown, drawing.open_lines, findings, path):
        shown = net
    elif drawing.open_lines and not shown:
        told = f"{len(drawing.open_lines)} open lines and no closed shape: draw lines that meet, or close every cell"
        raise MapkitError(f"shows {told}", path)
    elif drawing.open_lines:
        told = f"{len(drawing.open_lines)} open lines are left out: a cell is a closed shape"
        findings.append(
            Finding("open-line", path.name, told, False, "lines that part cells: put them in a layer of their own")
        )
    findings += [
        Finding("broken-shape", f"{path.name} {b}", "cannot be read to its end", False) for b in drawing.broken
    ]
    items = features(shown, drawing, findings)
    if net:
        findings += unnamed(items, drawing)
    return Features(items, False, tuple(findings), names, "px")


def _plain(data: bytes, path: Path) -> bytes:
    """What a .svgz holds, and other data as they are."""
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        plain = GzipFile(fileobj=io.BytesIO(data)).read(MOST_BYTES + 1)
    except (BadGzipFile, EOFError, zlib.error, OSError):
        raise MapkitError("is a compressed SVG (svgz) that is damaged: export it again", path) from None
    if len(plain) > MOST_BYTES:
        raise MapkitError(f"holds more than {MOST_BYTES >> 20} MiB of XML: refused", path)
    return plain
