"""What a sheet must carry, read off its marks."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from letters import letter_layout, letter_map

from mapkit.games.rules import Game, read_game
from mapkit.layout import Layout
from mapkit.map import Map
from mapkit.press.fonts import measure
from mapkit.sheet.arcs import arcs
from mapkit.sheet.compose import compose
from mapkit.sheet.face import _chebyshev, writing_box
from mapkit.sheet.marginalia import MIN_TEXT, blocks, style_for
from mapkit.sheet.marks import Dot, Mark, Path, Sheet, Text
from mapkit.sheet.theme import THEMES, theme

DRAWING = """
    AAB.
    ACB.
    DDBE
"""
LOCALES = ("en", "de", "ja", "zh")


def game(m: Map, **table: object) -> Game:
    return read_game({"rounds": 5, **table}, m.regions, "test")


def stacked(m: Map, g: Game, trim: tuple[float, float], look: str = "classic") -> Layout:
    """A layout whose blocks stand under each other from the top, each in the first of its shapes."""
    styles = [style_for(m, g, trim, theme(look), locale, measure) for locale in LOCALES]
    y, boxes = 5.0, []
    for block in blocks(m, g, styles, trim[0] - 10):
        w, h = block.sizes[0]
        boxes.append((block.name, (5.0, y, 5.0 + w, y + h)))
        y += h + 2
    return letter_layout(DRAWING, at=(20.0, y + 5), size=trim, bridges=("AE",), blocks=tuple(boxes))


def made(locale: str = "en", names: str = "", look: str = "classic", **table: object) -> Sheet:
    m = letter_map(DRAWING, bridges=("AE",))
    g = game(m, **table)
    return compose(m, g, stacked(m, g, (148.0, 210.0), look), theme(look), measure, locale, names)


def ids(sheet: Sheet, prefix: str) -> list[str]:
    return [m.id for m in sheet.marks if m.id.startswith(prefix)]


def spots(mark: Mark) -> Iterator[tuple[float, float]]:
    """Points on the edge of a mark."""
    match mark:
        case Path():
            for op in mark.ops:
                yield from zip(op[1::2], op[2::2], strict=True)  # type: ignore[misc]
        case Dot():
            yield from ((mark.x - mark.r, mark.y - mark.r), (mark.x + mark.r, mark.y + mark.r))
        case Text():
            w = measure(mark.text, mark.size, mark.weight)
            left = mark.x - {"start": 0.0, "middle": w / 2, "end": w}[mark.anchor]
            yield from ((left, mark.y - 0.75 * mark.size), (left + w, mark.y + 0.2 * mark.size))


def test_every_cell_has_one_outline_one_box_and_its_name() -> None:
    sheet = made()
    for prefix in ("cell-", "box-", "name-"):
        assert ids(sheet, prefix) == [f"{prefix}{c}" for c in "ABCDE"]
    assert [m.text for m in sheet.marks if m.id == "name-A"] == ["Aland"]  # type: ignore[union-attr]


def test_names_follow_their_language_or_are_left_out() -> None:
    assert {m.text for m in made("en", "ja").marks if m.id == "name-B"} == {"B国"}  # type: ignore[union-attr]
    assert ids(made(names="none"), "name-") == []


def test_the_margin_has_a_box_for_every_round_and_every_use_of_an_ability() -> None:
    sheet = made(abilities={"color_change": 4, "guard": 2})
    assert len([i for i in ids(sheet, "rounds-") if i.endswith("-n")]) == 5
    assert ids(sheet, "color_change-") == ["color_change-label", *(f"color_change-{n}" for n in range(1, 5))]
    assert ids(sheet, "guard-") == ["guard-label", "guard-1", "guard-2"]
    assert not ids(sheet, "dupe-")


def test_the_legend_shows_every_die_with_a_letter_beside_its_colour() -> None:
    letters = {m.id: m.text for m in made().marks if m.id.endswith("-letter")}  # type: ignore[union-attr]
    assert letters == {
        "die-red-letter": "R",
        "die-blue-letter": "B",
        "die-green-letter": "G",
        "die-wild-purple-letter": "?",
    }


def test_regions_differ_in_pattern_too_so_that_colour_is_never_alone() -> None:
    sheet = made()
    patterned = {i.removeprefix("pattern-") for i in ids(sheet, "pattern-")}
    m = letter_map(DRAWING)
    without = {m.cell[c].region for c in "ABCDE" if c not in patterned}
    assert len(without) <= 1  # one region may be plain; the others are told by their lines


def test_a_bridge_is_drawn_in_the_bridge_ink_and_nothing_else_is() -> None:
    sheet = made()
    blue = theme("classic").bridge
    inked = {m.id for m in sheet.marks if blue in (m.fill, getattr(m, "stroke", None))}
    assert inked == {"bridge-A-E", "bridge-A-E-end-0", "bridge-A-E-end-1"}


@pytest.mark.parametrize("look", sorted(THEMES))
@pytest.mark.parametrize("locale", LOCALES)
def test_everything_stays_on_the_trim_and_blocks_in_their_boxes(locale: str, look: str) -> None:
    m = letter_map(DRAWING, bridges=("AE",))
    g = game(m, abilities={"color_change": 3, "guard": 3, "dupe": 3})
    layout = stacked(m, g, (148.0, 210.0), look)
    sheet = compose(m, g, layout, theme(look), measure, locale)
    for mark in sheet.marks:
        for x, y in spots(mark):
            assert 3 <= x <= 145, mark.id
            assert 3 <= y <= 207, mark.id
    for prefix, name in (("rounds", "tracks"), ("dupe", "tracks"), ("die-", "legend"), ("title", "title")):
        x0, y0, x1, y1 = layout.block[name]
        for mark in sheet.marks:
            if mark.id.startswith(prefix):
                for x, y in spots(mark):
                    assert x0 - 0.3 <= x <= x1 + 0.3, (locale, mark.id)
                    assert y0 - 0.3 <= y <= y1 + 0.3, (locale, mark.id)


@pytest.mark.parametrize("trim", [(105.0, 148.0), (148.0, 210.0), (210.0, 297.0)])
def test_no_text_is_under_6_pt_and_no_line_under_half_a_point(trim: tuple[float, float]) -> None:
    m = letter_map(DRAWING)
    g = game(m)
    sheet = compose(m, g, stacked(m, g, trim), theme("classic"), measure)
    assert min(t.size for t in sheet.marks if isinstance(t, Text)) >= MIN_TEXT > 6 / 72 * 25.4
    widths = [
        p.width for p in sheet.marks if isinstance(p, Path) and p.stroke and not p.id.startswith(("shore", "pattern"))
    ]
    assert min(widths) > 0.5 / 72 * 25.4


def test_arcs_draw_every_line_once_and_know_both_its_sides() -> None:
    found = arcs(letter_layout(DRAWING))
    drawn = sorted({a.cells for a in found if len(a.cells) == 2})
    assert drawn == [("A", "B"), ("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("B", "E"), ("C", "D")]
    segments = [frozenset(s) for a in found for s in pairwise(a.points)]
    assert len(segments) == len(set(segments))
    whole = sum(len(ring) for p in letter_layout(DRAWING).places for poly in p.outline for ring in poly)
    closing = sum(a.closed for a in found)
    shared = sum((len(a.points) - 1 + a.closed) for a in found if len(a.cells) == 2)
    assert len(segments) + closing + shared == whole


def test_a_border_that_is_cut_is_drawn_as_a_wall() -> None:
    m = letter_map(DRAWING)
    cut = Map(m.id, m.title, m.cells, m.regions, tuple(x for x in m.links if x.pair != ("A", "B")))
    sheet = compose(cut, game(cut), letter_layout(DRAWING), theme("classic"), measure)
    assert ids(sheet, "lines-cut") == ["lines-cut", "lines-cut-gap"]
    assert not ids(made(), "lines-cut")


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(-5, 5), st.floats(-5, 5))
def test_the_square_around_a_point_just_touches_a_segment(xa: float, ya: float, xb: float, yb: float) -> None:
    steps = [(xa + (xb - xa) * t / 400, ya + (yb - ya) * t / 400) for t in range(401)]
    assert _chebyshev((0, 0), (xa, ya), (xb, yb)) == pytest.approx(min(max(abs(x), abs(y)) for x, y in steps), abs=0.03)


def test_a_writing_box_stays_inside_its_cell_and_fills_a_square_one() -> None:
    m = letter_map(DRAWING)
    style = style_for(m, game(m), (148.0, 210.0), theme("classic"), "en", measure)
    for side, box in ((5.0, 4.4), (7.0, 6.4), (20.0, 8.0)):
        for place in letter_layout(DRAWING, side=side).places:
            x0, y0, x1, y1 = writing_box(place, style)
            assert x1 - x0 == pytest.approx(y1 - y0) == pytest.approx(box, abs=0.21), side
