"""Sheet -> a pad of many leaves on a printer's paper, as one PDF file.

The art is drawn once into a form; a page is a few operators that place it, and pages that look alike share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from mapkit.errors import MapkitError
from mapkit.press import output, pages
from mapkit.press.crop import Marks, crop
from mapkit.press.draw import Tone
from mapkit.press.fonts import Chain
from mapkit.press.forms import forms
from mapkit.press.impose import Imposition, Turn, behind, n_up, numbers
from mapkit.press.pdf import save
from mapkit.sheet.marks import Sheet

Progress = Callable[[str, float], None]  # what is being done, the share of it that is


def write_pad(
    front: Sheet,
    path: Path,
    sheets: int = 100,
    paper: tuple[float, float] = (210.0, 297.0),
    back: Sheet | None = None,
    margin: float = 0.0,
    marks: Literal["crop", "none"] = "crop",
    turn: Turn = "long",
    tone: Tone = "rgb",
    fonts: Chain | None = None,
    progress: Progress | None = None,
) -> tuple[str, ...]:
    """Writes path: so many leaves, as many on a page as fit on the paper (mm), backs behind their fronts.

    margin: mm of the paper's edge the printer cannot reach. turn: the edge a duplex printer turns the paper over.
    Returns remarks for the user (cuts that could not be marked). Raises MapkitError when the sheet does not fit, when
    front and back differ in size, or when the file cannot be written; then nothing is left behind.
    """
    if sheets < 1:
        raise MapkitError(f"a pad needs at least 1 sheet, not {sheets}")
    if back and (back.trim, back.bleed) != (front.trim, front.bleed):
        raise MapkitError(f"front and back differ in size: {front.trim} and {back.trim} mm")
    tell = progress or (lambda what, share: None)
    fronts = n_up(front.trim, paper, front.bleed, margin, most=sheets)
    lines = crop(fronts) if marks == "crop" else Marks(())
    tell("drawing", 0.0)
    made = forms([front, back] if back else [front], tone, fonts)
    sides = [(fronts, "/S0", lines), (behind(fronts, turn), "/S1", Marks(()))][: len(made.xobjects)]
    plan = numbers(sheets, fronts.up)

    def leaves() -> Iterator[Any]:
        made_already: dict[tuple[int, int], Any] = {}
        for i, page in enumerate(plan):
            filled = sum(n is not None for n in page)
            for side, (sheet, form, shown) in enumerate(sides):
                if (side, filled) not in made_already:
                    code = [pages.place(sheet, p, form) for p in sheet.places[:filled]]
                    code.append(pages.lines(shown, sheet.paper[1], tone))
                    content = made.pdf.make_stream("\n".join(code).encode())
                    made_already[side, filled] = pages.leaf(sheet.paper, content, {"TrimBox": _trims(sheet)})
                yield made_already[side, filled]
            if i % 500 == 499:
                tell("pages", (i + 1) / len(plan))

    pages.bind(made.pdf, leaves(), pages.resources(made.pdf, made.xobjects))
    with output.replaced(path) as file:
        save(made.pdf, file, front.title)
    tell("written", 1.0)
    return lines.notes


def _trims(sheet: Imposition) -> tuple[float, float, float, float]:
    """The box round all trims on a page."""
    boxes = [(p.x, p.y, p.x + sheet.span(p)[0], p.y + sheet.span(p)[1]) for p in sheet.places]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)
