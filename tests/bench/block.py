"""Prints the table of the block layouts: python tests/bench/block.py [--sizes a5,a6] [--seed 0] [--plain] [MAP ...]

box: side of the largest square in a cell, the smallest and the median, mm. corners: per cell, of its outer and inner
rings. bearing: mean error in degrees of the direction to a neighbour. cross: corners where four borders meet.
wrong: borders missing and extra. border, gap: mm, the shortest. seconds: CPU, of the block layout alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import shapely

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))
from layouts import MAPS, bearing, given, page

from mapkit.carto.block import lay_out_block
from mapkit.carto.layout import lay_out
from mapkit.carto.true import polygons
from mapkit.carto.verify import borders
from mapkit.errors import MapkitError
from mapkit.layout import Layout, Point


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


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("maps", nargs="*")
    ask.add_argument("--sizes", default="a5,a6")
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--plain", action="store_true", help="without marginalia")
    args = ask.parse_args()
    print(f"{'map':12}size  cells  box min/med   corners bearing cross wrong border  gap  seconds")
    for name in args.maps or MAPS:
        map, coverage = given(name)
        for size in args.sizes.split(","):
            trim, blocks = page(name, size)
            start = lay_out(map, coverage, trim, style="true")
            true = {p.cell: polygons(p.outline) for p in start.places}
            before = time.process_time()
            try:
                done = lay_out_block(map, start, trim, () if args.plain else blocks, seed=args.seed)
            except MapkitError as error:
                print(f"{name:12}{size:5}{len(map.cells):6}  refused: {error}", flush=True)
                continue
            seconds = time.process_time() - before
            shapes = {p.cell: polygons(p.outline) for p in done.places}
            drawn = {p: x for p, x in borders(shapes).items() if x > 0}
            want = {x.pair for x in map.links if x.kind == "border"}
            room = sorted(p.room for p in done.places)
            ids = sorted(shapes)
            gap = min(
                (shapes[a].distance(shapes[b]) for i, a in enumerate(ids) for b in ids[i + 1 :] if (a, b) not in want),
                default=0.0,
            )
            print(
                f"{name:12}{size:5}{len(map.cells):6}  {room[0]:5.2f} {room[len(room) // 2]:5.2f}   "
                f"{corners(done):6.2f}"
                f"{bearing(map, done, true):8.1f}{crosses(done):6}{len(want ^ set(drawn)):6}"
                f"{min(drawn.values(), default=0):7.2f}{gap:6.2f}{seconds:8.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
