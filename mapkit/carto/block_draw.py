"""Board + page -> Layout: grid lines stretched over the page, outlines, boxes, marginalia, bridges."""

from __future__ import annotations

from collections.abc import Sequence

from mapkit.carto.block_board import Board
from mapkit.carto.block_bridge import route
from mapkit.carto.block_fit import too_small
from mapkit.carto.block_free import placed, reserve
from mapkit.carto.block_outline import outlines
from mapkit.carto.block_parts import Parts
from mapkit.carto.block_stretch import Want, spans, stretch, tidy
from mapkit.errors import MapkitError
from mapkit.layout import Block, Box, Layout, Place
from mapkit.map import Map
from mapkit.units import paper_name

MAYBE = 0.95  # a first, rough reckoning of the least box may still grow by so much


class TightError(MapkitError):
    """A board whose smallest cell holds only so many mm on this page (least)."""

    def __init__(self, message: str, where: str, least: float) -> None:
        super().__init__(message, where)
        self.least = least


def draw(
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
    pairs = [x.pair for x in map.links if x.kind == "bridge"]
    kept: list[tuple[str, Want]] = []
    wants: list[Want] = []
    if blocks:
        found = reserve(board, wide, high, page, blocks, choices_of, pairs, MAYBE * room)
        found = found or reserve(board, wide, high, page, blocks, choices_of, (), MAYBE * room)
        if found is None:
            raise MapkitError(
                "the marginalia leave no room for the map: take a larger page or fewer boxes", paper_name(*size)
            )
        wants, kept = found
    lines = stretch(board, wide, high, page, wants, choices_of)
    least = lines.least if lines else 0.0
    if len(kept) < len(blocks):  # the rest would not have left so much
        least = min(least, MAYBE * room)
    if lines is None or least < room - 0.01:
        raise TightError(too_small(size, page, least or None, room), paper_name(*size), least)
    xs, ys = lines.xs, lines.ys
    rings = outlines(board, xs, ys)
    places = []
    for cell, choices in zip(map.cell, choices_of, strict=True):
        i0, i1, j0, j1 = max(choices, key=lambda s: (round(min(xs[s[1]] - xs[s[0]], ys[s[3]] - ys[s[2]]), 4), s))
        side = round(min(xs[i1] - xs[i0], ys[j1] - ys[j0]), 4)
        anchor = (round((xs[i0] + xs[i1]) / 2, 4), round((ys[j0] + ys[j1]) / 2, 4))
        outline = tuple(ring for part, ring in zip(board.ids, rings, strict=True) if parts.owner[part] == cell)
        places.append(Place(cell, outline, anchor, side))
    bridges = route(board, xs, ys, pairs, [w.span for w in wants], margin)
    drawn = {(b.a, b.b) for b in bridges}
    for a, b in pairs:
        if (a, b) not in drawn:
            raise MapkitError(
                "no water joins the two cells, so this bridge cannot be drawn: try another seed", f"bridge {a}-{b}"
            )
    boxes = tuple((name, placed(want, xs, ys)) for name, want in kept)
    return Layout(map.id, size, "block", tuple(places), tuple(bridges), (), boxes)
