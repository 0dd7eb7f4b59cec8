"""Shapes + who borders whom -> first bridges and regions, so that a new map opens at once (numpy, shapely).

Plain methods with plain results, for a designer to replace: pieces tied by their nearest shores (a minimum spanning
tree), regions grown evenly from seeds far apart, then evened out cell by cell as long as every region stays whole.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.map import Link, pieces

Pair = tuple[str, str]
MOST_PIECES = 400  # islands that are tied; a drawing of more is left to its designer


def bridges(shapes: Mapping[str, BaseGeometry], borders: Iterable[Pair], lonlat: bool) -> list[Pair]:
    """Pairs of cells whose shores tie all pieces together, nearest first; empty when there is one piece (or > 400)."""
    groups = pieces(shapes, [Link(a, b, "border") for a, b in borders])
    if not 1 < len(groups) <= MOST_PIECES:
        return []
    south, north = shapely.total_bounds(list(shapes.values()))[[1, 3]]
    squeeze = np.array([math.cos(math.radians((south + north) / 2)) if lonlat else 1.0, 1.0])
    flat = {i: shapely.transform(s, lambda xy: xy * squeeze) for i, s in shapes.items()}
    whole = [shapely.GeometryCollection([flat[i] for i in group]) for group in groups]
    best = {k: (float(shapely.distance(whole[0], whole[k])), 0) for k in range(1, len(groups))}
    found = []
    while best:
        near = min(best, key=lambda k: (best[k][0], k))
        far, root = best.pop(near)
        found.append((far, _nearest(flat, groups[root], groups[near])))
        for k in best:
            other = float(shapely.distance(whole[near], whole[k]))
            best[k] = min(best[k], (other, near))
    return [pair for _, pair in sorted(found)]


def _nearest(shapes: Mapping[str, BaseGeometry], left: list[str], right: list[str]) -> Pair:
    tree = shapely.STRtree([shapes[i] for i in right])
    (mine, yours), far = tree.query_nearest([shapes[i] for i in left], return_distance=True, all_matches=False)
    at = int(np.argmin(far))
    a, b = sorted((left[int(mine[at])], right[int(yours[at])]))
    return a, b


def regions(ids: list[str], links: Iterable[Pair], count: int) -> list[list[str]]:
    """ids parted into count groups of even size, each connected over the links where the links allow it.

    Every id in one group, in the order of ids; groups ordered by their first id. Same input, same result.
    """
    count = max(1, min(count, len(ids)))
    around: dict[str, list[str]] = {i: [] for i in ids}
    for a, b in sorted(links):
        around[a].append(b)
        around[b].append(a)
    first = _steps(around, [ids[0]])
    seeds = [max(ids, key=lambda i: (first.get(i, -1), i))]
    while len(seeds) < count:
        far = _steps(around, seeds)
        free = [i for i in ids if i not in seeds]
        seeds.append(max(free, key=lambda i: (far.get(i, len(ids)), len(around[i]), i)))
    owner: dict[str, int] = {}
    rims: list[set[str]] = [set() for _ in range(count)]
    size = [0] * count

    def give(cell: str, k: int) -> None:
        owner[cell] = k
        size[k] += 1
        for rim in rims:
            rim.discard(cell)
        rims[k].update(j for j in around[cell] if j not in owner)

    for k, seed in enumerate(seeds):
        give(seed, k)
    while len(owner) < len(ids):
        k = min(range(count), key=lambda k: (not rims[k], size[k]))
        # the cell with the fewest free neighbours first: none is left enclosed
        rim = rims[k] or {next(i for i in ids if i not in owner)}
        give(min(rim, key=lambda j: (sum(n not in owner for n in around[j]), j)), k)
    _even(ids, around, owner, size)
    groups = [[i for i in ids if owner[i] == k] for k in range(count)]
    return sorted(groups, key=lambda g: ids.index(g[0]))


def _even(ids: list[str], around: Mapping[str, list[str]], owner: dict[str, int], size: list[int]) -> None:
    """Hands cells from larger to smaller neighbouring groups while the giver stays in one piece."""
    for _ in range(4 * len(size)):
        moved = False
        for i in ids:
            k = owner[i]
            takers = sorted({owner[j] for j in around[i]} - {k}, key=lambda t: (size[t], t))
            if (
                takers
                and size[k] > size[takers[0]] + 1
                and _whole([j for j in ids if owner[j] == k and j != i], around)
            ):
                owner[i] = takers[0]
                size[k] -= 1
                size[takers[0]] += 1
                moved = True
        if not moved:
            return


def _whole(members: list[str], around: Mapping[str, list[str]]) -> bool:
    inside = set(members)
    seen, waiting = {members[0]}, [members[0]]
    while waiting:
        for j in around[waiting.pop()]:
            if j in inside and j not in seen:
                seen.add(j)
                waiting.append(j)
    return len(seen) == len(inside)


def _steps(around: Mapping[str, list[str]], sources: Iterable[str]) -> dict[str, int]:
    far = dict.fromkeys(sources, 0)
    waiting = deque(far)
    while waiting:
        i = waiting.popleft()
        for j in around[i]:
            if j not in far:
                far[j] = far[i] + 1
                waiting.append(j)
    return far
