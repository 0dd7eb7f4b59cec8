"""The sheets of grid and row games: large enough for weak eyes, nothing runs into anything, icons told apart."""

from __future__ import annotations

import itertools
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from mapkit.errors import MapkitError
from mapkit.games.rows_data import read_rows
from mapkit.games.rules_rows import rows_rules
from mapkit.games.rules_seasons import seasons_rules
from mapkit.games.seasons import Board
from mapkit.games.seasons_data import read_seasons
from mapkit.games.seasons_spread import spread
from mapkit.press.fonts import measure, missing
from mapkit.sheet.grid import chains, grid_sheet
from mapkit.sheet.icon_shapes import ICONS
from mapkit.sheet.icons import icon
from mapkit.sheet.marks import Dot, Mark, Op, Sheet, Text
from mapkit.sheet.marks import Path as Line
from mapkit.sheet.rows import rows_sheet
from mapkit.sheet.theme import THEMES, theme
from mapkit.units import size

MAPS = Path(__file__).parent.parent / "maps"
GRIDS = {**read_seasons(MAPS / "seasons"), **read_seasons(MAPS / "tidepools")}
ROWS = read_rows(MAPS / "rows")
LOCALES = ("en", "de", "ja", "zh")
PAPERS = ("a5", "a4", "half-letter", "letter", "b5")
SEVEN_POINT = 7 * 25.4 / 72


@cache
def board(key: str) -> Board:
    return spread(GRIDS[key], "1")


@cache
def sheet(key: str, paper: str, locale: str, name: str = "classic") -> Sheet:
    if key in ROWS:
        return rows_sheet(ROWS[key], size(paper), theme(name), measure, locale)
    return grid_sheet(board(key), size(paper), theme(name), measure, locale)


def extent(mark: Mark) -> tuple[float, float, float, float]:
    half = mark.width / 2 if not isinstance(mark, Text) and mark.stroke else 0.0
    if isinstance(mark, Dot):
        r = mark.r + half
        return mark.x - r, mark.y - r, mark.x + r, mark.y + r
    if isinstance(mark, Text):
        w = measure(mark.text, mark.size, mark.weight)
        left = mark.x - {"start": 0.0, "middle": w / 2, "end": w}[mark.anchor]
        return left, mark.y - mark.size * 0.75, left + w, mark.y + mark.size * 0.1
    flat = [float(v) for op in mark.ops for v in op[1:]]
    return min(flat[::2]) - half, min(flat[1::2]) - half, max(flat[::2]) + half, max(flat[1::2]) + half


def overlap(a: Mark, b: Mark) -> bool:
    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = extent(a), extent(b)
    return ax0 < bx1 and bx0 < ax1 and ay0 < by1 and by0 < ay1


ALL = [(k, p, loc) for k in (*GRIDS, *ROWS) for p in PAPERS for loc in (LOCALES if p == "a5" else ("de",))]


@pytest.mark.parametrize(("key", "paper", "locale"), ALL)
def test_no_text_is_under_7_pt_and_no_circle_under_4_mm(key: str, paper: str, locale: str) -> None:
    for mark in sheet(key, paper, locale).marks:
        if isinstance(mark, Text):
            assert mark.size >= SEVEN_POINT, mark.id
        ticked = isinstance(mark, Dot) and mark.fill == theme("classic").box and mark.stroke == theme("classic").line
        if isinstance(mark, Dot) and ticked:
            assert mark.r * 2 >= 4, mark.id


@pytest.mark.parametrize(("key", "paper", "locale"), ALL)
def test_everything_stays_5_mm_inside_the_trim(key: str, paper: str, locale: str) -> None:
    made = sheet(key, paper, locale)
    for mark in made.marks:
        x0, y0, x1, y1 = extent(mark)
        assert min(x0, y0, made.trim[0] - x1, made.trim[1] - y1) >= 5, mark.id


@pytest.mark.parametrize(("key", "paper", "locale"), ALL)
def test_no_words_run_into_other_words_or_boxes_to_write_in(key: str, paper: str, locale: str) -> None:
    marks = sheet(key, paper, locale).marks
    words = [m for m in marks if isinstance(m, Text)]
    for a, b in itertools.combinations(words, 2):
        assert not overlap(a, b), (a.text, b.text)
    boxes = [m for m in marks if "result" in m.id or m.id.endswith("box") or m.id.startswith(("sum-", "miss-"))]
    for text in words:
        for other in boxes:
            inside = other.id and text.id.startswith(other.id)
            assert inside or not overlap(text, other), (text.text, other.id)


@pytest.mark.parametrize("key", GRIDS)
def test_circles_of_the_strip_touch_neither_each_other_nor_the_words_after_them(key: str) -> None:
    for locale in LOCALES:
        marks = sheet(key, "a5", locale).marks
        ids = {s.id for s in GRIDS[key].symbols} | {"cloud"}
        rows = [m for m in marks if isinstance(m, Dot) and m.id.rpartition("-")[0] in ids]
        for a, b in itertools.combinations(rows, 2):
            assert math.hypot(a.x - b.x, a.y - b.y) > a.r + b.r, (a.id, b.id)
        for text in (m for m in marks if isinstance(m, Text) and "-worth" in m.id):
            assert not any(overlap(text, dot) for dot in rows), text.text


@pytest.mark.parametrize("key", GRIDS)
def test_the_strip_has_as_many_circles_as_the_game_says(key: str) -> None:
    game = GRIDS[key]
    ids = [m.id for m in sheet(key, "a5", "en").marks]
    for symbol in game.symbols:
        assert [f"{symbol.id}-{k}" in ids for k in range(1, symbol.circles + 2)] == [True] * symbol.circles + [False]
    assert sum(i.startswith("miss-") and not i.endswith("says") for i in ids) == game.misses
    assert sum(i.startswith("part-") for i in ids) >= len(game.lines)


@pytest.mark.parametrize("key", GRIDS)
def test_every_square_shows_its_symbol_and_every_start_its_number(key: str) -> None:
    ids = {m.id.rpartition("-")[0] for m in sheet(key, "a5", "en").marks}
    game = board(key).game
    for r, row in enumerate(board(key).symbols, 1):
        for c, symbol in enumerate(row, 1):
            assert (f"square-r{r}c{c}" in ids) == bool(symbol)
    says = {m.text for m in sheet(key, "a5", "en").marks if isinstance(m, Text) and m.id.startswith("start-")}
    assert says == {str(n) for n in range(1, len(game.starts) + 1)}


def test_the_river_is_one_line_from_edge_to_edge() -> None:
    (line,) = chains(GRIDS["spring"].river)
    assert {line[0], line[-1]} == {(4, 0), (6, 10)}
    assert len(line) == len(GRIDS["spring"].river) + 1


@pytest.mark.parametrize("key", [*GRIDS, *ROWS])
@pytest.mark.parametrize("name", THEMES)
def test_every_theme_draws_every_sheet_with_few_inks_and_unique_ids(key: str, name: str) -> None:
    made = sheet(key, "a5", "en", name)
    ids = [m.id for m in made.marks]
    assert len(set(ids)) == len(ids)
    inks = {i for m in made.marks for i in ((m.fill,) if isinstance(m, Text) else (m.fill, m.stroke)) if i}
    assert all(sum(i.cmyk) <= 2.25 for i in inks)
    if name == "gray":
        assert all(i.cmyk[:3] == (0, 0, 0) for i in inks)
    lines = [m.width for m in made.marks if not isinstance(m, Text) and m.stroke]
    assert min(lines) >= 0.13


@pytest.mark.parametrize("paper", ["a6", "a5-landscape", "postcard"])
def test_a_grid_on_too_small_a_paper_is_refused_with_what_is_needed(paper: str) -> None:
    with pytest.raises(MapkitError, match="too small for a readable score strip: print it on at least 139 x 200 mm"):
        sheet("spring", paper, "en")


def test_rows_on_too_small_a_paper_are_refused() -> None:
    with pytest.raises(MapkitError, match="print it on at least A5"):
        sheet("classic", "a6", "en")


def test_rows_are_two_to_an_upright_a4_and_one_to_an_a5() -> None:
    assert sum(m.id.endswith("title") for m in sheet("classic", "a4", "en").marks) == 2
    assert sum(m.id.endswith("title") for m in sheet("classic", "a5-landscape", "en").marks) == 1


def test_every_symbol_of_the_shipped_games_has_an_icon() -> None:
    assert {s.id for game in GRIDS.values() for s in game.symbols} <= set(ICONS)


def _flat(ops: tuple[Op, ...]) -> list[list[tuple[float, float]]]:
    lines: list[list[tuple[float, float]]] = []
    for op in ops:
        if op[0] == "M":
            lines.append([(float(op[1]), float(op[2]))])
        elif op[0] == "L":
            lines[-1].append((float(op[1]), float(op[2])))
        elif op[0] == "C":
            p = [lines[-1][-1], *zip(map(float, op[1::2]), map(float, op[2::2]), strict=True)]
            for k in range(1, 9):
                t = k / 8
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                lines[-1].append(
                    (sum(w * q[0] for w, q in zip(weights, p, strict=True)),
                     sum(w * q[1] for w, q in zip(weights, p, strict=True)))
                )  # fmt: skip
        else:
            lines[-1].append(lines[-1][0])
    return lines


@cache
def gray_at_6_mm(name: str) -> np.ndarray:
    """The icon in the gray theme, 6 mm high, as 24 x 24 greys 0..1 (about 100 dpi)."""
    scale = 16
    picture = Image.new("L", (6 * scale, 6 * scale), 255)
    pen = ImageDraw.Draw(picture)
    for mark in icon("i", name, 3, 3, 2.75, theme("gray")):
        assert isinstance(mark, Line | Dot)
        fill, stroke = (round(i.gray * 255) if i else None for i in (mark.fill, mark.stroke))
        wide = max(1, round(mark.width * scale))
        if isinstance(mark, Dot):
            box = [(v) * scale for v in (mark.x - mark.r, mark.y - mark.r, mark.x + mark.r, mark.y + mark.r)]
            pen.ellipse(box, fill=fill, outline=stroke, width=wide)
            continue
        for line in _flat(mark.ops):
            points = [(x * scale, y * scale) for x, y in line]
            if fill is not None:
                pen.polygon(points, fill=fill)
            if stroke is not None:
                pen.line(points, fill=stroke, width=wide, joint="curve")
    return np.asarray(picture.resize((24, 24), Image.Resampling.BOX), float) / 255


@pytest.mark.parametrize("key", GRIDS)
def test_icons_of_a_sheet_are_told_apart_in_grey_at_6_mm(key: str) -> None:
    for a, b in itertools.combinations([s.id for s in GRIDS[key].symbols], 2):
        one, two = gray_at_6_mm(a), gray_at_6_mm(b)
        shifts = itertools.product((-1, 0, 1), repeat=2)
        nearest = min(np.abs(one - np.roll(two, shift, (0, 1))).mean() for shift in shifts)
        assert nearest > 0.06, (a, b, nearest)


@pytest.mark.parametrize("name", sorted(ICONS))
def test_an_icon_stays_in_its_box(name: str) -> None:
    for mark in icon("i", name, 0, 0, 1.0, theme("classic")):
        assert all(abs(v) <= 1.15 for v in extent(mark)), mark.id


@pytest.mark.parametrize("locale", LOCALES)
def test_the_rules_say_every_score_line_in_glyphs_that_the_fonts_have(locale: str) -> None:
    for game in GRIDS.values():
        sections = seasons_rules(game, locale)
        assert len(sections[2][1]) == len(game.lines)
        assert all("{" not in p for _, ps in sections for p in ps)
    for rows in ROWS.values():
        assert all("{" not in p for _, ps in rows_rules(rows, locale) for p in ps)
    if locale != "zh":
        text = "".join(p for game in GRIDS.values() for _, ps in seasons_rules(game, locale) for p in ps)
        assert missing(text) == []
