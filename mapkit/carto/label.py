"""Outline of a cell -> anchor and room: where the box stands (Garcia-Castellanos & Lombardo 2007, poles of
inaccessibility; GEOS MaximumInscribedCircle)."""

from __future__ import annotations

from dataclasses import dataclass

import shapely
from shapely.geometry import Point

from mapkit.carto.project import Shape


@dataclass(frozen=True)
class Spot:
    """Where to write in a cell. circle: mm, diameter of the largest circle anywhere in it; room: around the anchor."""

    anchor: tuple[float, float]
    room: float
    circle: float


def spot(shape: Shape, want: float) -> Spot:
    """The anchor of a cell. shape in mm; want: the diameter that is enough.

    In a small cell it is the centre of the largest circle; where there is more room than wanted it moves toward the
    centre of the cell, as far as a circle half as large again as wanted (or 0.85 of the largest) still fits.
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
    return Spot((round(anchor.x, 4), round(anchor.y, 4)), float(room), 2 * radius)


def _circle(part: shapely.Polygon) -> tuple[shapely.Polygon, Point, float]:
    line = shapely.maximum_inscribed_circle(part, tolerance=max(1e-3, part.length * 1e-5))
    point = Point(line.coords[0])
    return part, point, float(point.distance(part.boundary))
