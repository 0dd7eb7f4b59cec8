"""GridGame + number -> Board: arrangements chosen by play, and what turns one into others as fair (stdlib only).

No rule about where symbols stand makes start squares equally good: only play tells (tests/bench/seasons_fair.py). So
the arrangements found that way are data, GridGame.arrangements, and every other board made here plays exactly as one
of them: with symbols exchanged that count alike, or with the banks of two arrangements on either side of a river nobody
crosses. They are not turned: the player who measured them takes the upper left of two areas that are worth the same.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mapkit.games.seasons import Board, GridGame, Rows
from mapkit.games.seasons_banks import banks


def with_arrangements(game: GridGame, letters: Mapping[str, str], boards: Sequence[str], tried: str) -> GridGame:
    """The game with arrangements drawn in letters: rows with blanks between them, "." for a start square.

    letters: letter -> symbol id. tried: the rules_mark they were chosen under. Raises ValueError on a wrong board.
    """
    found = []
    for n, text in enumerate(boards, 1):
        rows = text.split()
        if wrong := sorted(set("".join(rows)) - {".", *letters}):
            raise ValueError(f"board {n}: the letter {wrong[0]!r} stands for no symbol")
        dots = {(r, c) for r, row in enumerate(rows, 1) for c, s in enumerate(row, 1) if s == "."}
        if dots != set(game.starts):
            raise ValueError(f"board {n}: the dots are not the start squares")
        symbols = tuple(tuple(letters.get(s, "") for s in row) for row in rows)
        try:
            found.append(Board(game, symbols).symbols)
        except ValueError as error:
            raise ValueError(f"board {n}: {str(error).partition(': ')[2]}") from None
    return replace(game, arrangements=tuple(found), tried=tried)


def fair_count(game: GridGame) -> int:
    """How many arrangements were chosen by play: layout seeds "0" to that, less one."""
    boards = len(game.arrangements)
    return boards * len(exchanges(game)) * (boards if len(banks(game)) == 2 else 1)


def fair_board(game: GridGame, seed: str) -> Board | None:
    """The arrangement of that number, or None when the seed is no number below fair_count(game)."""
    if not (seed.isascii() and seed.isdigit() and len(seed) < 9) or int(seed) >= fair_count(game):
        return None
    number, boards, exchanged = int(seed), game.arrangements, exchanges(game)
    number, first = divmod(number, len(boards))
    number, names = divmod(number, len(exchanged))
    rows = _joined(game, boards[first], boards[(first + number) % len(boards)]) if number else boards[first]
    return Board(game, tuple(tuple(exchanged[names].get(s, s) for s in r) for r in rows))


def untried(game: GridGame, seed: str) -> str:
    """One line for whoever prints an arrangement that was not chosen by play under these rules; else ""."""
    count = fair_count(game)
    if not count:
        return f"{game.id}: its start squares were not compared by play"
    if fair_board(game, seed) is None:
        known = f"seeds 0 to {count - 1} were"
        return f"{game.id}: the start squares of arrangement {seed} were not compared by play ({known})"
    if game.tried != rules_mark(game):
        return f"{game.id}: its rules are not those its arrangements were chosen for, its start squares may differ"
    return ""


def rules_mark(game: GridGame) -> str:
    """Eight hexadecimal digits that change with any rule or number of the game which play depends on."""
    symbols = [(s.id, s.squares, s.circles, s.needs) for s in game.symbols]
    lines = [(line.rule, line.of, line.points, line.at, line.other) for line in game.lines]
    rest = [game.rows, game.columns, game.starts, [(f.number, f.mark) for f in game.faces], game.misses, game.out]
    river = [game.river, game.river_rule, game.river_points, game.river_circles]
    rest += [game.miss_points, game.jokers, game.together, game.cloud_circles, game.on_cloud]
    return f"{zlib.crc32(repr((symbols, lines, river, rest)).encode()):08x}"


def exchanges(game: GridGame) -> list[dict[str, str]]:
    """The ways to exchange symbols that count alike; the first changes nothing."""
    ways = [[dict(zip(g, order, strict=True)) for order in itertools.permutations(g)] for g in _alike(game)]
    return [{a: b for way in chosen for a, b in way.items()} for chosen in itertools.product(*ways)]


def _alike(game: GridGame) -> Iterator[list[str]]:
    """Symbols of one set or product, as many squares and circles each, that the rules name nowhere else."""
    named = [s for line in game.lines for s in (*line.of, line.other)]
    named += [game.on_cloud, *(s.needs for s in game.symbols), *(s for group in game.together for s in group)]
    for line in game.lines:
        if line.rule in ("pairs", "product"):
            kinds: dict[tuple[int, int, str], list[str]] = {}
            for s in (game.symbol[i] for i in line.of if named.count(i) == 1):
                kinds.setdefault((s.squares, s.circles, s.needs), []).append(s.id)
            yield from (group for group in kinds.values() if len(group) > 1)


def _joined(game: GridGame, one: Rows, two: Rows) -> Rows:
    """The first bank of one arrangement with the second of another."""
    first = banks(game)[0]
    return tuple(
        tuple(one[r][c] if (r + 1, c + 1) in first else two[r][c] for c in range(game.columns))
        for r in range(game.rows)
    )
