"""Cells cut at 180 degrees -> whole cells: parts on the far side come over by 360 degrees and grow together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto.faces import valid
from mapkit.map import Finding

EDGE = 1e-6  # degrees from 180 that count as the seam
WORLD = 350.0  # degrees: a part as wide as that runs round the world and has no seam


def close(shapes: Mapping[str, BaseGeometry]) -> tuple[dict[str, BaseGeometry], list[Finding]]:
    """Shapes in degrees; longitudes of the result run on past 180 where a cell does (at most -360 to 540).

    First the cells with parts on both sides of +-180 are joined at the side with more area; then, if the widest empty
    span of longitudes lies inside of the map (Fiji, the Aleutians), the smaller side of it goes round to the other.
    """
    found = dict(shapes)
    findings = []
    for name, shape in shapes.items():
        west, _, east, _ = shape.bounds
        if west > -180 + EDGE or east < 180 - EDGE:
            continue
        parts = shapely.get_parts(shape)
        box = shapely.bounds(parts)
        if len(parts) < 2 or (box[:, 2] - box[:, 0] > WORLD).any():
            continue
        left = (box[:, 0] + box[:, 2]) / 2 < 0
        area = shapely.area(parts)
        move = left if area[left].sum() < area[~left].sum() else ~left
        by = 360.0 if move is left or (move == left).all() else -360.0
        far = box[:, 2] < -90 if by > 0 else box[:, 0] > 90  # only what is near the seam: not the rest of the country
        move = move & far
        moved = [
            shapely.transform(p, lambda xy, by=by: xy + np.array([by, 0.0])) if m else p
            for p, m in zip(parts, move, strict=True)
        ]
        found[name] = shapely.union_all([valid(p) for p in moved])
        findings.append(Finding("seam", name, "was cut at 180 degrees and is joined again", False))
    gap = _widest_gap(found)
    if gap is not None:
        pieces = [p for shape in found.values() for p in shapely.get_parts(shape)]
        west = [p.bounds[2] <= gap for p in pieces]
        area = shapely.area(pieces)
        by = 360.0 if area[west].sum() <= area[np.logical_not(west)].sum() else -360.0
        for name, shape in found.items():
            parts = [
                shapely.transform(p, lambda xy: xy + np.array([by, 0.0])) if (p.bounds[2] <= gap) == (by > 0) else p
                for p in shapely.get_parts(shape)
            ]
            found[name] = parts[0] if len(parts) == 1 else shapely.multipolygons(parts)
        findings.append(Finding("seam", "the map", "lies across 180 degrees; longitudes run on past it", False))
    return found, findings


def _widest_gap(shapes: Mapping[str, BaseGeometry]) -> float | None:
    """The west end of the widest span without land, when that is inside the map and not at its rim."""
    box = shapely.bounds([p for s in shapes.values() for p in shapely.get_parts(s)])
    box = box[np.argsort(box[:, 0])]
    reach = np.maximum.accumulate(box[:, 2])
    if not len(box) or reach[-1] - box[0, 0] <= 180:
        return None
    gaps = box[1:, 0] - reach[:-1]
    rim = 360 - (reach[-1] - box[0, 0])
    if not len(gaps) or gaps.max() <= max(rim, 0):
        return None
    return float(reach[int(gaps.argmax())])
