"""Any vector file -> Drawing: shapes by id, as a Source, with the names and attributes the file has for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto import seam
from mapkit.carto.faces import valid
from mapkit.carto.features import Feature, Layers
from mapkit.carto.idents import line, names_of, tidy_ids
from mapkit.carto.over import side_by_side
from mapkit.carto.source import Source, open_features
from mapkit.carto.where import test
from mapkit.errors import MapkitError
from mapkit.map import Finding
from mapkit.tables import LONGEST

MOST_CELLS = 200_000
MOST_ALIKE = 40  # cells of the very same shape: fewer are a slip to mend, more a file gone wrong
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class Drawing:
    """A file as it can become a map.

    names: cell id -> {locale: name}. attributes: cell id -> the file's properties. fields: all properties there are.
    layers: the file's layers. unit: what one plane unit is ("px", "metre", "square"), "" for degrees or unknown.
    """

    source: Source
    names: Mapping[str, Mapping[str, str]]
    attributes: Mapping[str, Mapping[str, object]]
    fields: tuple[str, ...]
    layers: tuple[str, ...]
    unit: str


def read(
    path: Path,
    *,
    id_field: str | None = None,
    name_field: str | None = None,
    where: str | None = None,
    layer: Layers = None,
    most: int = MOST_CELLS,
) -> Drawing:
    """Reads GeoJSON, TopoJSON, Shapefile (also zipped), GeoPackage, KML, FlatGeobuf, SVG or letters (cells.txt).

    Coordinates become degrees where the file names a coordinate system, plane data stay as they are (y up). Without
    id_field the file's own ids count, else a field that has a different short text everywhere, else the names.
    Features of one id are one cell. Rings that cross themselves are repaired; that, null geometries, heights,
    duplicates and what is no polygon are told as findings; a shape drawn over another is cut
    out of it. most: so many shapes at the most. Raises MapkitError in one line for all that cannot be read,
    for a field or layer that is not there (those that are are listed), and when nothing is left.
    """
    read_in = open_features(path, layer)
    items = list(read_in.items)
    fields = tuple(dict.fromkeys(k for f in items for k in f.properties))
    for option, field in (("--id", id_field), ("--name", name_field)):
        if field is not None and field not in fields:
            raise MapkitError(
                f"there is no field {field!r}; the fields are {', '.join(fields) or 'none'}", f"{path} {option}"
            )
    if where is not None:
        passes = test(where, fields)
        items = [f for f in items if passes(f.properties)]
        if not items:
            raise MapkitError(f"no feature passes --where {where!r}", path)
    findings = list(read_in.findings)
    findings += [Finding("no-shape", f.place, f"{f.fault}: left out", True) for f in items if f.shape is None]
    items = [f for f in items if f.shape is not None]
    if not items:
        raise MapkitError("holds no polygon that could be a cell", path)
    if len(items) > most:
        less = "take fewer with --where" + ("" if most == MOST_CELLS else ", or merge small ones with --merge-to")
        raise MapkitError(f"holds {len(items):,} shapes; {most:,} is the most: {less}", path)
    ids = tidy_ids(items, id_field, name_field, fields, findings)
    groups: dict[str, list[Feature]] = {}
    for ident, item in zip(ids, items, strict=True):
        groups.setdefault(ident, []).append(item)
    shapes: dict[str, BaseGeometry] = {}
    for ident, group in groups.items():
        shape = _one(ident, [f.shape for f in group], findings)
        if shape is not None:
            shapes[ident] = shape
    if not shapes:
        raise MapkitError("holds no polygon that has any area", path)
    _alike(shapes, path, findings)
    shapes, cut = side_by_side(shapes, path)
    findings += cut
    if read_in.lonlat:
        shapes, joined = seam.close(shapes)
        findings += joined
    names = {i: names_of(groups[i][0].properties, name_field, i) for i in shapes}
    findings += [f for i in shapes for f in _changed(i, groups[i][0].properties, names[i])]
    return Drawing(
        Source(shapes, read_in.lonlat, tuple(findings)),
        names,
        {i: dict(groups[i][0].properties) for i in shapes},
        fields,
        read_in.layers,
        "" if read_in.lonlat else read_in.unit,
    )


def _changed(ident: str, properties: Mapping[str, object], names: Mapping[str, str]) -> list[Finding]:
    """What became of a name that holds control characters, or more than a sheet has room for."""
    told = []
    for field, value in properties.items():
        text = line(value)
        if (
            text
            and isinstance(value, str)
            and text in names.values()
            and (len(value) > LONGEST or _CONTROL.search(value))
        ):
            why = "holds control characters" if _CONTROL.search(value) else f"is {len(value)} signs long"
            told.append(Finding("name", ident, f"its {line(field)} {why} and became {text!r}", False))
    return told


def _one(ident: str, shapes: list[BaseGeometry], findings: list[Finding]) -> BaseGeometry | None:
    """The shapes of one id as one valid Polygon or MultiPolygon."""
    if len(shapes) > 1:
        told = f"{len(shapes)} features have this id: taken together as one cell"
        findings.append(Finding("same-id", ident, told, False, "name another field with --id if they are not"))
    before = sum(s.area for s in shapes)
    if not all(s.is_valid for s in shapes):
        why = next(shapely.is_valid_reason(s) for s in shapes if not s.is_valid)
        drawn, shapes = shapes, [valid(s) for s in shapes]
        if any(s.is_empty and not d.is_empty for s, d in zip(shapes, drawn, strict=True)):
            told = "its outline crosses itself at every turn and is left out"
            findings.append(Finding("tangled", ident, told, True, "draw it anew"))
            return None
        after = sum(s.area for s in shapes)
        change = f"its area changed by {abs(after - before) / max(abs(after), abs(before), 1e-300):.2g} of itself"
        findings.append(Finding("invalid-ring", ident, f"was repaired ({why}); {change}", False))
    parts = [p for s in shapes for p in _areas(s)]
    if not parts:
        findings.append(Finding("flat", ident, "has no area and is left out", True))
        return None
    if len(shapes) > 1:
        return shapely.union_all(parts)
    return parts[0] if len(parts) == 1 else shapely.multipolygons(parts)


def _areas(shape: BaseGeometry) -> list[BaseGeometry]:
    parts = [q for p in shapely.get_parts(shape) for q in shapely.get_parts(p)]
    return [p for p in parts if p.geom_type == "Polygon" and p.area > 0]


def _alike(shapes: Mapping[str, BaseGeometry], path: Path, findings: list[Finding]) -> None:
    """Cells of exactly the same shape are a fault of the file: told, never taken for neighbours."""
    groups: dict[bytes, list[str]] = {}
    for ident, shape in zip(shapes, shapely.to_wkb(shapely.normalize(list(shapes.values()))), strict=True):
        groups.setdefault(shape, []).append(ident)
    for same in groups.values():
        if len(same) > 1 and len(same) == len(shapes):
            raise MapkitError(f"all its {len(same)} shapes are the same polygon", path)
        if len(same) > MOST_ALIKE:
            told = f"{len(same)} of its {len(shapes)} shapes are the same polygon ({same[0]}, {same[1]}, ...)"
            raise MapkitError(f"{told}: take out all but one", path)
        if len(same) > 1:
            told = ", ".join(same[:6])
            findings.append(Finding("same-shape", told, "have the very same polygon", True, "take out all but one"))
