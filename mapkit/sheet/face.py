"""Layout + Map -> the marks of the map itself: shores, cells, borders, bridges, writing boxes, names."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import median

from mapkit.layout import Box, Layout, Place, Point, Ring
from mapkit.map import Map
from mapkit.sheet.arcs import arcs
from mapkit.sheet.clear import contains
from mapkit.sheet.edge import bands
from mapkit.sheet.label import NO_NAMES, drawn, labels, moved_up
from mapkit.sheet.marginalia import Style
from mapkit.sheet.marks import Dot, Mark, Op, Path, box, polyline
from mapkit.sheet.pattern import hatch

COAST, REGION, INNER = 0.5, 0.5, 0.24  # line weights in mm on A5
WATER = 1.1  # mm
ROOMY = 13.0  # mm: the largest writing box, on maps whose cells have room for it
CORNER = 0.22  # radius of a writing box's corners, as a share of its side


def face(map: Map, layout: Layout, style: Style, names: str) -> list[Mark]:
    """The map as marks, back to front. names: a locale, "both", or "none"."""
    tints = {c.id: style.looks[map.region[c.region].color].fill for c in map.cells}
    roomy = min(ROOMY, 0.42 * median(p.room for p in layout.places))
    boxes = {p.cell: writing_box(p, style, roomy) for p in layout.places}
    written = [] if names == NO_NAMES else labels(map, style, names)
    if written:
        boxes = moved_up(map, layout, written, boxes, style)
    marks: list[Mark] = []
    for level, lines in enumerate(layout.shores):
        ops = tuple(op for line in lines for op in polyline(line, close=False))
        if ops:
            marks.append(Path(f"shore-{level}", ops, None, style.theme.shore, 0.2 / (1 + 0.35 * level)))
    coast = tuple(op for a in arcs(layout) if len(a.cells) == 1 for op in polyline(a.points, a.closed))
    if coast and style.theme.water:  # a band of water along the coast, so that white land is told from white sea
        marks.append(Path("water", coast, None, style.theme.water, 2 * WATER))
    marks += [Path(f"cell-{p.cell}", outline(p), tints[p.cell]) for p in layout.places]
    for place in layout.places:
        marks += _pattern(map, place, boxes[place.cell], style)
    if style.theme.edge:
        regions = {c.id: c.region for c in map.cells}
        for cell, ops in bands(layout, regions, style.theme.edge).items():
            marks.append(
                Path(f"edge-{cell}", ops, None, style.looks[map.region[regions[cell]].color].strong, style.theme.edge)
            )
    marks += _lines(map, layout, style)
    for i, inset in enumerate(layout.insets):
        marks.append(Path(f"inset-{i}", box(*inset.box), None, style.theme.line, 0.3))
    for place in layout.places:
        marks += _ties(place, style)
    for bridge in layout.bridges:
        marks += _bridge(f"bridge-{bridge.a}-{bridge.b}", bridge.path, style)
    for place in layout.places:
        x0, y0, x1, y1 = boxes[place.cell]
        ops = box(x0, y0, x1, y1, (x1 - x0) * CORNER)
        marks.append(Path(f"box-{place.cell}", ops, style.theme.box, style.theme.line, 0.2))
    return [*marks, *drawn(map, layout, written, boxes, style)]


def _ties(place: Place, style: Style) -> Iterable[Mark]:
    """A dotted line from every part of a cell without the box to the nearest other part: they are one cell."""
    home = next((n for n, p in enumerate(place.outline) if contains(p, *place.anchor)), 0)
    loose = [n for n in range(len(place.outline)) if n != home]
    near = {n: _gap(place.outline[n][0], place.outline[home][0]) for n in loose}
    while loose:
        n = min(loose, key=lambda k: near[k])
        _, a, b = near[n]
        yield Path(f"tie-{place.cell}-{n}", polyline((a, b), close=False), None, style.theme.line, 0.35, (0.01, 0.9))
        loose.remove(n)
        for k in loose:
            near[k] = min(near[k], _gap(place.outline[k][0], place.outline[n][0]))


def _gap(one: Ring, two: Ring) -> tuple[float, Point, Point]:
    """The nearest two of the corners of two rings, and how far apart they are, mm."""
    return min((math.dist(p, q), p, q) for p in one for q in two)


def writing_box(place: Place, style: Style, roomy: float = 0.0) -> Box:
    """The square to write in, around the anchor: the largest that the cell holds with some air, at most 8 mm on A5 or
    roomy mm, whichever is more.

    Its corners are rounded, so in a round room it is wider than the inscribed square; in a square one it fills it.
    """
    reach = (0.5 - CORNER) * 2**0.5 + CORNER  # from the middle to a rounded corner, for a side of 1
    round_room = (place.room / 2 - 0.2) / reach / 2
    square_room = min(_chebyshev(place.anchor, a, b) for a, b in _segments(place)) - 0.3
    half = max(1.2, min(max(round_room, square_room), max(4.0 * max(style.scale, 0.8), roomy / 2)))
    x, y = place.anchor
    return x - half, y - half, x + half, y + half


def _segments(place: Place) -> Iterable[tuple[Point, Point]]:
    for polygon in place.outline:
        for ring in polygon:
            yield from zip(ring, (*ring[1:], ring[0]), strict=True)


def _chebyshev(point: Point, a: Point, b: Point) -> float:
    """Distance in the maximum norm from a point to a segment: half the side of the square that just touches it."""
    x, y, dx, dy = a[0] - point[0], a[1] - point[1], b[0] - a[0], b[1] - a[1]
    stops = [0.0, 1.0]  # the distance along the segment has its least value at an end or at one of these
    for over, under in ((-x, dx), (-y, dy), (y - x, dx - dy), (-y - x, dx + dy)):
        if under and 0 < over / under < 1:
            stops.append(over / under)
    return min(max(abs(x + t * dx), abs(y + t * dy)) for t in stops)


def outline(place: Place) -> tuple[Op, ...]:
    return tuple(op for polygon in place.outline for ring in polygon for op in polyline(ring, close=True))


def _pattern(map: Map, place: Place, clear: Box, style: Style) -> Iterable[Mark]:
    look = style.looks[map.region[map.cell[place.cell].region].color]
    ops = hatch(look.pattern, place.outline, (clear,))
    if ops:
        yield Path(f"pattern-{place.cell}", ops, None, look.hatch, look.pattern.width)


def _lines(map: Map, layout: Layout, style: Style) -> Iterable[Mark]:
    linked = {link.pair for link in map.links}
    k = max(0.8, min(1.2, style.scale))
    kinds: dict[str, list[Op]] = {"inner": [], "region": [], "coast": [], "cut": []}
    for arc in arcs(layout):
        regions = {map.cell[c].region for c in arc.cells}
        if len(arc.cells) == 1:
            kind = "coast"
        elif len(arc.cells) == 2 and arc.cells not in linked:
            kind = "cut"
        else:
            kind = "inner" if len(regions) == 1 else "region"
        kinds[kind] += polyline(arc.points, arc.closed)
    ink, paper = style.theme.line, style.theme.paper
    for kind, width in (("inner", INNER), ("region", REGION), ("coast", COAST)):
        if kinds[kind]:
            yield Path(f"lines-{kind}", tuple(kinds[kind]), None, ink, width * k)
    if kinds["cut"]:  # a wall: two lines, so that nobody takes it for a border that counts
        yield Path("lines-cut", tuple(kinds["cut"]), None, ink, 1.5 * k)
        yield Path("lines-cut-gap", tuple(kinds["cut"]), None, paper, 0.8 * k)


def _bridge(key: str, path: tuple[Point, ...], style: Style) -> Iterable[Mark]:
    ops, theme = polyline(path, close=False), style.theme
    yield Path(f"{key}-halo", ops, None, theme.paper, 1.5)
    yield Path(key, ops, None, theme.bridge, 0.8)
    for end, (x, y) in enumerate((path[0], path[-1])):
        yield Dot(f"{key}-end-{end}", x, y, 0.8, theme.bridge, theme.paper, 0.25)
