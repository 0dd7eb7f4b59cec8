"""Board -> Map: squares as cells, linked by their edges; and Board -> Layout in the style "grid" (stdlib only)."""

from __future__ import annotations

from mapkit.games.seasons import Board, Square
from mapkit.layout import Layout, Place
from mapkit.map import Cell, Link, Map, Region


def square_id(square: Square) -> str:
    return f"r{square[0]}c{square[1]}"


def as_map(board: Board) -> Map:
    """The board as a Map: a cell per square, linked by its edges (not over a wall), one region per symbol."""
    game = board.game
    squares = [(r, c) for r in range(1, game.rows + 1) for c in range(1, game.columns + 1)]
    bits = {board.bit(s): square_id(s) for s in squares}
    kinds = list(dict.fromkeys(s for row in board.symbols for s in row))
    names = {s.id: s.names for s in game.symbols}
    regions = [Region(k or "bare", names.get(k, {"en": "bare"}), k or "bare", k or "bare") for k in sorted(kinds)]
    cells = [Cell(square_id(s), {"en": square_id(s)}, board.symbols[s[0] - 1][s[1] - 1] or "bare") for s in squares]
    links = {tuple(sorted((bits[a], bits[b]))) for a, others in board.around.items() for b in bits if others & b}
    return Map(game.id, game.title, tuple(cells), tuple(regions), tuple(Link(a, b, "border") for a, b in sorted(links)))


def as_layout(board: Board, size: tuple[float, float], origin: tuple[float, float], pitch: float) -> Layout:
    """The squares on a trim of size mm: the grid's top left corner at origin, squares of pitch mm."""
    places = []
    for r in range(1, board.game.rows + 1):
        for c in range(1, board.game.columns + 1):
            x, y = origin[0] + (c - 1) * pitch, origin[1] + (r - 1) * pitch
            ring = ((x, y), (x + pitch, y), (x + pitch, y + pitch), (x, y + pitch))
            places.append(Place(square_id((r, c)), ((ring,),), (x + pitch / 2, y + pitch / 2), pitch))
    return Layout(board.game.id, size, "grid", tuple(places))
