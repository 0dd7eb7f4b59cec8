"""Source -> Coverage: valid polygons that share borders vertex for vertex (shapely)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from mapkit.carto import spot
from mapkit.carto.adjacency import adjacency, tolerance_of
from mapkit.carto.fill import close, fill
from mapkit.carto.match import match
from mapkit.carto.rings import rings
from mapkit.carto.source import Source
from mapkit.map import Finding

MANY = 1000  # cells; changes of more are told by the change of area, which takes no overlay


@dataclass(frozen=True)
class Coverage:
    """id -> Polygon | MultiPolygon, valid, non-overlapping, neighbours sharing every vertex of their border.

    lonlat: degrees east and north; else plane units, y up.
    """

    shapes: Mapping[str, Polygon | MultiPolygon]
    lonlat: bool


def repair(source: Source, tolerance: float | None = None) -> tuple[Coverage, list[Finding]]:
    """Valid shapes with matched borders, and what was changed, each with place and size.

    tolerance: how far a border may move to meet its neighbour's, in degrees or drawing units; None: found from the
    data. A shape that is a valid coverage already comes back as it was. No cell is lost but one that has no area, or
    that lies on another wholly; those are severe findings.
    """
    found: list[Finding] = []
    shapes = {cell: _solid(cell, shape, source.lonlat, found) for cell, shape in source.shapes.items()}
    ids = [cell for cell, shape in shapes.items() if not shape.is_empty]
    before = np.array([shapes[cell] for cell in ids], dtype=object)
    width = _tolerance(source) if tolerance is None else tolerance
    if not ids or shapely.coverage_is_valid(before, gap_width=width):
        return Coverage(dict(zip(ids, before.tolist(), strict=True)), source.lonlat), found
    after = _clean(before, width)
    if not shapely.coverage_is_valid(after):
        after = _noded(after, (-1.0, 0.0, width / 4, width))
    for cell, old, new in zip(ids, before, after, strict=True):
        found += _change(cell, old, new, source.lonlat, len(ids) <= MANY)
    kept = {cell: new for cell, new in zip(ids, after.tolist(), strict=True) if not new.is_empty}
    return Coverage(kept, source.lonlat), found


def _tolerance(source: Source) -> float:
    r = rings(source.shapes)
    return tolerance_of(r, source.lonlat, match(r, source.lonlat))


def _solid(cell: str, shape: BaseGeometry | None, lonlat: bool, found: list[Finding]) -> BaseGeometry:
    """The polygons of a shape, valid; findings for what that took."""
    if shape is None or shape.is_empty:
        found.append(Finding("no-polygon", cell, "has an empty shape", True, "draw it, or remove the cell"))
        return Polygon()
    shape = shapely.force_2d(shape)
    if shape.is_valid and isinstance(shape, Polygon | MultiPolygon):
        return shape
    fault = shapely.is_valid_reason(shape).split("[")[0].strip().lower()
    made = polygons(shapely.make_valid(shape, method="structure", keep_collapsed=False))
    if made.is_empty:
        made = polygons(shapely.make_valid(shape))
    where_ = f"{cell}, {spot.place_of(shape, lonlat)}"
    if made.is_empty:
        found.append(Finding("no-polygon", where_, "has a shape without area", True, "draw it, or remove the cell"))
        return Polygon()
    moved = spot.areas(abs(spot.area(made, lonlat) - spot.area(shape, lonlat)), lonlat)
    found.append(Finding("invalid-shape", where_, f"{fault}: made valid, area changed by {moved}", False))
    return made


def polygons(shape: BaseGeometry) -> Polygon | MultiPolygon:
    """The polygons among the parts of any geometry, as one."""
    parts = shapely.get_parts(shape)
    while (shapely.get_type_id(parts) > 3).any():
        parts = shapely.get_parts(parts)
    solid = [p for p in parts if isinstance(p, Polygon) and p.area > 0]
    return solid[0] if len(solid) == 1 else MultiPolygon(solid)


def _clean(shapes: spot.Shapes, width: float) -> spot.Shapes:
    """A valid coverage of the same cells: overlaps go to the smaller cell, gaps up to width are shared out.

    Borders move only where two of them do not meet. Where gaps are too fine to share out by distance, vertices within
    width of each other are joined; a cell that this would swallow is joined more gently.
    """
    apart = close(_noded(shapes, (-1.0, 0.0)), width)
    if not _open(apart, width):
        return apart
    there = ~shapely.is_empty(apart)
    filled = apart.copy()
    filled[there] = [polygons(shape) for shape in fill(apart[there], width)]
    if (shapely.area(filled) > shapely.area(apart)).any():
        return close(_noded(filled, (-1.0, 0.0)), width)
    return close(_noded(filled, (width, width / 4, -1.0, 0.0)), width)


def _open(shapes: spot.Shapes, width: float) -> bool:
    """There are cells that only face each other across gaps narrower than width."""
    found = adjacency(rings(dict(zip(map(str, range(len(shapes))), shapes, strict=True))), False, width)
    return bool((found.gap[found.taken] != 0).any())


def _noded(shapes: spot.Shapes, snaps: tuple[float, ...]) -> spot.Shapes:
    """coverage_clean with the first of the snapping distances (-1: some 1e-8 of the extent) that loses no cell."""
    done = None
    for snap in (*snaps, _grid(shapes)):
        with np.errstate(invalid="ignore"), suppress(shapely.errors.GEOSException):
            done = shapely.coverage_clean(shapes, snapping_distance=snap, gap_width=0.0, merge_strategy="min_area")
            lost = (shapely.is_empty(done) & ~shapely.is_empty(shapes)).any()
            if not lost and shapely.coverage_is_valid(done):
                break
    if done is None:  # numbers beyond what overlay bears
        return _noded(shapely.set_precision(shapes, _grid(shapes)), (0.0,)) if len(snaps) > 1 else _apart(shapes)
    return np.array([polygons(shape) for shape in done], dtype=object)


def _grid(shapes: spot.Shapes) -> float:
    return float(np.ptp(shapely.get_coordinates(shapes))) * 1e-9


def _apart(shapes: spot.Shapes) -> spot.Shapes:
    """Every cell without those smaller than it, on a grid: the plainest way to be rid of overlaps."""
    grid = _grid(shapes)
    out, taken = shapes.copy(), Polygon()
    for k in np.argsort(shapely.area(shapes), kind="stable"):
        out[k] = polygons(shapely.difference(shapes[k], taken, grid_size=grid))
        taken = shapely.union(taken, shapes[k], grid_size=grid)
    return out


def _change(cell: str, old: BaseGeometry, new: BaseGeometry, lonlat: bool, closely: bool) -> list[Finding]:
    if new.is_empty:
        message = f"lies on other cells wholly ({spot.areas(spot.area(old, lonlat), lonlat)}) and was left out"
        return [
            Finding("cell-lost", f"{cell}, {spot.place_of(old, lonlat)}", message, True, "remove one of the shapes")
        ]
    if shapely.equals_exact(shapely.normalize(old), shapely.normalize(new), 0.0):
        return []
    if not closely:
        size = spot.areas(abs(spot.area(new, lonlat) - spot.area(old, lonlat)), lonlat)
        at = spot.place(new.centroid.x, new.centroid.y, lonlat)
        message = f"borders moved to meet its neighbours' (area changed by {size})"
        return [Finding("border-matched", f"{cell}, {at}", message, False)]
    gained, lost = polygons(shapely.difference(new, old)), polygons(shapely.difference(old, new))
    if gained.area + lost.area <= 1e-12 * old.area:
        return []
    at = spot.place_of(gained if gained.area >= lost.area else lost, lonlat)
    plus, minus = (spot.areas(spot.area(x, lonlat), lonlat) for x in (gained, lost))
    message = f"gained {plus} and gave up {minus} to meet its neighbours' borders"
    return [Finding("border-matched", f"{cell}, {at}", message, False)]
