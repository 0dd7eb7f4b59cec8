"""Whatever polygons come, a survey, a repair and a check give answers and raise nothing."""

import warnings
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import pytest
import shapely
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from mapkit.carto.check import check
from mapkit.carto.coverage import repair
from mapkit.carto.faces import valid
from mapkit.carto.graph import make_map
from mapkit.carto.links import suggest_links
from mapkit.carto.regions import suggest_regions
from mapkit.carto.source import Source
from mapkit.carto.survey import survey
from mapkit.folder import parse

numbers = st.integers(-6, 6).map(float) | st.integers(-6000, 6000).map(lambda k: k / 1000) | st.just(-0.0)
rings = st.lists(st.tuples(numbers, numbers), min_size=3, max_size=7)
polygons = rings.map(Polygon)
holed = st.tuples(rings, rings).map(lambda two: Polygon(two[0], [two[1]]))
shapes = polygons | holed | st.just(Polygon()) | st.lists(polygons, min_size=1, max_size=3).map(MultiPolygon)

Point = tuple[Fraction, Fraction]


def fits(cells: list[BaseGeometry]) -> bool:
    """Whether valid cells are a coverage, in exact arithmetic: lines meet at their ends only, a line that two cells
    have in common has one on either side, and a line of one cell has no other cell beside it."""
    edges = []
    for k, cell in enumerate(cells):
        for part in shapely.get_parts(shapely.orient_polygons(cell)):
            for ring in shapely.get_rings(part):
                places = [(Fraction(x), Fraction(y)) for x, y in shapely.get_coordinates(ring).tolist()]
                edges += [(k, a, b) for a, b in pairwise(places) if a != b]
    if any(cut(e[1:], f[1:]) for e, f in combinations(edges, 2)):
        return False
    ways = Counter((a, b) for _, a, b in edges)
    if max(ways.values()) > 1:
        return False
    alone = [(k, a, b) for k, a, b in edges if (b, a) not in ways]
    own = [[(a, b) for k, a, b in edges if k == cell] for cell in range(len(cells))]
    middles = [(k, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) for k, a, b in alone]
    return not any(inside(at, own[c]) for k, at in middles for c in range(len(cells)) if c != k)


def side(a: Point, b: Point, c: Point) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(a: Point, b: Point, c: Point) -> bool:
    """c lies on the line from a to b and is no end of it."""
    return c not in (a, b) and side(a, b, c) == 0 and min(a, b) < c < max(a, b)


def cut(e: tuple[Point, Point], f: tuple[Point, Point]) -> bool:
    """Two lines meet elsewhere than in ends of both."""
    (a, b), (c, d) = e, f
    if any(max(a[i], b[i]) < min(c[i], d[i]) or max(c[i], d[i]) < min(a[i], b[i]) for i in (0, 1)):
        return False
    if any((between(a, b, c), between(a, b, d), between(c, d, a), between(c, d, b))):
        return True
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def inside(at: Point, edges: list[tuple[Point, Point]]) -> bool:
    """at lies in the ring or rings, and on none of the edges."""
    crossings = 0
    for a, b in edges:
        if (a[1] > at[1]) != (b[1] > at[1]):
            crossings += (side(a, b, at) > 0) == (b[1] > a[1])
    return crossings % 2 == 1


@settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.generate), database=None)
@given(st.lists(shapes, min_size=1, max_size=7), st.booleans())
@pytest.mark.filterwarnings("ignore")
def test_any_shapes_are_surveyed_repaired_and_checked(drawn: list[BaseGeometry], lonlat: bool) -> None:
    warnings.simplefilter("ignore")
    ids = [chr(65 + k) for k in range(len(drawn))]
    source = Source(dict(zip(ids, drawn, strict=True)), lonlat)
    found = survey(source)
    assert all(b.length > 0 and b.a < b.b for b in found.borders)
    raw = {
        "cells": {i: {"en": i} for i in ids},
        "regions": {"one": {"color": "red", "letter": "R", "cells": ids}},
    }
    declaration = parse(raw, Path("maps/toy/map.toml"))
    made = make_map(declaration, found.borders)
    assert all(f.message and f.where for f in check(declaration, source, found, made, 8))
    coverage, _ = repair(source)
    if coverage.shapes:
        cells = list(coverage.shapes.values())
        # GEOS's check errs where many cells touch at a point; arithmetic without rounding does not
        assert shapely.coverage_is_valid(cells) or fits(cells)
        assert all(s.is_valid and not s.is_empty for s in coverage.shapes.values())
        suggest_links(made, coverage.shapes, lonlat)
        suggest_regions(made, coverage.shapes, 1, proposals=1)


def test_a_ring_that_is_a_point_beside_crossing_ones_is_made_valid() -> None:
    dot, crossing = Polygon([(0, 1), (0, 1), (0, 1)]), Polygon([(-1.292, 0), (0.272, 1.201), (1, 0.487), (0, 0.889)])
    shape = MultiPolygon([dot, crossing, Polygon([(0.424, -2), (-0.091, 1), (0, -1)])])
    made = valid(shape)
    assert made.is_valid and made.area > 0
    assert survey(Source({"a": shape, "b": shapely.box(1, -1, 2, 2)}, False)).touches == ()


def test_exact_arithmetic_tells_a_coverage() -> None:
    wide, inner, beside = shapely.box(0, 0, 3, 3), shapely.box(1, 1, 2, 2), shapely.box(3, 0, 4, 3)
    assert fits([wide, beside])
    assert fits([wide, shapely.box(3, 3, 4, 4)])
    assert fits([wide - inner, inner])
    assert not fits([wide, inner])
    assert not fits([wide, wide])
    assert not fits([wide, shapely.box(2, 1, 4, 2)])
    assert not fits([wide, shapely.box(3, 0, 4, 2)])  # a corner of one amid the other's line
