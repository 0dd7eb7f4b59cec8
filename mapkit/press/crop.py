"""Imposition -> the lines that show a cutter where to cut, all of it on the paper, or a note why not (stdlib only)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mapkit.press.impose import Imposition

LENGTH = 5.0  # mm
SHORTEST = 2.0
EDGE = 0.5  # nothing is drawn nearer to the paper's edge
OFFSET = 1.0  # clear of the trim even without a bleed
Line = tuple[float, float, float, float]  # mm, y down
SIDES = ("top and bottom", "left and right")


@dataclass(frozen=True)
class Marks:
    """lines: what to draw. notes: cuts that could not be marked, one sentence each, with what to do."""

    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()


def crop(sheet: Imposition) -> Marks:
    """Western crop marks: 5 mm lines outside the bleed round the whole grid, shorter (to 2 mm) where the paper ends.

    A cut on the paper's edge needs no mark. A cut that finds no room for marks on the paper is left to a note.
    """
    wide, high = sheet.paper
    boxes = [(p.x, p.y, p.x + sheet.span(p)[0], p.y + sheet.span(p)[1]) for p in sheet.places]
    xs = _cuts([v for b in boxes for v in (b[0], b[2])], wide)
    ys = _cuts([v for b in boxes for v in (b[1], b[3])], high)
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    offset = max(sheet.bleed, OFFSET)
    lines: list[Line] = []
    bare: list[int] = []
    for upright, cuts, ends in (
        (True, xs, ((y0, -1, y0), (y1, 1, high - y1))),
        (False, ys, ((x0, -1, x0), (x1, 1, wide - x1))),
    ):
        for at, way, room in ends:
            length = min(LENGTH, room - offset - EDGE)
            if length < SHORTEST - 1e-9:
                bare += [0 if upright else 1] if cuts else []
                continue
            near, far = at + way * offset, at + way * (offset + length)
            lines += [(c, near, c, far) if upright else (near, c, far, c) for c in cuts]
    return Marks(tuple(lines), tuple(_note(sheet, axis, xs if axis == 0 else ys) for axis in sorted(set(bare))))


def _cuts(values: list[float], side: float) -> list[float]:
    """Distinct cut positions; within 1 mm of the paper's edge that edge is the cut."""
    return sorted({round(v, 4) for v in values if 1.0 < v < side - 1.0})


def _note(sheet: Imposition, axis: int, cuts: list[float]) -> str:
    """Says where to cut without marks, and the largest sheet that leaves room for them."""
    need = 2 * (max(sheet.bleed, OFFSET) + SHORTEST + EDGE)
    count, side = (sheet.rows, sheet.paper[1]) if axis == 0 else (sheet.columns, sheet.paper[0])
    fits = math.floor((side - need - (count - 1) * sheet.gutter) / count * 2) / 2
    w, h = sheet.trim
    size = f"{w:g}x{fits:g}mm" if axis == 0 else f"{fits:g}x{h:g}mm"
    edge = "left" if axis == 0 else "top"
    return (
        f"no room for crop marks at the {SIDES[axis]} of a {sheet.paper[0]:g} x {sheet.paper[1]:g} mm paper: cut "
        f"{', '.join(f'{c:g}' for c in cuts)} mm from the {edge} edge, or take sheets of {size}"
    )
