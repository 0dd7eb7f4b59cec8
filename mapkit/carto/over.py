"""Shapes drawn over others -> shapes side by side: an island on a sea cell is cut out of it, and touches it then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from mapkit.errors import MapkitError
from mapkit.map import Finding

Ints = NDArray[np.int64]

ON = 0.5  # a shape lies on another when larger ones cover more than this share of it
STEP = 200  # shapes looked up at a time
MOST_PAIRS = 3_000_000
SAME = 0.9  # two shapes this much alike are one drawn twice: a fault, not an island


def overlapping(shapes: Sequence[BaseGeometry] | NDArray[np.object_], where: str | Path = "") -> tuple[Ints, Ints]:
    """Pairs i < j of shapes whose boxes meet. Raises MapkitError, led by where, when there are millions of them."""
    tree = shapely.STRtree(shapes)
    found, count = [np.zeros((2, 0), dtype=np.int64)], 0
    for start in range(0, len(shapes), STEP):
        low, high = tree.query(shapes[start : start + STEP])
        low = low + start
        found.append(np.vstack([low[low < high], high[low < high]]))
        count += found[-1].shape[1]
        if count > MOST_PAIRS:
            raise MapkitError("thousands of its shapes lie on each other: that is no map of cells side by side", where)
    low, high = np.hstack(found)
    return low, high


def side_by_side(
    shapes: Mapping[str, BaseGeometry], where: str | Path = ""
) -> tuple[dict[str, BaseGeometry], list[Finding]]:
    """Valid shapes -> the same, the smaller of two that lie on each other cut out of the larger.

    Neighbours that overlap a little along their border are left to the repair, which knows where the border belongs.
    """
    ids = list(shapes)
    drawn = np.array(list(shapes.values()), dtype=object)
    area = shapely.area(drawn)
    first, second = overlapping(drawn, where)
    swap = area[first] > area[second]
    small, large = np.where(swap, second, first), np.where(swap, first, second)
    meet = shapely.intersects(drawn[small], drawn[large]) & ~shapely.touches(drawn[small], drawn[large])
    small, large = small[meet], large[meet]
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
