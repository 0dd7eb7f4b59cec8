"""Arcs on a page -> triangles of land and sea whose edges hold every border, the frame and the boxes.

Conforming Delaunay: a border's edge that the triangulation misses is halved until none is (Edelsbrunner & Tan 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import Delaunay, cKDTree

from mapkit.carto.arcs import Arcs, Ints
from mapkit.carto.inside import owner
from mapkit.carto.project import Floats, Shape
from mapkit.errors import MapkitError

ROUNDS = 25
LONGEST = 1.5  # of the pitch: no border edge is longer


@dataclass(frozen=True)
class Mesh:
    """points (n, 2) mm. arcs: vertex numbers, as in Arcs but halved where needed. halved (k, 3): new vertex, and the
    two it lies midway between, in order of making. triangles (t, 3), counter-clockwise in x, y. cell (t,): the index
    of the triangle's cell, -1 for sea. fixed (n,): vertices of the frame and the boxes. inner: first interior vertex,
    which are numbers into the lattice given (inner_of).
    """

    points: Floats
    arcs: tuple[Ints, ...]
    halved: Ints
    triangles: Ints
    cell: Ints
    fixed: NDArray[np.bool_]
    lattice: Ints


def build(arcs: Arcs, points: Floats, cells: Sequence[Shape], water: Shape, lattice: Floats, pitch: float) -> Mesh:
    """The mesh of the page.

    points: where the vertices of arcs stand, mm. cells: their shapes there. water: the page the land may use (holes
    where the boxes stand). lattice (m, 2): points to take interior vertices from; pitch: their distance on land, in mm.
    Raises MapkitError when no triangulation holds the borders.
    """
    lines, halved = list(arcs.arcs), list[Ints]()
    while len(long := _long(points, lines, LONGEST * pitch)):
        new = np.arange(len(long)) + len(points)
        halved.append(np.column_stack([new, long]))
        lines = _halve(lines, long, new)
        points = np.vstack([points, (points[long[:, 0]] + points[long[:, 1]]) / 2])
    rim, loops = _rim(water, 3.0 * pitch)
    n = len(points)
    frame = shapely.get_coordinates(shapely.segmentize(water.boundary, pitch))
    shore = np.vstack([points, frame, *((points[a[:-1]] + points[a[1:]]) / 2 for a in lines)])
    chosen, sea = _interior(shore, cells, water, lattice, pitch)
    every = np.vstack([points, rim, lattice[chosen], sea])
    fixed = np.zeros(len(every), dtype=bool)
    fixed[n : n + len(rim)] = True
    lines += [loop + n for loop in loops]
    for _ in range(ROUNDS):
        triangles = Delaunay(every, qhull_options="Qbb Qc Qz Q12").simplices.astype(np.int64)
        lost = _lost(triangles, lines, len(every))
        if not len(lost):
            break
        new = np.arange(len(lost)) + len(every)
        halved.append(np.column_stack([new, lost]))
        lines = _halve(lines, lost, new)
        every = np.vstack([every, (every[lost[:, 0]] + every[lost[:, 1]]) / 2])
        fixed = np.r_[fixed, fixed[lost].all(axis=1)]
    else:
        raise MapkitError("the borders are too tangled to be laid out in this style: try the style true")
    triangles, cell = _label(every, triangles, cells, water)
    used = np.unique(triangles)
    number = np.full(len(every), -1)
    number[used] = np.arange(len(used))
    keep = np.flatnonzero(number >= 0)
    taken = np.full(len(every), -1)
    taken[n + len(rim) : n + len(rim) + len(chosen)] = chosen
    made = np.vstack([np.zeros((0, 3), dtype=np.int64), *halved])
    return Mesh(
        every[keep],
        tuple(number[line] for line in lines[: len(arcs.arcs)]),
        number[made[(number[made] >= 0).all(axis=1)]],
        number[triangles],
        cell,
        fixed[keep],
        taken[keep],
    )


def _long(points: Floats, lines: Sequence[Ints], most: float) -> Ints:
    """Edges of the lines (k, 2) longer than most, each once."""
    edges = np.concatenate([np.column_stack([x[:-1], x[1:]]) for x in lines])
    edges = edges[np.hypot(*(points[edges[:, 1]] - points[edges[:, 0]]).T) > most]
    return np.unique(np.sort(edges, axis=1), axis=0)


def _lost(triangles: Ints, lines: Sequence[Ints], n: int) -> Ints:
    """Edges of the lines (k, 2) that no triangle has, each once."""
    a, b = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    have = np.sort(np.minimum(a, b) * n + np.maximum(a, b))
    p, q = np.concatenate([x[:-1] for x in lines]), np.concatenate([x[1:] for x in lines])
    want = np.unique(np.minimum(p, q) * n + np.maximum(p, q))
    lost = want[have[np.minimum(np.searchsorted(have, want), len(have) - 1)] != want]
    return np.column_stack([lost // n, lost % n])


def _halve(lines: Sequence[Ints], lost: Ints, new: Ints) -> list[Ints]:
    between = {(p, q): v for (p, q), v in zip(lost.tolist(), new.tolist(), strict=True)}
    out = []
    for line in lines:
        pairs = list(pairwise(line.tolist()))
        places = [(i + 1, between[min(e), max(e)]) for i, e in enumerate(pairs) if (min(e), max(e)) in between]
        out.append(np.insert(line, [i for i, _ in places], [v for _, v in places]) if places else line)
    return out


def _rim(water: Shape, step: float) -> tuple[Floats, list[Ints]]:
    """Points on the page's frame and round the boxes, and the closed loops they make."""
    points: list[Floats] = []
    loops: list[Ints] = []
    at = 0
    for p in shapely.get_parts(water):
        for ring in (p.exterior, *p.interiors):
            c = shapely.get_coordinates(shapely.segmentize(ring, step))[:-1]
            points.append(c)
            loops.append(np.r_[np.arange(len(c)), 0] + at)
            at += len(c)
    return np.vstack(points), loops


def _interior(
    shore: Floats, cells: Sequence[Shape], water: Shape, lattice: Floats, pitch: float
) -> tuple[Ints, Floats]:
    """Vertices between the borders: numbers of lattice points on land, and points at sea, coarser far out."""
    tree = cKDTree(shore)
    _, near = cKDTree(lattice).query(_hexagons(shapely.union_all(cells).bounds, pitch))
    near = np.unique(near)
    near = near[tree.query(lattice[near])[0] > 0.62 * pitch]
    near = near[owner(lattice[near], cells) >= 0]
    near = near[_sparse(lattice[near], 0.6 * pitch)]
    shapely.prepare(water)
    sea: list[Floats] = []
    for step, least, most in ((1.0, 0.62, 3.2), (2.0, 3.0, 8.5), (4.0, 8.0, 1e9)):
        hexes = _hexagons(water.bounds, pitch * step)
        away = tree.query(hexes)[0]
        hexes = hexes[(away > least * pitch) & (away < most * pitch) & shapely.contains_xy(water, hexes)]
        hexes = hexes[owner(hexes, cells) < 0]
        if sea and len(hexes):
            hexes = hexes[cKDTree(np.vstack(sea)).query(hexes)[0] > 0.6 * pitch * step]
        sea.append(hexes)
    return near, np.vstack(sea)


def _hexagons(bounds: Sequence[float], step: float) -> Floats:
    """A triangular lattice over a box."""
    x0, y0, x1, y1 = bounds
    rows, columns = np.arange(y0, y1, step * np.sqrt(0.75)), np.arange(x0, x1, step)
    x, y = np.meshgrid(columns, rows)
    x[1::2] += step / 2
    return np.column_stack([x.ravel(), y.ravel()])


def _sparse(points: Floats, least: float) -> Ints:
    """Numbers of the points, without those nearer than least to an earlier one."""
    gone = np.zeros(len(points), dtype=bool)
    for i, j in sorted(cKDTree(points).query_pairs(least)) if len(points) else []:
        gone[j] |= not gone[i]
    return np.flatnonzero(~gone)


def _label(points: Floats, triangles: Ints, cells: Sequence[Shape], water: Shape) -> tuple[Ints, Ints]:
    """Triangles of the page, turned counter-clockwise, and the cell of each."""
    p, q, r = (points[triangles[:, i]] for i in range(3))
    area = (q[:, 0] - p[:, 0]) * (r[:, 1] - p[:, 1]) - (q[:, 1] - p[:, 1]) * (r[:, 0] - p[:, 0])
    triangles = np.where((area < 0)[:, None], triangles[:, ::-1], triangles)
    middle = (p + q + r) / 3
    inside = shapely.contains_xy(water, middle) & (np.abs(area) > 1e-9)
    triangles, middle = triangles[inside], middle[inside]
    return triangles, owner(middle, cells)
