"""Board + State -> points of every score line, and the total (stdlib only).

A rule is one function (count of each symbol, the line, board, state) -> points; the table RULES is all a game may name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mapkit.games.seasons import Board, GridState, Line


@dataclass(frozen=True)
class GridScore:
    """Points of every line in order, of the river and the misses; ties go to the fewest misses."""

    lines: tuple[int, ...]
    river: int
    misses: int
    missed: int

    @property
    def total(self) -> int:
        return sum(self.lines) + self.river + self.misses

    @property
    def rank(self) -> tuple[int, int]:
        """Larger is better: the total, then fewer misses."""
        return self.total, -self.missed


def year(scores: Sequence[GridScore]) -> tuple[int, int]:
    """The rank of a whole year: the total of all its sheets, then fewer misses; larger is better."""
    return sum(s.total for s in scores), -sum(s.missed for s in scores)


def winners(ranks: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The players, from 0, with the best rank: more than one only when points and misses are equal."""
    return tuple(k for k, rank in enumerate(ranks) if rank == max(ranks))


def score(board: Board, state: GridState) -> GridScore:
    """The points of a sheet as it stands."""
    game = board.game
    points = tuple(RULES[line.rule](_counts(line, state), line, board, state) for line in game.lines)
    river = game.river_points * state.crossings if game.river_rule == "cross" else 0
    return GridScore(points, river, game.miss_points * min(state.misses, game.misses), state.misses)


Rule = Callable[[list[int], Line, Board, GridState], int]


def _counts(line: Line, state: GridState) -> list[int]:
    return [state.marked.get(s, 0) for s in line.of]


def _step(count: int, line: Line) -> int:
    """The points of the highest threshold reached, 0 below the first."""
    return max((p for at, p in zip(line.at, line.points, strict=True) if count >= at), default=0)


def each(n: list[int], line: Line, board: Board, state: GridState) -> int:
    """points[0] each; from at[0] on, points[1] once more."""
    bonus = line.points[1] if line.at and sum(n) >= line.at[0] else 0
    return sum(k * line.points[0] for k in n) + bonus


def sums(n: list[int], line: Line, board: Board, state: GridState) -> int:
    """points[i] for each of symbol i."""
    return sum(k * p for k, p in zip(n, line.points, strict=True))


def even(n: list[int], line: Line, board: Board, state: GridState) -> int:
    return n[0] * line.points[0] if n[0] % 2 == 0 else 0


def odd(n: list[int], line: Line, board: Board, state: GridState) -> int:
    return n[0] * line.points[0] if n[0] % 2 == 1 else 0


def steps(n: list[int], line: Line, board: Board, state: GridState) -> int:
    """points of the highest step reached."""
    return _step(n[0], line)


def exactly(n: list[int], line: Line, board: Board, state: GridState) -> int:
    return line.points[0] if n[0] == line.at[0] else 0


def all_marked(n: list[int], line: Line, board: Board, state: GridState) -> int:
    return line.points[0] if n[0] == board.game.symbol[line.of[0]].squares else 0


def per(n: list[int], line: Line, board: Board, state: GridState) -> int:
    """points for every full group of at[0]."""
    return n[0] // line.at[0] * line.points[0]


def pairs(n: list[int], line: Line, board: Board, state: GridState) -> int:
    """points for every full set with one of each."""
    return min(n) * line.points[0]


def product(n: list[int], line: Line, board: Board, state: GridState) -> int:
    return math.prod(n)


def with_other(n: list[int], line: Line, board: Board, state: GridState) -> int:
    """Each is worth the step that the other symbol (or "clouds") has reached."""
    return n[0] * _step(_other(line, state), line)


def at_least(n: list[int], line: Line, board: Board, state: GridState) -> int:
    """points each if there are no fewer of it than of the other (or "clouds")."""
    return n[0] * line.points[0] if n[0] >= _other(line, state) else 0


def written(n: list[int], line: Line, board: Board, state: GridState) -> int:
    """The numbers written into the circles: the lower die of the roll each."""
    return sum(state.written.get(s, 0) for s in line.of)


def outside(n: list[int], line: Line, board: Board, state: GridState) -> int:
    return _left(line, board, state)[0] * line.points[0]


def all_outside(n: list[int], line: Line, board: Board, state: GridState) -> int:
    left, of = _left(line, board, state)
    return line.points[0] if left == of else 0


def all_inside(n: list[int], line: Line, board: Board, state: GridState) -> int:
    return line.points[0] if _left(line, board, state)[0] == 0 else 0


def _other(line: Line, state: GridState) -> int:
    return state.clouds if line.other == "clouds" else state.marked.get(line.other, 0)


def _left(line: Line, board: Board, state: GridState) -> tuple[int, int]:
    """(squares of the line's symbol outside every area, all of them)."""
    taken = sum(board.mask(a) for a in state.areas)
    bits = board.of[line.of[0]]
    return (bits & ~taken).bit_count(), bits.bit_count()


RULES: dict[str, Rule] = {
    "each": each,
    "sums": sums,
    "even": even,
    "odd": odd,
    "steps": steps,
    "exactly": exactly,
    "all": all_marked,
    "per": per,
    "pairs": pairs,
    "product": product,
    "with": with_other,
    "at_least": at_least,
    "written": written,
    "outside": outside,
    "all_outside": all_outside,
    "all_inside": all_inside,
}
NUMBERS = {  # rule -> how many symbols, points, thresholds it takes; None: any number, at least one
    "each": (1, (1, 2), (0, 1)),
    "sums": (None, None, (0,)),
    "even": (1, (1,), (0,)),
    "odd": (1, (1,), (0,)),
    "steps": (1, None, None),
    "exactly": (1, (1,), (1,)),
    "all": (1, (1,), (0,)),
    "per": (1, (1,), (1,)),
    "pairs": (None, (1,), (0,)),
    "product": (None, (0,), (0,)),
    "with": (1, None, None),
    "at_least": (1, (1,), (0,)),
    "written": (1, (0,), (0,)),
    "outside": (1, (1,), (0,)),
    "all_outside": (1, (1,), (0,)),
    "all_inside": (1, (1,), (0,)),
}
