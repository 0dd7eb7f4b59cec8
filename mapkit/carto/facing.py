"""Unmatched edges -> stretches of two edges that draw one border twice, within a tolerance (numpy only).

Two edges face each other when their cells lie on opposite sides, they run roughly antiparallel, and one stands within
the tolerance of the other. Edges are cut into pieces of about one length, sorted into a grid of that size, and every
piece is compared with those of its own and the next squares: time and memory grow with the number of edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mapkit.carto.rings import Floats, Ints

ANTIPARALLEL = -0.5  # cosine: within 60 degrees
CHUNK = 1 << 17  # pairs of pieces compared at once: what stays in the processor's cache
Points = NDArray[np.complex128]


@dataclass(frozen=True)
class Edges:
    """p, q: (m,) ends as complex numbers x + iy, the cell on the left. cell: (m,)."""

    p: Points
    q: Points
    cell: Ints

    def __len__(self) -> int:
        return len(self.cell)

    def take(self, rows: Ints) -> Edges:
        return Edges(self.p[rows], self.q[rows], self.cell[rows])


@dataclass(frozen=True)
class Faces:
    """One row per stretch: edge e lies along edge f from start to end (shares of e, 0 to 1).

    gap: how far f's line is away at its middle, negative where the two cells overlap.
    """

    e: Ints
    f: Ints
    start: Floats
    end: Floats
    gap: Floats

    def take(self, rows: Ints) -> Faces:
        return Faces(self.e[rows], self.f[rows], self.start[rows], self.end[rows], self.gap[rows])


def joined(all_: Sequence[Faces]) -> Faces:
    none = Faces(*(np.zeros(0, np.int64),) * 2, *(np.zeros(0),) * 3)
    rows = [none, *all_]
    return Faces(
        np.concatenate([x.e for x in rows]),
        np.concatenate([x.f for x in rows]),
        np.concatenate([x.start for x in rows]),
        np.concatenate([x.end for x in rows]),
        np.concatenate([x.gap for x in rows]),
    )


def pieces(edges: Edges, longest: float) -> Edges:
    """Edges cut into equal parts no longer than `longest`."""
    return cut(edges, longest)[0]


def cut(edges: Edges, longest: float) -> tuple[Edges, Ints, Floats, Floats]:
    """Edges cut into equal parts no longer than `longest`; for each part its edge, and where it begins and ends there
    (shares, 0 to 1)."""
    count = np.ceil(np.abs(edges.q - edges.p) / longest).astype(np.int64).clip(1)
    of = np.repeat(np.arange(len(edges)), count)
    if len(of) == len(edges):
        return edges, of, np.zeros(len(of)), np.ones(len(of))
    k = np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)
    n, p, q = count[of], edges.p[of], edges.q[of]
    parts = Edges(p + (q - p) * (k / n), np.where(k + 1 == n, q, p + (q - p) * ((k + 1) / n)), edges.cell[of])
    return parts, of, k / n, (k + 1) / n


def facing(edges: Edges, tolerance: float, size: float) -> Faces:
    """All stretches of edges of two cells that face each other within the tolerance; both directions of each.

    size: no edge is longer; see pieces.
    """
    if not len(edges):
        return joined([])
    key, width = _squares(edges, size + tolerance)
    order = np.argsort(key, kind="stable")
    edges = edges.take(order)  # what is near each other is near in memory
    step = edges.q - edges.p
    x = joined([_compare(edges, step, i, j, tolerance) for i, j in _near(key[order], width, edges.cell)])
    return Faces(order[x.e], order[x.f], x.start, x.end, x.gap)


def _squares(edges: Edges, size: float) -> tuple[Ints, int]:
    """The number of the square in which each edge's middle lies, row by row, and how many are in a row."""
    middle = (edges.p + edges.q) / 2
    x = np.floor((middle.real - middle.real.min()) / size).astype(np.int64) + 1
    y = np.floor((middle.imag - middle.imag.min()) / size).astype(np.int64)
    width = int(x.max()) + 2
    return y * width + x, width


def _near(key: Ints, width: int, cell: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of edges of different cells in the same or the next squares, each pair once. key: their squares, sorted."""
    place = np.arange(len(key))
    here = np.searchsorted(key, key + 1, side="right")
    low, high = np.searchsorted(key, key + width - 1), np.searchsorted(key, key + width + 1, side="right")
    for start, count in ((place + 1, here - place - 1), (low, high - low)):
        done = np.cumsum(count)
        if not done[-1]:
            continue
        cuts = np.searchsorted(done, np.arange(CHUNK, int(done[-1]) + CHUNK, CHUNK), side="left") + 1
        for a, b in zip(np.r_[0, cuts[:-1]], cuts.clip(max=len(key)), strict=True):
            n = count[a:b]
            i = np.repeat(place[a:b], n)
            j = np.repeat(start[a:b] - np.cumsum(n) + n, n) + np.arange(int(n.sum()))
            keep = np.flatnonzero(cell[i] != cell[j])
            yield i[keep], j[keep]


def _compare(edges: Edges, step: Points, i: Ints, j: Ints, tolerance: float) -> Faces:
    u, v = step[i], step[j]
    dot = u.real * v.real + u.imag * v.imag
    keep = np.flatnonzero(dot <= ANTIPARALLEL * np.abs(u) * np.abs(v))
    i, j, u, v = i[keep], j[keep], u[keep], v[keep]
    return joined([_along(edges, i, j, u, tolerance), _along(edges, j, i, v, tolerance)])


def _along(edges: Edges, e: Ints, f: Ints, u: Points, tolerance: float) -> Faces:
    """The part of e onto which f projects, cut back to where their lines are within the tolerance."""
    size = np.abs(u)
    turn = u.conj() / (size * size)  # turns and scales e onto 0..1 of the real axis
    p = edges.p[e]
    near, far = (edges.q[f] - p) * turn, (edges.p[f] - p) * turn  # f runs the other way: its end comes first along e
    s0, s1, d0, d1 = near.real, far.real, near.imag * size, far.imag * size
    start, end = s0.clip(0, 1), s1.clip(0, 1)
    keep = np.flatnonzero((end - start > 1e-12) & (np.minimum(np.abs(d0), np.abs(d1)) <= tolerance + np.abs(d1 - d0)))
    e, f, start, end, s0, s1, d0, d1 = (x[keep] for x in (e, f, start, end, s0, s1, d0, d1))
    slope = (d1 - d0) / (s1 - s0)
    slope = np.where(np.abs(slope) > 1e-300, slope, 1e-300)
    low, high = s0 + (-tolerance - d0) / slope, s0 + (tolerance - d0) / slope
    start, end = np.maximum(start, np.minimum(low, high)), np.minimum(end, np.maximum(low, high))
    gap = -(d0 + slope * ((start + end) / 2 - s0))
    keep = np.flatnonzero((end - start > 1e-12) & (np.abs(gap) <= tolerance))
    return Faces(e[keep], f[keep], start[keep], end[keep], gap[keep])


def nearest(x: Faces, edges: Edges) -> Faces:
    """Stretches without rivals: where several cells stand along one part of an edge, the nearest has it alone.

    So a cell behind a thin neighbour, or across a corner, is not taken for a neighbour.
    """
    x = x.take(np.argsort(x.e + x.start / 2))
    other = edges.cell[x.f]
    mixed = np.flatnonzero((x.e[1:] == x.e[:-1]) & (other[1:] != other[:-1]))
    rival = np.zeros(len(edges), bool)
    rival[x.e[mixed]] = True
    rival = rival[x.e]
    alone = _merged(x.take(np.flatnonzero(~rival)))
    return joined([alone, _shared_out(x.take(np.flatnonzero(rival)), edges)])


def _merged(x: Faces) -> Faces:
    """Stretches of one edge (sorted by edge and start), cut so that they do not overlap."""
    if not len(x.e):
        return x
    first = np.r_[True, x.e[1:] != x.e[:-1]]
    number = np.cumsum(first) * 2.0
    reach = np.maximum.accumulate(number + x.end) - number
    start = np.maximum(x.start, np.where(first, 0.0, np.r_[0.0, reach[:-1]]))
    keep = np.flatnonzero(x.end > start)
    return Faces(x.e[keep], x.f[keep], start[keep], x.end[keep], x.gap[keep])


def _shared_out(x: Faces, edges: Edges) -> Faces:
    """Cuts edges wherever a stretch begins or ends and gives every part to the stretch nearest at its middle."""
    at, edge = np.r_[x.start, x.end], np.r_[x.e, x.e]
    order = np.argsort(edge + at / 2)
    at, edge = at[order], edge[order]
    part = np.flatnonzero((edge[1:] == edge[:-1]) & (at[1:] - at[:-1] > 1e-9))
    low, high, edge = at[part], at[part + 1], edge[part]
    begin, stop = np.searchsorted(x.e, edge), np.searchsorted(x.e, edge, side="right")
    n = stop - begin
    k = np.repeat(np.arange(len(edge)), n)
    row = np.repeat(begin - np.cumsum(n) + n, n) + np.arange(int(n.sum()))
    middle = (low + high)[k] / 2
    over = np.flatnonzero((x.start[row] <= middle) & (middle <= x.end[row]))
    k, row, middle = k[over], row[over], middle[over]
    e, f = x.e[row], x.f[row]
    v = edges.q[f] - edges.p[f]
    share = (edges.p[e] + (edges.q[e] - edges.p[e]) * middle - edges.p[f]) / v
    gap = np.copysign(np.abs(share - share.real.clip(0, 1)) * np.abs(v), -share.imag)
    order = np.lexsort((edges.cell[f], np.abs(gap), k))
    k, row, gap = k[order], row[order], gap[order]
    first = np.r_[True, k[1:] != k[:-1]] if len(k) else np.zeros(0, bool)
    k, row, gap = k[first], row[first], gap[first]
    return Faces(edge[k], x.f[row], low[k], high[k], gap)
