"""Shapes -> those that keep them from being a coverage: invalid ones, and ones whose borders cross (shapely, numpy).

How many cells lie on a place changes only across edges that no other cell has the other way round. So where a cell
lies on another, that shows at such an edge, and only the cells about these need to be looked at.
"""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import Polygon

from mapkit.carto.match import Match, match
from mapkit.carto.rings import Floats, Ints, Rings, rings_of
from mapkit.carto.spot import Shapes


def crossed(shapes: Shapes, rows: Ints) -> Ints:
    """Those of the rows that are not valid, or whose borders cross or do not meet those of other rows vertex for
    vertex."""
    some = shapes[rows]
    bad = ~shapely.is_valid(some)
    some[bad] = Polygon()
    near = _suspects(some)
    bad[near] |= shapely.length(shapely.coverage_invalid_edges(some[near])) > 0
    return np.asarray(rows[bad])


def about(shapes: Shapes, rows: Ints) -> Ints:
    """The rows and all whose shapes meet theirs."""
    return np.union1d(rows, shapely.STRtree(shapes).query(shapes[rows], predicate="intersects")[1])


def unpaired(r: Rings, found: Match) -> Ints:
    """Numbers of the edges that are not those of two cells, one on either side."""
    paired = np.bincount(np.r_[found.a, found.b, found.a[found.same]], minlength=len(r.edge))
    paired[found.b[found.same]] += 1
    return np.flatnonzero(paired != 1)


def boxes(r: Rings, edges: Ints) -> Floats:
    """(k, 4): west, south, east, north of edges."""
    p, q = r.xy[r.edge[edges]], r.xy[r.edge[edges] + 1]
    return np.column_stack([np.minimum(p, q), np.maximum(p, q)])


def _suspects(shapes: Shapes) -> Ints:
    """Cells with unpaired edges, and those about such edges."""
    r = rings_of(tuple(map(str, range(len(shapes)))), shapes)
    edges = unpaired(r, match(r, False))
    cells = np.flatnonzero(np.bincount(r.cell[edges], minlength=len(shapes)))
    if 4 * len(cells) > len(shapes):
        return np.arange(len(shapes))
    near = shapely.STRtree(shapes).query(shapely.box(*boxes(r, edges).T))[1]
    return np.union1d(cells, near)
