"""A map folder or any vector file -> Source: shapes by cell id, as they were drawn."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from mapkit.carto.features import Features, Layers
from mapkit.carto.idents import identify, tidy_ids
from mapkit.carto.plausible import plausible
from mapkit.errors import MapkitError
from mapkit.folder import Declaration, polygons_file
from mapkit.map import Finding

JSON = (".geojson", ".json", ".topojson")


@dataclass(frozen=True)
class Source:
    """Shapes of cells before any repair.

    shapes: cell id -> Polygon or MultiPolygon (may be invalid, may be empty), in the order of the file.
    lonlat: True when coordinates are degrees east and north (WGS 84); else drawing units, y up.
    findings: what the reader had to change or leave out, each with its place.
    """

    shapes: Mapping[str, BaseGeometry]
    lonlat: bool
    findings: tuple[Finding, ...] = ()


def load(declaration: Declaration) -> Source:
    """The polygons of a map folder, one for each declared cell, in the order of [cells].

    [source] names the file in the folder (default cells.geojson), the property that holds the ids and the layer.
    Raises MapkitError that names the file and the feature: unreadable or not what its name says, a cell without a
    polygon, a polygon without a cell, an id twice, a coordinate that is not a finite number, a size no drawing has.
    """
    path = polygons_file(declaration)
    read = open_features(path, declaration.source.get("layer"))
    shapes: dict[str, BaseGeometry] = {}
    for feature, ident in zip(read.items, idents(read, declaration), strict=True):
        if ident is None:
            field = declaration.source.get("id")
            have = sorted({k for f in read.items for k in f.properties})
            what = f"no {field!r}" if field else "no id"
            raise MapkitError(f"{feature.place} has {what}: set [source] id to one of {_some(have)}", path)
        if ident in shapes:
            raise MapkitError(f"{feature.place}: id {ident!r} stands twice; each cell is one feature", path)
        if feature.shape is None:
            raise MapkitError(f"{feature.place} {feature.fault}: every cell needs a polygon", path)
        shapes[ident] = feature.shape
    if path.suffix.lower() == ".svg":
        shapes = _painted(shapes, path)
    ids = [cell.id for cell in declaration.cells]
    if not shapes:
        raise MapkitError("holds no polygon: there must be one for each of the map's cells", path)
    if missing := [i for i in ids if i not in shapes]:
        raise MapkitError(f"no polygon for {_cells(missing)} of map.toml: draw it or take it out of [cells]", path)
    known = set(ids)
    if extra := [i for i in shapes if i not in known]:
        raise MapkitError(
            f"{_cells(extra)} stands here but not in [cells] of {declaration.path.name}: add it there", path
        )
    plausible(shapes, path)
    return Source({i: shapes[i] for i in ids}, read.lonlat, read.findings)


def idents(read: Features, declaration: Declaration) -> list[str | None]:
    """The id of every feature: its own where [cells] has that, else the one that `new` makes of it where [cells] has
    that ("West-Gulf" of "West Gulf"); else its own, or None."""
    field = declaration.source.get("id")
    known = {cell.id for cell in declaration.cells}
    own = [identify(f.ident, f.properties, field) for f in read.items]
    if known.issuperset(own):
        return own
    made = tidy_ids(read.items, field, None, sorted({k for f in read.items for k in f.properties}), [])
    return [m if o not in known and m in known else o for o, m in zip(own, made, strict=True)]


def open_features(path: Path, layer: Layers = None) -> Features:
    """The features of any file mapkit reads; the ending says which reader. Several layers: the features of all.

    Raises MapkitError.
    """
    ending = path.suffix.lower()
    names = (layer,) if isinstance(layer, str) else tuple(dict.fromkeys(layer or ()))
    if ending in JSON:
        from mapkit.carto import geojson, topojson

        with _without_collector():
            raw = geojson.read_json(path)
            if isinstance(raw, dict) and raw.get("type") == "Topology":
                return _joined(lambda one: topojson.features(raw, path, one), names, path)
            return geojson.features(raw, path)
    if ending in (".svg", ".svgz"):
        from mapkit.carto import svg

        return svg.read(path, names)
    if ending == ".txt":
        from mapkit.carto import letters

        return letters.read(path)
    from mapkit.carto import ogr

    if ending in (".zip", ".kmz"):
        return _joined(lambda one: ogr.read_zip(path, one), names, path)
    if ending in ogr.ENDINGS:
        return _joined(lambda one: ogr.read(path, one), names, path)
    known = ", ".join((*JSON, ".svg", ".svgz", ".txt", ".zip", ".kmz", *ogr.ENDINGS))
    raise MapkitError(f"is of no kind that mapkit reads: {known}", path)


def _joined(read: Callable[[str | None], Features], names: Sequence[str], path: Path) -> Features:
    """The features of all the layers, as if they were one. Raises MapkitError for degrees beside plane units."""
    parts = [read(name) for name in names or (None,)]
    if len({part.lonlat for part in parts}) > 1:
        raise MapkitError(f"its layers {', '.join(names)} are in degrees and in plane units: read one of them", path)
    first = parts[0]
    if len(parts) == 1:
        return first
    findings = tuple(dict.fromkeys(f for part in parts for f in part.findings))
    return Features(tuple(f for part in parts for f in part.items), first.lonlat, findings, first.layers, first.unit)


def _painted(shapes: Mapping[str, BaseGeometry], path: Path) -> dict[str, BaseGeometry]:
    """The shapes of a drawing side by side, as `read` gives them: an island on a sea cell is cut out of it."""
    from mapkit.carto.faces import polygons, valid
    from mapkit.carto.over import side_by_side

    sound = {i: s if s.is_valid else polygons(valid(s)) for i, s in shapes.items()}
    return side_by_side(sound, path)[0]


@contextmanager
def _without_collector() -> Iterator[None]:
    """While a million lists are made that all stay, looking for garbage takes a third of the time and finds none."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def properties(declaration: Declaration, field: str) -> dict[str, str]:
    """Cell id -> the text of one of its feature's properties. Raises MapkitError that lists the fields there are."""
    path = polygons_file(declaration)
    read = open_features(path, declaration.source.get("layer"))
    have = sorted({k for f in read.items for k in f.properties})
    if field not in have:
        raise MapkitError(f"has no field {field!r}: {_some(have)}", path)
    named = {i: f.properties.get(field) for i, f in zip(idents(read, declaration), read.items, strict=True)}
    return {cell: "" if value is None else str(value) for cell, value in named.items() if cell is not None}


def _cells(ids: list[str]) -> str:
    return f"cell {ids[0]!r}" if len(ids) == 1 else f"{len(ids)} cells, {_some([repr(i) for i in ids])},"


def _some(texts: Iterable[str]) -> str:
    told = list(texts)
    return ", ".join(told[:6]) + (f" and {len(told) - 6} more" if len(told) > 6 else "") if told else "(none)"
