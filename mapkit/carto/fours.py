"""Pairs that share a line -> pairs across a meeting of four cells, which are no borders (numpy only).

Cells drawn too large overlap where four meet, and both pairs across seem to share as much as the overlap is wide; the
plane has room for one border at most. Across gaps, two wide corners face each other between two sharp ones. Drawn true,
the corners of all four are one point there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mapkit.carto.drawntwice import Faced, of_cells
from mapkit.carto.rings import Bools, Floats, Ints, Rings
from mapkit.carto.sorting import among, distinct

Points = NDArray[np.complex128]

WEAK = 6.0  # what gaps and overlaps feign is shorter than so many times their width and a pair's own difference from it
ONE = 0.01  # corners are one point, drawn true, when they are apart by no more of the width of gaps or overlaps
STEPS = 12  # so many cells that border both of a pair are tried, each with the next; so many edges round a corner
FLAT = 0.1  # sine of a turn that makes no corner


def across(
    r: Rings, z: Points, twice: Faced, key: Ints, taken: Bools, size: Floats, feigned: Floats, gap: float
) -> Bools:
    """Which pairs are borne by an overlap or a gap alone, as four cells meet there in a point.

    z: the rings' vertices, narrowed. key: pairs (low * cells + high), ascending. taken: borders. size: length drawn
    twice, 0 where edges are shared. feigned: per pair, what gaps and overlaps feign, in the unit of size. gap: mean
    distance of two drawings, negative where they overlap, in coordinates' units.
    """
    n = len(r.ids)
    out = np.zeros(len(key), bool)
    row, b, d = _crossing(key, taken, np.flatnonzero((size > 0) & (size <= WEAK * feigned)), n)
    at = np.repeat(_places(twice, key, distinct(row), n)[row], 4)
    cells = np.column_stack([key[row] // n, key[row] % n, b, d])
    corners = outset(r, z, _nearest(r, z, at, cells.ravel()), gap / 2).reshape(-1, 4)
    apart = np.abs(corners - corners.mean(axis=1, keepdims=True)).max(axis=1, initial=0.0)
    out[row[apart <= ONE * abs(gap)]] = True
    return out


def _nearest(r: Rings, z: Points, at: Points, cell: Ints) -> Ints:
    """The vertex of a cell nearest to a place."""
    order = np.argsort(r.cell, kind="stable")
    start = np.searchsorted(r.cell[order], np.arange(len(r.ids) + 1))
    own = r.edge[order]
    best = np.zeros(len(at), np.int64)
    for k, (place, c) in enumerate(zip(at.tolist(), cell.tolist(), strict=True)):
        mine = own[start[c] : start[c + 1]]
        best[k] = mine[np.argmin(np.abs(z[mine] - place))]
    return best


def outset(r: Rings, z: Points, corner: Ints, by: float) -> Points:
    """Where corners were if the edges at them moved out by so much (in, where negative).

    The edges are the first before and behind the corner that are long beside the move: a round corner counts as sharp.
    """
    inner = np.zeros(len(r.xy), bool)
    inner[r.edge + 1] = True
    first = np.flatnonzero(~inner)
    ring = np.cumsum(~inner) - 1
    low, high = first[ring[corner]], (np.r_[first[1:], len(r.xy)] - 1)[ring[corner]]
    size = np.maximum(high - low, 1)
    side = np.zeros(len(r.xy))
    side[r.edge] = np.where(r.turn, 1.0, -1.0)  # the cell is on the left: outwards is to the right
    lines = []
    for step in (-1, 0):
        at = low + (corner - low + step) % size
        for _ in range(STEPS):
            close = np.abs(z[at + 1] - z[at]) < 2 * abs(by)
            at = np.where(close, low + (at - low + (step or 1)) % size, at)
        way = (z[at + 1] - z[at]) / np.maximum(np.abs(z[at + 1] - z[at]), 1e-300)
        lines.append((z[at] + way * 1j * side[corner] * by, way))
    (p, u), (q, v) = lines
    cross = (u.conj() * v).imag
    flat = np.abs(cross) < FLAT
    meet = p + u * (((q - p).conj() * v).imag / np.where(flat, 1.0, cross))
    straight = z[corner] + u * 1j * side[corner] * by
    return np.asarray(np.where(flat, straight, meet))


def _crossing(key: Ints, taken: Bools, weak: Ints, n: int) -> tuple[Ints, Ints, Ints]:
    """Rows of key, weak pairs a, c; two cells b, d each that border both."""
    known = key[taken]
    one, two = np.r_[known // n, known % n], np.r_[known % n, known // n]
    order = np.argsort(one, kind="stable")
    one, two = one[order], two[order]
    a, c = key[weak] // n, key[weak] % n
    start, stop = np.searchsorted(one, a), np.searchsorted(one, a, side="right")
    count = stop - start
    row = np.repeat(np.arange(len(weak)), count)
    b = two[np.repeat(start - np.cumsum(count) + count, count) + np.arange(int(count.sum()))]
    both = (b != c[row]) & among(np.minimum(b, c[row]) * n + np.maximum(b, c[row]), known)
    row, b = row[both], b[both]
    rows, firsts, seconds = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for step in range(1, STEPS):
        same = np.flatnonzero(row[step:] == row[:-step])
        rows.append(weak[row[same]])
        firsts.append(b[same])
        seconds.append(b[same + step])
    return np.concatenate(rows), np.concatenate(firsts), np.concatenate(seconds)


def _places(twice: Faced, key: Ints, rows: Ints, n: int) -> Points:
    """Middles of what these pairs draw twice."""
    x, edges = of_cells(twice, np.r_[key[rows] // n, key[rows] % n], n), twice.parts
    one, two = edges.cell[x.e], edges.cell[x.f]
    pair = np.minimum(one, two) * n + np.maximum(one, two)
    own = np.flatnonzero(among(pair, key[rows]))
    x, into = x.take(own), np.searchsorted(key, pair[own])
    step = edges.q[x.e] - edges.p[x.e]
    weight = np.abs(step) * (x.end - x.start)
    middle = (edges.p[x.e] + step * (x.start + x.end) / 2) * weight
    total = np.bincount(into, weight, len(key))
    real, imag = (np.bincount(into, part, len(key)) for part in (middle.real, middle.imag))
    return np.asarray((real + 1j * imag) / np.where(total > 0, total, 1.0))
