"""The states of the USA, where maps/america has them: the real borders, the Four Corners a point."""

import csv
import json
from pathlib import Path

import pytest
import shapely

from mapkit.carto.source import Source
from mapkit.carto.survey import survey

ROOT = Path(__file__).parent.parent
CELLS = ROOT / "maps" / "america" / "cells.geojson"


@pytest.mark.skipif(not CELLS.is_file(), reason="maps/america is not there yet")
def test_the_states_have_exactly_the_borders_of_the_list() -> None:
    rows = list(csv.DictReader((ROOT / "tests" / "data" / "us_borders.csv").open()))
    raw = json.loads(CELLS.read_text())
    shapes = {f["id"].removeprefix("US-"): shapely.from_geojson(json.dumps(f["geometry"])) for f in raw["features"]}
    found = survey(Source(shapes, True))
    expected = {(r["a"], r["b"]) for r in rows if {r["a"], r["b"]} <= set(shapes)}
    assert set(found.lengths) == expected
    assert {("AZ", "CO"), ("NM", "UT")} <= set(found.touches)
