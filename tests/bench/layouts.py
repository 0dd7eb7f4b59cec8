"""Prints the table of the layouts: python tests/bench/layouts.py [--style outline] [--sizes a5,a6] [MAP ...]

circle: the smallest and the median largest circle of a cell, mm. bearing: mean error in degrees of the direction from a
cell to its neighbours. overlap: mean share of a cell covered by its true shape, both moved onto each other. border,
gap, neck: mm, the smallest. faults: severe findings / others but room, corner. seconds: CPU.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import shapely

sys.path.insert(0, str(Path(__file__).parent.parent))
from laid import fixture, map_of

from mapkit.carto.coverage import Coverage
from mapkit.carto.land import land
from mapkit.carto.layout import lay_out
from mapkit.carto.true import polygons
from mapkit.carto.verify import borders, largest_circle, neck, verify
from mapkit.errors import MapkitError
from mapkit.layout import Block, Layout
from mapkit.map import Map

ACROSS = {"usa", "switzerland", "croatia", "china", "world"}  # wider than high
BRIDGES = {
    "japan": [("JP-01", "JP-02"), ("JP-35", "JP-40"), ("JP-28", "JP-36"), ("JP-33", "JP-37"), ("JP-34", "JP-38"),
              ("JP-46", "JP-47")],
}  # fmt: skip
MAPS = ("japan", "usa50", "usa", "world", "germany", "france", "switzerland", "brazil", "china", "croatia", "vietnam")


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
    w, h = {"a5": (148.0, 210.0), "a6": (105.0, 148.0)}[size]
    trim = (h, w) if name.removesuffix("50") in ACROSS else (w, h)
    return trim, blocks(w - 10, 1.0 if size == "a5" else 0.7)


def given(name: str) -> tuple[Map, Coverage]:
    coverage = fixture(name.removesuffix("50"))
    if name == "usa50":
        shapes = dict(coverage.shapes)
        shapes["US-MD"] = shapely.union_all([shapes["US-MD"], shapes.pop("US-DC")])
        coverage = Coverage(shapes, True)
    return map_of(coverage, BRIDGES.get(name, ())), coverage


def bearing(map: Map, layout: Layout, true: dict[str, shapely.Geometry]) -> float:
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


def overlap(layout: Layout, true: dict[str, shapely.Geometry]) -> float:
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


def smallest(check: object, values: tuple[float, ...]) -> str:
    for v in values:
        if check(v):  # type: ignore[operator]
            return f"<{v:g}"
    return f">={values[-1]:g}"


def row(name: str, size: str, style: str) -> str:
    map, coverage = given(name)
    trim, wants = page(name, size)
    began = time.process_time()
    try:
        layout = lay_out(map, coverage, trim, wants, style=style)
    except MapkitError as error:
        return f"| {name} {size} | {error} |"
    seconds = time.process_time() - began
    true = dict(land(map, coverage, trim[0] / trim[1], {}).main)
    shapes = {p.cell: polygons(p.outline) for p in layout.places}
    circles = sorted(largest_circle(s) for s in shapes.values())
    found = verify(map, layout, 8.0)
    severe = sum(f.severe for f in found)
    rest = {r: sum(f.rule == r for f in found) for r in ("gap", "neck", "border-short", "corner", "bridge-crosses")}
    shortest = min((v for v in borders(shapes).values() if v > 0), default=0.0)
    waist = smallest(lambda w: any(neck(s, w) for s in shapes.values()), (0.3, 0.6, 1.0))
    near = [float(f.message.split()[2]) for f in found if f.rule == "gap"]
    return (
        f"| {name} {size} | {len(shapes)} | {circles[0]:.2f} / {circles[len(circles) // 2]:.1f} |"
        f" {bearing(map, layout, true):.1f} | {overlap(layout, true):.2f} | {shortest:.1f} |"
        f" {min(near, default=0.8):.2f} | {waist} | {severe} | {rest} | {seconds:.1f} |"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("maps", nargs="*", default=list(MAPS))
    parser.add_argument("--style", default="outline")
    parser.add_argument("--sizes", default="a5,a6")
    options = parser.parse_args()
    print("| map | cells | circle min / median | bearing | overlap | border | gap | neck | severe | others | seconds |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name in options.maps or MAPS:
        for size in options.sizes.split(","):
            print(row(name, size, options.style), flush=True)
