"""Rings -> Match: edges that two cells have in common, exactly, by hashing (numpy only).

Every vertex is hashed to 64 bits, every edge to a value that does not depend on its direction; one sort brings equal
edges together, and their coordinates are then compared, so a collision cannot make a border.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mapkit.carto.rings import Bools, Floats, Ints, Rings
from mapkit.carto.sorting import distinct, heads

Hashes = NDArray[np.uint64]


@dataclass(frozen=True)
class Match:
    """a, b: (k,) edge numbers of every common edge, a < b, of two different cells. same: the cells lie on one side.

    free: (m,) True for an edge that no other edge equals (nor its own cell's: a cut along 180 degrees is not free).
    vertex: (n,) hash of every vertex.
    """

    a: Ints
    b: Ints
    same: Bools
    free: Bools
    vertex: Hashes


def match(r: Rings, lonlat: bool) -> Match:
    """All exact common edges. lonlat: -180 and 180 degrees are one meridian."""
    vertex = _vertices(r, lonlat)
    start, end = vertex[r.edge], vertex[r.edge + 1]
    key = (start + end) * np.uint64(0x9E3779B97F4A7C15)
    key ^= start ^ end
    key ^= key >> np.uint64(29)
    del start, end
    order = np.argsort(key)
    key = key[order]
    head = np.flatnonzero(heads(key))
    count = np.diff(np.r_[head, len(key)])
    del key
    free = np.zeros(len(r.edge), bool)
    free[order[head[count == 1]]] = True
    lows, highs = [], []
    for size in distinct(count[count > 1]):
        group = order[head[count == size][:, None] + np.arange(size)]
        for i in range(size):
            for j in range(i + 1, size):
                lows.append(np.minimum(group[:, i], group[:, j]))
                highs.append(np.maximum(group[:, i], group[:, j]))
    a = np.concatenate(lows) if lows else np.zeros(0, np.int64)
    b = np.concatenate(highs) if highs else np.zeros(0, np.int64)
    two = r.cell[a] != r.cell[b]
    a, b = a[two], b[two]
    true = _equal(r, a, b, lonlat)
    if not true.all():
        free[np.r_[a[~true], b[~true]]] = True
        a, b = a[true], b[true]
    into = np.argsort(a)  # ring order: what follows reads memory in sequence
    a, b = a[into], b[into]
    i, j = r.edge[a], r.edge[b]
    along = vertex[i] == vertex[j]
    return Match(a, b, along == (r.turn[a] == r.turn[b]), free, vertex)


def _equal(r: Rings, a: Ints, b: Ints, lonlat: bool) -> Bools:
    """Whether the coordinates agree: against each other (as neighbours run), else along each other."""
    z = r.xy.view(np.complex128)[:, 0] if len(r.xy) else np.zeros(0, np.complex128)
    if lonlat:
        z = np.where(z.real == -180.0, z + 360.0, z)
    i, j = r.edge[a], r.edge[b]
    same = (z[i] == z[j + 1]) & (z[i + 1] == z[j])
    rest = np.flatnonzero(~same)
    i, j = i[rest], j[rest]
    same[rest] = (z[i] == z[j]) & (z[i + 1] == z[j + 1])
    return np.asarray(same)


def _vertices(r: Rings, lonlat: bool) -> Hashes:
    x, y = r.xy[:, 0], r.xy[:, 1]
    if lonlat:
        x = np.where(x == -180.0, 180.0, x)
    return hashed(x, y)


def hashed(x: Floats, y: Floats) -> Hashes:
    """64 bits from two numbers each."""
    h = np.ascontiguousarray(x).view(np.uint64) * np.uint64(0xBF58476D1CE4E5B9)
    h ^= h >> np.uint64(32)
    h += np.ascontiguousarray(y).view(np.uint64)
    h *= np.uint64(0x94D049BB133111EB)
    h ^= h >> np.uint64(29)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    h ^= h >> np.uint64(32)
    return h
