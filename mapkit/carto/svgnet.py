"""Open lines + closed shapes -> the cells that lines part: a map drawn as a net of borders (shapely, scipy).

Ends that fall just short of another line are brought onto it, all lines are cut where they cross, crossings nearer than
a line is wide become one, and every face of that net is a cell (polygonizer of GEOS). Ends that meet nothing are told.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import shapely
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from mapkit.carto.markup import Node
from mapkit.carto.svgdecor import named
from mapkit.carto.svgname import behind
from mapkit.carto.svgwalk import OpenLine, Shown
from mapkit.map import Finding

FEWEST = 3  # lines that make a net,
TIMES = 2  # and so many for every closed shape
SHORT = 2.0  # an end may fall short by so many widths of the line,
NEAR = 0.004  # or by this share of the drawing's size
OVER = 4.0
MOST_LINES = 5000


def meshes(shown: list[Shown], lines: list[OpenLine], findings: list[Finding], path: Path) -> list[Shown]:
    """The faces between the lines and outlines, largest first; [] where lines are no net of borders: few lines, closed
    shapes that have names (then they are the cells), or fewer faces than there are closed shapes. Line ends that meet
    no other line are told with their place in the drawing (its units, y down)."""
    if not FEWEST <= len(lines) <= MOST_LINES or len(lines) < TIMES * len(shown):
        return []
    if any(name and not behind(name) for name in map(named, shown)):
        return []
    drawn = [shapely.linestrings(line.points) for line in lines if len(set(line.points)) > 1]
    drawn += [shapely.boundary(one.shape) for one in shown]
    west, south, east, north = shapely.total_bounds(drawn)
    widths = [line.width for line in lines if line.width > 0]
    width = float(np.median(widths)) if widths else 0.0
    reach = max(SHORT * width, NEAR * math.hypot(east - west, north - south))
    noded = _knotted(shapely.union_all([*drawn, *_closing(drawn, reach)]), max(width, reach / 2))
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded).tolist()))
    faces = faces[2 * shapely.area(faces) > max(width, reach / 2) * shapely.length(faces)]  # no slivers
    if len(faces) < 2 or len(faces) < len(shown):
        return []
    told = f"{len(lines)} lines part the drawing into {len(faces)} cells"
    findings.append(Finding("lines", path.name, told, False))
    findings += _loose(noded, reach, shapely.union_all(faces))
    around = (Node("svg", {}), Node("path", {}))
    return [Shown(face, around, {}) for face in faces[np.argsort(-shapely.area(faces), kind="stable")]]


def _loose(noded: shapely.Geometry, reach: float, land: shapely.Geometry) -> list[Finding]:
    """The ends of the net's edges at which nothing else ends, but for those that overshoot another line by reach, or by
    OVER times as much when they stand outside the cells."""
    edges = shapely.get_parts(noded)
    ends = shapely.get_coordinates([shapely.get_point(edges, 0), shapely.get_point(edges, -1)])
    _, at, count = np.unique(ends, axis=0, return_inverse=True, return_counts=True)
    over = reach * np.where(shapely.intersects_xy(land, ends[:, 0], ends[:, 1]), 1.0, OVER)
    alone = (count[at.ravel()] == 1) & (np.tile(shapely.length(edges), 2) > over)
    fix = "where it should part two cells, draw it onto the other line"
    return [
        Finding(
            "loose-end", f"{x:.6g}, {y:.6g}", "line ends here without meeting another and parts nothing", False, fix
        )
        for y, x in sorted((y, x) for x, y in ends[alone].tolist())
    ]


def _closing(drawn: list[shapely.Geometry], reach: float) -> list[shapely.Geometry]:
    """From every end that touches no other line, the shortest line to the nearest one within reach."""
    tree = shapely.STRtree(drawn)
    found = []
    for k, line in enumerate(drawn):
        if line.geom_type != "LineString" or line.is_closed:
            continue
        for end in (shapely.get_point(line, 0), shapely.get_point(line, -1)):
            near = [j for j in tree.query(end, predicate="dwithin", distance=reach).tolist() if j != k]
            if not near:
                continue
            distance = shapely.distance(end, [drawn[j] for j in near])
            at = drawn[near[int(np.argmin(distance))]]
            if distance.min() > 0:
                link = shapely.get_coordinates(shapely.shortest_line(end, at))
                ends = link + (link[1] - link[0]) * [[0.0], [1e-6]]  # a little over: rounding must not part them again
                found.append(shapely.linestrings(ends))
    return found


def _knotted(noded: shapely.Geometry, near: float) -> shapely.Geometry:
    """Lines that meet at their ends -> the same with ends less than near apart brought together."""
    edges = shapely.get_parts(noded)
    ends = np.concatenate([shapely.get_point(edges, 0), shapely.get_point(edges, -1)])
    a, b = shapely.STRtree(ends).query(ends, predicate="dwithin", distance=near)
    count, knot = connected_components(coo_array((np.ones(len(a)), (a, b)), shape=(len(ends), len(ends))))
    xy = shapely.get_coordinates(ends)
    middle = np.stack([np.bincount(knot, xy[:, k], count) for k in (0, 1)], axis=1) / np.bincount(knot)[:, None]
    first, last = knot[: len(edges)], knot[len(edges) :]
    kept = (first != last) | (shapely.length(edges) > 4 * near)
    moved = []
    for edge, start, stop in zip(edges[kept], middle[first[kept]], middle[last[kept]], strict=True):
        moved.append(shapely.linestrings(np.vstack([start, shapely.get_coordinates(edge)[1:-1], stop])))
    return shapely.union_all(moved)
