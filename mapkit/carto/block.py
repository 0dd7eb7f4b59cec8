"""Map + start Layout -> Layout of style "block": rectangles and Ls that touch exactly where the map says so."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
import shapely

from mapkit.carto.block_anneal import solve, vary
from mapkit.carto.block_board import Aim, Board, Rules, rasterize
from mapkit.carto.block_bridge import route
from mapkit.carto.block_faults import faults
from mapkit.carto.block_free import placed, reserve
from mapkit.carto.block_outline import outlines
from mapkit.carto.block_parts import Parts, apart
from mapkit.carto.block_rules import ground_of, rules_of
from mapkit.carto.block_start import fill_of, warp, weights
from mapkit.carto.block_state import State
from mapkit.carto.block_stretch import Lines, Want, spans, stretch, tidy
from mapkit.errors import MapkitError
from mapkit.layout import Block, Box, Layout, Place
from mapkit.map import Map
from mapkit.units import PAPERS, paper_name

Progress = Callable[[str, float], None]
Shapes = Mapping[str, shapely.Geometry]
STEPS = 1500  # proposals per cell
MOST = 130_000  # proposals in all
SPARE = 1.2  # the grid is laid out for cells this much larger than the least room
SQUARES = 6.0  # squares of the grid a cell has on the average, where there is room
RING = 1.1  # area for a ring around an enclave, in cells
TRIES, TURNS = 3, 2  # boards in all, and versions of a board that does not fit the page
HOPELESS = 0.8  # a board that gives its cells a smaller share of the room is not worth another try


class _HopelessError(MapkitError):
    """The page is much too small."""


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
    """
    say = progress or _silent
    page: Box = (margin, margin, size[0] - margin, size[1] - margin)
    if page[2] - page[0] < room or page[3] - page[1] < room:
        raise MapkitError(f"a margin of {margin:g} mm leaves no room for a cell of {room:g} mm", paper_name(*size))
    say("evening out areas", 0.0)
    shapes = _shapes(map, start)
    drawn = _drawn(map, cuts)
    _hold(len(shapes), size, page, room)
    refused, faulty = MapkitError("no block layout was found", map.id), False
    for attempt in range(TRIES):
        parts = apart(shapes, drawn, always=faulty)
        board, aim, rules = _prepare(map, parts, page, blocks, room * (SPARE + 0.1 * attempt))
        steps = min(STEPS * len(board.ids), MOST)
        done = solve(board, aim, rules, steps, seed * 31 + attempt, lambda t, x: say(t, 0.05 + 0.8 * x))
        wrong = faults(State(done, aim, rules))
        if wrong:
            told = f"no block layout with exactly these borders was found: {_told(wrong[0])}; try another seed"
            refused, faulty = MapkitError(told, map.id), True
            continue
        for turn in range(TURNS):
            say("filling the page", 0.9)
            try:
                layout = _draw(map, parts, done, page, size, blocks, margin, room)
            except _HopelessError:
                raise
            except MapkitError as error:
                refused = error
                done = vary(done, aim, rules, steps, seed * 31 + attempt * TURNS + turn)
            else:
                say("done", 1.0)
                return layout
    raise refused


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


def _prepare(map: Map, parts: Parts, page: Box, blocks: Sequence[Block], room: float) -> tuple[Board, Aim, Rules]:
    """A grid as fine as the page allows, the cells' first squares on it, and the rules."""
    shapes = parts.shapes
    n = len(shapes)
    wide, high = page[2] - page[0], page[3] - page[1]
    pitch = room / 2
    boxes = sum(min(w * h for w, h in b.sizes) for b in blocks)
    squares = (wide * high - 0.6 * boxes) / pitch**2
    ground = ground_of(parts)
    goal = weights([float(shapely.area(g)) for g in shapes.values()])
    for around, group in ground.enclaves:
        goal[around] += RING + 0.35 * len(group)
    goal /= goal.mean()
    fill = min(max(math.sqrt(fill_of(shapes)), 0.15), 0.85)
    each = SQUARES
    if n * each / fill > squares:
        fill = min(max(fill, n * each / squares), 0.8)
        each = min(max(squares * fill / n, 4.6), SQUARES)
    for _ in range(5):
        warped = warp(shapes, goal, fill)
        x0, y0, x1, y1 = shapely.total_bounds(list(warped.values()))
        bend = min(max(math.sqrt(wide / high / max((x1 - x0) / max(y1 - y0, 1e-9), 1e-9)), 0.8), 1.25)
        scale = np.array([math.sqrt(each) * bend, math.sqrt(each) / bend])
        over = max((x1 - x0) * scale[0] * pitch / wide, (y1 - y0) * scale[1] * pitch / high)
        if over <= 1.0 or fill >= 0.85:
            break
        fill = min(fill * min(over, 1.25) ** 1.5, 0.85)
    if over > 1.0:
        scale *= max(1 / over, math.sqrt(4.6 / each), 0.8)
        each = max(each / over**2, 4.6, each * 0.64)
    warped = {c: shapely.transform(g, lambda p: np.asarray(p) * scale) for c, g in warped.items()}
    board, aim = rasterize(warped)
    aim = Aim(tuple((goal * each).tolist()), aim.center, aim.far)
    return board, aim, rules_of(map, parts, warped, ground)


def _draw(
    map: Map,
    parts: Parts,
    done: Board,
    page: Box,
    size: tuple[float, float],
    blocks: Sequence[Block],
    margin: float,
    room: float,
) -> Layout:
    board, wide, high = tidy(done)
    choices_of = spans(board)[: len(map.cells)]  # further parts need no room to write
    kept: list[tuple[str, Want]] = []
    wants: list[Want] = []
    if blocks:
        found = reserve(board, wide, high, page, blocks, choices_of)
        if found is None:
            raise MapkitError(
                "the marginalia leave no room for the map: take a larger page or fewer boxes", paper_name(*size)
            )
        wants, kept = found
    lines = stretch(board, wide, high, page, wants, choices_of)
    if lines is not None and lines.least < HOPELESS * room:
        raise _HopelessError(_too_small(size, page, lines, room), paper_name(*size))
    if lines is None or lines.least < room - 0.01:
        raise MapkitError(_too_small(size, page, lines, room), paper_name(*size))
    xs, ys = lines.xs, lines.ys
    rings = outlines(board, xs, ys)
    places = []
    for cell, choices in zip(map.cell, choices_of, strict=True):
        i0, i1, j0, j1 = max(choices, key=lambda s: (round(min(xs[s[1]] - xs[s[0]], ys[s[3]] - ys[s[2]]), 4), s))
        side = round(min(xs[i1] - xs[i0], ys[j1] - ys[j0]), 4)
        anchor = (round((xs[i0] + xs[i1]) / 2, 4), round((ys[j0] + ys[j1]) / 2, 4))
        outline = tuple(ring for part, ring in zip(board.ids, rings, strict=True) if parts.owner[part] == cell)
        places.append(Place(cell, outline, anchor, side))
    pairs = [x.pair for x in map.links if x.kind == "bridge"]
    bridges = route(board, xs, ys, pairs, [w.span for w in wants], margin)
    drawn = {(b.a, b.b) for b in bridges}
    for a, b in pairs:
        if (a, b) not in drawn:
            raise MapkitError(
                "no water joins the two cells, so this bridge cannot be drawn: try another seed", f"bridge {a}-{b}"
            )
    boxes = tuple((name, placed(want, xs, ys)) for name, want in kept)
    return Layout(map.id, size, "block", tuple(places), tuple(bridges), (), boxes)


def _hold(cells: int, size: tuple[float, float], page: Box, room: float) -> None:
    """Raises MapkitError when no arrangement at all can hold so many cells."""
    wide, high = page[2] - page[0], page[3] - page[1]
    if (wide // room) * (high // room) < cells:
        grow = math.sqrt(1.6 * cells * room**2 / (wide * high))
        fits = _paper(wide * grow, high * grow, size[0] - wide)
        raise MapkitError(f"{cells} cells of {room:g} mm do not fit on the page: take {fits}", paper_name(*size))


def _paper(wide: float, high: float, rim: float) -> str:
    """The smallest paper that leaves wide x high mm inside its margins, else a size in mm."""
    fits = [
        (w * h, f"{name}{turn}")
        for name, (a, b) in PAPERS.items()
        for w, h, turn in ((a, b, ""), (b, a, "-landscape"))
        if w - rim >= wide and h - rim >= high
    ]
    return min(fits)[1] if fits else f"{math.ceil(wide + rim)}x{math.ceil(high + rim)}mm"


def _too_small(size: tuple[float, float], page: Box, lines: Lines | None, room: float) -> str:
    grow = room / lines.least if lines else 1.5
    best = _paper((page[2] - page[0]) * grow, (page[3] - page[1]) * grow, size[0] - (page[2] - page[0]))
    least = math.floor(lines.least * 10) / 10 if lines else 0.0
    got = f"the smallest cell would hold {least:.1f} mm, not {room:g} mm" if lines else "the cells do not fit"
    return f"{got}: take {best}, or a smaller room"


def _told(fault: str) -> str:
    what, *cells = fault.split(" ")
    told = {
        "missing": "{} and {} do not touch",
        "extra": "{} and {} touch",
        "hole": "{} does not close round its enclave",
    }
    return told.get(what, what + " {}").format(*cells)


def _silent(_text: str, _share: float) -> None:
    return None
