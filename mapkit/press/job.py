"""What is to be printed how: the settings of a print job, checked when made (stdlib only)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mapkit.errors import MapkitError
from mapkit.press.impose import Edge, Order, Turn

MarkKind = Literal["crop", "tombo", "none"]
Standard = Literal["x4", "x3", "x1a"]
Tone = Literal["rgb", "cmyk", "gray"]  # the colour space that every ink is written in
STANDARDS: tuple[Standard, ...] = ("x4", "x3", "x1a")
THINNEST = 0.5  # pt, lines of a pad on press


@dataclass(frozen=True)
class Numbering:
    """A serial number on every sheet: its right end at (x, y) mm from the trim's right bottom corner, inwards."""

    first: int = 1
    x: float = 5.0
    y: float = 2.6  # below the art, which keeps 5 mm off the cut
    size: float = 2.6  # em in mm
    digits: int = 0  # zeros in front up to that many digits; 0: as many as the last number has

    def __post_init__(self) -> None:
        if self.first < 0 or self.size <= 0:
            raise MapkitError("serial numbers start at 0 or more, and their size is more than 0 mm")


@dataclass(frozen=True)
class Job:
    """How a pad is laid on paper and written.

    margin: mm of the paper's edge the printer cannot reach. gutter: mm between sheets (None: twice the bleed, or none
    when more fit). up: at most so many sheets on a page. turn: the edge the printer turns the paper over. shift: mm
    (right, down) by which backs are moved. bind: the edge of the pad; backs of a pad bound at the top are upside down,
    so that they read when a leaf is turned up. order: how sheets follow each other,
    see impose.plan. press: a PDF/X standard, for which inks
    become CMYK (or gray), lines at least 0.5 pt and text black. home: no scaling, a ruler of 50 mm, duplex set.
    made: the date written into a PDF/X (no clock is read, so that the same job gives the same bytes).
    """

    marks: MarkKind = "crop"
    margin: float = 0.0
    gutter: float | None = None
    up: int | None = None
    turn: Turn = "long"
    shift: tuple[float, float] = (0.0, 0.0)
    bind: Edge | None = None
    order: Order = "sequence"
    tone: Tone = "rgb"
    press: Standard | None = None
    profile: Path | None = None
    home: bool = False
    numbering: Numbering | None = None
    made: str = "2000-01-01T00:00:00Z"

    def __post_init__(self) -> None:
        if self.press is not None and self.press not in STANDARDS:
            raise MapkitError(f"unknown standard {self.press!r}: one of {', '.join(STANDARDS)}", "--press")
        if not 0 <= self.margin <= 50:
            raise MapkitError(f"a margin of {self.margin:g} mm is not possible: 0 to 50 mm", "--margin")
        if self.gutter is not None and not 0 <= self.gutter <= 100:
            raise MapkitError(f"a gutter of {self.gutter:g} mm is not possible: 0 to 100 mm", "--gutter")
        if max(map(abs, self.shift)) > 20:
            raise MapkitError("backs can be shifted by at most 20 mm", "--shift")
        if self.up is not None and self.up < 1:
            raise MapkitError("at least 1 sheet lies on a page", "--up")

    @property
    def ink(self) -> Tone:
        """The tone that is really written: a PDF/X knows no rgb."""
        return "cmyk" if self.press and self.tone == "rgb" else self.tone
