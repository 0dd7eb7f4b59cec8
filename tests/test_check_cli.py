"""The command check on maps whose polygons are at fault: it says what, and leaves the layout alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from mapkit.cli import main

TOML = """
[cells]
A = "A"
B = "B"
C = "C"
[regions.red]
color = "red"
letter = "R"
cells = ["A", "B", "C"]
[game]
family = "rolling"
"""
SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]
FLAT = [[0, 0], [1, 0], [2, 0], [0, 0]]


def place(tmp_path: Path, a: list[list[float]], b: list[list[float]]) -> str:
    c = [[x, y + 1] for x, y in SQUARE]
    features = [
        {"type": "Feature", "id": i, "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
        for i, ring in (("A", a), ("B", b), ("C", c))
    ]
    folder = tmp_path / "map"
    folder.mkdir()
    text = json.dumps({"type": "FeatureCollection", "crs": None, "features": features})
    (folder / "cells.geojson").write_text(text, encoding="utf-8")
    (folder / "map.toml").write_text(TOML, encoding="utf-8")
    return str(folder)


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    monkeypatch.setattr(sys, "argv", ["mapkit", *args])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


@pytest.mark.parametrize(("a", "b", "rule"), [(SQUARE, SQUARE, "overlap"), (SQUARE, FLAT, "no-polygon")])
def test_what_is_severe_in_the_map_itself_is_reported_without_a_layout(
    a: list[list[float]],
    b: list[list[float]],
    rule: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, "check", place(tmp_path, a, b), "--json") == 1
    out, err = capfd.readouterr()
    assert rule in {f["rule"] for f in json.loads(out)["findings"] if f["severe"]}
    assert err == "its layout was not looked at: first the map itself needs mending\n"


@pytest.mark.parametrize("command", ["pad", "sheet", "layout", "proof"])
def test_a_map_with_a_flat_cell_is_one_line_that_names_folder_and_cell(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = place(tmp_path, SQUARE, FLAT)
    assert run(monkeypatch, command, folder) == 1
    line = capfd.readouterr().err
    assert line.count("\n") == 1 and line.startswith(f"mapkit: {folder}") and "B" in line and "mapkit check" in line
