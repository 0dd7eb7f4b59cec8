"""Points + cells with goal areas -> points moved so that every cell has about its area.

The flow cartogram of Gastner, Seguy & More, PNAS 115 (2018): the density relaxes linearly to its mean, the flux is the
gradient of one Poisson solution, points ride on flux / density. Stopped early: the result is a start, not a goal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import shapely
from scipy.fft import dctn, idctn
from scipy.ndimage import gaussian_filter, map_coordinates

from mapkit.carto.inside import owner
from mapkit.carto.project import Floats, Shape, Shapes

PIXELS = 160  # along the longer side
PAD = 0.25  # sea around the land, as a share of its longer side
STEPS = 14
BLURS = (4.0, 2.0, 1.5)  # pixels, one pass each


def warp(shapes: Shapes, goal: Mapping[str, float], points: Floats, sea: float = 1.0) -> Floats:
    """The points (n, 2) after the flow. goal: cell -> area wanted, any unit; sea: its density beside the land's mean.

    The total area of land is kept roughly; the middle of the land stays where it is.
    """
    x0, y0, x1, y1 = shapely.total_bounds(list(shapes.values()))
    side = max(x1 - x0, y1 - y0, 1e-9)
    k = PIXELS / (side * (1 + 2 * PAD))
    origin = np.array([x0, y0]) - PAD * side
    nx, ny = (int(np.ceil((d + 2 * PAD * side) * k)) for d in (x1 - x0, y1 - y0))
    moved = (points - origin) * k
    total = sum(goal.values())
    for blur in BLURS:
        now = _move(shapes, points, moved)
        density = np.full((ny, nx), sea)
        land = sum(s.area for s in now.values())
        gx, gy = np.meshgrid(np.arange(nx) + 0.5, np.arange(ny) + 0.5)
        keys = list(now)
        which = owner(np.column_stack([gx.ravel(), gy.ravel()]), list(now.values()))
        at = np.flatnonzero(which >= 0)
        dense = np.array([min(max(goal[c] / total * land / max(now[c].area, 1e-9), 0.08), 60.0) for c in keys])
        density.ravel()[at] = dense[which[at]]
        for c, d in zip(keys, dense, strict=True):  # a cell smaller than a pixel still pushes
            if now[c].area < 4:
                p = now[c].representative_point()
                iy, ix = min(max(int(p.y), 0), ny - 1), min(max(int(p.x), 0), nx - 1)
                density[iy, ix] = max(density[iy, ix], 1 + (d - 1) * min(now[c].area, 1.0))
        moved = _flow(gaussian_filter(density, blur, mode="nearest"), moved)
    return np.asarray(moved / k + origin, dtype=np.float64)


def _flow(density: Floats, points: Floats) -> Floats:
    ny, nx = density.shape
    mean = density.mean()
    wave = dctn(density - mean, type=2)
    ky, kx = np.pi * np.arange(ny) / ny, np.pi * np.arange(nx) / nx
    power = ky[:, None] ** 2 + kx[None, :] ** 2
    power[0, 0] = 1.0
    potential = idctn(wave / power, type=2)
    flux_y, flux_x = np.gradient(potential)
    speed: Callable[[Floats, float], Floats] = lambda p, t: _speed(p, t, density, mean, flux_x, flux_y)  # noqa: E731
    h = 1.0 / STEPS
    for i in range(STEPS):
        half = points + speed(points, i * h) * h / 2
        points = points + speed(half, (i + 0.5) * h) * h
        points = np.clip(points, 0.0, (nx, ny))
    return points


def _speed(p: Floats, t: float, density: Floats, mean: float, flux_x: Floats, flux_y: Floats) -> Floats:
    at = [p[:, 1] - 0.5, p[:, 0] - 0.5]
    rho, fx, fy = (map_coordinates(f, at, order=1, mode="nearest") for f in (density, flux_x, flux_y))
    rho = rho * (1 - t) + mean * t
    return np.asarray(-np.column_stack([fx, fy]) / rho[:, None])


def _move(shapes: Shapes, before: Floats, after: Floats) -> dict[str, Shape]:
    """Shapes whose vertices are among the points, with the points moved."""
    order = np.lexsort((before[:, 1], before[:, 0]))
    key = before[order, 0] + 1j * before[order, 1]

    def move(c: Floats) -> Floats:
        return after[order[np.searchsorted(key, c[:, 0] + 1j * c[:, 1])]]

    return {c: shapely.transform(s, move) for c, s in shapes.items()}
