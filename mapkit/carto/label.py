"""Outline of a cell -> anchor and room: where the box stands (Garcia-Castellanos & Lombardo 2007, poles of
inaccessibility; GEOS MaximumInscribedCircle)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Point

from mapkit.carto.project import Shape

STEP = 0.7  # mm between the places tried for a box with its name


@dataclass(frozen=True)
class Spot:
    """Where to write in a cell. circle: mm, diameter of the largest circle anywhere in it; room: around the anchor."""

    anchor: tuple[float, float]
    room: float
    circle: float


def spot(shape: Shape, want: float, name: tuple[float, float] = (0.0, 0.0)) -> Spot:
    """The anchor of a cell. shape in mm; want: the diameter that is enough; name: width and height of the name, mm.

    In a small cell it is the centre of the largest circle; where there is more room than wanted it moves toward the
    centre of the cell, as far as a circle half as large again as wanted (or 0.85 of the largest) still fits; and to
    where the name under the box stays in the cell, if there is such a place.
    """
    part, point, radius = max(
        (_circle(p) for p in shapely.get_parts(shape)), key=lambda c: (round(c[2], 6), c[1].x, c[1].y)
    )
    anchor = point
    ease = min(0.85 * radius, max(0.75 * want, 0.5 * radius))
    if radius > 0.55 * want and radius - ease > 0.1:
        calm = part.buffer(-ease, quad_segs=4)
        if not calm.is_empty:
            calm = max(shapely.get_parts(calm), key=lambda g: g.distance(point) * -1.0)
            middle = part.centroid
            anchor = (
                middle
                if calm.contains(middle)
                else shapely.line_interpolate_point(shapely.shortest_line(calm, middle), 0.0)
            )
    room = 2 * anchor.distance(part.boundary)
    if room < min(want, 2 * radius) - 1e-9:
        anchor, room = point, 2 * point.distance(part.boundary)
    if name[0] > 0 and 2 * radius >= want:
        better = _with_name(part, anchor, want, name)
        if better is not None:
            anchor, room = better, 2 * better.distance(part.boundary)
    return Spot((round(anchor.x, 4), round(anchor.y, 4)), float(room), 2 * radius)


def _circle(part: shapely.Polygon) -> tuple[shapely.Polygon, Point, float]:
    line = shapely.maximum_inscribed_circle(part, tolerance=max(1e-3, part.length * 1e-5))
    point = Point(line.coords[0])
    return part, point, float(point.distance(part.boundary))


def under(want: float, height: float) -> float:
    """How far below the anchor a name of that height is centred, mm: under the box that the circle holds."""
    return 0.36 * want + height / 2 + 0.35


def _with_name(part: shapely.Polygon, calm: Point, want: float, name: tuple[float, float]) -> Point | None:
    """The place nearest to calm at which the circle fits and the name below it lies inside; None without one."""
    x0, y0, x1, y1 = part.bounds
    x, y = (v.ravel() for v in np.meshgrid(np.arange(x0, x1, STEP), np.arange(y0, y1, STEP)))
    x, y = np.r_[calm.x, x], np.r_[calm.y, y]
    shapely.prepare(part)
    good = shapely.contains_xy(part, x, y)
    w, down = name[0] / 2, under(want, name[1])
    for dx in (-w, 0.0, w):
        for dy in (down - name[1] / 2, down + name[1] / 2):
            good[good] = shapely.contains_xy(part, x[good] + dx, y[good] + dy)
    good[good] = shapely.distance(shapely.points(x[good], y[good]), part.boundary) >= want / 2
    if not good.any():
        return None
    away = np.hypot(x[good] - calm.x, y[good] - calm.y)
    best = int(np.argmin(away))
    return Point(round(float(x[good][best]), 4), round(float(y[good][best]), 4))


def name_size(names: Mapping[str, str], room: float) -> tuple[float, float]:
    """About how wide and high a cell's name is set, mm: letters a quarter of the room high, at most 1.5 rooms wide."""
    text = names.get("en") or next(iter(names.values()), "")
    return min(0.5 * 0.25 * room * len(text), 1.5 * room), 0.25 * room
