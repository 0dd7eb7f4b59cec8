"""Shapes drawn over others -> shapes side by side: an island on a sea cell is cut out of it, and touches it then."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.map import Finding

ON = 0.5  # a shape lies on another when larger ones cover more than this share of it
SAME = 0.9  # two shapes this much alike are one drawn twice: a fault, not an island


def side_by_side(shapes: Mapping[str, BaseGeometry]) -> tuple[dict[str, BaseGeometry], list[Finding]]:
    """Valid shapes -> the same, the smaller of two that lie on each other cut out of the larger.

    Neighbours that overlap a little along their border are left to the repair, which knows where the border belongs.
    """
    ids = list(shapes)
    drawn = np.array(list(shapes.values()), dtype=object)
    area = shapely.area(drawn)
    small, large = shapely.STRtree(drawn).query(drawn, predicate="intersects")
    ordered = (area[small] < area[large]) | ((area[small] == area[large]) & (small < large))
    small, large = small[ordered], large[ordered]
    touching = shapely.touches(drawn[small], drawn[large])
    small, large = small[~touching], large[~touching]
    common = shapely.area(shapely.intersection(drawn[small], drawn[large]))
    covered = np.bincount(small, weights=common, minlength=len(ids))[small]  # by all larger ones together
    lying = (covered > ON * area[small]) & (common > 0) & (common < SAME * area[large])
    found = dict(shapes)
    findings = []
    for whole in np.unique(large[lying]):
        over = small[lying & (large == whole)]
        rest = shapely.difference(drawn[whole], shapely.union_all(drawn[over]))
        rest = rest if rest.geom_type in ("Polygon", "MultiPolygon") else shapely.buffer(rest, 0)
        if rest.is_empty:
            continue
        found[ids[whole]] = rest
        told = ", ".join(ids[k] for k in over[:6]) + (", ..." if len(over) > 6 else "")
        findings.append(Finding("drawn-over", ids[whole], f"{told} lies on it and is cut out of it", False))
    return found, findings
