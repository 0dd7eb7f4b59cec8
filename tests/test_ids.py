"""A map's id names files: its log, its pads, its pages."""

from pathlib import Path

import pytest
from test_folder import GOOD, complaint, write

from mapkit import folder


@pytest.mark.parametrize(
    "ident", ["../../evil", "/etc/evil", "a\\u0000b", "x" * 300, "a[b", "a b", "..", ".a", "", "a\\u202eb", "-/-", "*"]
)
def test_an_id_that_is_no_safe_file_name_is_refused(tmp_path: Path, ident: str) -> None:
    said = complaint(tmp_path, GOOD.replace('"duo"', f'"{ident}"'))
    assert "id must be 1 to 60 letters, digits, - or _" in said or ident == "a\\u0000b"


@pytest.mark.parametrize("ident", ["duo", "Duo_2-b", "日本", "भारत", "ไทย", "é" * 60, "v1.2"])
def test_an_id_may_use_the_letters_of_any_script(tmp_path: Path, ident: str) -> None:
    assert folder.read(write(tmp_path, GOOD.replace('"duo"', f'"{ident}"'))).id == ident


def test_an_id_is_a_text_and_a_folder_without_one_has_its_own_name(tmp_path: Path) -> None:
    assert "id must be" in complaint(tmp_path, GOOD.replace('"duo"', "7"))
    (tmp_path / "two words").mkdir()
    assert folder.read(write(tmp_path / "two words", GOOD.replace('id = "duo"', ""))).id == "two words"
