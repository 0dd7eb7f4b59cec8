"""Rings -> Adjacency: pairs of cells that share a line, with lengths, all in arrays (numpy only).

First the edges two cells have in common exactly (match), then, over what is left, stretches where two cells draw one
border twice (facing), within a tolerance that is given or found from the data (tolerance).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mapkit.carto import length
from mapkit.carto.corners import Runs, corner_borders
from mapkit.carto.drawntwice import TAKEN, Faced, apart, common, feigned, pairs
from mapkit.carto.facing import Edges, cut, facing, nearest
from mapkit.carto.fours import WEAK, across
from mapkit.carto.match import Match, match
from mapkit.carto.rings import Bools, Floats, Ints, Rings
from mapkit.carto.sorting import among, distinct, heads, summed
from mapkit.carto.tolerance import found_tolerance
from mapkit.carto.touches import touching

SURE = 4.0  # a pair is beyond doubt when it is so many times longer than the drawing's noise


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
    p, q = r.cell[found.a[true]], r.cell[found.b[true]]
    exact, sizes = summed(np.minimum(p, q) * n + np.maximum(p, q), measure(*_ends(r, at))[None])
    squeeze = narrow(r, lonlat)
    rows = np.flatnonzero(found.free)
    loose = loose_edges(r, rows, squeeze)
    if lonlat and twice is None:
        loose, rows = _round_the_world(r, loose, rows, squeeze)
    t = _tolerance(r, loose, squeeze, float(sizes[0].sum()) / scale) if tolerance is None else tolerance
    twice = _faced(loose, rows, t) if twice is None else twice
    key, values = pairs(twice, squeeze, measure, n)
    every = distinct(np.concatenate([exact, key])) if len(key) else exact
    total, extra, gap = np.zeros(len(every)), np.zeros(len(every)), np.zeros(len(every))
    total[np.searchsorted(every, exact) if len(key) else np.arange(len(exact))] = sizes[0]
    into = np.searchsorted(every, key)
    extra[into], gap[into] = values[0], values[1] * scale
    noise = np.zeros(len(every))
    noise[into] = feigned(values) * scale
    certain = (total > 0) | (extra > SURE * noise)
    taken = certain | (extra > TAKEN * noise)
    touch = touching(r, found)
    coasts = np.zeros(len(every), bool)
    coasts[into] = apart(twice, key, values, n, scale)
    coasts &= total == 0
    coasts[coasts] = ~among(every[coasts], touch)
    certain[coasts] = taken[coasts] = False
    crossed, (mean, stray) = np.zeros(len(every), bool), common(values)
    if abs(mean) > stray:  # gaps or overlaps, not noise
        z, width = (r.xy * squeeze).view(np.complex128)[:, 0], scale * abs(mean) + np.abs(gap - scale * mean)
        plain = values[:, extra[into] > WEAK * width[into]]
        mean = common(plain)[0] if plain.size else mean
        crossed = across(r, z, twice, every, taken, np.where(total > 0, 0.0, extra), width, mean)
        certain[crossed] = taken[crossed] = False
    gap[total > extra] = 0.0
    short, size, points = _short(r, found, twice, every[taken], every[certain | crossed], values, squeeze, t)
    taken &= certain | ~among(every, points)
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


def _short(
    r: Rings, found: Match, twice: Faced, known: Ints, sure: Ints, values: Floats, squeeze: Floats, t: float
) -> tuple[Ints, Floats, Ints]:
    """What corners tell, where cells draw any border twice: keys of borders, their lengths in coordinates' units, and
    keys of pairs that meet in a point."""
    x, true = twice.x, ~found.same
    if not len(x.e) or not values[0].any():
        return np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.int64)
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
    new = heads(key)  # rows of one pair mostly stand in runs
    tied = np.flatnonzero(among(key[new], known)[np.cumsum(new) - 1])
    return corner_borders(r, runs.take(tied), known, sure, found.vertex, squeeze, t, *common(values))


def _ends(r: Rings, at: Ints) -> tuple[Floats, Floats]:
    """(k, 2) places where edges begin and end (take: indexing is three times as slow)."""
    return np.take(r.xy, at, axis=0), np.take(r.xy, at + 1, axis=0)


def _spread(values: NDArray[Any], into: Ints, size: int) -> NDArray[Any]:
    """The values at their new places, 0 or False elsewhere."""
    wide = np.zeros(size, values.dtype)
    wide[into] = values
    return wide


def _round_the_world(r: Rings, loose: Edges, rows: Ints, squeeze: Floats) -> tuple[Edges, Ints]:
    """The edges, and those just east of -180 degrees once more, just east of 180: what faces them there is near."""
    areas = np.sort(r.area[r.area > 0])  # numpy.median would load masked arrays
    seam, near = 180.0 * squeeze[0], np.sqrt(areas[len(areas) // 2]) if len(areas) else 0.0
    x = (loose.p.real + loose.q.real) / 2
    east, west = np.abs(x + seam) < near, np.abs(x - seam) < near
    if not east.any() or not west.any():
        return loose, rows
    again = np.flatnonzero(east)
    p, q = (np.r_[z, z[again] + 2 * seam] for z in (loose.p, loose.q))
    return Edges(p, q, np.r_[loose.cell, loose.cell[again]]), np.r_[rows, rows[again]]


def tolerance_of(r: Rings, lonlat: bool, found: Match) -> float:
    """The tolerance that adjacency would find, in coordinates' units."""
    squeeze = narrow(r, lonlat)
    at = r.edge[found.a[~found.same]]
    matched = length.plane(*(end * squeeze for end in _ends(r, at))).sum()
    return _tolerance(r, loose_edges(r, np.flatnonzero(found.free), squeeze), squeeze, float(matched))


def _tolerance(r: Rings, loose: Edges, squeeze: Floats, matched: float) -> float:
    drawn = r.area[r.area > 0]
    wide = float(np.sqrt(np.sort(drawn)[len(drawn) // 2] * squeeze[0])) if len(drawn) else 0.0
    return found_tolerance(loose, wide, float(max(r.xy.max(initial=0), -r.xy.min(initial=0))), matched)


def narrow(r: Rings, lonlat: bool) -> Floats:
    """Factors for x and y that make distances in degrees alike in both, near the middle of the map."""
    return np.array([np.cos(np.radians(r.xy[:, 1].mean())) if lonlat and len(r.xy) else 1.0, 1.0])


def loose_edges(r: Rings, rows: Ints, squeeze: Floats) -> Edges:
    """Edges by number, turned so that their cell lies on the left, x narrowed."""
    i, turn = r.edge[rows], r.turn[rows]
    p, q = (np.take(r.xy, at, axis=0) * squeeze for at in (i + turn, i + ~turn))
    return Edges(p.view(np.complex128)[:, 0], q.view(np.complex128)[:, 0], r.cell[rows])


def faced(r: Rings, lonlat: bool, found: Match, tolerance: float) -> Faced:
    """All stretches that two cells draw twice within a tolerance, in degrees or drawing units."""
    rows = np.flatnonzero(found.free)
    return _faced(loose_edges(r, rows, narrow(r, lonlat)), rows, tolerance)


def _faced(loose: Edges, rows: Ints, t: float) -> Faced:
    size = max(float(np.abs(loose.q - loose.p).mean()), t) if len(loose) else 1.0
    parts, of, low, high = cut(loose, size)
    return Faced(parts, rows[of], low, high, nearest(facing(parts, t, size), parts))
