"""Prints the table of the layouts: python tests/bench/layouts.py [--styles outline,block] [--sizes a5,a6] [MAP ...]

Every layout is made in a process of its own. room: the smallest and the median largest circle (outline) or square
(block) of a cell, mm. bearing: mean error in degrees of the direction from a cell to its neighbours. overlap: mean
share of a cell covered by its true shape, both moved onto each other (outline). corners: per cell (block). cross:
corners where four borders meet. wrong: borders missing or too many. border, gap, neck: mm, the smallest; a neck of
1.0 is that or wider. s: CPU seconds. MB: the process's peak. The last lines name the marks that were missed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely

sys.path.insert(0, str(Path(__file__).parent.parent))
from laid import fixture, map_of

from mapkit.carto.coverage import Coverage
from mapkit.carto.land import land
from mapkit.carto.layout import lay_out
from mapkit.carto.true import polygons
from mapkit.carto.verify import NECK, borders, largest_circle, neck
from mapkit.errors import MapkitError
from mapkit.layout import Block, Layout, Point
from mapkit.map import Map

ROOM = 8.0
SIZES = {"a5": (148.0, 210.0), "a6": (105.0, 148.0)}
ACROSS = {"usa", "switzerland", "croatia", "china", "world"}  # wider than high
BRIDGES = {
    "japan": [("JP-01", "JP-02"), ("JP-35", "JP-40"), ("JP-28", "JP-36"), ("JP-33", "JP-37"), ("JP-34", "JP-38"),
              ("JP-46", "JP-47")],
}  # fmt: skip
MAPS = ("japan", "usa50", "usa", "world", "germany", "france", "switzerland", "brazil", "china", "croatia", "vietnam")
COLUMNS = "map style size cells room median bearing overlap corners cross wrong border gap neck s MB"
HEAD = tuple(COLUMNS.split())


@dataclass(frozen=True)
class Row:
    """One layout. values: column -> figure; a column that the style has no figure for is left out."""

    map: str
    style: str
    size: str
    cells: int
    values: Mapping[str, float]
    refused: str = ""


@dataclass(frozen=True)
class Mark:
    """What a column must reach (at least, or at most), and where: maps, styles and sizes it is asked of."""

    column: str
    value: float
    least: bool
    style: str = "outline block"
    size: str = "a5 a6"
    maps: str = " ".join(MAPS)

    def asked(self, row: Row) -> bool:
        return row.style in self.style.split() and row.size in self.size.split() and row.map in self.maps.split()

    def met(self, value: float) -> bool:
        return value >= self.value - 0.005 if self.least else value <= self.value + 0.005


MARKS = (
    Mark("room", ROOM, True),
    Mark("wrong", 0, False),
    Mark("border", 2.0, True, "outline"),
    Mark("gap", 0.8, True, "outline"),
    Mark("neck", 1.0, True, "outline"),
    Mark("bearing", 8.0, False, "outline", "a5"),
    Mark("corners", 4.4, False, "block"),
    Mark("cross", 0, False, "block"),
    Mark("s", 6.0, False, "outline", maps="japan"),
    Mark("s", 5.0, False, "outline", maps="usa usa50"),
    Mark("s", 15.0, False, "block"),
    Mark("MB", 500, False),
)


def measured(name: str, style: str, size: str, seed: int) -> Row:
    """One layout, made and measured in this process."""
    map, coverage = given(name)
    trim, wants = page(name, size)
    began = time.process_time()
    try:
        layout = lay_out(map, coverage, trim, wants, style, room=ROOM, seed=seed)
    except MapkitError as error:
        spent = {"s": time.process_time() - began}
        return Row(name, style, size, len(map.cells), spent, str(error))
    values = {"s": time.process_time() - began, "MB": peak()}
    true = dict(land(map, coverage, trim[0] / trim[1], {}).main)
    shapes = {p.cell: polygons(p.outline) for p in layout.places}
    rooms = sorted(
        (largest_circle(s) for s in shapes.values()) if style == "outline" else (p.room for p in layout.places)
    )
    drawn = {pair: length for pair, length in borders(shapes).items() if length > 0}
    values |= {
        "room": rooms[0],
        "median": rooms[len(rooms) // 2],
        "bearing": bearing(map, layout, true),
        "cross": crosses(layout),
        "wrong": len({x.pair for x in map.links if x.kind == "border"} ^ set(drawn)),
        "border": min(drawn.values(), default=float("nan")),
        "gap": gap(shapes, set(drawn)),
        "neck": widest(lambda w: not any(neck(s, w) for s in shapes.values())),
        **({"overlap": overlap(layout, true)} if style == "outline" else {"corners": corners(layout)}),
    }
    return Row(name, style, size, len(shapes), values)


def peak() -> float:
    """Peak memory of this process, MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def blocks(width: float, share: float) -> tuple[Block, ...]:
    """A title, the tracks and a legend as sheets have them; share: 1 on A5."""
    sizes = {
        "title": ((60, 12), (138, 10)),
        "tracks": ((70, 30), (138, 14), (30, 70)),
        "legend": ((26, 34), (138, 7)),
    }
    return tuple(
        Block(n, tuple((min(w * share, width) if w < 138 else width, h * share) for w, h in s))
        for n, s in sizes.items()
    )


def page(name: str, size: str) -> tuple[tuple[float, float], tuple[Block, ...]]:
    w, h = SIZES[size]
    trim = (h, w) if name.removesuffix("50") in ACROSS else (w, h)
    return trim, blocks(w - 10, 1.0 if size == "a5" else 0.7)


def given(name: str) -> tuple[Map, Coverage]:
    coverage = fixture(name.removesuffix("50"))
    if name == "usa50":
        shapes = dict(coverage.shapes)
        shapes["US-MD"] = shapely.union_all([shapes["US-MD"], shapes.pop("US-DC")])
        coverage = Coverage(shapes, True)
    return map_of(coverage, BRIDGES.get(name, ())), coverage


def bearing(map: Map, layout: Layout, true: Mapping[str, shapely.Geometry]) -> float:
    """Mean error in degrees of the direction from centroid to centroid over the borders, insets left out."""
    now = {p.cell: polygons(p.outline).centroid for p in layout.places}
    turn = []
    for link in map.links:
        if link.kind == "border" and link.a in true and link.b in true:
            a, b = true[link.a].centroid, true[link.b].centroid
            was = np.arctan2(b.y - a.y, b.x - a.x)
            turn.append(np.arctan2(now[link.b].y - now[link.a].y, now[link.b].x - now[link.a].x) - was)
    wrapped = (np.degrees(turn) + 180) % 360 - 180
    return float(np.abs(wrapped - np.median(wrapped)).mean()) if turn else 0.0


def overlap(layout: Layout, true: Mapping[str, shapely.Geometry]) -> float:
    """Mean intersection over union of every cell and its true shape, at equal area and the same centroid."""
    out = []
    for p in layout.places:
        if p.cell not in true:
            continue
        now, was = polygons(p.outline).buffer(0), true[p.cell]
        s = (now.area / was.area) ** 0.5
        c, d = was.centroid, now.centroid
        was = shapely.transform(was, lambda q, s=s, c=c, d=d: (q - (c.x, c.y)) * s + (d.x, d.y))
        out.append(now.intersection(was).area / now.union(was).area)
    return float(np.mean(out))


def corners(layout: Layout) -> float:
    """Mean number of true corners per cell; a vertex where a neighbour's border ends is none."""

    def bends(a: Point, b: Point, c: Point) -> bool:
        return abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > 1e-9

    rings = [r for p in layout.places for polygon in p.outline for r in polygon]
    return sum(bends(*t) for r in rings for t in zip((r[-1], *r), r, (*r[1:], r[0]), strict=False)) / len(layout.places)


def crosses(layout: Layout) -> int:
    """Points where four borders leave, counted on the union of all outlines."""
    lines = shapely.union_all([polygons(p.outline).boundary for p in layout.places])
    ends: dict[Point, int] = {}
    for line in shapely.get_parts(shapely.line_merge(lines)):
        for at in (line.coords[0], line.coords[-1]):
            ends[at] = ends.get(at, 0) + 1
    return sum(n > 3 for n in ends.values())


def gap(shapes: Mapping[str, shapely.Geometry], drawn: set[tuple[str, str]]) -> float:
    """mm between the two nearest parts on the page that are of no two neighbours and do not touch."""
    parts = [(c, p) for c in sorted(shapes) for p in shapely.get_parts(shapes[c])]
    least = float("inf")
    for i, (a, p) in enumerate(parts):
        away = shapely.distance(p, np.array([q for _, q in parts[i + 1 :]], dtype=object))
        for (b, _), d in zip(parts[i + 1 :], away, strict=True):
            if 0 < d < least and (a, b) not in drawn:
                least = float(d)
    return least


def widest(free: Callable[[float], bool]) -> float:
    """The widest waist, up to NECK in tenths of a mm, that no cell has."""
    return next((float(w) for w in np.arange(NECK, 0.05, -0.1) if free(float(w))), 0.0)


def line(row: Row) -> str:
    digits = {"room": 2, "overlap": 2, "corners": 2, "border": 2, "gap": 2, "cross": 0, "wrong": 0, "MB": 0}
    head = f"| {row.map} | {row.style} | {row.size} | {row.cells} |"
    if row.refused:
        return f"{head} refused after {row.values['s']:.1f} s: {row.refused} |"
    shown = (f"{row.values[c]:.{digits.get(c, 1)}f}" if c in row.values else "" for c in HEAD[4:])
    return f"{head} {' | '.join(shown)} |"


def missed(row: Row) -> list[str]:
    """The marks that a layout does not reach; none where three rooms per cell are more than the page."""
    w, h = SIZES[row.size]
    if row.cells * 3 * ROOM**2 > w * h:
        return []
    name = f"{row.map} {row.style} {row.size}"
    if row.refused:
        return [f"{name} refused"]
    asked = [m for m in MARKS if m.asked(row) and m.column in row.values]
    return [
        f"{name} {m.column} {row.values[m.column]:.2f} (mark {m.value:g})"
        for m in asked
        if not m.met(row.values[m.column])
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="*")
    parser.add_argument("--styles", default="outline,block")
    parser.add_argument("--sizes", default="a5,a6")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    fresh = multiprocessing.get_context("spawn")
    short: list[str] = []
    for name in options.maps or MAPS:
        for style in options.styles.split(","):
            for size in options.sizes.split(","):
                with ProcessPoolExecutor(1, fresh) as alone:
                    row = alone.submit(measured, name, style, size, options.seed).result()
                print(line(row), flush=True)
                short += missed(row)
    print(f"missed: {len(short)}", *short, sep="\n  ")


if __name__ == "__main__":
    main()
