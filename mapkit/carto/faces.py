"""Overlapping cells -> a coverage, by the faces that all their outlines together make: slow and sure (shapely).

The outlines are noded by snap rounding (Hobby 1999; Guibas and Marimont 1998) on a grid, which no input defeats; every
face goes to the smallest of the cells it lies in.
"""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from mapkit.carto.spot import Shapes

GRIDS = (1e-10, 1e-8, 1e-6, 1e-4)  # shares of the extent
KNOTTED, TRIED, KNOTS = (
    100,
    400,
    4,
)  # an outline of so many points is a tangle when so many edges cross an edge so often


def faces(shapes: Shapes) -> Shapes:
    """The same cells without overlaps, sharing every vertex of their borders; vertices move by less than the grid.

    Places in no cell stay so. A cell smaller than the grid, or wholly on smaller ones, comes out empty.
    """
    done = shapes
    for share in GRIDS:
        done = _on_grid(shapes, max(extent(shapes) * share, 1e-300))
        lost = (shapely.is_empty(done) & ~shapely.is_empty(shapes)).any()
        if not lost and shapely.coverage_is_valid(done):
            break
    return done


def _on_grid(shapes: Shapes, grid: float) -> Shapes:
    lines = shapely.union_all(shapely.boundary(shapes), grid_size=grid)
    parts = shapely.get_parts(shapely.polygonize(shapely.get_parts(lines)))
    point, cell = shapely.STRtree(shapes).query(shapely.point_on_surface(parts), predicate="intersects")
    order = np.lexsort((shapely.area(shapes)[cell], point))
    point, cell = point[order], cell[order]
    first = np.r_[True, point[1:] != point[:-1]] if len(point) else np.zeros(0, bool)
    point, cell = point[first], cell[first]
    out = np.array([Polygon()] * len(shapes), dtype=object)
    for k in np.unique(cell):
        out[k] = polygons(shapely.coverage_union_all(parts[point[cell == k]]))
    return out


def extent(shapes: Shapes) -> float:
    """The longer side of what the shapes span."""
    xy = shapely.get_coordinates(shapes)
    return float(np.ptp(xy, axis=0).max()) if len(xy) else 0.0


def tangled(shape: BaseGeometry) -> bool:
    """Whether an outline crosses itself at every turn, as points in no order do: what encloses nothing, and would take
    minutes and gigabytes to be made valid. Judged by up to TRIED of its edges."""
    if shapely.get_num_coordinates(shape) < KNOTTED:
        return False
    xy = shapely.get_coordinates(shape)  # the steps from ring to ring are edges, too: too few to matter
    edges = shapely.linestrings(np.stack([xy[:-1], xy[1:]], axis=1))
    some = edges[:: max(1, len(edges) // TRIED)]
    return len(shapely.STRtree(edges).query(some, predicate="crosses")[0]) > KNOTS * len(some)


def valid(shape: BaseGeometry) -> BaseGeometry:
    """The shape itself when it is valid, else made so, also where rings are points: there GEOS's first method fails,
    and its second does not. A tangle comes out empty."""
    if shape.is_valid:
        return shape
    if tangled(shape):
        return shapely.Polygon()
    try:
        return shapely.make_valid(shape)
    except shapely.errors.GEOSException:
        return shapely.make_valid(shape, method="structure", keep_collapsed=False)


def polygons(shape: BaseGeometry) -> Polygon | MultiPolygon:
    """The polygons among the parts of any geometry, as one."""
    parts = shapely.get_parts(shape)
    while (shapely.get_type_id(parts) > 3).any():
        parts = shapely.get_parts(parts)
    solid = [p for p in parts if isinstance(p, Polygon) and p.area > 0]
    return solid[0] if len(solid) == 1 else MultiPolygon(solid)
