"""Imposition -> what a home printer needs: a ruler to check the size with, and settings that keep the size.

A page printed at "fit to page" looks right and is wrong by a few percent; the ruler shows it before the cutting.
"""

from __future__ import annotations

from typing import Any

from mapkit.press.impose import Imposition, Placement, Turn
from mapkit.sheet.marks import Ink, Mark, Path, Sheet, Text

LENGTH = 50.0  # mm
HIGH = 4.2
CLEAR = 1.2  # from the trim
EDGE = 3.0  # from the paper's edge
BLACK = Ink("black", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), 0.0)


def ruler() -> Sheet:
    """A ruler of 50 mm, ticks every 10 mm, with its length; 52 x 4.2 mm."""
    ticks: list[tuple[float | str, ...]] = [("M", 1.0, 1.0), ("L", 1.0 + LENGTH, 1.0)]
    for i in range(6):
        x = 1.0 + LENGTH / 5 * i
        ticks += [("M", x, 0.3), ("L", x, 1.7 if i in (0, 5) else 1.4)]
    marks: tuple[Mark, ...] = (
        Path("ruler", tuple(ticks), stroke=BLACK, width=0.2),
        Text("ruler-text", 1.0 + LENGTH / 2, 3.8, "50 mm · 100 %", 2.2, BLACK, anchor="middle"),
    )
    return Sheet("ruler", "ruler", (LENGTH + 2.0, HIGH), 0.0, marks)


def ruler_place(sheet: Imposition) -> Placement | None:
    """Where the ruler lies beside the sheets: under, above, left or right of them; None when there is no room."""
    boxes = [(p.x, p.y, p.x + sheet.span(p)[0], p.y + sheet.span(p)[1]) for p in sheet.places]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    wide, high = sheet.paper
    long = LENGTH + 2.0
    gap = CLEAR + sheet.bleed
    first = sheet.span(sheet.places[0])[0]
    beside = x0 + (first - long) / 2 if first >= long else (wide - long) / 2  # off the cuts between sheets
    need = HIGH + gap + EDGE
    if high - y1 >= need and wide >= long + 2 * EDGE:
        return Placement(beside, y1 + gap)
    if y0 >= need and wide >= long + 2 * EDGE:
        return Placement(beside, y0 - gap - HIGH)
    if wide - x1 >= need and high >= long + 2 * EDGE:
        return Placement(x1 + gap, (high - long) / 2, 270)
    if x0 >= need and high >= long + 2 * EDGE:
        return Placement(x0 - gap - HIGH, (high - long) / 2, 90)
    return None


def settings(pdf: Any, duplex: bool, turn: Turn) -> None:
    """Tells the print dialogue: actual size, the paper of the page, both sides or one."""
    import pikepdf

    flip = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}[turn]
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"), PickTrayByPDFSize=True, Duplex=pikepdf.Name(flip if duplex else "/Simplex")
    )
