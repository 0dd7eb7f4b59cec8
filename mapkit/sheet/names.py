"""Layout + names -> where each name is written: beside its box, over as few lines as can be, never over a box.

Positions are tried greedily, the tightest cells first, then twice more with all others in place (after Christensen,
Marks & Shieber, "An empirical study of algorithms for point-feature label placement", 1995).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mapkit.layout import Box, Layout, Point
from mapkit.sheet.clear import Ground, Others, grown

EDGE = 5.0  # mm that a name stays off the trim
GAP = 0.35  # mm between a name and its box
LEADER_FROM = 22.0  # a place worse than this is left for one at sea with a leader line


@dataclass(frozen=True)
class Name:
    """Text centred on x with its baseline at y (mm); leader: the line to the cell's box, where it stands apart."""

    x: float
    y: float
    leader: tuple[Point, Point] | None = None


@dataclass(frozen=True)
class _Try:
    box: Box
    cost: float  # what the position itself costs: below the box is best
    leader: tuple[Point, Point] | None = None


def centred(
    layout: Layout, boxes: Mapping[str, Box], widths: Mapping[str, float], size: float, region: Mapping[str, str]
) -> dict[str, Box]:
    """The writing boxes, each moved up by half a line where box and name together then stand inside their cell."""
    ground = Ground(layout, boxes, region)
    lift = (size * 0.92 + GAP) / 2
    found = dict(boxes)
    for cell, (x0, y0, x1, y1) in boxes.items():
        up = (x0, y0 - lift, x1, y1 - lift)
        name = _around(((x0 + x1) / 2, y1 - lift + GAP + size * 0.46), (widths[cell], size * 0.92))
        if ground.cost(cell, name) == 0 and ground.cost(cell, grown(up, 0.25)) == 0:
            found[cell] = up
    return found


def place_names(
    layout: Layout, widths: Mapping[str, float], boxes: Mapping[str, Box], size: float, region: Mapping[str, str]
) -> dict[str, Name]:
    """Cell -> where its name stands. widths: mm of each set name; boxes: the writing boxes; size: the em in mm."""
    ground = Ground(layout, boxes, region)
    page = _page(layout)
    order = sorted(widths, key=lambda c: (layout.place[c].room, c))
    chosen: dict[str, _Try] = {}
    for _ in range(3):
        for cell in order:
            names = [t.box for c, t in chosen.items() if c != cell]
            leaders = [t.leader for c, t in chosen.items() if c != cell and t.leader]
            text = widths[cell], size * 0.92
            chosen[cell] = _best(cell, layout, page, ground, boxes[cell], text, Others(names, leaders))
    drop = size * 0.75  # from the top of a name to its baseline
    return {c: Name((t.box[0] + t.box[2]) / 2, t.box[1] + drop, t.leader) for c, t in chosen.items()}


def _best(
    cell: str, layout: Layout, page: Box, ground: Ground, box: Box, text: tuple[float, float], others: Others
) -> _Try:
    label = layout.place[cell].label
    if label is not None:
        return _Try(_around(label, text), 0.0)
    tries = [
        (t.cost + ground.cost(cell, t.box, others), n, t) for n, t in enumerate(_beside(box, text)) if _on(t.box, page)
    ]
    worth, _, best = min(
        tries, default=(math.inf, 0, _Try(_around(((box[0] + box[2]) / 2, box[3] + text[1]), text), 0.0))
    )
    if worth > LEADER_FROM:
        for t in _apart(box, text):
            if t.cost < worth and _on(t.box, page) and ground.open_sea(t.box, others):
                price = t.cost + ground.leader_cost(cell, t.leader, others)
                if price < worth:
                    worth, best = price, t
    return best


def _around(middle: Point, text: tuple[float, float]) -> Box:
    w, h = text
    return middle[0] - w / 2, middle[1] - h / 2, middle[0] + w / 2, middle[1] + h / 2


def _on(box: Box, page: Box) -> bool:
    return box[0] >= page[0] and box[1] >= page[1] and box[2] <= page[2] and box[3] <= page[3]


def _page(layout: Layout) -> Box:
    """Where names may stand: the safe area, or well off the trim's edge."""
    w, h = layout.size
    return layout.safe or (EDGE, EDGE, w - EDGE, h - EDGE)


def _beside(box: Box, text: tuple[float, float]) -> Iterator[_Try]:
    """Positions that touch the box: under and over it (also moved sideways), right and left of it."""
    x0, y0, x1, y1 = box
    x, y, (w, h) = (x0 + x1) / 2, (y0 + y1) / 2, text
    gap = GAP
    for shift in (0.0, 0.2, -0.2, 0.4, -0.4, 0.62, -0.62):
        extra = 2.2 * abs(shift)
        yield _Try(_around((x + shift * max(w, x1 - x0), y1 + gap + h / 2), text), extra)
        yield _Try(_around((x + shift * max(w, x1 - x0), y0 - gap - h / 2), text), 0.8 + extra)
    for lift in (0.0, 0.5, -0.5, 1.0, -1.0):
        extra = 1.6 + 0.4 * abs(lift)
        yield _Try(_around((x1 + gap + w / 2 + 0.3, y + lift * (y1 - y0) / 2), text), extra)
        yield _Try(_around((x0 - gap - w / 2 - 0.3, y + lift * (y1 - y0) / 2), text), extra)


def _apart(box: Box, text: tuple[float, float]) -> Iterator[_Try]:
    """Positions at some distance, with a leader from the name to the edge of the box."""
    x, y, half = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0]) / 2
    for ring in range(3, 14):
        for step in range(24):
            a = step * math.pi / 12
            reach = half + 1.6 * ring
            middle = (x + reach * math.cos(a) * 1.15, y + reach * math.sin(a))
            spot = _around(middle, text)
            level = min(max(y, spot[1] + 0.2), spot[3])
            for across in sorted({min(max(x, spot[0]), spot[2]), spot[0] + 0.5, spot[2] - 0.5}):
                d = math.hypot(across - x, level - y)
                if d <= half * 1.3:
                    continue
                start = (x + (across - x) * half * 1.05 / d, y + (level - y) * half * 1.05 / d)
                yield _Try(spot, 6.0 + 0.55 * (d - half), ((across, level), start))
