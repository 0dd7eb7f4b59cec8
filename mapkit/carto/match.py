"""Rings -> Match: edges that two cells have in common, exactly, by hashing (numpy only).

Every vertex is hashed to 64 bits, every edge to a value that does not depend on its direction, with the edge's number
in the low bits: one plain sort, which is three times as fast as one that yields an order, brings equal edges together.
Their coordinates are then compared, so a collision cannot make a border.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mapkit.carto.rings import Bools, Floats, Ints, Rings

Hashes = NDArray[np.uint64]


@dataclass(frozen=True)
class Match:
    """a, b: (k,) edge numbers of every common edge, a < b, of two different cells; ascending in a. same: the cells lie
    on one side.

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
    a, b, many = _alike(_edges(r, vertex))
    against, along = _equal(r, a, b, lonlat)
    true = against | along
    if not true.all():
        a, b, against = a[true], b[true], against[true]
    free = np.ones(len(r.edge), bool)
    free[a] = False
    free[b] = False
    two = r.cell[a] != r.cell[b]
    if not two.all():
        a, b, against = a[two], b[two], against[two]
    if many:
        into = np.argsort(a, kind="stable")  # ring order: what follows reads memory in sequence
        a, b, against = a[into], b[into], against[into]
    return Match(a, b, against != (r.turn[a] == r.turn[b]), free, vertex)


def _edges(r: Rings, vertex: Hashes) -> Hashes:
    """A hash of every edge, direction left out."""
    key = vertex[1:] + vertex[:-1]
    key *= np.uint64(0x9E3779B97F4A7C15)
    key ^= vertex[1:] ^ vertex[:-1]
    key ^= key >> np.uint64(29)
    key *= np.uint64(0xBF58476D1CE4E5B9)
    return key[r.edge]


def _alike(key: Hashes) -> tuple[Ints, Ints, bool]:
    """Numbers a < b of edges whose hashes agree in the upper bits, and whether some are like several others.
    Ascending in a if not."""
    bits = np.uint64(max(1, len(key).bit_length()))
    key >>= bits
    key <<= bits
    key += np.arange(len(key), dtype=np.uint64)
    key.sort()
    at = np.flatnonzero((key[1:] ^ key[:-1]) >> bits == 0)
    key &= (np.uint64(1) << bits) - np.uint64(1)
    number = key.view(np.int64)
    if not (at[1:] == at[:-1] + 1).any():
        mate = np.zeros(len(key), np.int64)
        mate[number[at]] = number[at + 1]
        a = np.flatnonzero(mate)
        return a, mate[a], False
    like = np.zeros(len(key) + 1, bool)
    like[at] = True
    lows, highs, first, step = [], [], at, 1
    while len(at):  # the step-th next of the same hash
        lows.append(number[first])
        highs.append(number[first + step])
        more = like[first + step]
        first, step = first[more], step + 1
        at = first
    return np.concatenate(lows), np.concatenate(highs), True


def _equal(r: Rings, a: Ints, b: Ints, lonlat: bool) -> tuple[Bools, Bools]:
    """Whether the coordinates agree: against each other (as neighbours run), and else along each other."""
    z = r.xy.view(np.complex128)[:, 0] if len(r.xy) else np.zeros(0, np.complex128)
    if lonlat:
        z = np.where(z.real == -180.0, z + 360.0, z)
    i, j = r.edge[a], r.edge[b]
    against = (z[i] == z[j + 1]) & (z[i + 1] == z[j])
    along = np.zeros(len(a), bool)
    rest = np.flatnonzero(~against)
    i, j = i[rest], j[rest]
    along[rest] = (z[i] == z[j]) & (z[i + 1] == z[j + 1])
    return against, along


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
