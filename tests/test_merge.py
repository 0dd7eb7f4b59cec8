"""Cells merged: the smallest first, within their group, and nothing else moves."""

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import shapely
from letter_maps import drawn

from mapkit import folder
from mapkit.carto.coverage import Coverage, repair
from mapkit.carto.merge import merged, plan_merges, read_groups
from mapkit.carto.rewrite import merge_folder
from mapkit.carto.source import load
from mapkit.carto.survey import survey
from mapkit.edit import merge_cells
from mapkit.errors import MapkitError


def cover(text: str) -> Coverage:
    return repair(drawn(text))[0]


def test_named_cells_become_one_under_the_first_id_and_the_rest_stays() -> None:
    before = cover("AAB\nCCB\nCCD")
    after = merged(before, read_groups("A+B"))
    assert list(after.shapes) == ["A", "C", "D"]
    assert after.shapes["A"].area == 4
    assert after.shapes["C"] == before.shapes["C"]
    assert shapely.coverage_is_valid(list(after.shapes.values()))
    assert survey(after).lengths == {("A", "C"): 3.0, ("A", "D"): 1.0, ("C", "D"): 1.0}


def test_the_smallest_cell_joins_the_neighbour_it_shares_most_with() -> None:
    coverage = cover("AAAB\nAAAB\nDCCC\nCCCC")
    assert plan_merges(coverage, survey(coverage), 3) == [("A",), ("B",), ("C", "D")]


def test_merging_goes_on_until_the_number_is_reached() -> None:
    coverage = cover("ABCDEFGH\nABCDEFGH")
    groups = plan_merges(coverage, survey(coverage), 3)
    assert len(groups) == 3
    assert sorted(c for g in groups for c in g) == list("ABCDEFGH")
    assert all(shape.geom_type == "Polygon" for shape in merged(coverage, groups).shapes.values())
    assert len(plan_merges(coverage, survey(coverage), 1)) == 1


def test_merging_stays_within_groups_and_stops_when_each_is_one_cell() -> None:
    coverage = cover("ABCD\nABCD")
    by = {"A": "west", "B": "west", "C": "east", "D": "east"}
    assert plan_merges(coverage, survey(coverage), 2, by) == [("A", "B"), ("C", "D")]
    groups = plan_merges(coverage, survey(coverage), 1, by)
    assert [{by[c] for c in g} for g in groups] == [{"west"}, {"east"}]


def test_an_island_joins_the_nearest_cell_of_its_group() -> None:
    coverage = cover("AA.I\nAA..\n....\nBBB.\nBBB.")
    assert plan_merges(coverage, survey(coverage), 2) == [("A", "I"), ("B",)]
    far = plan_merges(coverage, survey(coverage), 2, {"I": "x", "B": "x", "A": "y"})
    assert far == [("A",), ("B", "I")]


def test_thousands_of_cells_are_merged_in_a_moment_islands_too() -> None:
    shapes = {f"{x}-{y}": shapely.box(x, y, x + 1, y + 1) for x in range(40) for y in range(40)}
    isles = {f"i{k}": shapely.box(50 + k % 25 * 2, k // 25 * 2, 51 + k % 25 * 2, 1 + k // 25 * 2) for k in range(500)}
    coverage = Coverage({**shapes, **isles}, False)
    found = survey(coverage)
    began = time.process_time()
    groups = plan_merges(coverage, found, 100)
    assert time.process_time() - began < 5
    assert len(groups) == 100 and sum(map(len, groups)) == 2100


def test_faults_are_one_line() -> None:
    coverage = cover("AB")
    with pytest.raises(MapkitError, match="no cell 'Z'"):
        merged(coverage, [("A", "Z")])
    with pytest.raises(MapkitError, match="'A' is merged twice"):
        merged(coverage, [("A", "B"), ("A", "B")])
    with pytest.raises(MapkitError, match=r"name cells as A\+B"):
        read_groups("A,B")
    with pytest.raises(MapkitError, match="at least 1 is left"):
        plan_merges(coverage, survey(coverage), 0)


def test_two_merges_at_once_are_done_one_after_the_other(tmp_path: Path) -> None:
    place = tmp_path / "germany"
    shutil.copytree(folder.shipped() / "germany", place)
    with ThreadPoolExecutor() as pool:
        both = pool.map(lambda cells: merge_folder(place, cells, merge_cells), ["SH+HH", "BB+BE"])
        assert sorted((m.before, m.after) for m in both) == [(15, 14), (16, 15)]
    declared = folder.read(place)
    assert {c.id for c in declared.cells} == set(load(declared).shapes)
    assert not {"HH", "BE"} & {c.id for c in declared.cells}
