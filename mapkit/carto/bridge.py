"""Outlines + bridge links -> BridgeLine: the shortest crossing over open water, else a way around by the sea."""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree
from shapely.geometry import LineString, box

from mapkit.carto.project import Floats, Shape
from mapkit.layout import Box, BridgeLine, Inset
from mapkit.map import Map

SEEN = 2.5  # mm: a crossing shorter than this is hard to see, so a longer one is taken where the shores allow
OWN = 2.5  # mm: an end nearer to a third cell may be taken for that one's
DEAR = 5.0  # mm of a longer way that are worth one mm of that distance


def bridges(
    map: Map, outlines: Mapping[str, Shape], size: tuple[float, float], insets: Sequence[Inset], blocks: Sequence[Box]
) -> tuple[BridgeLine, ...]:
    """A line for every bridge of the map, shore to shore, in mm. No line crosses a cell where a way by sea exists."""
    home = {c: i for i in insets for c in i.cells}
    lines: list[BridgeLine] = []
    for link in map.links:
        if link.kind != "bridge":
            continue
        closed = [box(*b) for b in blocks]
        closed += [box(*i.box) for i in insets if i not in (home.get(link.a), home.get(link.b))]
        walls = [s for c, s in outlines.items() if c not in link.pair] + closed
        before = [LineString(x.path).buffer(0.6) for x in lines]
        a, b = outlines[link.a], outlines[link.b]
        ways = ((walls + before, 1.2), (walls + before, 0.5), (walls, 0.5))
        others = shapely.union_all([s for c, s in outlines.items() if c not in link.pair])
        straight = (_straight(a, b, wall, off, others) for wall, off in ways)
        path = next((p for p in straight if p), None) or _around(a, b, walls, size, others)
        if path is None:
            path = _points(shapely.shortest_line(a, b))
        lines.append(BridgeLine(link.a, link.b, path))
    return tuple(lines)


def _straight(
    a: Shape, b: Shape, walls: Sequence[Shape], off: float, others: Shape
) -> tuple[tuple[float, float], ...] | None:
    """The best straight line from shore to shore that keeps off everything else by so many mm.

    Short ones first, but at least SEEN long where possible, and with ends well away from third cells (others).
    """
    pa, pb = _shore(a, b), _shore(b, a)
    length = np.hypot(pa[:, None, 0] - pb[None, :, 0], pa[:, None, 1] - pb[None, :, 1])
    cost = length + DEAR * (_crowded(pa, others)[:, None] + _crowded(pb, others)[None, :])
    order = np.argsort(np.where(length < SEEN, cost + 1000.0, cost), axis=None, kind="stable")[:4000]
    i, j = np.unravel_index(order, length.shape)
    lines = shapely.linestrings(np.stack([pa[i], pb[j]], axis=1))
    own = shapely.union_all([a, b]).buffer(-0.02)
    wall = shapely.union_all([w.buffer(off) for w in walls]) if walls else box(-1, -1, -1, -1)
    shapely.prepare(own)
    shapely.prepare(wall)
    good = np.flatnonzero(~shapely.intersects(own, lines) & ~shapely.intersects(wall, lines))
    return _points(lines[good[0]]) if len(good) else None


def _crowded(points: Floats, others: Shape) -> Floats:
    """By how many mm each point lies nearer than OWN to a third cell."""
    return np.asarray(np.clip(OWN - shapely.distance(shapely.points(points), others), 0.0, OWN))


def _shore(a: Shape, b: Shape) -> Floats:
    """Points every mm along the boundary of a, those nearest to b first, at most 250."""
    points = _rim(a)
    near: Floats = points[np.argsort(cKDTree(_rim(b)).query(points)[0], kind="stable")[:250]]
    return near


def _roomy(rim: Floats, others: Shape) -> Floats:
    """The points that are no nearer than OWN to a third cell; the half that is farthest when there are too few."""
    crowded = _crowded(rim, others)
    free: Floats = rim[crowded == 0]
    return free if len(free) >= 3 else rim[crowded <= np.median(crowded)]


def _rim(shape: Shape) -> Floats:
    return np.asarray(shapely.get_coordinates(shapely.segmentize(shape.boundary, 1.0)))


def _around(
    a: Shape, b: Shape, walls: Sequence[Shape], size: tuple[float, float], others: Shape
) -> tuple[tuple[float, float], ...] | None:
    """A way over open water on a raster of 1 mm (Dijkstra, 8 directions), then pulled tight; it starts and ends where
    the shores are farthest from third cells, as far as that goes."""
    nx, ny = int(size[0]), int(size[1])
    gx, gy = np.meshgrid(np.arange(nx) + 0.5, np.arange(ny) + 0.5)
    wall = shapely.union_all([w.buffer(0.7) for w in walls] + [a, b])
    shapely.prepare(wall)
    open_water = ~shapely.contains_xy(wall, gx, gy)
    points = np.column_stack([gx.ravel(), gy.ravel()])
    near = [
        (cKDTree(_roomy(_rim(s), others)).query(points, distance_upper_bound=1.6)[0] < 1.5).reshape(gx.shape)
        for s in (a, b)
    ]
    start = np.argwhere(open_water & near[0])
    goal = {(int(y), int(x)) for y, x in np.argwhere(open_water & near[1])}
    cells = _dijkstra(open_water, [(int(y), int(x)) for y, x in start], goal)
    if not cells:
        return None
    way = [(x + 0.5, y + 0.5) for y, x in cells]
    first, last = shapely.Point(way[0]), shapely.Point(way[-1])
    way = [*_points(shapely.shortest_line(a, first))[:1], *way, *_points(shapely.shortest_line(b, last))[:1]]
    return _tighten(way, wall)


def _dijkstra(
    free: NDArray[np.bool_], start: list[tuple[int, int]], goal: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    best = dict.fromkeys(start, 0.0)
    came: dict[tuple[int, int], tuple[int, int]] = {}
    queue = [(0.0, s) for s in sorted(start)]
    while queue:
        cost, at = heapq.heappop(queue)
        if cost > best[at]:
            continue
        if at in goal:
            way = [at]
            while way[-1] in came:
                way.append(came[way[-1]])
            return way[::-1]
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                to = at[0] + dy, at[1] + dx
                if not (dy or dx) or not (0 <= to[0] < free.shape[0] and 0 <= to[1] < free.shape[1]) or not free[to]:
                    continue
                now = cost + math.hypot(dx, dy)
                if now < best.get(to, math.inf) - 1e-9:
                    best[to], came[to] = now, at
                    heapq.heappush(queue, (now, to))
    return []


def _tighten(way: list[tuple[float, float]], wall: Shape) -> tuple[tuple[float, float], ...]:
    """Skips every point that the eye can see past."""
    inner = wall.buffer(-0.1)
    out, i = [way[0]], 0
    while i < len(way) - 1:
        j = len(way) - 1
        while j > i + 1 and LineString([way[i], way[j]]).intersects(inner):
            j -= 1
        out.append(way[j])
        i = j
    return tuple((round(x, 4), round(y, 4)) for x, y in out)


def _points(line: LineString) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in line.coords)
