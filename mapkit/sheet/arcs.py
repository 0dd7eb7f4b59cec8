"""Layout -> arcs: the lines between cells, each once, with the one or two cells it bounds."""

from __future__ import annotations

from dataclasses import dataclass

from mapkit.layout import Layout, Point

Segment = tuple[Point, Point]


@dataclass(frozen=True)
class Arc:
    """A polyline in mm; cells: the sorted ids on its sides (one: a shore). closed: the last point meets the first."""

    cells: tuple[str, ...]
    points: tuple[Point, ...]
    closed: bool


def sides(layout: Layout) -> dict[Segment, set[str]]:
    """Segment (its lesser end first) -> the cells it bounds. Neighbours are told by equal vertices."""
    found: dict[Segment, set[str]] = {}
    for place in layout.places:
        for polygon in place.outline:
            for ring in polygon:
                for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
                    if p != q:
                        found.setdefault((min(p, q), max(p, q)), set()).add(place.cell)
    return found


def arcs(layout: Layout) -> list[Arc]:
    """Every arc of the layout, in a fixed order."""
    groups: dict[tuple[str, ...], list[Segment]] = {}
    for segment, cells in sides(layout).items():
        groups.setdefault(tuple(sorted(cells)), []).append(segment)
    return [arc for cells in sorted(groups) for arc in _chain(cells, groups[cells])]


def _chain(cells: tuple[str, ...], segments: list[Segment]) -> list[Arc]:
    ends: dict[Point, list[Segment]] = {}
    for segment in segments:
        for point in segment:
            ends.setdefault(point, []).append(segment)
    left = dict.fromkeys(segments)
    found: list[Arc] = []
    starts = [p for p, at in ends.items() if len(at) != 2]
    for start in [*starts, *ends]:  # open chains first; what is left are rings
        for first in ends[start]:
            if first not in left:
                continue
            points, segment = [start], first
            while True:
                del left[segment]
                points.append(segment[1] if segment[0] == points[-1] else segment[0])
                following = [s for s in ends[points[-1]] if s in left]
                if len(ends[points[-1]]) != 2 or not following:
                    break
                segment = following[0]
            closed = points[0] == points[-1]
            found.append(Arc(cells, tuple(points[:-1] if closed else points), closed))
    return found
