"""Unmatched edges -> the tolerance within which two of them draw one border: found, not asked for (numpy only).

For edges no other cell has exactly, the distance to the nearest edge that faces them is counted by octaves (powers of
two of a cell's width). Along coasts the counts grow with the distance, for far things are many. Two drawings of one
border make a heap instead that breaks off at the noise of the drawing: the tolerance lies in the dip behind it.
"""

from __future__ import annotations

import numpy as np

from mapkit.carto.facing import Edges, facing, pieces
from mapkit.carto.rings import Floats, Ints

WIDEST = -4  # octave: gaps up to 1/8 of a cell's width are looked for
HEAP = 0.004  # share of the unmatched length in one octave that makes a heap
DIP = 3.5  # times fewer behind it
WIDE, COMMON = -6, 0.15  # a wide gap must be the way of the drawing: this share of all that two cells share
SAMPLE, WINDOWS = 24_000, 24


def rounding(extent: float) -> float:
    """Distances that arithmetic alone makes: some ulps of the farthest coordinate."""
    return 64 * float(np.spacing(max(extent, 1.0)))


def found_tolerance(loose: Edges, width: float, extent: float, matched: float) -> float:
    """loose: edges that match no other. width: of a typical cell. extent: the largest coordinate. matched: length of
    the borders found exactly. All in one unit; so is the result, which is rounding(extent) where nothing is drawn
    twice."""
    least = rounding(extent)
    if not len(loose) or width <= 0:
        return least
    part = _sample(loose)
    share = len(part) / len(loose)
    octaves, lengths = _octaves(part, width, least)
    total = float(np.abs(part.q - part.p).sum())
    count = np.zeros(64)  # of octaves -63 to 0
    np.add.at(count, octaves + 63, lengths)
    for k in range(WIDEST, -62, -1):
        here, behind = count[k + 63], count[k + 64 : min(k + 66, WIDEST + 65)]
        if here < HEAP * total or here < DIP * behind.min():
            continue
        common = count[: k + 64].sum() / (count[: k + 64].sum() + 2 * matched * share)
        if k >= WIDE and common < COMMON:
            continue
        dip = k + 1 + int(np.argmin(behind))
        return max(least, float(width * 2.0 ** (dip + 0.5)))
    return least


def _sample(loose: Edges) -> Edges:
    """All edges, or those in some windows spread over them."""
    if len(loose) <= 2 * SAMPLE:
        return loose
    middle = (loose.p + loose.q) / 2
    spread = np.ptp(middle.real) * np.ptp(middle.imag)
    half = float(np.sqrt(spread * SAMPLE / WINDOWS / len(loose))) / 2
    inside = np.zeros(len(loose), bool)
    x, y = np.ascontiguousarray(middle.real), np.ascontiguousarray(middle.imag)
    for at in middle[np.linspace(0, len(middle) - 1, WINDOWS).astype(np.int64)]:
        strip = np.flatnonzero(np.abs(x - at.real) < half)
        inside[strip[np.abs(y[strip] - at.imag) < half]] = True
    return loose.take(np.flatnonzero(inside))


def _octaves(edges: Edges, width: float, least: float) -> tuple[Ints, Floats]:
    """For pieces of edges near another cell's: the octave of the distance, and the piece's length."""
    reach = width * 2.0 ** (WIDEST + 2)
    size = max(float(np.abs(edges.q - edges.p).mean()), width / 32)
    edges = pieces(edges, size)
    x = facing(edges, reach, size)
    best = np.full(len(edges), np.inf)
    np.minimum.at(best, x.e, np.abs(x.gap))
    rows = np.flatnonzero(np.isfinite(best))
    ratio = np.maximum(best[rows], least / 4) / width
    octave = np.floor(np.log2(ratio)).astype(np.int64).clip(-63, WIDEST + 1)
    return octave, np.abs(edges.q - edges.p)[rows]
