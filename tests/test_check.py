"""What a check finds, with place and size; and what a repair mends."""

import json
from pathlib import Path

import numpy as np
import pytest
import shapely
from letter_maps import drawn
from shapely import Polygon, box
from shapely.affinity import translate

from mapkit import folder
from mapkit.carto.check import check
from mapkit.carto.coverage import repair
from mapkit.carto.graph import make_map
from mapkit.carto.source import Source
from mapkit.carto.survey import survey
from mapkit.folder import Declaration, parse
from mapkit.map import Finding

ROOT = Path(__file__).parent.parent


def toy(cells: str, regions: dict[str, str], **links: list[object]) -> Declaration:
    raw = {
        "cells": {i: {"en": i} for i in cells},
        "regions": {
            name: {"color": name, "letter": name[0], "cells": list(inside)} for name, inside in regions.items()
        },
        "links": links,
    }
    return parse(raw, Path("maps/toy/map.toml"))


def findings(declaration: Declaration, source: Source, rounds: int = 8) -> list[Finding]:
    found = survey(source)
    return check(declaration, source, found, make_map(declaration, found.borders), rounds)


def rules(found: list[Finding], severe: bool | None = None) -> list[str]:
    return sorted(f.rule for f in found if severe is None or f.severe is severe)


def japan() -> Source:
    raw = json.loads((ROOT / "maps" / "japan" / "cells.geojson").read_text())
    return Source({f["id"]: shapely.from_geojson(json.dumps(f["geometry"])) for f in raw["features"]}, True)


JAPAN = folder.read(ROOT / "maps" / "japan")


def test_japan_has_no_severe_finding() -> None:
    found = findings(JAPAN, japan())
    assert rules(found, severe=True) == []
    assert "pieces" in rules(found)


@pytest.mark.parametrize("cell", ["JP-10", "JP-26", "JP-43"])
def test_a_polygon_shifted_by_two_km_is_severe_overlaps_gaps_and_lost_borders_with_place_and_size(cell: str) -> None:
    source = japan()
    east = 2 / 111.2 / np.cos(np.radians(36))
    moved = Source({**source.shapes, cell: translate(source.shapes[cell], east, 0)}, True)
    found = findings(JAPAN, moved)
    severe = [f for f in found if f.severe]
    assert {"overlap", "gap", "border-lost"} <= {f.rule for f in severe}
    for f in severe:
        if f.rule in ("overlap", "gap", "border-lost"):
            assert cell in f.where
            assert "N " in f.where and f.where.endswith("E")
            assert " km" in f.message
    lost = next(f for f in severe if f.rule == "border-lost")
    assert "2 km apart" in lost.message or "1.9" in lost.message or "2.0" in lost.message
    assert "move" in lost.fix


def test_a_cell_without_a_polygon_and_a_polygon_without_a_cell_are_severe() -> None:
    found = findings(toy("ABX", {"red": "ABX"}), drawn("ABC"))
    assert {(f.rule, f.where) for f in found if f.severe} >= {("no-polygon", "X"), ("no-cell", "C")}


def test_a_region_in_two_parts_is_told_with_the_reason() -> None:
    apart = findings(toy("ABCD", {"red": "AC", "blue": "BD"}, bridges=[["A", "D"]]), drawn("ABC.D"))
    split = next(f for f in apart if f.rule == "region-split" and "red" in f.where)
    assert "A-C" in split.message and "1 units apart" in split.message
    corner = findings(toy("ABCD", {"red": "AD", "blue": "BC"}), drawn("AB\nCD"))
    assert "A-D touch in a point only" in next(f for f in corner if "red" in f.where).message
    cut = findings(toy("AB", {"red": "AB"}, cuts=[["A", "B"]], isolates=["B"]), drawn("AB"))
    assert "region-split" not in rules(cut)


def test_a_cell_linked_to_nothing_is_severe_unless_declared() -> None:
    assert "isolate" in rules(findings(toy("ABD", {"red": "ABD"}), drawn("AB.D")), severe=True)
    told = next(f for f in findings(toy("ABD", {"red": "ABD"}), drawn("AB.D")) if f.rule == "isolate")
    assert '["B", "D"] (1 units apart)' in told.fix
    assert rules(findings(toy("ABD", {"red": "ABD"}, isolates=["D"]), drawn("AB.D")), severe=True) == []
    assert "isolate-linked" in rules(findings(toy("AB", {"red": "AB"}, isolates=["A"]), drawn("AB")))


def test_a_piece_that_nothing_ties_is_severe() -> None:
    found = findings(toy("ABCDE", {"red": "ABCDE"}), drawn("ABC.DE"))
    assert "piece-apart" in rules(found, severe=True)


def test_a_bridge_over_a_cell_or_over_a_bridge_is_found() -> None:
    over = findings(toy("ABC", {"red": "ABC"}, bridges=[["A", "C"]]), drawn("A.B.C"))
    assert any(f.rule == "bridge-over-cell" and "runs over B for 1 units" in f.message for f in over)
    cross = findings(
        toy("ABCDE", {"red": "ABCDE"}, bridges=[["A", "E"], ["B", "D"]]),
        Source(
            {
                "A": box(0, 0, 1, 1),
                "B": box(0, 9, 1, 10),
                "C": box(0, 20, 1, 21),
                "D": box(9, 0, 10, 1),
                "E": box(9, 9, 10, 10),
            },
            False,
        ),
    )
    assert "bridge-over-bridge" in rules(cross)
    beside = findings(toy("ABC", {"red": "ABC"}, bridges=[["A", "B"]]), drawn("A.B\n...\nC.."))
    assert "bridge-over-cell" not in rules(beside)


def test_a_region_larger_than_its_dice_is_told_with_the_figures_and_not_severe() -> None:
    found = findings(toy("ABCDEFGH", {"red": "ABCDEFGH"}), drawn("ABCDEFGH"))
    large = next(f for f in found if f.rule == "region-large")
    assert not large.severe
    assert "8 cells for 6.9 expected rolls" in large.message
    assert "region-large" not in rules(findings(toy("ABCDEFG", {"red": "ABCDEFG"}), drawn("ABCDEFG")))


def test_overlaps_and_thin_gaps_have_place_and_size_and_lakes_are_only_told() -> None:
    over = Source({"A": box(0, 0, 1.1, 1), "B": box(1, 0, 2, 1)}, False)
    overlap = next(f for f in findings(toy("AB", {"red": "AB"}), over) if f.rule == "overlap")
    assert overlap.severe and "0.1 square units" in overlap.message and "x 1.05, y 0.5" in overlap.where
    lake = findings(toy("A", {"red": "A"}, isolates=["A"]), drawn("AAA\nA.A\nAAA"))
    assert [(f.severe, "1 square units" in f.message) for f in lake if f.rule == "hole"] == [(False, True)]
    thin = Source({"A": box(0, 0, 9, 9).difference(box(1, 1, 8, 8.05)), "B": box(1, 1, 8, 8)}, False)
    assert any(f.rule == "gap" for f in findings(toy("AB", {"red": "AB"}), thin))


def test_a_touch_is_told() -> None:
    assert "touch" in rules(findings(toy("ABCD", {"red": "AB", "blue": "CD"}), drawn("AB\nCD")))


def test_a_valid_coverage_is_repaired_into_itself() -> None:
    source = japan()
    coverage, found = repair(source)
    assert found == []
    assert all(shapely.equals_exact(coverage.shapes[k], source.shapes[k], 0) for k in source.shapes)


def test_a_repair_gives_a_valid_coverage_and_tells_every_change() -> None:
    bow = Polygon([(0, 2), (1, 3), (1, 2), (0, 3)])
    shapes = {"A": box(0, 0, 1.1, 1), "B": box(1, 0, 2, 1), "C": box(0, 1, 2, 2), "T": bow, "E": Polygon()}
    coverage, found = repair(Source(shapes, False))
    assert set(coverage.shapes) == {"A", "B", "C", "T"}
    assert shapely.coverage_is_valid(list(coverage.shapes.values()))
    assert all(shape.is_valid and not shape.is_empty for shape in coverage.shapes.values())
    assert {"overlap"} & {f.rule for f in found} or {f.where.split(",")[0] for f in found} >= {"A", "T", "E"}
    assert [f.rule for f in found if f.severe] == ["no-polygon"]


def test_a_repair_closes_gaps_up_to_the_tolerance_and_leaves_other_borders_alone() -> None:
    shapes = {"A": box(0, 0, 1, 1), "B": box(1.01, 0, 2, 1), "C": box(0, 1, 2, 2), "D": box(0, -1, 2, 0)}
    coverage, found = repair(Source(shapes, False), tolerance=0.05)
    assert ("A", "B") in survey(coverage).lengths
    assert shapely.union_all(list(coverage.shapes.values())).area == pytest.approx(6)
    assert [f.where.split(",")[0] for f in found if "gained 0.005 square units" in f.message] == ["A", "B"]
    far = {**shapes, "E": Polygon([(8, 8), (9, 8.001), (9.002, 9), (8, 9.03)])}
    assert repair(Source(far, False), tolerance=0.05)[0].shapes["E"].equals(far["E"])


def test_of_identical_polygons_one_is_left_out_and_said_so() -> None:
    coverage, found = repair(Source({"A": box(0, 0, 1, 1), "B": box(0, 0, 1, 1), "C": box(1, 0, 2, 1)}, False))
    assert len(coverage.shapes) == 2
    assert [f.rule for f in found if f.severe] == ["cell-lost"]


def test_an_island_drawn_over_a_sea_cell_is_cut_out_of_it() -> None:
    coverage, _ = repair(Source({"sea": box(0, 0, 9, 9), "isle": box(3, 3, 4, 4)}, False))
    assert coverage.shapes["sea"].area == pytest.approx(80)
    assert survey(coverage).lengths == pytest.approx({("isle", "sea"): 4.0})


def test_cells_that_have_one_name_are_told_once_for_all_languages() -> None:
    raw = {
        "cells": {"A": {"en": "Zagreb", "ja": "ザ"}, "B": {"en": "ZAGREB", "ja": "ザ"}, "C": {"en": "Istria"}},
        "regions": {"red": {"color": "red", "letter": "R", "cells": ["A", "B", "C"]}},
    }
    found = findings(parse(raw, Path("maps/toy/map.toml")), drawn("ABC"))
    told = [(f.where, f.message) for f in found if f.rule == "same-name"]
    assert told == [("A-B", "have one name: Zagreb (en), ザ (ja)")]
