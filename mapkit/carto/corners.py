"""Borders found + rings -> short borders that no stretch shows, told by the corners of the cells at their ends (numpy).

Where B's ring goes over from A to C, and A and C are not known to border, either A and C share a short border whose
ends are a corner of B and a corner of a cell D across, or all four meet in a point. In the first case the corners of B
and D lie on the outlines of A and C, as near as the drawing is true, but B and D stay apart by the border's length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mapkit.carto.fours import ONE, outset
from mapkit.carto.rings import Floats, Ints, Rings
from mapkit.carto.sorting import among, distinct

Points = NDArray[np.complex128]

NEAR = 1.4  # corners lie nearer to the outlines than so many lengths of the border
STRAY = 8.0  # a border between corners that share no vertex is longer than so many times the drawing's noise
EVEN = 20.0  # where lines part the cells, their width must be so many times more than it varies: corners vary with it
REACH = 4.0  # corners of one border are nearer to each other than so many tolerances


@dataclass(frozen=True)
class Runs:
    """Rows of what two cells draw alike. u, v: where on its ring a row begins and ends (number of a vertex + share of
    the edge behind it). cell, other: whose ring, and which neighbour."""

    u: Floats
    v: Floats
    cell: Ints
    other: Ints

    def take(self, rows: Ints) -> Runs:
        return Runs(self.u[rows], self.v[rows], self.cell[rows], self.other[rows])


def corner_borders(
    r: Rings,
    runs: Runs,
    known: Ints,
    sure: Ints,
    vertex: NDArray[np.uint64],
    squeeze: Floats,
    t: float,
    gap: float,
    noise: float,
) -> tuple[Ints, Floats, Ints]:
    """Pairs (low * cells + high, ascending) that share a short border, its length in degrees or drawing units, and
    pairs that only meet in a point with two others.

    known, sure: keys of the borders found, and of those beyond doubt. vertex: hash of every vertex. t: the tolerance.
    gap, noise: mean distance of two drawings of one border, and how far it strays.
    """
    n = len(r.ids)
    b, a, c, corner = _turns(r, runs, sure, squeeze, t)
    if not len(b) or noise <= gap <= EVEN * noise:
        return np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.int64)
    z = (r.xy * squeeze).view(np.complex128)[:, 0]
    key = np.minimum(a, c) * n + np.maximum(a, c)
    first, second = _opposite(key, z[corner], b, known, n, REACH * t)
    sides = _Sides(r, z)
    i, j = first, second
    p, q = z[corner[i]], z[corner[j]]
    off = np.max([sides.away(x, y) for x in (p, q) for y in (a[i], c[i])], axis=0, initial=0.0)
    apart = np.minimum(sides.away(p, b[j]), sides.away(q, b[i]))
    one, two = (_shared(r, vertex, corner[x], a[i], c[i]) for x in (i, j))
    exact = (vertex[corner[i]] != vertex[corner[j]]) & (one + two > 0)
    k, at = _common(r, vertex, a, c, z, z[corner], REACH * t)  # on a coast the far end is a vertex of both
    p, q = z[corner[k]], z[at]
    off = np.r_[off, np.maximum(sides.away(p, a[k]), sides.away(p, c[k]))]
    apart, exact = np.r_[apart, sides.away(q, b[k])], np.r_[exact, np.ones(len(k), bool)]
    keys = np.r_[key[i], key[k]]
    least = np.where(exact, 1e-3 * t, max(STRAY * noise, 1e-3 * t))
    long = apart - np.sqrt(2.0) * max(gap, 0.0)
    if gap > noise:  # sharp corners stand farther apart, though the lines between the cells meet in one point
        true = outset(r, z, corner, gap / 2)
        long[: len(i)][np.abs(true[i] - true[j]) <= ONE * gap] = 0.0
    good = (long > least) & (np.maximum(off - max(gap, 0.0), 0.0) <= NEAR * long)
    keys, long = keys[good], long[good]
    found = distinct(keys)
    points = distinct(key[i[vertex[corner[i]] == vertex[corner[j]]]])
    size = np.zeros(len(found))
    np.maximum.at(size, np.searchsorted(found, keys), long)
    return found, size, points[~among(points, found)]


def _turns(r: Rings, runs: Runs, sure: Ints, squeeze: Floats, t: float) -> tuple[Ints, Ints, Ints, Ints]:
    """Where the ring of b goes over from a to c that may not border: b, a, c, and b's vertex there."""
    n = len(r.ids)
    inner = np.zeros(len(r.xy), bool)
    inner[r.edge + 1] = True
    of = np.cumsum(~inner) - 1
    start = np.flatnonzero(~inner)
    stop = np.r_[start[1:], len(r.xy)] - 1  # the vertex that closes a ring
    order = np.argsort(runs.u, kind="stable")
    u, v, cell, other = runs.u[order], runs.v[order], runs.cell[order], runs.other[order]
    ring = of[np.minimum(u.astype(np.int64), len(of) - 1)]
    last = np.r_[ring[1:] != ring[:-1], True] if len(u) else np.zeros(0, bool)
    head = np.flatnonzero(np.r_[True, last[:-1]]) if len(u) else np.zeros(0, np.int64)
    after = np.arange(1, len(u) + 1)
    after[np.flatnonzero(last)] = head
    a, c = other, other[after]
    rows = np.flatnonzero(a != c)
    rows = rows[~among(np.minimum(a[rows], c[rows]) * n + np.maximum(a[rows], c[rows]), sure)]
    size = (stop - start)[ring[rows]]
    low, high = v[rows], np.where(last[rows], u[after[rows]] + size, u[after[rows]])
    middle = (low + np.maximum(low, high)) / 2
    corner = np.rint(middle).astype(np.int64)
    into = start[ring[rows]] + (corner - start[ring[rows]]) % np.maximum(size, 1)

    def place(at: Floats) -> Points:
        whole = start[ring[rows]] + (at - start[ring[rows]]) % np.maximum(size, 1)
        k = np.minimum(whole.astype(np.int64), len(r.xy) - 2)
        p, q = ((np.take(r.xy, i, axis=0) * squeeze).view(np.complex128)[:, 0] for i in (k, k + 1))
        return np.asarray(p + (q - p) * (whole - k))

    near = np.abs(place(high) - place(low)) <= REACH * t
    rows, into = rows[near], into[near]
    return cell[rows], a[rows], c[rows], into


def _opposite(key: Ints, at: Points, b: Ints, known: Ints, n: int, reach: float) -> tuple[Ints, Ints]:
    """Two turns of one pair on the rings of two cells that do not border each other."""
    order = np.argsort(key, kind="stable")
    key = key[order]
    firsts, seconds = [], []
    for step in range(1, 5):
        same = np.flatnonzero(key[step:] == key[:-step])
        firsts.append(order[same])
        seconds.append(order[same + step])
    i, j = np.concatenate(firsts), np.concatenate(seconds)
    tied = among(np.minimum(b[i], b[j]) * n + np.maximum(b[i], b[j]), known)
    keep = (b[i] != b[j]) & ~tied & (np.abs(at[i] - at[j]) <= reach)
    return i[keep], j[keep]


class _Sides:
    """Edges by cell, for distances to a cell's outline."""

    def __init__(self, r: Rings, z: Points) -> None:
        order = np.argsort(r.cell, kind="stable")
        self.p, self.q = z[r.edge[order]], z[r.edge[order] + 1]
        self.start = np.searchsorted(r.cell[order], np.arange(len(r.ids) + 1))

    def away(self, at: Points, cell: Ints) -> Floats:
        """Distance of every point from the outline of its cell."""
        first, count = self.start[cell], self.start[cell + 1] - self.start[cell]
        head = np.cumsum(count) - count
        row = np.repeat(first - head, count) + np.arange(int(count.sum()))
        p, step = self.p[row], self.q[row] - self.p[row]
        share = ((np.repeat(at, count) - p) / step).real.clip(0, 1)
        distance = np.abs(np.repeat(at, count) - p - step * share)
        return np.minimum.reduceat(distance, head) if len(head) else np.zeros(0)


def _shared(r: Rings, vertex: NDArray[np.uint64], corner: Ints, a: Ints, c: Ints) -> Ints:
    """Of how many of the two cells a corner is a vertex."""
    order = np.argsort(r.cell, kind="stable")
    start = np.searchsorted(r.cell[order], np.arange(len(r.ids) + 1))
    own = vertex[r.edge[order]]
    found = np.zeros(len(corner), np.int64)
    for k, (at, x, y) in enumerate(zip(vertex[corner], a.tolist(), c.tolist(), strict=True)):
        found[k] = sum((own[start[cell] : start[cell + 1]] == at).any() for cell in (x, y))
    return found


def _common(
    r: Rings, vertex: NDArray[np.uint64], a: Ints, c: Ints, z: Points, corner: Points, reach: float
) -> tuple[Ints, Ints]:
    """Turns, and the vertex nearest to the corner that a and c have in common within reach."""
    order = np.argsort(r.cell, kind="stable")
    start = np.searchsorted(r.cell[order], np.arange(len(r.ids) + 1))
    number = r.edge[order]
    rows, ats = [], []
    for k, (x, y) in enumerate(zip(a.tolist(), c.tolist(), strict=True)):
        one, two = number[start[x] : start[x + 1]], number[start[y] : start[y + 1]]
        both = one[np.isin(vertex[one], vertex[two])]
        if len(both):
            away = np.abs(z[both] - corner[k])
            best = int(np.argmin(away))
            if away[best] <= reach:
                rows.append(k)
                ats.append(both[best])
    return np.array(rows, np.int64), np.array(ats, np.int64)
