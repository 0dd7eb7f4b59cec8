"""GeoJSON text -> Features, with the standard library's parser alone (RFC 7946; `crs` as in GeoJSON 2008)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mapkit.carto.crs import placed
from mapkit.carto.features import TOO_BIG, Feature, Features, multipolygons
from mapkit.errors import MapkitError

MEMORY = 700 * 2**20  # bytes that parsing may take, estimated from the brackets and commas of the text
GEOMETRIES = {"Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection"}


def read_json(path: Path) -> Any:
    """The JSON value in a file. Raises MapkitError in one line for whatever is not readable JSON text."""
    data = read_bytes(path)
    if b"\0" in data[:4096]:
        raise MapkitError("is not GeoJSON text but binary data: name a .geojson or .json file", path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MapkitError(f"is not UTF-8 text (byte {error.start}): save it as UTF-8", path) from None
    if not text.strip():
        raise MapkitError("is empty: it must hold a GeoJSON FeatureCollection", path)
    if 80 * (data.count(b"[") + data.count(b"{")) + 36 * data.count(b",") > MEMORY:
        raise MapkitError("holds too many coordinates to read at once: simplify it first (mapshaper, QGIS)", path)
    del data
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated"):
            raise MapkitError("ends in the middle: the file is cut off; copy or export it again", path) from None
        raise MapkitError(f"is not JSON: {error.msg} (line {error.lineno}, column {error.colno})", path) from None
    except RecursionError:
        raise MapkitError("is nested too deep to be GeoJSON", path) from None
    except ValueError:
        raise MapkitError("holds a number of thousands of digits, which cannot be a coordinate", path) from None


def read_bytes(path: Path) -> bytes:
    """The bytes of a plain file of at most 256 MiB. Raises MapkitError."""
    try:
        if path.is_dir():
            raise MapkitError("is a folder: name a file", path)
        if path.exists() and not path.is_file():
            raise MapkitError("is not a plain file", path)
        if (size := path.stat().st_size) > TOO_BIG:
            raise MapkitError(
                f"is {size / 2**20:.0f} MiB large; {TOO_BIG // 2**20} is the most: simplify it first", path
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise MapkitError("no such file", path) from None
    except (OSError, ValueError) as error:
        raise MapkitError(f"cannot be read ({getattr(error, 'strerror', None) or error})", path) from None


def features(raw: Any, path: Path) -> Features:
    """The features of a parsed GeoJSON value. Raises MapkitError that names the feature at fault.

    A feature without a geometry, or with one that is no polygon, is handed on with its fault said.
    """
    items = _items(raw, path)
    places = [_place(i, item) for i, item in enumerate(items, 1)]
    owners: list[int] = []
    polygons: list[list[Any]] = []
    faults: dict[int, str] = {}
    for i, item in enumerate(items):
        parts, faults[i] = _parts(item.get("geometry"), places[i], path)
        owners.extend([i] * len(parts))
        polygons.extend(parts)
    shapes, findings = multipolygons(owners, polygons, places, str(path))
    shapes, lonlat, unit = placed(shapes, _named(raw, path), path)
    made = tuple(
        Feature(
            _ident(item.get("id")),
            item["properties"] if isinstance(item.get("properties"), dict) else {},
            shapes.get(i),
            places[i],
            "" if i in shapes else faults[i] or "has an empty geometry",
        )
        for i, item in enumerate(items)
    )
    return Features(made, lonlat, tuple(findings), unit=unit)


def _items(raw: Any, path: Path) -> list[dict[str, Any]]:
    kind = raw.get("type") if isinstance(raw, dict) else None
    if kind == "Feature":
        return [raw]
    if kind in GEOMETRIES:
        return [{"type": "Feature", "geometry": raw}]
    if kind != "FeatureCollection" or not isinstance(raw.get("features"), list):
        raise MapkitError(
            'is JSON but not GeoJSON: it must be a {"type": "FeatureCollection", "features": [...]}', path
        )
    for i, item in enumerate(raw["features"], 1):
        if not isinstance(item, dict):
            raise MapkitError(f"feature {i} is not an object with a geometry", path)
    return list(raw["features"])


def _place(number: int, item: dict[str, Any]) -> str:
    """How to name a feature to a person: its number and whatever id or name it carries."""
    properties = item.get("properties")
    told: list[Any] = [item.get("id")]
    if isinstance(properties, dict):
        told += [properties.get(key) for key in ("id", "name", "NAME", "name_en")]
    name = next((str(t) for t in told if isinstance(t, str | int) and str(t)), "")
    return f"feature {number} ({name[:60]})" if name else f"feature {number}"


def _parts(geometry: Any, place: str, path: Path) -> tuple[list[Any], str]:
    """The polygons (lists of rings) of a geometry, and the fault if it has none."""
    if geometry is None:
        return [], "has no geometry"
    if not isinstance(geometry, dict) or geometry.get("type") not in GEOMETRIES:
        kind = geometry.get("type") if isinstance(geometry, dict) else geometry
        raise MapkitError(f"{place}: {str(kind)[:40]!r} is not a type of geometry", path)
    found: list[Any] = []
    others: set[str] = set()
    waiting = [geometry]
    while waiting:
        one = waiting.pop()
        kind = one.get("type") if isinstance(one, dict) else None
        inner = one.get("geometries" if kind == "GeometryCollection" else "coordinates") if kind else None
        if not isinstance(inner, list) or (kind != "Point" and not set(map(type, inner)) <= {list, dict}):
            raise MapkitError(f"{place}: its coordinates are not nested as a {kind} needs", path)
        if kind == "GeometryCollection":
            waiting.extend(reversed(inner))
        elif kind in ("Polygon", "MultiPolygon"):
            polygons = [inner] if kind == "Polygon" else inner
            if not all(type(x) is list for x in polygons):
                raise MapkitError(f"{place}: its coordinates are not nested as a {kind} needs", path)
            found.extend(p for p in polygons if p)
        else:
            others.add(str(kind))
    fault = f"is a {sorted(others)[0]}, not a polygon" if others and not found else ""
    return found, fault


def _ident(value: Any) -> str | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value) else None


def _named(raw: Any, path: Path) -> str | None:
    """The coordinate system a file names: "" for none at all (`crs: null`, a plane), None when it says nothing."""
    if not isinstance(raw, dict) or "crs" not in raw:
        return None
    if raw["crs"] is None:
        return ""
    try:
        return str(raw["crs"]["properties"]["name"])[:200]
    except (KeyError, TypeError):
        raise MapkitError(
            'its "crs" names no coordinate system: leave it out (degrees) or make it null', path
        ) from None
