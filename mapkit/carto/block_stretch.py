"""Board + page -> where its grid lines run in mm, so that the smallest box is as large as can be (linear programs)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from mapkit.carto.block_board import Board

STEP = 3.0  # mm: the least step between two grid lines, so the least shared border
BEND = 1.25  # how much wider than high (or the other way) a square may become on the average
EVEN = 0.985  # share of the largest box that may not be given up for evenness
Span = tuple[int, int, int, int]  # columns i0..i1 and rows j0..j1, as grid lines


@dataclass(frozen=True)
class Want:
    """Squares of a span that shall measure at least so many mm; corner blocks are kept free for marginalia."""

    span: Span
    size: tuple[float, float]


@dataclass(frozen=True)
class Lines:
    """Grid lines in mm (one more than columns and rows), every cell's largest box as a span, and the least box side."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    boxes: tuple[Span, ...]
    least: float


def tidy(board: Board) -> tuple[Board, tuple[int, ...], tuple[int, ...]]:
    """The board without doubled rows and columns and with one line of sea around; how many lines each stood for."""
    n = len(board.ids)
    grid = np.array(board.rows)
    grid = np.where(grid > n, n, grid)
    used_y, used_x = np.nonzero((grid < n).any(axis=1))[0], np.nonzero((grid < n).any(axis=0))[0]
    grid = grid[used_y[0] : used_y[-1] + 1, used_x[0] : used_x[-1] + 1]
    rows = _runs(grid)
    grid = grid[[r[0] for r in rows]]
    cols = _runs(grid.T)
    grid = np.pad(grid[:, [c[0] for c in cols]], 1, constant_values=n)
    wide, high = (1, *(len(c) for c in cols), 1), (1, *(len(r) for r in rows), 1)
    return Board(board.ids, len(wide), len(high), tuple(grid.ravel().tolist())), wide, high


def _runs(grid: np.ndarray[tuple[int, ...], np.dtype[np.int_]]) -> list[list[int]]:
    runs = [[0]]
    for k in range(1, len(grid)):
        if (grid[k] == grid[k - 1]).all():
            runs[-1].append(k)
        else:
            runs.append([k])
    return runs


def spans(board: Board) -> list[list[Span]]:
    """All maximal rectangles of squares inside every cell."""
    rows = board.rows
    out: list[list[Span]] = []
    for c in range(len(board.ids)):
        own = [(x, y) for y, row in enumerate(rows) for x, o in enumerate(row) if o == c]
        squares = set(own)
        found: set[Span] = set()
        for x, y in own:
            high = 10**6
            i = x
            while (i, y) in squares and high:
                j = y
                while (i, j) in squares and j < y + high:
                    j += 1
                high = j - y
                if high:
                    found.add((x, i + 1, y, j))
                i += 1
        out.append([s for s in sorted(found) if not any(_inside(s, t) for t in found if t != s)])
    return out


def _inside(s: Span, t: Span) -> bool:
    return s[0] >= t[0] and s[1] <= t[1] and s[2] >= t[2] and s[3] <= t[3]


def stretch(
    board: Board,
    wide: Sequence[int],
    high: Sequence[int],
    page: tuple[float, float, float, float],
    wants: Sequence[Want] = (),
    choices: list[list[Span]] | None = None,
    rounds: int = 3,
    even: bool = True,
) -> Lines | None:
    """Grid lines inside page (x0, y0, x1, y1 in mm); None when the wants and least steps do not fit.

    wide, high: how many lines of the annealed board every column and row stands for (see tidy).
    """
    choices = choices or spans(board)
    boxes = [max(c, key=lambda s: (min(sum(wide[s[0] : s[1]]), sum(high[s[2] : s[3]])), s)) for c in choices]
    best: Lines | None = None
    for _ in range(rounds):
        lines = _solve(board, wide, high, page, wants, boxes, None)
        if lines is None or (best is not None and lines.least <= best.least + 1e-3):
            break
        best = lines
        xs, ys = lines.xs, lines.ys
        boxes = [max(c, key=lambda s: (round(min(xs[s[1]] - xs[s[0]], ys[s[3]] - ys[s[2]]), 6), s)) for c in choices]
    if best is None or not even:
        return best
    return _solve(board, wide, high, page, wants, list(best.boxes), best.least * EVEN) or best


def _solve(
    board: Board,
    wide: Sequence[int],
    high: Sequence[int],
    page: tuple[float, float, float, float],
    wants: Sequence[Want],
    boxes: Sequence[Span],
    least: float | None,
) -> Lines | None:
    """Largest least box; or, with a least box given, the most even grid that fills the page."""
    w, h = board.width, board.height
    nx, ny = w + 1, h + 1
    t, pitch, first = nx + ny, nx + ny + 1, nx + ny + 3  # two pitches: of columns and of rows
    count = first + (w + h if least is not None else 0)
    rows: list[tuple[list[tuple[int, float]], float]] = []  # sum of coefficient * variable <= bound

    def apart(low: int, top: int, mm: float) -> None:
        rows.append(([(low, 1.0), (top, -1.0)], -mm))

    for i in range(w):
        apart(i, i + 1, 0.0 if i in (0, w - 1) else STEP)
    for j in range(h):
        apart(nx + j, nx + j + 1, 0.0 if j in (0, h - 1) else STEP)
    for i0, i1, j0, j1 in boxes:
        rows.append(([(i0, 1.0), (i1, -1.0), (t, 1.0)], 0.0))
        rows.append(([(nx + j0, 1.0), (nx + j1, -1.0), (t, 1.0)], 0.0))
    for want in wants:
        apart(want.span[0], want.span[1], want.size[0])
        apart(nx + want.span[2], nx + want.span[3], want.size[1])
    a, b = 1.0 / sum(wide[1:-1]), 1.0 / sum(high[1:-1])
    for more, fewer in (((1, w - 1, a), (nx + 1, nx + h - 1, b)), ((nx + 1, nx + h - 1, b), (1, w - 1, a))):
        (l0, t0, k0), (l1, t1, k1) = more, fewer
        rows.append(([(t0, k0), (l0, -k0), (t1, -k1 * BEND), (l1, k1 * BEND)], 0.0))
    cost = np.zeros(count)
    cost[t] = -1.0
    if least is not None:
        cost[t] = 0.0
        for low, top in ((1, w - 1), (nx + 1, nx + h - 1)):
            cost[top], cost[low] = -0.6, 0.6
        steps = [(i, i + 1, wide[i], pitch) for i in range(1, w - 1)]
        steps += [(nx + j, nx + j + 1, high[j], pitch + 1) for j in range(1, h - 1)]
        for k, (low, top, weight, of) in enumerate(steps):
            rows.append(([(top, 1.0), (low, -1.0), (of, -float(weight)), (first + k, -1.0)], 0.0))
            rows.append(([(top, -1.0), (low, 1.0), (of, float(weight)), (first + k, -1.0)], 0.0))
            cost[first + k] = 1.0
    bounds: list[tuple[float, float | None]] = [(page[0], page[2]) for _ in range(nx)]
    bounds += [(page[1], page[3]) for _ in range(ny)]
    for line, v in ((0, page[0]), (w, page[2]), (nx, page[1]), (nx + h, page[3])):
        bounds[line] = (v, v)
    bounds += [(least or 0.0, None), (0.0, None), (0.0, None)] + [(0.0, None)] * (count - first)
    flat = [(r, v, k) for r, (terms, _) in enumerate(rows) for v, k in terms]
    matrix = coo_array(([k for *_, k in flat], ([r for r, *_ in flat], [v for _, v, _ in flat])), (len(rows), count))
    found = linprog(cost, matrix.tocsr(), [bound for _, bound in rows], bounds=bounds, method="highs-ds")
    if not found.success:
        return None
    at = [round(float(v), 4) for v in found.x]
    xs, ys = _centered(at[:nx], page[0], page[2], wants, 0), _centered(at[nx:t], page[1], page[3], wants, 2)
    return Lines(xs, ys, tuple(boxes), min(min(xs[s[1]] - xs[s[0]], ys[s[3]] - ys[s[2]]) for s in boxes))


def _centered(lines: list[float], low: float, top: float, wants: Sequence[Want], axis: int) -> tuple[float, ...]:
    """The map in the middle of what is left over, unless marginalia beside it need that room."""
    edge = {0, 1, len(lines) - 2, len(lines) - 1}
    if any(want.span[axis] in edge and want.span[axis] == want.span[axis + 1] - 1 for want in wants):
        return tuple(lines)
    inner = lines[1:-1]
    move = round(((top - inner[-1]) - (inner[0] - low)) / 2, 4)
    if wants:
        return tuple(lines)
    return (lines[0], *(round(v + move, 4) for v in inner), lines[-1])
