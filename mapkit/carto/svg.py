"""A drawing (SVG of Inkscape, Illustrator, Affinity, ...) -> Features: its cells, named as their author named them.

Ids come from id, names from inkscape:label, serif:id, data-name or <title>; a named group of shapes that do not touch
is one cell of several parts; shapes drawn twice (area and outline) are one cell; a backdrop is left out.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto.features import Feature, Features
from mapkit.carto.geojson import read_bytes
from mapkit.carto.markup import INKSCAPE, SERIF, Node, parse
from mapkit.carto.over import overlapping
from mapkit.carto.svgwalk import Drawing, Shown, layers, walk
from mapkit.errors import MapkitError
from mapkit.map import Finding

_PLAIN = re.compile(
    r"#?((?:g|a)(?=[\d_-])|path|rect|polygon|polyline|circle|ellipse|use|svg|layer|shape|group|object|curve|element|image|clip|xmlid|"
    r"ebene|gruppe|pfad|calque|compound ?path|tracé|レイヤー|パス|图层|路径)[-_ .x<>]*\d*([-_ .]+\d+)*[-_ .]*",
    re.IGNORECASE,
)
_BACKDROP = re.compile(
    r"(back(ground|drop)|hintergrund|fond|frame|rahmen|paper|canvas|artboard|border|sea|ocean|water|meer)\W*\d*", re.I
)
SAME = 0.9  # two shapes are one drawn twice when they share this much of their joint area
MOST_TEXTS = 3000  # more are no names of cells
TOUCH = 2e-3  # shapes nearer than this share of the drawing's size are neighbours, not parts of one cell


def read(path: Path, layer: str | None = None) -> Features:
    """The cells of an SVG file; plane units of its viewBox, y up. layer: a layer's or group's name or id.

    Raises MapkitError: no SVG, harmful XML, no such layer (those there are are listed).
    """
    data = read_bytes(path)
    if data[:2] == b"\x1f\x8b":
        raise MapkitError("is a compressed SVG (svgz): save it as plain SVG", path)
    if b"\0" in data[:4096] and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise MapkitError("is not an SVG drawing but binary data", path)
    root = parse(data, path)
    if root.tag != "svg":
        raise MapkitError(f"is not an SVG drawing: its outermost element is <{root.tag[:40]}>", path)
    there = layers(root)
    names = tuple(name for n in there if (name := label(n) or n.attributes.get("id", "")))
    wanted = None
    if layer is None and sum(n.casefold() == "cells" for n in names) == 1:
        layer = next(n for n in names if n.casefold() == "cells")  # as mapkit's own export names it
    if layer is not None:
        wanted = [n for n in root.walk() if n.tag in ("g", "svg") and layer.casefold() in _called(n)]
        if not wanted:
            raise MapkitError(f"has no layer {layer!r}: there are {', '.join(names) or 'none'}", path)
    drawing = walk(root, path, wanted)
    findings: list[Finding] = []
    cells = _cells(_once(_fore(drawing.shown, findings), findings, path))
    if drawing.open_lines:
        told = f"{drawing.open_lines} open lines are left out: a cell is a closed shape"
        findings.append(Finding("open-line", path.name, told, False))
    findings += [
        Finding("broken-shape", f"{path.name} {b}", "cannot be read to its end", False) for b in drawing.broken
    ]
    return Features(_features(cells, drawing), False, tuple(findings), names, "px")


def label(node: Node) -> str:
    """The name an author gave an element, "" when it carries only what a program counted up."""
    title = next((c.text for c in node.children if c.tag == "title" and c.text.strip()), "")
    a = node.attributes
    told = (
        a.get(INKSCAPE + "label"),
        a.get(SERIF + "id"),
        a.get("data-name"),
        title,
        _decoded(a.get("id", "")).replace("_", " "),
    )
    return next((t.strip() for t in told if t and not _PLAIN.fullmatch(t.strip())), "")


def _called(node: Node) -> set[str]:
    a = node.attributes
    return {t.casefold() for t in (label(node), a.get("id"), a.get(INKSCAPE + "label"), a.get(SERIF + "id")) if t}


def _decoded(ident: str) -> str:
    """Illustrator writes "North Sea" as North_Sea_1_ and other signs as _x2C_."""
    ident = re.sub(r"_x([0-9A-Fa-f]{2,5})_", lambda m: chr(int(m[1], 16)) if int(m[1], 16) < 0x110000 else m[0], ident)
    ident = re.sub(r"_\d+_$", "", ident)
    return "".join(c for c in ident if c.isprintable())


def _fore(shown: list[Shown], findings: list[Finding]) -> list[Shown]:
    """Without the backdrop: a rectangle without a name of its own around all other shapes."""
    if len(shown) < 3:
        return shown
    west, south, east, north = shapely.total_bounds([s.shape for s in shown])
    whole = (east - west) * (north - south)
    kept = []
    for one in shown:
        x0, y0, x1, y1 = one.shape.bounds
        name = label(one.around[-1])
        covers = (x1 - x0) * (y1 - y0) >= 0.98 * whole and one.shape.area >= 0.95 * whole
        if covers and (not name or _BACKDROP.fullmatch(name)):
            where = name or one.around[-1].attributes.get("id", one.around[-1].tag)
            findings.append(Finding("backdrop", where, "lies behind the whole drawing and is left out", False))
        else:
            kept.append(one)
    return kept


def _once(shown: list[Shown], findings: list[Finding], path: Path) -> list[Shown]:
    """Of shapes that lie on each other (an area and its outline) the named or else the first; two names stay two."""
    if len(shown) < 2:
        return shown
    sound = [s.shape if s.shape.is_valid else shapely.make_valid(s.shape) for s in shown]
    area = shapely.area(sound)
    bounds = shapely.bounds(sound)
    first, second = overlapping(sound, path)
    alike = np.minimum(area[first], area[second]) >= SAME * np.maximum(area[first], area[second])
    size = np.maximum(bounds[:, 2] - bounds[:, 0], bounds[:, 3] - bounds[:, 1])
    alike &= (abs(bounds[first] - bounds[second]) <= 0.1 * size[first][:, None]).all(axis=1)
    gone: set[int] = set()
    for i, j in sorted(zip(first[alike].tolist(), second[alike].tolist(), strict=True)):
        if i in gone or j in gone:
            continue
        try:
            shared = sound[i].intersection(sound[j]).area
        except shapely.errors.GEOSException:
            continue
        a, b = _name(shown[i]), _name(shown[j])
        if shared >= SAME * max(area[i], area[j]) and (not a or not b or a == b):
            lost, kept = (i, j) if b and not a else (j, i)
            gone.add(lost)
            where = _name(shown[kept]) or shown[kept].around[-1].attributes.get("id", f"shape {kept + 1}")
            findings.append(Finding("drawn-twice", where, "is drawn twice and taken once", False))
    return [s for i, s in enumerate(shown) if i not in gone]


def _node(one: Shown) -> Node:
    """The element that stands for a shape: the outermost `use` that shows it, if it has a name or id; else itself."""
    uses = (n for n in one.around if n.tag == "use" and (label(n) or "id" in n.attributes))
    return next(uses, one.around[-1])


def _name(one: Shown) -> str:
    return label(_node(one)) or label(one.around[-1])


def _cells(shown: list[Shown]) -> list[tuple[str, Node, list[Shown]]]:
    """(name, the element that is the cell, its shapes): shapes of one name, or of one named group, together."""
    members: dict[int, list[int]] = {}
    groups: dict[int, Node] = {}
    for i, one in enumerate(shown):
        for node in one.around[1:-1]:
            if node.tag in ("g", "a") and node.attributes.get(INKSCAPE + "groupmode") != "layer" and label(node):
                members.setdefault(id(node), []).append(i)
                groups[id(node)] = node
    owner: dict[int, Node] = {}
    west, south, east, north = shapely.total_bounds([s.shape for s in shown]) if shown else (0, 0, 0, 0)
    near = TOUCH * math.hypot(east - west, north - south)
    for key, own in members.items():  # outer groups come first, inner ones overrule them
        if (
            len(own) < len(shown)
            and not any(_name(shown[i]) for i in own)
            and _apart([shown[i].shape for i in own], near)
        ):
            owner.update(dict.fromkeys(own, groups[key]))
    found: dict[object, tuple[str, Node, list[Shown]]] = {}
    for i, one in enumerate(shown):
        node = owner.get(i, _node(one))
        name = label(node) if i in owner else _name(one)
        key_of: object = id(node) if i in owner else name or i
        found.setdefault(key_of, (name, node, []))[2].append(one)
    return list(found.values())


def _apart(shapes: list[BaseGeometry], near: float) -> bool:
    first, second = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=near)
    return not (first != second).any()


def _features(cells: list[tuple[str, Node, list[Shown]]], drawing: Drawing) -> tuple[Feature, ...]:
    items = []
    for number, (name, node, parts) in enumerate(cells, 1):
        pieces = [p for one in parts for p in getattr(one.shape, "geoms", (one.shape,))]
        shape = pieces[0] if len(pieces) == 1 else shapely.multipolygons(pieces)
        shape = shapely.transform(shape, lambda xy: xy * (1.0, -1.0) + 0.0)
        given = _decoded(node.attributes.get("id", ""))
        ident = given if given and not _PLAIN.fullmatch(given) else name or node.attributes.get("id", "")
        style = parts[0].style
        told = {"name": name or _written(shape, drawing), "id": node.attributes.get("id"), "fill": style.get("fill")}
        told |= {"stroke": style.get("stroke"), "class": node.attributes.get("class")}
        told["layer"] = next((label(n) for n in reversed(parts[0].around[1:-1]) if n is not node and label(n)), None)
        properties = {k: v for k, v in told.items() if v}
        items.append(Feature(ident or None, properties, shape, f"shape {number} ({ident or node.tag})"))
    return tuple(items)


def _written(shape: BaseGeometry, drawing: Drawing) -> str:
    """The text that stands in a shape without a name, when there is just one."""
    if len(drawing.texts) > MOST_TEXTS:
        return ""
    west, south, east, north = shape.bounds
    near = [(x, -y, t) for (x, y), t in drawing.texts if west <= x <= east and south <= -y <= north]
    inside = [t for x, y, t in near if shapely.intersects_xy(shape, x, y)]
    return inside[0] if len(inside) == 1 else ""
