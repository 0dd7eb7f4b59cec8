"""Stretches that two cells draw twice -> per pair: length, gap; what noise or coasts feign (numpy only)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mapkit.carto.facing import Edges, Faces
from mapkit.carto.rings import Bools, Floats, Ints
from mapkit.carto.sorting import among, summed

TAKEN = 1.9  # a pair is taken for a border when that is so many times longer than the drawing's noise,
EXACT = 20.0  # where a pair's own gaps are so many times smaller than its border is long, they are the noise
ODD = 2.0  # a pair is no border when its drawings are farther apart than is common by so many times the noise or more
# (twice as many where no line parts the cells: then one drawing may cut a corner that the other follows),
THICK = 12.0  # unless it is so many times longer than that
BLOCK = 1 << 16  # stretches measured at once
Measure = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True)
class Faced:
    """What two cells draw twice: x, stretches of parts of loose edges. of: (parts,) the part's edge in Rings.edge.
    low, high: (parts,) where the part begins and ends on it, shares. parts: x narrowed by squeeze."""

    parts: Edges
    of: Ints
    low: Floats
    high: Floats
    x: Faces


def pairs(twice: Faced, squeeze: Floats, measure: Measure, n: int) -> tuple[Ints, Floats]:
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
        one, two = edges.cell[e], edges.cell[f]
        key = np.minimum(one, two) * n + np.maximum(one, two)
        key, sums = summed(key, np.stack([along, along * gap, along * gap**2]))
        keys.append(key)
        rows.append(sums)
    key, sums = summed(np.concatenate(keys), np.concatenate(rows, axis=1))
    sums[1:] /= np.where(sums[0] > 0, sums[0], 1.0)
    return key[sums[0] > 0], sums[:, sums[0] > 0]


def common(values: Floats) -> tuple[float, float]:
    """Mean distance of the two drawings over all pairs, and how far (root mean square) it strays (values as from
    pairs)."""
    if not values[0].any():
        return 0.0, 0.0
    mean, square = np.average(values[1:], axis=1, weights=values[0])
    return float(mean), float(np.sqrt(max(0.0, square - mean * mean)))


def feigned(values: Floats) -> Floats:
    """Per pair, the length that the drawing's noise could feign (values as from pairs).

    The noise is how far (root mean square) all gaps stray from their mean: an even gap is no noise. A pair whose own
    gap is odd needs as much length; one that is drawn far more exactly than the rest needs less.
    """
    mean, noise = common(values)
    own = np.minimum(noise, EXACT * np.sqrt(values[2]))
    return np.asarray(np.maximum(own, np.abs(values[1] - mean) / TAKEN))


def apart(twice: Faced, key: Ints, values: Floats, n: int, scale: float) -> Bools:
    """Pairs whose drawings keep farther apart all along than those of other pairs: two coasts, not one border. A pair
    much longer than that distance is drawn with a line of its own, which is thicker."""
    if not len(key):
        return np.zeros(0, bool)
    mean, noise = common(values)
    far = (ODD if mean > noise else 2 * ODD) * noise
    wide = (values[1] - mean) * (1 + 1e-9)  # on the whole: nowhere are they farther apart all along
    maybe = (wide > far) & (values[0] < THICK * wide * scale)
    x, edges = of_cells(twice, np.r_[key[maybe] // n, key[maybe] % n], n), twice.parts
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


def of_cells(twice: Faced, cells: Ints, n: int) -> Faces:
    """The stretches both cells of which are among those."""
    some = np.zeros(n, bool)
    some[cells] = True
    some = some[twice.parts.cell]
    return twice.x.take(np.flatnonzero(some[twice.x.e] & some[twice.x.f]))
