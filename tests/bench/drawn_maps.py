"""Maps as people draw them for games: cells shrunk on all sides by lines 1 to 4 px wide, so that neighbours share no
vertex: borders found against borders drawn, with nothing set. python tests/bench/drawn_maps.py [MAPS] [SEED]

A map has 50 to 220 cells on about 1000 px, even or wild or long and thin; coasts are cut by a spiral, a wavy channel or
holes; sea cells are drawn or not; corners are round or sharp, lines of one map uneven, vertices each cell's own.
"""

from __future__ import annotations

import sys

import numpy as np
import shapely
from numpy.typing import NDArray
from partitions import Partition, voronoi, wiggly

from mapkit.carto.source import Source
from mapkit.carto.survey import survey

Shapes = NDArray[np.object_]
PX = 1000.0
Pair = tuple[str, str]


def evened(n: int, seed: int, rounds: int, stretch: float) -> Partition:
    """Voronoi cells, the more alike (hexagons) the more rounds of Lloyd, stretched in x."""
    from scipy.spatial import Voronoi

    part = voronoi(n, seed)
    side = np.sqrt(n)
    for _ in range(rounds):
        end = np.cumsum(part.size)
        middle = np.array([part.node[part.ring[a:b]].mean(axis=0) for a, b in zip(end - part.size, end, strict=True)])
        mirrored = [middle, middle * [-1, 1], middle * [1, -1]]
        mirrored += [[2 * side, 0] + middle * [-1, 1], [0, 2 * side] + middle * [1, -1]]
        v = Voronoi(np.concatenate(mirrored))
        rings = [np.array(v.regions[v.point_region[i]]) for i in range(n)]
        xy = [v.vertices[r] for r in rings]
        ccw = [np.sum(p[:, 0] * np.roll(p[:, 1], -1) - np.roll(p[:, 0], -1) * p[:, 1]) > 0 for p in xy]
        ring = np.concatenate([r if left else r[::-1] for r, left in zip(rings, ccw, strict=True)])
        used, number = np.unique(ring, return_inverse=True)
        part = Partition(v.vertices[used], number.reshape(-1), np.array([len(r) for r in rings]))
    return Partition(part.node * [stretch, 1 / stretch], part.ring, part.size)


def water(rng: np.random.Generator, kind: str, box: tuple[float, ...]) -> shapely.Geometry:
    """What is no land: a band along a spiral or a wave, 8 px wide or more, or round lakes."""
    x0, y0, x1, y1 = box
    middle, size = np.array([(x0 + x1) / 2, (y0 + y1) / 2]), min(x1 - x0, y1 - y0)
    at = np.linspace(0, 1, 300)
    if kind == "spiral":
        turn = 2 * np.pi * rng.uniform(1.2, 2.2) * at + rng.uniform(0, 6)
        line = middle + (size * 0.5 * at)[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
        return shapely.buffer(shapely.linestrings(line), rng.uniform(4, 15))
    if kind == "channel":
        wave = np.sin(at * rng.uniform(4, 14) + rng.uniform(0, 6)) * size * 0.12
        line = np.column_stack([x0 + (x1 - x0) * at, middle[1] + wave])
        return shapely.buffer(shapely.linestrings(line), rng.uniform(4, 25))
    centers = rng.uniform([x0, y0], [x1, y1], (4, 2))
    return shapely.union_all(shapely.buffer(shapely.points(centers), rng.uniform(10, 60, 4)))


def drawn_map(seed: int) -> tuple[Shapes, set[Pair], set[Pair]]:
    """Cells as drawn; borders (longer than the line is wide); pairs that share so little that either answer will do."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(50, 221))
    part = evened(n, seed, int(rng.choice([0, 1, 4])), float(rng.choice([1.0, 1.0, 1.6])))
    cells = wiggly(part, int(rng.integers(3, 12)), seed, float(rng.uniform(0, 0.25)))
    scale = PX / float(np.ptp(part.node, axis=0).max())
    cells = shapely.transform(cells, lambda xy: xy * scale)
    cells = np.array([c if c.is_valid else shapely.make_valid(c) for c in cells], dtype=object)
    sea = water(rng, str(rng.choice(["spiral", "channel", "lakes"])), tuple(shapely.total_bounds(cells)))
    land = shapely.difference(cells, sea)
    gone = rng.random(n) < rng.choice([0.0, 0.08])
    land = land[~gone & (shapely.area(land) > 200)]
    if rng.random() < 0.5:  # the water is a few cells, too
        wet = shapely.intersection(cells[:: n // 4], sea)
        land = np.concatenate([land, wet[shapely.area(wet) > 400]])
    land = np.array([_large(c) for c in land], dtype=object)
    line = float(rng.uniform(1, 4))
    a, b = shapely.STRtree(land).query(land, predicate="intersects")
    a, b = a[a < b], b[a < b]
    size = shapely.length(shapely.intersection(land[a], land[b]))
    pairs = [(min(str(i), str(j)), max(str(i), str(j))) for i, j in zip(a, b, strict=True)]
    sure = {p for p, s in zip(pairs, size, strict=True) if s > 2 * line}
    join = str(rng.choice(["round", "mitre"]))
    width = line * rng.uniform(0.85, 1.15, len(land))
    shrunk = [shapely.buffer(c, -w / 2, join_style=join, mitre_limit=2.0) for c, w in zip(land, width, strict=True)]
    rough = float(rng.uniform(0.02, 0.15)) * line
    own = shapely.simplify(shapely.segmentize(np.array(shrunk, dtype=object), rng.uniform(4, 20)), rough)
    own = shapely.transform(own, lambda xy: np.round(xy + rough * np.sin(xy[:, ::-1] * 977), 2))
    return own, sure, set(pairs) - sure


def _large(cell: shapely.Geometry) -> shapely.Geometry:
    parts = shapely.get_parts(cell)
    parts = parts[(shapely.get_type_id(parts) == 3) & (shapely.area(parts) > 60)]
    return shapely.multipolygons(parts)


def main() -> None:
    maps, seed = (int(x) for x in (*sys.argv[1:], *("40", "0")[len(sys.argv) - 1 :]))
    hit = found = wanted = 0
    for k in range(seed, seed + maps):
        cells, sure, either = drawn_map(k)
        got = set(survey(Source(dict(zip(map(str, range(len(cells))), cells.tolist(), strict=True)), False)).lengths)
        got -= either
        if got != sure:
            print(f"map {k}: {len(sure)} borders, {len(got - sure)} false, {len(sure - got)} missed", flush=True)
        hit, found, wanted = hit + len(got & sure), found + len(got), wanted + len(sure)
    print(f"{maps} maps, {wanted} borders: precision {hit / found:.5f} recall {hit / wanted:.5f}")


if __name__ == "__main__":
    main()
