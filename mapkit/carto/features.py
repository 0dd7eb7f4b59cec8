"""What a reader hands on: features with an id, properties and a shape, before anybody asks what is a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.errors import MapkitError
from mapkit.map import Finding

Layers = str | Sequence[str] | None  # the layer to read, or several, of which the cells are those of all
TOO_BIG = 256 * 2**20  # bytes of one input file


@dataclass(frozen=True)
class Feature:
    """One feature of a file. shape is a Polygon or MultiPolygon, or None when fault says why there is none.

    ident: its own id, if the format has one. place names it for people: "feature 3 (Iowa)".
    """

    ident: str | None
    properties: Mapping[str, object]
    shape: BaseGeometry | None
    place: str
    fault: str = ""


@dataclass(frozen=True)
class Features:
    """All features of one layer, in the order of the file; findings tell what was changed on the way.

    lonlat: degrees east and north (WGS 84); else plane units, y up. layers: every layer of the file.
    unit: what a plane unit is, where the file says so ("m", "mm").
    """

    items: tuple[Feature, ...]
    lonlat: bool
    findings: tuple[Finding, ...] = ()
    layers: tuple[str, ...] = ()
    unit: str = ""


def multipolygons(
    owners: Sequence[int], polygons: Sequence[Sequence[Any]], places: Sequence[str], where: str
) -> tuple[dict[int, BaseGeometry], list[Finding]]:
    """Builds shapes from nested lists of numbers, all at once.

    polygons: for each, its rings, each a list of [x, y, ...]. owners: the feature each is a part of, ascending.
    places: how to name feature i. Returns owner -> Polygon | MultiPolygon. A third coordinate is dropped and a ring of
    fewer than three points left out, each with a Finding. Raises MapkitError that names the feature at fault.
    """
    findings: list[Finding] = []
    rings: list[Any] = []
    ring_polygon: list[int] = []
    polygon_owner: list[int] = []
    for owner, polygon in zip(owners, polygons, strict=True):
        kept = [r for r in polygon if _is_ring(r, places[owner], where)]
        if not polygon:
            continue
        if len(kept) < len(polygon):
            outline = not kept or kept[0] is not polygon[0]
            message = f"{'an outline' if outline else 'a hole'} of fewer than three points is left out"
            findings.append(Finding("short-ring", places[owner], message, severe=False))
            if outline:
                continue
        rings.extend(kept)
        ring_polygon.extend([len(polygon_owner)] * len(kept))
        polygon_owner.append(owner)
    if not rings:
        return {}, findings
    counts = np.fromiter(map(len, rings), dtype=np.int64, count=len(rings))
    points = list(chain.from_iterable(rings))

    def fault(position: int, message: str) -> MapkitError:
        ring = int(np.searchsorted(np.cumsum(counts), position, side="right"))
        return MapkitError(f"{places[polygon_owner[ring_polygon[ring]]]}: {message}", where)

    if set(map(type, points)) != {list} or ((lengths := set(map(len, points))) != {2} and min(lengths) < 2):
        wrong = next(i for i, p in enumerate(points) if type(p) is not list or len(p) < 2)
        raise fault(wrong, "its coordinates are not nested as its type needs, [x, y] within rings within polygons")
    if lengths != {2}:
        high = sorted({places[o] for o in polygon_owner})
        findings.append(Finding("z-dropped", high[0], "a third coordinate (height) is left out", severe=False))
        points = [p[:2] for p in points]
    flat = list(chain.from_iterable(points))
    if not set(map(type, flat)) <= {int, float}:
        wrong = next(i for i, v in enumerate(flat) if type(v) not in (int, float))
        raise fault(wrong // 2, f"{flat[wrong]!r} stands where a coordinate should be")
    try:
        coordinates = np.array(flat, dtype=np.float64).reshape(-1, 2)
    except OverflowError:
        wrong = next(i for i, v in enumerate(flat) if abs(v) > 1e300)
        raise fault(wrong // 2, "a coordinate is too large to be one") from None
    bad = np.flatnonzero(~(np.abs(coordinates) < 1e15).all(axis=1))  # NaN compares false
    if bad.size:
        x, y = coordinates[bad[0]]
        raise fault(int(bad[0]), f"coordinate ({x:g}, {y:g}) is not a place: it must be finite")
    linear = shapely.linearrings(coordinates, indices=np.repeat(np.arange(len(rings)), counts))
    built = shapely.polygons(linear, indices=np.array(ring_polygon))
    shapes: dict[int, BaseGeometry] = {}
    owner_of = np.array(polygon_owner)
    starts = np.flatnonzero(np.r_[True, owner_of[1:] != owner_of[:-1]])
    for start, end in zip(starts, [*starts[1:], len(owner_of)], strict=True):
        parts = built[start:end]
        shapes[int(owner_of[start])] = parts[0] if len(parts) == 1 else shapely.multipolygons(parts)
    return shapes, findings


def _is_ring(ring: object, place: str, where: str) -> bool:
    head = ring[0] if type(ring) is list and ring else []
    if type(ring) is not list or type(head) is not list or (head and type(head[0]) is list):
        raise MapkitError(f"{place}: its coordinates are not nested as its type needs", where)
    return len(ring) - (len(ring) > 1 and ring[0] == ring[-1]) >= 3
