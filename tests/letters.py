"""Maps drawn in letters -> Map and Layout: each letter a cell of squares, lower case and "." the sea."""

from mapkit.layout import Box, BridgeLine, Layout, Place, Point
from mapkit.map import Cell, Link, Map, Region

COLORS = {"red": "R", "blue": "B", "green": "G"}


def grid(drawing: str) -> dict[str, set[tuple[int, int]]]:
    """Letter -> its squares (column, row)."""
    found: dict[str, set[tuple[int, int]]] = {}
    for y, line in enumerate(drawing.split()):
        for x, char in enumerate(line):
            if char.isupper():
                found.setdefault(char, set()).add((x, y))
    return found


def borders(squares: dict[str, set[tuple[int, int]]]) -> set[tuple[str, str]]:
    """Pairs of letters that share an edge of a square."""
    owner = {at: c for c, cells in squares.items() for at in cells}
    pairs = set()
    for (x, y), c in owner.items():
        for at in ((x + 1, y), (x, y + 1)):
            if owner.get(at, c) != c:
                pairs.add((min(c, owner[at]), max(c, owner[at])))
    return pairs


def ring(squares: set[tuple[int, int]], side: float, at: Point) -> tuple[Point, ...]:
    """The outer ring of a simply connected set of squares, a vertex at every corner of a square."""
    edges = {}
    for x, y in squares:
        for (dx, dy), a, b in (
            ((0, -1), (0, 0), (1, 0)),
            ((1, 0), (1, 0), (1, 1)),
            ((0, 1), (1, 1), (0, 1)),
            ((-1, 0), (0, 1), (0, 0)),
        ):
            if (x + dx, y + dy) not in squares:
                edges[x + a[0], y + a[1]] = (x + b[0], y + b[1])
    first = min(edges)
    walk, here = [first], edges[first]
    while here != first:
        walk.append(here)
        here = edges[here]
    return tuple((at[0] + side * x, at[1] + side * y) for x, y in walk)


def letter_map(drawing: str, bridges: tuple[str, ...] = ()) -> Map:
    squares = grid(drawing)
    ids = sorted(squares)
    colors = list(COLORS)
    cells = tuple(Cell(c, {"en": f"{c}land", "ja": f"{c}国"}, colors[i * 3 // len(ids)]) for i, c in enumerate(ids))
    used = {c.region for c in cells}
    regions = tuple(Region(c, {"en": c.title()}, c, k) for c, k in COLORS.items() if c in used)
    links = [Link(a, b, "border") for a, b in borders(squares)] + [Link(b[0], b[1], "bridge") for b in bridges]
    return Map("letters", {"en": "Letters", "ja": "文字"}, cells, regions, tuple(links))


def letter_layout(
    drawing: str,
    side: float = 12.0,
    at: Point = (14.0, 70.0),
    size: Point = (148.0, 210.0),
    bridges: tuple[str, ...] = (),
    blocks: tuple[tuple[str, Box], ...] = (),
) -> Layout:
    squares = grid(drawing)
    places = []
    for c in sorted(squares):
        x, y = min(squares[c], key=lambda p: (p[1], p[0]))
        anchor = (at[0] + side * (x + 0.5), at[1] + side * (y + 0.5))
        places.append(Place(c, ((ring(squares[c], side, at),),), anchor, side))
    anchors = {p.cell: p.anchor for p in places}
    lines = tuple(BridgeLine(b[0], b[1], (anchors[b[0]], anchors[b[1]])) for b in bridges)
    return Layout("letters", size, "letters", tuple(places), lines, (), blocks)
