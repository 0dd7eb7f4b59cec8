"""TopoJSON -> Features: arcs, delta-coded when quantized, stitched into rings (TopoJSON format 1.0)."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

from mapkit.carto.crs import placed
from mapkit.carto.features import Feature, Features, multipolygons
from mapkit.errors import MapkitError

MOST_POINTS = 8_000_000  # arcs may be named again and again: a small file can ask for a huge one


def features(raw: dict[str, Any], path: Path, layer: str | None = None) -> Features:
    """The features of one object of a topology: layer names it; without it the only one that holds polygons.

    Raises MapkitError that names the object, feature or arc at fault.
    """
    objects = raw.get("objects")
    if not isinstance(objects, dict) or not isinstance(raw.get("arcs"), list):
        raise MapkitError("is not TopoJSON: it lacks its objects or its arcs", path)
    items = _items(objects[_choose(objects, path, layer)], path)
    places = [_place(i, item) for i, item in enumerate(items, 1)]
    arcs = _arcs(raw, path)
    rings = [_indices(item, place, len(arcs), path) for item, place in zip(items, places, strict=True)]
    total = sum(len(arcs[i]) for polygons in rings for polygon in polygons for ring in polygon for i in ring)
    if total > MOST_POINTS:
        raise MapkitError(f"its shapes have {total:,} points; {MOST_POINTS:,} is the most: simplify it first", path)
    owners = [i for i, polygons in enumerate(rings) for _ in polygons]
    stitched = [[_ring(ring, arcs) for ring in polygon] for polygons in rings for polygon in polygons]
    shapes, findings = multipolygons(owners, stitched, places, str(path))
    shapes, lonlat, unit = placed(shapes, None, path)
    made = [
        Feature(_ident(item), _properties(item), shapes.get(i), places[i], "" if i in shapes else _fault(item))
        for i, item in enumerate(items)
    ]
    return Features(tuple(made), lonlat, tuple(findings), tuple(objects), unit)


def _choose(objects: dict[str, Any], path: Path, layer: str | None) -> str:
    if layer is None:
        drawn = [k for k, v in objects.items() if any(g.get("arcs") for g in _items(v, path))]
        if len(drawn) == 1:
            return drawn[0]
        told = ", ".join(map(str, objects)) or "none"
        raise MapkitError(f"choose one of its layers: {told}" if drawn else f"no layer holds polygons ({told})", path)
    if layer not in objects:
        raise MapkitError(f"has no layer {layer!r}: there are {', '.join(map(str, objects)) or 'none'}", path)
    return layer


def _items(value: Any, path: Path) -> list[dict[str, Any]]:
    items = (
        value.get("geometries") if isinstance(value, dict) and value.get("type") == "GeometryCollection" else [value]
    )
    if not isinstance(items, list) or not all(isinstance(i, dict) for i in items):
        raise MapkitError("an object of the topology is not a collection of geometries", path)
    return items


def _arcs(raw: dict[str, Any], path: Path) -> list[list[list[float]]]:
    """Every arc as absolute points; quantized ones are sums of their steps, scaled and moved."""
    transform = raw.get("transform")
    try:
        if transform is None:
            return [[[p[0], p[1]] for p in arc] for arc in raw["arcs"]]
        (sx, sy), (tx, ty) = transform["scale"], transform["translate"]
        return [
            [
                [x * sx + tx, y * sy + ty]
                for x, y in zip(accumulate(p[0] for p in arc), accumulate(p[1] for p in arc), strict=True)
            ]
            for arc in raw["arcs"]
        ]
    except (TypeError, KeyError, IndexError, ValueError, OverflowError):
        raise MapkitError("its arcs or its transform are not lists of number pairs", path) from None


def _indices(item: dict[str, Any], place: str, count: int, path: Path) -> list[list[list[int]]]:
    """Polygons of rings of arc numbers (~i: arc i backwards)."""
    kind: Any = item.get("type")
    told: Any = item.get("arcs")
    if kind not in ("Polygon", "MultiPolygon") or told == []:
        return []
    polygons: Any = [told] if kind == "Polygon" else told
    nested = type(polygons) is list and all(type(p) is list and all(type(r) is list for r in p) for p in polygons)
    if nested and all(r and all(type(i) is int and -count <= i < count for i in r) for p in polygons for r in p):
        return [p for p in polygons if p]
    raise MapkitError(f"{place}: it names an arc that the file does not have, or none at all", path)


def _ring(indices: list[int], arcs: list[list[list[float]]]) -> list[list[float]]:
    ring: list[list[float]] = []
    for i in indices:
        arc = arcs[i] if i >= 0 else arcs[~i][::-1]
        ring.extend(arc[1:] if ring else arc)
    return ring


def _properties(item: dict[str, Any]) -> dict[str, Any]:
    properties = item.get("properties")
    return properties if isinstance(properties, dict) else {}


def _ident(item: dict[str, Any]) -> str | None:
    value = item.get("id")
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) and str(value) else None


def _place(number: int, item: dict[str, Any]) -> str:
    name = _properties(item).get("name") or item.get("id")
    return f"feature {number} ({str(name)[:60]})" if isinstance(name, str | int) else f"feature {number}"


def _fault(item: dict[str, Any]) -> str:
    kind = item.get("type")
    if kind in ("Polygon", "MultiPolygon"):
        return "has an empty geometry"
    return "has no geometry" if kind is None else f"is a {str(kind)[:40]}, not a polygon"
