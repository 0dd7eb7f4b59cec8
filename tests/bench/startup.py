"""How long commands take and how much memory they hold, start-up included: CPU seconds and peak MB of a child process.

Figures are also given as a ratio to a bare `python -c pass` measured in the same run: machines are noisy. Files named
on the command line (the counties of us-atlas 3.0.1 as GeoJSON) are read by `graph` as well; a map of as many cells and
points is drawn here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from random import Random

RUNS = 5
SIDE, STEPS = 57, 5  # cells along a side (3,249), points between two corners


def measure(*args: str) -> tuple[float, float, float]:
    """(CPU seconds, wall seconds, peak MB) of the best of some runs."""
    best = (9e9, 9e9, 9e9)
    for _ in range(RUNS):
        began = time.perf_counter()
        child = subprocess.Popen([sys.executable, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        assert status == 0, args
        wall = time.perf_counter() - began
        best = min(best, (usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024))
    return best


def wiggly(path: Path) -> None:
    """Squares whose common borders are crooked lines, as GeoJSON in degrees: 78,000 points."""
    random = Random(1)
    corner = {
        (x, y): (x + random.uniform(-0.2, 0.2), y + random.uniform(-0.2, 0.2))
        for x in range(SIDE + 1)
        for y in range(SIDE + 1)
    }
    lines: dict[tuple[int, int, int, int], list[tuple[float, float]]] = {}

    def line(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[float, float]]:
        low, high = sorted((a, b))
        if (*low, *high) not in lines:
            (x, y), (u, v) = corner[low], corner[high]
            shares = [k / (STEPS + 1) for k in range(1, STEPS + 1)]
            between = [
                (x + (u - x) * t + random.uniform(-0.03, 0.03), y + (v - y) * t + random.uniform(-0.03, 0.03))
                for t in shares
            ]
            lines[(*low, *high)] = [corner[low], *between, corner[high]]
        found = lines[(*low, *high)]
        return found if low == a else found[::-1]

    features = []
    for x in range(SIDE):
        for y in range(SIDE):
            turns = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
            ring = [p for a, b in pairwise(turns) for p in line(a, b)[:-1]]
            rings = [[(u / 2 - 100, v / 3 + 25) for u, v in (*ring, ring[0])]]
            features.append(
                {
                    "type": "Feature",
                    "id": f"{x}-{y}",
                    "properties": {"name": f"Cell {x}, {y}"},
                    "geometry": {"type": "Polygon", "coordinates": rings},
                }
            )
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")


def main() -> None:
    bare = measure("-c", "pass")
    with tempfile.TemporaryDirectory() as folder:
        out, drawn = Path(folder) / "pad.pdf", Path(folder) / "wiggly.geojson"
        subprocess.run([sys.executable, __file__, "--draw", str(drawn)], check=True)  # a child starts with our memory
        commands = {
            "--help": ["--help"],
            "graph japan": ["graph", "japan"],
            **{f"graph {Path(f).name}": ["graph", f] for f in (str(drawn), *sys.argv[1:])},
            "sheet japan .svg": ["sheet", "japan", "-o", str(Path(folder) / "x.svg")],
            "pad japan, 100 sheets": ["pad", "japan", "--sheets", "100", "-o", str(out)],
            "pad japan, 100 sheets, rules": ["pad", "japan", "--sheets", "100", "--rules", "-o", str(out)],
        }
        print(f"{'command':32}{'CPU s':>8}{'wall s':>8}{'x bare':>8}{'MB':>7}")
        for name, args in commands.items():
            cpu, wall, memory = measure("-m", "mapkit", *args)
            print(f"{name:32}{cpu:8.2f}{wall:8.2f}{wall / bare[1]:8.1f}{memory:7.0f}")
        print(f"{out.name}: {out.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--draw"]:
        wiggly(Path(sys.argv[2]))
    else:
        main()
