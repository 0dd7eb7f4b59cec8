"""Opened + Ask -> Layout, stored beside the map: laid out once, checked, and read again ever after."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from mapkit import layout as places
from mapkit import line, store
from mapkit.ask import LOCALES, Ask
from mapkit.errors import MapkitError
from mapkit.folder import Declaration
from mapkit.layout import Block, Layout
from mapkit.line import Opened, Progress
from mapkit.map import Finding, Names
from mapkit.sheet.label import SIZE
from mapkit.sheet.marginalia import blocks, name_in, style_for
from mapkit.units import paper_name

LAID = 6  # raised when layouts of the same input come out differently
DENSEST = math.pi / math.sqrt(12)  # share of a page that equal circles can cover (L. Fejes Toth)
PAPER = 3.0  # times cells x room x room: on so much paper a layout is usually found
Way = tuple[tuple[float, float], tuple[Block, ...]]  # the page the map may fill (mm), and its marginalia


@dataclass(frozen=True)
class Laid:
    """A layout and how it was come by: stale: a stored one was another map's, or changed by hand."""

    layout: Layout
    stale: bool


def lay(opened: Opened, ask: Ask, progress: Progress | None = None, faulty: bool = False) -> Laid:
    """The map on a leaf of the size asked for, turned as suits it; stored beside the map, read again from there.

    Only a layout without a severe finding is stored, so one that is read is a checked one. faulty: give one with
    severe findings too (to look at it). Raises MapkitError for those otherwise, and when it cannot be laid out.
    """
    declaration = opened.declaration
    ways = [_way(opened, ask, size) for size in _sizes(declaration, ask.size)]
    names = _names(opened, ask)
    made_from = store.key(
        LAID, line.shapes_key(declaration), declaration.bridges, declaration.cuts, dict(declaration.layout),
        [(page, [asdict(b) for b in wants]) for page, wants in ways], names,
        ask.style, ask.room, ask.seed, ask.safe,
    )  # fmt: skip
    name = f"{ask.style}-{paper_name(*sorted(ask.size))}" + ("" if ask.usual else f"-{made_from[:8]}")
    stored = store.read(declaration.folder, name)
    if stored is not None and stored[0] == made_from:
        with suppress(*line.UNREADABLE):
            return Laid(places.from_value(stored[1]), False)
    if not faulty:
        _possible(len(opened.map.cells), ask)
    fine = _sound(opened, line.map_findings(opened), faulty)
    text = places.to_json(_lay_out(opened, ask, ways, names, progress))
    layout = places.from_json(text)
    if _sound(opened, line.layout_findings(opened, layout, ask.room), faulty) and fine:
        store.write(declaration.folder, name, made_from, json.loads(text))
    return Laid(layout, stored is not None)


def _possible(cells: int, ask: Ask) -> None:
    """Raises MapkitError for circles that no arrangement has room for, before any work is done."""
    (w, h), (top, right, bottom, left) = ask.size, ask.safe
    page = (w - left - right) * (h - top - bottom)
    if cells * math.pi / 4 * ask.room**2 > DENSEST * page:
        least = math.sqrt(PAPER * cells * ask.room**2 / page)
        what = f"{cells} circles of {ask.room:g} mm have no place on {w:g} x {h:g} mm"
        room = math.sqrt(page / PAPER / cells)
        raise MapkitError(
            f"{what}: {room:.2g} mm may have, or a sheet of {math.ceil(w * least)} x {math.ceil(h * least)} mm",
            "--room",
        )


def _sizes(declaration: Declaration, size: tuple[float, float]) -> list[tuple[float, float]]:
    """The ways a leaf of a size may be turned: as map.toml says, else upright and across."""
    w, h = sorted(size)
    turned = {"portrait": [(w, h)], "landscape": [(h, w)]}
    return turned.get(declaration.layout.get("orientation", ""), [(w, h)] if w == h else [(w, h), (h, w)])


def _edges(ask: Ask) -> tuple[float, places.Box]:
    """The margin kept on every side, and what is kept beyond it at the left, top, right and bottom."""
    top, right, bottom, left = ask.safe
    margin = min(ask.safe)
    return margin, (left - margin, top - margin, right - margin, bottom - margin)


def _way(opened: Opened, ask: Ask, size: tuple[float, float]) -> Way:
    margin, (left, top, right, bottom) = _edges(ask)
    page = size[0] - left - right, size[1] - top - bottom
    styles = [style_for(opened.map, opened.game, size, ask.theme, x, ask.measure, ask.player) for x in LOCALES]
    return page, blocks(opened.map, opened.game, styles, page[0] - 2 * margin)


def _names(opened: Opened, ask: Ask) -> dict[str, tuple[float, float]]:
    """Cell -> (width, height) in mm of its name as it is set, in the language where it is longest; a name over one and
    a half rooms is taken for that: it will stand outside its cell."""
    style = style_for(opened.map, opened.game, ask.size, ask.theme, "en", ask.measure)
    size = style.text(SIZE)

    def width(names: Names) -> float:
        return max(ask.measure(name_in(names, locale, ""), size, "regular") for locale in LOCALES)

    most = 1.5 * ask.room
    return {c.id: (round(min(width(c.names), most), 3), round(size, 3)) for c in opened.map.cells}


def _lay_out(
    opened: Opened, ask: Ask, ways: list[Way], names: dict[str, tuple[float, float]], progress: Progress | None
) -> Layout:
    from mapkit.carto.layout import lay_out, shown
    from mapkit.carto.shore import with_shores

    options = {**opened.declaration.layout, "names": names}
    _, coverage = line.read_shapes(opened.declaration)
    if gone := [c.id for c in opened.map.cells if c.id not in coverage.shapes]:
        what = f"cell {gone[0]!r} has no land of its own, so the map cannot be laid out; see `mapkit check`"
        raise MapkitError(what, opened.declaration.folder)
    margin, (left, top, right, bottom) = _edges(ask)
    way = ways[0]
    if len(ways) > 1:  # the way up that shows the land larger; upright when it hardly matters
        upright, across = (shown(opened.map, coverage, *w, margin, ask.room, options) for w in ways)
        way = ways[1] if across > 1.05 * upright else ways[0]
    found = with_shores(lay_out(opened.map, coverage, *way, ask.style, margin, ask.room, ask.seed, options, progress))
    w, h = found.size[0] + left + right, found.size[1] + top + bottom
    safe = (left + margin, top + margin, w - right - margin, h - bottom - margin)
    return replace(places.moved(found, left, top) if left or top else found, size=(w, h), safe=safe)


def _sound(opened: Opened, findings: list[Finding], faulty: bool) -> bool:
    """Whether none is severe. Raises MapkitError with the first severe one unless faulty maps are wanted."""
    severe = [f for f in findings if f.severe]
    if severe and not faulty:
        more = f"{len(severe)} severe findings, the first" if len(severe) > 1 else "a severe finding"
        first = f"{severe[0].rule}, {severe[0].where}: {severe[0].message}"
        raise MapkitError(f"not printed: {more} is {first}; see `mapkit check`", opened.declaration.folder)
    return not severe
