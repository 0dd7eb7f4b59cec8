"""Cells of a coverage -> the same, without the slivers that they enclose (shapely, numpy).

A sliver is a face of the lines that have a cell on one side only, without a cell in it and narrow on the whole.
"""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto.adjacency import adjacency
from mapkit.carto.crossed import unpaired
from mapkit.carto.match import match
from mapkit.carto.rings import rings_of
from mapkit.carto.sorting import heads
from mapkit.carto.spot import Shapes


def close(cells: Shapes, width: float) -> Shapes:
    """cells: a valid coverage. Gaps that cells enclose, narrower than width on the whole, each go to the cell they
    share the longest border with."""
    r = rings_of(tuple(map(str, range(len(cells)))), cells)
    edges = unpaired(r, match(r, False))
    i = r.edge[edges]
    lines = shapely.linestrings(np.stack([r.xy[i], r.xy[i + 1]], axis=1))
    found = shapely.get_parts(shapely.polygonize(lines))
    found = found[(shapely.get_num_interior_rings(found) == 0)]
    found = found[2 * shapely.area(found) <= width * shapely.length(found)]
    if not len(found):
        return cells
    inside, _ = shapely.STRtree(cells).query(shapely.point_on_surface(found), predicate="intersects")
    holes = np.delete(found, inside)
    beside = np.unique(r.cell[edges])
    n = len(beside)
    every = np.concatenate([cells[beside], holes])
    pairs = adjacency(rings_of(tuple(map(str, range(len(every)))), every), False, 0.0)
    ours = (pairs.a < n) & (pairs.b >= n)
    cell, hole, size = beside[pairs.a[ours]], pairs.b[ours] - n, pairs.length[ours]
    order = np.lexsort((-size, hole))
    cell, hole = cell[order], hole[order]
    first = heads(hole)
    gained: dict[int, list[BaseGeometry]] = {}
    for k, h in zip(cell[first].tolist(), hole[first].tolist(), strict=True):
        gained.setdefault(k, []).append(holes[h])
    out = cells.copy()
    for k, more in gained.items():
        out[k] = _united(np.array([cells[k], *more], dtype=object))
    return out


def _united(shapes: Shapes) -> BaseGeometry:
    """The union, the quick way where the shapes fit together, else by overlay."""
    try:
        return shapely.coverage_union_all(shapes)
    except shapely.errors.GEOSException:
        return shapely.union_all(shapely.buffer(shapes, 0))
