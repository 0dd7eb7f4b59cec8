"""Source + who borders whom -> first bridges and regions, so that a new map opens at once (shapely by others).

What links and regions propose, taken as it comes; a large map is parted by a quick method of its own: grown evenly
from seeds far apart, then evened out cell by cell as long as every region stays whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from mapkit.carto.links import suggest_links
from mapkit.carto.regions import suggest_regions
from mapkit.carto.source import Source
from mapkit.map import Cell, Link, Map, Region, pieces

MANY = 150  # cells; more are parted by the quick method
Pair = tuple[str, str]


def _plain(source: Source, links: Sequence[Pair]) -> Map:
    """A map of one region, for those who propose more."""
    cells = tuple(Cell(i, {}, "all") for i in source.shapes)
    kinds = tuple(Link(a, b, "border") for a, b in links)
    return Map("new", {}, cells, (Region("all", {}, "red", "R"),), kinds)


def ties(source: Source, borders: Sequence[Pair]) -> list[Pair]:
    """Bridges that tie the pieces of the map together, and no more than those."""
    shapes, plain = source.shapes, _plain(source, borders)
    missing = len(pieces(shapes, plain.links)) - 1
    found = suggest_links(plain, shapes, source.lonlat, most=missing) if missing else []
    return [(min(p.a, p.b), max(p.a, p.b)) for p in found if p.ties]


def groups(source: Source, links: Sequence[Pair], count: int, by: Mapping[str, str]) -> list[list[str]]:
    """Cells of each region: the best proposal (which follows the values of by), or on a large map the quick one."""
    ids = list(source.shapes)
    if len(ids) > MANY:
        return regions(ids, links, count)
    best = suggest_regions(_plain(source, links), source.shapes, count, proposals=1, by=by or None)[0]
    return [[i for i in ids if best.region[i] == k] for k in range(count)]


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
