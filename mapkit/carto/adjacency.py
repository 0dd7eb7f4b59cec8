"""Rings -> Adjacency: pairs of cells that share a line, with lengths, all in arrays (numpy only).

First the edges two cells have in common exactly (match), then, over what is left, stretches where two cells draw one
border twice (facing), within a tolerance that is given or found from the data (tolerance).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mapkit.carto import length
from mapkit.carto.corners import Runs, corner_borders
from mapkit.carto.facing import Edges, Faces, cut, facing, nearest
from mapkit.carto.match import Match, match
from mapkit.carto.rings import Bools, Floats, Ints, Rings
from mapkit.carto.sorting import among, distinct, summed
from mapkit.carto.tolerance import found_tolerance
from mapkit.carto.touches import touching

TAKEN = 1.9  # a pair is taken for a border when that is so many times longer than the drawing's noise,
SURE = 4.0  # and is beyond doubt from this many times
EXACT = 20.0  # where a pair's own gaps are so many times smaller than its border is long, they are the noise
ODD = 2.0  # a pair is no border when its drawings are farther apart than is common by so many times the noise or more
# (twice as many where no line parts the cells: then one drawing may cut a corner that the other follows),
THICK = 12.0  # unless it is so many times longer than that
BLOCK = 1 << 16  # stretches measured at once
Measure = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True)
class Adjacency:
    """a, b: (k,) cell numbers, a < b, sorted. length: (k,) km or drawing units. gap: (k,) mean distance of the two
    drawings, same unit. taken: (k,) is a border. doubtful: (k,) no longer than a few times the noise.
    touch: (t, 2) pairs with common points only. tolerance: coordinates' units."""

    a: Ints
    b: Ints
    length: Floats
    gap: Floats
    taken: Bools
    doubtful: Bools
    touch: Ints
    tolerance: float


@dataclass(frozen=True)
class Faced:
    """What two cells draw twice: x, stretches of parts of loose edges. of: (parts,) the part's edge in Rings.edge.
    low, high: (parts,) where the part begins and ends on it, shares. parts: x narrowed by squeeze."""

    parts: Edges
    of: Ints
    low: Floats
    high: Floats
    x: Faces


def adjacency(
    r: Rings, lonlat: bool, tolerance: float | None = None, found: Match | None = None, twice: Faced | None = None
) -> Adjacency:
    """Who borders whom. tolerance in degrees or drawing units, None: found from the data. found: match(r) if known,
    twice: faced(...) if known, with the tolerance it was made with."""
    found = match(r, lonlat) if found is None else found
    measure = length.km if lonlat else length.plane
    scale = length.KM if lonlat else 1.0
    true = ~found.same
    at = r.edge[found.a[true]]
    n = len(r.ids)
    exact, sizes = _sum(r.cell[found.a[true]], r.cell[found.b[true]], measure(r.xy[at], r.xy[at + 1])[None], n)
    squeeze = narrow(r, lonlat)
    rows = np.flatnonzero(found.free)
    loose = loose_edges(r, rows, squeeze)
    t = _tolerance(r, loose, squeeze, float(sizes[0].sum()) / scale) if tolerance is None else tolerance
    twice = _faced(loose, rows, t) if twice is None else twice
    key, values = _pairs(twice, squeeze, measure, n)
    every = distinct(np.concatenate([exact, key]))
    total, extra, gap = np.zeros(len(every)), np.zeros(len(every)), np.zeros(len(every))
    total[np.searchsorted(every, exact)] = sizes[0]
    into = np.searchsorted(every, key)
    extra[into], gap[into] = values[0], values[1] * scale
    noise = np.zeros(len(every))
    noise[into] = _noise(values) * scale
    certain = (total > 0) | (extra > SURE * noise)
    taken = certain | (extra > TAKEN * noise)
    touch = touching(r, found)
    odd = np.zeros(len(every), bool)
    odd[into] = _odd(twice, key, values, n, scale)
    odd &= (total == 0) & ~among(every, touch)
    certain[odd] = taken[odd] = False
    gap[total > extra] = 0.0
    short, size = _short(r, found, twice, every[taken], values, squeeze, t)
    if len(short):
        old, every = every, distinct(np.concatenate([every, short]))
        into = np.searchsorted(every, old)
        total, extra, gap, taken, certain = (_spread(x, into, len(every)) for x in (total, extra, gap, taken, certain))
        at = np.searchsorted(every, short)
        taken[at] = True
        extra[at] = np.maximum(extra[at], size * scale)
    touch = touch[~among(touch, every[taken])]
    touch = np.column_stack([touch // n, touch % n])
    return Adjacency(every // n, every % n, total + extra, gap, taken, ~certain, touch, t)


def _odd(twice: Faced, key: Ints, values: Floats, n: int, scale: float) -> Bools:
    """Pairs whose drawings keep farther apart all along than those of other pairs: two coasts, not one border. A pair
    much longer than that distance is drawn with a line of its own, which is thicker."""
    if not len(key):
        return np.zeros(0, bool)
    mean, square = np.average(values[1:], axis=1, weights=values[0])
    noise = float(np.sqrt(max(0.0, square - mean * mean)))
    far = (ODD if mean > noise else 2 * ODD) * noise
    wide = (values[1] - mean) * (1 + 1e-9)  # on the whole: nowhere are they farther apart all along
    maybe = (wide > far) & (values[0] < THICK * wide * scale)
    x, edges = _of_cells(twice, np.r_[key[maybe] // n, key[maybe] % n], n), twice.parts
    step = edges.q[x.f] - edges.p[x.f]
    ends = []
    for at in (x.start, x.end):
        share = (edges.p[x.e] + (edges.q[x.e] - edges.p[x.e]) * at - edges.p[x.f]) / step
        ends.append(np.copysign(np.abs(share - share.real.clip(0, 1)) * np.abs(step), -share.imag) - mean)
    off = np.maximum(np.minimum(*ends), 0.0)
    pair = np.minimum(edges.cell[x.e], edges.cell[x.f]) * n + np.maximum(edges.cell[x.e], edges.cell[x.f])
    least = np.full(len(key), np.inf)
    known = among(pair, key)
    np.minimum.at(least, np.searchsorted(key, pair[known]), off[known])
    return np.asarray(maybe & (least > far) & (values[0] < THICK * least * scale))


def _of_cells(twice: Faced, cells: Ints, n: int) -> Faces:
    """The stretches both cells of which are among those."""
    some = np.zeros(n, bool)
    some[cells] = True
    some = some[twice.parts.cell]
    return twice.x.take(np.flatnonzero(some[twice.x.e] & some[twice.x.f]))


def _short(
    r: Rings, found: Match, twice: Faced, known: Ints, values: Floats, squeeze: Floats, t: float
) -> tuple[Ints, Floats]:
    """Borders that corners tell of, where cells draw any border twice: keys, and lengths in coordinates' units."""
    x, true = twice.x, ~found.same
    if not len(x.e) or not values[0].any():
        return np.zeros(0, np.int64), np.zeros(0)
    a, b = found.a[true], found.b[true]
    share = twice.high - twice.low
    begin, end = twice.low[x.e] + share[x.e] * x.start, twice.low[x.e] + share[x.e] * x.end
    turn = r.turn[twice.of[x.e]]  # these parts run against their ring
    begin, end = np.where(turn, 1 - end, begin), np.where(turn, 1 - begin, end)
    on, i, j = r.edge[twice.of[x.e]], r.edge[a], r.edge[b]
    runs = Runs(
        np.r_[on + begin, i, j],
        np.r_[on + end, i + 1.0, j + 1.0],
        np.r_[twice.parts.cell[x.e], r.cell[a], r.cell[b]],
        np.r_[twice.parts.cell[x.f], r.cell[b], r.cell[a]],
    )
    n = len(r.ids)
    key = np.minimum(runs.cell, runs.other) * n + np.maximum(runs.cell, runs.other)
    tied = np.flatnonzero(among(key, known))
    mean, square = np.average(values[1:], axis=1, weights=values[0])
    noise = float(np.sqrt(max(0.0, square - mean * mean)))
    return corner_borders(r, runs.take(tied), known, found.vertex, squeeze, t, float(mean), noise)


def _spread(values: NDArray[Any], into: Ints, size: int) -> NDArray[Any]:
    """The values at their new places, 0 or False elsewhere."""
    wide = np.zeros(size, values.dtype)
    wide[into] = values
    return wide


def tolerance_of(r: Rings, lonlat: bool, found: Match) -> float:
    """The tolerance that adjacency would find, in coordinates' units."""
    squeeze = narrow(r, lonlat)
    at = r.edge[found.a[~found.same]]
    matched = length.plane(r.xy[at] * squeeze, r.xy[at + 1] * squeeze).sum()
    return _tolerance(r, loose_edges(r, np.flatnonzero(found.free), squeeze), squeeze, float(matched))


def _tolerance(r: Rings, loose: Edges, squeeze: Floats, matched: float) -> float:
    drawn = r.area[r.area > 0]
    wide = float(np.sqrt(np.sort(drawn)[len(drawn) // 2] * squeeze[0])) if len(drawn) else 0.0
    return found_tolerance(loose, wide, float(np.abs(r.xy).max(initial=0)), matched)


def narrow(r: Rings, lonlat: bool) -> Floats:
    """Factors for x and y that make distances in degrees alike in both, near the middle of the map."""
    return np.array([np.cos(np.radians(r.xy[:, 1].mean())) if lonlat and len(r.xy) else 1.0, 1.0])


def loose_edges(r: Rings, rows: Ints, squeeze: Floats) -> Edges:
    """Edges by number, turned so that their cell lies on the left, x narrowed."""
    i, turn = r.edge[rows], r.turn[rows]
    p, q = (np.ascontiguousarray(r.xy[at] * squeeze) for at in (i + turn, i + ~turn))
    return Edges(p.view(np.complex128)[:, 0], q.view(np.complex128)[:, 0], r.cell[rows])


def faced(r: Rings, lonlat: bool, found: Match, tolerance: float) -> Faced:
    """All stretches that two cells draw twice within a tolerance, in degrees or drawing units."""
    rows = np.flatnonzero(found.free)
    return _faced(loose_edges(r, rows, narrow(r, lonlat)), rows, tolerance)


def _faced(loose: Edges, rows: Ints, t: float) -> Faced:
    size = max(float(np.abs(loose.q - loose.p).mean()), t) if len(loose) else 1.0
    parts, of, low, high = cut(loose, size)
    return Faced(parts, rows[of], low, high, nearest(facing(parts, t, size), parts))


def _pairs(twice: Faced, squeeze: Floats, measure: Measure, n: int) -> tuple[Ints, Floats]:
    """Pair keys, and (3, k): length, mean gap and mean square of the gap of the stretches they draw twice."""
    x, edges = twice.x, twice.parts
    if not len(x.e):
        return np.zeros(0, np.int64), np.zeros((3, 0))
    keys, rows = [], []
    for low in range(0, len(x.e), BLOCK):  # by the block: large arrays that are needed once take time and memory
        part = slice(low, low + BLOCK)
        e, f, gap = x.e[part], x.f[part], x.gap[part]
        p, step = edges.p[e], edges.q[e] - edges.p[e]
        ends = [(p + step * at[part]).view(np.float64).reshape(-1, 2) / squeeze for at in (x.start, x.end)]
        along = measure(*ends) / 2
        key, sums = _sum(edges.cell[e], edges.cell[f], np.stack([along, along * gap, along * gap**2]), n)
        keys.append(key)
        rows.append(sums)
    key, sums = summed(np.concatenate(keys), np.concatenate(rows, axis=1))
    sums[1:] /= np.where(sums[0] > 0, sums[0], 1.0)
    return key[sums[0] > 0], sums[:, sums[0] > 0]


def _noise(values: Floats) -> Floats:
    """Per pair, the length that the drawing's noise could feign (values as _pairs gives them).

    The noise is how far (root mean square) all gaps stray from their mean: an even gap is no noise. A pair whose own
    gap is odd needs as much length; one that is drawn far more exactly than the rest needs less.
    """
    if not values[0].any():
        return np.zeros(values.shape[1])
    mean, square = np.average(values[1:], axis=1, weights=values[0])
    noise = float(np.sqrt(max(0.0, square - mean * mean)))
    own = np.minimum(noise, EXACT * np.sqrt(values[2]))
    return np.asarray(np.maximum(own, np.abs(values[1] - mean) / TAKEN))


def _sum(a: Ints, b: Ints, values: Floats, cells: int) -> tuple[Ints, Floats]:
    """Sums of the rows of values (j, m) by pair of cells: keys low * cells + high, ascending, and (j, k)."""
    return summed(np.minimum(a, b) * cells + np.maximum(a, b), values)
