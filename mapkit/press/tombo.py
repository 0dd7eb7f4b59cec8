"""Imposition -> Japanese register marks (tombo): double corners and centre marks, all outside the bleed (stdlib only).

At every corner two Ls cross: one arm stands on the line of the trim, the other on the line of the bleed. In the
middle of every side a stem with a bar of 20 mm lies 3 mm outside the bleed.
"""

from __future__ import annotations

from mapkit.press.crop import EDGE, Line, Marks, crop
from mapkit.press.impose import Imposition

ARM = 10.0  # mm outside the bleed
BAR = 20.0
OUT = 3.0
SLUG = ARM + EDGE  # what the marks need outside the bleed


def tombo(sheet: Imposition) -> Marks:
    """The marks round the whole grid; inner cuts get crop marks. A note says when the paper is too small."""
    boxes = [(p.x, p.y, p.x + sheet.span(p)[0], p.y + sheet.span(p)[1]) for p in sheet.places]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    bleed = sheet.bleed or 3.0
    need = bleed + SLUG
    if min(x0, y0, sheet.paper[0] - x1, sheet.paper[1] - y1) < need - 1e-6:
        w, h = sheet.paper[0] - 2 * need, sheet.paper[1] - 2 * need
        return Marks(
            (), (f"no room for tombo marks on this paper: the sheets together may be at most {w:g} x {h:g} mm",)
        )
    lines: list[Line] = []
    for x, right in ((x0, -1), (x1, 1)):
        for y, down in ((y0, -1), (y1, 1)):
            bx, by = x + right * bleed, y + down * bleed  # the corner of the bleed
            ox, oy = bx + right * ARM, by + down * ARM
            lines += [(ox, y, bx, y), (bx, y, bx, oy), (x, oy, x, by), (x, by, ox, by)]
    mx, my = (x0 + x1) / 2, (y0 + y1) / 2
    for y, down in ((y0, -1), (y1, 1)):
        near = y + down * bleed
        lines += [(mx, near, mx, near + down * ARM), (mx - BAR / 2, near + down * OUT, mx + BAR / 2, near + down * OUT)]
    for x, right in ((x0, -1), (x1, 1)):
        near = x + right * bleed
        lines += [
            (near, my, near + right * ARM, my),
            (near + right * OUT, my - BAR / 2, near + right * OUT, my + BAR / 2),
        ]
    outer = {round(v, 4) for v in (x0, x1)}, {round(v, 4) for v in (y0, y1)}
    for line in crop(sheet).lines:
        upright = line[0] == line[2]
        if round(line[0] if upright else line[1], 4) not in outer[0 if upright else 1]:
            lines.append(line)
    return Marks(tuple(lines))
