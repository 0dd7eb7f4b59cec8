"""Proposals written into map.toml: comments stay, and the file stays a map."""

import shutil
from pathlib import Path

import pytest

from mapkit import edit, folder
from mapkit.errors import MapkitError


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    shutil.copytree(folder.shipped() / "japan", tmp_path / "japan", ignore=shutil.ignore_patterns("made"))
    return tmp_path / "japan" / "map.toml"


def test_bridges_are_added_and_comments_kept(toml: Path) -> None:
    before = folder.read(toml.parent)
    edit.add_bridges(toml, [("JP-42", "JP-43"), ("JP-38", "JP-44")])
    after = folder.read(toml.parent)
    assert set(after.bridges) - set(before.bridges) == {("JP-42", "JP-43"), ("JP-38", "JP-44")}
    assert "Seikan tunnel" in toml.read_text(encoding="utf-8")


def test_a_bridge_that_stands_already_is_refused_and_the_file_left_as_it_was(toml: Path) -> None:
    text = toml.read_bytes()
    with pytest.raises(MapkitError, match="bridges has JP-01-JP-02 twice"):
        edit.add_bridges(toml, [("JP-02", "JP-01")])
    assert toml.read_bytes() == text


@pytest.mark.parametrize("k", [3, 6, 8])
def test_regions_are_set_anew_keeping_colours_and_names_of_those_that_stay(toml: Path, k: int) -> None:
    before = folder.read(toml.parent)
    ids = [c.id for c in before.cells]
    groups = [ids[i::k] for i in range(k)]
    edit.set_regions(toml, groups)
    after = folder.read(toml.parent)
    assert [r.id for r in after.regions][: min(k, 6)] == [r.id for r in before.regions][: min(k, 6)]
    assert after.regions[0].names == before.regions[0].names
    assert [[c.id for c in after.cells if c.region == r.id] for r in after.regions] == groups


def test_more_regions_than_colours_are_refused(toml: Path) -> None:
    ids = [c.id for c in folder.read(toml.parent).cells]
    with pytest.raises(MapkitError, match="9 regions"):
        edit.set_regions(toml, [ids[i::9] for i in range(9)])
