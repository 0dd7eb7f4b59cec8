"""Land + goal areas -> where the outline style starts from: warped by the flow, simplified there, set on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely

from mapkit.carto.arcs import join, split
from mapkit.carto.cartogram import warp
from mapkit.carto.generalize import crossing
from mapkit.carto.inside import owner
from mapkit.carto.project import Floats, Shape, Shapes
from mapkit.errors import MapkitError

LATTICE = 7000  # points on land from which the mesh takes its own
WIDEST = 100_000  # steps of that lattice across the map at the most
FINE = 0.06  # of the square root of a cell's area: what is larger along it stays
Affine = tuple[float, float, float, float, float, float]  # a, b, d, e, x, y


@dataclass(frozen=True)
class Started:
    """A group of cells on one plane. shapes: where they start. start, true (n, 2): every vertex there, and in truth.

    lattice, lattice_true (m, 2): points on land, likewise.
    """

    shapes: Shapes
    start: Floats
    true: Floats
    lattice: Floats
    lattice_true: Floats


def start(shapes: Shapes, goals: Mapping[str, float], detail: float) -> Started:
    """The flow's result, simplified where it stands, so that detail is even on the page.

    detail: of sqrt(land), what is finer goes.
    """
    points = split(shapes).points
    lattice = _lattice(shapes)
    lattice = lattice[owner(lattice, list(shapes.values())) >= 0]
    every = np.vstack([points, lattice])
    flowed = warp(shapes, goals, every) if len(shapes) > 1 else every
    for blend in (1.0, 0.7, 0.4, 0.2, 0.0):
        there = np.round(every + (flowed - every) * blend, 6) if blend else every
        key = {p: i for i, p in enumerate(pairs_of(points))}

        def put(c: Floats, m: Floats = there, k: Mapping[tuple[float, float], int] = key) -> Floats:
            return m[[k[p] for p in pairs_of(c)]]

        made = {c: shapely.transform(s, put) for c, s in shapes.items()}
        if all(s.is_valid for s in made.values()) and shapely.coverage_is_valid(list(made.values())):
            break
    total = sum(s.area for s in made.values())
    return Started(simple(made, detail * total**0.5), there[: len(points)], points, there[len(points) :], lattice)


def _lattice(shapes: Shapes) -> Floats:
    """A square lattice with about LATTICE points on land, (n, 2): those in the boxes round the parts, row by row, so
    that islands far apart cost no sea between them."""
    cells = list(shapes.values())
    x0, y0, x1, y1 = shapely.total_bounds(cells)
    step = max((sum(s.area for s in cells) / LATTICE) ** 0.5, max(x1 - x0, y1 - y0) / WIDEST)
    xs, ys = np.arange(x0, x1, step), np.arange(y0, y1, step)
    boxes = shapely.bounds(shapely.get_parts(cells))
    left, right = np.searchsorted(xs, boxes[:, 0]), np.searchsorted(xs, boxes[:, 2], "right")
    low, high = np.searchsorted(ys, boxes[:, 1]), np.searchsorted(ys, boxes[:, 3], "right")
    inside = [
        (np.arange(b, t)[:, None] * len(xs) + np.arange(a, z)).ravel()
        for a, z, b, t in zip(left, right, low, high, strict=True)
    ]
    at = np.unique(np.concatenate(inside))
    return np.column_stack([xs[at % len(xs)], ys[at // len(xs)]])


def simple(shapes: Shapes, detail: float) -> dict[str, Shape]:
    """A coverage simplified (Visvalingam & Whyatt 1993, as GEOS does for coverages, then Douglas & Peucker 1973 arc by
    arc): nothing finer than detail is left, and along a small cell nothing finer than FINE of its size."""
    size = {c: s.area**0.5 for c, s in shapes.items()}
    finest = min(detail, FINE * min(size.values()))
    if finest > 0.7 * detail:
        return _simplified(shapes, detail)
    fine = _simplified(shapes, finest)
    arcs = split(fine)
    lines = {i: arcs.points[a] for i, a in enumerate(arcs.arcs)}
    rough = dict(lines)
    for i, sides in enumerate(arcs.sides):
        tolerance = min(detail, FINE * min(size[c] for c in sides))
        line = shapely.get_coordinates(shapely.simplify(shapely.linestrings(lines[i]), 0.7 * tolerance))
        rough[i] = line if len(line) > 3 or (lines[i][0] != lines[i][-1]).any() else lines[i]
    made = join(arcs, rough)
    for _ in range(4):
        bad = crossing(made)
        if not bad:
            return made
        rough |= {i: lines[i] for i, sides in enumerate(arcs.sides) if bad & set(sides)}
        made = join(arcs, rough)
    return _simplified(shapes, detail)


def _simplified(shapes: Shapes, tolerance: float) -> dict[str, Shape]:
    made = shapely.coverage_simplify(np.array(list(shapes.values()), dtype=object), tolerance)
    return dict(zip(shapes, made, strict=True))


def pairs_of(points: Floats) -> list[tuple[float, float]]:
    return list(zip(points[:, 0].tolist(), points[:, 1].tolist(), strict=True))


def moved(s: Started, m: Affine) -> Started:
    def put(c: Floats) -> Floats:
        there = np.column_stack([m[0] * c[:, 0] + m[1] * c[:, 1] + m[4], m[2] * c[:, 0] + m[3] * c[:, 1] + m[5]])
        return np.asarray(np.round(there, 9), dtype=np.float64)

    shapes = {c: shapely.transform(g, put) for c, g in s.shapes.items()}
    return Started(shapes, put(s.start), put(s.true), put(s.lattice), put(s.lattice_true))


def inside(main: Started, water: Shape) -> Started:
    """The land a little smaller and moved by a few mm, so that it lies in the water with some to spare."""
    whole = shapely.union_all(list(main.shapes.values())).simplify(0.05)
    x0, y0, x1, y1 = whole.bounds
    sea = water.buffer(-0.25, join_style="mitre")
    shapely.prepare(sea)
    shifts = sorted(
        ((x, y) for x in range(-6, 7, 2) for y in range(-6, 7, 2)), key=lambda s: (s[0] ** 2 + s[1] ** 2, s)
    )
    for k in range(1, 14):
        f = 1 - 0.025 * k
        for dx, dy in shifts:
            m = (f, 0.0, 0.0, f, (x0 + x1) / 2 * (1 - f) + dx, (y0 + y1) / 2 * (1 - f) + dy)
            if sea.covers(shapely.affinity.affine_transform(whole, m)):
                return moved(main, m)
    raise MapkitError("the page has no room for the land beside its marginalia: take a larger page or leave some out")
