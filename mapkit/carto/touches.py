"""Rings + their exact match -> pairs of cells with a common vertex (numpy only)."""

from __future__ import annotations

import numpy as np

from mapkit.carto.match import Hashes, Match
from mapkit.carto.rings import Ints, Rings
from mapkit.carto.sorting import among, distinct


def touching(r: Rings, found: Match) -> Ints:
    """Pairs of cells (low * cells + high) with a common vertex.

    Looked for where rings pass four times or more and along free edges: of three that meet all round a vertex, every
    two share an edge.
    """
    passed = found.vertex[r.edge]
    at = _among(passed, _repeated(passed, 4))
    loose = np.flatnonzero(found.free)
    begins = np.zeros(len(r.xy), bool)
    begins[r.edge[loose]] = True
    last = loose[~begins[r.edge[loose] + 1]]
    key = np.r_[passed[at], passed[loose], found.vertex[r.edge[last] + 1]]
    cell = np.r_[r.cell[at], r.cell[loose], r.cell[last]]
    at = _among(key, _repeated(key, 2))
    key, cell = key[at], cell[at]
    order = np.lexsort((cell, key))
    key, cell = key[order], cell[order]
    fresh = np.r_[True, (key[1:] != key[:-1]) | (cell[1:] != cell[:-1])] if len(key) else np.zeros(0, bool)
    key, cell = key[fresh], cell[fresh]
    pairs: list[Ints] = []
    for step in range(1, len(key)):  # the step-th next cell at the same vertex
        same = np.flatnonzero(key[step:] == key[:-step])
        if not len(same):
            break
        pairs.append(distinct(cell[same] * len(r.ids) + cell[same + step]))
    return distinct(np.concatenate(pairs)) if pairs else np.zeros(0, np.int64)


def _repeated(keys: Hashes, times: int) -> Hashes:
    """Keys that are there so many times at least, sorted."""
    ordered = np.sort(keys)
    ahead = times - 1
    return distinct(ordered[ahead:][ordered[ahead:] == ordered[: len(ordered) - ahead]])


def _among(keys: Hashes, table: Hashes) -> Ints:
    """Where the keys are in the table; a sieve by their upper bits spares most of them the search."""
    if not len(table):
        return np.zeros(0, np.int64)
    sieve = np.zeros(1 << 20, bool)
    sieve[(table >> np.uint64(44)).astype(np.int64)] = True
    at = np.flatnonzero(sieve[(keys >> np.uint64(44)).astype(np.int64)])
    return at[among(keys[at], table)]
