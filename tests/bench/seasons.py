"""Grid games and row games at length: random legal games replayed, mean scores by start square (not run by pytest).

python tests/bench/seasons.py games 1000            random legal games of every sheet, judged and replayed
python tests/bench/seasons.py starts 400 [seed...]  a greedy player from every start square, the same dice for all
"""

from __future__ import annotations

import itertools
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from test_rows import GAMES as ROWS
from test_rows import random_game
from test_rows import replay as replay_rows
from test_seasons import GAMES, play

from mapkit.games.rules import Roll
from mapkit.games.seasons import AT_THE_END, Board, GridMove, GridState, crosses
from mapkit.games.seasons_play import apply, legal
from mapkit.games.seasons_referee import replay
from mapkit.games.seasons_score import score
from mapkit.games.seasons_spread import spread


def games(count: int) -> None:
    for key, game in GAMES.items():
        board, begin, wrong, turns = spread(game, "1"), time.process_time(), 0, 0
        for seed in range(count):
            start = seed % len(game.starts)
            state, played = play(board, start, seed)
            last, points, findings = replay(board, start, played)
            wrong += bool(findings) or last != state or points != score(board, state)
            turns += len(played)
        print(f"{key}: {count} games, {turns} turns, {wrong} disagreements, {time.process_time() - begin:.0f} CPU-s")
    for key, rows in ROWS.items():
        begin, wrong, turns = time.process_time(), 0, 0
        for seed in range(count):
            table, turned, players = random_game(rows, seed)
            again, found = replay_rows(rows, players, turned)
            wrong += bool(found) or again != table
            turns += len(turned)
        print(f"{key}: {count} games, {turns} turns, {wrong} disagreements, {time.process_time() - begin:.0f} CPU-s")


WEIGHT = {"pairs": 2.0, "product": 2.2, "with": 1.0, "steps": 2.5, "per": 2.5}  # hopes for a circle of these rules


def worth(board: Board, state: GridState, pay: dict[str, float]) -> float:
    """Points, and what circles are likely to bring later."""
    return score(board, state).total + sum(pay.get(s, 0.3) * n for s, n in state.marked.items())


def best(board: Board, state: GridState, rolls: tuple[Roll, ...], pay: dict[str, float]) -> tuple[float, GridMove]:
    """The move that is worth most now; the miss when there is none. Equal areas are judged once."""
    found: tuple[float, GridMove] = (worth(board, state, pay) + board.game.miss_points, GridMove())
    late = [board.of[s] for line in board.game.lines if line.rule in AT_THE_END for s in line.of]
    group = {c[0]: [board.of[s] for s in c] for c in board.game.choices}
    seen: set[tuple[object, ...]] = set()
    for move in legal(board, state, rolls, jokers=False):
        if move.area:
            mask = board.mask(move.area)
            marked = tuple((mask & bits).bit_count() for bits in (*group[move.symbol], *late))
            key = (move.symbol, marked, board.game.river_points and crosses(board.game, move.area))
            if key in seen:
                continue
            seen.add(key)
            value = worth(board, apply(board, state, rolls, move), pay)
            if value > found[0]:
                found = value, move
    return found


def greedy(board: Board, start: int, seed: int) -> int:
    """The points of a player who takes the best now and stops after a miss when the next roll promises nothing."""
    rng = random.Random(seed)
    state, game = GridState(start), board.game
    pay = {s: WEIGHT[line.rule] for line in game.lines if line.rule in WEIGHT for s in line.of}
    sides = [(f.number, f.mark) for f in game.faces]
    while not state.out:
        rolls = tuple(Roll(None, n, "white", mark) for n, mark in rng.choices(sides, k=2))
        _, move = best(board, state, rolls, pay)
        state = apply(board, state, rolls, move)
        if move.area is None and not state.out:
            now = worth(board, state, pay)
            hope = 0.0
            for one, two in itertools.combinations_with_replacement(sorted(set(sides)), 2):
                chance = sides.count(one) * sides.count(two) * (1 + (one != two)) / len(sides) ** 2
                pair = Roll(None, one[0], "white", one[1]), Roll(None, two[0], "white", two[1])
                hope += chance * (best(board, state, pair, pay)[0] - now)
            if hope < 0:
                break
    return score(board, state).total


def starts(count: int, boards: list[str], dice: int = 0) -> None:
    for name in boards:
        key, _, seed = name.partition(":")
        board = spread(GAMES[key], seed or "0")
        means, errors = [], []
        for start in range(len(board.game.starts)):
            points = [greedy(board, start, k) for k in range(dice, dice + count)]
            means.append(statistics.mean(points))
            errors.append(statistics.stdev(points) / count**0.5)
        whole = statistics.mean(means)
        apart = (max(means) - min(means)) / whole
        print(name, " ".join(f"{m:.1f}" for m in means), f"(se {max(errors):.1f}) apart {apart:.1%}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    what, number, *more = sys.argv[1:]
    if what == "games":
        games(int(number))
    else:
        starts(int(number), more or list(GAMES), 10_000 if what == "verify" else 0)
