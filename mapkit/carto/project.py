"""Coverage -> plane shapes, y down: a projection chosen from the extent (Snyder 1987, Map Projections, table of uses).

Equal Earth for the world, Albers for wide countries, transverse Mercator for tall ones, else Lambert
azimuthal equal-area.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyproj
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from mapkit.errors import MapkitError

Shape: TypeAlias = Polygon | MultiPolygon
Shapes: TypeAlias = Mapping[str, Shape]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Extent:
    """Degrees: longitudes are counted from the middle meridian lon0, so that nothing crosses +-180."""

    lon0: float
    west: float
    south: float
    east: float
    north: float


def recentre(shapes: Shapes) -> tuple[dict[str, Shape], float]:
    """Shapes with longitudes counted from the middle of the land (lon0), so that no part is torn at 180 degrees.

    lon0 is opposite the widest gap that no land covers. Shapes cut at the antimeridian are joined again there; a
    shape that goes all round (Antarctica) is cut opposite lon0.
    """
    spans = []
    for shape in shapes.values():
        for part in _polygons(shape):
            west, _, east, _ = part.bounds
            if east - west < 350:
                spans.append((west % 360.0, west % 360.0 + (east - west)))
    lon0 = _middle(sorted(spans))
    moved: dict[str, Shape] = {}
    for key, shape in shapes.items():
        x = shapely.get_coordinates(shape)[:, 0]
        if x.min() - lon0 >= -180.0 and x.max() - lon0 <= 180.0:
            moved[key] = shapely.transform(shape, lambda c: _wrap(c, lon0))
            continue
        pieces = []
        for part in _polygons(shape):
            west, _, east, _ = part.bounds
            for turn in range(math.floor((west - lon0 + 180) / 360), math.floor((east - lon0 + 180 - 1e-9) / 360) + 1):
                window = shapely.box(lon0 - 180 + 360 * turn, -90, lon0 + 180 + 360 * turn, 90)
                inside = part if window.covers(part) else part.intersection(window)
                shift = lon0 + 360.0 * turn
                pieces += _polygons(shapely.transform(inside, lambda c, s=shift: np.round(c - (s, 0.0), 9)))
        moved[key] = shapely.union_all(pieces)
    return moved, lon0


def extent(shapes: Shapes, lon0: float) -> Extent:
    west, south, east, north = shapely.total_bounds(np.array(list(shapes.values()), dtype=object))
    return Extent(lon0, float(west), float(south), float(east), float(north))


def choose(e: Extent) -> str:
    """The PROJ string for an extent, in km."""
    lon = e.lon0 + (e.west + e.east) / 2
    lat = (e.south + e.north) / 2
    width = (e.east - e.west) * math.cos(math.radians(lat))
    height = e.north - e.south
    if e.east - e.west > 150 or height > 100:
        return f"+proj=eqearth +lon_0={e.lon0:.4f} +units=km"
    if width > 1.3 * height and abs(lat) > 12 and min(abs(e.south), abs(e.north)) > 3:
        low, high = e.south + height / 6, e.north - height / 6
        return f"+proj=aea +lat_1={low:.4f} +lat_2={high:.4f} +lat_0={lat:.4f} +lon_0={lon:.4f} +units=km"
    if height > 1.6 * width and width < 25:
        return f"+proj=tmerc +lat_0={lat:.4f} +lon_0={lon:.4f} +units=km"
    return f"+proj=laea +lat_0={lat:.4f} +lon_0={lon:.4f} +units=km"


def project(shapes: Shapes, lon0: float) -> tuple[dict[str, Shape], str]:
    """Recentred shapes (degrees) -> km, y down, and the PROJ string. Long edges are densified first.

    A vertex shared by two shapes stays shared: each is moved on its own, the same way. Raises MapkitError when a
    vertex has no place in the projection.
    """
    e = extent(shapes, lon0)
    text = choose(e)
    to_plane = pyproj.Proj(text)
    step = max(e.east - e.west, e.north - e.south, 1e-6) / 120

    def move(c: Floats) -> Floats:
        x, y = to_plane(c[:, 0] + lon0, c[:, 1])
        return np.column_stack([np.asarray(x), -np.asarray(y)])

    out: dict[str, Shape] = {}
    for key, shape in shapes.items():
        moved = shapely.transform(densify(shape, step), move)
        if not np.isfinite(shapely.get_coordinates(moved)).all():
            raise MapkitError("lies where the map's projection has no place: check its coordinates", f"cell {key}")
        out[key] = moved
    return out, text


def flip(shapes: Shapes) -> dict[str, Shape]:
    """Plane shapes, y up -> y down."""
    return {k: shapely.transform(s, lambda c: c * (1.0, -1.0)) for k, s in shapes.items()}


def densify(shape: Shape, step: float) -> Shape:
    """No edge longer than step; the new points of an edge are the same whichever way round it is walked."""

    def ring(coords: Floats) -> Floats:
        a, b = coords[:-1], coords[1:]
        swap = (a[:, 0] > b[:, 0]) | ((a[:, 0] == b[:, 0]) & (a[:, 1] > b[:, 1]))
        low, high = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
        n = np.maximum(1, np.ceil(np.hypot(*(b - a).T) / step - 1e-9)).astype(int)
        if (n == 1).all():
            return coords
        edge = np.repeat(np.arange(len(n)), n)
        k = np.arange(len(edge)) - np.repeat(np.cumsum(n) - n, n)
        t = np.where(swap[edge], n[edge] - k, k) / n[edge]
        points = low[edge] + (high - low)[edge] * t[:, None]
        points[k == 0] = a
        return np.vstack([points, coords[-1:]])

    made = [
        Polygon(ring(shapely.get_coordinates(p.exterior)), [ring(shapely.get_coordinates(h)) for h in p.interiors])
        for p in _polygons(shape)
    ]
    return made[0] if len(made) == 1 else MultiPolygon(made)


def _polygons(shape: Shape) -> list[Polygon]:
    return [p for p in shapely.get_parts(shape) if isinstance(p, Polygon) and not p.is_empty]


def _wrap(c: Floats, lon0: float) -> Floats:
    return np.asarray(np.round(c - (lon0, 0.0), 9), dtype=np.float64)


def _middle(spans: list[tuple[float, float]]) -> float:
    """The meridian opposite the widest gap of the covered spans (degrees, each start in 0..360)."""
    if not spans:
        return 0.0
    reach = max(s[1] for s in spans) - 360.0
    best, middle = 0.0, 0.0
    for start, end in spans:
        if start - reach > best:
            best, middle = start - reach, (start + reach) / 2 + 180.0
        reach = max(reach, end)
    return round((middle + 180.0) % 360.0 - 180.0, 6) if best > 0.2 else 0.0
