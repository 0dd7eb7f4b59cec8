"""One player's whole game <-> JSON text; a sheet as written <-> text (stdlib only)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, cast

from mapkit.errors import MapkitError
from mapkit.games.rules import ABILITIES, Ability, Call, Game, Move, Roll
from mapkit.map import Map

FORMAT = "mapkit record 1"
NO_RECORD = (
    "is no record of a game, or a damaged one: a RECORD is what "
    "`mapkit referee --sheet FILE --calls LOG --save RECORD` writes"
)
KINDS = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}


@dataclass(frozen=True)
class Play:
    """A call and what the player made of it, in the player's order."""

    call: Call
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Record:
    """A game as it was played. digest: of map and game, see digest(). seed: of the calls, where known."""

    map: str
    digest: str
    plays: tuple[Play, ...]
    score: int | None = None
    seed: str | None = None


@dataclass(frozen=True)
class Written:
    """A sheet after the game. numbers: cells with a number; every other cell is empty or an X.

    ticks: boxes ticked per ability, where told. score: the number of X written down, where told.
    crossed: cells where an X is told; the others without a number are empty, or their X was not written down.
    """

    numbers: Mapping[str, int]
    guarded: frozenset[str]
    ticks: Mapping[str, int]
    score: int | None
    crossed: frozenset[str] = frozenset()


def digest(game: Game, map: Map) -> str:
    """16 hex digits that change when a rule, a die, a region or a link does (names and titles do not count)."""
    facts = {
        "game": {k: v for k, v in asdict(game).items() if k != "title"},
        "cells": [(c.id, c.region) for c in map.cells],
        "links": [link.pair for link in map.links],
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


def call_json(call: Call) -> dict[str, Any]:
    """A call as plain data: rolls are [region or null, number, color, mark]."""
    rolls = [[r.region, r.number, r.color, r.mark] for r in call.rolls]
    return {"round": call.round, "turn": call.turn, "rolls": rolls}


def read_call(raw: Mapping[str, Any]) -> Call:
    """The call of call_json. Raises ValueError on anything else."""
    rolls = tuple(_read_roll(one) for one in _a(list, raw["rolls"]))
    return Call(_a(int, raw["round"]), _a(int, raw["turn"]), rolls)


def to_json(record: Record) -> str:
    """The record as text, a turn a line."""
    head = {"format": FORMAT, "map": record.map, "digest": record.digest, "seed": record.seed, "score": record.score}
    lines = [_text({**call_json(p.call), "moves": [_move(m, p.call) for m in p.moves]}) for p in record.plays]
    return _text(head)[:-1] + ',"plays":[\n' + ",\n".join(lines) + "\n]}\n"


def from_json(text: str, where: str) -> Record:
    """The record to_json wrote. Raises MapkitError that names `where` on anything else."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise MapkitError(NO_RECORD, where) from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise MapkitError(NO_RECORD, where)
    try:
        plays = []
        for i, one in enumerate(_a(list, raw["plays"]), 1):
            try:
                call = read_call(_a(dict, one))
                plays.append(Play(call, tuple(_read_move(m, call) for m in _a(list, one["moves"]))))
            except (ValueError, KeyError) as error:
                raise MapkitError(f"play {i} cannot be read: {_fault(error)}", where) from None
        score, seed = raw.get("score"), raw.get("seed")
        return Record(
            _a(str, raw["map"]),
            _a(str, raw["digest"]),
            tuple(plays),
            None if score is None else _a(int, score),
            None if seed is None else _a(str, seed),
        )
    except (ValueError, KeyError) as error:
        raise MapkitError(f"the record cannot be read: {_fault(error)}", where) from None


def read_sheet(text: str, map: Map, where: str) -> Written:
    """A sheet typed in, one cell a line: its id or a name, then a number, X, or a circled number like (4).

    "color change 2" tells ticked boxes, "score 14" the number of X; # begins a comment; cells left out are empty.
    Raises MapkitError that names the line.
    """
    names = {key.casefold(): c.id for c in map.cells for key in (c.id, *c.names.values())}
    found: dict[str, int | None] = {}
    guarded: set[str] = set()
    ticks: dict[str, int] = {}
    score = None
    for i, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].replace("=", " ").replace(":", " ").split()
        if not words:
            continue
        at = f"{where} line {i}"
        name, value = " ".join(words[:-1]).casefold(), words[-1]
        key = name.replace(" ", "_")
        circled = value.startswith("(") and value.endswith(")")
        digits = value[1:-1] if circled else value
        number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 4 else None
        if key in (*ABILITIES, "score", "x") and number is not None and name not in names:
            ticks.update({key: number} if key in ABILITIES else {})
            score = score if key in ABILITIES else number
            continue
        if name not in names:
            raise MapkitError(f"no cell is called {' '.join(words[:-1]) or value!r}: write CELL NUMBER, or CELL X", at)
        cell = names[name]
        if cell in found:
            raise MapkitError(f"cell {cell!r} stands twice", at)
        if number is None and value not in ("X", "x", "×"):
            raise MapkitError(f"{value!r} is no number and no X", at)
        found[cell] = number
        if circled:
            guarded.add(cell)
    numbers = {c: n for c, n in found.items() if n is not None}
    return Written(numbers, frozenset(guarded), ticks, score, frozenset(c for c, n in found.items() if n is None))


def _move(move: Move, call: Call) -> dict[str, Any]:
    die = call.rolls.index(move.roll) if move.roll in call.rolls else _roll(move.roll)
    return {"die": die, "cell": move.cell, "number": move.number, "spend": list(move.spend)}


def _roll(roll: Roll) -> list[Any]:
    return [roll.region, roll.number, roll.color, roll.mark]


def _read_roll(raw: Any) -> Roll:
    if len(_a(list, raw)) != 4:
        raise ValueError(f"a roll is [region, number, color, mark], not {len(raw)} values")
    region, number, color, mark = raw
    return Roll(None if region is None else _a(str, region), _a(int, number), _a(str, color), _a(str, mark))


def _read_move(raw: Any, call: Call) -> Move:
    die = _a(dict, raw)["die"]
    if isinstance(die, list):
        roll = _read_roll(die)
    elif 0 <= _a(int, die) < len(call.rolls):
        roll = call.rolls[die]
    else:
        raise ValueError(f"die {die} of a call of {len(call.rolls)}")
    cell, written = raw["cell"], raw["number"]
    spend = tuple(_a(str, s) for s in _a(list, raw.get("spend", [])))
    return Move(
        roll,
        None if cell is None else _a(str, cell),
        None if written is None else _a(int, written),
        cast("tuple[Ability, ...]", spend),
    )


def _a(kind: type, value: Any) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{value!r:.80} where {KINDS[kind]} belongs")
    return value


def _fault(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
