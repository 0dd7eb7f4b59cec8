"""GridGame + arrangement of symbols -> Board: the values of grid games (stdlib only).

The family of grid games: two dice give the sides of a rectangle, the first covers your start square, every later one
shares an edge with an area of yours and overlaps none. Then one kind of symbol in it is marked. All that a game of the
family can choose is data, read by mapkit.games.seasons_data; moves are in seasons_play, points in seasons_score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from mapkit.games.rules import Die, Face, Game
from mapkit.map import Names

Square = tuple[int, int]  # row, column, from 1
Edge = tuple[Square, Square]  # two neighbouring squares, the smaller first
Rows = tuple[tuple[str, ...], ...]  # an arrangement: symbol ids row by row, "" for a bare square
River = Literal["dry", "cross", "wall"]
AT_THE_END = ("outside", "all_outside", "all_inside")  # rules that look at where areas lie, not at what was marked


@dataclass(frozen=True)
class Symbol:
    """A kind of symbol. circles 0: never marked. needs: "", "cloud", "no cloud", "alone", or a symbol in the area."""

    id: str
    names: Names
    squares: int
    circles: int = 0
    needs: str = ""


@dataclass(frozen=True)
class Line:
    """One line of the score strip: a rule of seasons_score over the symbols `of`, with its numbers."""

    rule: str
    of: tuple[str, ...]
    points: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    other: str = ""


@dataclass(frozen=True)
class GridGame:
    """A grid game as data. cloud_circles: clouds that are counted; on_cloud: the symbol an area must hold on a cloud.

    together: symbols marked as one. layout: the seed of its own arrangement, which seed "0" gives ("": "0" itself).
    arrangements: chosen by play, under the rules that tried stands for (mapkit.games.seasons_fair); "0" is the first.
    """

    id: str
    title: Names
    rows: int
    columns: int
    starts: tuple[Square, ...]
    symbols: tuple[Symbol, ...]
    lines: tuple[Line, ...]
    faces: tuple[Face, ...]
    river: tuple[Edge, ...] = ()
    river_rule: River = "dry"
    river_points: int = 0
    river_circles: int = 0
    together: tuple[tuple[str, ...], ...] = ()
    cloud_circles: int = 0
    on_cloud: str = ""
    misses: int = 6
    miss_points: int = -3
    out: Literal["at", "after"] = "at"
    jokers: int = 1
    layout: str = ""
    arrangements: tuple[Rows, ...] = ()
    tried: str = ""

    @cached_property
    def symbol(self) -> dict[str, Symbol]:
        return {s.id: s for s in self.symbols}

    @cached_property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """What can be marked after drawing an area: single symbols, or those marked together."""
        late = {s for line in self.lines if line.rule in AT_THE_END for s in line.of}
        alone = {s for group in self.together for s in group}
        single = ((s.id,) for s in self.symbols if s.circles and s.id not in late and s.id not in alone)
        return (*self.together, *single)

    @cached_property
    def dice(self) -> Game:
        """The two dice, for mapkit.games.caller."""
        return Game("plain", self.title, (Die("white", self.faces),) * 2, rounds=0, turns_per_round=1, draw=2)


@dataclass(frozen=True)
class Area:
    """A rectangle of squares, from 1."""

    top: int
    left: int
    height: int
    width: int

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        rows = range(self.top, self.top + self.height)
        return tuple((r, c) for r in rows for c in range(self.left, self.left + self.width))


@dataclass(frozen=True)
class GridMove:
    """area and symbol (the first of a group marked together), joker (which die 0 or 1, its new number).

    area None: a miss; with stop: the player drops out for good, without a miss.
    """

    area: Area | None = None
    symbol: str = ""
    joker: tuple[int, int] | None = None
    stop: bool = False


@dataclass(frozen=True)
class GridState:
    """One player's sheet. marked: symbol -> circles ticked; written: symbol -> sum of numbers written into circles."""

    start: int
    areas: tuple[Area, ...] = ()
    marked: Mapping[str, int] = field(default_factory=dict)
    written: Mapping[str, int] = field(default_factory=dict)
    clouds: int = 0
    crossings: int = 0
    misses: int = 0
    jokers: int = 0
    out: bool = False


@dataclass(frozen=True)
class Board:
    """A game with its symbols in place: rows of symbol ids, "" for a bare square. ValueError on a wrong count."""

    game: GridGame
    symbols: Rows

    def __post_init__(self) -> None:
        flat = [s for row in self.symbols for s in row]
        if len(self.symbols) != self.game.rows or {len(r) for r in self.symbols} != {self.game.columns}:
            raise ValueError(f"board of {self.game.id!r}: must be {self.game.rows} rows of {self.game.columns} squares")
        for symbol in self.game.symbols:
            if flat.count(symbol.id) != symbol.squares:
                have = flat.count(symbol.id)
                raise ValueError(f"board of {self.game.id!r}: {have} squares of {symbol.id!r}, not {symbol.squares}")

    def bit(self, square: Square) -> int:
        return 1 << ((square[0] - 1) * self.game.columns + square[1] - 1)

    def mask(self, area: Area) -> int:
        """The bits of an area's squares."""
        if area not in self._masks:
            row = ((1 << area.width) - 1) << (area.left - 1)
            step = self.game.columns
            self._masks[area] = sum(row << ((area.top - 1 + k) * step) for k in range(area.height))
        return self._masks[area]

    @cached_property
    def _masks(self) -> dict[Area, int]:
        return {}

    @cached_property
    def of(self) -> dict[str, int]:
        """Symbol -> the bits of its squares."""
        found = dict.fromkeys(self.game.symbol, 0)
        for r, row in enumerate(self.symbols, 1):
            for c, symbol in enumerate(row, 1):
                if symbol:
                    found[symbol] |= self.bit((r, c))
        return found

    @cached_property
    def around(self) -> dict[int, int]:
        """Bit of a square -> the bits of those it is linked with by an edge (not over a wall)."""
        wall = set(self.game.river) if self.game.river_rule == "wall" else set()
        found: dict[int, int] = {}
        for r in range(1, self.game.rows + 1):
            for c in range(1, self.game.columns + 1):
                for other in ((r + 1, c), (r, c + 1)):
                    if other[0] <= self.game.rows and other[1] <= self.game.columns and ((r, c), other) not in wall:
                        a, b = self.bit((r, c)), self.bit(other)
                        found[a] = found.get(a, 0) | b
                        found[b] = found.get(b, 0) | a
        return found

    @cached_property
    def places(self) -> dict[tuple[int, int], tuple[tuple[Area, int, int, bool], ...]]:
        """Sides that two dice can show, the smaller first -> areas: (area, bits, bits around it, crosses the river)."""
        game, found = self.game, {}
        numbers = sorted({f.number for f in game.faces})
        for a in numbers:
            for b in (n for n in numbers if n >= a):
                sides = {(h, w) for h, w in ((a, b), (b, a)) if h <= game.rows and w <= game.columns}
                found[a, b] = tuple(
                    (area, *self._facts(area))
                    for h, w in sorted(sides)
                    for top in range(1, game.rows - h + 2)
                    for left in range(1, game.columns - w + 2)
                    for area in [Area(top, left, h, w)]
                    if game.river_rule != "wall" or not crosses(game, area)
                )
        return found

    def _facts(self, area: Area) -> tuple[int, int, bool]:
        mask = self.mask(area)
        around = 0
        for square in area.squares:
            around |= self.around.get(self.bit(square), 0)
        return mask, around & ~mask, crosses(self.game, area)


def crosses(game: GridGame, area: Area) -> bool:
    """Whether an edge of the river runs through the area."""
    inside = set(area.squares)
    return any(a in inside and b in inside for a, b in game.river)
