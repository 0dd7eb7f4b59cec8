"""Placements + forms -> pages of a PDF: content streams that only place forms, shared by all pages that look alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mapkit.press.crop import Line, Marks
from mapkit.press.draw import PT
from mapkit.press.impose import Imposition, Placement
from mapkit.press.job import Tone

HAIR = 0.25  # pt, the width of a mark
NUMBERS = "/N"  # the font of serial numbers


def place(sheet: Imposition, at: Placement, form: str) -> str:
    """The operators that put a form (its origin the trim's lower left corner) at a placement, clipped to its room."""
    high = sheet.paper[1]
    x0, y0, x1, y1 = sheet.room(at)
    a, b, c, d, e, f = matrix(sheet, at)
    clip = f"{num(x0 * PT)} {num((high - y1) * PT)} {num((x1 - x0) * PT)} {num((y1 - y0) * PT)} re W n"
    return f"q {clip} {a} {b} {c} {d} {num(e * PT)} {num(f * PT)} cm {form} Do Q"


def lines(marks: Marks, high: float, tone: Tone, registration: bool = False) -> str:
    """The operators of crop marks, in black or in registration colour (every plate)."""
    if not marks.lines:
        return ""
    ink = "/All CS 1 SCN" if registration else {"rgb": "0 0 0 RG", "gray": "0 G", "cmyk": "0 0 0 1 K"}[tone]
    drawn = " ".join(_line(line, high) for line in marks.lines)
    return f"q {ink} {HAIR} w 0 J {drawn} S Q"


def text(sheet: Imposition, at: Placement, spot: tuple[float, float], words: str, size: float, tone: Tone) -> str:
    """The operators that write ASCII words on a placed sheet; spot: mm from its lower left corner; size: em in mm."""
    ink = {"rgb": "0 0 0 rg", "gray": "0 g", "cmyk": "0 0 0 1 k"}[tone]
    a, b, c, d, e, f = matrix(sheet, at)
    x, y = a * spot[0] + c * spot[1] + e, b * spot[0] + d * spot[1] + f
    font = f"{NUMBERS} {num(size * PT)} Tf"
    return f"{ink} BT {font} {a} {b} {c} {d} {num(x * PT)} {num(y * PT)} Tm ({words}) Tj ET"


def matrix(sheet: Imposition, at: Placement) -> tuple[int, int, int, int, float, float]:
    """From a sheet's space (origin the trim's lower left corner, y up) to the page's, in mm."""
    w, h = sheet.trim
    x, y = at.x, sheet.paper[1] - at.y - sheet.span(at)[1]
    turned: dict[int, tuple[int, int, int, int, float, float]] = {
        0: (1, 0, 0, 1, x, y),
        90: (0, -1, 1, 0, x, y + w),
        180: (-1, 0, 0, -1, x + w, y + h),
        270: (0, 1, -1, 0, x + h, y),
    }
    return turned[at.turn]


def leaf(size: tuple[float, float], content: Any, boxes: Mapping[str, Sequence[float]]) -> Any:
    """A page of size (width, height) mm; boxes in mm, y down from the top left corner; content may be shared."""
    import pikepdf

    high = size[1]
    page = pikepdf.Dictionary(Type=pikepdf.Name.Page, MediaBox=_box((0, 0, *size), high), Contents=content)
    for name, box in boxes.items():
        page[f"/{name}"] = _box(box, high)
    return page


def bind(pdf: Any, leaves: Iterable[Any], resources: Any) -> None:
    """Makes the leaves the document's pages, in their order; a leaf may come many times and becomes a page each time.

    The page tree is made by hand, one node for all: thirty times as fast as appending page by page.
    """
    import pikepdf

    root = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Pages, Resources=resources))
    kids = []
    for page in leaves:
        page.Parent = root
        kids.append(pdf.make_indirect(pikepdf.Dictionary(page)))
    root.Kids, root.Count = pikepdf.Array(kids), len(kids)
    pdf.Root.Pages = root


def resources(pdf: Any, forms: Sequence[Any], tone: Tone = "rgb") -> Any:
    """A shared resource dictionary in which the forms are /S0, /S1, ... and /All is the registration colour."""
    from pikepdf import Array, Dictionary, Name

    named = Dictionary({f"/S{i}": form for i, form in enumerate(forms)})
    found = Dictionary(XObject=named)
    if tone != "rgb":
        space, none, full = (Name.DeviceCMYK, [0] * 4, [1] * 4) if tone == "cmyk" else (Name.DeviceGray, [1], [0])
        tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=none, C1=full, N=1)
        found.ColorSpace = Dictionary(All=Array([Name.Separation, Name.All, space, tint]))
    return pdf.make_indirect(found)


def num(v: float) -> str:
    """A number of pt as PDF writes it, to 0.0001."""
    text = f"{v:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _line(line: Line, high: float) -> str:
    x0, y0, x1, y1 = line
    return f"{num(x0 * PT)} {num((high - y0) * PT)} m {num(x1 * PT)} {num((high - y1) * PT)} l"


def _box(box: Sequence[float], high: float) -> Any:
    from decimal import Decimal

    import pikepdf

    x0, y0, x1, y1 = box
    return pikepdf.Array([Decimal(num(v * PT)) for v in (x0, high - y1, x1, high - y0)])
