"""RowsGame + Table + call -> legal crosses, next Table, points (stdlib only).

The family of row games: two white dice and one die per colour. Everybody may cross the white sum in any row, then the
active player alone may cross white + colour; always left to right. Rows, their colours and numbers are data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from mapkit.games.rules import Die, Face, Game, Roll
from mapkit.map import Names


@dataclass(frozen=True)
class RowBox:
    """One box of a row. ring: crossing it crosses the next box of the bonus row, too."""

    number: int
    color: str
    ring: bool = False


@dataclass(frozen=True)
class RowTrack:
    """A row from left to right; the lock, and the die that leaves with it, has the colour of the last box."""

    boxes: tuple[RowBox, ...]

    def __post_init__(self) -> None:
        if len(self.boxes) < 2:
            raise ValueError("a row needs at least two boxes")

    @property
    def lock(self) -> str:
        return self.boxes[-1].color


@dataclass(frozen=True)
class RowsGame:
    """needs: crosses before the last box. ends_at: closed rows that end the game. bonus: boxes of the bonus row."""

    id: str
    title: Names
    rows: tuple[RowTrack, ...]
    needs: int = 5
    penalties: int = 4
    penalty_points: int = -5
    ends_at: int = 2
    bonus: int = 0

    @cached_property
    def colors(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(b.color for row in self.rows for b in row.boxes))

    @cached_property
    def dice(self) -> Game:
        """Two white dice and one per colour, all rolled every turn, for mapkit.games.caller."""
        faces = tuple(Face(n) for n in range(1, 7))
        dice = tuple(Die(c, faces) for c in ("white", "white", *self.colors))
        return Game("plain", self.title, dice, rounds=0, turns_per_round=1, draw=len(dice))


@dataclass(frozen=True, order=True)
class Cross:
    """A box to cross: row and place in it, from 0."""

    row: int
    box: int


@dataclass(frozen=True)
class RowsSheet:
    """One player's sheet. crossed: places by row, rising; locks: rows whose lock is crossed."""

    crossed: tuple[tuple[int, ...], ...]
    locks: frozenset[int] = frozenset()
    bonus: int = 0
    penalties: int = 0


@dataclass(frozen=True)
class Table:
    """All players' sheets, and the rows that are closed for everybody."""

    sheets: tuple[RowsSheet, ...]
    closed: frozenset[int] = frozenset()
    over: bool = False


@dataclass(frozen=True)
class RowsTurn:
    """What everybody did: the active player, the dice, one white cross (or None) per player, the colour cross."""

    active: int
    rolls: tuple[Roll, ...]
    white: tuple[Cross | None, ...]
    color: Cross | None = None


@dataclass(frozen=True)
class RowsScore:
    """Points by row, of the bonus row and of the penalties."""

    rows: tuple[int, ...]
    bonus: int
    penalties: int
    total: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.rows) + self.bonus + self.penalties)


def deal(game: RowsGame, players: int) -> Table:
    """Empty sheets for so many players."""
    return Table((RowsSheet(((),) * len(game.rows)),) * players)


def whites(rolls: Sequence[Roll]) -> tuple[int, ...]:
    return tuple(r.number for r in rolls if r.color == "white")


def white_choices(game: RowsGame, table: Table, player: int, rolls: Sequence[Roll]) -> list[Cross]:
    """The boxes a player may cross with the sum of the white dice."""
    total = sum(whites(rolls))
    return [c for c in _open(game, table, table.sheets[player]) if _box(game, c).number == total]


def color_choices(game: RowsGame, table: Table, player: int, rolls: Sequence[Roll]) -> list[Cross]:
    """The boxes the active player may cross with one white die and one colour die (table: after the white crosses)."""
    if table.over:
        return []
    gone = {game.rows[r].lock for r in table.closed}
    sums = {(r.color, w + r.number) for r in rolls if r.color != "white" and r.color not in gone for w in whites(rolls)}
    boxes = ((c, _box(game, c)) for c in _open(game, table, table.sheets[player]))
    return [c for c, box in boxes if (box.color, box.number) in sums]


def _box(game: RowsGame, cross: Cross) -> RowBox:
    return game.rows[cross.row].boxes[cross.box]


def _open(game: RowsGame, table: Table, sheet: RowsSheet) -> list[Cross]:
    """Boxes right of the last cross of every row that is not closed; the last box only with enough crosses."""
    found = []
    for r, row in enumerate(game.rows):
        if r in table.closed:
            continue
        crossed = sheet.crossed[r]
        stop = len(row.boxes) - (len(crossed) < game.needs)
        found += [Cross(r, k) for k in range(crossed[-1] + 1 if crossed else 0, stop)]
    return found


def after_white(game: RowsGame, table: Table, turn: RowsTurn) -> Table:
    """The table after everybody's white crosses: rows close for all at once, several players may close the same."""
    sheets = tuple(_crossed(game, s, c) for s, c in zip(table.sheets, turn.white, strict=True))
    return _closed(game, replace(table, sheets=sheets))


def play(game: RowsGame, table: Table, turn: RowsTurn) -> Table:
    """The table after a legal turn (mapkit.games.rows_referee judges it).

    When the white crosses end the game, nobody crosses a colour and the active player takes no penalty.
    """
    table = after_white(game, table, turn)
    if table.over:
        return table
    sheet = _crossed(game, table.sheets[turn.active], turn.color)
    if turn.color is None and turn.white[turn.active] is None:
        sheet = replace(sheet, penalties=sheet.penalties + 1)
    sheets = tuple(sheet if k == turn.active else s for k, s in enumerate(table.sheets))
    return _closed(game, replace(table, sheets=sheets))


def _crossed(game: RowsGame, sheet: RowsSheet, cross: Cross | None) -> RowsSheet:
    if cross is None:
        return sheet
    crossed = tuple((*row, cross.box) if r == cross.row else row for r, row in enumerate(sheet.crossed))
    last = cross.box == len(game.rows[cross.row].boxes) - 1
    return replace(
        sheet,
        crossed=crossed,
        locks=sheet.locks | {cross.row} if last else sheet.locks,
        bonus=min(game.bonus, sheet.bonus + _box(game, cross).ring),
    )


def _closed(game: RowsGame, table: Table) -> Table:
    closed = table.closed | {r for s in table.sheets for r in s.locks}
    full = any(s.penalties >= game.penalties for s in table.sheets)
    return replace(table, closed=closed, over=full or len(closed) >= game.ends_at)


def worth(crosses: int) -> int:
    """The points of a row with so many crosses: 1 + 2 + ... (12 crosses: 78)."""
    return crosses * (crosses + 1) // 2


def score(game: RowsGame, sheet: RowsSheet) -> RowsScore:
    """The points of a sheet; a lock counts as one cross more."""
    rows = tuple(worth(len(c) + (r in sheet.locks)) for r, c in enumerate(sheet.crossed))
    return RowsScore(rows, worth(sheet.bonus), game.penalty_points * sheet.penalties)
