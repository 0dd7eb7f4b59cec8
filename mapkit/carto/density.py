"""Cells + page -> a refusal, when they will have no room there: reckoned at once, before anything is laid out."""

from __future__ import annotations

import math

import shapely

from mapkit.carto.project import Shapes
from mapkit.errors import MapkitError
from mapkit.units import PAPERS, paper_name

LEAST = 0.92  # squares of the room that cells take at least: with less, no layout was ever found
CELL = 1.1  # squares of the room with which one usually is: what is offered instead
TIGHT, SLACK = 0.75, 0.38  # land fills no more of a page than the first, nor than its own shape does plus the second
EASY = 1.15  # of that paper


def hold(shapes: Shapes, room: float, page: tuple[float, float], free: float, size: tuple[float, float]) -> None:
    """Raises MapkitError, with the nearest paper that works, for more cells than the land can become on the page.

    room: mm; page: mm within the margins; free: mm² of it beside the boxes; size: the trim, mm.
    """
    need = CELL * len(shapes) * room**2
    share = min(TIGHT, _held(shapes, page) + SLACK)
    if LEAST / CELL * need <= share * free:
        return
    grow = math.sqrt(EASY * (need / share + page[0] * page[1] - free) / (page[0] * page[1]))
    wide, high = page[0] * grow + size[0] - page[0], page[1] * grow + size[1] - page[1]
    fits = paper(wide, high).removesuffix("-landscape")  # both ways up are tried
    most = math.floor(10 * math.sqrt(share * free / CELL / len(shapes))) / 10
    raise MapkitError(
        f"{len(shapes)} cells of {room:g} mm do not fit on the page in this style: take {fits}, "
        f"or a room of {most:g} mm",
        paper_name(*size),
    )


def _held(shapes: Shapes, page: tuple[float, float]) -> float:
    """Share of the page that the land covers in its true shape."""
    x0, y0, x1, y1 = shapely.total_bounds(list(shapes.values()))
    scale = min(page[0] / max(x1 - x0, 1e-9), page[1] / max(y1 - y0, 1e-9))
    return float(sum(s.area for s in shapes.values()) * scale**2 / (page[0] * page[1]))


def paper(wide: float, high: float) -> str:
    """The smallest paper of at least wide x high mm, "-landscape" where it must lie across; else that size in mm."""
    fits = [
        (w * h, f"{name}{turn}")
        for name, (a, b) in PAPERS.items()
        for w, h, turn in ((a, b, ""), (b, a, "-landscape"))
        if w >= wide and h >= high
    ]
    return min(fits)[1] if fits else f"{math.ceil(wide)}x{math.ceil(high)}mm"
