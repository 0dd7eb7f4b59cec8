"""Trim + paper -> placements: how many sheets go on a paper, where, and where their backs go (stdlib only).

mm from the paper's top left corner, y down; turns in degrees clockwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from mapkit.errors import MapkitError

Turn = Literal["long", "short"]  # the edge over which the printer turns the paper for the back
Order = Literal["sequence", "stack", "repeat"]
Edge = Literal["top", "left"]  # of a pad, where its leaves are glued
EPS = 1e-6


@dataclass(frozen=True)
class Placement:
    """One sheet on the paper: the top left corner of its trim as it lies there, and how it is turned."""

    x: float
    y: float
    turn: int = 0  # 0, 90, 180, 270


@dataclass(frozen=True)
class Imposition:
    """Sheets of one trim on one paper. gutter: mm between neighbouring trims; room: bleed kept on every side."""

    paper: tuple[float, float]
    trim: tuple[float, float]
    bleed: float
    columns: int
    rows: int
    gutter: float
    places: tuple[Placement, ...]

    @property
    def up(self) -> int:
        return len(self.places)

    def span(self, place: Placement) -> tuple[float, float]:
        """Width and height of a placement as it lies."""
        w, h = self.trim
        return (h, w) if place.turn % 180 else (w, h)

    def room(self, place: Placement) -> tuple[float, float, float, float]:
        """The box x0, y0, x1, y1 a placement may ink: its bleed, but at most half the gutter towards a neighbour."""
        w, h = self.span(place)
        x0, y0, x1, y1 = place.x, place.y, place.x + w, place.y + h
        others = [(p, *self.span(p)) for p in self.places if p != place]
        half = min(self.bleed, self.gutter / 2)
        across = [p for p, pw, ph in others if p.y < y1 - EPS and p.y + ph > y0 + EPS]
        along = [p for p, pw, ph in others if p.x < x1 - EPS and p.x + pw > x0 + EPS]
        return (
            x0 - (half if any(p.x < x0 for p in across) else self.bleed),
            y0 - (half if any(p.y < y0 for p in along) else self.bleed),
            x1 + (half if any(p.x > x0 for p in across) else self.bleed),
            y1 + (half if any(p.y > y0 for p in along) else self.bleed),
        )


def n_up(
    trim: tuple[float, float],
    paper: tuple[float, float],
    bleed: float = 0.0,
    margin: float = 0.0,
    gutter: float | None = None,
    most: int | None = None,
) -> Imposition:
    """As many sheets as fit inside the paper's margin, upright, in a centred grid.

    The paper is turned when more fit that way. gutter: mm between trims; None takes twice the bleed, or none at all
    when more sheets fit with neighbours sharing a cut. most: no more than so many. Raises MapkitError when none fits.
    """
    gaps = [gutter] if gutter is not None else [2 * bleed, 0.0] if bleed else [0.0]
    turned = (paper[1], paper[0])
    same_way = (trim[0] <= trim[1]) == (paper[0] <= paper[1])
    best: tuple[int, int, float, tuple[float, float]] | None = None
    for gap in gaps:
        for sheet in (paper, turned) if same_way else (turned, paper):
            columns, rows = (_count(side - 2 * margin, size, gap) for side, size in zip(sheet, trim, strict=True))
            if columns * rows > (best[0] * best[1] if best else 0):
                best = (columns, rows, gap, sheet)
    if not best:
        raise MapkitError(_too_small(trim, paper, margin))
    columns, rows, gap, sheet = best
    if most is not None and columns * rows > most:
        columns, rows = _fewer(columns, rows, most)
    return grid(trim, sheet, bleed, columns, rows, gap)


def grid(
    trim: tuple[float, float], paper: tuple[float, float], bleed: float, columns: int, rows: int, gutter: float
) -> Imposition:
    """columns x rows upright sheets, centred on the paper, row by row."""
    (w, h), (wide, high) = trim, paper
    x0 = (wide - columns * w - (columns - 1) * gutter) / 2
    y0 = (high - rows * h - (rows - 1) * gutter) / 2
    places = tuple(Placement(x0 + c * (w + gutter), y0 + r * (h + gutter)) for r in range(rows) for c in range(columns))
    return Imposition(paper, trim, bleed, columns, rows, gutter, places)


def alone(trim: tuple[float, float], bleed: float, slug: float) -> Imposition:
    """One sheet on a page of its own, with its bleed and slug mm more on every side for marks."""
    edge = bleed + slug
    return grid(trim, (trim[0] + 2 * edge, trim[1] + 2 * edge), bleed, 1, 1, 0.0)


def behind(
    front: Imposition, turn: Turn = "long", shift: tuple[float, float] = (0.0, 0.0), bind: Edge | None = None
) -> Imposition:
    """The backs: each behind its front, top edge on top edge (a leaf turned like a book's).

    turn: the edge of the paper that the printer turns it over. shift: mm (right, down), on the back page, to correct a
    printer that misses the register. bind: leaves of a pad glued at the top turn up, so their backs are upside down.
    """
    over = 180 if bind == "top" else 0
    wide, high = front.paper
    upright_axis = (turn == "long") == (high >= wide)  # the paper turns about its vertical middle line
    moved = []
    for p in front.places:
        w, h = front.span(p)
        if upright_axis:
            q = Placement(wide - p.x - w, p.y, (over - p.turn) % 360)
        else:
            q = Placement(p.x, high - p.y - h, (180 + over - p.turn) % 360)
        moved.append(replace(q, x=q.x + shift[0], y=q.y + shift[1]))
    return replace(front, places=tuple(moved))


def plan(copies: int, up: int, order: Order = "sequence", designs: int = 1) -> list[list[tuple[int, int] | None]]:
    """Which sheet stands at each placement of each page, as (design, copy), both from 0; None: it stays empty.

    "sequence" (n-up): set by set, page by page, placement by placement. "stack" (cut and stack): cut the whole pile
    once and lay the piles on each other, the first placement's on top: the sets are in order without sorting. "repeat"
    (step and repeat): a page holds one design alone.
    """
    if order == "repeat":
        runs = [[(design, copy) for copy in range(copies)] for design in range(designs)]
        return [_filled(run[i : i + up], up) for run in runs for i in range(0, copies, up)]
    leaves = [(n % designs, n // designs) for n in range(copies * designs)]
    pages = math.ceil(len(leaves) / up)
    if order == "stack":
        return [_filled(leaves[page::pages][:up], up) for page in range(pages)]
    return [_filled(leaves[page * up : page * up + up], up) for page in range(pages)]


def _filled(row: list[tuple[int, int]], up: int) -> list[tuple[int, int] | None]:
    return [*row, *[None] * (up - len(row))]


def _count(room: float, size: float, gutter: float) -> int:
    return max(0, math.floor((room + gutter + EPS) / (size + gutter)))


def _fewer(columns: int, rows: int, most: int) -> tuple[int, int]:
    """The largest grid inside columns x rows of at most that many sheets, rather wide than high."""
    grids = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1) if c * r <= max(1, most)]
    return max(grids, key=lambda g: (g[0] * g[1], g[0]))


def _too_small(trim: tuple[float, float], paper: tuple[float, float], margin: float) -> str:
    wide, high = (round(side - 2 * margin, 2) for side in paper)
    return (
        f"a sheet of {trim[0]:g} x {trim[1]:g} mm does not fit on a paper of {paper[0]:g} x {paper[1]:g} mm"
        f"{f' with margins of {margin:g} mm' if margin else ''}: the sheet may be at most {wide:g} x {high:g} mm"
    )
