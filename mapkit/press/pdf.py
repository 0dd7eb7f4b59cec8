"""Sheets -> PDF bytes, one page each: vector text, every font embedded, the same bytes on every run."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import IO, Any

from mapkit.errors import MapkitError
from mapkit.press import pages
from mapkit.press.fonts import Chain
from mapkit.press.forms import forms
from mapkit.press.impose import Imposition, Placement
from mapkit.press.job import Standard, Tone
from mapkit.press.pdfx import VERSIONS
from mapkit.sheet.marks import Sheet


def to_pdf(sheets: Sequence[Sheet], tone: Tone = "rgb", fonts: Chain | None = None, bleed: bool = False) -> bytes:
    """One page per sheet, of the trim's size or, with bleed, larger by the bleed on every side (TrimBox set).

    Raises MapkitError when there is no sheet, or a font cannot be used.
    """
    if not sheets:
        raise MapkitError("no sheet to write")
    made = forms(sheets, tone, fonts)
    leaves = []
    for i, sheet in enumerate(sheets):
        (w, h), b = sheet.trim, sheet.bleed if bleed else 0.0
        size = (w + 2 * b, h + 2 * b)
        one = Imposition(size, sheet.trim, b, 1, 1, 0.0, (Placement(b, b),))
        content = made.pdf.make_stream(pages.place(one, one.places[0], f"/S{i}").encode())
        boxes = {"TrimBox": (b, b, b + w, b + h)} | ({"BleedBox": (0.0, 0.0, *size)} if b else {})
        leaves.append(pages.leaf(size, content, boxes))
    pages.bind(made.pdf, leaves, pages.resources(made.pdf, made.xobjects))
    out = io.BytesIO()
    save(made.pdf, out, sheets[0].title)
    return out.getvalue()


def save(pdf: Any, file: IO[bytes], title: str, standard: Standard | None = None) -> None:
    """Writes a PDF compactly and reproducibly: document ids from the content, no dates but those a standard demands."""
    import pikepdf

    version = VERSIONS[standard] if standard else "1.6"
    if not standard:
        _info(pdf, {"/Title": title, "/Creator": "mapkit", "/Producer": "mapkit"})
    packed = pikepdf.ObjectStreamMode.disable if version < "1.5" else pikepdf.ObjectStreamMode.generate
    pdf.save(
        file,
        min_version=version,
        force_version=version,
        deterministic_id=True,
        compress_streams=True,
        object_stream_mode=packed,
    )


def _info(pdf: Any, entries: dict[str, str]) -> None:
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    for key, value in entries.items():
        pdf.docinfo[key] = value
