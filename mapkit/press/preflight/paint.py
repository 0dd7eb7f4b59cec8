"""What a page paints, as values that rules can look at (stdlib only)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in pt, y up
Kind = Literal["fill", "stroke", "text", "image", "shading"]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)


@dataclass(frozen=True)
class Color:
    """A colour as written: the kind of its space ("DeviceCMYK", "Separation", ...), values, colorants' names, and the
    space in which a tint comes out at last.
    """

    space: str = "DeviceGray"
    values: tuple[float, ...] = (0.0,)
    names: tuple[str, ...] = ()
    base: str = ""

    @property
    def inks(self) -> tuple[float, float, float, float] | None:
        """C, M, Y, K from 0 to 1, as far as that can be said without a profile."""
        if self.space == "DeviceCMYK" and len(self.values) == 4:
            c, m, y, k = self.values
            return c, m, y, k
        if self.space == "DeviceGray" and self.values:
            return 0.0, 0.0, 0.0, 1.0 - self.values[0]
        if self.space in ("Separation", "DeviceN") and self.names and len(self.names) == len(self.values):
            if self.names == ("All",):
                return (self.values[0],) * 4
            found = {"Cyan": 0.0, "Magenta": 0.0, "Yellow": 0.0, "Black": 0.0}
            for name, value in zip(self.names, self.values, strict=True):
                if name not in found:
                    return None
                found[name] = value
            return found["Cyan"], found["Magenta"], found["Yellow"], found["Black"]
        return None


@dataclass(frozen=True)
class Painted:
    """One thing painted. box: what it covers at most, clipped. width: of a stroke, size: of text, both in pt on paper.

    font, image: the PDF objects; codes: bytes shown with the font; dpi: of an image; state: the parameters of the
    graphics state that were set (names like "ca", "SMask", "BM", "TR", "HT", "op").
    """

    kind: Kind
    color: Color
    box: Box
    width: float | None = None
    size: float | None = None
    font: Any = None
    codes: bytes = b""
    image: Any = None
    dpi: float | None = None
    state: tuple[tuple[str, Any], ...] = ()

    def has(self, name: str) -> Any:
        return dict(self.state).get(name)


def matrix(numbers: Iterable[Any]) -> Matrix:
    a, b, c, d, e, f = (float(v) for v in numbers)
    return a, b, c, d, e, f


def is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def times(a: Matrix, b: Matrix) -> Matrix:
    """First a, then b."""
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def scale(m: Matrix) -> float:
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def move(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def cover(points: list[tuple[float, float]], grow: float = 0.0) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - grow, min(ys) - grow, max(xs) + grow, max(ys) + grow


def meet(a: Box, b: Box) -> Box | None:
    """The common part of two boxes, None when they have none."""
    box = (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
    return box if box[0] <= box[2] and box[1] <= box[3] else None


def within(box: Box, outer: Box, slack: float = 0.0) -> bool:
    low = min(box[0] - outer[0], box[1] - outer[1])
    return low >= -slack and max(box[2] - outer[2], box[3] - outer[3]) <= slack
