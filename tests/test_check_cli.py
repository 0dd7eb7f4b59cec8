"""The command check on maps whose polygons are at fault: it says what, and leaves the layout alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from shapely import Polygon, box
from small_map import small_map

from mapkit.cli import main

A, B, C, D = (box(x, y, x + 1, y + 1) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)))
FLAT = Polygon([(0, 0), (1, 0), (2, 0)])


def place(tmp_path: Path, b: Polygon) -> str:
    return str(small_map(tmp_path / "map", {"A": A, "B": b, "C": C}))


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    monkeypatch.setattr(sys, "argv", ["mapkit", *args])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


@pytest.mark.parametrize(("b", "rule"), [(A, "overlap"), (FLAT, "no-polygon")])
def test_what_is_severe_in_the_map_itself_is_reported_without_a_layout(
    b: Polygon, rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "check", place(tmp_path, b), "--json") == 1
    out, err = capfd.readouterr()
    assert rule in {f["rule"] for f in json.loads(out)["findings"] if f["severe"]}
    assert err == "its layout was not looked at: first the map itself needs mending\n"


@pytest.mark.parametrize("command", ["pad", "sheet", "layout", "proof"])
def test_a_map_with_a_flat_cell_is_one_line_that_names_folder_and_cell(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = place(tmp_path, FLAT)
    assert run(monkeypatch, command, folder) == 1
    line = capfd.readouterr().err
    assert line.count("\n") == 1 and line.startswith(f"mapkit: {folder}") and "B" in line and "mapkit check" in line


@pytest.mark.parametrize("style", ["true", "block"])
def test_cells_that_meet_at_a_point_of_four_are_said_once_a_pair(
    style: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = small_map(tmp_path / "map", {"A": A, "B": B, "C": C, "D": D})
    run(monkeypatch, "check", str(folder), "--json", "--style", style)
    found = json.loads(capfd.readouterr().out)["findings"]
    assert sorted((f["rule"], f["where"]) for f in found if f["rule"] in ("touch", "corner")) == [
        ("touch", "A-D"),
        ("touch", "B-C"),
    ]


def test_a_bridge_over_such_a_point_is_what_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = small_map(tmp_path / "map", {"A": A, "B": B, "C": C, "D": D}, '[links]\nbridges = [["A", "D"]]')
    run(monkeypatch, "check", str(folder), "--json", "--polygons")
    found = json.loads(capfd.readouterr().out)["findings"]
    assert [f["where"] for f in found if f["rule"] == "touch"] == ["B-C"]
