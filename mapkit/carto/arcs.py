"""Shapes of a coverage <-> arcs: every border once, as vertex numbers (the topology of TopoJSON, Bostock)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from mapkit.carto.project import Floats, Shape, Shapes

Ints = NDArray[np.int64]
Ring = tuple[int, ...]  # arcs in order; ~a is arc a walked backwards


@dataclass(frozen=True)
class Arcs:
    """points (n, 2). arcs: vertex numbers of each, a closed one ends where it began. rings: cell -> polygons -> rings
    (the outer one first). An arc ends at junctions: where other cells meet, or a cell touches itself.
    """

    points: Floats
    arcs: tuple[Ints, ...]
    rings: Mapping[str, tuple[tuple[Ring, ...], ...]]

    @cached_property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The cells (one or two, sorted) on the sides of every arc; a cell on both sides stands once."""
        found: list[set[str]] = [set() for _ in self.arcs]
        for cell, polygons in self.rings.items():
            for polygon in polygons:
                for ring in polygon:
                    for a in ring:
                        found[a if a >= 0 else ~a].add(cell)
        return tuple(tuple(sorted(f)) for f in found)

    def ring(self, ring: Ring) -> Ints:
        """Vertex numbers round a ring, closed."""
        parts = [self.arcs[a] if a >= 0 else self.arcs[~a][::-1] for a in ring]
        return np.concatenate([parts[0], *(p[1:] for p in parts[1:])])


def split(shapes: Shapes) -> Arcs:
    """The arcs of a coverage. Vertices are the same when their coordinates are, to the last bit."""
    rings = [
        (cell, i, ring)
        for cell, shape in shapes.items()
        for i, p in enumerate(shapely.get_parts(shape))
        for ring in (p.exterior, *p.interiors)
    ]
    coords = [shapely.get_coordinates(r)[:-1] for _, _, r in rings]
    flat = np.vstack(coords)
    points, number = np.unique(flat, axis=0, return_inverse=True)
    number = number.reshape(-1)
    starts = np.cumsum([0, *(len(c) for c in coords)])
    walks = [number[starts[k] : starts[k + 1]] for k in range(len(rings))]
    ends = _junctions(walks, [cell for cell, _, _ in rings], len(points))
    arcs: list[Ints] = []
    known: dict[tuple[int, ...], int] = {}
    out: dict[str, list[list[Ring]]] = {cell: [] for cell in shapes}
    for (cell, i, _), walk in zip(rings, walks, strict=True):
        ring: list[int] = []
        for piece in _pieces(walk, ends):
            key = _key(piece)
            if key not in known:
                known[key] = len(arcs)
                arcs.append(piece)
            a = known[key]
            ring.append(a if np.array_equal(arcs[a], piece) else ~a)
        while len(out[cell]) <= i:
            out[cell].append([])
        out[cell][i].append(tuple(ring))
    return Arcs(points, tuple(arcs), {c: tuple(tuple(p) for p in ps) for c, ps in out.items()})


def join(arcs: Arcs, lines: Mapping[int, Floats]) -> dict[str, Shape]:
    """Shapes again, from a polyline for every arc (as many points as one likes; ends must agree)."""
    shapes: dict[str, Shape] = {}
    for cell, polygons in arcs.rings.items():
        made = []
        for polygon in polygons:
            coords = []
            for ring in polygon:
                parts = [lines[a] if a >= 0 else lines[~a][::-1] for a in ring]
                coords.append(np.vstack([parts[0], *(p[1:] for p in parts[1:])]))
            made.append(Polygon(coords[0], coords[1:]))
        shapes[cell] = made[0] if len(made) == 1 else MultiPolygon(made)
    return shapes


def _junctions(walks: list[Ints], cells: list[str], n: int) -> NDArray[np.bool_]:
    """Vertices where the set of cells along the line changes, or where more than two edges meet."""
    code = {c: i for i, c in enumerate(dict.fromkeys(cells))}
    a = np.concatenate(walks)
    b = np.concatenate([np.roll(w, -1) for w in walks])
    owner = np.concatenate([np.full(len(w), code[c]) for w, c in zip(walks, cells, strict=True)])
    low, high = np.minimum(a, b), np.maximum(a, b)
    order = np.lexsort((owner, high, low))
    low, high, owner = low[order], high[order], owner[order]
    first = np.r_[True, (low[1:] != low[:-1]) | (high[1:] != high[:-1])]
    start = np.flatnonzero(first)
    size = np.diff(np.r_[start, len(low)])
    m = len(code) + 1
    pair = owner[start] * m + np.where(size > 1, owner[np.minimum(start + 1, len(owner) - 1)], m - 1)
    degree = np.bincount(low[start], minlength=n) + np.bincount(high[start], minlength=n)
    least, most = np.full(n, np.iinfo(np.int64).max), np.full(n, -1)
    for end in (low[start], high[start]):
        np.minimum.at(least, end, pair)
        np.maximum.at(most, end, pair)
    return np.asarray((degree != 2) | (least != most))


def _pieces(walk: Ints, ends: NDArray[np.bool_]) -> list[Ints]:
    at = np.flatnonzero(ends[walk])
    if not len(at):
        turned = np.roll(walk, -int(np.argmin(walk)))
        return [np.r_[turned, turned[:1]]]
    turned = np.roll(walk, -at[0])
    closed = np.r_[turned, turned[:1]]
    cuts = [*(at - at[0]).tolist(), len(walk)]
    return [closed[i : j + 1] for i, j in pairwise(cuts)]


def _key(piece: Ints) -> tuple[int, ...]:
    there, back = tuple(piece.tolist()), tuple(piece[::-1].tolist())
    return min(there, back)
