"""Hatching stays inside its cell, out of the writing box, and light; it is compared with a point-by-point sampling."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from mapkit.layout import Box, Point, Polygon
from mapkit.sheet.marks import Op
from mapkit.sheet.pattern import PATTERNS, Lines, Pattern, hatch

DRAWN = [p for p in PATTERNS.values() if p.families]
SQUARE: Polygon = (((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)),)
HOLED: Polygon = (
    ((0.3, 0.2), (30.1, 3.3), (25.7, 22.9), (14.2, 12.4), (2.2, 24.8)),
    ((5.0, 6.0), (9.0, 6.5), (8.0, 11.0), (4.6, 10.0)),
)
ISLAND: Polygon = (((32.0, 10.0), (38.0, 9.0), (36.0, 17.0)),)
BOX: Box = (12.0, 4.0, 20.0, 12.0)


def segments(ops: tuple[Op, ...]) -> list[tuple[Point, Point]]:
    found: list[tuple[Point, Point]] = []
    at: Point = (0.0, 0.0)
    for op in ops:
        to = (float(op[1]), float(op[2]))
        if op[0] == "L":
            found.append((at, to))
        at = to
    return found


def within(p: Point, polygons: tuple[Polygon, ...]) -> bool:
    """Even-odd by a ray to the right, one ring edge at a time."""
    odd = False
    for ring in itertools.chain(*polygons):
        for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
            if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (x1 - x0) * (p[1] - y0) / (y1 - y0):
                odd = not odd
    return odd


def along(a: Point, b: Point) -> list[Point]:
    steps = max(2, int(math.dist(a, b) / 0.05))
    return [(a[0] + (b[0] - a[0]) * (k + 0.5) / steps, a[1] + (b[1] - a[1]) * (k + 0.5) / steps) for k in range(steps)]


def test_there_are_at_least_eight_patterns_and_no_two_draw_the_same() -> None:
    assert len(DRAWN) >= 8
    assert len({hatch(p, (SQUARE,)) for p in DRAWN}) == len(DRAWN)


@pytest.mark.parametrize("pattern", DRAWN, ids=lambda p: p.name)
def test_every_line_lies_inside_the_cell_and_outside_its_holes_and_the_writing_box(pattern: Pattern) -> None:
    cell = (HOLED, ISLAND)
    lines = segments(hatch(pattern, cell, [BOX]))
    assert lines
    half = pattern.width / 2
    for a, b in lines:
        for p in along(a, b):
            assert within(p, cell)
            assert not (BOX[0] - half < p[0] < BOX[2] + half and BOX[1] - half < p[1] < BOX[3] + half)


@pytest.mark.parametrize("pattern", DRAWN, ids=lambda p: p.name)
def test_the_pattern_reaches_every_corner_of_the_cell(pattern: Pattern) -> None:
    cell = (HOLED, ISLAND)
    drawn = [p for a, b in segments(hatch(pattern, cell)) for p in (a, b, *along(a, b))]
    rng = random.Random(4)
    for _ in range(400):
        p = rng.uniform(0, 38), rng.uniform(0, 25)
        deep = all(within((p[0] + dx, p[1] + dy), cell) for dx in (-2, 0, 2) for dy in (-2, 0, 2))
        if deep:
            assert min(math.dist(p, q) for q in drawn) < 2.6


@pytest.mark.parametrize("pattern", DRAWN, ids=lambda p: p.name)
def test_a_pattern_stays_light_under_handwriting(pattern: Pattern) -> None:
    drawn = sum(math.dist(a, b) + 0.25 * math.pi * pattern.width for a, b in segments(hatch(pattern, (SQUARE,))))
    assert 0.03 < drawn * pattern.width / 400 < 0.15


def test_lines_run_on_unbroken_from_cell_to_cell() -> None:
    right: Polygon = (((20.0, 0.0), (40.0, 0.0), (40.0, 20.0), (20.0, 20.0)),)
    level = PATTERNS["level"]
    assert {a[1] for a, _ in segments(hatch(level, (SQUARE,)))} == {a[1] for a, _ in segments(hatch(level, (right,)))}


def test_corners_on_a_line_and_level_edges_are_counted_once() -> None:
    pattern = Pattern("test", (Lines(0, 1.0),), 0.0)
    diamond: Polygon = (((0.0, 5.0), (5.0, 0.0), (10.0, 5.0), (5.0, 10.0)),)
    rows = segments(hatch(pattern, (diamond,)))
    assert [round(b[0] - a[0], 9) for a, b in rows] == [2, 4, 6, 8, 10, 8, 6, 4, 2]
    step: Polygon = (((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (8.0, 2.0), (8.0, 4.0), (0.0, 4.0)),)
    assert [round(b[0] - a[0], 9) for a, b in segments(hatch(pattern, (step,)))] == [4, 4, 8, 8]


def test_a_plain_pattern_and_a_cell_covered_by_its_box_draw_nothing() -> None:
    assert hatch(PATTERNS["plain"], (SQUARE,)) == ()
    assert all(hatch(p, (SQUARE,), [(-1.0, -1.0, 21.0, 21.0)]) == () for p in DRAWN)


def test_overlapping_boxes_are_both_kept_clear() -> None:
    both = [(4.0, 4.0, 12.0, 12.0), (8.0, 8.0, 16.0, 16.0)]
    for a, b in segments(hatch(PATTERNS["level"], (SQUARE,), both)):
        for x, y in along(a, b):
            assert not any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in both)
