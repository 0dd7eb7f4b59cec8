"""Page + number of cells -> nothing, or a refusal that names the nearest paper that works."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mapkit.carto.density import paper
from mapkit.errors import MapkitError
from mapkit.layout import Block, Box
from mapkit.units import paper_name

Size = tuple[float, float]
DENSE = 2.1  # rooms of page per cell: with fewer no map of many cells was ever laid out
EASY, CROWD = 2.8, 100  # and with so many nearly all are; maps of more than CROWD cells lie less close, 200 by half
FEW = 12  # so few cells may fill a page as a chessboard does


def hold(cells: int, size: Size, page: Box, blocks: Sequence[Block], room: float) -> None:
    """Raises MapkitError when so many cells of room x room mm cannot stand on a page beside the blocks."""
    wide, high = page[2] - page[0], page[3] - page[1]
    boxes = sum(min(w * h for w, h in b.sizes) for b in blocks)
    free = wide * high - boxes
    dense = cells > FEW and cells * DENSE * room**2 > free
    if dense or (wide // room) * (high // room) < cells:
        easy = EASY * max(1.0, (cells + CROWD) / (2 * CROWD))
        grow = math.sqrt((easy * cells * room**2 + boxes) / (wide * high))
        rim = size[0] - wide
        fits = paper(wide * grow + rim, high * grow + rim)
        raise MapkitError(f"{cells} cells of {room:g} mm do not fit on the page: take {fits}", paper_name(*size))


def too_small(size: Size, page: Box, least: float | None, room: float) -> str:
    """What to say when the smallest cell would hold least mm (None: the cells do not fit at all)."""
    grow = room / least if least else 1.5
    wide, high = page[2] - page[0], page[3] - page[1]
    rim = size[0] - wide
    best = paper(wide * grow + rim, high * grow + rim)
    got = f"the smallest cell would hold {math.floor(least * 10) / 10:.1f} mm, not {room:g} mm" if least else ""
    return f"{got or 'the cells do not fit'}: take {best}, or a smaller room"
