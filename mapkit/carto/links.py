"""Map + shapes -> bridges proposed: every piece tied first, then the straits a player would expect to cross (shapely).

Candidates are pairs of cells that are not linked and whose shortest crossing runs over no third cell, nor between two
that border each other. First the shortest ones that tie the pieces of the map together (Kruskal 1956, over pieces);
then the others by what they cost: their length, more when the way over land is short anyway, more again for every
bridge an end already has. Where cells fill the sea, too, what is left goes to the shortest crossings over narrows.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto import spot
from mapkit.carto.faces import valid
from mapkit.carto.spot import Shapes
from mapkit.carto.strait import crossing, span
from mapkit.map import Map, pieces

DETOUR = {1: 8.0, 2: 4.0, 3: 2.0, 4: 1.4}  # cost factor by steps over land between the two ends; farther: 1.2
CROWDED = 1.6  # cost factor for every bridge an end already has
SMALL = 0.05  # a cell smaller than this share of the median is no good end for a bridge
FULL = 0.85  # cells that fill this share of the map's rectangle fill the sea
NARROWS = 0.25  # a crossing over a third cell is at most so many cell widths long,
SEVERAL = 1.5  # and costs more when it is over several cells or where two meet
REACH = 2.0  # cells farther apart than this many cell widths are considered only to tie a piece where none is nearer,
WORTH = 1.0  # and such as are farther apart than this only to tie a piece: no strait that a player would see


@dataclass(frozen=True)
class Proposal:
    """A bridge worth having. length in km (lon/lat) or drawing units; ties: it joins two pieces that nothing joins."""

    a: str
    b: str
    length: float
    ties: bool


def suggest_links(
    map: Map,
    shapes: Mapping[str, BaseGeometry],
    lonlat: bool,
    isolates: Collection[str] = (),
    most: int | None = None,
) -> list[Proposal]:
    """Bridges in the order to take them, at most `most` (default: a fifth of the cells, at least 15).

    shapes: polygons of all cells. isolates: cells that are meant to stay alone.
    """
    ids = [c.id for c in map.cells if c.id in shapes and c.id not in isolates]
    most = max(15, math.ceil(len(map.cells) / 5)) if most is None else most
    if len(ids) < 2:
        return []
    exact = np.array([shapes[i] for i in ids], dtype=object)
    broken = ~shapely.is_valid(exact)
    exact[broken] = [valid(s) for s in exact[broken]]
    if lonlat:
        exact = spot.squeeze(exact, float(np.mean(shapely.get_coordinates(exact)[:, 1])))
    width = float(np.median(np.sqrt(shapely.area(exact))))
    plain = shapely.simplify(exact, width / 200, preserve_topology=True)
    home = {cell: k for k, piece in enumerate(pieces(ids, map.links)) for cell in piece}
    linked = {link.pair for link in map.links}
    pairs = _candidates(ids, plain, width, [home[i] for i in ids], linked)
    free = _clear(pairs, plain, exact)
    clear = set(free)  # a piece that no clear crossing ties is tied over a third cell
    ties = _ties([*free, *(p for p in pairs if p not in clear)], [home[i] for i in ids])
    chosen = [(i, j, True) for i, j, _ in ties]
    beside = _numbered(_land(map), ids)
    open_ = [p for p in free if not _between(p, plain, beside)]
    chosen += [(i, j, False) for i, j in _others(open_, ties, ids, map, width, shapely.area(exact), most)]
    taken = {(i, j) for i, j, _ in chosen}
    west, south, east, north = shapely.total_bounds(exact)
    if shapely.area(exact).sum() >= FULL * (east - west) * (north - south):
        rest = [p for p in pairs if p[:2] not in taken and 0 < p[2] <= NARROWS * width]
        chosen += [(i, j, False) for i, j in _narrows(rest, plain, exact, beside)]
    return [_proposal(ids[i], ids[j], tie, shapes, lonlat) for i, j, tie in chosen[:most]]


Pair = tuple[int, int, float]  # cells by number, and their distance


def _candidates(
    ids: list[str], cells: Shapes, width: float, home: list[int], linked: set[tuple[str, str]]
) -> list[Pair]:
    """Unlinked pairs within reach, and for every two pieces their nearest few; shortest first."""
    low, high = shapely.STRtree(cells).query(cells, predicate="dwithin", distance=REACH * width)
    near = {(int(i), int(j)) for i, j in zip(low, high, strict=True) if i < j}
    group = np.array(home)
    for k in sorted(set(home))[1:]:  # a piece other than the largest: its distances to all cells outside
        inside, outside = np.flatnonzero(group == k), np.flatnonzero(group != k)
        for i in inside:
            distance = shapely.distance(cells[i], cells[outside])
            near |= {(min(int(i), int(j)), max(int(i), int(j))) for j in outside[np.argsort(distance)[:4]]}
    rows = sorted(near)
    distance = shapely.distance(cells[[i for i, _ in rows]], cells[[j for _, j in rows]])
    found = [(i, j, float(d)) for (i, j), d in zip(rows, distance, strict=True)]
    return sorted(
        ((i, j, d) for i, j, d in found if (min(ids[i], ids[j]), max(ids[i], ids[j])) not in linked),
        key=lambda x: (x[2], ids[x[0]], ids[x[1]]),
    )


def _clear(pairs: list[Pair], plain: Shapes, exact: Shapes) -> list[Pair]:
    """The pairs whose shortest crossing runs over no third cell."""
    over = _over(pairs, plain, exact)
    return [pair for pair, thirds in zip(pairs, over, strict=True) if not thirds]


def _narrows(pairs: list[Pair], plain: Shapes, exact: Shapes, beside: Mapping[int, set[int]]) -> list[tuple[int, int]]:
    """Pairs with a short crossing over others, cheapest first."""
    over = _over(pairs, plain, exact)
    several = [len(o) > 1 or _between(p, plain, beside) for p, o in zip(pairs, over, strict=True)]
    costs = sorted((d * (SEVERAL if s else 1.0), i, j) for (i, j, d), s in zip(pairs, several, strict=True))
    return [(i, j) for _, i, j in costs]


def _over(pairs: list[Pair], plain: Shapes, exact: Shapes) -> list[set[int]]:
    """For every pair the third cells that its shortest crossing runs over."""
    found: list[set[int]] = [set() for _ in pairs]
    if not pairs:
        return found
    lines = shapely.shortest_line(plain[[i for i, _, _ in pairs]], plain[[j for _, j, _ in pairs]])
    row, over = shapely.STRtree(exact).query(lines, predicate="intersects")
    third = [over[k] not in pairs[row[k]][:2] for k in range(len(row))]
    row, over = row[third], over[third]
    inside = shapely.length(shapely.intersection(lines[row], exact[over]))
    long = inside > 0.02 * shapely.length(lines[row])
    for k, cell in zip(row[long].tolist(), over[long].tolist(), strict=True):
        found[k].add(cell)
    return found


def _between(pair: Pair, cells: Shapes, beside: Mapping[int, set[int]]) -> bool:
    """Whether the crossing runs where two cells meet that border each other and both ends, nearer than the ends are:
    then a short border parts the ends, not water."""
    i, j, d = pair
    common = sorted(beside.get(i, set()) & beside.get(j, set()))
    meeting = [(b, c) for b in common for c in common if b < c and c in beside[b]]
    if not meeting:
        return False
    at = shapely.line_interpolate_point(shapely.shortest_line(cells[i], cells[j]), 0.5, normalized=True)
    return any(max(shapely.distance(at, cells[b]), shapely.distance(at, cells[c])) < d / 2 for b, c in meeting)


def _ties(pairs: list[Pair], home: list[int]) -> list[Pair]:
    root = list(range(max(home) + 1))

    def find(k: int) -> int:
        while root[k] != k:
            k = root[k]
        return k

    found = []
    for i, j, d in pairs:
        a, b = find(home[i]), find(home[j])
        if a != b:
            root[a] = b
            found.append((i, j, d))
    return found


def _others(
    pairs: list[Pair], ties: list[Pair], ids: list[str], map: Map, width: float, area: np.ndarray, most: int
) -> list[tuple[int, int]]:
    """The rest, cheapest first; every choice makes its ends dearer."""
    taken = {(i, j) for i, j, _ in ties}
    bridges = dict.fromkeys(range(len(ids)), 0)
    number = {cell: k for k, cell in enumerate(ids)}
    ends = [number[end] for link in map.links if link.kind == "bridge" for end in link.pair if end in number]
    for k in [*ends, *(end for pair in taken for end in pair)]:
        bridges[k] += 1
    median = float(np.median(area))
    rest = []
    land = _land(map)
    away = {i: _steps(land, ids[i]) for i in {i for i, _, _ in pairs}}
    for i, j, d in pairs:
        if (i, j) in taken or d > WORTH * width or d <= 0:
            continue
        steps = away[i].get(ids[j], 0)
        small = min(area[i], area[j]) < SMALL * median
        rest.append(((d + 0.02 * width) * DETOUR.get(steps, 1.2 if steps else 1.0) * (2.0 if small else 1.0), i, j))
    found: list[tuple[int, int]] = []
    while rest and len(found) + len(ties) < most:
        cost, i, j = min(rest, key=lambda x: (x[0] * CROWDED ** (bridges[x[1]] + bridges[x[2]]), x[1], x[2]))
        rest.remove((cost, i, j))
        found.append((i, j))
        bridges[i] += 1
        bridges[j] += 1
    return found


def _steps(land: Mapping[str, list[str]], a: str) -> dict[str, int]:
    """Steps over borders from a to every cell of its piece, in the order they are reached."""
    steps = {a: 0}
    queue = deque([a])
    while queue:
        cell = queue.popleft()
        for other in land.get(cell, []):
            if other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return steps


def _land(map: Map) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for link in map.links:
        if link.kind == "border":
            found.setdefault(link.a, []).append(link.b)
            found.setdefault(link.b, []).append(link.a)
    return found


def _numbered(land: Mapping[str, list[str]], ids: list[str]) -> dict[int, set[int]]:
    number = {cell: k for k, cell in enumerate(ids)}
    return {number[a]: {number[b] for b in others if b in number} for a, others in land.items() if a in number}


def _proposal(a: str, b: str, ties: bool, shapes: Mapping[str, BaseGeometry], lonlat: bool) -> Proposal:
    a, b = sorted((a, b))
    return Proposal(a, b, span(crossing(shapes[a], shapes[b], lonlat), lonlat), ties)
