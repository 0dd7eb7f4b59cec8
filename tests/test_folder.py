"""map.toml as a schema: what it must hold, and the one line each mistake is met with."""

from pathlib import Path

import pytest

from mapkit import folder
from mapkit.errors import MapkitError

GOOD = """
id = "duo"
[title]
en = "Duo"
[cells]
A = { en = "Aland", ja = "ア" }
B = { en = "Beeland" }
C = "Ceeland"
[regions.red]
color = "red"
letter = "R"
cells = ["A", "B"]
[regions.blue]
color = "blue"
letter = "B"
names = { en = "Bluelands" }
cells = ["C"]
[links]
bridges = [["C", "A"]]
isolates = []
[game]
rounds = 4
"""


def write(tmp_path: Path, text: str) -> Path:
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    return tmp_path


def complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(MapkitError) as error:
        folder.read(write(tmp_path, text))
    line = str(error.value)
    assert "\n" not in line
    assert "map.toml" in line
    return line


def test_a_good_file_is_read_whole_and_in_its_order(tmp_path: Path) -> None:
    d = folder.read(write(tmp_path, GOOD))
    assert [c.id for c in d.cells] == ["A", "B", "C"]
    assert [c.region for c in d.cells] == ["red", "red", "blue"]
    assert d.cells[2].names == {"en": "Ceeland"}
    assert d.bridges == (("A", "C"),)
    assert d.game == {"rounds": 4}


@pytest.mark.parametrize(
    ("was", "becomes", "words"),
    [
        ("[game]", "[gmae]", "unknown key 'gmae'"),
        ('letter = "R"', 'letter = "R"\nlettre = "R"', "unknown key 'lettre'"),
        ('letter = "R"\n', "", "letter is missing"),
        ('letter = "R"', 'letter = "B"', "letter 'B' is taken by region 'red'"),
        ('color = "red"', 'color = "blue"', "color 'blue' is taken"),
        ('color = "red"', "color = 3", "color must be a text"),
        ('cells = ["A", "B"]', 'cells = ["A", "X"]', "cells names 'X', which is not a cell"),
        ('cells = ["A", "B"]', 'cells = ["A", "B", "C"]', "cell 'C' stands in region 'red' too"),
        ('cells = ["A", "B"]', 'cells = ["A", "B", "A"]', "cell 'A' stands twice here"),
        ('cells = ["A", "B"]', 'cells = ["A"]', "cell 'B' is in no region"),
        ('[["C", "A"]]', '[["C", "C"]]', "bridges ties 'C' to itself"),
        ('[["C", "A"]]', '[["C", "A"], ["A", "C"]]', "bridges has A-C twice"),
        ('[["C", "A"]]', '[["C", "Z"]]', "bridges names 'Z'"),
        ('[["C", "A"]]', '[["C"]]', "list of pairs"),
        ("isolates = []", 'isolates = ["Q"]', "isolates names 'Q'"),
        ("isolates = []", "isolates = true", "isolates must be a list"),
        ('C = "Ceeland"', "C = 7", "names by language"),
        ('id = "duo"', 'id = "duo"\nid = "again"', "not valid TOML"),
        ('[title]\nen = "Duo"', '[title]\nen = "Duo', "not valid TOML"),
    ],
)
def test_each_mistake_is_one_line_with_the_file_and_the_key(tmp_path: Path, was: str, becomes: str, words: str) -> None:
    assert was in GOOD
    assert words in complaint(tmp_path, GOOD.replace(was, becomes))


def test_no_cells_and_no_regions_are_said(tmp_path: Path) -> None:
    assert "lists no cell" in complaint(tmp_path, "")
    assert "no [regions.ID] table" in complaint(tmp_path, '[cells]\nA = "x"\n')


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_bytes(b"\xff\xfe\x00bad")
    with pytest.raises(MapkitError, match="not UTF-8"):
        folder.read(tmp_path)


def test_a_map_is_found_by_name_from_any_folder_and_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    assert (folder.find("japan") / "map.toml").is_file()
    assert folder.find(".") == Path()
    assert folder.find(tmp_path / "map.toml") == tmp_path
    with pytest.raises(MapkitError, match=r"no such map: give a folder .*japan"):
        folder.find("atlantis")
    (tmp_path / "empty").mkdir()
    with pytest.raises(MapkitError, match=r"no map\.toml"):
        folder.find("empty")
