"""Board + grid lines -> the cells' outlines in mm; neighbours share every vertex."""

from __future__ import annotations

from collections.abc import Sequence

from mapkit.carto.block_board import Board
from mapkit.layout import Point, Polygon, Ring


def outlines(board: Board, xs: Sequence[float], ys: Sequence[float]) -> list[Polygon]:
    """One polygon per cell, outer ring first, with a vertex wherever borders meet or turn."""
    grid = [list(row) for row in board.rows]

    def owner(x: int, y: int) -> int:
        return grid[y][x] if 0 <= x < board.width and 0 <= y < board.height else len(board.ids)

    def knot(x: int, y: int) -> bool:
        a, b, c, d = owner(x - 1, y - 1), owner(x, y - 1), owner(x - 1, y), owner(x, y)
        across, down = (a != b) + (c != d), (a != c) + (b != d)
        return across + down > 2 or (across == 1 and down == 1)

    return [_polygon(board, i, owner, knot, xs, ys) for i in range(len(board.ids))]


def _polygon(board, cell, owner, knot, xs, ys) -> Polygon:  # type: ignore[no-untyped-def]
    """Walks the cell's rim with the cell on the right hand (y down): rings close by themselves."""
    ahead: dict[tuple[int, int], tuple[int, int]] = {}
    for y in range(board.height):
        for x in range(board.width):
            if owner(x, y) != cell:
                continue
            if owner(x, y - 1) != cell:
                ahead[x, y] = (x + 1, y)
            if owner(x + 1, y) != cell:
                ahead[x + 1, y] = (x + 1, y + 1)
            if owner(x, y + 1) != cell:
                ahead[x + 1, y + 1] = (x, y + 1)
            if owner(x - 1, y) != cell:
                ahead[x, y + 1] = (x, y)
    rings: list[Ring] = []
    while ahead:
        start = min(ahead)
        walk = [start]
        while (at := ahead.pop(walk[-1])) != start:
            walk.append(at)
        rings.append(tuple((xs[x], ys[y]) for x, y in walk if knot(x, y)))
    rings.sort(key=lambda r: -abs(_area(r)))
    return tuple(rings)


def _area(ring: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2
