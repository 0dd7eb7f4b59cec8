"""Lengths and sizes as people write them."""

import pytest

from mapkit import units
from mapkit.errors import MapkitError


@pytest.mark.parametrize(
    ("text", "mm"), [("8mm", 8), ("8", 8), ("0.5in", 12.7), ("72pt", 25.4), ("1.2 cm", 12), (" 3MM ", 3), ("-2mm", -2)]
)
def test_a_length_is_mm_whatever_its_unit(text: str, mm: float) -> None:
    assert units.length(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["", "mm", "8furlong", "eight", "1e3mm", "8mm 9mm", "nan"])
def test_what_is_no_length_is_said(text: str) -> None:
    with pytest.raises(MapkitError, match="cannot read the length"):
        units.length(text)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a5", (148, 210)),
        ("A6", (105, 148)),
        ("a5-landscape", (210, 148)),
        ("half-letter", (139.7, 215.9)),
        ("120x170mm", (120, 170)),
        ("4.5x8in", (114.3, 203.2)),
        ("100mm x 5in", (100, 127)),
        ("148x210", (148, 210)),
    ],
)
def test_a_size_is_a_name_or_width_x_height(text: str, size: tuple[float, float]) -> None:
    assert units.size(text) == pytest.approx(size)


@pytest.mark.parametrize(
    ("text", "words"),
    [("a99", "unknown paper size"), ("5x5mm", "10 to 2000"), ("axb", "cannot read"), ("", "unknown")],
)
def test_what_is_no_size_is_said_with_the_names_known(text: str, words: str) -> None:
    with pytest.raises(MapkitError, match=words):
        units.size(text)


def test_every_named_size_is_named_again() -> None:
    for name, (w, h) in units.PAPERS.items():
        assert units.paper_name(w, h) == name
        assert units.size(units.paper_name(h, w)) == pytest.approx((h, w))
    assert units.paper_name(120, 170.5) == "120x170.5mm"


@pytest.mark.parametrize("text", ["9" * 400, "9" * 400 + "mm", "0." + "0" * 5000, " " * 90 + "3mm", "-" + "9" * 31])
def test_a_length_of_hundreds_of_digits_is_none(text: str) -> None:
    for read in (units.length, units.size):
        with pytest.raises(MapkitError) as error:
            read(text)
        assert len(str(error.value)) < 250


def test_a_size_of_hundreds_of_digits_is_none() -> None:
    for text in ("9" * 400 + "x10", "10x" + "9" * 400 + "mm", "x" * 9000):
        with pytest.raises(MapkitError) as error:
            units.size(text)
        assert len(str(error.value)) < 250
