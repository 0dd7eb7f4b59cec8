"""Page -> what it paints: content streams interpreted through all forms (ISO 32000-1, 8 and 9), without rendering."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

from mapkit.press.preflight import colors
from mapkit.press.preflight.paint import (
    EVERYWHERE,
    UNIT,
    Box,
    Color,
    Matrix,
    Painted,
    cover,
    is_number,
    matrix,
    meet,
    move,
    scale,
    times,
)

DEEPEST = 12  # forms in forms
Memo = dict[tuple[Any, ...], list[Painted]]


@dataclass(frozen=True)
class State:
    """The graphics state as far as rules care."""

    ctm: Matrix = UNIT
    clip: Box = EVERYWHERE
    fill: Color = field(default_factory=Color)
    stroke: Color = field(default_factory=Color)
    width: float = 1.0
    font: Any = None
    size: float = 0.0
    across: float = 1.0  # horizontal scaling
    rise: float = 0.0
    spread: float = 0.0  # character spacing
    mode: int = 0
    extra: tuple[tuple[str, Any], ...] = ()


def painted(page: Any, memo: Memo, faults: list[str]) -> list[Painted]:
    """Everything a page (pikepdf.Page) paints; faults gains a sentence for what the content gets wrong."""
    import pikepdf

    try:
        code = pikepdf.parse_content_stream(page)
        return _run(code, page.obj.get("/Resources"), State(), memo, faults, 0)
    except (pikepdf.PdfError, UnicodeDecodeError, ValueError, TypeError, RecursionError) as error:
        faults.append(f"the content cannot be read: {error}")
        return []


def _run(code: Any, resources: Any, state: State, memo: Memo, faults: list[str], depth: int) -> list[Painted]:
    found: list[Painted] = []
    stack: list[State] = []
    path: list[list[tuple[float, float]]] = []
    clipping = False
    text = line = UNIT
    for instruction in code:
        op = str(instruction.operator)
        args = instruction.operands
        try:
            match op:
                case "m" | "l" | "c" | "v" | "y":
                    numbers = [float(a) for a in args]
                    points = [move(state.ctm, x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=False)]
                    if op == "m" or not path:
                        path.append(points)
                    else:
                        path[-1] += points
                case "re":
                    x, y, w, h = (float(a) for a in args)
                    path.append([move(state.ctm, *p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))])
                case "W" | "W*":
                    clipping = True
                case "f" | "F" | "f*" | "S" | "s" | "B" | "B*" | "b" | "b*" | "n":
                    if path:
                        found += _paths(op, path, state)
                        if clipping:
                            state = replace(
                                state,
                                clip=meet(state.clip, cover([p for line in path for p in line]))
                                or (0.0, 0.0, -1.0, -1.0),
                            )
                    path, clipping = [], False
                case "q":
                    stack.append(state)
                case "Q":
                    if stack:
                        state = stack.pop()
                    else:
                        faults.append("Q without q in the content")
                case "cm":
                    state = replace(state, ctm=times(matrix(args), state.ctm))
                case "w":
                    state = replace(state, width=float(args[0]))
                case "gs":
                    state = _extra(state, resources.ExtGState[str(args[0])])
                case "BT":
                    text = line = UNIT
                case "Tf":
                    state = replace(state, font=resources.Font[str(args[0])], size=float(args[1]))
                case "Tr":
                    state = replace(state, mode=int(args[0]))
                case "Tz":
                    state = replace(state, across=float(args[0]) / 100)
                case "Ts":
                    state = replace(state, rise=float(args[0]))
                case "Tc":
                    state = replace(state, spread=float(args[0]))
                case "Tm":
                    text = line = matrix(args)
                case "Td" | "TD" | "T*":
                    step = (float(args[0]), float(args[1])) if args else (0.0, -state.size)
                    text = line = times((1.0, 0.0, 0.0, 1.0, *step), line)
                case "Tj" | "TJ" | "'" | '"':
                    pieces = args[0] if op == "TJ" else [args[-1]]
                    shown = b"".join(bytes(p) for p in pieces if not is_number(p))
                    shift = -sum(float(p) for p in pieces if is_number(p)) / 1000 * state.size * state.across
                    made, wide = _text(shown, text, state)
                    found += made
                    text = times((1.0, 0.0, 0.0, 1.0, wide + shift, 0.0), text)
                case "Do":
                    found += _do(resources.XObject[str(args[0])], resources, state, memo, faults, depth)
                case "sh":
                    shading = resources.Shading[str(args[0])]
                    color = colors.space(shading.ColorSpace, resources)
                    found.append(Painted("shading", color, state.clip, state=state.extra))
                case "INLINE IMAGE":
                    corners = [move(state.ctm, *p) for p in ((0, 0), (1, 0), (1, 1), (0, 1))]
                    box = meet(cover(corners), state.clip)
                    if box:
                        found.append(Painted("image", state.fill, box, image=args[0], state=state.extra))
                case _:
                    old = state.stroke if op.isupper() else state.fill
                    new = colors.chosen(op, args, resources, old)
                    state = replace(state, stroke=new) if op.isupper() else replace(state, fill=new)
        except (KeyError, AttributeError, ValueError, IndexError, TypeError) as error:
            faults.append(f"operator {op} cannot be carried out ({type(error).__name__}: {error})")
    if stack:
        faults.append("q without Q in the content")
    return found


def _paths(op: str, path: list[list[tuple[float, float]]], state: State) -> list[Painted]:
    """A fill is one thing painted, a stroke one for every line."""
    found = []
    if op in ("f", "F", "f*", "B", "B*", "b", "b*") and (
        box := meet(cover([p for line in path for p in line]), state.clip)
    ):
        found.append(Painted("fill", state.fill, box, state=state.extra))
    if op in ("S", "s", "B", "B*", "b", "b*"):
        width = state.width * scale(state.ctm)
        boxes = [meet(cover(line, width / 2), state.clip) for line in path]
        found += [Painted("stroke", state.stroke, b, width=width, state=state.extra) for b in boxes if b]
    return found


def _text(shown: bytes, at: Matrix, state: State) -> tuple[list[Painted], float]:
    """Text as painted, and how far it moves the pen."""
    wide = _advance(shown, state)
    if not shown or state.mode in (3, 7) or state.font is None:
        return [], wide
    m = times((state.size * state.across, 0.0, 0.0, state.size, 0.0, state.rise), times(at, state.ctm))
    em = wide / state.size / state.across if state.size and state.across else 0.0
    box = meet(cover([move(m, x, y) for x in (0.0, em) for y in (-0.2, 0.8)]), state.clip)
    if not box:
        return [], wide
    color = state.stroke if state.mode in (1, 5) else state.fill
    size = math.hypot(m[2], m[3])
    width = state.width * scale(state.ctm) if state.mode in (1, 2, 5, 6) else None
    return [Painted("text", color, box, width, size, state.font, shown, state=state.extra)], wide


def _advance(shown: bytes, state: State) -> float:
    font = state.font
    if font is None:
        return 0.0
    if str(font.get("/Subtype", "")) == "/Type0":
        return (
            (float(font.DescendantFonts[0].get("/DW", 1000)) / 1000 * state.size + state.spread)
            * len(shown)
            / 2
            * state.across
        )
    widths, first = font.get("/Widths"), int(font.get("/FirstChar", 0))
    total = 0.0
    for code in shown:
        known = widths is not None and 0 <= code - first < len(widths)
        total += (float(widths[code - first]) if known else 500.0) / 1000 * state.size + state.spread
    return total * state.across


def _do(thing: Any, resources: Any, state: State, memo: Memo, faults: list[str], depth: int) -> list[Painted]:
    import pikepdf

    kind = str(thing.get("/Subtype", ""))
    if kind == "/Image":
        corners = [move(state.ctm, *p) for p in ((0, 0), (1, 0), (1, 1), (0, 1))]
        box = meet(cover(corners), state.clip)
        across, up = math.hypot(state.ctm[0], state.ctm[1]), math.hypot(state.ctm[2], state.ctm[3])
        if not box or min(across, up) <= 0:
            return []
        dpi = min(float(thing.Width) / across, float(thing.Height) / up) * 72
        mask = bool(thing.get("/ImageMask", False))
        color = state.fill if mask or "/ColorSpace" not in thing else colors.space(thing.ColorSpace, resources)
        return [Painted("image", color, box, image=thing, dpi=dpi, state=state.extra)]
    if kind != "/Form":
        return [Painted("image", state.fill, state.clip, image=thing, state=state.extra)]
    if depth > DEEPEST:
        faults.append("forms are nested too deep")
        return []
    inner = replace(state, ctm=times(matrix(thing.get("/Matrix", UNIT)), state.ctm))
    x0, y0, x1, y1 = (float(v) for v in thing.BBox)
    clip = meet(cover([move(inner.ctm, x, y) for x in (x0, x1) for y in (y0, y1)]), state.clip)
    if not clip:
        return []
    inner = replace(inner, clip=clip)
    if "/Group" in thing:
        inner = replace(inner, extra=(*inner.extra, ("Group", str(thing.Group.get("/S", "")))))
    key = (thing.objgen, inner.ctm, inner.clip, inner.fill, inner.stroke, inner.width, inner.extra)
    if thing.objgen == (0, 0) or key not in memo:
        code = pikepdf.parse_content_stream(thing)
        memo[key] = _run(code, thing.get("/Resources", resources), inner, memo, faults, depth + 1)
    return memo[key]


def _extra(state: State, gs: Any) -> State:
    values = dict(state.extra)
    for key in ("ca", "CA", "BM", "SMask", "TR", "TR2", "HT", "op", "OP", "OPM"):
        if f"/{key}" in gs:
            value = gs[f"/{key}"]
            values[key] = float(value) if is_number(value) else value if isinstance(value, bool) else str(value)[:40]
    if "/LW" in gs:
        state = replace(state, width=float(gs.LW))
    if "/Font" in gs:
        state = replace(state, font=gs.Font[0], size=float(gs.Font[1]))
    return replace(state, extra=tuple(sorted(values.items())))
