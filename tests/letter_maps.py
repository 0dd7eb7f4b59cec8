"""Maps drawn in letters -> shapes, and who borders whom by the grid itself: the truth the tests compare with."""

from __future__ import annotations

from collections.abc import Mapping

import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto.source import Source


def squares(text: str) -> dict[str, list[tuple[int, int]]]:
    """Letter -> its unit squares (x, y of the lower left corner), y up; '.' and blanks are sea."""
    rows = [line.strip() for line in text.strip().splitlines()]
    found: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(reversed(rows)):
        for x, letter in enumerate(row):
            if letter != ".":
                found.setdefault(letter, []).append((x, y))
    return dict(sorted(found.items()))


def drawn(text: str) -> Source:
    """Every letter a cell of unit squares, all their corners kept as vertices."""
    return outlined(squares(text))


def outlined(cells: Mapping[str, list[tuple[int, int]]]) -> Source:
    shapes: dict[str, BaseGeometry] = {}
    for cell, inside in cells.items():
        boxes = shapely.box(*zip(*[(x, y, x + 1, y + 1) for x, y in inside], strict=True))
        shapes[cell] = shapely.coverage_union_all(boxes)
    return Source(shapes, False)


def truth(cells: Mapping[str, list[tuple[int, int]]]) -> dict[tuple[str, str], int]:
    """Pair -> number of unit edges in common."""
    owner = {square: cell for cell, inside in cells.items() for square in inside}
    count: dict[tuple[str, str], int] = {}
    for (x, y), cell in owner.items():
        for other in (owner.get((x + 1, y)), owner.get((x, y + 1))):
            if other is not None and other != cell:
                pair = (min(cell, other), max(cell, other))
                count[pair] = count.get(pair, 0) + 1
    return count
