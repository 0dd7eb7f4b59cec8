"""Game + Map -> the blocks beside the map: title and name line, tracks to tick, the legend of the dice.

Sizes are those of an A5 sheet times a scale; no text falls under 6 pt, no box under 4.5 mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mapkit.games.rules import Game, tracks
from mapkit.games.words import word
from mapkit.layout import Block
from mapkit.map import Map, Names
from mapkit.sheet import flow
from mapkit.sheet.flow import Group, Variants
from mapkit.sheet.marks import Dot, Mark, Path, Text, Weight, box
from mapkit.sheet.pattern import hatch
from mapkit.sheet.theme import Look, Theme, looks

Measure = Callable[[str, float, Weight], float]
MIN_TEXT = 2.15  # mm, a hair over 6 pt
THIN = 0.2  # mm, just over 0.5 pt


@dataclass(frozen=True)
class Style:
    """What every part of the sheet's words and boxes is drawn with. scale: 1 on A5."""

    theme: Theme
    looks: Mapping[str, Look]  # by colour of a region or die
    locale: str
    measure: Measure
    scale: float
    player: bool = True  # a line for the player's name; not on sheets that are wiped and used again

    def text(self, size: float) -> float:
        return max(MIN_TEXT, size * self.scale)

    def side(self, size: float) -> float:
        return max(4.5, size * self.scale)

    @property
    def gap(self) -> tuple[float, float]:
        return 4.5 * self.scale, 2.4 * self.scale

    @property
    def pad(self) -> float:
        return 1.2 * self.scale


def style_for(
    map: Map,
    game: Game,
    trim: tuple[float, float],
    theme: Theme,
    locale: str,
    measure: Measure,
    player: bool = True,
) -> Style:
    """The style of a sheet of trim (width, height) mm: A5 is scale 1, a postcard 0.71, never over 1.6."""
    scale = min(1.6, max(0.6, math.sqrt(trim[0] * trim[1] / (148 * 210))))
    colors = [r.color for r in map.regions] + [d.color for d in game.wild]
    return Style(theme, looks(theme, colors), locale, measure, scale, player)


def name_in(names: Names, locale: str, default: str) -> str:
    """The name in a language, else English, else any, else the default."""
    return names.get(locale) or names.get("en") or next(iter(names.values()), default)


def contents(map: Map, game: Game, style: Style) -> dict[str, list[Variants]]:
    """Block name -> the groups it holds, in order: one group for every track of the game, one swatch for every die."""
    title = name_in(game.title or map.title, style.locale, map.id)
    boxes: list[Variants] = []
    for track in tracks(game):
        label = word(track.id, style.locale)
        if track.kind == "number":
            boxes.append([_write_in(track.id, label, style)])
        else:
            boxes.append(_boxes(track.id, label, track.boxes, style, numbered=track.id == "rounds"))
    parts: dict[str, list[Variants]] = {
        "title": [[_heading(title, style)]],
        "tracks": boxes,
        "legend": [[_swatch(*row, style)] for row in _dice(map, game, style)],
    }
    if style.player:
        parts["title"].append([_line("player", word("name", style.locale), 44, style)])
    return {name: groups for name, groups in parts.items() if groups}


def blocks(map: Map, game: Game, styles: Sequence[Style], width: float) -> tuple[Block, ...]:
    """The blocks a layout must leave room for on a sheet with width mm between its margins.

    Each group is taken as large as its largest among the styles, so that one layout serves several languages.
    """
    every = [contents(map, game, style) for style in styles]
    gap, pad = styles[0].gap, styles[0].pad
    return tuple(
        flow.block(
            name, [flow.widest([parts[name][i] for parts in every]) for i in range(len(groups))], width, gap, pad
        )
        for name, groups in every[0].items()
    )


def _heading(text: str, style: Style) -> Group:
    size = style.text(7.5)
    w = style.measure(text, size, "bold")
    ink = style.theme.text
    return Group(w, size * 0.95, lambda x, y: [Text("title", x, y + size * 0.8, text, size, ink, "bold")])


def _line(key: str, label: str, length: float, style: Style) -> Group:
    size, length = style.text(2.6), length * style.scale
    w = style.measure(label, size, "regular") + 1.2 * style.scale
    ink = style.theme.text

    def draw(x: float, y: float) -> Iterable[Mark]:
        base = y + 6 * style.scale
        yield Text(f"{key}-label", x, base, label, size, ink)
        yield Path(f"{key}-line", (("M", x + w, base + 0.5), ("L", x + w + length, base + 0.5)), None, ink, THIN)

    return Group(w + length, 7.2 * style.scale, draw)


def _boxes(key: str, label: str, count: int, style: Style, numbered: bool = False) -> Variants:
    """A label over count boxes to tick, in one row, two or four; round boxes carry their number."""
    size, side, theme = style.text(2.5), style.side(6.0), style.theme
    gap, head = 0.9 * style.scale, size * 1.25
    wide = style.measure(label, size, "bold")

    def group(columns: int) -> Group:
        lines = math.ceil(count / columns)
        w = max(wide, columns * side + (columns - 1) * gap)

        def draw(x: float, y: float) -> Iterable[Mark]:
            yield Text(f"{key}-label", x, y + size * 0.85, label, size, theme.text, "bold")
            for i in range(count):
                left, top = x + (i % columns) * (side + gap), y + head + (i // columns) * (side + gap)
                if numbered:
                    middle = (left + side / 2, top + side / 2)
                    yield Dot(f"{key}-{i + 1}", *middle, side / 2, theme.box, theme.line, THIN)
                    yield _number(f"{key}-{i + 1}-n", str(i + 1), *middle, style)
                else:
                    ops = box(left, top, left + side, top + side, side * 0.16)
                    yield Path(f"{key}-{i + 1}", ops, theme.box, theme.line, THIN)

        return Group(w, head + lines * side + (lines - 1) * gap, draw)

    return [group(c) for c in sorted({count, math.ceil(count / 2), math.ceil(count / 4)}, reverse=True)]


def _number(key: str, text: str, x: float, y: float, style: Style) -> Text:
    size = style.text(2.3)
    return Text(key, x, y + size * 0.36, text, size, style.theme.quiet, anchor="middle")


def _write_in(key: str, label: str, style: Style) -> Group:
    size, theme = style.text(2.5), style.theme
    w, h, head = 15 * style.scale, 8 * style.scale, size * 1.25
    wide = max(w, style.measure(label, size, "bold"))

    def draw(x: float, y: float) -> Iterable[Mark]:
        yield Text(f"{key}-label", x, y + size * 0.85, label, size, theme.text, "bold")
        yield Path(key, box(x, y + head, x + w, y + head + h, 1.0), theme.box, theme.line, THIN * 1.75)

    return Group(wide, head + h, draw)


def _dice(map: Map, game: Game, style: Style) -> list[tuple[str, str, str, str]]:
    """(id, colour, letter, words) of every die in the bag: one per region, then the wild ones."""
    rows = [(r.id, r.color, r.letter, _color(r.color, r.names, style)) for r in map.regions]
    wild = dict.fromkeys(d.color for d in game.wild)
    rows += [(f"wild-{c}", c, "?", f"{word(c, style.locale)}: {word('wild', style.locale)}") for c in wild]
    return rows


def _color(color: str, names: Names, style: Style) -> str:
    return name_in(names, style.locale, color) if color.startswith("#") else word(color, style.locale)


def _swatch(key: str, color: str, letter: str, words: str, style: Style) -> Group:
    size, side, theme, look = style.text(2.5), style.side(5.2), style.theme, style.looks[color]
    gap = 1.1 * style.scale
    text, letter_size = style.measure(words, size, "regular"), side * 0.62

    def draw(x: float, y: float) -> Iterable[Mark]:
        yield Path(f"die-{key}", box(x, y, x + side, y + side, side * 0.2), look.fill)
        edge = 0.6
        square = (
            (x + edge, y + edge),
            (x + side - edge, y + edge),
            (x + side - edge, y + side - edge),
            (x + edge, y + side - edge),
        )
        lines = hatch(look.pattern, ((square,),), ())
        if lines:
            yield Path(f"die-{key}-pattern", lines, None, look.hatch, look.pattern.width)
        yield Path(f"die-{key}-edge", box(x, y, x + side, y + side, side * 0.2), None, look.strong, 0.5)
        middle = (x + side / 2, y + side / 2 + letter_size * 0.36)
        yield Text(f"die-{key}-letter", *middle, letter, letter_size, theme.text, "bold", "middle", look.fill, 0.5)
        yield Text(f"die-{key}-word", x + side + gap, y + side / 2 + size * 0.36, words, size, theme.text)

    return Group(side + gap + text, side, draw)
