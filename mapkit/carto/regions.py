"""Map + shapes -> regions proposed: k contiguous, even, compact groups of cells (numpy, shapely for area and centre).

Seeds far apart on the graph of links (farthest first; other starts for other proposals), regions grown one cell at a
time by the smallest, then annealed: a move gives a cell at a region's rim to a region next to it if both stay in one
piece. The energy is unevenness, spread about the centre and the number of links cut, and what an attribute says.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from shapely.geometry.base import BaseGeometry

from mapkit.map import Map, pieces

EVEN, COMPACT, CUT, APART = 1.0, 0.6, 0.08, 0.5  # weights of the energy
MOVES = 300  # tried per cell
VIEWS = ((1.0, 1.0), (1.7, 1.0), (1.0, 1.7))  # the map stretched, so that other divisions are the compact ones
Sums = tuple[int, float, float, float, int, int]  # a region's cells; their x, y, x2 + y2; links cut; values of `by`
STARTS = 3  # for each view
UNEVEN = 2  # a proposal's sizes may differ by so much more than the evenest one's


@dataclass(frozen=True)
class Division:
    """Cell id -> number of its region, 0 to k - 1 from north to south; what it costs, and the sizes by number."""

    region: Mapping[str, int]
    energy: float
    sizes: tuple[int, ...]


def suggest_regions(
    map: Map,
    shapes: Mapping[str, BaseGeometry],
    k: int,
    seed: int = 0,
    proposals: int = 3,
    by: Mapping[str, str] | None = None,
) -> list[Division]:
    """Up to `proposals` different divisions into k regions, best first.

    Contiguous over all links (bridges too) as far as the map is. by: cell id -> value of an attribute (a state, a
    part of the country); cells of one value stay together where evenness allows. Raises ValueError for k < 1 or more
    regions than cells.
    """
    ids = [c.id for c in map.cells]
    if not 1 <= k <= len(ids):
        raise ValueError(f"{k} regions: choose between 1 and the number of cells, {len(ids)}")
    near, centre = _neighbours(map, ids), _centres(ids, shapes)
    _join(near, centre, ids, map)
    group = [(by or {}).get(i, "") for i in ids]
    best: dict[frozenset[frozenset[int]], tuple[float, list[int]]] = {}
    for start in range(STARTS * len(VIEWS)):
        random = Random(seed * 1009 + start)
        view = centre * np.array(VIEWS[start % len(VIEWS)])
        owner, energy = _annealed(_grown(near, view, k, random, group), near, view, k, random, group)
        found = frozenset(frozenset(i for i, o in enumerate(owner) if o == r) for r in range(k))
        if found not in best or energy < best[found][0]:
            best[found] = (energy, owner)
    evenest = min(_uneven(owner) for _, owner in best.values())
    ranked = sorted(x for x in best.values() if _uneven(x[1]) <= evenest + UNEVEN)
    kept: list[tuple[float, list[int]]] = []
    for energy, owner in ranked:
        if all(_differ(owner, other) > 0.08 for _, other in kept):
            kept.append((energy, owner))
    return [_division(ids, owner, centre, energy, k) for energy, owner in kept[:proposals]]


def _neighbours(map: Map, ids: list[str]) -> list[list[int]]:
    number = {cell: i for i, cell in enumerate(ids)}
    return [[number[x] for x in map.neighbours[cell]] for cell in ids]


def _centres(ids: list[str], shapes: Mapping[str, BaseGeometry]) -> np.ndarray:
    points = np.array([shapes[i].centroid.coords[0] if i in shapes else (0.0, 0.0) for i in ids])
    spread = max(float(np.ptp(points, axis=0).max(initial=0)), 1e-9)
    return np.asarray((points - points.mean(axis=0)) / spread * math.sqrt(len(ids)))  # a cell is about 1 wide


def _join(near: list[list[int]], centre: np.ndarray, ids: list[str], map: Map) -> None:
    """Ties pieces that no link ties by their nearest centres, so that isolates have a region beside them."""
    number = {cell: i for i, cell in enumerate(ids)}
    groups = [[number[c] for c in piece] for piece in pieces(ids, map.links)]
    main = list(groups[0])
    for piece in groups[1:]:
        away = np.hypot(*(centre[piece][:, None] - centre[main][None]).transpose(2, 0, 1))
        a, b = np.unravel_index(int(np.argmin(away)), away.shape)
        near[piece[int(a)]].append(main[int(b)])
        near[main[int(b)]].append(piece[int(a)])
        main += piece


def _grown(near: list[list[int]], centre: np.ndarray, k: int, random: Random, group: Sequence[str]) -> list[int]:
    n = len(near)
    seeds = [random.randrange(n)]
    while len(seeds) < k:
        steps = _steps(near, seeds)
        far = max(steps)
        seeds.append(random.choice([i for i in range(n) if steps[i] >= max(1, far - 1) and i not in seeds]))
    owner = [-1] * n
    for r, i in enumerate(seeds):
        owner[i] = r
    sizes = [1] * k
    while -1 in owner:
        for r in sorted(range(k), key=lambda r: (sizes[r], r)):
            rim = [j for i in range(n) if owner[i] == r for j in near[i] if owner[j] == -1]
            if rim:
                own = {group[i] for i in range(n) if owner[i] == r}
                middle = centre[[i for i in range(n) if owner[i] == r]].mean(axis=0)
                j = min(rim, key=lambda j: (group[j] not in own, float(np.hypot(*(centre[j] - middle))), j))
                owner[j] = r
                sizes[r] += 1
                break
    return owner


def _steps(near: list[list[int]], starts: list[int]) -> list[int]:
    steps = [-1] * len(near)
    for i in starts:
        steps[i] = 0
    queue = deque(starts)
    while queue:
        i = queue.popleft()
        for j in near[i]:
            if steps[j] < 0:
                steps[j] = steps[i] + 1
                queue.append(j)
    return steps


def _annealed(
    owner: list[int], near: list[list[int]], centre: np.ndarray, k: int, random: Random, group: Sequence[str]
) -> tuple[list[int], float]:
    n = len(owner)
    x, y = centre.T.tolist()
    sums = [_sums(r, owner, near, x, y, group) for r in range(k)]
    count = [Counter(group[i] for i in range(n) if owner[i] == r) for r in range(k)]
    cost = [_cost(s, n / k) for s in sums]
    best, least = list(owner), sum(cost)
    tries = MOVES * n if n <= 100 else MOVES * 100
    for t in range(tries):
        heat = 0.6 * (1 - t / tries) ** 2 + 1e-3
        i = random.randrange(n)
        a = owner[i]
        around = [owner[j] for j in near[i]]
        others = sorted({*around} - {a})
        if not others or sums[a][0] == 1:
            continue
        b = random.choice(others)
        if not _whole_without(i, owner, near):
            continue
        g, x_, y_ = group[i], x[i], y[i]
        (m, sx, sy, q, cut, kinds), (m2, sx2, sy2, q2, cut2, kinds2) = sums[a], sums[b]
        cut += 2 * around.count(a) - len(around)
        cut2 += len(around) - 2 * around.count(b)
        far = x_ * x_ + y_ * y_
        left = m - 1, sx - x_, sy - y_, q - far, cut, kinds - (count[a][g] == 1)
        right = m2 + 1, sx2 + x_, sy2 + y_, q2 + far, cut2, kinds2 + (count[b][g] == 0)
        new = _cost(left, n / k), _cost(right, n / k)
        rise = new[0] + new[1] - cost[a] - cost[b]
        if rise <= 0 or random.random() < math.exp(-rise / heat):
            sums[a], sums[b], owner[i] = left, right, b
            cost[a], cost[b] = new
            count[a][g] -= 1
            count[b][g] += 1
            if sum(cost) < least - 1e-9:
                best, least = list(owner), sum(cost)
    return best, least


def _sums(
    r: int, owner: list[int], near: list[list[int]], x: Sequence[float], y: Sequence[float], group: Sequence[str]
) -> Sums:
    rows = [i for i, o in enumerate(owner) if o == r]
    far = sum(x[i] ** 2 + y[i] ** 2 for i in rows)
    cut = sum(owner[j] != r for i in rows for j in near[i])
    return len(rows), sum(x[i] for i in rows), sum(y[i] for i in rows), far, cut, len({group[i] for i in rows})


def _cost(sums: Sums, size: float) -> float:
    n, sx, sy, far, cut, kinds = sums
    spread = far / n - (sx * sx + sy * sy) / (n * n)
    return EVEN * (n - size) ** 2 + COMPACT * spread + CUT * cut + APART * 2 * (kinds - 1)


def _whole_without(cell: int, owner: list[int], near: list[list[int]]) -> bool:
    """Whether a region in one piece stays so without a cell: its neighbours there still reach each other."""
    r = owner[cell]
    left = {j for j in near[cell] if owner[j] == r}
    if len(left) < 2:
        return bool(left)
    start = left.pop()
    seen, stack = {cell, start}, [start]
    while stack:
        for j in near[stack.pop()]:
            if owner[j] == r and j not in seen:
                seen.add(j)
                left.discard(j)
                if not left:
                    return True
                stack.append(j)
    return False


def _uneven(owner: list[int]) -> int:
    sizes = np.bincount(owner)
    return int(sizes.max() - sizes.min())


def _differ(a: list[int], b: list[int]) -> float:
    """Share of linked or unlinked pairs of cells that are together in one division and apart in the other."""
    x, y = np.array(a), np.array(b)
    together = (x[:, None] == x) != (y[:, None] == y)
    return float(together.sum() / max(1, (x[:, None] == x).sum() + (y[:, None] == y).sum()))


def _division(ids: list[str], owner: list[int], centre: np.ndarray, energy: float, k: int) -> Division:
    rows = np.array(owner)
    north = sorted(range(k), key=lambda r: (-round(float(centre[rows == r, 1].mean()), 6), r))
    number = {r: at for at, r in enumerate(north)}
    region = {cell: number[o] for cell, o in zip(ids, owner, strict=True)}
    sizes = tuple(sum(1 for o in region.values() if o == r) for r in range(k))
    return Division(region, round(energy, 6), sizes)
