"""Groups of marks -> rows that fit a width: how a block of marginalia takes the shape the map leaves for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mapkit.layout import Block, Box
from mapkit.sheet.marks import Mark

Draw = Callable[[float, float], Iterable[Mark]]  # marks of a group whose top left corner is at (x, y)


@dataclass(frozen=True)
class Group:
    """Marks that stay together: width and height in mm, and how to draw them at a top left corner."""

    w: float
    h: float
    draw: Draw


Variants = Sequence[Group]  # the same content in other shapes, widest first


def widest(same: Sequence[Variants]) -> Variants:
    """The same content in several languages -> empty groups as wide and high as the largest of each shape."""
    return [
        Group(max(g.w for g in shapes), max(g.h for g in shapes), lambda x, y: ()) for shapes in zip(*same, strict=True)
    ]


def rows(content: Sequence[Variants], width: float, gap: tuple[float, float]) -> list[list[Group]]:
    """Greedy rows no wider than width (a group wider than that stands alone, in its narrowest shape)."""
    out: list[list[Group]] = []
    used = 0.0
    for variants in content:
        group = next((g for g in variants if g.w <= width + 1e-9), variants[-1])
        if out and used + gap[0] + group.w <= width + 1e-9:
            out[-1].append(group)
            used += gap[0] + group.w
        else:
            out.append([group])
            used = group.w
    return out


def size(lines: Sequence[Sequence[Group]], gap: tuple[float, float]) -> tuple[float, float]:
    """(width, height) in mm of laid out rows."""
    w = max(sum(g.w for g in line) + gap[0] * (len(line) - 1) for line in lines)
    return w, sum(max(g.h for g in line) for line in lines) + gap[1] * (len(lines) - 1)


def block(name: str, content: Sequence[Variants], width: float, gap: tuple[float, float], pad: float) -> Block:
    """The shapes a block can take on a sheet with width mm to spare: every distinct one, widest first."""
    shapes: list[tuple[float, float]] = []
    limit = width - 2 * pad
    while True:
        w, h = size(rows(content, limit, gap), gap)
        shape = (round(w + 2 * pad, 3), round(h + 2 * pad, 3))
        if shape not in shapes:
            shapes.append(shape)
        if w > limit or w <= max(v[-1].w for v in content) + 1e-6:
            return Block(name, tuple(shapes))
        limit = w - 0.01


def fill(content: Sequence[Variants], box: Box, gap: tuple[float, float], pad: float) -> list[Mark]:
    """The marks of a block in the box it was given; a row that nearly fills the box is spread to its full width."""
    x0, y0, x1, _ = box
    inner = x1 - x0 - 2 * pad
    marks: list[Mark] = []
    y = y0 + pad
    for line in rows(content, inner + 1e-3, gap):
        spare = inner - sum(g.w for g in line) - gap[0] * (len(line) - 1)
        step = gap[0] + (spare / (len(line) - 1) if len(line) > 1 and spare < 0.4 * inner else 0.0)
        x = x0 + pad
        height = max(g.h for g in line)
        for group in line:
            marks += group.draw(x, y + height - group.h)
            x += group.w + step
        y += height + gap[1]
    return marks
