"""Marks -> drawing operators on a reportlab canvas, y up, in pt (rounded to 0.01 pt = 3.5 µm, once, here)."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any, Literal, assert_never

from mapkit.press.fonts import Chain, ems, runs
from mapkit.press.job import THINNEST, Tone
from mapkit.press.subset import subset
from mapkit.sheet.marks import Dot, Ink, Mark, Path, Sheet, Text

PT = 72.0 / 25.4  # pt in a mm
INK_LIMIT = 2.25  # of total ink, pads of uncoated paper (FOGRA39 allows 3.3)
THIN = 1.0  # pt: on press, lines under it are drawn in black alone, since several inks never lie quite on each other


@dataclass(frozen=True)
class Pen:
    """How marks become operators: the canvas, what height y counts from, the tone, and whether it is for a press."""

    canvas: Any
    high: float
    tone: Tone
    press: bool
    fonts: Chain | None
    named: Mapping[File, str]


def embed(sheets: Iterable[Sheet], fonts: Chain | None) -> dict[File, str]:
    """Registers, subset to what the sheets use, every font they need: font file -> reportlab's name.

    reportlab holds fonts in one table for the whole process: the caller keeps others out until it has saved.
    """
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    used: dict[File, set[str]] = {}
    for sheet in sheets:
        for mark in sheet.marks:
            if isinstance(mark, Text):
                for path, part in runs(mark.text, mark.weight, fonts):
                    used.setdefault(path, set()).update(part)
    names: dict[File, str] = {}
    faces: set[bytes] = set()
    for path in sorted(used, key=lambda p: (p.name, str(p))):
        data = subset(path, "".join(sorted(used[path])))
        name = f"{path.stem}-{hashlib.sha256(data).hexdigest()[:12]}"
        font = TTFont(name, io.BytesIO(data), shapable=False)
        if font.face.name in faces:
            font.face.subfontNameX = b"-%d" % len(faces)  # two files may call themselves the same
        faces.add(font.face.name)
        font.unregister()  # else reportlab takes an earlier subset of the same face for this one
        pdfmetrics.registerFont(font)
        names[path] = name
    return names


def draw(canvas: Any, sheet: Sheet, tone: Tone, press: bool, fonts: Chain | None, named: Mapping[File, str]) -> None:
    """Draws the marks in their order; the canvas' origin is the trim's lower left corner."""
    pen = Pen(canvas, sheet.trim[1], tone, press, fonts, named)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for mark in sheet.marks:
        _mark(pen, mark)


def _mark(pen: Pen, mark: Mark) -> None:
    match mark:
        case Path():
            _look(pen, mark.fill, mark.stroke, mark.width, mark.dash)
            path = pen.canvas.beginPath()
            for op, *at in mark.ops:
                p = [_y(pen, float(v)) if i % 2 else _pt(float(v)) for i, v in enumerate(at)]
                if op == "M":
                    path.moveTo(*p)
                elif op == "L":
                    path.lineTo(*p)
                elif op == "C":
                    path.curveTo(*p)
                else:
                    path.close()
            pen.canvas.drawPath(path, stroke=_inked(mark), fill=int(mark.fill is not None), fillMode=0)
        case Dot():
            _look(pen, mark.fill, mark.stroke, mark.width, ())
            x, y, r = _pt(mark.x), _y(pen, mark.y), _pt(mark.r)
            pen.canvas.circle(x, y, r, stroke=_inked(mark), fill=int(mark.fill is not None))
        case Text():
            _text(pen, mark)
        case _:
            assert_never(mark)


def _text(pen: Pen, mark: Text) -> None:
    pieces = runs(mark.text, mark.weight, pen.fonts)
    if not pieces:
        return
    back = ems(mark.text, mark.weight, pen.fonts) * mark.size * {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    a = math.radians(mark.turn)
    x, y = _pt(mark.x - back * math.cos(a)), _y(pen, mark.y - back * math.sin(a))
    cos, sin = round(math.cos(a), 6) + 0.0, round(math.sin(a), 6) + 0.0
    text = pen.canvas.beginText()
    _color(pen, mark.fill, "fill", black=pen.press)
    halo = mark.halo is not None and mark.halo_width > 0
    if mark.halo and halo:
        pen.canvas.setLineWidth(_pt(2 * mark.halo_width))
        _color(pen, mark.halo, "stroke", black=False)
        pen.canvas.setDash()
    for under in (True, False) if halo else (False,):
        text.setTextTransform(cos, -sin, sin, cos, x, y)
        text.setTextRenderMode(1 if under else 0)  # the mode outlives the text, so it ends at 0
        for path, part in pieces:
            text.setFont(pen.named[path], _pt(mark.size))
            text.textOut(part)
    pen.canvas.drawText(text)


def _look(pen: Pen, fill: Ink | None, stroke: Ink | None, width: float, dash: tuple[float, ...]) -> None:
    if fill:
        _color(pen, fill, "fill", black=False)
    if stroke and width > 0:
        points = max(_pt(width), THINNEST) if pen.press else _pt(width)
        _color(pen, stroke, "stroke", black=pen.press and points < THIN)
        pen.canvas.setLineWidth(points)
        pen.canvas.setDash([_pt(d) for d in dash]) if dash else pen.canvas.setDash()


def _color(pen: Pen, ink: Ink, part: Literal["fill", "stroke"], black: bool) -> None:
    """Chooses an ink for filling or stroking; black: in black alone, as light as the ink is."""
    to = pen.canvas
    if pen.tone == "rgb":
        (to.setFillColorRGB if part == "fill" else to.setStrokeColorRGB)(*(round(v, 3) for v in ink.rgb))
    elif pen.tone == "cmyk":
        (to.setFillColorCMYK if part == "fill" else to.setStrokeColorCMYK)(*press_ink(ink, black))
    else:
        (to.setFillGray if part == "fill" else to.setStrokeGray)(round(ink.gray, 3))


def press_ink(ink: Ink, black: bool = False) -> tuple[float, float, float, float]:
    """The CMYK of an ink on press: neutral colours (black: every colour) in black alone, total ink within the limit."""
    c, m, y, k = ink.cmyk
    if (black or max(ink.rgb) - min(ink.rgb) < 0.02) and c + m + y > 0:
        c, m, y, k = 0.0, 0.0, 0.0, 1.0 - ink.gray
    if c + m + y + k > INK_LIMIT:
        scale = max(0.0, INK_LIMIT - k) / (c + m + y)
        c, m, y = c * scale, m * scale, y * scale
    return math.floor(c * 1000) / 1000, math.floor(m * 1000) / 1000, math.floor(y * 1000) / 1000, round(k, 3)


def _inked(mark: Path | Dot) -> int:
    return int(mark.stroke is not None and mark.width > 0)


def _pt(v: float) -> float:
    return round(v * PT, 2) + 0.0


def _y(pen: Pen, v: float) -> float:
    return round((pen.high - v) * PT, 2) + 0.0
