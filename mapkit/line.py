"""The line, composed once for every shell: a map's name -> Opened -> Layout -> Sheet.

Heavy libraries load only when a stored value is missing or stale: a pad of a laid out map imports no shapely.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapkit import folder, store
from mapkit import layout as places
from mapkit.carto.graph import Border, Survey, make_map
from mapkit.errors import MapkitError
from mapkit.folder import Declaration
from mapkit.games.rules import Game, read_game
from mapkit.layout import Block, Layout
from mapkit.map import Finding, Map
from mapkit.press.fonts import measure
from mapkit.sheet.back import back
from mapkit.sheet.compose import compose
from mapkit.sheet.marginalia import blocks, style_for
from mapkit.sheet.marks import Sheet
from mapkit.sheet.proof import proof
from mapkit.sheet.theme import Theme

if TYPE_CHECKING:
    from mapkit.carto.coverage import Coverage
    from mapkit.carto.source import Source

Progress = Callable[[str, float], None]  # what is being done, the share of it that is
LOCALES = ("en", "de", "ja", "zh")  # one layout leaves room for the words of each
MARGIN = 5.0  # mm kept clear on every side: inside every pad printer's safe area
SURVEYED, LAID = 1, 2  # raised when the survey or the layouts of the same input come out differently

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
    survey = _survey(declaration)
    return Opened(declaration, game, make_map(declaration, survey.borders), survey)


def read_shapes(declaration: Declaration) -> tuple[Source, Coverage]:
    """The polygons as drawn and as repaired. Raises MapkitError when the file cannot be read."""
    from mapkit.carto.coverage import repair
    from mapkit.carto.source import load

    source = load(declaration)
    return source, repair(source)[0]


def _survey(declaration: Declaration) -> Survey:
    made_from = _shapes_key(declaration)
    stored = store.read(declaration.folder, "survey")
    if stored is not None and stored[0] == made_from:
        with suppress(*UNREADABLE):
            raw = stored[1]
            borders = tuple(Border(**b) for b in raw["borders"])
            doubtful = tuple(Border(**b) for b in raw["doubtful"])
            touches = tuple((a, b) for a, b in raw["touches"])
            return Survey(borders, touches, doubtful, raw["unit"], raw["tolerance"])
    from mapkit.carto.source import load
    from mapkit.carto.survey import survey

    found = survey(load(declaration))
    store.write(declaration.folder, "survey", made_from, asdict(found))
    return found


def _shapes_key(declaration: Declaration) -> str:
    path = declaration.folder / declaration.source.get("file", "cells.geojson")
    data = path.read_bytes() if path.is_file() else b""
    return store.key(SURVEYED, data, dict(declaration.source), [c.id for c in declaration.cells])


def sizes_for(declaration: Declaration, size: tuple[float, float]) -> list[tuple[float, float]]:
    """The ways a leaf of a size may be turned: as map.toml says, else upright and across."""
    w, h = sorted(size)
    turned = {"portrait": [(w, h)], "landscape": [(h, w)]}
    return turned.get(declaration.layout.get("orientation", ""), [(w, h), (h, w)])


def blocks_for(opened: Opened, size: tuple[float, float], theme: Theme) -> tuple[Block, ...]:
    """The marginalia a sheet of that trim carries, with the shapes each may take."""
    styles = [style_for(opened.map, opened.game, size, theme, locale, measure) for locale in LOCALES]
    return blocks(opened.map, opened.game, styles, size[0] - 2 * MARGIN)


@dataclass(frozen=True)
class Laid:
    """A layout and how it was come by: stale is True when a stored one no longer fitted its map."""

    layout: Layout
    stale: bool


def lay(
    opened: Opened,
    size: tuple[float, float],
    theme: Theme,
    style: str = "outline",
    room: float = 8.0,
    seed: int = 0,
    progress: Progress | None = None,
    faulty: bool = False,
) -> Laid:
    """The map on a leaf of size (width, height) mm, turned as suits it; stored beside the map, read again from there.

    Only a layout without a severe finding is stored, so one that is read is a checked one. faulty: give one with
    severe findings too (to look at it). Raises MapkitError for those otherwise, and when it cannot be laid out.
    """
    declaration = opened.declaration
    wanted = [(trim, blocks_for(opened, trim, theme)) for trim in sizes_for(declaration, size)]
    made_from = store.key(
        LAID, _shapes_key(declaration), declaration.bridges, declaration.cuts, dict(declaration.layout),
        [(trim, [asdict(b) for b in wants]) for trim, wants in wanted], style, room, seed,
    )  # fmt: skip
    name = f"{style}-{_file_size(size)}"
    stored = store.read(declaration.folder, name)
    if stored is not None and stored[0] == made_from:
        with suppress(*UNREADABLE):
            return Laid(places.from_value(stored[1]), False)
    fine = _sound(opened, map_findings(opened), faulty)
    text = places.to_json(_lay_out(opened, wanted, style, room, seed, progress))
    layout = places.from_json(text)
    if _sound(opened, layout_findings(opened, layout, room), faulty) and fine:
        store.write(declaration.folder, name, made_from, json.loads(text))
    return Laid(layout, stored is not None)


def _sound(opened: Opened, findings: list[Finding], faulty: bool) -> bool:
    """Whether none is severe. Raises MapkitError with the first severe one unless faulty maps are wanted."""
    severe = [f for f in findings if f.severe]
    if severe and not faulty:
        more = f"{len(severe)} severe findings, the first" if len(severe) > 1 else "a severe finding"
        first = f"{severe[0].rule}, {severe[0].where}: {severe[0].message}"
        raise MapkitError(f"not printed: {more} is {first}; see `mapkit check`", opened.declaration.folder)
    return not severe


def _lay_out(
    opened: Opened,
    wanted: list[tuple[Any, tuple[Block, ...]]],
    style: str,
    room: float,
    seed: int,
    progress: Progress | None,
) -> Layout:
    from mapkit.carto.layout import lay_out
    from mapkit.carto.shore import with_shores

    declaration = opened.declaration
    _, coverage = read_shapes(declaration)
    options = dict(declaration.layout)

    def made(way: int, style: str, report: Progress | None) -> Layout:
        trim, wants = wanted[way]
        return lay_out(opened.map, coverage, trim, wants, style, MARGIN, room, seed, options, report)

    way = 0
    if len(wanted) > 1:  # the way up that shows the land larger; upright when it hardly matters
        upright, across = (_land(made(n, "true", None)) for n in (0, 1))
        way = 1 if across > 1.05 * upright else 0
    return with_shores(made(way, style, progress))


def _land(layout: Layout) -> float:
    """Area in mm2 that the outer rings of a layout cover."""
    rings = [polygon[0] for place in layout.places for polygon in place.outline]
    return sum(abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(r, (*r[1:], r[0]), strict=True))) / 2 for r in rings)


def _file_size(size: tuple[float, float]) -> str:
    from mapkit.units import paper_name

    return paper_name(*sorted(size)).replace(" ", "")


def front_sheet(
    opened: Opened, layout: Layout, theme: Theme, locale: str, names: str = "", bleed: float = 0.0
) -> Sheet:
    """The player's sheet. locale: the language of its words; names: of the cells' names, or "none"."""
    return compose(opened.map, opened.game, layout, theme, measure, locale, names, bleed)


def back_sheet(opened: Opened, layout: Layout, theme: Theme, locale: str, bleed: float = 0.0) -> Sheet:
    """The rules, for the back of that sheet. Raises MapkitError when they do not fit."""
    return back(opened.map, opened.game, layout.size, theme, measure, locale, bleed)


def need_locale(locale: str) -> str:
    """A language that sheets speak. Raises MapkitError that lists them."""
    if locale not in LOCALES:
        raise MapkitError(f"unknown language {locale!r}: one of {', '.join(LOCALES)}", "--lang")
    return locale


def map_findings(opened: Opened) -> list[Finding]:
    """What a check finds in the map itself, from the polygons as they are on disk."""
    from mapkit.carto.check import check
    from mapkit.carto.source import load
    from mapkit.carto.survey import survey

    source = load(opened.declaration)
    return list(check(opened.declaration, source, survey(source), opened.map, opened.game.rounds))


def layout_findings(opened: Opened, layout: Layout, room: float) -> list[Finding]:
    """What a check finds in a finished layout, from its outlines alone."""
    from mapkit.carto.verify import verify

    return verify(opened.map, layout, room, frozenset(opened.declaration.cuts))


def proof_sheet(opened: Opened, layout: Layout, theme: Theme, room: float, locale: str) -> Sheet:
    """The page a designer pins to the wall."""
    style = style_for(opened.map, opened.game, layout.size, theme, locale, measure)
    found = [*map_findings(opened), *layout_findings(opened, layout, room)]
    here = f"{opened.declaration.folder}/"  # a page on a wall does not tell where its files are
    return proof(opened.map, layout, room, [replace(f, where=f.where.replace(here, "")) for f in found], style)
