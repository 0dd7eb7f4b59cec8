"""Sheet -> findings: what a print shop would send back, seen on the marks before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mapkit.errors import MapkitError
from mapkit.map import Finding
from mapkit.press.draw import PT
from mapkit.press.fonts import Chain, ems, missing
from mapkit.sheet.marks import Dot, Mark, Path, Sheet, Text

SMALLEST = 6.0  # pt
THINNEST = 0.25  # pt
Box = tuple[float, float, float, float]


def check(
    sheet: Sheet, safe: tuple[float, float, float, float] = (0.0,) * 4, fonts: Chain | None = None
) -> list[Finding]:
    """Findings about a sheet: text under 6 pt, lines under 0.25 pt, missing glyphs, text outside the safe area
    (top, right, bottom, left in mm), ink on the trim's edge that does not reach over the bleed.
    """
    return [f for mark in sheet.marks for f in _mark(sheet, mark, safe, fonts)] + list(_bleed(sheet))


def demand(sheets: Sequence[Sheet], fonts: Chain | None = None) -> None:
    """Raises MapkitError with the first severe finding: a job for the press is not written with one."""
    for sheet in sheets:
        for found in check(sheet, fonts=fonts):
            if found.severe:
                raise MapkitError(f"{found.message}: {found.fix}", found.where)


def _mark(sheet: Sheet, mark: Mark, safe: tuple[float, float, float, float], fonts: Chain | None) -> Iterator[Finding]:
    at = f"{sheet.id} {mark.id}"
    if isinstance(mark, Text):
        if mark.size * PT < SMALLEST - 0.01:
            said = f"text {mark.text!r} is {mark.size * PT:.1f} pt high, under 6 pt"
            yield Finding("small-text", at, said, True, "choose a larger sheet or a shorter text")
        for char in missing(mark.text, mark.weight, fonts):
            said = f"no font has the character {char!r} (U+{ord(char):04X}) of {mark.text!r}"
            yield Finding("missing-glyph", at, said, True, "give a font that has it with --font FILE")
        if any(safe) and not _inside(_text_box(mark, fonts), sheet.trim, safe):
            said = f"text {mark.text!r} reaches out of the safe area"
            yield Finding("unsafe-text", at, said, False, "move it inwards: cutting may take it off")
    elif mark.stroke and 0 < mark.width * PT < THINNEST:
        said = f"a line of {mark.width * PT:.2f} pt is thinner than 0.25 pt"
        yield Finding("thin-line", at, said, False, "it is printed at 0.5 pt on press")


def _text_box(mark: Text, fonts: Chain | None) -> Box:
    """Upper box of a text, whatever its turn: the box of its four corners."""
    import math

    long = ems(mark.text, mark.weight, fonts) * mark.size
    start = -long * {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    a = math.radians(mark.turn)
    corners = [(u, v) for u in (start, start + long) for v in (-0.75 * mark.size, 0.2 * mark.size)]
    xs = [mark.x + u * math.cos(a) - v * math.sin(a) for u, v in corners]
    ys = [mark.y + u * math.sin(a) + v * math.cos(a) for u, v in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _inside(box: Box, trim: tuple[float, float], safe: tuple[float, float, float, float]) -> bool:
    top, right, bottom, left = safe
    return box[0] >= left and box[1] >= top and box[2] <= trim[0] - right and box[3] <= trim[1] - bottom


def _bleed(sheet: Sheet) -> Iterator[Finding]:
    """A filled shape that ends on the trim or in the bleed shows a white edge after a cut that is 0.5 mm off."""
    if not sheet.bleed:
        return
    (w, h), b = sheet.trim, sheet.bleed
    covered: list[Box] = []
    for mark in sheet.marks:
        if not isinstance(mark, Path | Dot) or mark.fill is None or min(mark.fill.rgb) >= 0.995:
            continue
        box = _extent(mark)
        full = box[0] <= -b + 0.05 and box[1] <= -b + 0.05 and box[2] >= w + b - 0.05 and box[3] >= h + b - 0.05
        if full:
            covered.append(box)
        sides = {"left": box[0] + b, "top": box[1] + b, "right": w + b - box[2], "bottom": h + b - box[3]}
        for side, short in sides.items():
            if 0.05 < short <= b + 0.3 and not covered:
                said = f"a filled shape ends {short:.1f} mm short of the bleed on the {side}"
                yield Finding(
                    "short-bleed", f"{sheet.id} {mark.id}", said, True, f"let it reach {b:g} mm over the trim"
                )


def _extent(mark: Path | Dot) -> Box:
    if isinstance(mark, Dot):
        return mark.x - mark.r, mark.y - mark.r, mark.x + mark.r, mark.y + mark.r
    xs = [float(v) for op in mark.ops for v in op[1::2]]
    ys = [float(v) for op in mark.ops for v in op[2::2]]
    return min(xs, default=0.0), min(ys, default=0.0), max(xs, default=0.0), max(ys, default=0.0)
