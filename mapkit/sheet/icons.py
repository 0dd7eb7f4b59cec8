"""Name of an icon + place + inks -> marks (stdlib only)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from mapkit.layout import Point
from mapkit.sheet.icon_shapes import COLOR, ICONS
from mapkit.sheet.marks import Dot, Ink, Mark, Op, Path, polyline
from mapkit.sheet.theme import Theme

LINE, HEAVY = 0.1, 0.2  # widths of lines, as shares of the icon's half size
Step = tuple[str, str, tuple[float, ...]]


def icon(id: str, name: str, x: float, y: float, half: float, theme: Theme) -> tuple[Mark, ...]:
    """The icon centred at (x, y) mm, half its side in mm. An unknown name is drawn as its first letter's square.

    Dark parts take the strong ink of the icon's colour in the theme, tints its fill; lines are at least 0.14 mm.
    """
    color = COLOR.get(name, "black")
    dark = theme.text if color == "black" else theme.strong[color]
    tint = theme.cells[color] if theme.name != "gray" else theme.cells["black"]
    marks: list[Mark] = []
    for k, (style, shape, numbers) in enumerate(_steps(name)):
        fill: Ink | None = {"f": dark, "t": tint, "w": theme.paper, "h": theme.paper}.get(style)
        stroke = None if style in "fh" else dark
        width = max(0.14, half * (HEAVY if style == "S" else LINE)) if stroke else 0.0
        name_of = f"{id}-{k}"
        if shape == "c":
            cx, cy, r = numbers
            marks.append(Dot(name_of, x + cx * half, y + cy * half, r * half, fill, stroke, width))
        else:
            ops = tuple(_placed(op, x, y, half) for op in _ops(shape, numbers))
            marks.append(Path(name_of, ops, fill, stroke, width))
    return tuple(marks)


@cache
def _steps(name: str) -> tuple[Step, ...]:
    if name not in ICONS:
        return (("w", "p", (-0.7, -0.7, 0.7, -0.7, 0.7, 0.7, -0.7, 0.7)), ("f", "c", (0.0, 0.0, 0.25)))
    steps: list[Step] = []
    for text in ICONS[name].split(";"):
        style, shape, *rest = text.replace("|", "").split()
        numbers = tuple(float(v) for v in rest)
        steps.append((style, shape, numbers))
        if "|" in text:
            steps.append((style, shape, _mirrored(shape, numbers)))
    return tuple(steps)


def _mirrored(shape: str, numbers: tuple[float, ...]) -> tuple[float, ...]:
    if shape == "c":
        return (-numbers[0], *numbers[1:])
    if shape == "e":
        return (-numbers[0], *numbers[1:4], -numbers[4])
    return tuple(-v if k % 2 == 0 else v for k, v in enumerate(numbers))


def _ops(shape: str, numbers: tuple[float, ...]) -> tuple[Op, ...]:
    if shape == "e":
        return _ellipse(*numbers)
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    if shape in "lp":
        return polyline(tuple(points), close=shape == "p")
    return smooth(points, close=shape == "b")


def smooth(points: Sequence[Point], close: bool) -> tuple[Op, ...]:
    """Bezier ops of a curve through the points (Catmull-Rom, tangents a sixth of the neighbours' distance)."""
    n = len(points)

    def at(k: int) -> Point:
        return points[k % n] if close else points[min(max(k, 0), n - 1)]

    ops: list[Op] = [("M", *points[0])]
    for k in range(n if close else n - 1):
        a, b, c, d = at(k - 1), at(k), at(k + 1), at(k + 2)
        first = b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6
        second = c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6
        ops.append(("C", *first, *second, *c))
    return (*ops, ("Z",)) if close else tuple(ops)


def _ellipse(cx: float, cy: float, rx: float, ry: float, degrees: float) -> tuple[Op, ...]:
    k = 0.5522847498
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    quarter = ((1.0, 0.0), (1.0, k), (k, 1.0))
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))
    unit = [(u * c - v * s, u * s + v * c) for c, s in turns for u, v in quarter][:13]
    p = [(cx + rx * u * cos - ry * v * sin, cy + rx * u * sin + ry * v * cos) for u, v in unit]
    return (("M", *p[0]), *(("C", *p[i], *p[i + 1], *p[i + 2]) for i in (1, 4, 7, 10)), ("Z",))


def _placed(op: Op, x: float, y: float, half: float) -> Op:
    moved = [float(v) * half + (x, y)[k % 2] for k, v in enumerate(op[1:])]
    return (op[0], *moved)
