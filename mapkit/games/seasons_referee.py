"""Board + state + call + move -> what is wrong with the move; a played game -> its findings (stdlib only).

Written apart from seasons_play, square by square, so that the two check each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapkit.games.rules import Roll
from mapkit.games.seasons import Board, GridMove, GridState, Square
from mapkit.games.seasons_play import apply
from mapkit.games.seasons_score import GridScore, score
from mapkit.map import Finding


@dataclass(frozen=True)
class GridTurn:
    """What was called and what one player did."""

    rolls: tuple[Roll, ...]
    move: GridMove


def judge(board: Board, state: GridState, rolls: Sequence[Roll], move: GridMove) -> str:
    """Why the move breaks a rule, in one line; "" when it is legal."""
    game = board.game
    if state.out:
        return "the player has dropped out"
    if move.area is None:
        return "a miss or a stop draws nothing and spends no joker" if move.symbol or move.joker else ""
    numbers = [r.number for r in rolls]
    cloudy = [r.mark == "*" for r in rolls]
    if move.joker is not None:
        die, number = move.joker
        if state.jokers >= game.jokers:
            return "no joker is left"
        if not 0 <= die < len(numbers) or number not in {f.number for f in game.faces}:
            return f"a joker cannot set die {die + 1} to {number}"
        numbers[die], cloudy[die] = number, False
    area = move.area
    if sorted((area.height, area.width)) != sorted(numbers):
        return f"the area is {area.height} x {area.width}, the dice say {numbers[0]} x {numbers[1]}"
    bottom, right = area.top + area.height - 1, area.left + area.width - 1
    if area.top < 1 or area.left < 1 or bottom > game.rows or right > game.columns:
        return "the area leaves the grid"
    inside = {(r, c) for r in range(area.top, bottom + 1) for c in range(area.left, right + 1)}
    taken = {square for old in state.areas for square in old.squares}
    if inside & taken:
        return f"the area overlaps another at {min(inside & taken)}"
    walls = {frozenset(e) for e in game.river} if game.river_rule == "wall" else set()
    if any({a, b} <= inside for a, b in walls):
        return "the area lies across the river"
    if not taken and game.starts[state.start] not in inside:
        return f"the first area must cover start square {state.start + 1}"
    if taken and not any(n in taken and frozenset((s, n)) not in walls for s in inside for n in _beside(s)):
        return "the area shares no edge with another of the player's areas"
    held = [board.symbols[r - 1][c - 1] for r, c in sorted(inside)]
    if any(cloudy) and game.on_cloud and game.on_cloud not in held:
        return f"on a cloud the area must hold {game.on_cloud}"
    return _marked_well(board, held, any(cloudy), move.symbol)


def _beside(square: Square) -> list[Square]:
    r, c = square
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def _marked_well(board: Board, held: Sequence[str], cloudy: bool, symbol: str) -> str:
    choice = next((c for c in board.game.choices if c[0] == symbol), ())
    if not choice:
        return f"{symbol!r} cannot be marked"
    count = sum(held.count(s) for s in choice)
    if count == 0:
        return f"the area holds no {symbol}"
    needs = board.game.symbol[symbol].needs
    if needs == "cloud" and not cloudy:
        return f"{symbol} is marked on a cloud only"
    if needs == "no cloud" and cloudy:
        return f"{symbol} is not marked on a cloud"
    if needs == "alone" and count != 1:
        return f"{symbol} is marked only if it is alone in its area"
    if needs not in ("", "cloud", "no cloud", "alone") and needs not in held:
        return f"{symbol} is marked only with {needs} in the area"
    return ""


def replay(board: Board, start: int, turns: Sequence[GridTurn]) -> tuple[GridState, GridScore, tuple[Finding, ...]]:
    """A player's game from its turns: the last sheet, its points, and a finding for every turn against the rules.

    An illegal turn is not applied. Raises ValueError for a start the board does not have.
    """
    if not 0 <= start < len(board.game.starts):
        raise ValueError(f"start {start + 1}: the board has {len(board.game.starts)}")
    state, findings = GridState(start), []
    for n, turn in enumerate(turns, 1):
        wrong = judge(board, state, turn.rolls, turn.move)
        if wrong:
            findings.append(Finding("illegal-move", f"turn {n}", wrong, True, "take the turn back"))
        else:
            state = apply(board, state, turn.rolls, turn.move)
    return state, score(board, state), tuple(findings)
