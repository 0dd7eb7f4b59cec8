"""Names in the scripts of the world: set as they are written, or said in one line; never boxes instead of letters."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from shapely import box
from small_map import small_map

from mapkit.cli import main
from mapkit.line import map_findings, open_map
from mapkit.press.script import unset

SET = [
    "Zürich", "Đà Nẵng", "Łódź", "İzmir", "Ελλάδα", "Россия", "東京", "北京", "서울", "ｶﾅ", "e\u0301le\u0302ve",
    "A1-2 (b)", "zero\u200bwidth", "नगर",
]  # fmt: skip


@pytest.mark.parametrize("text", SET)
def test_what_is_set_one_sign_after_the_other_is_set(text: str) -> None:
    assert unset(text) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("القاهرة", "right to left"),
        ("ירושלים", "right to left"),
        ("abc \u202edef", "right to left"),
        ("मध्य प्रदेश", "an Indic script"),
        ("தமிழ்", "an Indic script"),
        ("ភ្នំពេញ", "Khmer"),
        ("ရန်ကုန်", "Burmese"),
        ("བོད", "Tibetan"),
        ("กรุงเทพ", "which no font has"),
        ("😀", "which no font has"),
        ("ქართული", "which no font has"),
    ],
)
def test_what_cannot_be_set_is_said_with_why_and_what_to_do(text: str, why: str) -> None:
    found = unset(text)
    assert found and why in found[0] and ("--names" in found[1] or "--font" in found[1])


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A map with one Arabic and one German name."""
    monkeypatch.chdir(tmp_path)
    place = small_map(tmp_path / "odd", {"A": box(0, 0, 1, 1), "B": box(1, 0, 2, 1)})
    toml = place / "map.toml"
    names = '{ en = "القاهرة", de = "Kairo" }'
    toml.write_text(toml.read_text(encoding="utf-8").replace('A = "A"', f"A = {names}"), encoding="utf-8")
    return place


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    monkeypatch.setattr(sys, "argv", ["mapkit", *args])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


@pytest.mark.parametrize("command", ["sheet", "pad"])
def test_a_sheet_with_boxes_for_letters_is_not_printed_and_one_without_is(
    command: str, odd: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, command, str(odd), "--style", "true", "-o", "x.pdf") == 1
    line = capfd.readouterr().err
    assert line.count("\n") == 1 and "'القاهرة' is written from right to left" in line and not Path("x.pdf").exists()
    for more in (("--names", "de"), ("--names", "none"), ("--lang", "de")):
        assert run(monkeypatch, command, str(odd), "--style", "true", "-o", "x.pdf", *more) == 0


def test_a_check_tells_which_names_cannot_be_set(
    odd: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    found = [f for f in map_findings(open_map(odd)) if f.rule == "unset-name"]
    assert [(f.where, f.severe) for f in found] == [("A", False)]
    assert run(monkeypatch, "check", str(odd), "--polygons", "--json") == 0
    assert "unset-name" in {f["rule"] for f in json.loads(capfd.readouterr().out)["findings"]}
