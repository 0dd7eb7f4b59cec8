"""Marks: all that a sheet can hold (stdlib only). Closed on purpose: every format matches them with assert_never.

Coordinates are mm from the trim's top left corner, y down; marks may reach into the bleed (negative, or past the trim).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Op = tuple[float | str, ...]  # ("M", x, y) ("L", x, y) ("C", x1, y1, x2, y2, x, y) ("Z",)
Anchor = Literal["start", "middle", "end"]
Weight = Literal["regular", "bold"]


@dataclass(frozen=True)
class Ink:
    """A colour for every kind of paper: rgb and gray 0..1 (1 = white), cmyk 0..1 (1 = full ink)."""

    name: str
    rgb: tuple[float, float, float]
    cmyk: tuple[float, float, float, float]
    gray: float

    def __post_init__(self) -> None:
        if not all(0.0 <= v <= 1.0 for v in (*self.rgb, *self.cmyk, self.gray)):
            raise ValueError(f"ink {self.name!r} has a value outside 0..1")


@dataclass(frozen=True)
class Path:
    """Lines and curves, filled (even-odd) and/or stroked. width in mm, round joins and caps; dash in mm (on, off)."""

    id: str
    ops: tuple[Op, ...]
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class Dot:
    """A circle of radius r mm around (x, y)."""

    id: str
    x: float
    y: float
    r: float
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0.0


@dataclass(frozen=True)
class Text:
    """One line of text; (x, y) is on its baseline at the anchor; size is the em in mm; turn in degrees clockwise.

    halo: an outline of that ink and halo_width mm (all round) drawn under the letters.
    """

    id: str
    x: float
    y: float
    text: str
    size: float
    fill: Ink
    weight: Weight = "regular"
    anchor: Anchor = "start"
    halo: Ink | None = None
    halo_width: float = 0.0
    turn: float = 0.0


Mark = Path | Dot | Text


@dataclass(frozen=True)
class Sheet:
    """One side of a player's leaf: trim (width, height) mm, bleed mm on every side, marks in drawing order."""

    id: str
    title: str
    trim: tuple[float, float]
    bleed: float
    marks: tuple[Mark, ...]

    def __post_init__(self) -> None:
        if min(self.trim) <= 0 or self.bleed < 0:
            raise ValueError(f"sheet {self.id!r}: trim must be positive and bleed not negative")


def polyline(points: tuple[tuple[float, float], ...], close: bool) -> tuple[Op, ...]:
    """Path ops of a polyline (ring when close)."""
    (x, y), *rest = points
    ops: list[Op] = [("M", x, y), *(("L", px, py) for px, py in rest)]
    return tuple([*ops, ("Z",)] if close else ops)


def box(x0: float, y0: float, x1: float, y1: float, r: float = 0.0) -> tuple[Op, ...]:
    """Path ops of a rectangle, its corners rounded by r mm (four Bezier quarters, error 0.03 % of r)."""
    if r <= 0:
        return polyline(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), close=True)
    k = r * (1 - 0.5522847498)
    return (
        ("M", x0 + r, y0), ("L", x1 - r, y0), ("C", x1 - k, y0, x1, y0 + k, x1, y0 + r),
        ("L", x1, y1 - r), ("C", x1, y1 - k, x1 - k, y1, x1 - r, y1),
        ("L", x0 + r, y1), ("C", x0 + k, y1, x0, y1 - k, x0, y1 - r),
        ("L", x0, y0 + r), ("C", x0, y0 + k, x0 + k, y0, x0 + r, y0), ("Z",),
    )  # fmt: skip
