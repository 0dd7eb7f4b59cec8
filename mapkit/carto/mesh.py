"""Arcs on a page -> triangles of land and sea whose edges hold every border, the frame and the boxes.

Conforming Delaunay: a border's edge that the triangulation misses is halved until none is (Edelsbrunner & Tan 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import Delaunay, cKDTree

from mapkit.carto.arcs import Arcs, Ints
from mapkit.carto.project import Floats, Shape
from mapkit.errors import MapkitError

ROUNDS = 25


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
    rim, loops = _rim(water, 3.0 * pitch)
    chosen = _interior(arcs, points, rim, water, lattice, pitch)
    n = len(points)
    every = np.vstack([points, rim, lattice[chosen]])
    fixed = np.zeros(len(every), dtype=bool)
    fixed[n : n + len(rim)] = True
    lines = [a.copy() for a in arcs.arcs] + [loop + n for loop in loops]
    halved: list[tuple[int, int, int]] = []
    for _ in range(ROUNDS):
        triangles = Delaunay(every, qhull_options="Qbb Qc Qz Q12").simplices.astype(np.int64)
        have = _edge_keys(triangles, len(every))
        missing = 0
        known: dict[tuple[int, int], int] = {}
        added: list[Floats] = []
        rigid: list[bool] = []
        for k, line in enumerate(lines):
            a, b = line[:-1], line[1:]
            lost = ~np.isin(np.minimum(a, b) * len(every) + np.maximum(a, b), have)
            if not lost.any():
                continue
            missing += int(lost.sum())
            for i in np.flatnonzero(lost)[::-1]:
                p, q = int(line[i]), int(line[i + 1])
                key = (min(p, q), max(p, q))
                if key not in known:
                    known[key] = len(every) + len(added)
                    added.append((every[p] + every[q]) / 2)
                    rigid.append(bool(fixed[p] and fixed[q]))
                    halved.append((known[key], p, q))
                line = np.insert(line, i + 1, known[key])
            lines[k] = line
        if not missing:
            break
        every = np.vstack([every, added])
        fixed = np.r_[fixed, rigid]
    else:
        raise MapkitError("the borders are too tangled to be laid out in this style: try the style true")
    triangles, cell = _label(every, triangles, cells, water)
    used = np.unique(triangles)
    number = np.full(len(every), -1)
    number[used] = np.arange(len(used))
    keep = np.flatnonzero(number >= 0)
    taken = np.full(len(every), -1)
    taken[n + len(rim) : n + len(rim) + len(chosen)] = chosen
    return Mesh(
        every[keep],
        tuple(number[line] for line in lines[: len(arcs.arcs)]),
        np.array([[number[v] for v in h] for h in halved if min(number[v] for v in h) >= 0], dtype=np.int64).reshape(
            -1, 3
        ),
        number[triangles],
        cell,
        fixed[keep],
        taken[keep],
    )


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


def _interior(arcs: Arcs, points: Floats, rim: Floats, water: Shape, lattice: Floats, pitch: float) -> Ints:
    """Lattice points that make a mesh of the wanted pitch: as fine as it on land, coarser out at sea."""
    shore = np.vstack([points, rim, *(_middles(points[a]) for a in arcs.arcs)])
    tree = cKDTree(shore)
    shapely.prepare(water)
    x0, y0, x1, y1 = water.bounds
    out: list[int] = []
    have = cKDTree(np.zeros((1, 2)) - 1e6)
    whole = cKDTree(lattice)
    away_of = tree.query(lattice)[0]
    for size, least in ((1.0, 0.0), (2.0, 3.0), (4.0, 8.0)):
        step = pitch * size
        rows = np.arange(y0, y1, step * np.sqrt(3) / 2)
        hexes = np.vstack(
            [
                np.column_stack(
                    [
                        np.arange(x0 + (i % 2) * step / 2, x1, step),
                        np.full(len(np.arange(x0 + (i % 2) * step / 2, x1, step)), y),
                    ]
                )
                for i, y in enumerate(rows)
            ]
        )
        most = {1.0: 3.2, 2.0: 8.5, 4.0: 1e9}[size] * pitch
        _, near = whole.query(hexes)
        near = np.unique(near)
        d = away_of[near]
        good = near[(d > 0.62 * pitch) & (d >= least * pitch) & (d < most)]
        good = good[shapely.contains_xy(water, lattice[good])]
        good = good[have.query(lattice[good])[0] > 0.7 * step] if len(good) else good
        out += good.tolist()
        if out:
            have = cKDTree(lattice[out])
    return np.array(out, dtype=np.int64)


def _middles(line: Floats) -> Floats:
    return np.asarray((line[:-1] + line[1:]) / 2)


def _edge_keys(triangles: Ints, n: int) -> Ints:
    a = triangles.ravel()
    b = np.roll(triangles, -1, axis=1).ravel()
    return np.unique(np.minimum(a, b) * n + np.maximum(a, b))


def _label(points: Floats, triangles: Ints, cells: Sequence[Shape], water: Shape) -> tuple[Ints, Ints]:
    """Triangles of the page, turned counter-clockwise, and the cell of each."""
    p, q, r = (points[triangles[:, i]] for i in range(3))
    area = (q[:, 0] - p[:, 0]) * (r[:, 1] - p[:, 1]) - (q[:, 1] - p[:, 1]) * (r[:, 0] - p[:, 0])
    triangles = np.where((area < 0)[:, None], triangles[:, ::-1], triangles)
    middle = (p + q + r) / 3
    inside = shapely.contains_xy(water, middle) & (np.abs(area) > 1e-9)
    triangles, middle = triangles[inside], middle[inside]
    cell = np.full(len(triangles), -1)
    at, which = shapely.STRtree(cells).query(shapely.points(middle), "intersects")
    cell[at] = which
    return triangles, cell
