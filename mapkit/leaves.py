"""A name and what is asked of it -> the leaves to print, whatever family of games it is (maps, grids, rows)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from mapkit import folder, line
from mapkit.ask import Ask
from mapkit.edit import COLORS
from mapkit.errors import MapkitError
from mapkit.lay import lay
from mapkit.line import Opened, Progress
from mapkit.map import Region
from mapkit.sheet.back import page
from mapkit.sheet.marks import Sheet, Text
from mapkit.sheet.prose import Sections


@dataclass(frozen=True)
class Leaf:
    """A front, and its back made when it is wanted. stale: a stored layout was older than its map."""

    id: str
    front: Sheet
    back: Callable[[], Sheet]
    stale: bool = False
    note: str = ""  # what a user should know about it


def leaves(name: str | Path, ask: Ask, progress: Progress | None = None) -> list[Leaf]:
    """The leaves of a map (one), of a grid or of rows (one per sheet asked for). Raises MapkitError."""
    place = folder.find(name)
    family = folder.family(place)
    if family == "map":
        return [_map(place, ask, progress)]
    fronts = _grids(place, ask) if family == "seasons" else _rows(place, ask)
    chosen = list(fronts) if ask.which == "all" else [ask.which or next(iter(fronts))]
    if chosen[0] not in fronts:
        raise MapkitError(f"no sheet {chosen[0]!r}: one of {', '.join(fronts)}, or all", place / "sheet.toml")
    return [fronts[key]() for key in chosen]


def _map(place: Path, ask: Ask, progress: Progress | None) -> Leaf:
    if ask.which:
        raise MapkitError("a map has one sheet: leave out --sheet", place)
    opened = line.open_map(place)
    made = lay(opened, ask, progress)
    back = partial(line.back_sheet, opened, made.layout, ask)
    return Leaf(opened.map.id, line.front_sheet(opened, made.layout, ask), back, made.stale)


def divided(opened: Opened, divisions: Sequence[Mapping[str, int]]) -> list[Sheet]:
    """One sheet per proposed division (cell -> number of its region), to choose from. Raises MapkitError.

    Only the map and the proposal's number: tracks and legend found their place for the regions that the map has now.
    """
    ask = Ask(style="true")
    layout = lay(opened, ask, faulty=True).layout
    ask = replace(ask, player=False)
    layout = replace(layout, blocks=tuple((name, box) for name, box in layout.blocks if name == "title"))
    sheets = []
    for n, division in enumerate(divisions, 1):
        numbers = sorted(set(division.values()))
        regions = tuple(Region(str(g), {}, *COLORS[g]) for g in numbers)
        cells = tuple(replace(c, region=str(division[c.id])) for c in opened.map.cells)
        title = {lang: f"{name} {n}" for lang, name in opened.map.title.items()}
        proposed = replace(opened.map, cells=cells, regions=regions, title=title)
        game = replace(opened.game, title={"en": str(n)})
        sheets.append(line.front_sheet(replace(opened, map=proposed, game=game), layout, ask))
    return sheets


def _grids(place: Path, ask: Ask) -> dict[str, Callable[[], Leaf]]:
    from mapkit.games.rules_seasons import seasons_rules
    from mapkit.games.seasons_data import read_seasons
    from mapkit.games.seasons_fair import untried
    from mapkit.games.seasons_spread import spread
    from mapkit.sheet.grid import grid_sheet

    def leaf(key: str) -> Leaf:
        game = games[key]
        front = grid_sheet(spread(game, str(ask.seed)), ask.size, ask.theme, ask.measure, ask.locale, ask.bleed)
        rules = seasons_rules(game, ask.locale)
        return Leaf(key, front, partial(_rules, front, rules, ask), note=untried(game, str(ask.seed)))

    games = read_seasons(place)
    return {key: partial(leaf, key) for key in games}


def _rows(place: Path, ask: Ask) -> dict[str, Callable[[], Leaf]]:
    from mapkit.games.rows_data import read_rows
    from mapkit.games.rules_rows import rows_rules
    from mapkit.sheet.rows import rows_sheet

    def leaf(key: str) -> Leaf:
        front = rows_sheet(games[key], ask.size, ask.theme, ask.measure, ask.locale, ask.bleed)
        if _foot(front) < 0.75 * front.trim[1]:  # a quarter of the paper would stay empty: turn it
            turned = front.trim[1], front.trim[0]
            front = rows_sheet(games[key], turned, ask.theme, ask.measure, ask.locale, ask.bleed)
        rules = rows_rules(games[key], ask.locale)
        return Leaf(key, front, partial(_rules, front, rules, ask))

    games = read_rows(place)
    return {key: partial(leaf, key) for key in games}


def _rules(front: Sheet, rules: Sections, ask: Ask) -> Sheet:
    return page(f"{front.id}-rules", front.title, rules, front.trim, ask.theme, ask.measure, ask.locale, front.bleed)


def _foot(sheet: Sheet) -> float:
    """How far down a sheet its lowest text stands, mm."""
    return max((m.y for m in sheet.marks if isinstance(m, Text)), default=0.0)
