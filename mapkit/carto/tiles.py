"""Shapes whose borders are drawn twice -> the same with one line for both, tile by tile (weld; numpy, shapely).

Memory, and with it time, is that of a tile and not of the map. The cells are halved until few are left. One half is
welded together with the cells of the other that meet it, so that corners on the cut are seen from all sides; what
these draw among themselves waits for the other half. What is one line already stays as it is to the last bit.
"""

from __future__ import annotations

import numpy as np
import shapely

from mapkit.carto.rings import Bools, Floats, Ints
from mapkit.carto.spot import Shapes
from mapkit.carto.weld import weld

TILE = 25_000  # cells; where noise is coarse, a cut costs one short border in some hundred cells along it


def weld_tiles(cells: Shapes, lonlat: bool, tolerance: float) -> Shapes:
    """As weld, which see; cells of which nothing moved are the same objects, and so is the array if none did."""
    return _welded(cells, np.zeros(len(cells), bool), lonlat, tolerance)


def _welded(cells: Shapes, wait: Bools, lonlat: bool, tolerance: float) -> Shapes:
    """wait: cells whose borders with each other are for later."""
    if len(cells) <= TILE:
        return weld(cells, lonlat, tolerance, wait)
    box = shapely.bounds(cells) + np.array([-1, -1, 1, 1]) * tolerance / 2
    middle = box[:, :2] + box[:, 2:]
    axis = int(np.argmax(np.ptp(middle, axis=0)))
    upper = np.zeros(len(cells), bool)
    upper[np.argsort(middle[:, axis], kind="stable")[len(cells) // 2 :]] = True
    beyond = _beyond(box, upper, axis)
    if len(beyond) > len(cells) // 4:  # cells all over each other
        return weld(cells, lonlat, tolerance, wait)
    out, later = cells.copy(), wait.copy()
    later[beyond] = True
    lower = np.union1d(np.flatnonzero(~upper), beyond)
    out[lower] = _welded(out[lower], later[lower], lonlat, tolerance)
    out[upper] = _welded(out[upper], wait[upper], lonlat, tolerance)
    return cells if all(new is old for new, old in zip(out, cells, strict=True)) else out


def _beyond(box: Floats, upper: Bools, axis: int) -> Ints:
    """The upper cells whose boxes meet those of lower ones."""
    one = np.flatnonzero(~upper & (box[:, axis + 2] >= box[upper, axis].min()))
    two = np.flatnonzero(upper & (box[:, axis] <= box[~upper, axis + 2].max()))
    tree = shapely.STRtree(shapely.box(*box[two].T))
    return np.asarray(two[np.unique(tree.query(shapely.box(*box[one].T))[1])])
