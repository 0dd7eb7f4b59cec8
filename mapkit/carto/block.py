"""Map + start Layout -> Layout of style "block": rectangles and Ls that touch exactly where the map says so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

import shapely

from mapkit.carto.block_anneal import solve, vary
from mapkit.carto.block_draw import TightError, draw
from mapkit.carto.block_faults import faults
from mapkit.carto.block_fit import hold
from mapkit.carto.block_grid import prepare
from mapkit.carto.block_parts import apart
from mapkit.carto.block_state import State
from mapkit.errors import MapkitError
from mapkit.layout import Block, Box, Layout, Polygon
from mapkit.map import Map
from mapkit.units import paper_name

Progress = Callable[[str, float], None]
STEPS = 1500  # proposals per cell
MOST = 105_000  # proposals of a board
ENOUGH, LIMIT = 140_000, 400_000  # proposals after which no further board is made: once one is found, and at all
SPARE = 1.2, 1.3, 1.2, 1.1, 1.35  # the grid is laid out for cells so much larger than the least room, by turns
TURNS = 6  # versions of a board that does not quite fit the page
HOPELESS = 0.8  # a board that gives its cells a smaller share of the room gets no other version
PLAIN = 4.2  # corners per cell, those of holes and further parts apart, that need no further board
FAR, DETOUR = 0.12, 1.0  # corners per cell that a bridge counts for what it is longer than this share of both sides

ARM, NARROW = 0.05, 0.75  # corners per cell that a square room of arm counts, and what is an arm: narrower, in rooms


def lay_out_block(
    map: Map,
    start: Layout,
    size: tuple[float, float],
    blocks: tuple[Block, ...] = (),
    margin: float = 5.0,
    room: float = 8.0,
    seed: int = 0,
    cuts: Collection[tuple[str, str]] = frozenset(),
    progress: Progress | None = None,
) -> Layout:
    """The rectilinear layout of a map on a trim of size mm.

    start: a layout of the same map in true or smooth shapes; only its geometry counts. blocks: marginalia to keep room
    for. margin: mm kept free all round. room: mm, the side of the square that every cell must hold. cuts: pairs that
    touch without a link. Same arguments, same Layout. Raises MapkitError when the page is too small, or no arrangement
    with exactly these borders was found.

    Boards differ by their first grid and by chance, so small maps get several and keep the one with the fewest corners;
    one that has a fault or does not fit is followed by another on other squares.
    """
    say = progress or _silent
    page: Box = (margin, margin, size[0] - margin, size[1] - margin)
    if page[2] - page[0] < room or page[3] - page[1] < room:
        raise MapkitError(f"a margin of {margin:g} mm leaves no room for a cell of {room:g} mm", paper_name(*size))
    say("evening out areas", 0.0)
    shapes = _shapes(map, start)
    drawn = _drawn(map, cuts)
    hold(len(shapes), size, page, blocks, room)
    refused: MapkitError | None = None
    best: tuple[float, Layout] | None = None
    faulty = spent = 0
    steps, plain = 0, 0.0
    for attempt, spare in enumerate(SPARE):
        if spent + steps > (ENOUGH if best else LIMIT) or (best and best[0] <= plain):
            break
        parts = apart(shapes, drawn, always=faulty % 2 == 1)
        board, aim, rules = prepare(map, parts, page, blocks, room * spare)
        steps = min(STEPS * len(board.ids), MOST)
        plain = PLAIN + 4 * (sum(rules.holes) + len(board.ids) - len(map.cells)) / len(map.cells)
        spent += steps
        key = seed * 31 + attempt
        done = solve(board, aim, rules, steps, key, lambda t, x, a=attempt: say(t, _share(a, x)))  # type: ignore[misc]
        wrong = faults(State(done, rules))
        if wrong:
            told = f"no block layout with exactly these borders was found: {_told(wrong[0])}; try another seed"
            refused, faulty = MapkitError(told, map.id), faulty + 1
            continue
        least = 0.0
        tight = done
        for turn in range(TURNS):
            say("filling the page", _share(attempt, 1.0))
            try:
                layout = draw(map, parts, done, page, size, blocks, margin, room)
            except MapkitError as error:
                refused = error
                now = error.least if isinstance(error, TightError) else room
                if best or now < HOPELESS * room:
                    break
                if now >= least:
                    least, tight = now, done
                done = vary(tight, aim, rules, steps, key, turn)
            else:
                score = _score(layout, room)
                best = (score, layout) if best is None or score < best[0] else best
                break
    if best is None:
        raise refused or MapkitError("no block layout was found", map.id)
    say("done", 1.0)
    return best[1]


def _share(attempt: int, done: float) -> float:
    """How far along all of it is: nobody knows how many boards it will take."""
    return 1 - 0.6**attempt * (1 - 0.4 * done)


def _score(layout: Layout, room: float) -> float:
    """Corners per cell, and what bridges that take a long way and thin arms count for; less is better."""
    rings = [ring for p in layout.places for polygon in p.outline for ring in polygon]
    turns = sum(
        (a[0] == b[0]) != (b[0] == c[0]) for r in rings for a, b, c in zip((r[-1], *r), r, (*r[1:], r[0]), strict=False)
    )
    ways = [sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(x.path)) for x in layout.bridges]
    far = sum(max(way / sum(layout.size) - FAR, 0.0) for way in ways)
    return turns / len(layout.places) + DETOUR * far + ARM * _arms([p.outline for p in layout.places], room)


def _arms(cells: Sequence[tuple[Polygon, ...]], room: float) -> float:
    """Area of all that is too narrow to write in, in squares of the room."""
    parts = [shapely.Polygon(rings[0], rings[1:]) for outline in cells for rings in outline]
    wide = [
        p.buffer(-NARROW * room / 2, join_style="mitre").buffer(NARROW * room / 2, join_style="mitre") for p in parts
    ]
    return float(sum(p.area - w.area for p, w in zip(parts, wide, strict=True))) / room**2


def _shapes(map: Map, start: Layout) -> dict[str, shapely.Geometry]:
    """The places as shapely shapes in the map's order; tiny parts are left out."""
    shapes = {}
    for cell in map.cells:
        if cell.id not in start.place:
            raise MapkitError("has no place in the start layout", f"cell {cell.id}")
        parts = [shapely.make_valid(shapely.Polygon(p[0], p[1:])) for p in start.place[cell.id].outline]
        most = max(shapely.area(p) for p in parts)
        shapes[cell.id] = shapely.union_all([p for p in parts if shapely.area(p) >= 1e-3 * most])
    return shapes


def _drawn(map: Map, cuts: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs that touch on the page."""
    for cell in (c for pair in cuts for c in pair):
        if cell not in map.cell:
            raise MapkitError("the map has no such cell", f"cut with {cell!r}")
    return [*(x.pair for x in map.links if x.kind == "border"), *sorted(cuts)]


def _told(fault: str) -> str:
    """A fault of a board in words; parts of a cell go by its name."""
    what, *cells = (word.split("#")[0] for word in fault.split(" "))
    told = {
        "missing": "{} and {} do not touch",
        "extra": "{} and {} touch",
        "hole": "{} does not close round its enclave",
        "open": "{} is not enclosed",
        "shore": "{} has no shore for its bridge",
        "strait": "no water joins {} and {} for their bridge",
        "cross": "four borders meet in a point",
    }
    return told.get(what, what + " {}").format(*cells)


def _silent(_text: str, _share: float) -> None:
    return None
