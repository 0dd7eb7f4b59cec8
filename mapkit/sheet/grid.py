"""Board + trim -> Sheet: a grid of symbols, its river, the margin beside it and the score strip below (stdlib only)."""

from __future__ import annotations

from mapkit.errors import MapkitError
from mapkit.games.seasons import Board, Edge, GridGame
from mapkit.games.words_seasons import named_title, word
from mapkit.layout import Point
from mapkit.sheet.icons import icon
from mapkit.sheet.marks import Dot, Mark, Path, Sheet, Text, box, polyline
from mapkit.sheet.strip import CIRCLE, TEXT, THIN, Measure, Pen, parts, strip
from mapkit.sheet.theme import Theme, mix

SMALLEST = (139.0, 200.0)  # mm; on less the strip's text falls under 7 pt and its circles under 4 mm


def grid_sheet(
    board: Board, trim: tuple[float, float], theme: Theme, measure: Measure, locale: str = "en", bleed: float = 3.0
) -> Sheet:
    """The sheet of a grid game on a trim of (width, height) mm. Raises MapkitError when the trim is too small."""
    w, h = trim
    if w < SMALLEST[0] or h < SMALLEST[1]:
        raise MapkitError(
            f"{w:g} x {h:g} mm is too small for a readable score strip: print it on at least "
            f"{SMALLEST[0]:g} x {SMALLEST[1]:g} mm, portrait (A5, half-letter)",
            board.game.id,
        )
    game = board.game
    scale = min(w / 148, h / 210)
    margin, side, foot = 7.0 * scale, 31.0 * scale, 9.5 * scale
    content = parts(game, locale)
    rows = sum(len(p.rows) for p in content)
    by_height = h - 2 * margin - foot - 4.5 * scale - rows * 6.0 * scale
    pitch = min((w - 2 * margin - side) / game.columns, by_height / game.rows)
    below = margin + game.rows * pitch + 3.5 * scale
    height = min(h - margin - foot - below, rows * 11.0 * scale)
    beside = margin + game.columns * pitch + 3.0 * scale
    marks = [
        *squares(board, margin, margin, pitch, theme),
        *river(game, margin, margin, pitch, theme),
        *_margin(game, beside, margin, w - margin - beside, game.rows * pitch, scale, theme, measure, locale),
        *strip(content, margin, below, w - 2 * margin, height, Pen(theme, measure, scale)),
        *_foot(margin, below + height + 1.6 * scale, w - 2 * margin, scale, theme, measure, locale),
    ]
    return Sheet(f"{game.id}-{locale}", named_title(game, locale), trim, bleed, tuple(marks))


def squares(board: Board, left: float, top: float, pitch: float, theme: Theme) -> list[Mark]:
    """The squares with their symbols; light lines, so that a player's areas stand out. Numbered starts."""
    game = board.game
    right, bottom = left + game.columns * pitch, top + game.rows * pitch
    marks: list[Mark] = []
    faint = mix("faint", theme.paper, theme.text, 0.38)
    upright = [_line(left + k * pitch, top, left + k * pitch, bottom) for k in range(1, game.columns)]
    level = [_line(left, top + k * pitch, right, top + k * pitch) for k in range(1, game.rows)]
    marks.append(Path("lines", tuple(op for line in (*upright, *level) for op in line), None, faint, THIN))
    marks.append(Path("frame", box(left, top, right, bottom), None, theme.line, 0.5))
    for r, row in enumerate(board.symbols):
        for c, symbol in enumerate(row):
            x, y = left + (c + 0.5) * pitch, top + (r + 0.5) * pitch
            if symbol:
                marks += icon(f"square-r{r + 1}c{c + 1}", symbol, x, y, pitch * 0.34, theme)
    for n, (r, c) in enumerate(game.starts, 1):
        x, y, size = left + (c - 0.5) * pitch, top + (r - 0.5) * pitch, pitch * 0.52
        marks.append(Dot(f"start-{n}", x, y, pitch * 0.38, theme.text))
        marks.append(Text(f"start-{n}-says", x, y + size * 0.36, str(n), size, theme.paper, "bold", "middle"))
    return marks


def river(game: GridGame, left: float, top: float, pitch: float, theme: Theme) -> list[Mark]:
    """The river along the edges of squares: a band with a light middle; dry: dashed banks; a wall: dark banks."""
    marks: list[Mark] = []
    for n, chain in enumerate(chains(game.river)):
        points = [(left + x * pitch, top + y * pitch) for x, y in chain]
        ops = polyline(tuple(points), close=False)
        if game.river_rule == "dry":
            marks.append(Path(f"river-{n}", ops, None, theme.bridge, pitch * 0.17, (pitch * 0.3, pitch * 0.32)))
            continue
        water = mix("water", theme.paper, theme.bridge, 0.35)
        bank = theme.text if game.river_rule == "wall" else theme.bridge
        marks.append(Path(f"river-{n}", ops, None, bank, pitch * 0.24))
        marks.append(Path(f"river-{n}-water", ops, None, water, pitch * 0.24 - (0.9 if bank is theme.text else 0.5)))
    return marks


def chains(edges: tuple[Edge, ...]) -> list[list[Point]]:
    """The sides between squares, joined end to end: polylines of grid corners (x, y), in squares from the top left."""
    sides: list[tuple[Point, Point]] = []
    for (r, c), (other, _) in sorted(edges):
        below = other > r
        sides.append(((c - 1, r), (c, r)) if below else ((c, r - 1), (c, r)))
    found: list[list[Point]] = []
    while sides:
        ends = [p for s in sides for p in s]
        start = min(sides, key=lambda s: (min(ends.count(s[0]), ends.count(s[1])), s))
        sides.remove(start)
        chain = list(start if ends.count(start[0]) == 1 else start[::-1])
        while True:
            step = next((s for s in sides if chain[-1] in s), None)
            if step is None:
                break
            sides.remove(step)
            chain.append(step[1] if step[0] == chain[-1] else step[0])
        found.append(chain)
    return found


def _margin(
    game: GridGame,
    x: float,
    top: float,
    width: float,
    height: float,
    scale: float,
    theme: Theme,
    measure: Measure,
    locale: str,
) -> list[Mark]:
    """The column beside the grid: title, dice, joker, river, misses."""
    title = named_title(game, locale)
    size = min(7.5 * scale, 7.5 * scale * width / max(width, measure(title, 7.5 * scale, "bold")))
    text = max(TEXT, 2.7 * scale)
    r = max(CIRCLE, 4.8 * scale) / 2
    small = max(TEXT, TEXT * scale)
    y = top + size * 0.8
    marks: list[Mark] = [Text("title", x, y, title, size, theme.text, "bold")]
    y += 5.5 * scale

    def heading(key: str, y: float) -> Text:
        return Text(f"{key}-head", x, y + text * 0.8, word(key, locale), text, theme.text, "bold")

    def circles(key: str, count: int, y: float, says: str) -> float:
        """Circles in rows over the width; the y below them."""
        pitch = r * 2.2
        across = min(count, int(width / pitch))
        lines = -(-count // across)
        across = -(-count // lines)
        for k in range(count):
            cx, cy = x + r + pitch * (k % across), y + r + pitch * (k // across)
            marks.append(Dot(f"{key}-{k + 1}", cx, cy, r, theme.box, theme.line, 0.25))
            if says:
                marks.append(
                    Text(f"{key}-{k + 1}-says", cx, cy + small * 0.36, says, small, theme.quiet, "bold", "middle")
                )
        return y + pitch * lines

    def result(key: str, y: float) -> float:
        ops = box(x, y, x + width, y + 8 * scale, 0.8)
        marks.append(Path(f"{key}-result", ops, theme.box, theme.line, 0.35))
        return y + 12 * scale

    marks.append(heading("dice", y))
    y += text * 1.4
    marks += _faces(game, x, y, width, theme)
    y += 2 * (width / max(3, -(-len(game.faces) // 2))) + 2.5 * scale
    if game.on_cloud:
        half = 2.3 * scale
        marks += icon("rule-cloud", "cloud", x + half, y + half, half, theme)
        needs = word("needs", locale)
        marks.append(Text("rule-needs", x + half * 2.6, y + half + text * 0.36, needs, text, theme.text))
        at = x + half * 3.2 + measure(needs, text, "regular")
        marks += icon("rule-symbol", game.on_cloud, at + half, y + half, half, theme)
        y += half * 2 + 3.5 * scale
    if game.jokers:
        marks.append(heading("joker", y))
        y = circles("joker", game.jokers, y + text * 1.4, "") + 3 * scale
    if game.river:
        marks.append(heading("river", y))
        y += text * 1.4
        if game.river_rule == "cross":
            y = result("river", circles("river", game.river_circles, y, _signed(game.river_points)))
        else:
            marks.append(Text("river-rule", x, y + text * 0.8, word(game.river_rule, locale), text, theme.text))
            y += text + 3.5 * scale
    marks.append(heading("misses", y))
    result("misses", circles("miss", game.misses, y + text * 1.4, _signed(game.miss_points)))
    return marks


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")


def _faces(game: GridGame, x: float, y: float, width: float, theme: Theme) -> list[Mark]:
    """The sides of the dice in two rows, drawn as small dice; a cloud around the number of a cloudy side."""
    marks: list[Mark] = []
    across = max(3, -(-len(game.faces) // 2))
    pitch = width / across
    side, top = pitch * 0.84, y
    for k, face in enumerate(game.faces):
        left, y = x + k % across * pitch, top + k // across * pitch
        size = max(TEXT, side * 0.55)
        marks.append(Path(f"face-{k}", box(left, y, left + side, y + side, side * 0.18), theme.paper, theme.line, 0.25))
        if face.mark:
            marks += icon(f"face-{k}-cloud", "cloud", left + side / 2, y + side / 2, side * 0.46, theme)
        at = left + side / 2, y + side / 2 + size * 0.36
        marks.append(Text(f"face-{k}-says", *at, str(face.number), size, theme.text, "bold", "middle"))
    return marks


def _foot(x: float, y: float, width: float, scale: float, theme: Theme, measure: Measure, locale: str) -> list[Mark]:
    """Name line and the box of the total."""
    size = 3.2 * scale
    tall = 8.0 * scale
    name, total = word("name", locale), word("total", locale)
    base = y + tall / 2 + size * 0.36
    start = x + measure(name, size, "regular") + 2 * scale
    end = x + width - 18 * scale - measure(total, size * 1.2, "bold") - 6 * scale
    return [
        Text("name", x, base, name, size, theme.text),
        Path("name-line", _line(start, base + 0.8, end, base + 0.8), None, theme.line, 0.25),
        Text("total", x + width - 20 * scale, base, total, size * 1.2, theme.text, "bold", "end"),
        Path("total-box", box(x + width - 18 * scale, y, x + width, y + tall, 1.0), theme.box, theme.line, 0.6),
    ]


def _line(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float | str, ...], ...]:
    return ("M", x0, y0), ("L", x1, y1)
