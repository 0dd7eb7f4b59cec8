"""Rings + what two cells draw alike -> Stretches: both sides of every border, along the rings (numpy only).

A place on a ring is a number u: the number of the vertex before it plus the share of the edge behind it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mapkit.carto.adjacency import Adjacency
from mapkit.carto.drawntwice import Faced
from mapkit.carto.match import Match
from mapkit.carto.rings import Bools, Floats, Ints, Rings
from mapkit.carto.sorting import among, distinct

MOST = 0.99  # share of what is drawn twice that is no farther apart than the reach
Points = NDArray[np.complex128]


@dataclass(frozen=True)
class Loops:
    """first, last: (rings,) numbers of a ring's first vertex and of the one that closes it. of: (n,) every vertex's
    ring. cell: (rings,). along: (n,) length of all edges before a vertex."""

    first: Ints
    last: Ints
    of: Ints
    cell: Ints
    along: Floats

    def at(self, u: Floats) -> Floats:
        """How far along its ring a place is (differences on one ring are what counts)."""
        i = np.minimum(u.astype(np.int64), len(self.along) - 2)
        return np.asarray(self.along[i] + (self.along[i + 1] - self.along[i]) * (u - i))


@dataclass(frozen=True)
class Stretches:
    """One side of what two cells draw alike. u, v: where it begins and ends; other: the neighbour; far: the middle's
    place on the neighbour's ring; exact: drawn alike to the last bit; gap: how far apart the two draw it. p, q: (m,)
    the neighbour's edge there."""

    u: Floats
    v: Floats
    cell: Ints
    other: Ints
    far: Floats
    exact: Bools
    gap: Floats
    p: Points
    q: Points

    def take(self, rows: Ints | Bools) -> Stretches:
        return Stretches(*(getattr(self, k)[rows] for k in self.__dataclass_fields__))


def loops(r: Rings) -> Loops:
    inner = np.zeros(len(r.xy), bool)
    inner[r.edge + 1] = True
    first = np.flatnonzero(~inner)
    last = np.r_[first[1:], len(r.xy)] - 1
    step = np.zeros(len(r.xy))
    step[r.edge + 1] = np.hypot(*(r.xy[r.edge + 1] - r.xy[r.edge]).T)
    cell = np.zeros(len(r.xy), np.int64)
    cell[r.edge] = r.cell
    return Loops(first, last, np.cumsum(~inner) - 1, cell[first], np.cumsum(step))


def stretches(r: Rings, found: Match, twice: Faced, pairs: Adjacency) -> Stretches:
    """Both sides of every border that counts, sorted along the rings. Rings have their cell on the left of them."""
    z = r.xy.view(np.complex128)[:, 0]
    x, parts = twice.x, twice.parts
    share = twice.high - twice.low
    middle = parts.p[x.e] + (parts.q[x.e] - parts.p[x.e]) * ((x.start + x.end) / 2)
    v = parts.q[x.f] - parts.p[x.f]
    opposite = ((middle - parts.p[x.f]) / v).real.clip(0, 1)
    near, far = r.edge[twice.of[x.e]], r.edge[twice.of[x.f]]
    a, b = found.a[~found.same], found.b[~found.same]
    i, j = r.edge[np.r_[a, b]], r.edge[np.r_[b, a]]
    whole = Stretches(
        np.r_[near + twice.low[x.e] + share[x.e] * x.start, i],
        np.r_[near + twice.low[x.e] + share[x.e] * x.end, i + 1.0],
        np.r_[parts.cell[x.e], r.cell[a], r.cell[b]],
        np.r_[parts.cell[x.f], r.cell[b], r.cell[a]],
        np.r_[far + twice.low[x.f] + share[x.f] * opposite, j + 0.5],
        np.r_[np.zeros(len(x.e), bool), np.ones(len(i), bool)],
        np.r_[np.abs(x.gap), np.zeros(len(i))],
        np.r_[z[far], z[j]],
        np.r_[z[far + 1], z[j + 1]],
    )
    n = len(r.ids)
    known = (pairs.a * n + pairs.b)[pairs.taken]
    key = np.minimum(whole.cell, whole.other) * n + np.maximum(whole.cell, whole.other)
    whole = _answered(whole.take(among(key, known)), n)
    return whole.take(np.argsort(whole.u, kind="stable"))


def reach(s: Stretches, way: Loops) -> float:
    """How far apart the two drawings of borders are, but for the rare worst: the tolerance may be many times that."""
    order = np.argsort(s.gap)
    done = np.cumsum((way.at(s.v) - way.at(s.u))[order] * ~s.exact[order])
    return float(s.gap[order][np.searchsorted(done, MOST * done[-1])]) if len(done) and done[-1] else np.inf


def unseen(pairs: Adjacency, lines: Stretches, wait: Bools) -> Ints:
    """(p, 2): cells that share a border which no line shows, but for pairs of cells that wait."""
    known = np.column_stack([pairs.a, pairs.b])[pairs.taken & ~(wait[pairs.a] & wait[pairs.b])]
    n = int(max(lines.cell.max(initial=0), known.max(initial=0))) + 1
    seen = distinct(np.minimum(lines.cell, lines.other) * n + np.maximum(lines.cell, lines.other))
    return known[~among(known[:, 0] * n + known[:, 1], seen)]


def _answered(s: Stretches, n: int) -> Stretches:
    """Where only one of two cells sees the other, at a corner, the other gets a stretch without length there."""
    key = s.cell * n + s.other
    once = np.flatnonzero(~among(s.other * n + s.cell, np.unique(key)))
    once = once[longest(s.cell[once], s.other[once], (s.v - s.u)[once])]
    if not len(once):
        return s
    here, middle = s.far[once], (s.u[once] + s.v[once]) / 2
    back = Stretches(here, here, s.other[once], s.cell[once], middle, s.exact[once], s.gap[once], s.p[once], s.q[once])
    return Stretches(*(np.concatenate([getattr(s, k), getattr(back, k)]) for k in s.__dataclass_fields__))


def longest(cell: Ints, other: Ints, size: Floats) -> Bools:
    """Whether a run is the longest of its cell with its neighbour."""
    order = np.lexsort((-size, other, cell))
    first = np.r_[True, (cell[order][1:] != cell[order][:-1]) | (other[order][1:] != other[order][:-1])]
    best = np.zeros(len(cell), bool)
    best[order[first[: len(order)]]] = True
    return best
