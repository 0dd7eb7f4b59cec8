"""Partitions of the plane with known borders, as flat polygons: Voronoi, wiggly, bricks, drawn twice, with gaps.

Every maker returns (shapes, truth): an array of polygons, and (k, 2) pairs of cell numbers, low first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Partition:
    """ring: (n,) node numbers cell after cell (open rings, counter-clockwise); size: (cells,) nodes of each."""

    node: Floats
    ring: Ints
    size: Ints

    @property
    def cell(self) -> Ints:
        return np.repeat(np.arange(len(self.size)), self.size)

    def following(self) -> Ints:
        end = np.cumsum(self.size)
        after = np.arange(1, len(self.ring) + 1)
        after[end - 1] = end - self.size
        return self.ring[after]


def voronoi(n: int, seed: int = 0) -> Partition:
    """n Voronoi cells that fill the unit square scaled to area n (a cell is about 1 wide)."""
    from scipy.spatial import Voronoi

    side = np.sqrt(n)
    seeds = np.random.default_rng(seed).random((n, 2)) * side
    mirrored = [seeds, seeds * [-1, 1], seeds * [1, -1]]
    mirrored += [[2 * side, 0] + seeds * [-1, 1], [0, 2 * side] + seeds * [1, -1]]
    v = Voronoi(np.concatenate(mirrored))
    rings = [v.regions[v.point_region[i]] for i in range(n)]
    size = np.array([len(r) for r in rings])
    ring = np.concatenate([np.array(r) for r in rings])
    used, ring = np.unique(ring, return_inverse=True)
    node = v.vertices[used]
    node[np.abs(node) < 1e-9] = 0.0
    node[np.abs(node - side) < 1e-9] = side
    part = Partition(node, ring, size)
    p, q = node[ring], node[part.following()]
    area = np.add.reduceat(p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0], np.r_[0, np.cumsum(size)[:-1]])
    ring = np.concatenate(
        [r if a > 0 else r[::-1] for r, a in zip(np.split(ring, np.cumsum(size)[:-1]), area, strict=True)]
    )
    return Partition(node, ring, size)


def truth(part: Partition) -> Ints:
    """Pairs of cells with a common edge."""
    a, b = part.ring, part.following()
    key = np.minimum(a, b) * len(part.node) + np.maximum(a, b)
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    pair = np.sort(np.column_stack([part.cell[order[same]], part.cell[order[same + 1]]]), axis=1)
    return np.unique(pair, axis=0)


def shared_lengths(part: Partition, cells: NDArray[np.object_]) -> Floats:
    """For each pair of truth(part), how long the line is that its cells, plain or wiggly, have in common."""
    xy, ring = shapely.get_coordinates(cells, return_index=True)
    step = np.hypot(*np.diff(xy, axis=0).T)[ring[1:] == ring[:-1]]
    size = step.reshape(len(part.ring), -1).sum(axis=1)
    a, b = part.ring, part.following()
    key = np.minimum(a, b) * len(part.node) + np.maximum(a, b)
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    one, two = part.cell[order[same]], part.cell[order[same + 1]]
    return np.asarray(size[order[same]][np.lexsort((np.maximum(one, two), np.minimum(one, two)))])


def edge_lengths(part: Partition) -> Floats:
    return np.hypot(*(part.node[part.following()] - part.node[part.ring]).T)


def shapes(xy: Floats, size: Ints) -> NDArray[np.object_]:
    """Open rings one after the other -> polygons."""
    return shapely.polygons(shapely.linearrings(xy, indices=np.repeat(np.arange(len(size)), size)))


def plain(part: Partition) -> NDArray[np.object_]:
    return shapes(part.node[part.ring], part.size)


def wiggly(part: Partition, extra: int = 14, seed: int = 0, swing: float = 0.08) -> NDArray[np.object_]:
    """Every edge gets `extra` vertices off its line, the same for both its cells."""
    a, b = part.ring, part.following()
    low, high = np.minimum(a, b), np.maximum(a, b)
    _, edge = np.unique(low * len(part.node) + high, return_inverse=True)
    rng = np.random.default_rng(seed)
    off = np.cumsum(rng.normal(size=(edge.max() + 1, extra)), axis=1) * swing / extra
    at = np.arange(1, extra + 1) / (extra + 1)
    off *= (at * (1 - at) * 4)[None, :]
    p, q = part.node[low], part.node[high]
    normal = (q - p)[:, ::-1] * [-1, 1]
    inner = p[:, None] + (q - p)[:, None] * at[None, :, None] + normal[:, None] * off[edge][:, :, None]
    inner = np.where((a == low)[:, None, None], inner, inner[:, ::-1])
    xy = np.concatenate([part.node[a][:, None], inner], axis=1).reshape(-1, 2)
    return shapes(xy, part.size * (extra + 1))


def drawn_twice(part: Partition, noise: float, seed: int = 0, corners: bool = True) -> NDArray[np.object_]:
    """Every side of every border resampled (2 to 8 vertices, uneven) and jittered by noise x a cell's width."""
    rng = np.random.default_rng(seed)
    a, b = part.ring, part.following()
    count = rng.integers(2, 9, len(a))
    edge = np.repeat(np.arange(len(a)), count + 1)
    at = rng.random(len(edge)) * 0.98 + 0.01
    start = np.cumsum(count + 1) - count - 1
    at[start] = 0
    order = np.lexsort((at, edge))
    at = at[order]
    xy = part.node[a][edge] + (part.node[b] - part.node[a])[edge] * at[:, None]
    jitter = rng.normal(scale=noise, size=xy.shape).clip(-3 * noise, 3 * noise)
    if not corners:
        jitter[start] = 0
    size = np.add.reduceat(count + 1, np.r_[0, np.cumsum(part.size)[:-1]])
    return shapes(xy + jitter, size)


def gaps(part: Partition, width: float) -> NDArray[np.object_]:
    """Every cell shrunk on all sides, so that neighbours stand `width` apart."""
    return shapely.buffer(plain(part), -width / 2, join_style="mitre")


def bricks(rows: int, columns: int) -> tuple[NDArray[np.object_], Ints]:
    """A wall: each row shifted by half a brick, corners only where the brick itself has them."""
    y, x = np.divmod(np.arange(rows * columns), columns)
    left = x * 2.0 + (y % 2)
    wall = shapely.box(left, y, left + 2, y + 1.0)
    pairs = [(i, i + 1) for i in range(rows * columns) if (i + 1) % columns]
    for i in range((rows - 1) * columns):
        up = i + columns
        r, c = divmod(i, columns)
        other = c - 1 if r % 2 == 0 else c + 1
        pairs.append((i, up))
        if 0 <= other < columns:
            pairs.append((i, (r + 1) * columns + other))
    return wall, np.unique(np.sort(np.array(pairs), axis=1), axis=0)
