"""Placements + forms -> pages of a PDF: content streams that only place forms, shared by all pages that look alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mapkit.press.crop import Line, Marks
from mapkit.press.draw import PT, Tone
from mapkit.press.impose import Imposition, Placement

HAIR = 0.25  # pt, the width of a mark


def place(sheet: Imposition, at: Placement, form: str) -> str:
    """The operators that put a form (its origin the trim's lower left corner) at a placement, clipped to its room."""
    high = sheet.paper[1]
    w, h = sheet.trim
    x0, y0, x1, y1 = sheet.room(at)
    x, y = at.x, high - at.y - sheet.span(at)[1]
    a, b, c, d, e, f = {
        0: (1, 0, 0, 1, x, y),
        90: (0, -1, 1, 0, x, y + w),
        180: (-1, 0, 0, -1, x + w, y + h),
        270: (0, 1, -1, 0, x + h, y),
    }[at.turn]
    clip = f"{num(x0 * PT)} {num((high - y1) * PT)} {num((x1 - x0) * PT)} {num((y1 - y0) * PT)} re W n"
    return f"q {clip} {a} {b} {c} {d} {num(e * PT)} {num(f * PT)} cm {form} Do Q"


def lines(marks: Marks, high: float, tone: Tone, ink: str = "") -> str:
    """The operators of crop marks; ink: operators that choose another colour than black."""
    if not marks.lines:
        return ""
    black = {"rgb": "0 G", "gray": "0 G", "cmyk": "0 0 0 1 K"}[tone]
    drawn = " ".join(_line(line, high) for line in marks.lines)
    return f"q {ink or black} {HAIR} w 0 J {drawn} S Q"


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


def resources(pdf: Any, forms: Sequence[Any]) -> Any:
    """A shared resource dictionary in which the forms are /S0, /S1, ..."""
    import pikepdf

    named = pikepdf.Dictionary({f"/S{i}": form for i, form in enumerate(forms)})
    return pdf.make_indirect(pikepdf.Dictionary(XObject=named))


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
