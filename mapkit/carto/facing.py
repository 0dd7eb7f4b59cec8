"""Unmatched edges -> pairs of edges that draw one border twice, within a tolerance (numpy, shapely).

Two edges face each other when their cells lie on opposite sides, they run roughly antiparallel, and one stands within
the tolerance of the other. Where several cells stand within reach, every piece of an edge goes to the nearest alone,
so that a cell behind a thin neighbour, or across a corner, is not taken for a neighbour.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from mapkit.carto.rings import Floats, Ints

PIECES = 16  # an edge with rivals is judged in so many pieces
ANTIPARALLEL = -0.5  # cosine: within 60 degrees


@dataclass(frozen=True)
class Faces:
    """One row per stretch: edge e (a row of the input) lies along edge f from `start` to `end` (shares of e, 0 to 1),
    at distance gap."""

    e: Ints
    f: Ints
    start: Floats
    end: Floats
    gap: Floats


def facing(p: Floats, q: Floats, cell: Ints, tolerance: float) -> Faces:
    """p, q: (m, 2) ends of the edges, their cell on the left; cell: (m,). tolerance in the unit of p."""
    lines = shapely.linestrings(np.stack([p, q], axis=1))
    e, f = shapely.STRtree(lines).query(lines, predicate="dwithin", distance=tolerance)
    keep = cell[e] != cell[f]
    e, f = e[keep], f[keep]
    u, v = (q - p)[e], (q - p)[f]
    size = np.hypot(*u.T)
    keep = (u * v).sum(axis=1) <= ANTIPARALLEL * size * np.hypot(*v.T)
    e, f, u, v, size = e[keep], f[keep], u[keep], v[keep], size[keep]
    square = size * size
    start = ((q[f] - p[e]) * u).sum(axis=1) / square
    end = ((p[f] - p[e]) * u).sum(axis=1) / square
    start, end = start.clip(0, 1), end.clip(0, 1)
    gap = _distance(p[e] + u * ((start + end) / 2)[:, None], p[f], v)
    keep = (end - start > 1e-12) & (gap <= tolerance)
    return _nearest(Faces(e[keep], f[keep], start[keep], end[keep], gap[keep]), p, q)


def _distance(at: Floats, origin: Floats, v: Floats) -> Floats:
    share = ((at - origin) * v).sum(axis=1) / (v * v).sum(axis=1)
    return np.asarray(np.hypot(*(at - origin - v * share.clip(0, 1)[:, None]).T))


def _nearest(x: Faces, p: Floats, q: Floats) -> Faces:
    """Cuts edges whose stretches overlap into pieces and gives every piece to the nearest edge."""
    order = np.lexsort((x.start, x.e))
    e, start, end = x.e[order], x.start[order], x.end[order]
    clash = np.r_[False, (e[1:] == e[:-1]) & (start[1:] < end[:-1] - 1e-9)] if len(e) else np.zeros(0, bool)
    rivals = np.isin(x.e, e[clash])
    if not rivals.any():
        return x
    at = (np.arange(PIECES) + 0.5) / PIECES
    row, piece = np.nonzero((x.start[rivals, None] <= at) & (at <= x.end[rivals, None]))
    row = np.flatnonzero(rivals)[row]
    e, f = x.e[row], x.f[row]
    gap = _distance(p[e] + (q - p)[e] * at[piece][:, None], p[f], (q - p)[f])
    order = np.lexsort((f, gap, piece, e))
    e, f, piece, gap = e[order], f[order], piece[order], gap[order]
    first = np.r_[True, (e[1:] != e[:-1]) | (piece[1:] != piece[:-1])]
    e, f, piece, gap = e[first], f[first], piece[first], gap[first]
    return Faces(
        np.r_[x.e[~rivals], e],
        np.r_[x.f[~rivals], f],
        np.r_[x.start[~rivals], piece / PIECES],
        np.r_[x.end[~rivals], (piece + 1) / PIECES],
        np.r_[x.gap[~rivals], gap],
    )
