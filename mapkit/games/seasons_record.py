"""A grid game as typed in <-> its turns, for the referee (stdlib only).

One player's game, a turn a line, # begins a comment:

    sheet spring            the sheet, its arrangement, the player's start square
    layout 7
    start 3
    seed kitchen            the caller's seed; without it every turn begins with its roll, like "2 3*:"
    r2c2 2x3 tree           top left square, rows x columns, the symbol marked
    3 1: r4c2 1x3 bee joker 1=2      the joker sets the first die to 2
    miss
    stop
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mapkit.errors import MapkitError
from mapkit.games.caller import calls
from mapkit.games.rules import Roll
from mapkit.games.seasons import Area, GridGame, GridMove
from mapkit.games.seasons_referee import GridTurn
from mapkit.games.typed import typed

_ROLL = re.compile(r"(\d\*?)\s*[ ,]\s*(\d\*?)")
_MOVE = re.compile(r"r(\d+)c(\d+)\s+(\d+)\s*[x×]\s*(\d+)\s+(\S+)(?:\s+joker\s+([12])\s*=\s*(\d))?")
HEADS = ("sheet", "layout", "start", "seed")


@dataclass(frozen=True)
class GridRecord:
    """One player's game. start counts from 0; layout is the seed of the arrangement."""

    sheet: str
    layout: str
    start: int
    turns: tuple[GridTurn, ...]
    seed: str | None = None


def read_record(text: str, games: Mapping[str, GridGame], where: str) -> GridRecord:
    """The record typed in. games: the sheets of its folder. Raises MapkitError that names the line."""
    heads, found = typed(text, HEADS)
    sheet = heads.get("sheet") or next(iter(games))
    if sheet not in games:
        raise MapkitError(f"no sheet {sheet!r}: one of {', '.join(games)}", where)
    game, start = games[sheet], heads.get("start", "")
    if not start.isascii() or not start.isdecimal() or not 1 <= int(start) <= len(game.starts):
        raise MapkitError(f"say the start square on a line of its own: start 1 to start {len(game.starts)}", where)
    called = calls(game.dice, heads["seed"]) if heads.get("seed") else None
    turns = []
    for n, roll, turn in found:
        at = f"{where} line {n}"
        rolls, move = _rolls(roll, at) if roll else None, _move(turn, at)
        drawn = next(called).rolls if called else rolls
        if drawn is None:
            raise MapkitError('has no roll: begin it with the dice, like "2 3*:", or give a seed', at)
        if rolls is not None and _shown(rolls) != _shown(drawn):
            raise MapkitError(f"says {' '.join(_shown(rolls))}, but the seed calls {' '.join(_shown(drawn))}", at)
        turns.append(GridTurn(tuple(drawn), move))
    return GridRecord(sheet, heads.get("layout", "0"), int(start) - 1, tuple(turns), heads.get("seed"))


def write_record(record: GridRecord) -> str:
    """The text read_record reads, with every roll."""
    lines = [f"sheet {record.sheet}", f"layout {record.layout}", f"start {record.start + 1}"]
    lines += [f"seed {record.seed}"] if record.seed else []
    lines += [f"{' '.join(_shown(t.rolls))}: {move_text(t.move)}" for t in record.turns]
    return "\n".join(lines) + "\n"


def move_text(move: GridMove) -> str:
    """A move as it is typed in."""
    if move.area is None:
        return "stop" if move.stop else "miss"
    a = move.area
    joker = f" joker {move.joker[0] + 1}={move.joker[1]}" if move.joker else ""
    return f"r{a.top}c{a.left} {a.height}x{a.width} {move.symbol}{joker}"


def _shown(rolls: Sequence[Roll]) -> list[str]:
    return [f"{r.number}{r.mark}" for r in rolls]


def _rolls(text: str, at: str) -> tuple[Roll, ...]:
    match = _ROLL.fullmatch(text.strip())
    if not match:
        raise MapkitError(f'{text.strip()!r} is no roll: write two numbers like "2 3*:"', at)
    return tuple(Roll(None, int(d[0]), "white", d[1:]) for d in match.groups())


def _move(text: str, at: str) -> GridMove:
    if text in ("miss", "stop"):
        return GridMove(stop=text == "stop")
    match = _MOVE.fullmatch(text)
    if not match:
        raise MapkitError(f"{text!r} is no turn: write like r2c2 2x3 tree, or miss, or stop", at)
    top, left, height, width = (int(v) for v in match.groups()[:4])
    joker = (int(match[6]) - 1, int(match[7])) if match[6] else None
    return GridMove(Area(top, left, height, width), match[5], joker)
