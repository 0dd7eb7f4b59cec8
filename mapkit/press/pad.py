"""Sheet -> a pad of many leaves on a printer's paper, as one PDF file.

The art is drawn once into a form; a page is a few operators that place it, and pages that look alike share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, assert_never

from mapkit.errors import MapkitError
from mapkit.press import fit, home, output, pages, pdfx
from mapkit.press.crop import Marks, crop
from mapkit.press.fonts import Chain, measure
from mapkit.press.forms import Forms, forms
from mapkit.press.impose import Imposition, Placement, alone, behind, n_up, numbers
from mapkit.press.job import Job, Numbering
from mapkit.press.pdf import save
from mapkit.press.tombo import SLUG, tombo
from mapkit.sheet.marks import Sheet, Text

Progress = Callable[[str, float], None]  # what is being done, the share of it that is
CROP_SLUG = 6.0  # mm outside the bleed for crop marks on a page of their own


@dataclass(frozen=True)
class Side:
    """One side of the paper: where its sheets lie, the form they show, and what is drawn beside them."""

    sheet: Imposition
    form: str
    beside: str


def write_pad(
    front: Sheet,
    path: Path,
    sheets: int = 100,
    paper: tuple[float, float] | None = (210.0, 297.0),
    back: Sheet | None = None,
    job: Job = Job(),  # noqa: B008 (frozen)
    fonts: Chain | None = None,
    progress: Progress | None = None,
) -> tuple[str, ...]:
    """Writes path: so many leaves, as many on a page as fit on the paper (mm), backs behind their fronts.

    paper None: every sheet on a page of its own, with its bleed and room for the marks, as print shops want it.
    Returns remarks for the user (cuts that could not be marked, a ruler without room). Raises MapkitError when the
    sheet does not fit, front and back differ in size, a press job cannot keep its rules, or the file cannot be written;
    then nothing is left behind.
    """
    if not 1 <= sheets <= 1_000_000:
        raise MapkitError(f"a pad has 1 to 1,000,000 sheets, not {sheets}")
    if back and (back.trim, back.bleed) != (front.trim, front.bleed):
        raise MapkitError(f"front and back differ in size: {front.trim} and {back.trim} mm")
    designs = [front, back] if back else [front]
    if job.press:
        fit.demand(designs)
    tell = progress or (lambda what, share: None)
    laid = _lay(front, paper, sheets, job)
    marks = _marks(laid, job)
    if job.press and marks.notes:
        raise MapkitError(f"{marks.notes[0]}; or print without marks", "--marks")
    remarks = list(marks.notes)
    tell("drawing", 0.0)
    extras = [home.ruler()] if job.home else []
    digits = [_digits()] if job.numbering else []
    made = forms([*designs, *extras, *digits], job.ink, fonts, press=job.press is not None)
    at = home.ruler_place(laid) if job.home else None
    if job.home and at is None:
        w, h = front.trim
        remarks.append(f"no room for a ruler on the page: check that a printed sheet measures {w:g} x {h:g} mm")
    sides = _sides(laid, marks, back is not None, at, job)
    shared = pages.resources(made.pdf, made.xobjects, job.ink)
    if digits:
        (font,) = made.xobjects[-1].Resources.Font.values()
        shared.Font = {pages.NUMBERS: font}
    pages.bind(made.pdf, _leaves(made, sides, sheets, job, fonts, tell), shared)
    if job.home:
        home.settings(made.pdf, back is not None, job.turn)
    if job.press:
        pdfx.identify(made.pdf, job.press, front.title, job.made, job.profile)
    with output.replaced(path) as file:
        save(made.pdf, file, front.title, job.press)
    tell("written", 1.0)
    return tuple(remarks)


def _lay(front: Sheet, paper: tuple[float, float] | None, sheets: int, job: Job) -> Imposition:
    if paper is None:
        return alone(front.trim, front.bleed, {"crop": CROP_SLUG, "tombo": SLUG, "none": 0.0}[job.marks])
    most = min(sheets, job.up or sheets)
    return n_up(front.trim, paper, front.bleed, job.margin, job.gutter, most)


def _marks(laid: Imposition, job: Job) -> Marks:
    match job.marks:
        case "crop":
            return crop(laid)
        case "tombo":
            return tombo(laid)
        case "none":
            return Marks(())
        case _:
            assert_never(job.marks)


def _sides(laid: Imposition, marks: Marks, duplex: bool, ruler: Placement | None, job: Job) -> list[Side]:
    beside = pages.lines(marks, laid.paper[1], job.ink, registration=job.press is not None)
    if ruler:
        own = Imposition(laid.paper, home.ruler().trim, 0.0, 1, 1, 0.0, (ruler,))
        beside += "\n" + pages.place(own, ruler, f"/S{1 + duplex}")
    fronts = [Side(laid, "/S0", beside)]
    return fronts + [Side(behind(laid, job.turn, job.shift, job.bind), "/S1", "")] * duplex


def _leaves(
    made: Forms, sides: list[Side], sheets: int, job: Job, fonts: Chain | None, tell: Progress
) -> Iterator[Any]:
    """The pages in order; those without numbers are made once for every count of sheets on them."""
    plan = numbers(sheets, sides[0].sheet.up, job.order)
    alike: dict[Any, Any] = {}
    for i, page in enumerate(plan):
        filled = tuple(n is not None for n in page)
        for s, side in enumerate(sides):
            numbered = job.numbering if s == 0 else None
            leaf = None if numbered else alike.get((s, filled))
            if leaf is None:
                shown = [(p, n) for p, n in zip(side.sheet.places, page, strict=True) if n is not None]
                code = [pages.place(side.sheet, p, side.form) for p, _ in shown]
                if numbered:
                    code += [_number(side.sheet, p, n, numbered, sheets, job, fonts) for p, n in shown]
                content = made.pdf.make_stream("\n".join([*code, side.beside]).encode())
                leaf = pages.leaf(side.sheet.paper, content, _boxes(side.sheet))
                if not numbered:
                    alike[s, filled] = leaf
            yield leaf
        if i % 200 == 199:
            tell("pages", 0.9 * (i + 1) / len(plan))


def _boxes(sheet: Imposition) -> dict[str, tuple[float, float, float, float]]:
    """TrimBox round all trims of a page, BleedBox round it, but on the paper."""
    boxes = [(p.x, p.y, p.x + sheet.span(p)[0], p.y + sheet.span(p)[1]) for p in sheet.places]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    b, (wide, high) = sheet.bleed, sheet.paper
    x0, y0, x1, y1 = max(0.0, x0), max(0.0, y0), min(wide, x1), min(high, y1)
    bleed = (max(0.0, x0 - b), max(0.0, y0 - b), min(wide, x1 + b), min(high, y1 + b))
    return {"TrimBox": (x0, y0, x1, y1), "BleedBox": bleed}


def _digits() -> Sheet:
    """A form that is never shown: it brings in the font of the serial numbers."""
    text = Text("digits", 1.0, 5.0, "0123456789", 3.0, home.BLACK)
    return Sheet("digits", "digits", (30.0, 8.0), 0.0, (text,))


def _number(
    sheet: Imposition, at: Placement, n: int, how: Numbering, sheets: int, job: Job, fonts: Chain | None
) -> str:
    """The operators that write sheet n's serial number (n counts from 0)."""
    last = how.first + sheets - 1
    text = str(how.first + n).zfill(how.digits or len(str(last)))
    x = sheet.trim[0] - how.x - measure(text, how.size, "regular", fonts)
    return pages.text(sheet, at, (x, how.y), text, how.size, job.ink)
