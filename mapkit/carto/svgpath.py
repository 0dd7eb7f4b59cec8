"""SVG path data -> polylines: every command of SVG 1.1 (8.3), curves flattened evenly so that both sides agree."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

Point = tuple[float, float]
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_ARC = re.compile(
    rf"[\s,]*({_NUMBER.pattern})[\s,]*({_NUMBER.pattern})[\s,]*({_NUMBER.pattern})[\s,]*([01])[\s,]*([01])[\s,]*({_NUMBER.pattern})[\s,]*({_NUMBER.pattern})"
)
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
MOST_STEPS = 256  # of one curve


@dataclass
class Line:
    """One subpath: its points, and whether it was closed (by Z, or by ending where it began)."""

    points: list[Point] = field(default_factory=list)
    closed: bool = False


def lines(data: str, tolerance: float) -> tuple[list[Line], bool]:
    """(subpaths, whole?). A curve is cut into even steps that stay within tolerance (drawing units) of it.

    Data that cannot be read ends the path there, as SVG demands; then whole is False. A curve drawn backwards gives
    the same points backwards.
    """
    found: list[Line] = []
    x = y = x0 = y0 = 0.0
    handle: Point | None = None  # the last control point, for S and T
    last = ""
    whole = not data.strip() or data.lstrip()[0] in "Mm"
    if not whole:
        return [], False
    for letter, text in _COMMAND.findall(data):
        kind, relative = letter.upper(), letter.islower()
        numbers, clean = _numbers(kind, text)
        need = _COUNT[kind]
        if need and (not numbers or len(numbers) % need):
            clean = False
            numbers = numbers[: len(numbers) // need * need]
        if kind == "Z":
            if found and found[-1].points:
                found[-1].closed = True
                found.append(Line([(x0, y0)]))
            x, y = x0, y0
            last, handle = kind, None
        for at in range(0, len(numbers), need or 1):
            v = numbers[at : at + need]
            ox, oy = (x, y) if relative else (0.0, 0.0)
            start = (x, y)
            step = kind
            if kind == "M":
                x, y = ox + v[0], oy + v[1]
                if at == 0:
                    x0, y0 = x, y
                    found.append(Line([(x, y)]))
                    last, handle = "M", None
                    continue
                step = "L"
            if step in "LT":
                x, y = ox + v[0], oy + v[1]
            elif step == "H":
                x = ox + v[0]
            elif step == "V":
                y = oy + v[0]
            else:
                x, y = ox + v[-2], oy + v[-1]
            points = found[-1].points
            if step in "LHV":
                points.append((x, y))
                handle = None
            elif step == "A":
                points.extend(_arc(start, v, (x, y), tolerance))
                handle = None
            elif step in "CS":
                first = (ox + v[0], oy + v[1]) if step == "C" else _mirror(handle if last in "CS" else None, start)
                second = (ox + v[-4], oy + v[-3])
                points.extend(_bezier([start, first, second, (x, y)], tolerance))
                handle = second
            else:
                middle = (ox + v[0], oy + v[1]) if step == "Q" else _mirror(handle if last in "QT" else None, start)
                points.extend(_bezier([start, middle, (x, y)], tolerance))
                handle = middle
            last = step
        if not clean:
            whole = False
            break
    kept = [line for line in found if len(line.points) > 1]
    for line in kept:
        line.closed = line.closed or (len(line.points) > 3 and line.points[0] == line.points[-1])
    return kept, whole


def numbers(text: str) -> list[float]:
    """All numbers of a list like points="0,0 1,0"; empty when anything else stands between them."""
    found, clean = _numbers("L", text)
    return found if clean else []


def _numbers(kind: str, text: str) -> tuple[list[float], bool]:
    if kind == "A":
        arcs = list(_ARC.finditer(text))
        clean = not _ARC.sub("", text).strip(" \t\r\n\f,")
        found = [float(v) for arc in arcs for v in arc.groups()]
    else:
        clean = not _NUMBER.sub("", text).strip(" \t\r\n\f,")
        found = [float(v) for v in _NUMBER.findall(text)]
    if not all(abs(v) < 1e15 for v in found):
        return [], False
    return found, clean


def _mirror(handle: Point | None, start: Point) -> Point:
    return start if handle is None else (2 * start[0] - handle[0], 2 * start[1] - handle[1])


def _bezier(control: list[Point], tolerance: float) -> list[Point]:
    """Points after the first, evenly in t: the chord error is |second derivative| h^2 / 8."""
    bend = max(
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in zip(control, control[1:], control[2:], strict=False)
    )
    degree = len(control) - 1
    steps = math.ceil(math.sqrt(degree * (degree - 1) * bend / (8 * tolerance)))
    steps = min(max(steps, 1), MOST_STEPS)
    found = []
    for i in range(1, steps):
        t, u = i / steps, (steps - i) / steps
        weight = (u * u, 2 * u * t, t * t) if degree == 2 else (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        found.append(
            (
                sum(w * p[0] for w, p in zip(weight, control, strict=True)),
                sum(w * p[1] for w, p in zip(weight, control, strict=True)),
            )
        )
    return [*found, control[-1]]


def _arc(start: Point, v: list[float], end: Point, tolerance: float) -> list[Point]:
    """Points after the first of an elliptical arc (centre as in SVG 1.1, F.6.5; radii grown where too short)."""
    rx, ry, turn = abs(v[0]), abs(v[1]), math.radians(v[2] % 360)
    if rx == 0 or ry == 0 or start == end:
        return [end]
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.hypot(px / rx, py / ry)
    if grow > 1:
        rx, ry = rx * grow, ry * grow
    ux, uy = px / rx, py / ry
    square = ux * ux + uy * uy
    root = math.sqrt(max(0.0, 1 / square - 1)) if square > 0 else 0.0
    root = -root if v[3] == v[4] else root
    cx, cy = root * uy, -root * ux  # centre, in units of the radii
    first = math.atan2(uy - cy, ux - cx)
    sweep = (math.atan2(-uy - cy, -ux - cx) - first) % (2 * math.pi)
    if not v[4]:
        sweep -= 2 * math.pi
    mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    steps = math.ceil(abs(sweep) * math.sqrt(max(rx, ry) / (8 * tolerance)))
    steps = min(max(steps, 1), MOST_STEPS)
    found = []
    for i in range(1, steps):
        angle = first + sweep * i / steps
        ex, ey = rx * (cx + math.cos(angle)), ry * (cy + math.sin(angle))
        found.append((mx + cos * ex - sin * ey, my + sin * ex + cos * ey))
    return [*found, end]
