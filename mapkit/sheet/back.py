"""Rules text -> Sheet: the back of a player's leaf."""

from __future__ import annotations

import math

from mapkit.errors import MapkitError
from mapkit.games.rules import Game
from mapkit.games.words import rules_text
from mapkit.map import Map
from mapkit.sheet.marginalia import MIN_TEXT, Measure, name_in
from mapkit.sheet.marks import Mark, Path, Sheet, Text
from mapkit.sheet.prose import Sections, fit
from mapkit.sheet.theme import Theme

LARGEST = 3.6  # mm (10 pt): the rules of a short game need not fill the page


def back(
    map: Map,
    game: Game,
    trim: tuple[float, float],
    theme: Theme,
    measure: Measure,
    locale: str = "en",
    bleed: float = 0.0,
) -> Sheet:
    """The rules of a map's game. Raises MapkitError when they do not fit at 6 pt."""
    title = name_in(game.title or map.title, locale, map.id)
    return page(f"{map.id}-rules", title, rules_text(game, map, locale), trim, theme, measure, locale, bleed)


def page(
    ident: str,
    title: str,
    sections: Sections,
    trim: tuple[float, float],
    theme: Theme,
    measure: Measure,
    locale: str = "en",
    bleed: float = 0.0,
    margin: float = 7.0,
) -> Sheet:
    """Sections set as large as the page allows, from 10 pt down to 6 pt. Raises MapkitError when 6 pt is too much."""
    w, h = trim
    head = max(5.0, min(8.0, w * 0.045))
    top = margin + head * 1.9
    gutter = 6.0
    best = None
    for columns in (1, 2, 3):
        width = (w - 2 * margin - gutter * (columns - 1)) / columns
        if width < 34:
            continue
        size = LARGEST
        while size >= MIN_TEXT:
            lines = fit(sections, columns, width, h - top - margin, size, measure)
            if lines is not None:
                length = width / size  # ems in a line: about 16 to 38 read well
                score = (size - 0.06 * max(0.0, length - 38) - 0.06 * max(0.0, 16 - length), -columns)
                if best is None or score > best[0]:
                    best = (score, width, size, lines)
                break
            size = math.floor((size - 0.05) * 1000 + 0.5) / 1000
    if best is None:
        raise MapkitError(f"the rules do not fit on {w:g} x {h:g} mm at 6 pt: print them on a larger sheet", locale)
    _, width, size, lines = best
    marks: list[Mark] = [
        Text("rules-title", margin, margin + head * 0.8, title, head, theme.text, "bold"),
        Path(
            "rules-rule",
            (("M", margin, margin + head * 1.2), ("L", w - margin, margin + head * 1.2)),
            None,
            theme.line,
            0.3,
        ),
    ]
    for n, line in enumerate(lines):
        x = margin + line.column * (width + gutter)
        em = size * 1.08 if line.weight == "bold" else size
        marks.append(Text(f"rules-{n}", x, top + line.y - size * 0.3, line.text, em, theme.text, line.weight))
    return Sheet(f"{ident}-{locale}", title, trim, bleed, tuple(marks))
