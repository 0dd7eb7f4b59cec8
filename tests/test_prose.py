"""Text set into columns: how lines break, and that nothing is lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapkit import line
from mapkit.ask import LOCALES
from mapkit.errors import MapkitError
from mapkit.press.fonts import measure
from mapkit.sheet.back import back
from mapkit.sheet.marks import Text, Weight
from mapkit.sheet.prose import NOT_FIRST, NOT_LAST, fit, wrap
from mapkit.sheet.theme import theme


def mono(text: str, size: float, weight: Weight) -> float:
    return size * len(text)


def test_latin_breaks_between_words_and_ideographs_anywhere_allowed() -> None:
    assert wrap("ab cd efg", 5, 1, mono) == ["ab cd", "efg"]
    assert wrap("数字を書く。", 5, 1, mono) == ["数字を書", "く。"]
    assert wrap("書く「数」", 3, 1, mono) == ["書く", "「数」"]


@given(st.text(alphabet="ab 字。、「」(x)", min_size=1, max_size=60), st.integers(3, 20))
def test_no_character_is_lost_and_no_line_begins_or_ends_where_it_must_not(text: str, width: int) -> None:
    lines = wrap(text, width, 1, mono)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for one, following in pairwise(lines):
        assert not (following[0] in NOT_FIRST and not one.endswith(" ") and " " not in text)
        assert not (one[-1] in NOT_LAST and " " not in text)


def test_columns_are_filled_in_order_and_too_much_text_does_not_fit() -> None:
    sections = [("Head", ["word " * 40])]
    lines = fit(sections, 2, 20, 10, 1, mono)
    assert lines is not None
    assert [x.column for x in lines] == sorted(x.column for x in lines)
    assert {x.column for x in lines} == {0, 1}
    assert fit(sections, 1, 20, 10, 1, mono) is None


@pytest.mark.parametrize("trim", [(100.0, 148.0), (148.0, 210.0), (210.0, 148.0)])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_rules_fit_on_a_postcard_and_up_in_every_language(locale: str, trim: tuple[float, float]) -> None:
    opened = line.open_map("japan")
    sheet = back(opened.map, opened.game, trim, theme("classic"), measure, locale)
    for mark in sheet.marks:
        if isinstance(mark, Text):
            assert mark.x + measure(mark.text, mark.size, mark.weight) <= trim[0] - 5
            assert mark.y <= trim[1] - 5


def test_rules_that_do_not_fit_at_6_pt_are_refused() -> None:
    opened = line.open_map("japan")
    with pytest.raises(MapkitError, match="do not fit on 60 x 60 mm"):
        back(opened.map, opened.game, (60.0, 60.0), theme("classic"), measure, "de")
