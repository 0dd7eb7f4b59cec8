"""Map + start shapes -> Rules of the block layout: who must touch, where the true neighbours lie, whose coast."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy.spatial import Delaunay, QhullError

from mapkit.carto.block_board import Rules
from mapkit.carto.block_parts import Parts
from mapkit.map import Map

HOLES = 0.3  # corners per cell that the holes of enclaves may make up
ASHORE = 0.15  # an enclave so near to the coast, in widths of the cell around it, may then lie on the coast instead
STRIP = 0.2  # and one so near to it, in widths of its own, always
ACROSS = 0.3  # weight of the direction of two cells that only lie beside each other, without a link


@dataclass(frozen=True)
class Ground:
    """What the true shapes say: who borders whom (by index, a < b), who has a coast, and (cell, its enclaves)."""

    borders: frozenset[tuple[int, int]]
    coast: frozenset[int]
    enclaves: tuple[tuple[int, tuple[int, ...]], ...]


def ground_of(parts: Parts) -> Ground:
    """What the true shapes say, cells and further parts numbered in the order of parts.shapes.

    An enclave almost on the coast is taken for a cell of the coast: that changes no border, and saves the four corners
    of a hole. How near that is depends on how many of the corners would be those of holes.
    """
    shapes = list(parts.shapes.values())
    index = {c: i for i, c in enumerate(parts.shapes)}
    borders = _numbered(parts.needed, index)
    coast = _coast(shapes)
    found = enclosures(len(index), borders | _numbered(parts.free, index), coast)
    kept = sorted(found)
    sea = shapely.boundary(_closed(shapes)) if found else None
    for strip, around, group in sorted((_strip(f, shapes, sea), *f) for f in found):
        crowded = 4 * len(kept) > HOLES * len(shapes) and strip < ASHORE * _width(shapes, [around])
        if crowded or strip < STRIP * _width(shapes, group):
            kept.remove((around, group))
            coast |= set(group)
    return Ground(borders, coast, tuple((around, tuple(group)) for around, group in kept))


def _strip(found: tuple[int, list[int]], shapes: Sequence[shapely.Geometry], sea: shapely.Geometry) -> float:
    """The least distance from an enclave to the sea."""
    return min(float(shapely.distance(shapes[c], sea)) for c in found[1])


def _width(shapes: Sequence[shapely.Geometry], group: Collection[int]) -> float:
    return math.sqrt(sum(float(shapely.area(shapes[c])) for c in group))


def _numbered(pairs: Collection[tuple[str, str]], index: Mapping[str, int]) -> frozenset[tuple[int, int]]:
    return frozenset((min(index[a], index[b]), max(index[a], index[b])) for a, b in pairs)


def rules_of(
    map: Map,
    parts: Parts,
    warped: Mapping[str, shapely.Geometry],
    ground: Ground,
) -> Rules:
    """parts: the true shapes, y down; warped: the same, evened out."""
    shapes = parts.shapes
    borders, coast, enclaves = ground.borders, ground.coast, ground.enclaves
    index = {c: i for i, c in enumerate(shapes)}
    pairs = [sorted((index[x.a], index[x.b])) for x in map.links if x.kind == "bridge"]
    bridges = frozenset((a, b) for a, b in pairs) - borders
    weight = {**dict.fromkeys(_beside(warped), ACROSS), **dict.fromkeys(borders | bridges, 1.0)}
    true = [(p.x, p.y) for p in (shapely.centroid(g) for g in shapes.values())]
    bearings = {}
    for (a, b), w in sorted(weight.items()):
        dx, dy = true[b][0] - true[a][0], true[b][1] - true[a][1]
        d = math.hypot(dx, dy)
        bearings[a, b] = (dx / d, dy / d, w) if d > 1e-9 else (1.0, 0.0, 0.0)
    enclosed = frozenset(c for _, group in enclaves for c in group)
    holes = [0] * len(shapes)
    for around, _ in enclaves:
        holes[around] += 1
    inland = {c for c in range(len(shapes)) if c not in coast and c not in enclosed and closed(c, borders)}
    shore = frozenset(c for p in bridges for c in p) - enclosed
    free = _numbered(parts.free, index)
    return Rules(
        borders, free, bridges, bearings, coast - enclosed, shore, frozenset(inland) - shore, enclosed, tuple(holes)
    )


def enclosures(n: int, borders: Collection[tuple[int, int]], coast: Collection[int]) -> list[tuple[int, list[int]]]:
    """(cell, the cells it alone encloses), for every enclave of one cell or several; an enclave's enclaves too."""
    beside: list[list[int]] = [[] for _ in range(n)]
    for a, b in sorted(borders):
        beside[a].append(b)
        beside[b].append(a)
    found = []
    for around in range(n):
        seen = {around}
        for first in beside[around]:
            if first in seen:
                continue
            group, stack = {first}, [first]
            while stack:
                for b in beside[stack.pop()]:
                    if b != around and b not in group:
                        group.add(b)
                        stack.append(b)
            seen |= group
            if not group & set(coast) and len(group) + 1 < n:
                found.append((around, sorted(group)))
    return found


def closed(cell: int, borders: Collection[tuple[int, int]]) -> bool:
    """Whether the neighbours of a cell can form a ring around it, each touching the next."""
    near = {b if a == cell else a for a, b in borders if cell in (a, b)}
    links = {x: [b if a == x else a for a, b in borders if x in (a, b)] for x in near}
    return len(near) > 2 and all(sum(o in near for o in links[x]) >= 2 for x in near)


def _beside(shapes: Mapping[str, shapely.Geometry]) -> list[tuple[int, int]]:
    """Pairs whose centres are Delaunay neighbours."""
    points = np.array([(p.x, p.y) for p in (shapely.centroid(g) for g in shapes.values())])
    try:
        triangles = Delaunay(points).simplices.tolist() if len(points) > 3 else []
    except QhullError:
        triangles = []
    return sorted({(min(a, b), max(a, b)) for t in triangles for a, b in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0]))})


def _coast(shapes: Sequence[shapely.Geometry]) -> frozenset[int]:
    """Cells that have a piece of the outer coast or of a large lake's."""
    land = _closed(shapes)
    side = math.sqrt(shapely.area(land))
    near = shapely.buffer(shapely.boundary(land), side * 0.006, quad_segs=2)
    shapely.prepare(near)
    return frozenset(
        i
        for i, g in enumerate(shapes)
        if shapely.length(shapely.intersection(shapely.boundary(g), near)) > 0.04 * shapely.length(shapely.boundary(g))
    )


def _closed(shapes: Sequence[shapely.Geometry]) -> shapely.Geometry:
    """All land in one, without slits and narrow inlets."""
    land = shapely.union_all(shapes)
    reach = math.sqrt(shapely.area(land)) * 0.004
    return shapely.buffer(shapely.buffer(land, reach, quad_segs=2), -reach, quad_segs=2)
