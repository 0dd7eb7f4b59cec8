"""map.toml as a schema: what it must hold, and the one line each mistake is met with."""

from pathlib import Path

import pytest

from mapkit import folder, tables
from mapkit.errors import MapkitError
from mapkit.sheet.palette import NAMES

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
        ('id = "duo"', 'id = "duo"\nid = "again"', "a key is written twice"),
        ('color = "red"', 'color = "rde"', "[regions.red] color: unknown colour 'rde': one of red, blue"),
        ('color = "red"', 'color = "#c8232"', "[regions.red] color: unknown colour '#c8232'"),
        ('[["C", "A"]]', '[["C", "Aland"]]', "bridges names 'Aland', which is the name of 'A': write the id"),
        ("isolates = []", 'isolates = ["ア"]', "isolates names 'ア', which is the name of 'A'"),
        ('cells = ["C"]', 'cells = ["ceeland"]', "cells names 'ceeland', which is the name of 'C'"),
        ('cells = ["C"]', 'cells = ["c"]', "cells names 'c', which is not a cell of [cells]: write 'C'"),
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


@pytest.mark.parametrize(
    "value", ["nan", "inf", "-inf", "1e300", "361", "-360.5", "9" * 400, "0x" + "f" * 9000, "9" * 5000]
)
def test_a_map_is_turned_by_degrees_of_a_circle_and_no_other_number(tmp_path: Path, value: str) -> None:
    line = complaint(tmp_path, GOOD + f"[layout]\nrotate = {value}\n")
    assert len(line) < 400 and ("rotate must be -360 to 360 degrees" in line or "thousands of digits" in line)


@pytest.mark.parametrize("value", ["nan", "inf", "-1", "2", "0.51"])
def test_parts_are_dropped_by_a_share_of_the_land_of_at_most_half(tmp_path: Path, value: str) -> None:
    assert "keep_parts must be 0 to 0.5" in complaint(tmp_path, GOOD + f"[layout]\nkeep_parts = {value}\n")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ('[["A", "B", "C"]]', "inset holds every cell"),
        ('[["A"], ["B"], ["C"]]', "inset holds every cell"),
        ('[["A", "A"]]', "inset has cell 'A' twice"),
        ('[["A"], ["B", "A"]]', "inset has cell 'A' twice"),
    ],
)
def test_an_inset_takes_each_cell_once_and_leaves_some_for_the_map(tmp_path: Path, value: str, words: str) -> None:
    assert words in complaint(tmp_path, GOOD + f"[layout]\ninset = {value}\n")


def test_options_of_a_layout_within_their_ranges_are_kept(tmp_path: Path) -> None:
    text = GOOD + '[layout]\nrotate = -360\nkeep_parts = 0.5\ninset = [["A"], ["B"], []]\n'
    assert folder.read(write(tmp_path, text)).layout["inset"] == [["A"], ["B"], []]


@pytest.mark.parametrize("key", [".".join("a" * 50_000), "x." * 21 + "y", '"a"."b".' * 60 + "c"])
@pytest.mark.parametrize("form", ["{0} = 1", "[{0}]", "[[{0}]]", "b = {{ {0} = 1 }}"])
def test_a_key_of_dozens_of_parts_is_refused_before_it_is_read(tmp_path: Path, key: str, form: str) -> None:
    assert "a key of more than 20 parts" in complaint(tmp_path, form.format(key) + "\n" + GOOD)


def test_dots_in_texts_and_remarks_are_no_parts_of_a_key(tmp_path: Path) -> None:
    dots = "." * 60
    assert folder.read(write(tmp_path, f"# {dots * 9} # {dots}\n" + GOOD.replace('"Ceeland"', f'"{dots}"')))


def test_a_file_that_is_too_large_or_never_ends_is_not_read(tmp_path: Path) -> None:
    assert "larger than 2 MB" in complaint(tmp_path, GOOD + "# " + "x" * 2_000_000)
    (tmp_path / "map.toml").unlink()
    (tmp_path / "map.toml").symlink_to("/dev/zero")
    with pytest.raises(MapkitError, match=r"map\.toml"):
        folder.read(tmp_path)


@pytest.mark.parametrize("name", ["x" * 5000 + ".geojson", "é" * 120, "x/" * 600 + "y"])
def test_a_polygons_file_has_a_name_that_file_systems_know(tmp_path: Path, name: str) -> None:
    declared = folder.read(write(tmp_path, GOOD + f'[source]\nfile = "{name}"\n'))
    with pytest.raises(MapkitError, match="too long") as error:
        folder.polygons_file(declared)
    assert len(str(error.value)) < 400 and "[source]" in str(error.value)


def test_a_polygons_file_that_is_not_there_is_said_with_its_key(tmp_path: Path) -> None:
    declared = folder.read(write(tmp_path, GOOD + '[source]\nfile = "celsl.geojson"\n'))
    with pytest.raises(MapkitError, match=r"map\.toml \[source\] file: there is no file 'celsl\.geojson'"):
        folder.polygons_file(declared)


def test_the_colours_of_a_map_are_those_that_can_be_drawn(tmp_path: Path) -> None:
    assert tables.COLORS == NAMES
    for color in (*(c for c in NAMES if c != "blue"), "#C8232c"):
        read = folder.read(write(tmp_path, GOOD.replace('color = "red"', f'color = "{color}"')))
        assert read.regions[0].color == color


def test_a_map_of_a_name_that_no_file_has_is_no_such_map() -> None:
    with pytest.raises(MapkitError, match="no such map") as error:
        folder.find("x" * 5000)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("sign", ["\\u001b", "\\u0000", "\\u0085", "\\u007f", "\\n", "\\uffff"])
@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('en = "Duo"', 'en = "Du{}o"'),
        ('en = "Aland"', 'en = "A{}land"'),
        ('"Ceeland"', '"Cee{}land"'),
        ('color = "red"', 'color = "re{}d"'),
        ('en = "Bluelands"', 'en = "Blue{}lands"'),
        ("[regions.blue]", '[regions."bl{}ue"]'),
        ('C = "Ceeland"', 'C = "Ceeland"\n"D{}" = "D"'),
        ("[game]", '[source]\nfile = "a{}b.geojson"\n[game]'),
    ],
)
def test_no_text_holds_a_control_character(tmp_path: Path, sign: str, was: str, becomes: str) -> None:
    assert was in GOOD
    line = complaint(tmp_path, GOOD.replace(was, becomes.format(sign)))
    assert "control character U+" in line and line.isprintable()


@pytest.mark.parametrize(
    ("was", "becomes", "key"),
    [
        ('en = "Duo"', 'en = "{}"', "title.en"),
        ('en = "Beeland"', 'en = "{}"', "B.en"),
        ('"Ceeland"', '"{}"', "C.en"),
        ('en = "Bluelands"', 'en = "{}"', "names.en"),
    ],
)
def test_titles_and_names_are_short_enough_for_a_sheet(tmp_path: Path, was: str, becomes: str, key: str) -> None:
    folder.read(write(tmp_path, GOOD.replace(was, becomes.format("x" * 60))))
    line = complaint(tmp_path, GOOD.replace(was, becomes.format("x" * 61)))
    assert f"{key} is 61 characters long" in line and "60 are the most" in line


@pytest.mark.parametrize(
    ("was", "becomes", "words"),
    [
        ('letter = "R"', 'letter = "RRRR"', "letter 'RRRR' is too long: 3 characters are the most"),
        ('letter = "R"', 'letter = " "', "letter is empty"),
        ('color = "red"', f'color = "{"r" * 61}"', "60 characters are the most"),
        ("[regions.red]", f"[regions.{'r' * 10_000}]", "is 10000 characters long: 60 are the most"),
        ("[regions.red]", '[regions.""]', "[regions]: holds an empty id"),
        ("isolates = []", 'isolates = ["A", "A"]', "isolates has cell 'A' twice"),
    ],
)
def test_ids_and_letters_are_short_enough_and_there(tmp_path: Path, was: str, becomes: str, words: str) -> None:
    assert was in GOOD
    line = complaint(tmp_path, GOOD.replace(was, becomes))
    assert words in line and len(line) < 400


@pytest.mark.parametrize(
    ("ident", "words"), [("c" * 61, "is 61 characters long"), ("", "an empty id"), (" ", "empty id")]
)
def test_the_id_of_a_cell_is_short_enough_and_there(tmp_path: Path, ident: str, words: str) -> None:
    text = GOOD.replace("\nC = ", f'\n"{ident}" = ').replace('"C"', f'"{ident}"')
    assert f'"{ident}"' in text
    assert words in complaint(tmp_path, text)
