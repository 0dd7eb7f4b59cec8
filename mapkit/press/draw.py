"""Marks -> drawing operators on a reportlab canvas, y up, in pt (rounded to 0.01 pt = 3.5 µm, once, here)."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Iterable
from pathlib import Path as File
from typing import Any, Literal, assert_never

from mapkit.press.fonts import Chain, ems, runs
from mapkit.press.subset import subset
from mapkit.sheet.marks import Dot, Ink, Mark, Path, Sheet, Text

Tone = Literal["rgb", "cmyk", "gray"]  # the colour space that every ink is written in
PT = 72.0 / 25.4  # pt in a mm
INK_LIMIT = 2.25  # of total ink, pads of uncoated paper (FOGRA39 allows 3.3)


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


def draw(canvas: Any, sheet: Sheet, tone: Tone, fonts: Chain | None, named: dict[File, str]) -> None:
    """Draws the marks in their order; the canvas' origin is the trim's lower left corner."""
    high = sheet.trim[1]
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for mark in sheet.marks:
        _draw(canvas, mark, high, tone, fonts, named)


def _draw(canvas: Any, mark: Mark, high: float, tone: Tone, fonts: Chain | None, named: dict[File, str]) -> None:
    match mark:
        case Path():
            _pen(canvas, mark.fill, mark.stroke, mark.width, mark.dash, tone)
            path = canvas.beginPath()
            for op, *at in mark.ops:
                p = [_y(high, float(v)) if i % 2 else _pt(float(v)) for i, v in enumerate(at)]
                if op == "M":
                    path.moveTo(*p)
                elif op == "L":
                    path.lineTo(*p)
                elif op == "C":
                    path.curveTo(*p)
                else:
                    path.close()
            canvas.drawPath(path, stroke=_inked(mark), fill=int(mark.fill is not None), fillMode=0)
        case Dot():
            _pen(canvas, mark.fill, mark.stroke, mark.width, (), tone)
            x, y, r = _pt(mark.x), _y(high, mark.y), _pt(mark.r)
            canvas.circle(x, y, r, stroke=_inked(mark), fill=int(mark.fill is not None))
        case Text():
            _text(canvas, mark, high, tone, fonts, named)
        case _:
            assert_never(mark)


def _text(canvas: Any, mark: Text, high: float, tone: Tone, fonts: Chain | None, named: dict[File, str]) -> None:
    pieces = runs(mark.text, mark.weight, fonts)
    if not pieces:
        return
    back = ems(mark.text, mark.weight, fonts) * mark.size * {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    a = math.radians(mark.turn)
    x, y = _pt(mark.x - back * math.cos(a)), _y(high, mark.y - back * math.sin(a))
    cos, sin = round(math.cos(a), 6) + 0.0, round(math.sin(a), 6) + 0.0
    halo = mark.halo is not None and mark.halo_width > 0
    for under in (True, False) if halo else (False,):
        text = canvas.beginText()
        text.setTextTransform(cos, -sin, sin, cos, x, y)
        if under:
            canvas.setLineWidth(_pt(2 * mark.halo_width))
            _color(canvas.setStrokeColorRGB, canvas.setStrokeColorCMYK, canvas.setStrokeGray, mark.halo, tone)
            canvas.setDash()
        else:
            _color(canvas.setFillColorRGB, canvas.setFillColorCMYK, canvas.setFillGray, mark.fill, tone)
        if under:  # a text object thinks that it starts in mode 0, so the mode must not outlive this one
            canvas.saveState()
            text.setTextRenderMode(1)
        for path, part in pieces:
            text.setFont(named[path], _pt(mark.size))
            text.textOut(part)
        canvas.drawText(text)
        if under:
            canvas.restoreState()


def _pen(canvas: Any, fill: Ink | None, stroke: Ink | None, width: float, dash: tuple[float, ...], tone: Tone) -> None:
    if fill:
        _color(canvas.setFillColorRGB, canvas.setFillColorCMYK, canvas.setFillGray, fill, tone)
    if stroke and width > 0:
        _color(canvas.setStrokeColorRGB, canvas.setStrokeColorCMYK, canvas.setStrokeGray, stroke, tone)
        canvas.setLineWidth(_pt(width))
        canvas.setDash([_pt(d) for d in dash]) if dash else canvas.setDash()


def _color(rgb: Any, cmyk: Any, gray: Any, ink: Ink | None, tone: Tone) -> None:
    assert ink is not None
    if tone == "rgb":
        rgb(*(round(v, 3) for v in ink.rgb))
    elif tone == "cmyk":
        cmyk(*press_ink(ink))
    else:
        gray(round(ink.gray, 3))


def press_ink(ink: Ink) -> tuple[float, float, float, float]:
    """The CMYK of an ink on press: neutral colours in black alone, so that thin lines register; ink limited."""
    c, m, y, k = ink.cmyk
    if max(ink.rgb) - min(ink.rgb) < 0.02:
        c, m, y, k = 0.0, 0.0, 0.0, 1.0 - ink.gray
    if c + m + y + k > INK_LIMIT:
        scale = max(0.0, INK_LIMIT - k) / (c + m + y)
        c, m, y = c * scale, m * scale, y * scale
    return math.floor(c * 1000) / 1000, math.floor(m * 1000) / 1000, math.floor(y * 1000) / 1000, round(k, 3)


def _inked(mark: Path | Dot) -> int:
    return int(mark.stroke is not None and mark.width > 0)


def _pt(v: float) -> float:
    return round(v * PT, 2) + 0.0


def _y(high: float, v: float) -> float:
    return round((high - v) * PT, 2) + 0.0
