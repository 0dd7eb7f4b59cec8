"""Any vector file -> a map folder: map.toml with everything explained, cells.geojson, SOURCE.md.

The map opens at once: its borders are surveyed, pieces tied by provisional bridges, cells parted into regions.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto import provisional
from mapkit.carto.coverage import repair
from mapkit.carto.drawing import Drawing, read
from mapkit.carto.graph import Survey
from mapkit.carto.links import suggest_links
from mapkit.carto.newtoml import SCHEMA_FILE, map_toml, quoted, source_md, title
from mapkit.carto.source import Source, load
from mapkit.carto.survey import survey
from mapkit.errors import MapkitError
from mapkit.folder import read as toml
from mapkit.folder import shipped
from mapkit.map import Cell, Finding, Link, Map, Region, pieces

MOST_FIELDS = 40  # attributes kept with every cell


@dataclass(frozen=True)
class Created:
    """What create wrote. findings: what the reader changed, left out, or could not be sure of."""

    folder: Path
    cells: int
    borders: int
    bridges: tuple[tuple[str, str], ...]
    regions: int
    findings: tuple[Finding, ...]


def create(
    target: str | Path,
    file: Path | None = None,
    *,
    id_field: str | None = None,
    name_field: str | None = None,
    where: str | None = None,
    layer: str | None = None,
    regions: int | None = None,
    force: bool = False,
) -> Created:
    """Writes a map folder from a file of any kind that `read` reads; all of it or nothing. Without a file: a copy of
    the template, a small drawing with its map.toml explained.

    target: a folder; a bare name means maps/NAME below the current folder. regions: how many, default 6 or fewer for
    a small map. Raises MapkitError for what read raises, and when the folder is there already and force is not given;
    with force its map.toml, cells.geojson, SOURCE.md and schema are replaced, and nothing else in it is touched.
    """
    folder = _folder(target)
    if folder.exists() and not folder.is_dir():
        raise MapkitError("is a file: name a folder for the new map", folder)
    if folder.is_dir() and any(folder.iterdir()) and not force:
        raise MapkitError("is there already: choose another name, or overwrite its map with --force", folder)
    if file is None:
        return _template(folder)
    drawing = read(file, id_field=id_field, name_field=name_field, where=where, layer=layer)
    if regions is not None and not 1 <= regions <= min(6, len(drawing.source.shapes)):
        most = min(6, len(drawing.source.shapes))
        raise MapkitError(
            f"{regions} regions for {len(drawing.source.shapes)} cells: 1 to {most} are possible", "--regions"
        )
    found = survey(drawing.source)
    drawing = _mended(drawing, found)
    borders = [b.pair for b in found.borders]
    ties = _ties(drawing, borders)
    count = regions or max(1, min(6, len(drawing.source.shapes) // 4))
    groups = provisional.regions(list(drawing.source.shapes), [*borders, *ties], count)
    alone = [] if ties else [i for i in drawing.source.shapes if not any(i in pair for pair in borders)]
    if len(drawing.source.shapes) == 1:
        alone = list(drawing.source.shapes)
    files = {
        "cells.geojson": cells_geojson(drawing),
        "SOURCE.md": source_md(folder.name, file.name, drawing),
        SCHEMA_FILE: schema_text(),
        "map.toml": map_toml(_ident(folder), file.name, drawing, groups, ties, alone, found.doubtful),
    }
    _write(folder, files)
    return Created(folder, len(drawing.source.shapes), len(borders), tuple(ties), len(groups), drawing.source.findings)


def _template(folder: Path) -> Created:
    """Copies maps/template: its files as they are, but for the id and the English title."""
    template = shipped() / "template"
    names = ("SOURCE.md", "drawing.svg", "map.toml")
    files = {name: (template / name).read_text(encoding="utf-8") for name in names}
    declared, ident = toml(template), _ident(folder)
    text = files["map.toml"].replace(f'id = "{declared.id}"', f"id = {quoted(ident)}", 1)
    text = text.replace(f'en = "{declared.title["en"]}"', f"en = {quoted(title(ident))}", 1)
    files["map.toml"] = f"#:schema ./{SCHEMA_FILE}\n{text}"
    _write(folder, {**files, SCHEMA_FILE: schema_text()})
    source = load(toml(folder))
    borders = len(survey(source).borders)
    return Created(folder, len(declared.cells), borders, declared.bridges, len(declared.regions), source.findings)


def schema_text() -> str:
    """The JSON Schema of map.toml, for editors."""
    return (Path(__file__).parent.parent / "schema.json").read_text(encoding="utf-8")


def _ties(drawing: Drawing, borders: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Bridges that tie the pieces of the map together, and no more than those."""
    shapes = drawing.source.shapes
    cells = tuple(Cell(i, {}, "all") for i in shapes)
    plain = Map("new", {}, cells, (Region("all", {}, "red", "R"),), tuple(Link(a, b, "border") for a, b in borders))
    missing = len(pieces(shapes, plain.links)) - 1
    found = suggest_links(plain, shapes, drawing.source.lonlat, most=missing) if missing else []
    return [(min(p.a, p.b), max(p.a, p.b)) for p in found if p.ties]


def _mended(drawing: Drawing, found: Survey) -> Drawing:
    """The drawing with its gaps and overlaps closed, when that keeps every cell and every border; else as it was."""
    try:
        coverage, changes = repair(drawing.source, found.tolerance)
    except shapely.errors.GEOSException:
        return drawing  # then `check` says what is wrong with it
    if not changes:
        return drawing
    source = drawing.source
    same = {b.pair for b in survey(coverage).borders} == {b.pair for b in found.borders}
    if not same or len(coverage.shapes) < len(source.shapes) or any(f.severe for f in changes):
        told = "its borders do not meet, and closing the gaps would change who borders whom: left as drawn"
        findings = (*source.findings, Finding("as-drawn", "the map", told, False, "see mapkit check"))
        return replace(drawing, source=replace(source, findings=findings))
    shapes = {i: coverage.shapes[i] for i in source.shapes}
    return replace(drawing, source=Source(shapes, source.lonlat, (*source.findings, *changes)))


def cells_geojson(drawing: Drawing) -> str:
    """The cells as GeoJSON (RFC 7946), one feature a line; a plane says `"crs": null` (GeoJSON 2008).

    Coordinates are rounded alike for all cells (1e-9 degrees, or 1e-12 of the drawing's size), so that shared
    vertices stay shared.
    """
    source = drawing.source
    reach = float(np.abs(shapely.total_bounds(list(source.shapes.values()))).max())
    digits = 9 if source.lonlat else max(0, 12 - math.ceil(math.log10(max(reach, 1e-9))))
    keep = drawing.fields[:MOST_FIELDS]
    lines = []
    for ident, shape in source.shapes.items():
        properties = {k: v for k in keep if (v := _short(drawing.attributes[ident].get(k))) is not None}
        geometry = {"type": shape.geom_type, "coordinates": _coordinates(shape, digits)}
        feature = {"type": "Feature", "id": ident, "properties": properties, "geometry": geometry}
        lines.append(json.dumps(feature, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
    head = '{"type":"FeatureCollection",' + ("" if source.lonlat else '"crs":null,') + '"features":[\n'
    return head + ",\n".join(lines) + "\n]}\n"


def _coordinates(shape: BaseGeometry, digits: int) -> list[Any]:
    def polygon(one: BaseGeometry) -> list[Any]:
        return [(np.round(shapely.get_coordinates(r), digits) + 0.0).tolist() for r in (one.exterior, *one.interiors)]

    return polygon(shape) if shape.geom_type == "Polygon" else [polygon(p) for p in shape.geoms]


def _short(value: object) -> str | int | float | bool | None:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return value if len(value) <= 200 else None
    return value if isinstance(value, int) else None


def _folder(target: str | Path) -> Path:
    path = Path(target)
    if path.name in ("", ".", "..") or "\0" in str(path):
        raise MapkitError("name the new map's folder", str(target))
    bare = len(path.parts) == 1 and not path.is_dir()
    return Path("maps") / path if bare and str(target) == path.name else path


def _ident(folder: Path) -> str:
    return re.sub(r"[^\w.-]+", "-", folder.resolve().name).strip("-.") or "map"


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """All files into a new folder beside the target, then into place by renaming."""
    made: Path | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        for name, text in files.items():
            (made / name).write_bytes(text.encode("utf-8"))
        if not folder.exists():
            made.chmod(0o755 & ~_umask())
            made.rename(folder)
            return
        for name in files:  # map.toml is the last: until then the old one rules
            (made / name).replace(folder / name)
    except OSError as error:
        raise MapkitError(f"cannot be written ({error.strerror or error})", folder) from None
    finally:
        if made is not None and made.exists():
            shutil.rmtree(made, ignore_errors=True)


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
