"""Closed lines + fill rule -> Polygon | MultiPolygon: which ring of a compound path is a hole, which an island."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from mapkit.carto.faces import valid

Ring = Sequence[tuple[float, float]]


def polygon(rings: Sequence[Ring], evenodd: bool) -> BaseGeometry | None:
    """The area that rings fill, None when it is nothing. Rings are taken not to cross each other.

    A ring is a hole when the area just inside of it is not filled: by evenodd when it lies in an odd number of others,
    by nonzero when windings cancel. A ring that crosses itself is left as it is: repair sees to it.
    """
    drawn = sorted(((Polygon(r), _signed(r)) for r in rings if len(set(r)) >= 3), key=lambda d: -abs(d[1]))
    drawn = [(shape, area) for shape, area in drawn if area or shape.convex_hull.area]  # a bow-tie sums up to nothing
    outlines = [shape for shape, _ in drawn]
    signs = [1 if area >= 0 else -1 for _, area in drawn]
    if len(outlines) < 2:
        return outlines[0] if outlines else None
    tree = shapely.STRtree(outlines)
    around: list[list[int]] = [[] for _ in outlines]
    for i, j in tree.query([_inside(s) for s in outlines], predicate="intersects").T.tolist():
        if j < i:  # larger, so it may hold ring i but not lie in it
            around[i].append(j)
    holes: dict[int, list[int]] = {}
    for i, holders in enumerate(around):
        outside = len(holders) % 2 if evenodd else sum(signs[j] for j in holders)
        inside = (outside + 1) % 2 if evenodd else outside + signs[i]
        if inside and not outside:
            holes[i] = []
        elif outside and not inside and (shell := max((j for j in holders if j in holes), default=None)) is not None:
            holes[shell].append(i)
    made = [Polygon(outlines[i].exterior, [outlines[j].exterior for j in inner]) for i, inner in holes.items()]
    return made[0] if len(made) == 1 else MultiPolygon(made)


def _signed(ring: Ring) -> float:
    x0, y0 = ring[0]
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum((x - x0) * (v - y0) - (u - x0) * (y - y0) for (x, y), (u, v) in pairs) / 2


def _inside(shape: Polygon) -> BaseGeometry:
    return shapely.point_on_surface(valid(shape))
