"""Arrangements of grid games whose start squares are equally good by play: found, checked, written (not run by pytest).

    python tests/bench/seasons_fair.py KEY COUNT [TARGET]      prints the table for maps/*/arrangements.toml

Each begins as one of mapkit.games.seasons_spread.spread_anew. Where a river nobody crosses cuts the grid in two, every
bank is brought to TARGET points from each of its starts, so that any two banks fit together; a whole grid is brought to
its own mean. Squares near each other are exchanged while that brings the means nearer (the same dice for both; new dice
for every further attempt); what is kept must hold on 2,500 games from each start with dice of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
from seasons_fast import MAPS, packed, play

from mapkit.games.seasons import Board, GridGame, Square
from mapkit.games.seasons_banks import banks
from mapkit.games.seasons_data import read_seasons
from mapkit.games.seasons_fair import rules_mark
from mapkit.games.seasons_spread import spread_anew

NEAR = 0.019  # a mean may be off the target by this share of it: two of them by 3.8 %
TRIES = 90


def found(game: GridGame, part: frozenset[Square], target: float | None) -> Iterator[Board]:
    """Arrangements whose starts in the part are near the target; the rest of the grid is as it was spread."""
    own = [k for k, s in enumerate(game.starts) if s in part]
    free = sorted(part - set(game.starts))
    check = _dice(game, 900, 2500)
    seed = 0
    while True:
        seed += 1
        board = spread_anew(game, str(seed))
        rng = np.random.default_rng(seed)
        dice, attempts, goal = _dice(game, 1000 + seed, 350), 0, 0.75 * NEAR
        means = _means(board, own, dice)
        for _ in range(TRIES):
            if _off(means, target) < goal:
                fresh = _means(board, own, check)
                if _off(fresh, target) <= NEAR:
                    print(f"# {game.id} {seed}:", " ".join(f"{m:.2f}" for m in fresh), file=sys.stderr, flush=True)
                    yield board
                    break
                attempts += 1
                if attempts == 3:
                    break
                dice, goal = _dice(game, 5000 + 7 * seed + attempts, 700), 0.6 * NEAR
                means = _means(board, own, dice)
                continue
            one, two = (free[int(k)] for k in rng.choice(len(free), 2, replace=False))
            if max(abs(one[0] - two[0]), abs(one[1] - two[1])) > 3:
                continue
            other = exchanged(board, one, two)
            tried = _means(other, own, dice)
            if _loss(tried, target) < _loss(means, target):
                board, means = other, tried


def exchanged(board: Board, one: Square, two: Square) -> Board:
    rows = [list(r) for r in board.symbols]
    (a, b), (c, d) = ((r - 1, k - 1) for r, k in (one, two))
    rows[a][b], rows[c][d] = rows[c][d], rows[a][b]
    return replace(board, symbols=tuple(map(tuple, rows)))


def _dice(game: GridGame, seed: int, count: int):
    return np.random.default_rng(seed).integers(0, len(game.faces), (count, 60, 2))


def _means(board: Board, own: list[int], dice):
    starts, *rest = packed(board)
    return play(dice, starts[own], *rest).mean(axis=1)


def _off(means, target: float | None) -> float:
    middle = target or (means.max() + means.min()) / 2
    return float(abs(means - middle).max() / middle)


def _loss(means, target: float | None) -> float:
    return float((((means - (target or means.mean())) / means.mean()) ** 2).sum())


def arrangements(game: GridGame, count: int, target: float | None) -> list[Board]:
    """Whole grids; of two banks the first of one board and the second of another."""
    whole = frozenset((r, c) for r in range(1, game.rows + 1) for c in range(1, game.columns + 1))
    parts = banks(game) or [whole]
    if len(parts) > 1 and target is None:
        raise SystemExit("a grid with banks needs a TARGET")
    sides = [list(islice(found(game, part, target), count)) for part in parts]
    if len(parts) == 1:
        return sides[0]
    return [
        Board(
            game,
            tuple(
                tuple((a if (r, c) in parts[0] else b).symbols[r - 1][c - 1] for c in range(1, game.columns + 1))
                for r in range(1, game.rows + 1)
            ),
        )
        for a, b in zip(*sides, strict=True)
    ]


def written(game: GridGame, boards: list[Board]) -> str:
    """The table of a game in arrangements.toml: a letter for every symbol, the first of its name that is free."""
    letters: dict[str, str] = {}
    for s in game.symbols:
        letters[s.id] = next(x for x in (*s.id, *s.id.upper()) if x not in letters.values())
    lines = [f"[{game.id}]", f'tried = "{rules_mark(game)}"']
    lines.append("letters = { " + ", ".join(f'{x} = "{s}"' for s, x in letters.items()) + " }")
    rows = [" ".join("".join(letters.get(s, ".") for s in row) for row in board.symbols) for board in boards]
    return "\n".join([*lines, "boards = [", *(f'  "{row}",' for row in rows), "]"]) + "\n"


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    key, number, *goal = sys.argv[1:]
    games = {**read_seasons(MAPS / "seasons"), **read_seasons(MAPS / "tidepools")}
    print(written(games[key], arrangements(games[key], int(number), float(goal[0]) if goal else None)))
