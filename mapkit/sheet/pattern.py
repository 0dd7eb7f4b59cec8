"""Pattern + polygons -> Path ops: light hatching, clipped exactly to cells with holes (stdlib only).

Lines lie on one grid for the whole sheet, so a pattern runs on unbroken from cell to cell. Every line is clipped by an
even-odd scanline; a zigzag is a straight line in a plane sheared along a triangle wave, so it is clipped exactly too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mapkit.layout import Box, Point, Polygon, Ring
from mapkit.sheet.marks import Op

SHORTEST = 0.25  # mm; a shorter crumb of a line is left out


@dataclass(frozen=True)
class Lines:
    """One family of parallel lines, mm: angle in degrees clockwise from the x axis, spacing from line to line.

    dash (on, off), shifted by half a period on every second line; zigzag (amplitude, wavelength); phase moves them all.
    """

    angle: float
    spacing: float
    dash: tuple[float, float] | None = None
    zigzag: tuple[float, float] | None = None
    phase: float = 0.0

    def __post_init__(self) -> None:
        if self.spacing <= 0 or (self.dash and min(self.dash) <= 0) or (self.zigzag and self.zigzag[1] <= 0):
            raise ValueError("lines need a spacing, dashes and a wavelength above 0 mm")


@dataclass(frozen=True)
class Pattern:
    """Families of lines drawn with one width in mm, round caps. No families: a plain cell."""

    name: str
    families: tuple[Lines, ...]
    width: float = 0.18


PATTERNS = {
    p.name: p
    for p in (
        Pattern("plain", ()),
        Pattern("level", (Lines(0, 1.7),)),
        Pattern("upright", (Lines(90, 1.7),)),
        Pattern("rise", (Lines(-45, 1.7),)),
        Pattern("fall", (Lines(45, 1.7),)),
        Pattern("grid", (Lines(0, 2.6), Lines(90, 2.6)), 0.16),
        Pattern("diamond", (Lines(45, 2.6), Lines(-45, 2.6)), 0.16),
        Pattern("dots", (Lines(0, 1.3, dash=(0.02, 2.58)),), 0.5),
        Pattern("dashes", (Lines(0, 1.3, dash=(1.5, 1.3)),), 0.24),
        Pattern("waves", (Lines(0, 1.9, zigzag=(0.45, 2.4)),)),
        Pattern("pairs", (Lines(-45, 3.2), Lines(-45, 3.2, phase=0.8))),
        Pattern("crosses", (Lines(0, 1.7, dash=(0.9, 2.5)), Lines(90, 1.7, dash=(0.9, 2.5))), 0.2),
    )
}


def hatch(pattern: Pattern, polygons: Iterable[Polygon], keep_clear: Sequence[Box] = ()) -> tuple[Op, ...]:
    """Path ops, to be stroked with pattern.width: the pattern inside the polygons (mm) and outside the boxes (mm).

    Holes, and parts of several polygons, go by the even-odd rule over all rings. Lines end half a width inside, so that
    their round caps do not stand out. () when nothing is left.
    """
    half = pattern.width / 2
    rings = [ring for polygon in polygons for ring in polygon]
    corners = [_corners((x0 - half, y0 - half, x1 + half, y1 + half)) for x0, y0, x1, y1 in keep_clear]
    ops: list[Op] = []
    for family in pattern.families:
        turn = math.radians(family.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        inside = _scan([_to_line(ring, family, cos, sin) for ring in rings], family)
        outside = [_scan([_to_line(ring, family, cos, sin)], family) for ring in corners]
        for row in sorted(inside):
            spans = _merged([span for clear in outside for span in clear.get(row, ())])
            y = row * family.spacing + family.phase
            for start, stop in _cut([(a + half, b - half) for a, b in inside[row] if b - a > 2 * half], spans):
                for a, b in _dashed(start, stop, row, family):
                    if b - a < SHORTEST and not (family.dash and b - a >= 0.99 * family.dash[0]):
                        continue
                    points = [(x, y + _zig(x, family)) for x in (a, *_kinks(a, b, family), b)]
                    turned = [(x * cos - v * sin, x * sin + v * cos) for x, v in points]
                    ops.append(("M", *turned[0]))
                    ops.extend(("L", *p) for p in turned[1:])
    return tuple(ops)


def _corners(box: Box) -> Ring:
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _to_line(ring: Ring, family: Lines, cos: float, sin: float) -> list[Point]:
    """The ring in the family's own plane, where its lines are level and straight."""
    turned = [(x * cos + y * sin, y * cos - x * sin) for x, y in ring]
    if family.zigzag is None:
        return turned
    sheared: list[Point] = []
    for (x0, y0), (x1, y1) in zip(turned, [*turned[1:], turned[0]], strict=True):
        sheared.append((x0, y0 - _zig(x0, family)))
        kinks = _kinks(min(x0, x1), max(x0, x1), family)
        along = kinks if x0 < x1 else kinks[::-1]
        sheared.extend((x, y0 + (y1 - y0) * (x - x0) / (x1 - x0) - _zig(x, family)) for x in along)
    return sheared


def _scan(rings: Iterable[Sequence[Point]], family: Lines) -> dict[int, list[tuple[float, float]]]:
    """Row -> spans (x start, x stop) of the family's line inside the rings, even-odd, from left to right."""
    hits: dict[int, list[float]] = {}
    for ring in rings:
        x0, y0 = ring[-1]
        for x1, y1 in ring:
            low, high = (y0, y1) if y0 < y1 else (y1, y0)
            # rows with low <= y < high, so that a corner on a line counts once, and a level edge not at all
            for row in range(
                math.ceil((low - family.phase) / family.spacing), math.ceil((high - family.phase) / family.spacing)
            ):
                y = row * family.spacing + family.phase
                hits.setdefault(row, []).append(x0 + (x1 - x0) * (y - y0) / (y1 - y0))
            x0, y0 = x1, y1
    return {row: list(zip(xs[::2], xs[1::2], strict=True)) for row, xs in ((r, sorted(v)) for r, v in hits.items())}


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for start, stop in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(stop, merged[-1][1])
        else:
            merged.append((start, stop))
    return merged


def _cut(spans: list[tuple[float, float]], holes: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans less the holes; both sorted and without overlaps."""
    left: list[tuple[float, float]] = []
    for start, stop in spans:
        for a, b in holes:
            if b > start and a < stop:
                if a > start:
                    left.append((start, a))
                start = max(start, b)
        if start < stop:
            left.append((start, stop))
    return left


def _dashed(start: float, stop: float, row: int, family: Lines) -> list[tuple[float, float]]:
    if family.dash is None:
        return [(start, stop)]
    on, off = family.dash
    period = on + off
    shift = (row % 2) * period / 2 - on / 2
    first = math.floor((start - shift) / period)
    dashes = ((k * period + shift, k * period + shift + on) for k in range(first, math.ceil((stop - shift) / period)))
    return [(max(a, start), min(b, stop)) for a, b in dashes if b > start and a < stop]


def _zig(x: float, family: Lines) -> float:
    """The triangle wave at x, -amplitude..amplitude; 0 for straight lines."""
    if family.zigzag is None:
        return 0.0
    amplitude, length = family.zigzag
    return amplitude * (4 * abs(x / length - math.floor(x / length + 0.5)) - 1)


def _kinks(start: float, stop: float, family: Lines) -> list[float]:
    """The corners of the triangle wave strictly between start and stop."""
    if family.zigzag is None:
        return []
    half = family.zigzag[1] / 2
    return [k * half for k in range(math.floor(start / half) + 1, math.ceil(stop / half))]
