"""True shapes + the room wanted -> how large every cell shall be on the page, in mm²."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely

from mapkit.carto.project import Shapes

SPREAD = 0.55  # areas wanted go with the true area to this power, above what the room needs
CAP = 2.2  # a cell however thin needs no more than this many squares of the room
LONG = 1.15  # of the page: how long land may be at the scale it is to have
MOST = 0.45  # of the free page, however many cells there are


def areas(shapes: Shapes, room: float, share: float, free: float) -> Mapping[str, float]:
    """cell -> mm². free: mm² of the page that land may use, share: how much of it land shall fill at least.

    A cell is large enough for its room as it is shaped, or CAP squares of it; land fills more where that asks for it.
    """
    keys = list(shapes)
    true = np.array([shapes[c].area for c in keys])
    circle = np.array([_circle(shapes[c]) for c in keys])
    need = np.minimum(true * ((room + 0.6) / np.maximum(circle, 1e-12)) ** 2, CAP * room**2)
    land = max(share * free, min(float(need.sum()), MOST * free))
    if need.sum() >= land:
        return dict(zip(keys, (need * land / need.sum()).tolist(), strict=True))
    low, high = 0.0, 2 * land / (true**SPREAD).sum()
    for _ in range(60):
        k = (low + high) / 2
        low, high = (k, high) if np.maximum(need, k * true**SPREAD).sum() < land else (low, k)
    return dict(zip(keys, np.maximum(need, low * true**SPREAD).tolist(), strict=True))


def share(shapes: Shapes, page: tuple[float, float]) -> float:
    """How much of the free page land shall fill: 0.36 for an archipelago to 0.58 for a compact country; less where the
    largest body of land would be longer than LONG pages then, as it would have to bend.
    """
    x0, y0, x1, y1 = shapely.total_bounds(list(shapes.values()))
    scale = min(page[0] / max(x1 - x0, 1e-9), page[1] / max(y1 - y0, 1e-9))
    land = sum(s.area for s in shapes.values())
    held = land * scale**2 / (page[0] * page[1])
    wanted = min(max(0.24 + 0.62 * held, 0.36), 0.58)
    body = max(shapely.get_parts(shapely.union_all(list(shapes.values()))), key=lambda p: p.area)
    u0, v0, u1, v1 = body.bounds
    long = max((u1 - u0) / page[0], (v1 - v0) / page[1]) * (wanted * page[0] * page[1] / land) ** 0.5
    return float(wanted * min(1.0, LONG / long) ** 2)


def _circle(shape: shapely.Geometry) -> float:
    """Diameter of the largest circle in a shape."""
    big = max(shapely.get_parts(shape), key=lambda p: p.area)
    return 2 * float(shapely.maximum_inscribed_circle(big, tolerance=np.sqrt(big.area) / 200).length)
