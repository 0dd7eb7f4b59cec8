"""GridGame + locale -> the rows of the score strip, and their marks (stdlib only).

Large on purpose: no text under 7 pt, no circle under 4 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mapkit.games.seasons import GridGame, Line
from mapkit.games.words_seasons import Token, formula
from mapkit.sheet.icons import icon
from mapkit.sheet.marks import Dot, Mark, Path, Text, Weight, box
from mapkit.sheet.theme import Theme

Measure = Callable[[str, float, Weight], float]
TEXT = 2.5  # mm: 7.1 pt
CIRCLE = 4.06  # mm across, at least
THIN = 0.2


@dataclass(frozen=True)
class Row:
    """A symbol with its circles. labels: circle number -> what it says; write: boxes for numbers, not circles."""

    symbol: str
    circles: int
    labels: tuple[tuple[int, str], ...]
    formula: tuple[Token, ...]
    write: bool = False


@dataclass(frozen=True)
class Part:
    """The rows that share one result box (result False: no box)."""

    rows: tuple[Row, ...]
    result: bool = True


def parts(game: GridGame, locale: str) -> tuple[Part, ...]:
    """The strip from top to bottom: every score line, with the symbol it looks at right below it."""
    own = {s for line in game.lines for s in line.of}
    seen: set[str] = set()
    found = []
    for line in game.lines:
        rows = [_row(game, line, s, formula(game, line, locale, k)) for k, s in enumerate(line.of)]
        if line.other and line.other not in own | seen:
            seen.add(line.other)
            rows.append(_other(game, line))
        found.append(Part(tuple(rows)))
    if game.cloud_circles and "clouds" not in seen and not any(line.other == "clouds" for line in game.lines):
        found.append(Part((Row("cloud", game.cloud_circles, (), ()),), result=False))
    return tuple(found)


def _row(game: GridGame, line: Line, symbol: str, words: tuple[Token, ...]) -> Row:
    circles = game.symbol[symbol].circles
    labels: tuple[tuple[int, str], ...] = ()
    match line.rule:
        case "each" if line.at:
            labels = ((line.at[0], f"+{line.points[1]}"),)
        case "steps":
            labels = tuple((at, str(p)) for at, p in zip(line.at, line.points, strict=True))
        case "per":
            labels = tuple(
                (k, str(k // line.at[0] * line.points[0])) for k in range(line.at[0], circles + 1, line.at[0])
            )
        case "exactly":
            labels = ((line.at[0], str(line.points[0])),)
    return Row(symbol, circles, labels, words, line.rule == "written")


def _other(game: GridGame, line: Line) -> Row:
    """The symbol a line looks at; its circles say what each of the line's symbols is worth from there on."""
    clouds = line.other == "clouds"
    circles = game.cloud_circles if clouds else game.symbol[line.other].circles
    labels = zip(line.at, line.points, strict=True) if line.rule == "with" else ()
    return Row("cloud" if clouds else line.other, circles, tuple((at, f"×{p}") for at, p in labels), ())


@dataclass(frozen=True)
class Pen:
    """What the strip is drawn with. scale: 1 on A5."""

    theme: Theme
    measure: Measure
    scale: float


def strip(content: Sequence[Part], left: float, top: float, width: float, height: float, pen: Pen) -> tuple[Mark, ...]:
    """The strip in a box of width x height mm. Rows share the height; the longest row sizes the circles."""
    theme, scale = pen.theme, pen.scale
    count = sum(len(p.rows) for p in content)
    step = height / count
    symbol, result = min(step * 0.9, 8.5 * scale), 12.5 * scale
    room = width - symbol - result - 5.0
    across = min(step * 0.78, 6.2 * scale)
    for row in (r for p in content for r in p.rows if r.circles and not r.write):
        words = min(_width(row.formula, pen.measure, TEXT * scale), room * 0.3)
        across = min(across, (room - words) / row.circles / 1.09)
    across = max(CIRCLE, across)
    marks: list[Mark] = []
    y = top
    for n, part in enumerate(content):
        tall = step * len(part.rows)
        frame = box(left, y + 0.3, left + width, y + tall - 0.3, 1.2)
        marks.append(Path(f"part-{n}", frame, None, theme.quiet, THIN))
        for row in part.rows:
            marks += _draw(row, left + 1.0, y, step, symbol, across, left + width - result - 1.5, pen)
            y += step
        if part.result:
            edge = left + width - 0.9
            middle, half = y - tall / 2, min(tall / 2 - 1.0, 4.5 * scale)
            ops = box(edge - result, middle - half, edge, middle + half, 0.8)
            marks.append(Path(f"result-{n}", ops, theme.box, theme.line, 0.35))
    return tuple(marks)


def _draw(
    row: Row,
    left: float,
    y: float,
    step: float,
    symbol: float,
    across: float,
    right: float,
    pen: Pen,
) -> list[Mark]:
    middle, theme = y + step / 2, pen.theme
    marks: list[Mark] = [*icon(f"row-{row.symbol}", row.symbol, left + symbol / 2, middle, symbol * 0.42, theme)]
    pitch = across * 1.09
    if row.write:
        across = min(step * 0.8, 6.2 * pen.scale)
        pitch = across * 1.07
    x = left + symbol + 0.8
    labels = dict(row.labels)
    for k in range(1, row.circles + 1):
        name = f"{row.symbol}-{k}"
        cx = x + pitch * (k - 0.5)
        if row.write:
            ops = box(cx - across / 2, middle - across / 2, cx + across / 2, middle + across / 2, 0.7)
            marks.append(Path(name, ops, theme.box, theme.line, 0.25))
        else:
            marks.append(Dot(name, cx, middle, across / 2, theme.box, theme.line, 0.4 if k in labels else 0.25))
        if k in labels:
            size = max(TEXT, min(across * 0.5, 3.0 * pen.scale))
            marks.append(Text(f"{name}-says", cx, middle + size * 0.36, labels[k], size, theme.text, "bold", "middle"))
    start = x + pitch * row.circles + 1.2
    return marks + tokens(f"{row.symbol}-worth", row.formula, start, middle, right - start, step, pen)


def tokens(
    id: str,
    words: Sequence[Token],
    x: float,
    middle: float,
    width: float,
    height: float,
    pen: Pen,
) -> list[Mark]:
    """Words and small icons in one line, or two when they are wider than width mm; larger than 7 pt where that fits."""
    lines: list[list[Token]] = [list(words)]
    theme, measure = pen.theme, pen.measure
    size = min(3.2 * pen.scale, height * 0.42)
    while size > TEXT and _width(words, measure, size) > width:
        size = max(TEXT, size - 0.1)
    if _width(words, measure, size) > width:
        lines = _broken(words, width, size, measure)
    marks: list[Mark] = []
    for n, line in enumerate(lines):
        at, base = x, middle + (n - (len(lines) - 1) / 2) * size * 1.2
        for k, (kind, text) in enumerate(line):
            if kind == "icon":
                half = size * 0.68
                marks += icon(f"{id}-{n}-{k}", text, at + half, base, half, theme)
                at += 2 * half + size * 0.3
            else:
                marks.append(Text(f"{id}-{n}-{k}", at, base + size * 0.36, text, size, theme.text))
                at += measure(text, size, "regular") + size * 0.3
    return marks


def _width(words: Sequence[Token], measure: Measure, size: float = TEXT) -> float:
    return sum(size * 1.36 if kind == "icon" else measure(t, size, "regular") for kind, t in words) + size * 0.3 * (
        len(words) - 1
    )


def _broken(words: Sequence[Token], width: float, size: float, measure: Measure) -> list[list[Token]]:
    """Two lines: broken where the longer of them is shortest, between tokens or at a space."""
    pieces: list[Token] = []
    for kind, text in words:
        pieces += [(kind, text)] if kind == "icon" else [("text", w) for w in text.split(" ")]
    cuts = [(pieces[:k], pieces[k:]) for k in range(1, len(pieces))]
    if not cuts:
        return [list(words)]
    best = min(cuts, key=lambda c: (max(_width(c[0], measure, size), _width(c[1], measure, size)), len(c[1])))
    return [_joined(best[0]), _joined(best[1])]


def _joined(pieces: Sequence[Token]) -> list[Token]:
    out: list[Token] = []
    for kind, text in pieces:
        if out and kind == "text" and out[-1][0] == "text":
            out[-1] = ("text", f"{out[-1][1]} {text}")
        else:
            out.append((kind, text))
    return out
