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
    ids = tuple(shapes)
    cells = np.asarray(list(shapes.values()), dtype=object)
    parts, owner = shapely.get_parts(cells, return_index=True)
    nested = np.isin(shapely.get_type_id(parts), (6, 7))
    while nested.any():  # a collection may hold multipolygons
        inner, at = shapely.get_parts(parts[nested], return_index=True)
        parts, owner = np.r_[parts[~nested], inner], np.r_[owner[~nested], owner[nested][at]]
        nested = np.isin(shapely.get_type_id(parts), (6, 7))
    solid = shapely.get_type_id(parts) == 3
    parts, owner = parts[solid], owner[solid]
    loops, part = shapely.get_rings(parts, return_index=True)
    hole = np.r_[False, part[1:] == part[:-1]] if len(part) else np.zeros(0, bool)
    xy, ring = shapely.get_coordinates(loops, return_index=True)
    return flat(ids, xy, ring, owner[part], hole)


def flat(ids: tuple[str, ...], xy: Floats, ring: Ints, owner: Ints, hole: Bools) -> Rings:
    """Rings from raw arrays. ring: (n,) ring of every vertex, ascending; owner, hole: cell and kind of every ring."""
    xy = np.ascontiguousarray(xy) + 0.0  # -0.0 and 0.0 are one place
    z = xy.view(np.complex128)[:, 0] if len(xy) else np.zeros(0, np.complex128)
    keep = np.isfinite(z)
    keep[1:] &= (z[1:] != z[:-1]) | (ring[1:] != ring[:-1])
    if not keep.all():
        xy, z, ring = xy[keep], z[keep], ring[keep]
    edge = np.flatnonzero(ring[1:] == ring[:-1])
    first = np.searchsorted(ring, np.arange(len(owner)))
    z = z - z[np.minimum(first, len(z) - 1)][ring] if len(z) else z  # small numbers: areas far from the origin
    cross = np.zeros(len(z))
    cross[:-1] = z[:-1].real * z[1:].imag - z[1:].real * z[:-1].imag  # 0 from the last vertex to the next ring's first
    signed = np.bincount(ring, weights=cross, minlength=len(owner)).astype(np.float64) / 2
    area = np.bincount(owner, weights=np.where(hole, -1.0, 1.0) * np.abs(signed), minlength=len(ids)).astype(np.float64)
    turn = ((signed > 0) == hole)[ring[edge]]
    return Rings(ids, xy, edge, owner[ring[edge]], turn, area)
