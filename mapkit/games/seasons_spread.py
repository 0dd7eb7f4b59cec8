"""GridGame + seed -> Board: its symbols in an arrangement of their own, spread evenly (stdlib only).

Every window of 4 x 4 squares should hold each symbol in its share of the whole grid, so that no corner and no start
square is rich in anything: the chi-square sum over all windows is lowered by exchanging squares (simulated annealing,
Kirkpatrick, Gelatt, Vecchi 1983). The windows around the starts and the quarters of the grid count several times; the
banks of a river nobody crosses hold the counts that mapkit.games.seasons_banks finds fair.
"""

from __future__ import annotations

import math
import random

from mapkit.games.seasons import Board, GridGame, Square
from mapkit.games.seasons_banks import banks, fair_counts
from mapkit.games.seasons_fair import fair_board

WINDOW = 4
AROUND_STARTS = QUARTERS = 6.0  # how many windows they weigh
BANKS = 80.0
EXCHANGES = 9000


def spread(game: GridGame, seed: str) -> Board:
    """An arrangement with the game's counts; start squares stay bare. The same seed gives the same board.

    Numbers below fair_count(game) give the arrangements chosen by play, every other seed (a text) one of spread_anew.
    """
    return fair_board(game, seed) or spread_anew(game, seed)


def spread_anew(game: GridGame, seed: str) -> Board:
    """An arrangement that nobody has tried by play: even to the eye, its start squares only roughly equal.

    Seed "0" gives the game's own arrangement: that of game.layout, where it names one.
    """
    chosen = game.layout if game.layout and seed == "0" else seed
    rng = random.Random(f"{game.id}\n{chosen}")
    free = [(r, c) for r in range(1, game.rows + 1) for c in range(1, game.columns + 1) if (r, c) not in game.starts]
    symbols = [s.id for s in game.symbols for _ in range(s.squares)]
    rng.shuffle(symbols)
    at = dict(zip(free, symbols, strict=True))
    windows = _windows(game, free)
    parts = banks(game)
    windows += [(BANKS, part.intersection(free)) for part in parts]
    share = {s.id: s.squares / len(free) for s in game.symbols}
    of: dict[Square, list[int]] = {sq: [k for k, (_, w) in enumerate(windows) if sq in w] for sq in free}
    held = [dict.fromkeys(share, 0) for _ in windows]
    for square, symbol in at.items():
        for k in of[square]:
            held[k][symbol] += 1
    expected: list[dict[str, float]] = [{s: p * len(w) for s, p in share.items()} for _, w in windows]
    if parts:
        counts = fair_counts(_board(game, at), parts)
        expected[-len(parts) :] = [{s: n + 1e-6 for s, n in c.items()} for c in counts]

    def change(k: int, symbol: str, step: int) -> float:
        """How much the sum grows when window k gets step more of the symbol."""
        off = held[k][symbol] - expected[k][symbol]
        return windows[k][0] * (2 * off * step + 1) / expected[k][symbol]

    for turn in range(EXCHANGES):
        heat = 12.0 * (1 - turn / EXCHANGES) ** 2 + 1e-9
        one, two = free[int(rng.random() * len(free))], free[int(rng.random() * len(free))]
        a, b = at[one], at[two]
        if a == b:
            continue
        only_one = [k for k in of[one] if k not in of[two]]
        only_two = [k for k in of[two] if k not in of[one]]
        gain = sum(change(k, a, -1) + change(k, b, 1) for k in only_one)
        gain += sum(change(k, b, -1) + change(k, a, 1) for k in only_two)
        if gain > 0 and rng.random() >= math.exp(-gain / heat):
            continue
        at[one], at[two] = b, a
        for k in only_one:
            held[k][a] -= 1
            held[k][b] += 1
        for k in only_two:
            held[k][b] -= 1
            held[k][a] += 1
    return _board(game, at)


def _board(game: GridGame, at: dict[Square, str]) -> Board:
    rows = tuple(tuple(at.get((r, c), "") for c in range(1, game.columns + 1)) for r in range(1, game.rows + 1))
    return Board(game, rows)


def _windows(game: GridGame, free: list[Square]) -> list[tuple[float, frozenset[Square]]]:
    """(weight, squares): windows of WINDOW x WINDOW, of 5 x 5 around each start (cut at the edges), and quarters."""
    high, wide = game.rows // 2, game.columns // 2
    boxes = [
        (1.0, r, c, WINDOW, WINDOW) for r in range(game.rows - WINDOW + 1) for c in range(game.columns - WINDOW + 1)
    ]
    boxes += [(AROUND_STARTS, r - 3, c - 3, 5, 5) for r, c in game.starts]
    boxes += [(QUARTERS, top, left, high, wide) for top in (0, game.rows - high) for left in (0, game.columns - wide)]
    return [
        (weight, frozenset(s for s in free if top < s[0] <= top + h and left < s[1] <= left + w))
        for weight, top, left, h, w in boxes
    ]
