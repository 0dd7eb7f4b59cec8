"""Speed, memory and exactness of survey and repair: python tests/bench/survey.py [--sizes 1000,10000,100000] [--seed 0]
[--only voronoi,repair] [--alone]

Beside libpysal, pygeoda and shapely in the same run, --alone without them; peers that are not installed are left out.
Everybody works in a process of its own and gets polygons in memory (pygeoda its own open data): loading is in neither
the seconds nor the MB. s: CPU seconds, the better of two runs where they are short. x: times as long as mapkit; ratios
are what to look at, as a machine may be busy. MB: the most that was held above what was loaded. P, R: precision and
recall. The last line names the marks that were missed. About ten minutes.
"""

from __future__ import annotations

import argparse
import ctypes
import multiprocessing
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from partitions import Partition, bricks, drawn_twice, gaps, plain, shared_lengths, truth, voronoi, wiggly

from mapkit.carto.adjacency import adjacency
from mapkit.carto.coverage import repair
from mapkit.carto.rings import rings
from mapkit.carto.source import Source

Pairs = Any  # (k, 2) cell numbers
NOISES = ("1e-05", "0.0001", "0.001")
PEERS = ("libpysal", "STRtree", "pygeoda")
BIG = 100_000
HEAVY = ("voronoi", "bricks", "wiggly")  # what peers are asked
# least or most of a figure: (map, size, who, figure) -> (the mark, at least?)
MARKS = {
    **{("voronoi", BIG, who, "x"): (least, True) for who, least in (("libpysal", 8), ("pygeoda", 6), ("STRtree", 11))},
    ("wiggly", BIG, "libpysal", "x"): (5, True),
    ("wiggly", BIG, "mapkit", "MB"): (1300, False),
    **{(f"twice {k}", 10_000, "mapkit", "s"): (3, False) for k in NOISES},
    **{(f"twice {k}", BIG, "mapkit", "s"): (25, False) for k in NOISES},
    **{(f"twice {k}", n, "mapkit", f): (0.9999, True) for k in NOISES for n in (10_000, BIG) for f in "PR"},
    **{("gaps 0.001", n, "mapkit", f): (0.999, True) for n in (10_000, BIG) for f in "PR"},
    **{(kind, n, "mapkit", f): (1, True) for kind in HEAVY for n in (1000, 10_000, BIG) for f in "PR"},
    **{(kind, n, "mapkit", "length off"): (1e-9, False) for kind in HEAVY[::2] for n in (1000, 10_000, BIG)},
    ("voronoi", BIG, "mapkit", "s per cell, of 10,000's"): (1.5, False),
    ("repair", 10_000, "mapkit", "s"): (6, False),
    ("repair", BIG, "mapkit", "s"): (60, False),
    **{("repair", n, "mapkit", f): (0, False) for n in (1000, 10_000, BIG) for f in ("cells lost", "faults")},
}


@dataclass(frozen=True)
class Task:
    """kind of map, its partition (bricks have none), who is to work on it."""

    kind: str
    n: int
    part: Partition | None
    who: str


def cells_of(task: Task) -> tuple[Any, Pairs]:
    kind, _, noise = task.kind.partition(" ")
    if task.part is None:
        return bricks(100, task.n // 100)
    made = {
        "voronoi": lambda p: plain(p),
        "wiggly": lambda p: wiggly(p),
        "twice": lambda p: drawn_twice(p, float(noise)),
        "gaps": lambda p: gaps(p, float(noise)),
        "repair": lambda p: drawn_twice(p, 1e-3),
    }
    return made[kind](task.part), truth(task.part)


def ready(who: str, cells: Any) -> Callable[[], Any]:
    """The work, with everything loaded and imported."""
    if who == "mapkit":
        shapes = dict(zip(map(str, range(len(cells))), cells.tolist(), strict=True))
        return lambda: adjacency(rings(shapes), False)
    if who == "STRtree":
        return lambda: strtree(cells)
    import geopandas

    if who == "libpysal":
        from libpysal.graph import Graph

        series = geopandas.GeoSeries(cells)
        return lambda: Graph.build_contiguity(series, rook=True)
    import pygeoda

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cells.shp"
        geopandas.GeoDataFrame({"id": range(len(cells))}, geometry=list(cells)).to_file(path)
        data = pygeoda.open(str(path))
    return lambda: pygeoda.rook_weights(data)


def strtree(cells: Any) -> Pairs:
    a, b = shapely.STRtree(cells).query(cells, predicate="intersects")
    a, b = a[a < b], b[a < b]
    size = shapely.length(shapely.intersection(cells[a], cells[b]))
    return np.column_stack([a, b])[size > 0]


def pairs_of(who: str, found: Any, n: int) -> Pairs:
    """What a contender found, as pairs: not in its seconds."""
    if who == "mapkit":
        return np.column_stack([found.a, found.b])[found.taken]
    if who == "pygeoda":
        return np.array([(i, j) for i in range(n) for j in found.get_neighbors(i) if i < j])
    if who == "libpysal":
        pairs = found.adjacency.reset_index()[["focal", "neighbor"]].to_numpy()
        return pairs[pairs[:, 0] < pairs[:, 1]]
    return found


def one(task: Task) -> dict[str, float]:
    """The figures of one contender on one map."""
    warnings.simplefilter("ignore")
    cells, expected = cells_of(task)
    work = mender(cells) if task.kind == "repair" else ready(task.who, cells)
    ctypes.CDLL(None).malloc_trim(0) if sys.platform == "linux" else None
    base, best, found = memory("VmRSS"), float("inf"), None
    if base:
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    for _ in range(2):
        found = None
        start = time.process_time()
        found = work()
        seconds = time.process_time() - start
        best = min(best, seconds)
        if seconds > 5:
            break
    figures = {"s": best, "MB": memory("VmHWM") - base}
    if task.kind == "repair":
        return {**figures, **mended(cells, found)}
    pairs = pairs_of(task.who, found, len(cells))
    hits = len(np.intersect1d(*(np.sort(p, axis=1) @ [len(cells), 1] for p in (pairs, expected))))
    figures |= {"P": hits / max(1, len(pairs)), "R": hits / len(expected)}
    if task.who == "mapkit" and task.kind in HEAVY[::2] and task.part and len(pairs) == len(expected):
        figures["length off"] = float(np.abs(found.length[found.taken] - shared_lengths(task.part, cells)).max())
    return figures


def mender(cells: Any) -> Callable[[], Any]:
    source = Source(dict(zip(map(str, range(len(cells))), cells.tolist(), strict=True)), False)
    return lambda: repair(source)[0]


def mended(before: Any, coverage: Any) -> dict[str, float]:
    after = np.array([*coverage.shapes.values()])
    lost = len(before) - len(after)
    faults = int((~shapely.is_valid(after)).sum()) + (not shapely.coverage_is_valid(after))
    if lost:
        return {"cells lost": lost, "faults": faults}
    old, new = ({tuple(p) for p in pairs_of("mapkit", ready("mapkit", x)(), 0).tolist()} for x in (before, after))
    return {"cells lost": 0, "faults": faults, "borders gained": len(new - old), "borders lost": len(old - new)}


def memory(kind: str) -> float:
    """MB that this process holds (VmRSS) or held at most (VmHWM); 0 where the system does not tell."""
    status = Path("/proc/self/status")
    rows = status.read_text().splitlines() if status.is_file() else []
    return next((int(row.split()[1]) / 1024 for row in rows if row.startswith(kind)), 0.0)


def tasks(sizes: list[int], seed: int, only: list[str], alone: bool) -> list[Task]:
    parts = {n: voronoi(n, seed) for n in sizes}
    kinds = ["voronoi", "wiggly", *(f"twice {noise}" for noise in NOISES), "gaps 0.001", "repair"]
    asked: list[tuple[str, int, Partition | None]] = [(kind, n, parts[n]) for n in sizes for kind in kinds]
    asked.append(("bricks", 10_000, None))
    found = []
    for kind, n, part in asked:
        if only and kind.split()[0] not in only:
            continue
        peers = () if alone or kind not in HEAVY else PEERS
        if kind == "wiggly" and n >= BIG:
            peers = peers[:1]  # minutes
        found += [Task(kind, n, part, who) for who in ("mapkit", *peers)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="voronoi, wiggly, twice, gaps, repair, bricks")
    parser.add_argument("--alone", action="store_true")
    asked = parser.parse_args()
    sizes = [int(n) for n in asked.sizes.split(",")]
    seen: dict[tuple[str, int, str, str], float] = {}
    context = multiprocessing.get_context("spawn")
    for task in tasks(sizes, asked.seed, [k for k in asked.only.split(",") if k], asked.alone):
        try:
            with ProcessPoolExecutor(1, mp_context=context) as pool:
                figures = pool.submit(one, task).result()
        except ImportError:
            print(f"{task.kind:12} {task.n:6} {task.who:9} not installed", flush=True)
            continue
        own = seen.get((task.kind, task.n, "mapkit", "s"), figures["s"])
        figures["x"] = figures["s"] / own
        small = seen.get((task.kind, 10_000, task.who, "s"))
        if task.n == BIG and small:
            figures["s per cell, of 10,000's"] = figures["s"] / small / 10
        seen |= {(task.kind, task.n, task.who, k): v for k, v in figures.items()}
        rest = "  ".join(f"{k} {v:.6g}" for k, v in figures.items() if k not in ("s", "x", "MB"))
        print(
            f"{task.kind:12} {task.n:6} {task.who:9} {figures['s']:7.2f} s  x{figures['x']:5.1f} "
            f"{figures['MB']:6.0f} MB  {rest}",
            flush=True,
        )
    missed = [
        f"{' '.join(map(str, key))} {seen[key]:.6g} ({'>=' if least else '<='} {mark})"
        for key, (mark, least) in MARKS.items()
        if key in seen and (seen[key] < mark if least else seen[key] > mark)
    ]
    print("marks missed: " + (", ".join(missed) or "none"))


if __name__ == "__main__":
    main()
