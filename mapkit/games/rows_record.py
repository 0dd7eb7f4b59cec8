"""A row game as typed in <-> its turns, for the referee (stdlib only).

A whole table's game, a turn a line, # begins a comment:

    sheet classic
    players 3
    seed kitchen                    the caller's seed; without it every turn begins with its roll
    red 7 | - | blue 7 ; green 5    white crosses by player, then the active player's colour cross (or nothing)
    white 3 4, red 1, blue 6: - | - | red 7

A row is called by the colour of its lock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mapkit.errors import MapkitError
from mapkit.games.caller import calls
from mapkit.games.rows import Cross, RowsGame, RowsTurn
from mapkit.games.rules import Roll
from mapkit.games.typed import typed

HEADS = ("sheet", "players", "seed")


@dataclass(frozen=True)
class RowsRecord:
    """A table's game; the active player goes round from the first."""

    sheet: str
    players: int
    turns: tuple[RowsTurn, ...]
    seed: str | None = None


def read_record(text: str, games: Mapping[str, RowsGame], where: str) -> RowsRecord:
    """The record typed in. games: the sheets of its folder. Raises MapkitError that names the line."""
    heads, found = typed(text, HEADS)
    sheet, players = heads.get("sheet") or next(iter(games)), heads.get("players", "1")
    if sheet not in games:
        raise MapkitError(f"no sheet {sheet!r}: one of {', '.join(games)}", where)
    if not players.isascii() or not players.isdecimal() or not 1 <= int(players) <= 20:
        raise MapkitError(f"players must be 1 to 20, not {players!r}", where)
    game, count = games[sheet], int(players)
    called = calls(game.dice, heads["seed"]) if heads.get("seed") else None
    turns = []
    for n, (number, roll, turn) in enumerate(found):
        at = f"{where} line {number}"
        rolls = next(called).rolls if called else _rolls(roll, at)
        if called and roll and sorted(map(_die, _rolls(roll, at))) != sorted(map(_die, rolls)):
            raise MapkitError(f"the roll is not the seed's, which is {roll_text(rolls)}", at)
        white, _, color = turn.partition(";")
        crosses = tuple(_cross(game, c, at) for c in white.split("|"))
        if len(crosses) != count:
            raise MapkitError(f"has {len(crosses)} white crosses for {count} players: write - for none", at)
        turns.append(RowsTurn(n % count, tuple(rolls), crosses, _cross(game, color, at)))
    return RowsRecord(sheet, count, tuple(turns), heads.get("seed"))


def write_record(record: RowsRecord, game: RowsGame) -> str:
    """The text read_record reads, with every roll."""
    lines = [f"sheet {record.sheet}", f"players {record.players}"]
    lines += [f"seed {record.seed}"] if record.seed else []
    for t in record.turns:
        white = " | ".join(cross_text(game, c) for c in t.white)
        color = f" ; {cross_text(game, t.color)}" if t.color else ""
        lines.append(f"{roll_text(t.rolls)}: {white}{color}")
    return "\n".join(lines) + "\n"


def cross_text(game: RowsGame, cross: Cross | None) -> str:
    """A cross as it is typed in."""
    return f"{game.rows[cross.row].lock} {game.rows[cross.row].boxes[cross.box].number}" if cross else "-"


def roll_text(rolls: Sequence[Roll]) -> str:
    """A roll as it is typed in: "white 3 4, red 1"."""
    colors = dict.fromkeys(["white", *sorted(r.color for r in rolls)])
    return ", ".join(f"{c} {' '.join(str(r.number) for r in rolls if r.color == c)}" for c in colors)


def _die(roll: Roll) -> tuple[str, int]:
    return roll.color, roll.number


def _rolls(text: str, at: str) -> tuple[Roll, ...]:
    rolls: list[Roll] = []
    for part in text.split(","):
        color, *numbers = part.split() or [""]
        if not numbers or not all(n in ("1", "2", "3", "4", "5", "6") for n in numbers):
            raise MapkitError('has no roll: begin it with the dice, like "white 3 4, red 1:", or give a seed', at)
        rolls += [Roll(None, int(n), color) for n in numbers]
    if sum(r.color == "white" for r in rolls) != 2:
        raise MapkitError("the roll needs two white dice", at)
    return tuple(rolls)


def _cross(game: RowsGame, text: str, at: str) -> Cross | None:
    words = text.split()
    if words in ([], ["-"]):
        return None
    for r, row in enumerate(game.rows):
        for k, box in enumerate(row.boxes):
            if words == [row.lock, str(box.number)]:
                return Cross(r, k)
    known = ", ".join(row.lock for row in game.rows)
    raise MapkitError(f"{text.strip()!r} is no box: write a row ({known}) and a number of it, or -", at)
