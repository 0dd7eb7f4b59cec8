"""Whatever polygons come, a survey, a repair and a check give answers and raise nothing."""

import warnings
from pathlib import Path

import pytest
import shapely
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from mapkit.carto.check import check
from mapkit.carto.coverage import repair
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
        if not shapely.coverage_is_valid(cells):  # GEOS's check errs where a cell touches itself at a point
            assert any(not shapely.boundary(s).is_simple for s in cells)
            over = sum(s.area for s in cells) - shapely.union_all(cells).area
            assert abs(over) <= 1e-9 * sum(s.area for s in cells)
        assert all(s.is_valid and not s.is_empty for s in coverage.shapes.values())
        suggest_links(made, coverage.shapes, lonlat)
        suggest_regions(made, coverage.shapes, 1, proposals=1)
