"""Shapes -> Rings: every boundary edge of every cell in flat arrays, the cell on its left (numpy, shapely)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Objects = NDArray[np.object_]
BLOCK = 1 << 20  # vertices whose areas are summed up at once


@dataclass(frozen=True)
class Rings:
    """Closed rings one after the other.

    xy: (n, 2) vertices, no vertex twice in a row. edge: (m,) indices i such that xy[i] -> xy[i + 1] is an edge.
    cell: (m,) number of the edge's cell. turn: (m,) True where the cell lies on the right of xy[i] -> xy[i + 1].
    ids: names of the cells by number. area: (cells,) plane area.
    """

    ids: tuple[str, ...]
    xy: Floats
    edge: Ints
    cell: Ints
    turn: Bools
    area: Floats


def rings(shapes: Mapping[str, BaseGeometry]) -> Rings:
    """Flat arrays of the polygons in shapes (id -> geometry, valid or not; empty and Z allowed, lines are skipped)."""
    cells = np.fromiter(shapes.values(), dtype=object, count=len(shapes))
    return rings_of(tuple(shapes), cells)


def rings_of(ids: tuple[str, ...], cells: Objects) -> Rings:
    """The same from an array. Rings come in the order of shapely.get_rings(shapely.get_parts(cells))."""
    kind = shapely.get_type_id(cells)
    mixed = np.flatnonzero((kind != 3) & (kind != 6) & (kind >= 0))
    if len(mixed):
        cells = cells.copy()
        cells[mixed] = [shapely.multipolygons(_solid(cell)) for cell in cells[mixed]]
        kind = shapely.get_type_id(cells)
    one = (kind == 3) & (shapely.get_num_interior_rings(cells) == 0)
    owner, size = np.flatnonzero(one), shapely.get_num_coordinates(cells[one]).astype(np.int64)
    hole = np.zeros(len(owner), bool)
    more = np.flatnonzero(~one & (kind >= 0))
    if len(more):
        parts, of = shapely.get_parts(cells[more], return_index=True)
        loops, part = shapely.get_rings(parts, return_index=True)
        owner, size = np.r_[owner, more[of[part]]], np.r_[size, shapely.get_num_coordinates(loops)]
        hole = np.r_[hole, np.r_[False, part[1:] == part[:-1]][: len(part)]]
        order = np.argsort(owner, kind="stable")
        owner, size, hole = owner[order], size[order], hole[order]
    return _flat(ids, shapely.get_coordinates(cells), size, owner, hole)


def _solid(shape: BaseGeometry) -> Objects:
    """The polygons among the parts of any geometry."""
    parts = shapely.get_parts(shape)
    while (shapely.get_type_id(parts) > 3).any():  # a collection may hold multipolygons
        parts = shapely.get_parts(parts)
    return np.asarray(parts[shapely.get_type_id(parts) == 3], dtype=object)


def _flat(ids: tuple[str, ...], xy: Floats, size: Ints, owner: Ints, hole: Bools) -> Rings:
    """Rings from raw arrays. size, owner, hole: (rings,) vertices, cell and kind of every ring."""
    xy += 0.0  # -0.0 and 0.0 are one place
    z = xy.view(np.complex128)[:, 0] if len(xy) else np.zeros(0, np.complex128)
    end = np.cumsum(size)
    off = np.zeros(len(z), bool)
    np.equal(z[1:], z[:-1], out=off[1:])
    off[end[end < len(z)]] = False
    if not np.isfinite(xy.sum()):
        off |= ~np.isfinite(z)
    if off.any():
        size = np.bincount(np.repeat(np.arange(len(size)), size)[~off], minlength=len(size)).astype(np.int64)
        return _flat(ids, xy[~off], size, owner, hole)
    drawn = size > 0
    size, owner, hole, end = size[drawn], owner[drawn], hole[drawn], end[drawn]
    inner = np.ones(len(z), bool)
    inner[end - 1] = False
    signed = _signed(z, inner, end - size, size)
    area = np.bincount(owner, weights=np.where(hole, -1.0, 1.0) * np.abs(signed), minlength=len(ids)).astype(np.float64)
    turn = np.repeat((signed > 0) == hole, size - 1)
    return Rings(ids, xy, np.flatnonzero(inner), np.repeat(owner, size - 1), turn, area)


def _signed(z: NDArray[np.complex128], inner: Bools, first: Ints, size: Ints) -> Floats:
    """Areas of the rings, counter-clockwise ones positive. inner: False at a ring's last vertex."""
    signed = np.zeros(len(first))
    low = 0
    while low < len(first):
        high = max(int(np.searchsorted(first, first[low] + BLOCK)), low + 1)
        here = slice(int(first[low]), int(first[high - 1] + size[high - 1]))
        w = z[here] - np.repeat(z[first[low:high]], size[low:high])  # small numbers: areas far from the origin
        cross = np.zeros(len(w))
        np.subtract(w[:-1].real * w[1:].imag, w[1:].real * w[:-1].imag, where=inner[here][:-1], out=cross[:-1])
        signed[low:high] = np.add.reduceat(cross, first[low:high] - first[low]) / 2
        low = high
    return signed
