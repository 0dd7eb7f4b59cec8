"""Land + page -> Layout in the style "true": real shapes, generalised to what prints, as large as the page allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon

from mapkit.carto import frame, label
from mapkit.carto.bridge import bridges
from mapkit.carto.land import Land, fit_into, inset_wishes
from mapkit.carto.project import Shape, Shapes
from mapkit.layout import Block, Box, Inset, Layout, Place, Ring
from mapkit.layout import Polygon as Outline
from mapkit.map import Map

DETAIL = 0.35  # mm: what is finer than a pen's line goes (tolerance of coverage_simplify)
TURNS = (0.0, 4.0, -4.0, 8.0, -8.0, 12.0, -12.0)


def lay_out_true(
    map: Map,
    land: Land,
    size: tuple[float, float],
    blocks: Sequence[Block],
    margin: float,
    room: float,
    options: Mapping[str, Any],
    seed: int = 0,
) -> Layout:
    """The true shapes on the page. options: rotate (degrees clockwise; default: up to 12 where the page gains)."""
    at, boxes = arranged(land, size, blocks, margin, room, options, seed)
    shapes: dict[str, Shape] = {c: shapely.affinity.affine_transform(s, at.matrix()) for c, s in land.main.items()}
    insets = []
    for i, group in enumerate(land.insets):
        shapes |= fit_into(group, at.boxes[f"inset:{i}"])
        insets.append(Inset(at.boxes[f"inset:{i}"], tuple(sorted(group))))
    shapes = printable({c.id: shapes[c.id] for c in map.cells}, DETAIL)
    return finish(map, "true", size, shapes, insets, boxes, room)


def arranged(
    land: Land,
    size: tuple[float, float],
    blocks: Sequence[Block],
    margin: float,
    room: float,
    options: Mapping[str, Any],
    seed: int = 0,
) -> tuple[frame.Arrangement, list[tuple[str, Box]]]:
    """Where the land, the insets and the blocks stand."""
    wants = frame.wishes(blocks, seed) + inset_wishes(land, size, room)
    turns = (float(options["rotate"]),) if "rotate" in options else TURNS if land.projection else (0.0,)
    at = frame.arrange(shapely.union_all(list(land.main.values())), size, margin, wants, turns)
    return at, [(b.name, at.boxes[b.name]) for b in blocks]


def printable(shapes: Shapes, detail: float) -> dict[str, Shape]:
    """Simplified as a coverage (every border stays shared), coordinates on a raster of 0.1 µm."""
    simple = shapely.coverage_simplify(np.array(list(shapes.values()), dtype=object), detail)
    out = {}
    for (c, before), after in zip(shapes.items(), simple, strict=True):
        rounded = shapely.transform(after, lambda p: np.round(p, 4))
        out[c] = rounded if rounded.is_valid and not rounded.is_empty else before
    return out


def finish(
    map: Map,
    style: str,
    size: tuple[float, float],
    shapes: Shapes,
    insets: Sequence[Inset],
    blocks: Sequence[tuple[str, Box]],
    room: float,
    names: Mapping[str, tuple[float, float]] | None = None,
) -> Layout:
    """The Layout of finished shapes in mm: anchors, bridges, tuples. names: width and height in mm of each name."""
    spots = {c: label.spot(s, room, (names or {}).get(c, (0.0, 0.0))) for c, s in shapes.items()}
    places = tuple(Place(c.id, outline(shapes[c.id]), spots[c.id].anchor, spots[c.id].room) for c in map.cells)
    lines = bridges(map, shapes, size, insets, [b for _, b in blocks])
    return Layout(map.id, size, style, places, lines, tuple(insets), tuple(blocks))


def outline(shape: Shape) -> tuple[Outline, ...]:
    """A shape's rings as tuples of mm, largest part first, each ring open."""
    parts = sorted(shapely.get_parts(shape), key=lambda p: -p.area)
    return tuple(tuple(_ring(r) for r in (p.exterior, *p.interiors)) for p in parts)


def polygons(outline: Sequence[Outline]) -> Shape:
    """The shape of an outline."""
    made = [Polygon(rings[0], rings[1:]) for rings in outline]
    return made[0] if len(made) == 1 else MultiPolygon(made)


def _ring(ring: shapely.LinearRing) -> Ring:
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(ring)[:-1])
