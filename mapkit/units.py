"""Text at the edge -> mm inside ("5mm", "0.2in", "a5", "148x210mm")."""

from __future__ import annotations

import math
import re

from mapkit.errors import MapkitError

MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72.0, "": 1.0}
PAPERS = {  # trim sizes in mm, portrait (ISO 216; B sizes are JIS P 0138, as printers of pads mean them)
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "b5": (182.0, 257.0),
    "b6": (128.0, 182.0),
    "postcard": (100.0, 148.0),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "sra3": (320.0, 450.0),
}
LONGEST = 30  # characters of a length
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*([a-z]*)\s*")


def length(text: str) -> float:
    """A length in mm from "8mm", "0.25in", "6pt" or a bare number of mm. Raises MapkitError."""
    match = _LENGTH.fullmatch(text.lower()) if len(text) <= LONGEST else None
    if not match or match[2] not in MM:
        raise MapkitError(f"cannot read the length {_short(text)}: write it like 8mm, 0.3in or 6pt")
    return float(match[1]) * MM[match[2]]


def size(text: str) -> tuple[float, float]:
    """(width, height) in mm from a paper's name ("a5", "a5-landscape") or "148x210mm". Raises MapkitError."""
    name = text.lower().strip()
    base, _, turn = name.partition("-landscape")
    if base in PAPERS and not turn:
        w, h = PAPERS[base]
        return (h, w) if name.endswith("-landscape") else (w, h)
    width, cross, height = name.partition("x")
    if not cross or len(text) > 2 * LONGEST:
        raise MapkitError(
            f"unknown paper size {_short(text)}: one of {', '.join(PAPERS)}, or WIDTHxHEIGHT like 148x210mm"
        )
    unit = re.sub(r"[\d.\s]", "", height)
    w = length(width if re.search(r"[a-z]", width) else width + unit)
    h = length(height)
    if not (10 <= w <= 2000 and 10 <= h <= 2000) or not math.isfinite(w * h):
        raise MapkitError(f"paper size {text!r} is {w:g} x {h:g} mm: both sides must be 10 to 2000 mm")
    return w, h


def paper_name(w: float, h: float) -> str:
    """The short name of a size: "a5", "a5-landscape", or "120x180mm"."""
    for name, (pw, ph) in PAPERS.items():
        if abs(w - pw) < 0.05 and abs(h - ph) < 0.05:
            return name
        if abs(w - ph) < 0.05 and abs(h - pw) < 0.05:
            return f"{name}-landscape"
    return f"{w:g}x{h:g}mm"


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:36]} ...")
