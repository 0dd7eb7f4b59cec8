"""Layout -> Layout with shores: lines that follow the coast into the sea, as hand-drawn maps have them."""

from __future__ import annotations

from dataclasses import replace

import shapely
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from mapkit.layout import Layout, Point

OFFSETS = (0.9, 2.0, 3.3)  # mm from the coast on A5


def with_shores(layout: Layout) -> Layout:
    """The layout with its shores drawn: offsets of the land, kept off insets, blocks and the page's edge."""
    scale = min(1.3, max(0.7, (layout.size[0] * layout.size[1] / (148 * 210)) ** 0.5))
    shapes = {p.cell: _shape(p.outline) for p in layout.places}
    away = {cell for inset in layout.insets for cell in inset.cells}
    page = box(0, 0, *layout.size).buffer(-2.0)
    taken = [box(*b) for _, b in layout.blocks] + [box(*i.box).buffer(0.6) for i in layout.insets]
    views = [([s for c, s in shapes.items() if c not in away], page.difference(shapely.union_all(taken)))]
    views += [([shapes[c] for c in i.cells if c in shapes], box(*i.box).buffer(-0.4)) for i in layout.insets]
    land = [(shapely.union_all(shapes_).buffer(0.01), clip) for shapes_, clip in views if shapes_]
    levels = tuple(
        tuple(sorted(line for shape, clip in land for line in _lines(shape.buffer(d * scale), clip))) for d in OFFSETS
    )
    return replace(layout, shores=levels)


def _shape(outline: tuple[tuple[tuple[Point, ...], ...], ...]) -> BaseGeometry:
    return shapely.make_valid(MultiPolygon([Polygon(p[0], p[1:]) for p in outline]))


def _lines(shape: BaseGeometry, clip: BaseGeometry) -> list[tuple[Point, ...]]:
    lines = shapely.line_merge(shape.boundary.intersection(clip))
    return [
        tuple((float(x), float(y)) for x, y in part.simplify(0.04).coords)
        for part in shapely.get_parts(lines)
        if part.geom_type == "LineString" and part.length > 1.5
    ]
