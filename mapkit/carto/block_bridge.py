"""Board + grid lines + bridges -> their polylines: straight runs with bends through the sea, never over a cell."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise

from mapkit.carto.block_board import Board
from mapkit.carto.block_stretch import Span
from mapkit.layout import BridgeLine, Point

BEND = 5.0  # mm that a bend costs
SHARED = 14.0  # mm that a step through another bridge costs
ASHORE = 1.5  # mm that a step along a shore costs
ASIDE = 3.0  # mm that landing beside the middle of a step of the shore costs
LANES = 3  # parallel bridges that one column of water takes


def route(
    board: Board,
    xs: Sequence[float],
    ys: Sequence[float],
    pairs: Sequence[tuple[str, str]],
    taken: Sequence[Span] = (),
    margin: float = 0.0,
) -> list[BridgeLine]:
    """One line per pair (a < b), short ones first; a pair that no water joins is left out.

    taken: squares kept for marginalia. margin: mm outside the outer lines that a line may use.
    """
    n = len(board.ids)
    index = {c: i for i, c in enumerate(board.ids)}
    rows = [[c for c in row for _ in range(LANES)] for row in board.rows for _ in range(LANES)]
    xs, ys = _lanes(xs, margin), _lanes(ys, margin)
    mid_x, mid_y = ([(a + b) / 2 for a, b in pairwise(lines)] for lines in (xs, ys))
    shut = {
        (x, y) for i0, i1, j0, j1 in taken for x in range(i0 * LANES, i1 * LANES) for y in range(j0 * LANES, j1 * LANES)
    }
    used: set[tuple[int, int]] = set()
    found = {}
    for a, b in sorted(pairs, key=lambda p: (_reach(board.rows, index[p[0]], index[p[1]]), p)):
        path = _path(rows, n, index[a], index[b], xs, ys, mid_x, mid_y, shut, used)
        if path:
            found[a, b] = BridgeLine(a, b, tuple((round(x, 4), round(y, 4)) for x, y in path))
    return [found[p] for p in sorted(found)]


def _lanes(lines: Sequence[float], margin: float) -> list[float]:
    """Every column (or row) cut into lanes; the outermost reach into the margin where they are thin."""
    wide = [min(lines[0], lines[1] - margin * 0.6), *lines[1:-1], max(lines[-1], lines[-2] + margin * 0.6)]
    return [a + (b - a) * k / LANES for a, b in pairwise(wide) for k in range(LANES)] + [wide[-1]]


def _reach(rows: Sequence[Sequence[int]], a: int, b: int) -> int:
    at = [[(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == i] for i in (a, b)]
    return min(abs(x - u) + abs(y - v) for x, y in at[0] for u, v in at[1])


def _path(rows, n, a, b, xs, ys, mid_x, mid_y, shut, used) -> tuple[Point, ...]:  # type: ignore[no-untyped-def]
    """Dijkstra over (square, direction); from a shore of a to a shore of b."""
    w, h = len(rows[0]), len(rows)
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1))

    def shore(x: int, y: int, d: int) -> Point:
        dx, dy = turns[d]
        return (xs[x + (dx > 0)] if dx else mid_x[x], ys[y + (dy > 0)] if dy else mid_y[y])

    queue: list[tuple[float, int, int, int]] = []
    cost: dict[tuple[int, int, int], float] = {}
    back: dict[tuple[int, int, int], tuple[int, int, int] | None] = {}

    def offer(e: float, state: tuple[int, int, int], before: tuple[int, int, int] | None) -> None:
        if e < cost.get(state, float("inf")) - 1e-9:
            cost[state], back[state] = e, before
            heapq.heappush(queue, (e, *state))

    def toll(x: int, y: int) -> float:
        coast = any(0 <= x + dx < w and 0 <= y + dy < h and rows[y + dy][x + dx] != n for dx, dy in turns)
        return (SHARED if (x, y) in used else 0.0) + (ASHORE if coast else 0.0)

    def aside(x: int, y: int, d: int) -> float:
        return 0.0 if (x if turns[d][1] else y) % LANES == LANES // 2 else ASIDE

    def open_(x: int, y: int) -> bool:
        return 0 <= x < w and 0 <= y < h and rows[y][x] == n and (x, y) not in shut

    for y in range(h):
        for x in range(w):
            for d, (dx, dy) in enumerate(turns):
                if rows[y][x] == a and open_(x + dx, y + dy):
                    p, q = shore(x, y, d), (mid_x[x + dx], mid_y[y + dy])
                    offer(
                        abs(p[0] - q[0]) + abs(p[1] - q[1]) + toll(x + dx, y + dy) + aside(x, y, d),
                        (x + dx, y + dy, d),
                        None,
                    )
    best: tuple[float, tuple[int, int, int], int] | None = None
    while queue:
        e, x, y, d = heapq.heappop(queue)
        if e > cost[x, y, d] or (best and e >= best[0]):
            continue
        for f, (dx, dy) in enumerate(turns):
            if (f + 2) % 4 == d:
                continue
            u, v = x + dx, y + dy
            more = e + (BEND if f != d else 0.0)
            if 0 <= u < w and 0 <= v < h and rows[v][u] == b:
                end = shore(x, y, f)
                more += abs(end[0] - mid_x[x]) + abs(end[1] - mid_y[y]) + aside(x, y, f)
                if best is None or more < best[0]:
                    best = more, (x, y, d), f
            elif open_(u, v):
                more += abs(mid_x[u] - mid_x[x]) + abs(mid_y[v] - mid_y[y]) + toll(u, v)
                offer(more, (u, v, f), (x, y, d))
    if best is None:
        return ()
    states: list[tuple[int, int, int]] = []
    state: tuple[int, int, int] | None = best[1]
    while state is not None:
        states.append(state)
        state = back[state]
    states.reverse()
    used.update((x, y) for x, y, _ in states)
    x, y, d = states[0]
    points = [shore(x - turns[d][0], y - turns[d][1], d)]
    headings = [s[2] for s in states] + [best[2]]
    points += [(mid_x[s[0]], mid_y[s[1]]) for k, s in enumerate(states) if headings[k] != headings[k + 1]]
    points.append(shore(states[-1][0], states[-1][1], best[2]))
    return tuple(points)
