"""Layout -> what lies under a box of text: lines, other cells, writing boxes, bridges, marginalia."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mapkit.layout import Box, Layout, Point, Polygon
from mapkit.sheet.arcs import sides

TILE = 4.0  # mm: side of the tiles that segments are filed under
BOXED, NAMED, BRIDGED, FOREIGN, MISTAKEN, AT_SEA = 80.0, 60.0, 50.0, 14.0, 6.0, 1.2
CLOSE = 1.1  # mm: a name so near the box of another cell is taken for that cell's
APART = 0.9  # mm between names on one line, lest they read as one
ALONG = 0.5  # mm: a leader that keeps so near an outline runs along it
PER_MM = {"coast": 1.2, "inner": 2.0, "region": 2.6}

Segment = tuple[Point, Point]


@dataclass(frozen=True)
class Others:
    """The names of other cells and the leaders that lead to them."""

    names: Sequence[Box] = ()
    leaders: Sequence[Segment] = ()


class Ground:
    """Everything drawn that text must keep clear of, filed by tile so that a look is cheap."""

    def __init__(self, layout: Layout, boxes: Mapping[str, Box], region: Mapping[str, str]) -> None:
        """boxes: cell -> its writing box; region: cell -> its region."""
        self.boxes = boxes
        self.fixed = [b for _, b in layout.blocks]
        self.insets = [i.box for i in layout.insets]
        self.inset_of = {c: i.box for i in layout.insets for c in i.cells}
        self.bridges = [s for b in layout.bridges for s in zip(b.path, b.path[1:], strict=False)]
        self.cells = [(p.cell, polygon, _bounds(polygon[0])) for p in layout.places for polygon in p.outline]
        self.tiles: dict[tuple[int, int], list[tuple[Segment, str]]] = {}
        for segment, cells in sides(layout).items():
            kind = "coast" if len(cells) == 1 else "inner" if len({region[c] for c in cells}) == 1 else "region"
            for tile in _tiles(_bounds(segment)):
                self.tiles.setdefault(tile, []).append((segment, kind))

    def cost(self, cell: str, box: Box, others: Others = Others()) -> float:
        """How bad a name of the cell would stand there; 0 inside the cell and clear of all."""
        total = BOXED * sum(_overlap(box, b) for c, b in self.boxes.items() if c != cell)
        close = grown(box, CLOSE)
        total += MISTAKEN * sum(_overlap(close, b) for c, b in self.boxes.items() if c != cell)
        total += BOXED * sum(_overlap(box, b) for b in self.fixed)
        total += BOXED * sum(self._frame(cell, box, frame) for frame in self.insets)
        x0, y0, x1, y1 = box
        total += NAMED * sum(_overlap((x0 - APART, y0 - 0.25, x1 + APART, y1 + 0.25), b) for b in others.names)
        total += NAMED * sum(_inside(s, box) > 0 for s in others.leaders)
        total += BRIDGED * any(_inside(s, grown(box, 0.8)) > 0 for s in self.bridges)
        total += sum(PER_MM[kind] * _inside(s, box) for s, kind in self._near(box))
        middle = (y0 + y1) / 2
        for x in (x0 + 0.3, (x0 + x1) / 2, x1 - 0.3):
            under = self.at((x, middle))
            total += 0.0 if under == cell else AT_SEA if under is None else FOREIGN
        return total

    def open_sea(self, box: Box, others: Others) -> bool:
        """Whether nothing at all is drawn there."""
        x0, y0, x1, y1 = box
        wide = grown(box, 0.6)
        taken = (*self.boxes.values(), *self.fixed, *self.insets, *others.names)
        if any(_overlap(wide, b) for b in taken):
            return False
        if any(_inside(s, wide) > 0 for s in (*self.bridges, *others.leaders)):
            return False
        return (
            not any(_inside(s, wide) > 0 for s, _ in self._near(wide))
            and self.at(((x0 + x1) / 2, (y0 + y1) / 2)) is None
        )

    def leader_cost(self, cell: str, leader: Segment | None, others: Others) -> float:
        """What a leader line costs: it may leave its cell over the coast, and should cross nothing else: no box, no
        bridge, no other name or leader; nor run along an outline, where it would look like one.
        """
        if leader is None:
            return 0.0
        (xa, ya), (xb, yb) = leader
        steps = [(xa + (xb - xa) * t / 12, ya + (yb - ya) * t / 12) for t in range(13)]
        foreign = sum(self.at(p) not in (None, cell) for p in steps)
        along = sum(self._drawn_near(p) for p in steps)
        crossed = sum(_inside(leader, b) > 0 for c, b in self.boxes.items() if c != cell)
        bridged = any(_cross(leader, s) for s in self.bridges)
        written = sum(_inside(leader, b) > 0 for b in others.names) + any(_cross(leader, s) for s in others.leaders)
        return 8.0 * foreign + 4.0 * max(0, along - 2) + BOXED * crossed + BRIDGED * bridged + NAMED * written

    def at(self, point: Point) -> str | None:
        """The cell at a point, None at sea."""
        x, y = point
        for cell, polygon, (x0, y0, x1, y1) in self.cells:
            if x0 <= x <= x1 and y0 <= y <= y1 and contains(polygon, x, y):
                return cell
        return None

    def _frame(self, cell: str, box: Box, frame: Box) -> bool:
        """Whether the box lies on an inset's frame, inside an inset that is not the cell's, or outside its own."""
        inside = frame[0] < box[0] and frame[1] < box[1] and box[2] < frame[2] and box[3] < frame[3]
        return not inside if self.inset_of.get(cell) == frame else _overlap(box, frame)

    def _drawn_near(self, point: Point) -> bool:
        spot = grown((*point, *point), ALONG)
        return any(_inside(s, spot) > 0 for s, _ in self._near(spot))

    def _near(self, box: Box) -> list[tuple[Segment, str]]:
        found = {id(entry): entry for tile in _tiles(box) for entry in self.tiles.get(tile, ())}
        return list(found.values())


def grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _tiles(box: Box) -> list[tuple[int, int]]:
    x0, y0, x1, y1 = (int(v // TILE) for v in box)
    return [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]


def _bounds(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _inside(segment: Segment, box: Box) -> float:
    """Length in mm of the part of a segment inside a box (Liang & Barsky 1984)."""
    (xa, ya), (xb, yb) = segment
    dx, dy = xb - xa, yb - ya
    low, high = 0.0, 1.0
    for step, near, far in ((dx, box[0] - xa, box[2] - xa), (dy, box[1] - ya, box[3] - ya)):
        if step == 0:
            if near > 0 or far < 0:
                return 0.0
        else:
            one, two = sorted((near / step, far / step))
            low, high = max(low, one), min(high, two)
    return max(0.0, high - low) * float((dx * dx + dy * dy) ** 0.5)


def _cross(one: Segment, two: Segment) -> bool:
    """Whether two segments cross."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, two
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def contains(polygon: Polygon, x: float, y: float) -> bool:
    """Whether a point lies in a polygon with holes (even-odd rule)."""
    inside = False
    for ring in polygon:
        xa, ya = ring[-1]
        for xb, yb in ring:
            if (ya > y) != (yb > y) and x < xa + (y - ya) * (xb - xa) / (yb - ya):
                inside = not inside
            xa, ya = xb, yb
    return inside
