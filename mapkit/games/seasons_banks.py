"""GridGame -> the parts its river cuts the grid into, and how many of each symbol make them equally good (stdlib only).

A player on one bank of a river nobody crosses marks some share of what lies there. The counts are split so that the
expected points of every bank agree when each symbol is marked with the same chance (simulated, for several chances);
odd counts, thresholds and products make an even split unfair: 3 x 6 against 2 x 5.
"""

from __future__ import annotations

import random

from mapkit.games.seasons import Board, GridGame, GridState, Square
from mapkit.games.seasons_score import score

CHANCES = (0.45, 0.6, 0.75)  # the share of a bank's symbols that players mark
SAMPLES = 24

Counts = dict[str, int]
Luck = list[dict[str, list[int]]]


def banks(game: GridGame) -> list[frozenset[Square]]:
    """The parts of the grid that a river which is a wall cuts off from each other; none when it is whole."""
    if game.river_rule != "wall":
        return []
    wall = {frozenset(e) for e in game.river}
    left = {(r, c) for r in range(1, game.rows + 1) for c in range(1, game.columns + 1)}
    found = []
    while left:
        edge = [min(left)]
        bank = set(edge)
        while edge:
            r, c = edge.pop()
            for n in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if n in left and n not in bank and frozenset(((r, c), n)) not in wall:
                    bank.add(n)
                    edge.append(n)
        found.append(frozenset(bank))
        left -= bank
    return found if len(found) > 1 else []


def fair_counts(board: Board, parts: list[frozenset[Square]]) -> list[Counts]:
    """Counts of every symbol on every bank: near their share, exchanged until the banks are equally good.

    board: any arrangement of the game.
    """
    game = board.game
    sizes = [len([s for s in part if s not in game.starts]) for part in parts]
    counts, luck = _shares(game, sizes), _luck(game)
    worth = [_expected(board, c, luck) for c in counts]
    while True:
        least, best = _unfair(worth) - 0.02, None
        for i, j in ((i, j) for i in range(len(parts)) for j in range(len(parts)) if i < j):
            for a in game.symbol:
                for b in game.symbol:
                    if a == b or not counts[i][a] or not counts[j][b]:
                        continue
                    here, there = _moved(counts[i], a, b), _moved(counts[j], b, a)
                    if not (_near(game, here, sizes[i], sum(sizes)) and _near(game, there, sizes[j], sum(sizes))):
                        continue
                    tried = list(worth)
                    tried[i], tried[j] = _expected(board, here, luck), _expected(board, there, luck)
                    if _unfair(tried) < least:
                        least, best = _unfair(tried), (i, j, here, there, tried)
        if best is None:
            return counts
        i, j, counts[i], counts[j], worth = best


def _shares(game: GridGame, sizes: list[int]) -> list[Counts]:
    """Every symbol by the size of the banks, what is left over where most room is left."""
    whole = sum(sizes)
    counts = [{s.id: s.squares * size // whole for s in game.symbols} for size in sizes]
    for symbol in game.symbols:
        for _ in range(symbol.squares - sum(c[symbol.id] for c in counts)):
            k = max(range(len(sizes)), key=lambda k: (sizes[k] - sum(counts[k].values()), -k))
            counts[k][symbol.id] += 1
    return counts


def _moved(counts: Counts, gone: str, come: str) -> Counts:
    return {s: n - (s == gone) + (s == come) for s, n in counts.items()}


def _near(game: GridGame, counts: Counts, size: int, whole: int) -> bool:
    """No symbol is more than one square and a half from its share; one that is never marked is at its share."""
    slack = {s.id: 1.5 if s.circles else 0.5 for s in game.symbols}
    return all(abs(n - game.symbol[s].squares * size / whole) <= slack[s] for s, n in counts.items())


def _unfair(worth: list[tuple[float, ...]]) -> float:
    """The largest difference of expected points between two banks, for the worst of the chances."""
    return max([max(at) - min(at) for at in zip(*worth, strict=True)], default=0.0)


def _luck(game: GridGame) -> Luck:
    """How many of the first n squares of a symbol are marked, by chance and sample; the same for every bank."""
    table: Luck = []
    for chance in CHANCES:
        for sample in range(SAMPLES):
            row = {}
            for symbol in game.symbols:
                rng = random.Random(f"{symbol.id} {sample}")
                hits = [rng.random() < chance for _ in range(symbol.squares)]
                row[symbol.id] = [min(symbol.circles, sum(hits[:n])) for n in range(symbol.squares + 1)]
            table.append(row)
    return table


def _expected(board: Board, counts: Counts, luck: Luck) -> tuple[float, ...]:
    """Mean points of a sheet on which each of so many symbols is marked with a chance, for every chance."""
    points = [score(board, GridState(0, marked={s: n[counts[s]] for s, n in row.items()})).total for row in luck]
    return tuple(sum(points[k : k + SAMPLES]) / SAMPLES for k in range(0, len(points), SAMPLES))
