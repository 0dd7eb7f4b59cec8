"""A new map has the points a sheet can show and no more: the same cells, borders and parts; --exact keeps all."""

from __future__ import annotations

import json
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path

import pytest
import shapely
from shapely.geometry import mapping

from mapkit import folder
from mapkit.carto import fewer
from mapkit.carto.new import create
from mapkit.carto.source import Source, load
from mapkit.carto.survey import survey


def crooked(across: int, points: int) -> dict[str, shapely.Polygon]:
    """Squares whose sides are waves a ten-thousandth high, so many points a side."""

    def side(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
        low, high = sorted((a, b))
        steps = [k / points for k in range(points + 1)]
        dx, dy = high[0] - low[0], high[1] - low[1]
        long = hypot(dx, dy)
        waves = [1e-4 * sin(9 * pi * t) * cos(40 * t) * (0 < t < 1) for t in steps]
        line = [
            (low[0] + dx * t - dy / long * w, low[1] + dy * t + dx / long * w)
            for t, w in zip(steps, waves, strict=True)
        ]
        return line if low == a else line[::-1]

    found = {}
    for x in range(across):
        for y in range(across):
            turns = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
            ring = [p for a, b in pairwise(turns) for p in side(a, b)[:-1]]
            found[f"c{x}-{y}"] = shapely.Polygon(ring)
    return found


def points(source: Source) -> int:
    return int(shapely.get_num_coordinates(list(source.shapes.values())).sum())


@pytest.fixture
def detailed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(fewer, "MANY", 5_000)
    features = [
        {"type": "Feature", "id": i, "properties": {}, "geometry": mapping(s)} for i, s in crooked(4, 200).items()
    ]
    path = tmp_path / "fine.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": None, "features": features}), encoding="utf-8")
    return path


def test_points_no_sheet_shows_are_left_out_and_told(detailed: Path, tmp_path: Path) -> None:
    made = create(tmp_path / "lean", detailed)
    kept = load(folder.read(made.folder))
    whole = load(folder.read(create(tmp_path / "exact", detailed, exact=True).folder))
    assert 2 * points(kept) <= points(whole)
    assert survey(kept).lengths.keys() == survey(whole).lengths.keys() and survey(kept).touches == survey(whole).touches
    assert shapely.coverage_is_valid(list(kept.shapes.values()))
    far = [shapely.hausdorff_distance(kept.shapes[i], whole.shapes[i]) for i in whole.shapes]
    assert max(far) < 4 / 2_000  # a fifth of a mm where the map is 400 mm wide
    told = (made.folder / "SOURCE.md").read_text(encoding="utf-8")
    assert "were left out (Visvalingam" in told
    assert "--exact" in next(f.fix for f in made.findings if f.rule == "simplified")
    assert "left out" not in (tmp_path / "exact" / "SOURCE.md").read_text(encoding="utf-8")


def test_a_map_of_few_points_is_written_as_it_is(tmp_path: Path) -> None:
    source = Source(crooked(3, 20), False)
    assert fewer.lean(source, survey(source)) is source


def test_a_cell_much_smaller_than_the_others_keeps_its_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewer, "MANY", 1_000)
    whole = crooked(3, 100)
    tiny = shapely.Point(1.5, 1.5).buffer(1e-3)
    shapes = {**whole, "c1-1": whole["c1-1"].difference(tiny), "tiny": tiny}
    source = Source(shapes, False)
    assert fewer.lean(source, survey(source)) is source


def test_shapes_that_are_no_coverage_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewer, "MANY", 1_000)
    whole = crooked(3, 100)
    source = Source({**whole, "c1-1": whole["c1-1"].buffer(0.01)}, False)
    assert fewer.lean(source, survey(source)) is source and fewer.coarse(source) is source
