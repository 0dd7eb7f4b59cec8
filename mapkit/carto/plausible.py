"""Shapes as read -> nothing, or one line that names the cell whose size cannot be meant.

Beyond these limits no sheet could show the map, and the work on a raster of it would have no end.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.errors import MapkitError

LEAST, MOST = 1e-6, 1e12  # drawing units or degrees: how long a whole map is
PRECISE = 1e9  # times the map's length that coordinates may lie from the origin: floats have 16 digits
SMALL = 1e-6  # of the map's length: no cell is shorter
THIN = 1e-4  # of its length: no cell's largest part is narrower on average


def plausible(shapes: Mapping[str, BaseGeometry], where: str | Path) -> None:
    """Looks at the extent, the smallest and the thinnest of the shapes; those without any area are left to a check.

    Raises MapkitError that names the cell, for a map or cell of a size that no drawing has.
    """
    drawn = {i: s for i, s in shapes.items() if not s.is_empty}
    if not drawn:
        return
    ids = list(drawn)
    all_shapes = np.array(list(drawn.values()), dtype=object)
    bounds = shapely.bounds(all_shapes)
    side = np.maximum(bounds[:, 2] - bounds[:, 0], bounds[:, 3] - bounds[:, 1])
    far = np.abs(bounds).max(axis=1)
    whole = float(max(bounds[:, 2].max() - bounds[:, 0].min(), bounds[:, 3].max() - bounds[:, 1].min()))
    if not LEAST <= whole <= MOST:
        how = f"cell {ids[int(far.argmax())]!r} reaches to {far.max():.3g}"
        raise MapkitError(
            f"the whole map measures {whole:.3g} units ({how}): draw it 1 to a million units large", where
        )
    if far.max() > PRECISE * whole:
        how = f"cell {ids[int(far.argmax())]!r} lies {far.max():.3g} units from the origin"
        raise MapkitError(f"{how}, in a map of {whole:.3g}: move it near the origin", where)
    area = shapely.area(all_shapes)
    solid = np.flatnonzero(area > 0)
    if not solid.size:
        return
    least = solid[int(side[solid].argmin())]
    if side[least] < SMALL * whole:
        how = f"cell {ids[least]!r} measures {side[least]:.3g} units in a map of {whole:.3g}"
        most = ids[int(side.argmax())]
        raise MapkitError(f"{how} (cell {most!r} is the largest): no sheet shows both; mend or take out one", where)
    part, owner = shapely.get_parts(all_shapes[solid], return_index=True)
    size, edge = shapely.area(part), shapely.bounds(part)
    long = np.maximum(edge[:, 2] - edge[:, 0], edge[:, 3] - edge[:, 1])
    order = np.lexsort((-size, owner))
    largest = order[np.unique(owner[order], return_index=True)[1]]
    narrow = size[largest] / np.maximum(long[largest], 1e-300) ** 2
    thin = int(narrow.argmin())
    if narrow[thin] < THIN:
        k = largest[thin]
        how = f"{long[k]:.3g} units long and {size[k] / long[k]:.2g} wide"
        raise MapkitError(f"cell {ids[solid[thin]]!r} is a line, {how}: no sheet shows it; widen it", where)
