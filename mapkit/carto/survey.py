"""Source or Coverage -> Survey: who borders whom, and for how long (numpy, shapely).

First the edges two cells have in common exactly (match), then, over what is left, the edges that draw one border
twice within a tolerance (facing). A corner is not a border; shapes that lie on each other are not neighbours by that.
"""

from __future__ import annotations

import numpy as np
import shapely

from mapkit.carto import length
from mapkit.carto.coverage import Coverage
from mapkit.carto.facing import facing
from mapkit.carto.graph import Border, Pair, Survey
from mapkit.carto.match import Match, match
from mapkit.carto.rings import Floats, Ints, Rings, rings
from mapkit.carto.source import Source
from mapkit.carto.spot import KM


def survey(shapes: Source | Coverage, tolerance: float | None = None) -> Survey:
    """Borders with lengths, touches, doubtful pairs.

    tolerance: farthest distance of two drawings of one line, in degrees or drawing units; None: found from the data.
    Lengths are km on the WGS 84 ellipsoid for lon/lat, else drawing units; a border drawn twice counts its mean.
    """
    r = rings(shapes.shapes)
    found = match(r, shapes.lonlat)
    lying = sorted({*r.cell[found.a[found.same]].tolist(), *r.cell[found.b[found.same]].tolist()})
    crossed = [r.ids[k] for k in lying if not shapely.is_valid(shapes.shapes[r.ids[k]])]
    if crossed:  # a ring that crosses itself has its cell on both sides: make it valid, then look again
        mended = {cell: shapely.make_valid(shapes.shapes[cell]) for cell in crossed}
        r = rings({**shapes.shapes, **mended})
        found = match(r, shapes.lonlat)
    return survey_rings(r, found, shapes.lonlat, tolerance)


def survey_rings(r: Rings, found: Match, lonlat: bool, tolerance: float | None = None) -> Survey:
    """As survey, from flat arrays and their exact match."""
    measure = length.km if lonlat else length.plane
    true = ~found.same
    a, b = found.a[true], found.b[true]
    at = r.edge[a]
    size = measure(r.xy[at], r.xy[at + 1])
    total = _sum(r.cell[a], r.cell[b], size, len(r.ids))
    loose = np.flatnonzero(found.free)
    t = _rounding(r) if tolerance is None else tolerance
    noisy = _facing(r, loose, t, lonlat)
    borders = dict(noisy)
    for pair, amount in total.items():
        more, gap = borders.get(pair, (0.0, 0.0))
        borders[pair] = (amount + more, 0.0 if amount > more else gap)
    named = {_named(r, pair): value for pair, value in borders.items() if value[0] > 0}
    touches = sorted(_named(r, pair) for pair in _touches(r, found) if pair not in borders)
    return Survey(
        tuple(Border(*pair, *value) for pair, value in sorted(named.items())),
        tuple(touches),
        (),
        "km" if lonlat else "units",
        t,
    )


def _named(r: Rings, pair: tuple[int, int]) -> Pair:
    a, b = sorted((r.ids[pair[0]], r.ids[pair[1]]))
    return a, b


def _rounding(r: Rings) -> float:
    """Distances that arithmetic alone makes: a few ulps of the farthest coordinate."""
    return 64 * float(np.spacing(np.abs(r.xy).max(initial=1.0)))


def _sum(a: Ints, b: Ints, size: Floats, cells: int) -> dict[tuple[int, int], float]:
    """Pair of cell numbers (low, high) -> sum of size; rows of one pair mostly stand in runs."""
    key = np.minimum(a, b) * cells + np.maximum(a, b)
    if not len(key):
        return {}
    head = np.flatnonzero(np.r_[True, key[1:] != key[:-1]])
    sums = np.add.reduceat(size, head)
    unique, back = np.unique(key[head], return_inverse=True)
    sums = np.bincount(back, weights=sums)
    return {(int(k) // cells, int(k) % cells): float(s) for k, s in zip(unique, sums, strict=True)}


def _facing(r: Rings, loose: Ints, t: float, lonlat: bool) -> dict[tuple[int, int], tuple[float, float]]:
    i = r.edge[loose]
    turn = r.turn[loose][:, None]
    p, q = np.where(turn, r.xy[i + 1], r.xy[i]), np.where(turn, r.xy[i], r.xy[i + 1])
    squeeze = np.array([np.cos(np.radians(r.xy[:, 1].mean())) if lonlat and len(r.xy) else 1.0, 1.0])
    cell = r.cell[loose]
    x = facing(p * squeeze, q * squeeze, cell, t)
    measure = length.km if lonlat else length.plane
    step = (q - p)[x.e]
    size = measure(p[x.e] + step * x.start[:, None], p[x.e] + step * x.end[:, None])
    half = _sum(cell[x.e], cell[x.f], size / 2, len(r.ids))
    gap = _sum(cell[x.e], cell[x.f], size / 2 * x.gap * (KM if lonlat else 1.0), len(r.ids))
    return {pair: (s, gap[pair] / s) for pair, s in half.items() if s > 0}


def _touches(r: Rings, found: Match) -> set[tuple[int, int]]:
    """Pairs of cells with a common vertex: looked for where rings pass three times or more, and along free edges."""
    passed = found.vertex[r.edge]
    many = np.sort(passed)
    many = np.unique(many[2:][many[2:] == many[:-2]])
    sieve = np.zeros(1 << 20, bool)
    sieve[(many >> np.uint64(44)).astype(np.int64)] = True
    maybe = sieve[(passed >> np.uint64(44)).astype(np.int64)]
    at = np.flatnonzero(maybe)
    at = at[np.isin(passed[at], many)]
    loose = np.flatnonzero(found.free)
    key = np.r_[passed[at], passed[loose], found.vertex[r.edge[loose] + 1]]
    cell = np.r_[r.cell[at], r.cell[loose], r.cell[loose]]
    order = np.lexsort((cell, key))
    key, cell = key[order], cell[order]
    fresh = np.r_[True, (key[1:] != key[:-1]) | (cell[1:] != cell[:-1])] if len(key) else np.zeros(0, bool)
    key, cell = key[fresh], cell[fresh]
    pairs: set[tuple[int, int]] = set()
    for step in range(1, len(key)):  # the k-th next cell at the same vertex
        same = np.flatnonzero(key[step:] == key[:-step])
        if not len(same):
            break
        pairs.update(zip(cell[same].tolist(), cell[same + step].tolist(), strict=True))
    return pairs
