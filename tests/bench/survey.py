"""Speed and exactness of the survey beside libpysal, pygeoda and shapely, in one run: python tests/bench/survey.py.

Peers that are not installed are left out. Loading is excluded: every contender gets shapely polygons in memory (pygeoda
its own open data). Times are CPU seconds; ratios are what to look at, as a machine may be busy.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import shapely
from partitions import bricks, drawn_twice, gaps, plain, truth, voronoi, wiggly

from mapkit.carto.adjacency import adjacency
from mapkit.carto.coverage import repair
from mapkit.carto.rings import rings
from mapkit.carto.source import Source


def mapkit(cells: np.ndarray) -> np.ndarray:
    shapes = dict(zip(map(str, range(len(cells))), cells.tolist(), strict=True))
    found = adjacency(rings(shapes), False)
    return np.column_stack([found.a, found.b])[found.taken]


def libpysal(cells: np.ndarray) -> np.ndarray:
    import geopandas
    from libpysal.graph import Graph

    graph = Graph.build_contiguity(geopandas.GeoSeries(cells), rook=True)
    pairs = graph.adjacency.reset_index()[["focal", "neighbor"]].to_numpy()
    return pairs[pairs[:, 0] < pairs[:, 1]]


def strtree(cells: np.ndarray) -> np.ndarray:
    a, b = shapely.STRtree(cells).query(cells, predicate="intersects")
    a, b = a[a < b], b[a < b]
    size = shapely.length(shapely.intersection(cells[a], cells[b]))
    return np.column_stack([a, b])[size > 0]


def geoda(cells: np.ndarray) -> Callable[[], np.ndarray]:
    import geopandas
    import pygeoda

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cells.shp"
        geopandas.GeoDataFrame({"id": range(len(cells))}, geometry=list(cells)).to_file(path)
        data = pygeoda.open(str(path))

    def weights() -> np.ndarray:
        w = pygeoda.rook_weights(data)
        return np.array([(i, j) for i in range(len(cells)) for j in w.get_neighbors(i) if i < j])

    return weights


def clocked(work: Callable[[], np.ndarray]) -> tuple[float, np.ndarray]:
    """The better of two runs: a machine that is busy shows in one of them."""
    best = float("inf")
    found = np.zeros((0, 2), np.int64)
    for _ in range(2):
        start = time.process_time()
        found = work()
        best = min(best, time.process_time() - start)
    return best, found


def line(name: str, who: str, seconds: float, base: float, pairs: np.ndarray, expected: np.ndarray) -> None:
    n = int(max(pairs.max(initial=0), expected.max(initial=0))) + 1
    got, want = set((pairs[:, 0] * n + pairs[:, 1]).tolist()), set((expected[:, 0] * n + expected[:, 1]).tolist())
    hit = len(got & want)
    figures = f"precision {hit / max(1, len(got)):.5f} recall {hit / len(want):.5f}"
    print(f"{name:18} {who:18} {seconds:7.2f} s  x{seconds / base:5.1f}  {figures}", flush=True)


def compare(name: str, cells: np.ndarray, expected: np.ndarray, peers: bool) -> None:
    base, pairs = clocked(lambda: mapkit(cells))
    line(name, "mapkit", base, base, pairs, expected)
    if not peers:
        return
    for who, work in (("libpysal", libpysal), ("shapely STRtree", strtree)):
        try:
            seconds, pairs = clocked(lambda work=work: work(cells))  # type: ignore[misc]
            line(name, who, seconds, base, pairs, expected)
        except ImportError:
            print(f"{name:18} {who:18} not installed")
    try:
        ready = geoda(cells)
        seconds, pairs = clocked(ready)
        line(name, "pygeoda", seconds, base, pairs, expected)
    except ImportError:
        print(f"{name:18} {'pygeoda':18} not installed")


def main() -> None:
    sizes = [int(x) for x in sys.argv[1:]] or [1000, 10000, 100000]
    for n in sizes:
        part = voronoi(n)
        pairs = truth(part)
        compare(f"voronoi {n}", plain(part), pairs, True)
        compare(f"wiggly {n}", wiggly(part), pairs, n <= 100000)
        for noise in (1e-4, 1e-3):
            compare(f"twice {noise:g} {n}", drawn_twice(part, noise), pairs, False)
        compare(f"gaps 0.001 {n}", gaps(part, 1e-3), pairs, False)
        cells = drawn_twice(part, 1e-3)
        source = Source(dict(zip(map(str, range(n)), cells.tolist(), strict=True)), False)
        start = time.process_time()
        coverage, _ = repair(source)
        seconds = time.process_time() - start
        valid = shapely.coverage_is_valid(list(coverage.shapes.values()))
        print(f"repair {n}: {seconds:.1f} s, {n - len(coverage.shapes)} cells lost, valid {valid}", flush=True)
        before, after = ({tuple(p) for p in mapkit(x).tolist()} for x in (cells, np.array([*coverage.shapes.values()])))
        print(f"repair {n}: borders gained {len(after - before)}, lost {len(before - after)}", flush=True)
    wall, pairs = bricks(100, 100)
    compare("bricks 10000", wall, pairs, True)


if __name__ == "__main__":
    main()
