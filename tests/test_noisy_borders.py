"""Borders that two cells draw each in their own way: found, with a tolerance that nobody has to state."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import shapely
from letter_maps import drawn
from shapely import Polygon, box
from shapely.geometry import mapping

from mapkit.carto import tiles
from mapkit.carto.coverage import repair
from mapkit.carto.new import create
from mapkit.carto.source import Source, load
from mapkit.carto.survey import survey
from mapkit.folder import read as toml

sys.path.insert(0, str(Path(__file__).parent / "bench"))
from drawn_maps import drawn_map
from partitions import bricks, drawn_twice, edge_lengths, gaps, plain, truth, voronoi, wiggly

PART = voronoi(1500)
TRUTH = {(min(str(a), str(b)), max(str(a), str(b))) for a, b in truth(PART).tolist()}


def source(cells: np.ndarray) -> Source:  # type: ignore[type-arg]
    return Source(dict(zip(map(str, range(len(cells))), cells.tolist(), strict=True)), False)


def rates(cells: np.ndarray) -> tuple[float, float]:  # type: ignore[type-arg]
    """Precision and recall."""
    found = set(survey(source(cells)).lengths)
    return len(found & TRUTH) / len(found), len(found & TRUTH) / len(TRUTH)


@pytest.mark.parametrize("cells", [plain(PART), wiggly(PART)], ids=["straight", "wiggly"])
def test_exact_borders_are_found_exactly_with_their_lengths(cells: np.ndarray) -> None:  # type: ignore[type-arg]
    found = survey(source(cells))
    assert set(found.lengths) == TRUTH
    assert found.doubtful == ()
    total = (shapely.length(cells).sum() - shapely.union_all(cells).length) / 2
    assert sum(found.lengths.values()) == pytest.approx(total)


def test_a_brick_wall_has_all_its_borders_though_no_corner_is_shared() -> None:
    wall, pairs = bricks(12, 12)
    found = survey(source(wall))
    assert set(found.lengths) == {(min(str(a), str(b)), max(str(a), str(b))) for a, b in pairs.tolist()}
    assert set(np.round(list(found.lengths.values()), 9)) == {1.0}


@pytest.mark.parametrize("noise", [1e-9, 1e-6, 1e-4])
def test_borders_jittered_and_resampled_on_each_side_are_found(noise: float) -> None:
    precision, recall = rates(drawn_twice(PART, noise))
    assert min(precision, recall) >= 0.9997


def test_with_coarse_noise_only_borders_about_as_short_as_the_noise_are_missed() -> None:
    noise = 5e-3
    found = survey(source(drawn_twice(PART, noise)))
    missed = TRUTH - set(found.lengths)
    short = (edge_lengths(PART) < 4 * noise).sum() / 2
    assert len(missed) <= short
    assert len(set(found.lengths) - TRUTH) <= short / 4
    assert len(set(found.lengths) ^ TRUTH) <= 0.003 * len(TRUTH)


@pytest.mark.parametrize("width", [1e-6, 1e-3])
def test_gaps_between_all_cells_hide_no_border(width: float) -> None:
    precision, recall = rates(gaps(PART, width))
    assert min(precision, recall) >= 0.999


def test_a_gap_or_an_overlap_of_a_millionth_is_a_border() -> None:
    shapes = {"a": box(0, 0, 1, 1), "b": box(1 + 1e-6, 0, 2, 1), "c": box(0, 1 - 1e-6, 2, 2)}
    assert survey(Source(shapes, False)).lengths == pytest.approx(
        {("a", "b"): 1.0, ("a", "c"): 1.0, ("b", "c"): 1.0}, rel=1e-4
    )


def test_a_neighbours_vertex_inside_an_edge_is_no_obstacle() -> None:
    a, b = Polygon([(0, 0), (2, 0), (2, 2), (0, 2)]), Polygon([(2, 0), (4, 0), (4, 2), (2, 2), (2, 1.3), (2, 0.4)])
    assert survey(Source({"a": a, "b": b}, False)).lengths == pytest.approx({("a", "b"): 2.0})


def test_a_strait_is_no_border() -> None:
    assert survey(drawn("AAA.BBB\nAAA.BBB")).lengths == {}
    coast = [(10 + 0.3 * np.sin(k), k / 4) for k in range(40)]
    east = [(11.2 + 0.4 * np.sin(1.7 * k + 1), k / 4) for k in range(40)]
    a, b = Polygon([(0, 0), *coast, (0, 10)]), Polygon([(20, 0), *east, (20, 10)])
    assert survey(Source({"a": a, "b": b, "c": box(-5, 0, 0, 10)}, False)).lengths.keys() == {("a", "c")}


def test_a_tolerance_that_is_given_is_used() -> None:
    shapes = {"a": box(0, 0, 5, 1), "b": box(5.5, 0, 9, 1)}
    assert survey(Source(shapes, False), tolerance=0.6).lengths == pytest.approx({("a", "b"): 1.0})
    assert survey(Source(shapes, False), tolerance=0.4).lengths == {}


def test_doubtful_pairs_are_listed_with_length_and_gap() -> None:
    found = survey(source(drawn_twice(PART, 5e-3)))
    assert found.doubtful
    taken = set(found.lengths)
    assert any(b.pair in taken for b in found.doubtful) and any(b.pair not in taken for b in found.doubtful)
    assert all(b.length < 0.1 for b in found.doubtful)


def test_a_repair_of_gaps_gives_every_border_back_and_loses_no_cell() -> None:
    part = voronoi(60)
    cells = gaps(part, 0.03)
    coverage, changes = repair(source(cells))
    assert len(coverage.shapes) == 60
    assert shapely.coverage_is_valid(list(coverage.shapes.values()))
    wanted = {(min(str(a), str(b)), max(str(a), str(b))) for a, b in truth(part).tolist()}
    found = set(survey(coverage, tolerance=0).lengths)
    assert found == set(survey(source(cells)).lengths)
    assert len(found ^ wanted) <= 3  # borders about as short as the gaps are wide
    assert all(" square units" in f.message for f in changes)


def test_a_repair_of_noisy_borders_loses_no_cell() -> None:
    cells = drawn_twice(voronoi(120), 2e-3)
    coverage, _ = repair(source(cells))
    assert len(coverage.shapes) == 120
    assert shapely.coverage_is_valid(list(coverage.shapes.values()))
    whole = shapely.union_all(list(coverage.shapes.values()))
    assert whole.area == pytest.approx(120, rel=2e-3)
    assert len([hole for part in shapely.get_parts(whole) for hole in part.interiors]) == 0


@pytest.mark.parametrize("noise", [1e-4, 1e-3])
def test_a_repair_has_the_borders_that_the_survey_found(noise: float) -> None:
    noisy = source(drawn_twice(voronoi(400, 3), noise, 4))
    coverage, _ = repair(noisy)
    assert len(coverage.shapes) == 400
    assert shapely.coverage_is_valid(list(coverage.shapes.values()))
    assert len(set(survey(coverage, tolerance=0).lengths) ^ set(survey(noisy).lengths)) <= 1
    moved = [abs(coverage.shapes[k].area - noisy.shapes[k].area) for k in noisy.shapes]
    assert max(moved) < 8 * noise


def test_short_borders_that_only_corners_tell_are_in_the_repair_too() -> None:
    parted = source(gaps(PART, 1e-2))
    found = survey(parted)
    coverage, _ = repair(parted)
    assert len(set(survey(coverage, tolerance=0).lengths) ^ set(found.lengths)) <= 1  # of a dozen such
    assert sorted(found.lengths[b.pair] for b in found.doubtful if b.pair in found.lengths)[10] < 1e-2


def test_a_map_welded_tile_by_tile_loses_no_border_along_the_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    noisy = source(drawn_twice(PART, 1e-3, 8))
    whole = set(survey(repair(noisy)[0], tolerance=0).lengths)
    monkeypatch.setattr(tiles, "TILE", 150)
    coverage, _ = repair(noisy)
    assert shapely.coverage_is_valid(list(coverage.shapes.values()))
    assert len(set(survey(coverage, tolerance=0).lengths) ^ whole) <= 1


def test_a_repair_leaves_islands_and_borders_drawn_once_as_they_are() -> None:
    shapes = {"a": box(0, 0, 1, 1), "b": box(1.002, 0, 2, 1), "c": box(2, 0, 3, 1), "d": box(3, 0, 4, 1)}
    shapes["isle"] = box(5, 0, 6, 1)
    coverage, changes = repair(Source(shapes, False), tolerance=0.01)
    assert all(shapely.equals_identical(coverage.shapes[k], shapes[k]) for k in ("c", "d", "isle"))
    assert set(survey(coverage, tolerance=0).lengths) == {("a", "b"), ("b", "c"), ("c", "d")}
    assert [f.where.split(",")[0] for f in changes] == ["a", "b"]


def test_islands_of_one_cell_between_several_seas_keep_their_outlines_though_the_tolerance_is_wide() -> None:
    rng = np.random.default_rng(4)
    islands = [shapely.Point(*at).buffer(r) for at, r in (((20, 20), 8), ((10, 33), 4), ((31, 12), 4), ((25, 34), 3))]
    rough = [np.array(x.exterior.coords[:-1]) + rng.normal(0, 0.25, (64, 2)) for x in islands]
    land = shapely.union_all([shapely.make_valid(Polygon(xy), method="structure") for xy in rough])
    water = shapely.buffer(land, 0.4).simplify(0.1)
    west, east = box(0, 0, 19.9, 40).difference(water), box(20.1, 0, 40, 40).difference(water)
    drawing = Source({"land": land, "west": west, "east": east}, False)
    before = survey(drawing).lengths
    coverage, findings = repair(drawing, 4.0)
    after = survey(coverage, 0.0).lengths
    assert set(after) == set(before) == {("east", "land"), ("east", "west"), ("land", "west")}
    assert not [f for f in findings if f.severe]
    assert all(abs(after[pair] / before[pair] - 1) < 0.25 for pair in before)
    assert coverage.shapes["land"].symmetric_difference(land).area < 0.15 * land.area


@pytest.mark.parametrize("tolerance", [0.06, 0.17, 0.2])
def test_gaps_are_closed_however_much_wider_the_tolerance_is(tolerance: float) -> None:
    squares = [box(x + 0.025, y + 0.025, x + 0.975, y + 0.975) for y in range(5) for x in range(5)]
    coverage, _ = repair(source(shapely.segmentize(squares, 0.13)), tolerance)
    assert len(survey(coverage, 0.0).borders) == 40


def test_an_enclave_drawn_apart_from_its_hole_is_fitted_in() -> None:
    ring = shapely.Point(0, 0).buffer(3).difference(shapely.Point(0, 0).buffer(1, quad_segs=24))
    coverage, _ = repair(Source({"ring": ring, "core": shapely.Point(0, 0).buffer(0.995, quad_segs=15)}, False), 0.02)
    assert shapely.coverage_is_valid(list(coverage.shapes.values()))
    assert survey(coverage, tolerance=0).lengths == pytest.approx({("core", "ring"): 2 * np.pi}, rel=0.01)
    assert not shapely.union_all(list(coverage.shapes.values())).interiors


def test_borders_drawn_as_lines_between_the_cells_are_found_with_nothing_set() -> None:
    hit = found = wanted = 0
    for seed in range(2000, 2008):
        cells, sure, either = drawn_map(seed)
        got = set(survey(source(cells)).lengths) - either
        hit, found, wanted = hit + len(got & sure), found + len(got), wanted + len(sure)
    assert hit / found >= 0.999 and hit / wanted >= 0.999  # two coasts near each other are none


def test_borders_simplified_on_each_side_by_itself_are_found_though_short_ones_are_gone_from_one_side() -> None:
    part = voronoi(1500, 11)
    wanted = {(min(str(a), str(b)), max(str(a), str(b))) for a, b in truth(part).tolist()}
    found = set(survey(source(shapely.simplify(wiggly(part, 9, 3, 0.15), 0.01))).lengths)
    assert len(found - wanted) <= 2 and len(wanted - found) <= 5


def test_cells_that_meet_in_fours_are_no_neighbours_across_when_each_is_simplified() -> None:
    def bent(xy: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        x, y = xy.T
        return xy + 0.06 * np.column_stack([np.sin(np.pi * y) * np.sin(9 * y), np.sin(np.pi * x) * np.sin(7 * x)])

    cells = [
        shapely.transform(shapely.segmentize(box(i, j, i + 1, j + 1), 0.02), bent) for j in range(9) for i in range(9)
    ]
    exact = set(survey(source(np.array(cells))).lengths)
    assert len(exact) == 144
    for tolerance in (0.003, 0.01):
        assert set(survey(source(shapely.simplify(np.array(cells), tolerance))).lengths) == exact


@pytest.mark.parametrize("lonlat", [False, True])
@pytest.mark.parametrize("wide", [0.002, -0.002])
@pytest.mark.parametrize("lean", [0.0, 0.3, 0.9, 1.7])
def test_cells_in_fours_drawn_too_large_or_too_small_are_no_neighbours_across(
    lean: float, wide: float, lonlat: bool
) -> None:
    cells = {f"{x}{y}": box(x, y, x + 1, y + 1) for x in range(4) for y in range(4)}
    leaning = {k: shapely.transform(c, lambda xy: xy + xy[:, ::-1] * [lean, 0]) for k, c in cells.items()}
    grown = {k: shapely.buffer(c, wide, join_style="mitre") for k, c in leaning.items()}
    found = survey(Source(grown, lonlat))
    assert set(found.lengths) == {
        (a, b) for a in cells for b in cells if a < b and abs(int(a[0]) - int(b[0])) + abs(int(a[1]) - int(b[1])) == 1
    }
    across = {b.pair for b in found.doubtful}
    assert across <= {(a, b) for a in cells for b in cells if a[0] != b[0] and a[1] != b[1]}
    assert len(across) == 18 or wide < 0  # both ways at all nine meetings: told, not taken


@pytest.mark.parametrize("step", [0.002, 0.01, 0.1])
@pytest.mark.parametrize("wide", [0.002, -0.002])
def test_two_meetings_of_three_near_each_other_keep_the_border_between_them(step: float, wide: float) -> None:
    shapes = {"a": box(0, 1, 1, 2), "b": box(1, 1, 2, 2), "c": box(0, 0, 1 + step, 1), "d": box(1 + step, 0, 2, 1)}
    grown = {k: shapely.buffer(c, wide, join_style="mitre") for k, c in shapes.items()}
    assert ("b", "c") in survey(Source(grown, False)).lengths


def test_a_border_drawn_apart_on_both_sides_of_180_degrees_is_found() -> None:
    ragged = np.random.default_rng(1).uniform(1e-4, 3e-4, 20)
    ys = np.linspace(-16.0, -18.0, 20)
    west = Polygon([(178, -18), (178, -16), *((180 - r, y) for r, y in zip(ragged, ys, strict=True))])
    east = Polygon(
        [(-178, -16), (-178, -18), *((r - 180, y + 0.01) for r, y in zip(ragged[::-1], ys[::-1], strict=True))]
    )
    far = box(177, -18, 178, -16)
    found = survey(Source({"west": west, "east": east, "far": far}, True))
    assert set(found.lengths) == {("east", "west"), ("far", "west")}
    assert found.lengths["east", "west"] == pytest.approx(found.lengths["far", "west"], rel=0.01)


def test_a_new_map_of_cells_drawn_one_by_one_fits_together_and_tells_what_that_decided(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    squares = [np.array(box(x, y, x + 1, y + 1).exterior.coords[:-1]) for y in range(7) for x in range(7)]
    cells = [Polygon(xy + rng.normal(0, 0.01, (4, 2))) for xy in squares]  # in fours at a corner: who meets across?
    features = [
        {"type": "Feature", "id": f"c{k}", "properties": {}, "geometry": mapping(c)} for k, c in enumerate(cells)
    ]
    file = tmp_path / "cells.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "crs": None, "features": features}), encoding="utf-8")
    made = create(tmp_path / "map", file)
    rules = {f.rule for f in made.findings}
    assert "as-drawn" not in rules and "doubtful" in rules
    drawn = survey(load(toml(made.folder)), tolerance=0)
    assert len(drawn.lengths) == made.borders
