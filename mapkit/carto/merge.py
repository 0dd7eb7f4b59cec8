"""Coverage + Survey -> fewer cells: the smallest merged into neighbours, or those a designer names (shapely)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely

from mapkit.carto import spot
from mapkit.carto.coverage import Coverage, polygons
from mapkit.carto.graph import Survey
from mapkit.errors import MapkitError

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
    value = {cell: (by or {}).get(cell, "") for cell in members}
    done: set[str] = set()
    while len(members) > count:
        open_ = [c for c in members if c not in done]
        if not open_:
            break
        small = min(open_, key=lambda c: (area[c], c))
        into = _partner(small, members, shared, area, value, coverage)
        if into is None:
            done.add(small)
            continue
        if area[into] == area[small]:
            small, into = max(small, into), min(small, into)
        members[into] += members.pop(small)
        area[into] += area.pop(small)
        for other, size in shared.pop(small).items():
            shared[other].pop(small)
            if other != into:
                shared[other][into] = shared[into][other] = shared[into].get(other, 0.0) + size
        done.clear()
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
    shapes = [shapely.union_all([coverage.shapes[c] for c in members[other]]) for other in others]
    distance = shapely.distance(shapely.union_all([coverage.shapes[c] for c in members[small]]), shapes)
    return others[int(np.argmin(distance))]


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
