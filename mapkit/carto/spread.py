"""Plane shapes -> what is drawn where: islets dropped, far cells set apart as insets, the rest one main land."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree
from shapely.geometry import Polygon

from mapkit.carto.project import Floats, Shape, Shapes

GAIN_INSET = 1.10  # cells are set apart when the others can grow by more than this
GAIN_DROP = 1.04  # a far part of a cell is dropped for this
FAR = 0.06  # of the main land's diagonal: nothing nearer is set apart
OFFSHORE = 0.2  # of the diagonal, from largest part to largest part: what is nearer is an island off the coast, and
MUCH = 1.35  # stays at its place unless the gain is as large as this


@dataclass(frozen=True)
class Part:
    """One polygon of a cell, by its place k in the cell's shape."""

    cell: str
    k: int
    area: float


@dataclass(frozen=True)
class Spread:
    """keep: cell -> which of its parts are drawn. give: part -> the cell it is given to. insets: groups of cells."""

    keep: dict[str, tuple[int, ...]]
    give: dict[tuple[str, int], str]
    insets: tuple[tuple[str, ...], ...]


def spread(shapes: Shapes, aspect: float, declared: Sequence[Collection[str]] | None, keep_parts: float) -> Spread:
    """What of every cell is drawn, and where.

    shapes: on a rough plane. aspect: width / height of the page. declared: groups of cells for insets (None: choose
    those whose removal lets the rest grow by over 10 % and that lie far off, or nearer and by over 35 %). keep_parts:
    a part smaller than this share of all land goes, unless it is its cell's largest or carries a border no larger part
    has.
    """
    aspect = min(max(aspect, 1e-3), 1e3)
    polygons = {(c, k): p for c, s in shapes.items() for k, p in enumerate(shapely.get_parts(s))}
    parts = [Part(c, k, p.area) for (c, k), p in polygons.items()]
    land = sum(p.area for p in parts)
    largest = {c: max((p for p in parts if p.cell == c), key=lambda p: p.area).k for c in shapes}
    shared = _shared(polygons)
    kept = {(p.cell, p.k) for p in parts if p.area >= keep_parts * land or p.k == largest[p.cell]}
    carriers = _carriers(shared, kept)
    kept |= carriers
    main = set(largest.items())
    insets: list[tuple[str, ...]] = [tuple(sorted(g)) for g in declared or () if g]
    away = {c for g in insets for c in g}
    drawn = {p for p in kept if p[0] not in away}
    while len(drawn) > 1:
        group = _farthest(polygons, drawn, main, carriers, aspect, land, allow=declared is None)
        if not group:
            break
        cells = sorted(c for c, k in group if (c, k) in main)
        insets += _near(polygons, main, cells, drawn - group)
        kept -= {p for p in drawn if p[0] not in cells and p in group}
        drawn -= group | {p for p in drawn if p[0] in cells}
    for group_cells in insets:  # inside an inset only what stands near its largest part
        for c in group_cells:
            kept -= {(c, k) for _, k in [p for p in kept if p[0] == c] if _stray(polygons, (c, largest[c]), (c, k))}
    give: dict[tuple[str, int], str] = {}
    for p in sorted(set(polygons) - kept):
        around = {q: length for q, length in shared.get(p, {}).items() if q in kept and q[0] != p[0]}
        if around:
            give[p] = max(sorted(around), key=lambda q: around[q])[0]
    return Spread(
        {c: tuple(sorted(k for cc, k in kept if cc == c)) for c in shapes}, give, tuple(sorted(insets, key=min))
    )


def apply(shapes: Shapes, plan: Spread) -> dict[str, Shape]:
    """The drawn parts of every cell, with the parts given to it."""
    pieces: dict[str, list[Polygon]] = {}
    for c, s in shapes.items():
        every = shapely.get_parts(s)
        pieces[c] = [every[k] for k in plan.keep[c]]
    for (c, k), to in plan.give.items():
        pieces[to].append(shapely.get_parts(shapes[c])[k])
    given = set(plan.give.values())
    return {
        c: shapely.union_all(p) if c in given else (p[0] if len(p) == 1 else shapely.multipolygons(p))
        for c, p in pieces.items()
    }


def _shared(polygons: dict[tuple[str, int], Polygon]) -> dict[tuple[str, int], dict[tuple[str, int], float]]:
    """Length of the border of every two parts, from edges that both have."""
    keys = list(polygons)
    rows, owner = [], []
    for i, p in enumerate(polygons.values()):
        for ring in (p.exterior, *p.interiors):
            c = shapely.get_coordinates(ring)
            a, b = c[:-1], c[1:]
            swap = (a[:, 0] > b[:, 0]) | ((a[:, 0] == b[:, 0]) & (a[:, 1] > b[:, 1]))
            rows.append(np.where(swap[:, None], np.hstack([b, a]), np.hstack([a, b])))
            owner.append(np.full(len(a), i))
    edges, owners = np.vstack(rows), np.concatenate(owner)
    order = np.lexsort(edges.T[::-1])
    edges, owners = edges[order], owners[order]
    out: dict[tuple[str, int], dict[tuple[str, int], float]] = {}
    for i in np.flatnonzero((edges[1:] == edges[:-1]).all(axis=1)).tolist():
        a, b = keys[owners[i]], keys[owners[i + 1]]
        length = float(np.hypot(*(edges[i, 2:] - edges[i, :2])))
        for p, q in ((a, b), (b, a)):
            out.setdefault(p, {})[q] = out.get(p, {}).get(q, 0.0) + length
    return out


def _carriers(
    shared: dict[tuple[str, int], dict[tuple[str, int], float]], kept: set[tuple[str, int]]
) -> set[tuple[str, int]]:
    """Small parts that must stay because the border of two cells runs only along them."""
    best: dict[tuple[str, str], tuple[bool, float, tuple[str, int], tuple[str, int]]] = {}
    for p, others in shared.items():
        for q, length in others.items():
            if p[0] < q[0]:
                now = (p in kept and q in kept, length, p, q)
                best[p[0], q[0]] = max(best.get((p[0], q[0]), now), now)
    return {part for both, _, p, q in best.values() if not both for part in (p, q)}


def _farthest(
    polygons: dict[tuple[str, int], Polygon],
    drawn: set[tuple[str, int]],
    main: set[tuple[str, int]],
    carriers: set[tuple[str, int]],
    aspect: float,
    land: float,
    allow: bool,
) -> set[tuple[str, int]]:
    """The group of far parts whose removal helps most; empty when none helps enough."""
    keys = sorted(drawn)
    n = len(keys)
    bounds = np.array([polygons[k].bounds for k in keys])
    area = np.array([polygons[k].area for k in keys])
    size = _diagonal(bounds)
    rough = shapely.simplify(np.array([polygons[k] for k in keys], dtype=object), size / 300)
    rough = np.where(shapely.is_empty(rough), [polygons[k] for k in keys], rough)
    gap = np.array([shapely.distance(rough[i], rough) for i in range(n)])
    tree = minimum_spanning_tree(np.maximum(gap, gap.T) / size + 1e-6).tocoo()  # a weight near 0 would be no edge
    best, found = 1.0, set[tuple[str, int]]()
    for e in np.argsort(-tree.data, kind="stable")[:60]:
        others = np.arange(len(tree.data)) != e
        cut = _graph(n, tree.row[others], tree.col[others])
        side = cut == cut[tree.row[e]]
        if area[side].sum() * 2 > area.sum():
            side = ~side
        rest = bounds[~side]
        group = {keys[i] for i in np.flatnonzero(side)}
        whole = [k for k in group if k in main]
        if tree.data[e] * size < FAR * _diagonal(rest) or group & carriers or area[side].sum() > 0.3 * land:
            continue
        if any(c in {w[0] for w in whole} and (c, k) not in group and (c, k) in carriers for c, k in keys):
            continue
        gain = _fit(rest, aspect) / _fit(bounds, aspect)
        if whole and gain < MUCH:
            big = np.array([k in main for k in keys])
            tie = gap[np.ix_(side & big, ~side & big)]
            if tie.size and tie.min() < OFFSHORE * _diagonal(rest):
                continue
        if gain > (GAIN_INSET if whole else GAIN_DROP) and gain > best:
            if (whole and not allow) or (not whole and area[side].sum() > 0.01 * land):
                continue
            best, found = gain, group
    return found


def _near(
    polygons: dict[tuple[str, int], Polygon],
    main: set[tuple[str, int]],
    cells: list[str],
    rest: Iterable[tuple[str, int]],
) -> list[tuple[str, ...]]:
    """Cells set apart, split into groups that stand together."""
    if not cells:
        return []
    shapes = np.array([polygons[p] for c in cells for p in sorted(main) if p[0] == c], dtype=object)
    limit = 0.08 * _diagonal(np.array([polygons[p].bounds for p in sorted(rest)]))
    gap = np.array([shapely.distance(s, shapes) for s in shapes])
    label = _graph(len(cells), *np.nonzero(gap < limit))
    return [tuple(c for c, of in zip(cells, label, strict=True) if of == g) for g in sorted(set(label))]


def _stray(polygons: dict[tuple[str, int], Polygon], big: tuple[str, int], part: tuple[str, int]) -> bool:
    """Whether a part stands farther from its cell's largest part than half that part's own size."""
    a = polygons[big]
    return part != big and a.distance(polygons[part]) > 0.5 * _diagonal(np.array([a.bounds]))


def _graph(n: int, row: object, col: object) -> np.ndarray:
    from scipy.sparse import coo_matrix

    ones = np.ones(len(row))  # type: ignore[arg-type]
    label: np.ndarray = connected_components(coo_matrix((ones, (row, col)), shape=(n, n)), directed=False)[1]
    return label


def _diagonal(bounds: Floats) -> float:
    return float(np.hypot(*(bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0))))


def _fit(bounds: Floats, aspect: float) -> float:
    w, h = bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0)
    return float(min(aspect / max(w, 1e-9), 1.0 / max(h, 1e-9)))
