"""Any vector file -> Drawing: shapes by id, as a Source, with the names and attributes the file has for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from unicodedata import category

import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto import seam
from mapkit.carto.features import Feature, Layers
from mapkit.carto.over import side_by_side
from mapkit.carto.source import Source, identify, open_features
from mapkit.carto.where import test
from mapkit.errors import MapkitError
from mapkit.map import Finding
from mapkit.tables import LONGEST

MOST_CELLS = 200_000
MOST_ALIKE = 40  # cells of the very same shape: fewer are a slip to mend, more a file gone wrong
ID_FIELDS = (
    "id", "iso_3166_2", "iso_a3", "adm0_a3", "iso_a2", "code", "nuts_id", "geoid", "fips", "hasc", "postal", "abbrev",
)  # fmt: skip
NAME_FIELDS = ("name_en", "name", "name_long", "admin", "nuts_name", "namelsad", "label", "title", "name_1", "name_0")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_LOCALE = re.compile(r"name[_:]([a-z]{2})", re.IGNORECASE)


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
    ids = _ids(items, id_field, name_field, fields, findings)
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


def _ids(
    items: list[Feature], id_field: str | None, name_field: str | None, fields: Iterable[str], findings: list[Finding]
) -> list[str]:
    """A tidy id for every feature; features that share what they are called by share the id."""
    lower = {f.lower(): f for f in reversed(list(fields))}
    told: list[str | None] = [identify(f.ident, f.properties, id_field) for f in items]
    if id_field is None and any(t is None for t in told):
        for field in (lower[f] for f in ID_FIELDS if f in lower):
            values = [identify(None, f.properties, field) for f in items]
            if None not in values and len(set(values)) == len(values) and max(map(len, map(str, values))) <= 24:
                told = values
                break
        else:
            fallback = [names_of(f.properties, name_field, "")["en"] or None for f in items]
            told = [t or b for t, b in zip(told, fallback, strict=True)]
    found: list[str] = []
    taken: dict[str, str] = {}  # tidy id -> what it was
    for number, (item, text) in enumerate(zip(items, told, strict=True), 1):
        if text is None and id_field is not None:
            findings.append(Finding("no-id", item.place, f"has no {id_field!r} and is named by its number", False))
        name = text or f"cell {number}"
        short = base = re.sub(r"[^\w.\-]+", "-", name).strip("-.")[:40] or f"cell-{number}"
        again = 1
        while taken.setdefault(short, name) != name:
            again += 1
            short = f"{base}-{again}"
        found.append(short)
    return found


def names_of(properties: Mapping[str, object], field: str | None, ident: str) -> dict[str, str]:
    """Names by language: "en" is the chosen or likeliest name field (else the id), name_xx gives the others."""
    likely, others = _name_fields(tuple(properties))
    values = (_line(properties.get(f)) for f in ((field,) if field else likely))
    names = {"en": next((v for v in values if v), ident)}
    for key, language in others:
        if language not in names and (text := _line(properties[key])):
            names[language] = text
    return names


@lru_cache(maxsize=64)
def _name_fields(keys: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Of the keys of a feature: those that may hold its name, likeliest first, and (key, language) of name_xx."""
    lower = {k.lower(): k for k in reversed(keys)}
    found = ((k, match[1].lower()) for k in keys if (match := _LOCALE.fullmatch(k)))
    return tuple(lower[f] for f in NAME_FIELDS if f in lower), tuple(found)


def _changed(ident: str, properties: Mapping[str, object], names: Mapping[str, str]) -> list[Finding]:
    """What became of a name that holds control characters, or more than a sheet has room for."""
    told = []
    for field, value in properties.items():
        line = _line(value)
        if (
            line
            and isinstance(value, str)
            and line in names.values()
            and (len(value) > LONGEST or _CONTROL.search(value))
        ):
            why = "holds control characters" if _CONTROL.search(value) else f"is {len(value)} signs long"
            told.append(Finding("name", ident, f"its {_line(field)} {why} and became {line!r}", False))
    return told


def _line(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    try:
        text = str(value)
    except ValueError:  # a number of thousands of digits
        return ""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else "" if category(c) == "Cf" else " " for c in text)
    return " ".join(text.split())[:LONGEST].rstrip()


def _one(ident: str, shapes: list[BaseGeometry], findings: list[Finding]) -> BaseGeometry | None:
    """The shapes of one id as one valid Polygon or MultiPolygon."""
    if len(shapes) > 1:
        told = f"{len(shapes)} features have this id: taken together as one cell"
        findings.append(Finding("same-id", ident, told, False, "name another field with --id if they are not"))
    before = sum(s.area for s in shapes)
    if not all(s.is_valid for s in shapes):
        why = next(shapely.is_valid_reason(s) for s in shapes if not s.is_valid)
        shapes = [s if s.is_valid else shapely.make_valid(s) for s in shapes]
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
