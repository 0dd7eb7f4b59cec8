"""Places of a start layout -> cell shapes warped until every cell has about the area it shall have on the grid.

The flow cartogram of Gastner, Seguy and More (PNAS 2018): density relaxes linearly to its mean, the flux is the
gradient of one Poisson solution, points ride on flux / density. The sea is compressed, so that far islands come closer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.fft import dctn, idctn
from scipy.ndimage import gaussian_filter, map_coordinates

Floats = NDArray[np.float64]
PIXELS = 210  # along the longer side of the frame
PAD = 0.22  # sea around the land, as a share of its longer side
BLURS = (3.0, 2.0, 1.2, 1.0, 0.8, 0.8)  # pixels, one pass each
STEPS = 24


def weights(areas: Sequence[float], power: float = 0.33, least: float = 0.85, most: float = 2.4) -> Floats:
    """Areas the cells shall have, mean 1: large ones stay larger, none is tiny and none a giant."""
    a = np.maximum(np.asarray(areas, dtype=float), 1e-12)
    w = np.clip((a / np.median(a)) ** power, least, most)
    return np.asarray(w / w.mean())


def fill_of(shapes: Mapping[str, shapely.Geometry]) -> float:
    """The share of their bounding box that the shapes cover."""
    x0, y0, x1, y1 = shapely.total_bounds(list(shapes.values()))
    return float(min(sum(shapely.area(list(shapes.values()))) / max((x1 - x0) * (y1 - y0), 1e-12), 1.0))


def warp(shapes: Mapping[str, shapely.Geometry], goal: Floats, fill: float) -> dict[str, shapely.Geometry]:
    """Shapes (any plane unit, in the order of goal) -> the same shapes, areas about in the ratio of goal.

    fill: the share of the bounding box that land shall cover in the end (the sea is compressed to that).

    A continuous map of the plane: who borders whom stays. The unit of the result is chosen so that the mean area is 1.
    """
    ids = list(shapes)
    x0, y0, x1, y1 = shapely.total_bounds(list(shapes.values()))
    side = max(x1 - x0, y1 - y0, 1e-9)
    pad = PAD * side
    k = PIXELS / (side + 2 * pad)
    origin = np.array([x0 - pad, y0 - pad])
    nx, ny = (int(np.ceil((d + 2 * pad) * k)) for d in (x1 - x0, y1 - y0))
    geoms = [
        shapely.transform(shapely.segmentize(shapes[i], side / 120), lambda c: (np.asarray(c) - origin) * k)
        for i in ids
    ]
    coords = [shapely.get_coordinates(g) for g in geoms]
    had = fill_of(shapes)
    sea = min(had * (1 - fill) / (fill * max(1 - had, 1e-3)), 1.0)
    land = float(sum(shapely.area(list(shapes.values())))) * k * k
    sea *= float(goal.sum()) * (nx * ny / land - 1)  # the weight of all sea
    for blur in BLURS:
        density = gaussian_filter(_density(geoms, goal, nx, ny, sea), blur, mode="nearest")
        moved = _flow(np.vstack(coords), density)
        coords = np.split(moved, np.cumsum([len(c) for c in coords])[:-1])
        geoms = [shapely.set_coordinates(g, c) for g, c in zip(geoms, coords, strict=True)]
    unit = float(np.sqrt(sum(abs(shapely.area(g)) for g in geoms) / len(geoms))) or 1.0
    return {i: shapely.set_coordinates(g, c / unit) for i, g, c in zip(ids, geoms, coords, strict=True)}


def _density(geoms: Sequence[shapely.Geometry], goal: Floats, nx: int, ny: int, sea: float) -> Floats:
    """Weight per pixel; every cell's weight is spread over the pixels it covers (one at least)."""
    total = np.zeros((ny, nx))
    cover = np.zeros((ny, nx))
    for g, w in zip(geoms, goal, strict=True):
        rows, cols, share = _pixels(g, nx, ny)
        total[rows, cols] += w * share / share.sum()
        cover[rows, cols] += share
    water = np.clip(1 - cover, 0, 1)
    return np.asarray(total + water * sea / max(water.sum(), 1.0))


def _pixels(g: shapely.Geometry, nx: int, ny: int) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    x0, y0, x1, y1 = shapely.bounds(g)
    cols = np.arange(max(int(x0), 0), min(int(x1) + 1, nx))
    rows = np.arange(max(int(y0), 0), min(int(y1) + 1, ny))
    fine = 3
    off = (np.arange(fine) + 0.5) / fine
    xs = (cols[:, None] + off).ravel()
    ys = (rows[:, None] + off).ravel()
    shapely.prepare(g)
    inside = shapely.contains_xy(g, *np.meshgrid(xs, ys))
    share = inside.reshape(len(rows), fine, len(cols), fine).mean(axis=(1, 3))
    r, c = np.nonzero(share)
    if not len(r):
        p = shapely.centroid(g)
        return np.array([min(int(p.y), ny - 1)]), np.array([min(int(p.x), nx - 1)]), np.ones(1) / fine**2
    return rows[r], cols[c], share[r, c]


def _flow(points: Floats, density: Floats) -> Floats:
    """Moves points (n, 2) in pixels by the flow that evens density out (midpoint rule)."""
    ny, nx = density.shape
    mean = float(density.mean())
    ky = np.pi * np.arange(ny)[:, None] / ny
    kx = np.pi * np.arange(nx)[None, :] / nx
    square = kx**2 + ky**2
    square[0, 0] = 1.0
    spectrum = -dctn(density - mean, norm="ortho") / square
    spectrum[0, 0] = 0.0
    fy, fx = np.gradient(idctn(spectrum, norm="ortho"))

    def speed(p: Floats, t: float) -> Floats:
        at = (p[:, 1] - 0.5, p[:, 0] - 0.5)
        rho = (1 - t) * map_coordinates(density, at, order=1, mode="nearest") + t * mean
        u = [map_coordinates(f, at, order=1, mode="nearest") / rho for f in (fx, fy)]
        return np.stack(u, axis=1)

    p = points
    for step in range(STEPS):
        t, dt = step / STEPS, 1 / STEPS
        half = p + speed(p, t) * dt / 2
        p = p + speed(half, t + dt / 2) * dt
    return p
