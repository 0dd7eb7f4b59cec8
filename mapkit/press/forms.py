"""Sheets -> a PDF in memory with one Form XObject for each sheet (reportlab draws, pikepdf takes the forms over).

What reportlab would leave behind is mended here: the unembedded Helvetica it lists on every page, ASCII85, dates.
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mapkit.press.draw import PT, draw, embed
from mapkit.press.fonts import Chain
from mapkit.press.job import Tone
from mapkit.sheet.marks import Sheet

_ONE_AT_A_TIME = threading.Lock()  # reportlab's fonts are shared by the whole process


@dataclass(frozen=True)
class Forms:
    """pdf: a pikepdf.Pdf without pages; xobjects: one form per sheet, in the order given."""

    pdf: Any
    xobjects: tuple[Any, ...]


def forms(sheets: Sequence[Sheet], tone: Tone = "rgb", fonts: Chain | None = None, press: bool = False) -> Forms:
    """One form per sheet; its space is the trim in pt, y up, its box reaches over the bleed.

    press: lines of at least 0.5 pt, text and thin lines in black alone.
    """
    import pikepdf
    from reportlab import rl_config
    from reportlab.pdfbase.pdfmetrics import getFont
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0
    buffer = io.BytesIO()
    with _ONE_AT_A_TIME:
        canvas = Canvas(buffer, pagesize=(100, 100), pageCompression=1, invariant=1, pdfVersion=(1, 4))
        named = embed(sheets, fonts)
        for i, sheet in enumerate(sheets):
            (w, h), b = sheet.trim, sheet.bleed
            canvas.beginForm(f"s{i}", -b * PT, -b * PT, (w + b) * PT, (h + b) * PT)
            draw(canvas, sheet, tone, press, fonts, named)
            canvas.endForm()
            canvas.doForm(f"s{i}")
        canvas.showPage()
        canvas.save()
        for name in named.values():
            getFont(name).unregister()
    pdf = pikepdf.Pdf.open(io.BytesIO(buffer.getvalue()))
    resources = pdf.pages[0].Resources
    xobjects = tuple(resources.XObject[_name(resources, f"s{i}")] for i in range(len(sheets)))
    for form in xobjects:
        _tidy(form)
    del pdf.pages[0]
    return Forms(pdf, xobjects)


def _name(resources: Any, sheet: str) -> str:
    return next(str(key) for key in sorted(resources.XObject.keys()) if str(key).rpartition(".")[2] == sheet)


def _tidy(form: Any) -> None:
    """Keeps the fonts that the form uses, drops the Helvetica that reportlab opens every stream with."""
    import pikepdf

    code = re.sub(rb"BT /F1 \S+ Tf \S+ TL ET\s*", b"", form.read_bytes())
    used = sorted({name.decode() for name in re.findall(rb"(/F[0-9+]+) \S+ Tf", code)})
    form.write(code)
    fonts = form.Resources.get("/Font", pikepdf.Dictionary())
    form.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary({name: fonts[name] for name in used}))
    if "/Name" in form:
        del form["/Name"]
