"""Sheet -> a pad of many leaves on a printer's paper, as one PDF file.

The art is drawn once into a form; a page is a few operators that place it, and pages that look alike share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, assert_never

from mapkit.errors import MapkitError
from mapkit.press import fit, home, output, pages, pdfx
from mapkit.press.crop import Marks, crop
from mapkit.press.fonts import Chain, measure
from mapkit.press.forms import Forms, forms
from mapkit.press.impose import Imposition, Placement, alone, behind, n_up, plan
from mapkit.press.job import Job, Numbering
from mapkit.press.pdf import save
from mapkit.press.tombo import SLUG, tombo
from mapkit.sheet.marks import Sheet, Text

Progress = Callable[[str, float], None]  # what is being done, the share of it that is
MOST = 1_000_000
CROP_SLUG = 6.0  # mm outside the bleed for crop marks on a page of their own


@dataclass(frozen=True)
class Side:
    """One side of the paper: where its sheets lie, the form of every design, and what is drawn beside them."""

    sheet: Imposition
    forms: tuple[str, ...]
    beside: str


def write_pad(
    front: Sheet | Sequence[Sheet],
    path: Path,
    sheets: int = 100,
    paper: tuple[float, float] | None = (210.0, 297.0),
    back: Sheet | Sequence[Sheet] | None = None,
    job: Job = Job(),  # noqa: B008 (frozen)
    fonts: Chain | None = None,
    progress: Progress | None = None,
) -> tuple[str, ...]:
    """Writes path: so many leaves of a design (or sets of several), as many on a page as fit on the paper (mm).

    back: what is printed behind, one for all designs or one for each. paper None: every sheet on a page of its own,
    with its bleed and room for the marks, as print shops want it. Returns remarks for the user (cuts that could not be
    marked, a ruler without room). Raises MapkitError when the sheets do not fit or differ in size, a press job cannot
    keep its rules, or the file cannot be written; then nothing is left behind.
    """
    fronts = [front] if isinstance(front, Sheet) else list(front)
    backs = [] if back is None else [back] if isinstance(back, Sheet) else list(back)
    _demand(fronts, backs, sheets, job, fonts)
    tell = progress or (lambda what, share: None)
    laid = _lay(fronts[0], paper, sheets * len(fronts), job)
    marks = _marks(laid, job)
    if job.press and marks.notes:
        raise MapkitError(f"{marks.notes[0]}; or print without marks", "--marks")
    remarks = list(marks.notes)
    at = home.ruler_place(laid) if job.home else None
    if job.home and at is None:
        w, h = laid.trim
        remarks.append(f"no room for a ruler on the page: check that a printed sheet measures {w:g} x {h:g} mm")
    tell("drawing", 0.0)
    extras = ([home.ruler()] if at else []) + ([_digits()] if job.numbering else [])
    made = forms([*fronts, *backs, *extras], job.ink, fonts, press=job.press is not None)
    shared = pages.resources(made.pdf, made.xobjects, job.ink)
    if job.numbering:
        (font,) = made.xobjects[-1].Resources.Font.values()
        shared.Font = {pages.NUMBERS: font}
    sides = _sides(laid, marks, len(fronts), len(backs), at, job)
    pages.bind(made.pdf, _leaves(made, sides, sheets, job, fonts, tell), shared)
    if job.home:
        home.settings(made.pdf, bool(backs), job.turn)
    if job.press:
        pdfx.identify(made.pdf, job.press, fronts[0].title, job.made, job.profile)
    with output.replaced(path) as file:
        save(made.pdf, file, fronts[0].title, job.press)
    tell("written", 1.0)
    return tuple(remarks)


def _demand(fronts: list[Sheet], backs: list[Sheet], sheets: int, job: Job, fonts: Chain | None) -> None:
    if not 1 <= sheets <= MOST:
        raise MapkitError(f"a pad has 1 to {MOST:,} sheets, not {sheets}")
    if not fronts:
        raise MapkitError("there is no sheet to print")
    for sheet in [*fronts, *backs]:
        if (sheet.trim, sheet.bleed) != (fronts[0].trim, fronts[0].bleed):
            one, two = (f"{s.trim[0]:g} x {s.trim[1]:g} mm with {s.bleed:g} mm of bleed" for s in (fronts[0], sheet))
            raise MapkitError(f"all sheets of a pad must be of one size: {fronts[0].id} is {one}, {sheet.id} is {two}")
    if len(backs) not in (0, 1, len(fronts)):
        raise MapkitError(f"{len(fronts)} fronts have {len(backs)} backs: give one for all, or one for each")
    if job.press:
        fit.demand([*fronts, *backs], fonts)


def _lay(front: Sheet, paper: tuple[float, float] | None, leaves: int, job: Job) -> Imposition:
    if paper is None:
        return alone(front.trim, front.bleed, {"crop": CROP_SLUG, "tombo": SLUG, "none": 0.0}[job.marks])
    return n_up(front.trim, paper, front.bleed, job.margin, job.gutter, min(leaves, job.up or leaves))


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


def _sides(laid: Imposition, marks: Marks, fronts: int, backs: int, ruler: Placement | None, job: Job) -> list[Side]:
    """Fronts, and backs when there are any; forms are numbered fronts first, then backs, then the ruler."""
    beside = pages.lines(marks, laid.paper[1], job.ink, registration=job.press is not None)
    if ruler:
        own = Imposition(laid.paper, home.ruler().trim, 0.0, 1, 1, 0.0, (ruler,))
        beside += "\n" + pages.place(own, ruler, f"/S{fronts + backs}")
    sides = [Side(laid, tuple(f"/S{i}" for i in range(fronts)), beside)]
    if backs:
        names = tuple(f"/S{fronts + (i if backs > 1 else 0)}" for i in range(fronts))
        sides.append(Side(behind(laid, job.turn, job.shift, job.bind), names, ""))
    return sides


def _leaves(
    made: Forms, sides: list[Side], sheets: int, job: Job, fonts: Chain | None, tell: Progress
) -> Iterator[Any]:
    """The pages in order; those that look alike are made once."""
    todo = plan(sheets, sides[0].sheet.up, job.order, len(sides[0].forms))
    alike: dict[Any, Any] = {}
    for i, page in enumerate(todo):
        for s, side in enumerate(sides):
            numbered = job.numbering if s == 0 else None
            key = (s, tuple(at and at[0] for at in page))
            leaf = None if numbered else alike.get(key)
            if leaf is None:
                shown = [(p, *at) for p, at in zip(side.sheet.places, page, strict=True) if at]
                code = [pages.place(side.sheet, p, side.forms[design]) for p, design, _ in shown]
                if numbered:
                    code += [_number(side.sheet, p, n, numbered, sheets, job, fonts) for p, _, n in shown]
                content = made.pdf.make_stream("\n".join([*code, side.beside]).encode())
                leaf = pages.leaf(side.sheet.paper, content, _boxes(side.sheet))
                if not numbered:
                    alike[key] = leaf
            yield leaf
        if i % 200 == 199:
            tell("pages", 0.9 * (i + 1) / len(todo))


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
