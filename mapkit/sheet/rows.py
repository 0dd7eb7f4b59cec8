"""RowsGame + trim -> Sheet: rows of boxes with their locks, the score table, misses and the sum (stdlib only)."""

from __future__ import annotations

from dataclasses import replace

from mapkit.errors import MapkitError
from mapkit.games.rows import RowsGame, RowTrack, worth
from mapkit.games.vocabulary import word
from mapkit.games.words_rows import row_word, rows_title
from mapkit.layout import Box
from mapkit.sheet.marks import Dot, Mark, Path, Sheet, Text, box, polyline
from mapkit.sheet.pattern import hatch
from mapkit.sheet.strip import CIRCLE, TEXT, Measure
from mapkit.sheet.theme import Look, Theme, looks

HEAD, FOOT = 13.0, 37.0  # mm above and below the rows
SMALLEST = 139.0  # mm of width; on less the boxes are narrower than 8 mm


def rows_sheet(
    game: RowsGame, trim: tuple[float, float], theme: Theme, measure: Measure, locale: str = "en", bleed: float = 3.0
) -> Sheet:
    """The sheet of a row game on a trim of (width, height) mm; two games, one below the other, where there is room.

    Raises MapkitError when the trim is too small.
    """
    w, h = trim
    title = rows_title(game, locale)
    step = _step(game, w)
    twice = (h / 2 - 2 * _margin(w) - HEAD - FOOT) / (len(game.rows) + (game.bonus > 0)) >= step * 1.15
    marks = _game(game, (w, h / 2 if twice else h), theme, measure, locale)
    if twice:
        fold = polyline(((_margin(w), h / 2), (w - _margin(w), h / 2)), close=False)
        again = [_lower(m, h / 2) for m in marks]
        marks += [Path("fold", fold, None, theme.quiet, 0.2, (2.0, 2.0)), *again]
    return Sheet(f"{game.id}-{locale}", title, trim, bleed, tuple(marks))


def _margin(width: float) -> float:
    return min(7.0 * width / 148, 10.0)


def _step(game: RowsGame, width: float) -> float:
    """From box to box, mm."""
    return (width - 2 * _margin(width) - 9.0) / (max(len(r.boxes) for r in game.rows) + 1.25)


def _lower(mark: Mark, by: float) -> Mark:
    """The mark of a second game, by mm further down."""
    if isinstance(mark, Path):
        ops = tuple((op[0], *(float(v) + by * (k % 2) for k, v in enumerate(op[1:]))) for op in mark.ops)
        return replace(mark, id=f"second-{mark.id}", ops=ops)
    return replace(mark, id=f"second-{mark.id}", y=mark.y + by)


def _game(game: RowsGame, trim: tuple[float, float], theme: Theme, measure: Measure, locale: str) -> list[Mark]:
    w, h = trim
    count = len(game.rows) + (game.bonus > 0)
    margin, step = _margin(w), _step(game, w)
    pitch = min(step * 1.9, (h - 2 * margin - HEAD - FOOT) / count)  # a row and its gap
    if w < SMALLEST or pitch < 11.0:
        raise MapkitError(f"{w:g} x {h:g} mm is too small for {count} rows: print it on at least A5", game.id)
    found = looks(theme, game.colors)
    legend = _legend(game, (margin, margin, w - margin, margin + 4.6), found, theme, measure, locale)
    room = min(m.x for m in legend if isinstance(m, Text)) - 10.0 - margin
    title = rows_title(game, locale)
    size = min(6.5, 6.5 * room / measure(title, 6.5, "bold"))
    marks: list[Mark] = [*legend, Text("title", margin, margin + size * 0.85, title, size, theme.text, "bold")]
    needs = row_word("needs", locale, game.needs)
    note = w - margin - 1.25 * step - 1.0, margin + HEAD - 2.4
    marks.append(Text("needs", *note, needs, max(TEXT, 2.8), theme.text, anchor="end"))
    y = margin + HEAD
    for n, row in enumerate(game.rows):
        marks += _row(row, n, (margin, y, w - margin, y + pitch * 0.88), step, found, theme)
        y += pitch
    if game.bonus:
        marks += _bonus(game, (margin, y, w - margin, y + pitch * 0.88), step, theme, measure, locale)
        y += pitch
    marks += _foot(game, (margin, y + 1.5, w - margin, y + FOOT - 1.5), found, theme, measure, locale)
    return marks


def _legend(game: RowsGame, at: Box, found: dict[str, Look], theme: Theme, measure: Measure, locale: str) -> list[Mark]:
    """A swatch and the name of every colour, from the right."""
    x, y0, x1, y1 = at
    marks: list[Mark] = []
    x = x1
    for color in reversed(game.colors):
        look, name = found[color], word(color, locale)
        x -= measure(name, TEXT, "regular")
        marks.append(Text(f"legend-{color}-says", x, (y0 + y1) / 2 + TEXT * 0.36, name, TEXT, theme.text))
        corners = ((x - 7.0, y0), (x - 1.0, y0), (x - 1.0, y1), (x - 7.0, y1))
        lines = hatch(look.pattern, ((corners,),))
        marks.append(Path(f"legend-{color}", polyline(corners, close=True), look.fill, look.strong, 0.35))
        if lines:
            marks.append(Path(f"legend-{color}-hatch", lines, None, look.hatch, look.pattern.width))
        x -= 9.0
    return marks


def _row(row: RowTrack, n: int, at: Box, step: float, found: dict[str, Look], theme: Theme) -> list[Mark]:
    """A band in the colours of its boxes, with an arrow, the boxes and the lock."""
    x0, y0, x1, y1 = at
    side, middle = min(step * 0.9, (y1 - y0) * 0.72), (y0 + y1) / 2
    left = x0 + 9.0
    marks: list[Mark] = []
    boxes = [(left + step * (k + 0.5), b) for k, b in enumerate(row.boxes)]
    clear = [(x - side / 2, middle - side / 2, x + side / 2, middle + side / 2) for x, _ in boxes]
    lock = left + step * (len(boxes) + 0.6)
    clear.append((lock - side * 0.58, middle - side * 0.58, lock + side * 0.58, middle + side * 0.58))
    clear.append((x0 + 1, y0 + 1, x0 + 8, y1 - 1))
    start = 0
    for k in range(1, len(row.boxes) + 1):
        if k < len(row.boxes) and row.boxes[k].color == row.boxes[start].color:
            continue
        look = found[row.boxes[start].color]
        a, z = left + step * start if start else x0, left + step * k if k < len(row.boxes) else x1
        border = theme.line if theme.name == "gray" else None
        marks.append(Path(f"row-{n}-band-{start}", box(a, y0, z, y1), look.fill, border, 0.3 if border else 0.0))
        if theme.edge:
            half = theme.edge / 2
            inside = box(a + half, y0 + half, z - half, y1 - half)
            marks.append(Path(f"row-{n}-edge-{start}", inside, None, look.strong, theme.edge))
        lines = hatch(look.pattern, ((((a, y0), (z, y0), (z, y1), (a, y1)),),), clear)
        if lines:
            marks.append(Path(f"row-{n}-hatch-{start}", lines, None, look.hatch, look.pattern.width))
        start = k
    first = found[row.boxes[0].color]
    arrow = polyline(((x0 + 2, middle - 3), (x0 + 7, middle), (x0 + 2, middle + 3)), close=True)
    marks.append(Path(f"row-{n}-arrow", arrow, first.strong, first.strong, 0.4))
    for k, (x, b) in enumerate(boxes):
        look = found[b.color]
        ops = box(x - side / 2, middle - side / 2, x + side / 2, middle + side / 2, side * 0.16)
        marks.append(Path(f"row-{n}-box-{k}", ops, theme.box, look.strong, 0.35))
        if b.ring:
            marks.append(Dot(f"row-{n}-ring-{k}", x, middle, side * 0.42, None, look.strong, 0.7))
        size = side * (0.5 if b.ring else 0.58)
        marks.append(
            Text(f"row-{n}-says-{k}", x, middle + size * 0.36, str(b.number), size, look.strong, "bold", "middle")
        )
    marks += _lock(f"row-{n}-lock", lock, middle, side * 0.52, found[row.lock], theme)
    return marks


def _lock(id: str, x: float, y: float, r: float, look: Look, theme: Theme) -> list[Mark]:
    """A circle to cross, with a padlock in it."""
    w, h = r * 0.5, r * 0.42
    lean, foot, top = w * 0.62, y - h * 0.2, y - r * 0.85
    bow = (("M", x - lean, foot), ("C", x - lean, top, x + lean, top, x + lean, foot))
    body = box(x - w, y - h * 0.2, x + w, y + h * 1.4, r * 0.1)
    return [
        Dot(id, x, y, r, theme.box, look.strong, 0.5),
        Path(f"{id}-bow", bow, None, look.strong, r * 0.16),
        Path(f"{id}-body", body, look.strong),
    ]


def _bonus(game: RowsGame, at: Box, step: float, theme: Theme, measure: Measure, locale: str) -> list[Mark]:
    x0, y0, x1, y1 = at
    middle, r = (y0 + y1) / 2, min(step * 0.42, (y1 - y0) * 0.36)
    words, size = row_word("bonus", locale), 3.4
    left = x0 + max(9.0, measure(words, size, "bold") + 4)
    marks: list[Mark] = [
        Path("bonus-band", box(x0, y0, x1, y1, 1.5), None, theme.line, 0.35),
        Text("bonus", x0 + 2, middle + size * 0.36, words, size, theme.text, "bold"),
    ]
    for k in range(game.bonus):
        x = left + step * (k + 0.5)
        marks.append(Dot(f"bonus-{k}", x, middle, r, theme.box, theme.line, 0.7))
        marks.append(Text(f"bonus-{k}-says", x, middle + 1.1, str(worth(k + 1)), 3.0, theme.quiet, "bold", "middle"))
    return marks


def _foot(game: RowsGame, at: Box, found: dict[str, Look], theme: Theme, measure: Measure, locale: str) -> list[Mark]:
    """The table of points, the misses, the sum with a box per row, and the name line."""
    x0, y0, x1, _ = at
    size = max(TEXT, 2.9)
    marks: list[Mark] = []
    r = max(CIRCLE, 6.0) / 2
    words = row_word("penalties", locale, f"{game.penalty_points:+d}".replace("-", "−"))
    wide = max(game.penalties * r * 2.3, measure(words, size, "bold"))
    marks.append(Text("misses", x1 - wide, y0 + size, words, size, theme.text, "bold"))
    for k in range(game.penalties):
        x = x1 - wide + r * 2.3 * k
        marks.append(Path(f"miss-{k}", box(x, y0 + 5, x + r * 2, y0 + 5 + r * 2, 0.8), theme.box, theme.line, 0.3))
    top = max(len(row.boxes) for row in game.rows) + 1
    label = max(measure(row_word(k, locale), size, "bold") for k in ("crosses", "points")) + 2
    pitch = min(9.5, (x1 - wide - 6 - x0 - label) / top)
    for line, key in enumerate(("crosses", "points")):
        y = y0 + size + line * 5.6
        marks.append(Text(key, x0, y, row_word(key, locale), size, theme.text, "bold"))
        for k in range(1, top + 1):
            says = str(k if line == 0 else worth(k))
            weight = "regular" if line == 0 else "bold"
            middle = x0 + label + pitch * (k - 0.5)
            marks.append(Text(f"{key}-{k}", middle, y, says, size, theme.text, weight, "middle"))  # type: ignore[arg-type]
    marks += _sum(game, (x0, y0 + 15.5, x1, y0 + 24.5), found, theme)
    name, base = row_word("name", locale), y0 + 31.5
    start = x0 + measure(name, 3.2, "regular") + 2
    marks.append(Text("name", x0, base, name, 3.2, theme.text))
    line_ops = polyline(((start, base + 0.8), (x1, base + 0.8)), close=False)
    marks.append(Path("name-line", line_ops, None, theme.line, 0.25))
    return marks


def _sum(game: RowsGame, at: Box, found: dict[str, Look], theme: Theme) -> list[Mark]:
    """[row] + [row] + ... (+ [bonus]) - [misses] = [total]"""
    x0, y0, x1, y1 = at
    inks = [(found[row.lock].strong, "+") for row in game.rows]
    inks += [(theme.line, "+")] * (game.bonus > 0) + [(theme.line, "−"), (theme.text, "=")]
    gap, last = 5.5, 1.5  # mm for a sign; the total is so many times as wide
    wide = (x1 - x0 - gap * (len(inks) - 1)) / (len(inks) - 1 + last)
    marks: list[Mark] = []
    for k, (ink, sign) in enumerate(inks):
        a = x0 + (wide + gap) * k
        b = x1 if sign == "=" else a + wide
        marks.append(Path(f"sum-{k}", box(a, y0, b, y1, 1.0), theme.box, ink, 0.8 if sign != "=" else 1.0))
        if k:
            middle, base = a - gap / 2, (y0 + y1) / 2 + 1.7
            marks.append(Text(f"sign-{k}", middle, base, sign, 4.6, theme.text, "bold", "middle"))
    return marks
