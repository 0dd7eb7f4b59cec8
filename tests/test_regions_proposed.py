"""Regions proposed: contiguous, even, compact, several to choose from."""

import shutil
from pathlib import Path

import pytest
from letter_maps import drawn, outlined

from mapkit.carto.graph import make_map
from mapkit.carto.regions import suggest_regions
from mapkit.carto.source import Source
from mapkit.carto.survey import survey
from mapkit.cli import main
from mapkit.edit import set_regions
from mapkit.folder import parse, read, shipped
from mapkit.leaves import divided
from mapkit.line import open_map
from mapkit.map import Map, pieces
from mapkit.sheet.marks import Text


def toy(source: Source, bridges: list[list[str]] | None = None) -> Map:
    raw = {
        "cells": {i: {"en": i} for i in source.shapes},
        "regions": {"one": {"color": "red", "letter": "R", "cells": list(source.shapes)}},
        "links": {"bridges": bridges or []},
    }
    return make_map(parse(raw, Path("maps/toy/map.toml")), survey(source).borders)


def board(w: int, h: int) -> Source:
    return outlined({f"{x}{y}": [(x, y)] for x in range(w) for y in range(h)})


def test_regions_are_contiguous_even_and_hold_every_cell_once() -> None:
    source = board(6, 5)
    found = suggest_regions(toy(source), source.shapes, 5)
    assert found
    for division in found:
        assert set(division.region) == set(source.shapes)
        for k in range(5):
            members = [c for c, r in division.region.items() if r == k]
            assert len(pieces(members, toy(source).links)) == 1
            assert len(members) == division.sizes[k]
    assert max(found[0].sizes) - min(found[0].sizes) <= 1


def test_regions_are_compact() -> None:
    source = board(4, 4)
    best = suggest_regions(toy(source), source.shapes, 4)[0]
    corners = [best.region[c] for c in ("00", "03", "30", "33")]
    assert len(set(corners)) == 4


def test_proposals_differ_and_the_same_seed_gives_the_same_ones() -> None:
    source = board(6, 4)
    found = suggest_regions(toy(source), source.shapes, 4, seed=3)
    assert len({tuple(sorted(d.region.items())) for d in found}) == len(found)
    assert found == suggest_regions(toy(source), source.shapes, 4, seed=3)
    assert [d.energy for d in found] == sorted(d.energy for d in found)


def test_an_attribute_keeps_cells_together() -> None:
    source = board(4, 4)
    state = {c: "north" if c[1] in "23" else "south" for c in source.shapes}
    best = suggest_regions(toy(source), source.shapes, 2, by=state)[0]
    assert len({(state[c], r) for c, r in best.region.items()}) == 2
    column = {c: "west" if c[0] in "01" else "east" for c in source.shapes}
    best = suggest_regions(toy(source), source.shapes, 2, by=column)[0]
    assert len({(column[c], r) for c, r in best.region.items()}) == 2


def test_bridges_count_as_links_and_isolates_find_a_region() -> None:
    source = drawn("AAB..C\nAAB..C\n......\nD.....")
    found = suggest_regions(toy(source, [["B", "C"]]), source.shapes, 2)[0]
    assert set(found.region) == {"A", "B", "C", "D"}
    assert sorted(found.sizes) == [2, 2]


def test_impossible_numbers_are_refused() -> None:
    source = drawn("AB")
    with pytest.raises(ValueError, match="3 regions: choose between 1 and the number of cells, 2"):
        suggest_regions(toy(source), source.shapes, 3)
    assert suggest_regions(toy(source), source.shapes, 1)[0].sizes == (2,)


def test_a_picture_of_a_division_holds_the_map_and_its_number_alone(tmp_path: Path) -> None:
    """What stands beside a map found its place for the regions that it has, not for another number of them."""
    shutil.copytree(shipped() / "template", tmp_path / "template")
    opened = open_map(tmp_path / "template")
    names = {c.names["en"] for c in opened.map.cells}
    for k in (1, 6):
        division = {c.id: n % k for n, c in enumerate(opened.map.cells)}
        for number, sheet in enumerate(divided(opened, [division, division]), 1):
            assert {m.text for m in sheet.marks if isinstance(m, Text)} - names == {str(number)}


HEAD = "# Provisional regions: yours to name.\n# [regions.blue]\n"
RED = '[regions.red]\ncolor = "red"\nletter = "R"\ncells = ["a", "b"]\n'
CELLS = '[cells]\na = "Ahaus"\nb = "Bonn"\n'
BLUE = '\n[regions.blue]\ncolor = "blue"\nletter = "B"\nnames = {en = "Blue"}\ncells = ["b"]\n'


@pytest.mark.parametrize(("text", "gap"), [(HEAD + RED + "\n" + CELLS, "\n" + CELLS), (CELLS + HEAD + RED, "")])
def test_a_region_written_is_named_and_stands_between_empty_lines(tmp_path: Path, text: str, gap: str) -> None:
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    set_regions(path, [["a"], ["b"]])
    after = path.read_text(encoding="utf-8")
    assert after.endswith('cells = ["a"]\n' + BLUE + gap)
    assert "Provisional" not in after and "# Regions as proposed: yours to name.\n# [regions.blue]\n" in after


def test_regions_in_another_notation_are_written_too(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(
        'regions.red = { color = "red", letter = "R", cells = ["a", "b"] }\n' + CELLS,
        encoding="utf-8",
    )
    set_regions(path, [["a"], ["b"]])
    assert [(r.id, r.color) for r in read(tmp_path).regions] == [("red", "red"), ("blue", "blue")]


@pytest.mark.parametrize("k", ["0", "7"])
def test_as_many_regions_are_proposed_as_a_new_map_may_have(
    k: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["mapkit", "regions", "japan", "-k", k, "--suggest"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code and "1<=x<=6" in capfd.readouterr().err
