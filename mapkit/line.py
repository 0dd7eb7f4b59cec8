"""The line, composed once for every shell: a map's name -> Opened -> Layout -> Sheet.

Heavy libraries load only when a stored value is missing or stale: a pad of a laid out map imports no shapely. What
draws is imported by what draws: `graph` and `diff` open a map and need none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mapkit import folder, store, tables
from mapkit.carto.graph import Survey, make_map, pack, unpack
from mapkit.errors import MapkitError
from mapkit.folder import Declaration
from mapkit.games.rules import Game, read_game
from mapkit.map import Cell, Finding, Link, Map, Region

if TYPE_CHECKING:
    from mapkit.ask import Ask
    from mapkit.carto.coverage import Coverage
    from mapkit.carto.source import Source
    from mapkit.layout import Layout
    from mapkit.sheet.marks import Sheet

Progress = Callable[[str, float], None]  # what is being done, the share of it that is
SURVEYED = 2  # raised when the survey of the same input comes out differently

UNREADABLE = (ValueError, KeyError, TypeError, AttributeError)  # what a stored value that somebody changed may raise


@dataclass(frozen=True)
class Opened:
    """A map, read: what its folder declares, its game, and the links its polygons and map.toml give."""

    declaration: Declaration
    game: Game
    map: Map
    survey: Survey


def open_map(name: str | Path) -> Opened:
    """A shipped name or a path -> the map. Raises MapkitError for whatever is wrong with its files."""
    declaration = folder.read(folder.find(name))
    game = read_game(declaration.game, declaration.regions, str(declaration.path))
    for die in game.wild:
        tables.color(die.color, f"{declaration.path} [game] color of the wild die")
    survey = _survey(declaration)
    return Opened(declaration, game, make_map(declaration, survey.borders), survey)


def open_file(path: Path, id_field: str | None = None, layer: Sequence[str] = ()) -> tuple[Map, Survey, list[Finding]]:
    """Any vector file, not yet a map -> its cells in one region, who borders whom, what was left out. MapkitError."""
    from mapkit.carto.direct import direct

    source, survey, names = direct(path, id_field, layer)
    cells = tuple(Cell(i, {"en": names[i]}, "all") for i in source.shapes)
    links = tuple(Link(a, b, "border") for a, b in survey.lengths)
    regions = (Region("all", {}, "red", "R"),)
    return Map(path.stem, {"en": path.stem}, cells, regions, links), survey, list(source.findings)


def read_shapes(declaration: Declaration) -> tuple[Source, Coverage]:
    """The polygons as drawn and as repaired. Raises MapkitError when the file cannot be read."""
    from mapkit.carto.coverage import repair
    from mapkit.carto.source import load

    source = load(declaration)
    return source, repair(source)[0]


def _survey(declaration: Declaration) -> Survey:
    made_from = shapes_key(declaration)
    stored = store.read(declaration.folder, "survey")
    if stored is not None and stored[0] == made_from:
        with suppress(*UNREADABLE):
            return unpack(stored[1])
    from mapkit.carto.source import load
    from mapkit.carto.survey import survey

    found = survey(load(declaration))
    store.write(declaration.folder, "survey", made_from, pack(found))
    return found


def shapes_key(declaration: Declaration) -> str:
    path = folder.polygons_file(declaration)
    data = path.read_bytes() if path.is_file() else b""
    return store.key(SURVEYED, data, dict(declaration.source), [c.id for c in declaration.cells])


def front_sheet(opened: Opened, layout: Layout, ask: Ask) -> Sheet:
    """The player's sheet. Raises MapkitError when no cell has a name in the language asked for."""
    from mapkit.sheet.compose import compose
    from mapkit.sheet.label import BOTH, NO_NAMES

    known = sorted({lang for cell in opened.map.cells for lang in cell.names})
    if ask.names not in ("", NO_NAMES, BOTH, *known):
        raise MapkitError(f"no cell has a name in {ask.names!r}: {', '.join([*known, BOTH, NO_NAMES])}", "--names")
    return compose(
        opened.map, opened.game, layout, ask.theme, ask.measure, ask.locale, ask.names, ask.bleed, ask.player
    )


def back_sheet(opened: Opened, layout: Layout, ask: Ask) -> Sheet:
    """The rules, for the back of that sheet. Raises MapkitError when they do not fit."""
    from mapkit.sheet.back import back

    return back(opened.map, opened.game, layout.size, ask.theme, ask.measure, ask.locale, ask.bleed)


def map_findings(opened: Opened) -> list[Finding]:
    """What a check finds in the map itself, from the polygons as they are on disk."""
    from mapkit.carto.check import check
    from mapkit.carto.source import load
    from mapkit.carto.survey import survey

    source = load(opened.declaration)
    game = opened.game
    drawn = (min(game.draw * game.turns_per_round, len(game.dice)), len(game.dice))
    found = check(opened.declaration, source, survey(source), opened.map, game.rounds, drawn)
    return [*found, *_unset(opened.map)]


def _unset(map: Map) -> list[Finding]:
    """Names that no sheet can hold as they are."""
    from mapkit.press.script import unset
    from mapkit.sheet.marginalia import name_in

    told = ((c.id, name := name_in(c.names, "en", ""), unset(name)) for c in map.cells)
    return [Finding("unset-name", i, f"its name {name!r} {why[0]}", False, why[1]) for i, name, why in told if why]


def layout_findings(opened: Opened, layout: Layout, room: float) -> list[Finding]:
    """What a check finds in a finished layout, from its outlines alone."""
    from mapkit.carto.verify import verify

    return verify(opened.map, layout, room, frozenset(opened.declaration.cuts))


def both(of_map: list[Finding], of_layout: list[Finding]) -> list[Finding]:
    """The findings on a map and on its layout; a pair that meets in a point in both is said once."""
    points = {f.where for f in of_map if f.rule == "touch"}
    return of_map + [f for f in of_layout if f.rule != "corner" or f.where not in points]


def proof_sheet(opened: Opened, layout: Layout, ask: Ask) -> Sheet:
    """The page a designer pins to the wall."""
    from mapkit.sheet.marginalia import style_for
    from mapkit.sheet.proof import proof

    style = style_for(opened.map, opened.game, layout.size, ask.theme, ask.locale, ask.measure)
    found = both(map_findings(opened), layout_findings(opened, layout, ask.room))
    here = f"{opened.declaration.folder}/"  # a page on a wall does not tell where its files are
    return proof(opened.map, layout, ask.room, [replace(f, where=f.where.replace(here, "")) for f in found], style)
