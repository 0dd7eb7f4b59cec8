"""Cell shapes -> the same, with those parts apart that alone carry a border (where one part cannot have them all)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import shapely

Pair = tuple[str, str]
Shapes = Mapping[str, shapely.Geometry]


@dataclass(frozen=True)
class Parts:
    """shapes: cells, then further parts under names of their own; owner: part -> its cell (cells own themselves).

    needed: pairs of shapes that must touch; free: pairs that may, because another part of the cell does.
    """

    shapes: Shapes
    owner: Mapping[str, str]
    needed: frozenset[Pair]
    free: frozenset[Pair]


def apart(shapes: Shapes, drawn: Collection[Pair], always: bool = False) -> Parts:
    """A part that touches a neighbour which the cell's largest part does not touch stands alone, with that border.

    Unless always, only where another cell lies between the two largest parts: across water they can come together.
    Small further parts do not count.
    """
    x0, y0, x1, y1 = shapely.total_bounds(list(shapes.values()))
    near = max(x1 - x0, y1 - y0) * 1e-4
    out: dict[str, shapely.Geometry] = {}
    more: dict[str, shapely.Geometry] = {}
    owner = {c: c for c in shapes}
    needed = {_pair(*p) for p in drawn}
    free: set[Pair] = set()
    beside: dict[str, list[str]] = {c: [] for c in shapes}
    for a, b in sorted(needed):
        beside[a].append(b)
        beside[b].append(a)
    mains = {c: max(shapely.get_parts(s).tolist(), key=shapely.area) for c, s in shapes.items()}
    for cell, shape in shapes.items():
        parts = sorted(shapely.get_parts(shape).tolist(), key=lambda p: -shapely.area(p))
        main = parts[0]
        lost = [o for o in beside[cell] if not _touch(main, shapes[o], near)]
        lost = [o for o in lost if always or _between(cell, o, mains, near)]
        for part in parts[1:]:
            has = [o for o in lost if _touch(part, shapes[o], near)]
            if not has:
                continue
            name = f"{cell}#{len(more)}"
            more[name], owner[name] = part, cell
            lost = [o for o in lost if o not in has]
            for o in beside[cell]:
                free.add(_pair(name, o))
            for o in has:
                needed.discard(_pair(cell, o))
                needed.add(_pair(name, o))
                free.add(_pair(cell, o))
        out[cell] = main if any(owner[m] == cell for m in more) else _large(shape)
    both = [(a, b) for a in more for b in more if a < b and _pair(owner[a], owner[b]) in {_pair(*p) for p in drawn}]
    return Parts({**out, **more}, owner, frozenset(needed), frozenset((free | set(both)) - needed))


def _large(shape: shapely.Geometry) -> shapely.Geometry:
    parts = shapely.get_parts(shape).tolist()
    most = max(shapely.area(p) for p in parts)
    return shapely.union_all([p for p in parts if shapely.area(p) >= 0.03 * most])


def _touch(a: shapely.Geometry, b: shapely.Geometry, near: float) -> bool:
    along = shapely.intersection(shapely.boundary(a), shapely.buffer(b, near, quad_segs=1))
    return bool(shapely.length(along) > 3 * near)


def _between(a: str, b: str, mains: Shapes, near: float) -> bool:
    """Whether a third cell lies on the shortest way from a to b."""
    way = shapely.shortest_line(mains[a], mains[b])
    return any(shapely.length(shapely.intersection(way, g)) > near for c, g in mains.items() if c not in (a, b))


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)
