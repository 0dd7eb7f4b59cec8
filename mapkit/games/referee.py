"""Record -> what was illegal, move by move and why, and the score (stdlib only)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from mapkit.games.caller import calls
from mapkit.games.record import Record, digest
from mapkit.games.rolling import again, apply, clash, fitting, legal, score, start
from mapkit.games.rules import ABILITIES, Call, Game, Move, Roll, State
from mapkit.map import Map


@dataclass(frozen=True)
class Fault:
    """One thing that broke a rule. round 0: of the game as a whole. cell: the cell at fault, where there is one.

    rule: a short kebab-case name; message: a sentence.
    """

    round: int
    turn: int
    rule: str
    message: str
    cell: str | None = None


@dataclass(frozen=True)
class Verdict:
    """faults in the order they happened; score: X and empty cells of the sheet as played; state: that sheet."""

    faults: tuple[Fault, ...]
    score: int
    state: State


def replay(map: Map, game: Game, record: Record) -> Verdict:
    """Plays a record again. An illegal move stands on the sheet all the same (where it can), and play goes on."""
    faults: list[Fault] = []
    if record.digest != digest(game, map):
        faults.append(Fault(0, 0, "other-game", f"played with other rules or links than map {map.id!r} has now"))
    faults += _calls(game, record)
    state = start(game)
    for play in record.plays:
        open_rolls = list(play.call.rolls)
        for move in play.moves:
            reason = why(map, state, move, tuple(open_rolls))
            if reason:
                rule, message = reason
                faults.append(Fault(play.call.round, play.call.turn, rule, message, move.cell))
            if "dupe" not in move.spend and move.roll in open_rolls:
                open_rolls.remove(move.roll)
            if move.cell is None or (move.cell in map.cell and move.cell not in state.numbers):
                state = apply(state, move)
        for roll in open_rolls:
            message = f"{_name(roll)} was not used; a move must say where it went, or that nothing happened"
            faults.append(Fault(play.call.round, play.call.turn, "die-unused", message))
    final = score(map, state)
    if record.score is not None and record.score != final:
        faults.append(Fault(0, 0, "score", f"the score is {final}, not {record.score}"))
    return Verdict(tuple(faults), final, state)


def why(map: Map, state: State, move: Move, rolls: tuple[Roll, ...]) -> tuple[str, str] | None:
    """(rule, message) that says why a move is illegal; None when it is legal.

    rolls: those of the call not yet used. Legality is rolling.legal's word alone; this only finds the reason.
    """
    name = _name(move.roll)
    for ability in move.spend:
        if ability not in state.game.uses:
            return "ability-unknown", f"the game has no ability {ability!r}"
        if not state.left(ability):
            return "ability-spent", f"{ability}: no box is left, all {state.game.uses[ability]} are used"
    if "dupe" in move.spend:
        if move in again(map, state):
            return None
        if (
            state.last is None
            or state.last.roll != move.roll
            or state.last.number is None
            or "dupe" in state.last.spend
        ):
            return "dupe", "a dupe follows at once on a number written with the same die"
    else:
        if move.roll not in rolls:
            return "die-not-called", f"{name} was not called, or is used already"
        if move in legal(map, state, move.roll):
            return None
    return _reason(map, state, move, name)


def _reason(map: Map, state: State, move: Move, name: str) -> tuple[str, str]:
    game = state.game
    if move.spend != tuple(a for a in ABILITIES if a in move.spend):
        return "ability-order", f"abilities stand once each, in the order {', '.join(ABILITIES)}"
    if move.cell is None:
        if move.spend or move.number is not None:
            return "nothing", f"{name}: nothing was written, so nothing can be spent or numbered"
        return _must(map, state, move.roll, name)
    if move.cell not in map.cell:
        return "cell-unknown", f"the map has no cell {move.cell!r}"
    if move.cell in state.numbers:
        there = state.numbers[move.cell]
        return "cell-filled", f"{move.cell} holds {'an X' if there is None else there} already"
    if move.number is not None and move.number != move.roll.number:
        return "number", f"{name}: {move.number} is not the number rolled"
    combined = len(move.spend) > 1 or ("dupe" in move.spend and state.last is not None and bool(state.last.spend))
    if combined and not game.combine:
        return "ability-combined", "this game allows one ability per die"
    if "color_change" in move.spend and move.roll.region is None:
        return "color-change", f"{name} is wild: it needs no color change"
    home = move.roll.region
    if "dupe" in move.spend and home is not None and state.last is not None and state.last.cell is not None:
        home = map.cell[state.last.cell].region
    region = map.cell[move.cell].region
    scope = None if move.number is None and game.x_scope == "any" else home
    if "color_change" in move.spend:
        if region == home:
            return "color-change", f"{move.cell} is of the die's own color: a color change goes elsewhere"
        home = region
    elif scope is not None and region != scope:
        return "region", f"{move.cell} is in region {region!r}, {name} fills {home!r}"
    if move.number is not None:
        others = ", ".join(f"{c} {state.numbers[c]}" for c in clash(map, state, move.cell, move.number))
        if not others:
            return "spend", f"{move.cell}: these abilities do not go with this move"
        return "neighbour", f"{move.number} in {move.cell} differs by more than {game.difference} from {others}"
    if "guard" in move.spend or "dupe" in move.spend:
        return "x-spend", "guard and dupe write numbers, never an X"
    fits = list(fitting(map, state, home, move.roll.number))
    if fits:
        return "x-too-early", f"an X, but {move.roll.number} fits {', '.join(fits)}"
    return "x-not-allowed", f"{name} fits nowhere, and in this game nothing happens then"


def _must(map: Map, state: State, roll: Roll, name: str) -> tuple[str, str]:
    fits = list(fitting(map, state, roll.region, roll.number))
    if fits:
        return "must-write", f"{name} had to be written: it fits {', '.join(fits)}"
    return "must-cross", f"{name} fits nowhere: an X had to be written"


def _calls(game: Game, record: Record) -> list[Fault]:
    faults: list[Fault] = []
    found = [p.call for p in record.plays]
    if record.seed is not None:
        for call, drawn in zip(found, islice(calls(game, record.seed), len(found)), strict=False):
            if call != drawn:
                faults.append(Fault(call.round, call.turn, "call-seed", "is not the call of the seed"))
    else:
        faults += [f for call in found if (f := _possible(game, call))]
    if game.turns and len(found) != game.turns:
        faults.append(Fault(0, 0, "turns", f"a game has {game.turns} turns, the record {len(found)}"))
    return faults


def _possible(game: Game, call: Call) -> Fault | None:
    dice = list(game.dice)
    for roll in call.rolls:
        die = next((d for d in dice if (d.region, d.color) == (roll.region, roll.color)), None)
        if die is None or not any((f.number, f.mark) == (roll.number, roll.mark) for f in die.faces):
            return Fault(call.round, call.turn, "call-dice", f"{_name(roll)} cannot be rolled with the dice of the bag")
        dice.remove(die)
    if len(call.rolls) != game.draw:
        return Fault(call.round, call.turn, "call-dice", f"a turn rolls {game.draw} dice, not {len(call.rolls)}")
    return None


def _name(roll: Roll) -> str:
    return f"{roll.color or roll.region or 'wild'} {roll.number}{roll.mark}"
