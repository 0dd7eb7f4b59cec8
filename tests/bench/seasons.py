"""Grid games and row games at length: random legal games replayed, mean scores by start square (not run by pytest).

python tests/bench/seasons.py games 1000            random legal games of every sheet, judged and replayed
python tests/bench/seasons.py starts 400 [seed...]  a greedy player from every start square, the same dice for all
"""

from __future__ import annotations

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
from mapkit.games.seasons import Board, GridMove, GridState
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


def greedy(board: Board, start: int, seed: int) -> int:
    """The points of a player who takes what adds most now, with a little for every circle and for small areas."""
    rng = random.Random(seed)
    lean = random.Random(seed + 7919)
    state = GridState(start)
    game = board.game
    pay = {s: 0.9 for line in game.lines if line.rule in ("pairs", "product", "with", "steps", "per") for s in line.of}
    for _ in range(60):
        rolls = tuple(Roll(None, f.number, "white", f.mark) for f in rng.choices(game.faces, k=2))
        best, value = GridMove(), -1e9
        for move in legal(board, state, rolls, jokers=False):
            if move.area is None:
                continue
            after = apply(board, state, rolls, move)
            worth = score(board, after).total - 0.12 * move.area.height * move.area.width + 1e-6 * lean.random()
            worth += sum(pay.get(s, 0.3) * n for s, n in after.marked.items())
            if worth > value:
                best, value = move, worth
        state = apply(board, state, rolls, best)
        if state.out:
            break
    return score(board, state).total


def starts(count: int, seeds: list[str]) -> None:
    for key, game in GAMES.items():
        for seed in seeds:
            board = spread(game, seed)
            means, errors = [], []
            for start in range(len(game.starts)):
                points = [greedy(board, start, k) for k in range(count)]
                means.append(statistics.mean(points))
                errors.append(statistics.stdev(points) / count**0.5)
            whole = statistics.mean(means)
            off = max(abs(m - whole) for m in means) / whole
            print(
                f"{key} seed {seed}: " + " ".join(f"{m:.1f}" for m in means),
                f"(se {max(errors):.1f}) spread {(max(means) - min(means)) / whole:.1%} farthest from mean {off:.1%}",
                flush=True,
            )


if __name__ == "__main__":
    what, number, *more = sys.argv[1:]
    games(int(number)) if what == "games" else starts(int(number), more or ["1"])
