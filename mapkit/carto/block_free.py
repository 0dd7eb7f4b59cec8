"""Board + marginalia -> which sea squares are kept free for each box: the choice that leaves the cells most room."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mapkit.carto.block_board import Board
from mapkit.carto.block_stretch import Span, Want, stretch
from mapkit.layout import Block, Box

CLEAR = 1.5  # mm between a box and cells, and between boxes
TRIES = 14  # free rectangles looked at per size
ALL = 0.997  # a choice that leaves the cells so much of what they have without the box need not be bettered


def reserve(
    board: Board,
    wide: Sequence[int],
    high: Sequence[int],
    page: Box,
    blocks: Sequence[Block],
    choices: list[list[Span]],
    pairs: Sequence[tuple[str, str]] = (),
    room: float = 0.0,
) -> tuple[list[Want], list[tuple[str, Want]]] | None:
    """The wants of all blocks, largest block first; None when one of them finds no room.

    choices: see spans. pairs: cells whose bridge needs a way through the water. room: mm, the least box that is of any
    use: once there is no such choice, the blocks so far are returned.
    """
    shut = channels(board, pairs)
    wants: list[Want] = []
    kept: dict[str, Want] = {}
    for block in sorted(blocks, key=lambda b: (-max(w * h for w, h in b.sizes), b.name)):
        bare = stretch(board, wide, high, page, wants, choices, 1, False)
        if bare is None:
            return None
        if bare.least < room:
            break
        best: tuple[float, Want] | None = None
        for rank, (w, h) in enumerate(block.sizes):
            if best and best[0] >= ALL * bare.least * (1 - 0.02 * rank):
                break
            for span in _free(board, wide, high, [x.span for x in wants], shut, w / h):
                size = (w + CLEAR * _sides(span, 0, board.width), h + CLEAR * _sides(span, 2, board.height))
                want = Want(span, size)
                lines = stretch(board, wide, high, page, [*wants, want], choices, 1, False)
                if lines is not None and (best is None or lines.least * (1 - 0.02 * rank) > best[0] + 1e-6):
                    best = lines.least * (1 - 0.02 * rank), want
                    if lines.least >= ALL * bare.least:
                        break
        if best is None:
            return None
        wants.append(best[1])
        kept[block.name] = best[1]
        if best[0] < room:
            break
    return wants, [(b.name, kept[b.name]) for b in blocks if b.name in kept]


def channels(board: Board, pairs: Sequence[tuple[str, str]]) -> set[tuple[int, int]]:
    """The squares (x, y) of a shortest way through the sea between the cells of every pair."""
    n, rows = len(board.ids), board.rows
    index = {c: i for i, c in enumerate(board.ids)}
    out: set[tuple[int, int]] = set()
    for a, b in pairs:
        way: dict[tuple[int, int], tuple[int, int] | None] = {}
        front: list[tuple[int, int]] = [
            (x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == index[a]
        ]
        way.update(dict.fromkeys(front))
        end = None
        while front and end is None:
            ahead = []
            for x, y in front:
                for at in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
                    if at in way or not (0 <= at[0] < board.width and 0 <= at[1] < board.height):
                        continue
                    owner = rows[at[1]][at[0]]
                    if owner == index[b] and rows[y][x] == n:
                        end = (x, y)
                    elif owner == n:
                        way[at] = (x, y)
                        ahead.append(at)
            front = ahead
        while end is not None and rows[end[1]][end[0]] == n:
            out.add(end)
            end = way[end]
    return out


def placed(want: Want, xs: Sequence[float], ys: Sequence[float]) -> Box:
    """Where the box stands inside its span: at the page's edge where the span touches it, else in the middle."""
    i0, i1, j0, j1 = want.span
    out = []
    for low, top, lines, size, sides in (
        (i0, i1, xs, want.size[0], _sides(want.span, 0, len(xs) - 1)),
        (j0, j1, ys, want.size[1], _sides(want.span, 2, len(ys) - 1)),
    ):
        mm = size - CLEAR * sides
        if low == 0:
            start = lines[0]
        elif top == len(lines) - 1:
            start = lines[top] - mm
        else:
            start = (lines[low] + lines[top] - mm) / 2
        out.append((round(start, 4), round(start + mm, 4)))
    return out[0][0], out[1][0], out[0][1], out[1][1]


def _sides(span: Span, axis: int, most: int) -> int:
    """How many of the two sides along an axis face the map, not the page's edge."""
    return (span[axis] > 0) + (span[axis + 1] < most)


def _free(
    board: Board,
    wide: Sequence[int],
    high: Sequence[int],
    taken: Sequence[Span],
    shut: Collection[tuple[int, int]],
    aspect: float,
) -> list[Span]:
    """Rectangles of free sea, the most promising for this shape first; whole edges of the page among them."""
    n, w, h = len(board.ids), board.width, board.height
    free = [[c == n for c in row] for row in board.rows]
    for i0, i1, j0, j1 in taken:
        for y in range(j0, j1):
            for x in range(i0, i1):
                free[y][x] = False
    for x, y in shut:
        free[y][x] = False
    found: set[Span] = set()
    tops = [0] * w
    for y in range(h):
        tops = [t + 1 if free[y][x] else 0 for x, t in enumerate(tops)]
        for x in range(w):
            i, low = x, tops[x]
            while i < w and tops[i]:
                low = min(low, tops[i])
                i += 1
                found.add((x, i, y + 1 - low, y + 1))
    whole = [s for s in found if not any(_wider(s, t, found) for t in _grown(s, w, h))]

    def worth(s: Span) -> tuple[float, Span]:
        mm = sum(wide[s[0] : s[1]]), sum(high[s[2] : s[3]])
        side = min(mm[0] / aspect, mm[1])
        edges = (s[0] == 0) + (s[1] == w) + (s[2] == 0) + (s[3] == h)
        return -(side * (1 + 0.15 * min(edges, 2))), s

    return sorted(whole, key=worth)[:TRIES]


def _grown(s: Span, w: int, h: int) -> list[Span]:
    i0, i1, j0, j1 = s
    out = [(i0 - 1, i1, j0, j1), (i0, i1 + 1, j0, j1), (i0, i1, j0 - 1, j1), (i0, i1, j0, j1 + 1)]
    return [t for t in out if t[0] >= 0 and t[1] <= w and t[2] >= 0 and t[3] <= h]


def _wider(_s: Span, t: Span, found: set[Span]) -> bool:
    return t in found
