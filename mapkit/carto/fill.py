"""Cells with gaps between them -> cells that meet in the middle of the gaps (shapely).

The gaps are what a morphological closing of the union adds. Every place in them goes to the cell whose outline is
nearest: the outlines along the gaps are sampled, and the Voronoi regions of the samples of one cell are its share.
"""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto.spot import Shapes

MOST = 60_000  # samples along all gaps: more would take minutes


def fill(cells: Shapes, width: float) -> Shapes:
    """cells: valid polygons that do not overlap. width: gaps up to about this wide are shared out among those beside
    them. The result is not noded: clean it. Gaps too long and thin to sample are left as they are, and so are all
    where numbers are beyond what overlay bears."""
    try:
        return _shared_out(cells, width)
    except shapely.errors.GEOSException:
        return cells


def _shared_out(cells: Shapes, width: float) -> Shapes:
    gaps = _gaps(cells, width)
    if gaps.is_empty:
        return cells
    xy, owner = _samples(cells, gaps, width)
    if len(xy) < 3:
        return cells
    sites = shapely.multipoints(xy)
    regions = shapely.get_parts(shapely.voronoi_polygons(sites, extend_to=gaps, ordered=True))
    out = cells.copy()
    parts = shapely.get_parts(gaps)
    tree = shapely.STRtree(parts)
    order = np.argsort(owner, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(owner[order])) + 1):
        k = owner[rows[0]]
        area = shapely.coverage_union_all(regions[rows])
        near = parts[tree.query(area, predicate="intersects")]
        share = shapely.intersection(near, area)
        share = share[shapely.area(share) > 0]
        if len(share):
            out[k] = shapely.union_all(shapely.buffer([cells[k], *share], 0))
    return out


def _gaps(cells: Shapes, width: float) -> BaseGeometry:
    """Places in no cell, less than about `width` across, beside two cells or more."""
    whole = shapely.union_all(cells)
    half = width * 0.51
    closed = shapely.buffer(shapely.buffer(whole, half, join_style="mitre", mitre_limit=2), -half, join_style="mitre")
    parts = shapely.get_parts(shapely.difference(closed, whole))
    parts = parts[(shapely.get_type_id(parts) == 3) & (shapely.area(parts) > 1e-9 * width * width)]
    if not len(parts):
        return shapely.from_wkt("MULTIPOLYGON EMPTY")
    gap, _ = shapely.STRtree(cells).query(parts, predicate="dwithin", distance=width * 1e-6)
    beside = np.bincount(gap, minlength=len(parts))
    return shapely.multipolygons(parts[beside > 1])


def _samples(cells: Shapes, gaps: BaseGeometry, width: float) -> tuple[np.ndarray, np.ndarray]:
    """Points along the outlines beside the gaps, and the cell of each; a point of two cells goes to the first."""
    rim = shapely.buffer(gaps, width * 1e-3, join_style="mitre")
    shapely.prepare(rim)
    touched = np.flatnonzero(shapely.intersects(cells, rim))
    lines = shapely.intersection(shapely.boundary(cells[touched]), rim)
    step = width / 4
    if float(shapely.length(lines).sum()) / step > MOST:
        return np.zeros((0, 2)), np.zeros(0, np.int64)
    xy, row = shapely.get_coordinates(shapely.segmentize(lines, step), return_index=True)
    _, first = np.unique(xy, axis=0, return_index=True)
    first.sort()
    return xy[first], touched[row[first]]
