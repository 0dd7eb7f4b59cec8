"""Board + Aim + Rules -> Board on which exactly the wanted cells touch (simulated annealing, stdlib only).

Moves: a straight run of a border steps sideways; rows of squares push what lies behind them into the sea; an island
drifts. Every cell stays in one piece throughout; all else is energy (block_energy). What is wrong after the first long
run is annealed again and again, together with its surroundings only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection

from mapkit.carto.block_board import Aim, Board, Rules
from mapkit.carto.block_energy import Energy
from mapkit.carto.block_faults import bad_cells, faults, narrow
from mapkit.carto.block_moves import Moves
from mapkit.carto.block_state import State

LOOK = 512  # steps between two looks at what is wrong
HOT, COLD = 4.0, 0.15
MENDS = 48  # tries to mend what is wrong
SPENT = 1.5  # times the first run's steps: what mending may take in all
REACH = (2, 3, 2, 4, 3, 5, 4, 6)  # squares around a fault that are annealed again, by turns
PLAINER, PLAIN, WARM = 3, 2.0, 2.5  # last runs for straighter borders: how many, weight of corners, temperature
MILD, WARMER = 1.2, 0.3  # temperature at which a board is varied, and what every further try adds
Progress = Callable[[str, float], None]


def solve(board: Board, aim: Aim, rules: Rules, steps: int, seed: int, progress: Progress | None = None) -> Board:
    """The board annealed, then mended until it has no fault or the tries are used up. Same arguments, same board."""
    say = progress or (lambda _text, _share: None)
    for part in range(8):
        say("arranging cells", part / 16)
        heats = [HOT * (COLD / HOT) ** (k / 8) for k in (part, part + 1)]
        board = anneal(board, aim, rules, steps // 8, seed * 1009 + part, *heats)
    best = _score(board, aim, rules)
    spent = 0
    for k in range(MENDS):
        if not best[0] or (best[0] < 1 and k >= 6) or spent > SPENT * steps:
            break
        say("mending borders", 0.5 + k / MENDS / 2)
        near = _around(board, bad_cells(State(board, rules)), REACH[k % len(REACH)])
        spent += 80 * len(near)
        heat = HOT * (0.5 + 0.25 * (k % 4))
        again = anneal(board, aim, rules, 80 * len(near), seed * 1009 + 100 + k, heat, COLD, near)
        score = _score(again, aim, rules)
        if score[0] < best[0] or (score[0] == best[0] and score[1] < best[1] + 4.0):
            board, best = again, score
    for k in range(PLAINER if best[0] < 1 else 0):
        say("straightening borders", 0.9 + k / PLAINER / 10)
        again = anneal(board, aim, rules, steps // 6, seed * 1009 + 200 + k, WARM, COLD / 2, None, PLAIN)
        if _score(again, aim, rules)[0] <= best[0] and _bends(again, rules) <= _bends(board, rules):
            board = again
    return board


def vary(board: Board, aim: Aim, rules: Rules, steps: int, seed: int, turn: int) -> Board:
    """Another board without fault near a given one, for when that does not fit the page; the same if none is found.

    turn: 0, 1, ...: the more, the further away.
    """
    again = anneal(board, aim, rules, steps // 8, seed * 1009 + 300 + turn, MILD + WARMER * turn, COLD, None, PLAIN)
    return again if _score(again, aim, rules)[0] < 1 else board


def anneal(
    board: Board,
    aim: Aim,
    rules: Rules,
    steps: int,
    seed: int,
    hot: float,
    cold: float,
    near: Collection[int] | None = None,
    plain: float = 1.0,
) -> Board:
    """Runs steps proposals from temperature hot to cold, on the squares near (all of them: None).

    plain: how many times as much a corner weighs.
    """
    state = State(board, rules)
    rng = random.Random(seed)
    energy = Energy(state, aim, plain)
    moves = Moves(state, rng, near)
    rand, log = rng.random, math.log
    heat, ratio = hot, cold / hot
    bad: list[int] = []
    for i in range(steps):
        if i % 64 == 0:
            heat = hot * ratio ** (i / steps)
            if i % LOOK == 0:
                bad = bad_cells(state)
        changes = moves.propose(bad)
        if changes:
            energy.attempt(changes, -heat * log(1.0 - rand()))
    return state.board()


def _score(board: Board, aim: Aim, rules: Rules) -> tuple[float, float]:
    state = State(board, rules)
    return len(faults(state)) + 0.1 * narrow(state), Energy(state, aim).total()


def _bends(board: Board, rules: Rules) -> int:
    state = State(board, rules)
    return sum(state.shape(m)[0] for m in state.mask)


def _around(board: Board, cells: Collection[int], reach: int) -> list[int]:
    """Squares at most reach away from the given cells' squares, in reading order."""
    w, wanted = board.width, set(cells)
    core = [(q % w, q // w) for q, c in enumerate(board.owner) if c in wanted]
    return [
        q for q in range(len(board.owner)) if any(abs(q % w - x) <= reach and abs(q // w - y) <= reach for x, y in core)
    ]
