"""Layout -> bands just inside the edge of regions, for sheets that leave their cells white."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from mapkit.layout import Layout, Place, Point, Ring
from mapkit.sheet.arcs import sides
from mapkit.sheet.marks import Op, polyline

SHARPEST = 2.0  # a corner moves inward by at most so many band widths


def bands(layout: Layout, region: Mapping[str, str], width: float) -> dict[str, tuple[Op, ...]]:
    """Cell -> path ops to be stroked with width mm: half a width inside wherever another region or the sea begins.

    region: cell -> its region.
    """
    around = sides(layout)
    found: dict[str, tuple[Op, ...]] = {}
    for place in layout.places:
        ops: list[Op] = []
        for ring in _rings(place):
            outside = [
                not any(
                    c != place.cell and region[c] == region[place.cell] for c in around.get((min(p, q), max(p, q)), ())
                )
                for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)
            ]
            for line, closed in _runs(ring, outside):
                ops += polyline(_inside(line, closed, width / 2), closed)
        if ops:
            found[place.cell] = tuple(ops)
    return found


def _rings(place: Place) -> Iterator[Ring]:
    """Rings turned so that the cell lies to the right of every segment as it is walked (y down)."""
    for polygon in place.outline:
        for n, ring in enumerate(polygon):
            kept = tuple(p for p, q in zip(ring, (*ring[1:], ring[0]), strict=True) if p != q)
            twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(kept, (*kept[1:], kept[0]), strict=True))
            yield kept if (twice > 0) == (n == 0) else kept[::-1]


def _runs(ring: Ring, wanted: list[bool]) -> Iterator[tuple[list[Point], bool]]:
    """Maximal stretches of wanted segments as polylines; a whole ring is closed."""
    n = len(ring)
    if all(wanted):
        yield list(ring), True
        return
    for start in range(n):
        if wanted[start] and not wanted[start - 1]:
            end = start
            while wanted[end % n]:
                end += 1
            yield [ring[i % n] for i in range(start, end + 1)], False


def _inside(line: list[Point], closed: bool, by: float) -> tuple[Point, ...]:
    """The line moved to its right by so many mm, corners mitred."""
    n = len(line)
    count = n if closed else n - 1
    normals = []
    for i in range(count):
        (x0, y0), (x1, y1) = line[i], line[(i + 1) % n]
        length = math.hypot(x1 - x0, y1 - y0)
        normals.append((-(y1 - y0) / length, (x1 - x0) / length))
    moved = []
    for i, (x, y) in enumerate(line):
        a = normals[i - 1] if closed or i > 0 else normals[0]
        b = normals[i] if i < count else normals[-1]
        dot = 1 + a[0] * b[0] + a[1] * b[1]
        scale = by / max(dot, 1 / SHARPEST)
        moved.append((x + (a[0] + b[0]) * scale, y + (a[1] + b[1]) * scale))
    return tuple(moved)
