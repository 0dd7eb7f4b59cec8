"""Layout + Game -> Sheet: the map, and beside it what a player ticks, counts and reads."""

from __future__ import annotations

from mapkit.games.rules import Game
from mapkit.layout import Layout
from mapkit.map import Map
from mapkit.sheet import flow
from mapkit.sheet.face import face
from mapkit.sheet.marginalia import Measure, contents, name_in, style_for
from mapkit.sheet.marks import Mark, Sheet
from mapkit.sheet.theme import Theme


def compose(
    map: Map,
    game: Game,
    layout: Layout,
    theme: Theme,
    measure: Measure,
    locale: str = "en",
    names: str = "",
    bleed: float = 0.0,
    player: bool = True,
) -> Sheet:
    """The front of a player's leaf.

    measure(text, size in mm, weight) -> width in mm of set text. locale: the language of all words on the sheet;
    names: the language of the cells' names (default: the same), "both" or "none". bleed in mm.
    player: a line for the player's name.
    """
    style = style_for(map, game, layout.size, theme, locale, measure, player)
    marks: list[Mark] = face(map, layout, style, names or locale)
    for name, groups in contents(map, game, style).items():
        if name in layout.block:
            marks += flow.fill(groups, layout.block[name], style.gap, style.pad)
    return Sheet(f"{map.id}-{layout.style}", name_in(map.title, locale, map.id), layout.size, bleed, tuple(marks))
