"""Points + cells -> the cell of every point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from mapkit.carto.project import Floats, Shape


def owner(points: Floats, cells: Sequence[Shape]) -> NDArray[np.int64]:
    """For every point (n, 2) the number of the cell it lies in, -1 where it lies in none. Cells do not overlap."""
    out = np.full(len(points), -1)
    order = np.argsort(points[:, 0], kind="stable")
    x, y = points[order, 0], points[order, 1]
    for i, cell in enumerate(cells):
        x0, y0, x1, y1 = cell.bounds
        a, b = np.searchsorted(x, x0), np.searchsorted(x, x1, side="right")
        at = a + np.flatnonzero((y[a:b] >= y0) & (y[a:b] <= y1))
        if len(at):
            shapely.prepare(cell)
            out[order[at[shapely.contains_xy(cell, x[at], y[at])]]] = i
    return out
