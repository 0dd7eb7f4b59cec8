"""SVG's transforms, lengths and viewports -> affine matrices (SVG 1.1, chapter 7)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from mapkit.carto.markup import Node
from mapkit.carto.svgpath import Point, numbers

Matrix = tuple[float, float, float, float, float, float]  # x' = a x + c y + e, y' = b x + d y + f
SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "em": 16.0,
    "ex": 8.0,
}
_CALL = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([a-z]*|%)\s*")


def times(m: Matrix, n: Matrix) -> Matrix:
    """m after n: n is the inner one."""
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * o + e, b * k + d * o + f


def apply(m: Matrix, points: Iterable[Point]) -> list[Point]:
    a, b, c, d, e, f = m
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]


def scale_of(m: Matrix) -> float:
    """How much longer a line becomes at most, near enough (Frobenius norm over sqrt 2)."""
    return math.sqrt((m[0] ** 2 + m[1] ** 2 + m[2] ** 2 + m[3] ** 2) / 2)


def transform(text: str) -> Matrix:
    """The matrix of a transform attribute; what cannot be read counts for nothing, as browsers do it."""
    found = SAME
    if _CALL.sub("", text).strip(" \t\r\n,"):
        return SAME
    for name, arguments in _CALL.findall(text):
        v = numbers(re.sub(r"(?<=\d)(px|deg)", "", arguments))
        one = _call(name, v)
        if one is None:
            return SAME
        found = times(found, one)
    return found if all(math.isfinite(x) and abs(x) < 1e15 for x in found) else SAME


def _call(name: str, v: list[float]) -> Matrix | None:
    if name == "matrix" and len(v) == 6:
        return v[0], v[1], v[2], v[3], v[4], v[5]
    if name == "translate" and len(v) in (1, 2):
        return 1.0, 0.0, 0.0, 1.0, v[0], v[1] if len(v) == 2 else 0.0
    if name == "scale" and len(v) in (1, 2):
        return v[0], 0.0, 0.0, v[-1], 0.0, 0.0
    if name == "rotate" and len(v) in (1, 3):
        cos, sin = math.cos(math.radians(v[0] % 360)), math.sin(math.radians(v[0] % 360))
        x, y = (v[1], v[2]) if len(v) == 3 else (0.0, 0.0)
        return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y
    if name in ("skewX", "skewY") and len(v) == 1:
        tan = math.tan(math.radians(v[0] % 180))
        return (1.0, 0.0, tan, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, tan, 0.0, 1.0, 0.0, 0.0)
    return None


def length(text: str | None, whole: float, default: float = 0.0) -> float:
    """A length in user units (96 px to the inch); per cent are of whole."""
    match = _LENGTH.fullmatch((text or "").lower())
    if not match:
        return default
    value = float(match[1])
    if not abs(value) < 1e15:
        return default
    if match[2] == "%":
        return value * whole / 100
    return value * UNITS[match[2]] if match[2] in UNITS else default


def view_box(node: Node) -> tuple[float, float, float, float] | None:
    v = numbers(node.attributes.get("viewBox", ""))
    return (v[0], v[1], v[2], v[3]) if len(v) == 4 and v[2] > 0 and v[3] > 0 else None


def viewport(node: Node, width: float, height: float) -> tuple[Matrix, float, float]:
    """(matrix, inner width, inner height) of an inner svg or a symbol, inside a viewport of width x height."""
    x = length(node.attributes.get("x"), width) if node.tag == "svg" else 0.0
    y = length(node.attributes.get("y"), height) if node.tag == "svg" else 0.0
    w = length(node.attributes.get("width"), width, width)
    h = length(node.attributes.get("height"), height, height)
    box = view_box(node)
    if box is None:
        return (1.0, 0.0, 0.0, 1.0, x, y), w, h
    sx, sy = w / box[2], h / box[3]
    fit = node.attributes.get("preserveAspectRatio", "xMidYMid meet")
    if "none" not in fit:
        sx = sy = max(sx, sy) if "slice" in fit else min(sx, sy)
    dx = (w - sx * box[2]) * (0.0 if "xMin" in fit or "none" in fit else 1.0 if "xMax" in fit else 0.5)
    dy = (h - sy * box[3]) * (0.0 if "YMin" in fit or "none" in fit else 1.0 if "YMax" in fit else 0.5)
    return (sx, 0.0, 0.0, sy, x + dx - sx * box[0], y + dy - sy * box[1]), box[2], box[3]
