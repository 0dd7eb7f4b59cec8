"""Coverage + Survey -> fewer cells: the smallest merged into neighbours, or those a designer names (shapely)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

import numpy as np
import shapely

from mapkit.carto import spot
from mapkit.carto.coverage import Coverage, polygons
from mapkit.carto.graph import Survey
from mapkit.errors import MapkitError

Box = tuple[float, float, float, float]
Group = tuple[str, ...]  # cells that become one; the first gives its id


def plan_merges(coverage: Coverage, survey: Survey, count: int, by: Mapping[str, str] | None = None) -> list[Group]:
    """Which cells to merge so that `count` are left: every cell in one group, in the coverage's order.

    Again and again the smallest cell (by true area) joins a neighbour of its group `by` (cell id -> value; none: all
    are one group): the one it shares the longest border with, weighed against that one's size, else, for an island,
    the nearest. A group is named by its largest cell. Stops early when every group of `by` is one cell; raises
    MapkitError when count is less than 1.
    """
    if count < 1:
        raise MapkitError(f"cannot merge to {count} cells: at least 1 is left", "--merge-to")
    area = {cell: spot.area(shape, coverage.lonlat) for cell, shape in coverage.shapes.items()}
    shared = _shared(survey, area)
    members = {cell: [cell] for cell in coverage.shapes}
    box = {cell: shape.bounds for cell, shape in coverage.shapes.items()}
    value = {cell: (by or {}).get(cell, "") for cell in members}
    queue = [(size, cell) for cell, size in area.items()]
    heapify(queue)
    waiting: list[tuple[float, str]] = []  # alone in their group until something else has merged
    while len(members) > count and queue:
        size, small = heappop(queue)
        if area.get(small) != size:
            continue  # merged away, or larger by now
        into = _partner(small, members, box, shared, area, value, coverage)
        if into is None:
            waiting.append((size, small))
            continue
        if area[into] == area[small]:
            small, into = max(small, into), min(small, into)
        members[into] += members.pop(small)
        area[into] += area.pop(small)
        (w, s, e, n), (w2, s2, e2, n2) = box[into], box.pop(small)
        box[into] = min(w, w2), min(s, s2), max(e, e2), max(n, n2)
        for other, length in shared.pop(small).items():
            shared[other].pop(small)
            if other != into:
                shared[other][into] = shared[into][other] = shared[into].get(other, 0.0) + length
        for one in (*waiting, (area[into], into)):
            heappush(queue, one)
        waiting.clear()
    place = {cell: k for k, cell in enumerate(coverage.shapes)}
    groups = [(into, *sorted(cells[1:], key=place.__getitem__)) for into, cells in members.items()]
    return sorted(groups, key=lambda g: min(place[c] for c in g))


def _shared(survey: Survey, cells: Mapping[str, float]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {cell: {} for cell in cells}
    for border in survey.borders:
        if border.a in found and border.b in found:
            found[border.a][border.b] = found[border.b][border.a] = border.length
    return found


def _partner(
    small: str,
    members: Mapping[str, list[str]],
    box: Mapping[str, Box],
    shared: Mapping[str, Mapping[str, float]],
    area: Mapping[str, float],
    value: Mapping[str, str],
    coverage: Coverage,
) -> str | None:
    near = [c for c in shared[small] if value[c] == value[small]]
    if near:
        return max(near, key=lambda c: (shared[small][c] / area[c] ** 0.5, c))
    others = [c for c in members if c != small and value[c] == value[small]]
    if not others:
        return None
    west, south, east, north = box[small]
    w, s, e, n = np.array([box[c] for c in others]).T
    least = np.hypot(np.maximum(0, np.maximum(w - east, west - e)), np.maximum(0, np.maximum(s - north, south - n)))
    mine = np.array([coverage.shapes[c] for c in members[small]], dtype=object)[:, None]
    best = (np.inf, "")
    for k in np.argsort(least, kind="stable"):  # boxes tell how near a shape can be at the nearest
        if least[k] > best[0]:
            break
        far = shapely.distance(mine, [coverage.shapes[c] for c in members[others[k]]]).min()
        best = min(best, (float(far), others[k]))
    return best[1]


def merged(coverage: Coverage, groups: Sequence[Group]) -> Coverage:
    """The coverage with the cells of every group as one, under the group's first id; other cells as they are.

    Raises MapkitError for a cell that is not there or stands in two groups.
    """
    into: dict[str, str] = {}
    for group in groups:
        for cell in group:
            if cell not in coverage.shapes:
                raise MapkitError(f"cannot merge {'+'.join(group)}: there is no cell {cell!r}")
            if cell in into:
                raise MapkitError(f"cannot merge {'+'.join(group)}: cell {cell!r} is merged twice")
            into[cell] = group[0]
    whole = {
        group[0]: polygons(shapely.coverage_union_all([coverage.shapes[c] for c in group]))
        for group in groups
        if len(group) > 1
    }
    shapes = {c: whole.get(c, shape) for c, shape in coverage.shapes.items() if into.get(c, c) == c}
    return Coverage(shapes, coverage.lonlat)


def read_groups(text: str) -> list[Group]:
    """ "A+B,C+D+E" -> [("A", "B"), ("C", "D", "E")]. Raises MapkitError."""
    groups = [tuple(c.strip() for c in part.split("+")) for part in text.split(",")]
    for group in groups:
        if len(group) < 2 or not all(group):
            raise MapkitError(f"cannot merge {text!r}: name cells as A+B, or A+B,C+D")
    return groups
