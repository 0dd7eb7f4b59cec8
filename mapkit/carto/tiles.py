"""Shapes whose borders are drawn twice -> the same with one line for both, tile by tile (weld; numpy, shapely).

Memory, and with it time, is that of a tile and not of the map. The cells are halved until few are left; when both
halves are done, the cells along the cut are welded once more. What is one line already stays as it is to the last bit,
so that this joins the halves and changes nothing else.
"""

from __future__ import annotations

import numpy as np
import shapely

from mapkit.carto.rings import Bools, Floats, Ints
from mapkit.carto.spot import Shapes
from mapkit.carto.weld import weld

TILE = 25_000  # cells; each cut costs one short border in some hundred cells along it


def weld_tiles(cells: Shapes, lonlat: bool, tolerance: float) -> Shapes:
    """As weld, which see; cells of which nothing moved are the same objects, and so is the array if none did."""
    if len(cells) <= TILE:
        return weld(cells, lonlat, tolerance)
    box = shapely.bounds(cells)
    middle = box[:, :2] + box[:, 2:]
    axis = int(np.argmax(np.ptp(middle, axis=0)))
    upper = np.zeros(len(cells), bool)
    upper[np.argsort(middle[:, axis], kind="stable")[len(cells) // 2 :]] = True
    seam = _seam(box, upper, axis, tolerance)
    if len(seam) > len(cells) // 2:  # cells all over each other
        return weld(cells, lonlat, tolerance)
    out = cells.copy()
    for rows in (np.flatnonzero(~upper), np.flatnonzero(upper), seam):
        out[rows] = weld_tiles(out[rows], lonlat, tolerance)
    return cells if all(new is old for new, old in zip(out, cells, strict=True)) else out


def _seam(box: Floats, upper: Bools, axis: int, tolerance: float) -> Ints:
    """The cells of either half whose boxes meet one of the other half."""
    low, high = box[:, axis] - tolerance, box[:, axis + 2] + tolerance
    one = np.flatnonzero(~upper & (high >= low[upper].min()))
    two = np.flatnonzero(upper & (low <= high[~upper].max()))
    grown = [shapely.box(*(box[rows] + [-tolerance, -tolerance, tolerance, tolerance]).T) for rows in (one, two)]
    i, j = shapely.STRtree(grown[1]).query(grown[0])
    return np.union1d(one[i], two[j])
