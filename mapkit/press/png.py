"""Sheet -> PNG bytes, rendered from its PDF, so that the picture is what the printer gets."""

from __future__ import annotations

import struct
import zlib

from mapkit.errors import MapkitError
from mapkit.press.fonts import Chain
from mapkit.press.job import Tone
from mapkit.press.pdf import to_pdf
from mapkit.sheet.marks import Sheet

LARGEST = 20000  # pixels on a side


def to_png(sheet: Sheet, dpi: int = 150, tone: Tone = "rgb", fonts: Chain | None = None) -> bytes:
    """The trim at dpi dots per inch, 8-bit RGB. Raises MapkitError over 20,000 pixels."""
    return picture(to_pdf([sheet], tone, fonts), dpi)


def picture(pdf: bytes, dpi: int = 150, page: int = 0) -> bytes:
    """One page of a PDF as PNG."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        leaf = document[page]
        if max(leaf.get_size()) * dpi / 72 > LARGEST or dpi < 1:
            raise MapkitError(f"a picture at {dpi} dpi would be larger than {LARGEST} pixels: use a lower --dpi")
        bitmap = leaf.render(scale=dpi / 72, rev_byteorder=True)
        channels, stride = bitmap.n_channels, bitmap.stride
        raw = bytes(bitmap.buffer)
        rows = [_rgb(raw[y * stride : y * stride + bitmap.width * channels], channels) for y in range(bitmap.height)]
        return encode(bitmap.width, rows, dpi)
    finally:
        document.close()


def encode(width: int, rows: list[bytes], dpi: int) -> bytes:
    """PNG of rows of RGB bytes (PNG specification, 3rd edition: IHDR, pHYs, IDAT, IEND), filter "up"."""
    lines = bytearray()
    above = bytes(3 * width)
    size = 3 * width
    for row in rows:
        if row == above:
            lines += b"\x02" + bytes(size)
        else:
            lines += b"\x00" + row
        above = row
    metre = round(dpi / 0.0254)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))
        for tag, data in (
            (b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)),
            (b"pHYs", struct.pack(">IIB", metre, metre, 1)),
            (b"IDAT", zlib.compress(bytes(lines), 6)),
            (b"IEND", b""),
        )
    )


def _rgb(row: bytes, channels: int) -> bytes:
    """Pixels without their fourth byte (or a gray byte three times)."""
    if channels == 3:
        return row
    out = bytearray(len(row) // channels * 3)
    for i in range(3):
        out[i::3] = row[i::channels] if channels == 4 else row
    return bytes(out)
