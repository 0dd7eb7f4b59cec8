"""Warped shapes -> Board: who owns which square of a coarse grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, label

FINE = 3  # samples per square and axis


@dataclass(frozen=True)
class Board:
    """Squares row by row; owner holds indices into ids, len(ids) is the sea, len(ids) + 1 is kept free."""

    ids: tuple[str, ...]
    width: int
    height: int
    owner: tuple[int, ...]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.owner[y * self.width : (y + 1) * self.width] for y in range(self.height))


@dataclass(frozen=True)
class Aim:
    """Where the annealing shall keep close to, in squares: per cell its area, centre, and the way to every square."""

    area: tuple[float, ...]
    center: tuple[tuple[float, float], ...]
    far: tuple[tuple[float, ...], ...]  # distance in squares from the cell's shape, per square of the board


@dataclass(frozen=True)
class Rules:
    """What the board shall show, by index of cell: wanted borders, directions, coasts and rings."""

    borders: frozenset[tuple[int, int]]  # a < b
    free: frozenset[tuple[int, int]]  # a < b: pairs that may touch or not, as another part of the cell does already
    bridges: frozenset[tuple[int, int]]  # a < b: pairs to be near each other
    bearings: Mapping[tuple[int, int], tuple[float, float, float]]  # a < b: unit vector from a to b, weight
    coast: frozenset[int]  # cells that shall keep their coast
    shore: frozenset[int]  # cells that must have a coast: a bridge starts there
    inland: frozenset[int]  # cells that shall not get one
    enclosed: frozenset[int]  # cells that must not get one: enclaves
    holes: tuple[int, ...]  # holes every cell must have: one around each enclave


def rasterize(shapes: Mapping[str, shapely.Geometry], slack: int = 1) -> tuple[Board, Aim]:
    """Shapes in units of one square -> the board they fall on, with slack squares of sea around; every cell is there.

    A cell in several pieces keeps its largest; the other pieces become sea or the neighbour that has most of their rim.
    """
    ids = tuple(shapes)
    x0, y0, x1, y1 = shapely.total_bounds(list(shapes.values()))
    width, height = (max(int(np.ceil(d - 0.25)), 1) + 2 * slack for d in (x1 - x0, y1 - y0))
    ox, oy = (width - (x1 - x0)) / 2 - x0, (height - (y1 - y0)) / 2 - y0
    xs = (np.arange(width * FINE) + 0.5) / FINE - ox
    ys = (np.arange(height * FINE) + 0.5) / FINE - oy
    votes = np.zeros((len(ids) + 1, height, width))
    far = np.zeros((len(ids), height, width))
    centers = []
    for i, g in enumerate(shapes.values()):
        shapely.prepare(g)
        inside = shapely.contains_xy(g, *np.meshgrid(xs, ys))
        p = shapely.centroid(g)
        centers.append((p.x + ox, p.y + oy))
        if not inside.any():
            at = (min(max(int((v + o) * FINE), 0), n * FINE - 1) for v, o, n in ((p.y, oy, height), (p.x, ox, width)))
            inside[tuple(at)] = True
        votes[i] = inside.reshape(height, FINE, width, FINE).sum(axis=(1, 3))
        far[i] = distance_transform_edt(~inside)[FINE // 2 :: FINE, FINE // 2 :: FINE] / FINE
    votes[-1] = FINE * FINE - votes.sum(axis=0) - 0.5
    owner = np.argmax(votes, axis=0)
    owner = _whole(owner, votes, far)
    areas = tuple(float(shapely.area(g)) for g in shapes.values())
    board = Board(ids, width, height, tuple(owner.ravel().tolist()))
    return board, Aim(areas, tuple(centers), tuple(tuple(f.ravel().tolist()) for f in far))


def _whole(owner: NDArray[np.intp], votes: NDArray[np.float64], far: NDArray[np.float64]) -> NDArray[np.intp]:
    """Every cell in one piece of at least one square."""
    n = len(votes) - 1
    for turn in range(2):
        for i in range(n):
            parts, count = label(owner == i)
            if count > 1:
                sizes = np.bincount(parts.ravel())[1:]
                lose = (parts > 0) & (parts != 1 + int(np.argmax(sizes)))
                rest = votes.copy()
                rest[i] = -1
                owner[lose] = n if turn else np.argmax(rest, axis=0)[lose]
    for i in range(n):
        if (owner == i).any():
            continue
        for k in np.argsort(far[i] + 0.5 * (owner != n), axis=None, kind="stable"):
            y, x = np.unravel_index(int(k), owner.shape)
            loser = owner[y, x]
            owner[y, x] = i
            if loser == n or label(owner == loser)[1] == 1:
                break
            owner[y, x] = loser
    return owner
