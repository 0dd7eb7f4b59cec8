"""A map folder -> the same folder with its polygons changed: cells merged, or small faults mended."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import shapely
from shapely.geometry import mapping

from mapkit import folder, store
from mapkit.carto.cellsfile import cells_geojson
from mapkit.carto.coverage import Coverage, repair
from mapkit.carto.drawing import Drawing
from mapkit.carto.geojson import features, read_json
from mapkit.carto.merge import merged, read_groups
from mapkit.carto.source import JSON, Source, idents, load, open_features
from mapkit.carto.survey import survey
from mapkit.errors import MapkitError
from mapkit.folder import Declaration
from mapkit.map import Finding

EditToml = Callable[[Path, Sequence[Sequence[str]], Collection[tuple[str, str]]], str]


@dataclass(frozen=True)
class Merged:
    """The folder, and how many cells it had and has."""

    folder: Path
    before: int
    after: int


def merge_folder(name: str | Path, cells: str, edit: EditToml) -> Merged:
    """Merges cells ("A+B,C+D") in a folder's cells.geojson and map.toml. edit: gives the new text of map.toml.

    Raises MapkitError for a cell that is not there, and when a file cannot be written.
    """
    groups, place = read_groups(cells), folder.find(name)
    with store.held(place):
        declaration = folder.read(place)
        path = folder.polygons_file(declaration)
        before = repair(load(declaration))[0]
        after = merged(before, groups)
        borders = {b.pair for b in survey(after).borders}
        text = edit(declaration.path, groups, borders)
        _write(declaration, path, after, text)
    return Merged(declaration.folder, len(before.shapes), len(after.shapes))


def fix_folder(name: str | Path) -> list[Finding]:
    """Mends the polygons in a folder's cells.geojson: what changed, each with place and size; [] when nothing had to.

    Only what changes no border is written. Raises MapkitError when a repair would make or lose one, when the polygons
    are in a drawing (mend that), and when the file cannot be written.
    """
    place = folder.find(name)
    with store.held(place):
        return _mend(folder.read(place))


def _mend(declaration: Declaration) -> list[Finding]:
    path = folder.polygons_file(declaration)
    if path.name != "cells.geojson":
        raise MapkitError("only cells.geojson is mended: change this file in the program it comes from", path)
    source = load(declaration)
    after, found = repair(source)
    if not found:
        return []
    was, now = ({b.pair for b in survey(shapes).borders} for shapes in (source, after))
    if was != now:
        a, b = min(was ^ now)
        what = "make" if (a, b) in now else "lose"
        raise MapkitError(f"not mended: a repair would {what} the border {a}-{b}; move the polygons by hand", path)
    _write(declaration, path, after, None)
    return found


def _write(declaration: Declaration, path: Path, after: Coverage, toml: str | None) -> None:
    text = _anew(path, declaration, after) if path.suffix.lower() in JSON else None
    try:
        store.replace(declaration.folder / "cells.geojson", (text or _made(path, declaration, after)).encode())
        if toml is not None:
            store.replace(declaration.path, toml.encode())
    except OSError as error:
        raise MapkitError(f"cannot be written ({error.strerror})", declaration.folder) from None


def _anew(path: Path, declaration: Declaration, after: Coverage) -> str | None:
    """The text of a GeoJSON file with the shapes of after, all else in it as it was; None when it is something else."""
    raw = read_json(path)
    if not isinstance(raw, dict) or raw.get("type") != "FeatureCollection":
        return None
    moved = raw.get("crs") is not None  # its numbers are not those of the shapes, which are in degrees
    kept = []
    read = features(raw, path)
    for feature, item, cell in zip(raw["features"], read.items, idents(read, declaration), strict=True):
        shape = after.shapes.get(cell or "")
        if shape is None:
            continue
        if moved or item.shape is None or not shapely.equals_exact(shape, item.shape, 0.0):
            feature = {**{k: v for k, v in feature.items() if k != "bbox"}, "geometry": mapping(shape)}
        kept.append({**feature, "id": cell})
    head = {k: v for k, v in raw.items() if k not in ("features", "bbox") and not (moved and k == "crs")}
    start = json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1]
    lines = [json.dumps(f, ensure_ascii=False, separators=(",", ":"), allow_nan=False) for f in kept]
    return f'{start},"features":[\n' + ",\n".join(lines) + "\n]}\n"


def _made(path: Path, declaration: Declaration, after: Coverage) -> str:
    """The text of a new cells.geojson, with the properties that any other kind of file has for the cells."""
    read = open_features(path, declaration.source.get("layer"))
    known = {i: f.properties for i, f in zip(idents(read, declaration), read.items, strict=True)}
    attributes = {c: known.get(c, {}) for c in after.shapes}
    fields = tuple(dict.fromkeys(k for a in attributes.values() for k in a))
    return cells_geojson(Drawing(Source(after.shapes, after.lonlat), {}, attributes, fields, (), ""))
