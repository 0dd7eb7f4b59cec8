"""Source -> findings about its drawing: overlaps, gaps, borders drawn apart, each with place and size (shapely)."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto import length, spot
from mapkit.carto.coverage import polygons
from mapkit.carto.faces import valid
from mapkit.carto.match import match
from mapkit.carto.rings import Floats, Ints, rings
from mapkit.carto.source import Source
from mapkit.map import Finding

NOTABLE = 1e-4  # an overlap or gap of this share of the smaller cell is severe: it shows, and it moves a border
APART = 0.5  # borders are looked for as far apart as this share of a cell's width


def faults(source: Source) -> list[Finding]:
    """Overlaps, gaps and borders drawn apart in the shapes as they came. Empty for a valid coverage."""
    ids = [cell for cell, shape in source.shapes.items() if shape is not None and not shape.is_empty]
    shapes = np.array([_valid(source.shapes[cell]) for cell in ids], dtype=object)
    if not ids or shapely.coverage_is_valid(shapes):
        return _holes(source, ids, shapes)
    apart = _apart(source, ids, shapes)
    told = {f.where.split(",")[0] for f in apart}
    holes = [f for f in _holes(source, ids, shapes) if not _about(f, told)]
    return [*_overlaps(source, ids, shapes), *apart, *holes]


def _about(finding: Finding, pairs: set[str]) -> bool:
    around = finding.where.split(",")[0].split(" ")
    return any("-".join(two) in pairs for two in combinations(around, 2))


def _valid(shape: BaseGeometry) -> BaseGeometry:
    flat = shapely.force_2d(shape)
    return flat if flat.is_valid else polygons(valid(flat))


def _overlaps(source: Source, ids: list[str], shapes: spot.Shapes) -> list[Finding]:
    faulty = np.flatnonzero(~shapely.is_empty(shapely.coverage_invalid_edges(shapes)))
    i, j = shapely.STRtree(shapes[faulty]).query(shapes[faulty], predicate="intersects")
    i, j = faulty[i[i < j]], faulty[j[i < j]]
    common = shapely.intersection(shapes[i], shapes[j])
    found = []
    for a, b, both in zip(i, j, common, strict=True):
        small = min(shapes[a].area, shapes[b].area)
        if both.area <= 0:
            continue
        pair = "-".join(sorted((ids[a], ids[b])))
        at = f"{pair}, {spot.place_of(polygons(both), source.lonlat)}"
        size = spot.areas(spot.area(polygons(both), source.lonlat), source.lonlat)
        if both.area > 0.999 * small:
            same = shapes[a].area < 1.001 * small and shapes[b].area < 1.001 * small
            kind = "are the same shape" if same else "lie on each other: the smaller is wholly inside the larger"
            found.append(Finding("overlap", at, f"{kind} ({size})", same, "cut one out of the other"))
        else:
            found.append(Finding("overlap", at, f"overlap by {size}", both.area > NOTABLE * small, "draw one border"))
    return found


def _apart(source: Source, ids: list[str], shapes: spot.Shapes) -> list[Finding]:
    """Borders with the same course drawn at two places, as a shifted polygon has them; and the gap between."""
    r = rings(dict(zip(ids, shapes, strict=True)))
    loose = np.flatnonzero(match(r, source.lonlat).free)
    at = r.edge[loose]
    turn = r.turn[loose][:, None]
    p, q = np.where(turn, r.xy[at + 1], r.xy[at]), np.where(turn, r.xy[at], r.xy[at + 1])
    cell = r.cell[loose]
    found = []
    for a, b, mine, shift in _twins(p, q, cell, np.sqrt(r.area)):
        pair = "-".join(sorted((ids[a], ids[b])))
        size = (length.km if source.lonlat else length.plane)(p[mine], q[mine]).sum()
        far = (length.km if source.lonlat else length.plane)(p[mine][:1], p[mine][:1] - shift)[0]
        unit = "km" if source.lonlat else "units"
        middle = p[mine][len(mine) // 2] - shift / 2
        place = f"{pair}, {spot.place(float(middle[0]), float(middle[1]), source.lonlat)}"
        message = f"a border of {spot.amount(size, unit)} is lost: the two draw it {spot.amount(far, unit)} apart"
        fix = f"move {ids[a]} by {-shift[0]:.6g}, {-shift[1]:.6g}, or {ids[b]} back by as much"
        found.append(Finding("border-lost", place, message, True, fix))
        found += _gap(source, pair, shapes[[a, b]], shapes, float(np.hypot(*shift)))
    return found


def _twins(p: Floats, q: Floats, cell: Ints, width: Floats) -> list[tuple[int, int, Ints, Floats]]:
    """(a, b, rows of a's edges, offset a - b) where at least three edges of two cells agree but for an offset."""
    if not len(p):
        return []
    unit = max(float(np.ptp(p, axis=0).max(initial=0)), 1e-300) * 1e-9
    forth, back = np.rint((q - p) / unit).astype(np.int64), np.rint((p - q) / unit).astype(np.int64)
    prime = np.int64(1_000_003)
    mine, other = forth[:, 0] * prime + forth[:, 1], back[:, 0] * prime + back[:, 1]
    order = np.argsort(other, kind="stable")
    low, high = np.searchsorted(other[order], mine), np.searchsorted(other[order], mine, side="right")
    count = np.where(high - low <= 16, high - low, 0)
    e = np.repeat(np.arange(len(p)), count)
    f = order[np.repeat(low, count) + np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)]
    shift = p[e] - q[f]
    keep = (cell[e] < cell[f]) & (np.hypot(*shift.T) < APART * np.minimum(width[cell[e]], width[cell[f]]))
    e, f, shift = e[keep], f[keep], shift[keep]
    steps = np.rint(shift / (unit * 100)).astype(np.int64)
    rows = np.column_stack([cell[e], cell[f], steps])
    groups, index = np.unique(rows, axis=0, return_inverse=True)
    index = index.reshape(-1)
    best: dict[tuple[int, int], tuple[int, Ints, Floats]] = {}
    for g in np.flatnonzero(np.bincount(index, minlength=len(groups)) >= 3):
        inside = index == g
        pair = (int(groups[g, 0]), int(groups[g, 1]))
        if inside.sum() > best.get(pair, (0,))[0]:
            best[pair] = (int(inside.sum()), e[inside], shift[inside].mean(axis=0))
    return [(a, b, rows, offset) for (a, b), (_, rows, offset) in sorted(best.items())]


def _gap(source: Source, pair: str, two: spot.Shapes, shapes: spot.Shapes, far: float) -> list[Finding]:
    """What lies between two cells no farther apart than far, and in no cell."""
    closed = shapely.buffer(shapely.buffer(shapely.union_all(two), far * 0.6, join_style="mitre"), -far * 0.6)
    near = shapes[shapely.STRtree(shapes).query(closed, predicate="intersects")]
    left = shapely.get_parts(shapely.difference(closed, shapely.union_all(near)))
    left = left[(shapely.distance(left, two[0]) < far * 1e-3) & (shapely.distance(left, two[1]) < far * 1e-3)]
    left = left[shapely.area(left) > NOTABLE * min(shapely.area(two))] if len(left) else left
    if not len(left):
        return []
    gap = shapely.union_all(left)
    size = spot.areas(spot.area(gap, source.lonlat), source.lonlat)
    at = f"{pair}, {spot.place_of(gap, source.lonlat)}"
    return [Finding("gap", at, f"a gap of {size} lies between them", True, "draw one border")]


def _holes(source: Source, ids: list[str], shapes: spot.Shapes) -> list[Finding]:
    """Enclosed places in no cell: a thin one is a gap, a round one may be a lake."""
    if not ids:
        return []
    valid = bool(shapely.coverage_is_valid(shapes))
    whole = shapely.coverage_union_all(shapes) if valid else shapely.union_all(shapes)
    parts = shapely.get_parts(whole)
    loops = shapely.get_parts(shapely.get_rings(parts))
    inner = [hole for part in parts for hole in part.interiors] if len(loops) else []
    typical = float(np.median(shapely.area(shapes)))
    found = []
    for hole in shapely.polygons(inner) if inner else []:
        thin = 4 * np.pi * hole.area / hole.length**2 < 0.15
        size = spot.areas(spot.area(hole, source.lonlat), source.lonlat)
        around = [ids[k] for k in shapely.STRtree(shapes).query(hole, predicate="intersects")]
        at = f"{' '.join(sorted(around)[:6])}, {spot.place_of(hole, source.lonlat)}"
        if thin:
            severe = hole.area > NOTABLE * typical
            found.append(Finding("gap", at, f"a thin gap of {size} lies between cells", severe, "draw one border"))
        else:
            found.append(Finding("hole", at, f"{size} inside the map belong to no cell", False, "a lake? else draw it"))
    return found
