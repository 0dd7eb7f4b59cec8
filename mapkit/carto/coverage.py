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
from mapkit.carto.crossed import about, crossed
from mapkit.carto.faces import extent, faces, valid
from mapkit.carto.faces import polygons as polygons  # where other modules look for it
from mapkit.carto.fill import fill
from mapkit.carto.match import match
from mapkit.carto.rings import Ints, rings
from mapkit.carto.slivers import close
from mapkit.carto.source import Source
from mapkit.carto.tiles import weld_tiles
from mapkit.map import Finding

SOME = 300  # cells looked at first
FOLD = 0.01  # share of a shape's area that making it valid may change
PATCHES = 3  # rounds of mending what welding leaves crossed
MANY = 1000  # cells; changes of more are told by the change of area alone


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
    shapes = _solids(source, found)
    ids = [cell for cell, shape in shapes.items() if not shape.is_empty]
    before = np.array([shapes[cell] for cell in ids], dtype=object)
    width = _tolerance(source) if tolerance is None else tolerance
    if not ids or _whole(before, width):
        return Coverage(dict(zip(ids, before.tolist(), strict=True)), source.lonlat), found
    after, sound = _welded(before, _folded(source, ids, before), source.lonlat, width)
    if not sound:
        after = _clean(before, width)
        after = after if shapely.coverage_is_valid(after) else faces(after)
    found += _changes(ids, before, after, source.lonlat)
    kept = {cell: new for cell, new in zip(ids, after.tolist(), strict=True) if not new.is_empty}
    return Coverage(kept, source.lonlat), found


def _tolerance(source: Source) -> float:
    r = rings(source.shapes)
    return tolerance_of(r, source.lonlat, match(r, source.lonlat))


def _solids(source: Source, found: list[Finding]) -> dict[str, BaseGeometry]:
    flat = np.fromiter(source.shapes.values(), dtype=object, count=len(source.shapes))
    deep = shapely.has_z(flat)
    flat[deep] = shapely.force_2d(flat[deep])
    fine = shapely.is_valid(flat) & np.isin(shapely.get_type_id(flat), (3, 6)) & ~shapely.is_empty(flat)
    return {
        cell: shape if sound else _solid(cell, shape, source.lonlat, found)
        for cell, shape, sound in zip(source.shapes, flat.tolist(), fine.tolist(), strict=True)
    }


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
        with suppress(shapely.errors.GEOSException):  # rings that are points
            made = polygons(shapely.make_valid(shape))
    if not made.is_valid:  # polygons of a collection that lie on each other
        made = polygons(shapely.make_valid(made, method="structure", keep_collapsed=False))
    where_ = f"{cell}, {spot.place_of(shape, lonlat)}"
    if made.is_empty:
        found.append(Finding("no-polygon", where_, "has a shape without area", True, "draw it, or remove the cell"))
        return Polygon()
    moved = spot.areas(abs(spot.area(made, lonlat) - spot.area(shape, lonlat)), lonlat)
    found.append(Finding("invalid-shape", where_, f"{fault}: made valid, area changed by {moved}", False))
    return made


def _whole(shapes: spot.Shapes, width: float) -> bool:
    """It is a valid coverage, without gaps up to width."""
    if not shapely.coverage_is_valid(_some(shapes)) or not shapely.coverage_is_valid(shapes, gap_width=width):
        return False
    return not _open(shapes, width)  # GEOS sees gaps about as wide as its width, and not much narrower ones


def _some(shapes: spot.Shapes) -> spot.Shapes:
    """A few hundred that stand together: where these are no coverage, the whole is none."""
    box = shapely.bounds(shapes)
    middle = box[:, :2] + box[:, 2:]
    away = np.hypot(*(middle - np.median(middle, axis=0)).T)
    return shapes[np.argsort(away, kind="stable")[:SOME]]


def _folded(source: Source, ids: list[str], shapes: spot.Shapes) -> spot.Shapes:
    """The shapes as they were drawn where only a fold here and there keeps them from being valid: a fold turned over
    has its border on the wrong side."""
    out = shapes.copy()
    for k, cell in enumerate(ids):
        drawn = source.shapes[cell]
        if (
            drawn is not shapes[k]
            and isinstance(drawn, Polygon | MultiPolygon)
            and np.isfinite(shapely.get_coordinates(drawn)).all()
            and abs(drawn.area - shapes[k].area) < FOLD * shapes[k].area
        ):
            out[k] = shapely.force_2d(drawn)
    return out


def _welded(shapes: spot.Shapes, drawn: spot.Shapes, lonlat: bool, width: float) -> tuple[spot.Shapes, bool]:
    """Every border that is drawn twice made one line; where that makes lines cross, the cells there are noded. And
    whether the result is a valid coverage of as many cells."""
    try:
        after = weld_tiles(drawn, lonlat, width)
        if after is drawn:
            return shapes, not len(crossed(shapes, np.arange(len(shapes))))
        bad = crossed(after, np.arange(len(after)))
        for _ in range(PATCHES):
            if not len(bad):
                break
            after, changed = _patched(after, bad)
            bad = crossed(after, about(after, changed))
        whole = close(after, width)
        grown = np.flatnonzero([old is not new for old, new in zip(after, whole, strict=True)])
        bad = np.union1d(bad, crossed(whole, about(whole, grown)))
        return whole, not len(bad) and not shapely.is_empty(whole).any()
    except shapely.errors.GEOSException:
        return shapes, False


def _patched(shapes: spot.Shapes, bad: Ints) -> tuple[spot.Shapes, Ints]:
    """Shapes with the bad ones and those about them cut at their crossings (overlaps go to the smaller), and which
    these are."""
    out = shapes.copy()
    out[bad] = [polygons(valid(shape)) for shape in shapes[bad]]
    rows = about(out, bad)
    noded = _noded(out[rows], (-1.0, 0.0))
    out[rows] = np.where(shapely.is_empty(noded), out[rows], noded)
    return out, rows


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
    for snap in (*snaps, extent(shapes) * 1e-9):
        with np.errstate(invalid="ignore"), suppress(shapely.errors.GEOSException):
            done = shapely.coverage_clean(shapes, snapping_distance=snap, gap_width=0.0, merge_strategy="min_area")
            lost = (shapely.is_empty(done) & ~shapely.is_empty(shapes)).any()
            if not lost and shapely.coverage_is_valid(done):
                break
    if done is None:  # numbers beyond what overlay bears
        return faces(shapes)
    return np.array([polygons(shape) for shape in done], dtype=object)


def _changes(ids: list[str], before: spot.Shapes, after: spot.Shapes, lonlat: bool) -> list[Finding]:
    rows = np.flatnonzero([old is not new for old, new in zip(before, after, strict=True)])
    if len(ids) <= MANY:
        return [f for k in rows for f in _change(ids[k], before[k], after[k], lonlat)]
    old, new = before[rows], after[rows]
    rows = rows[~shapely.equals_exact(shapely.normalize(old), shapely.normalize(new), 0.0)]
    center = shapely.centroid(before[rows])
    more = np.abs(shapely.area(after[rows]) - shapely.area(before[rows]))
    if lonlat:
        more *= spot.KM**2 * np.cos(np.radians(shapely.get_y(center)))
    found = []
    for k, x, y, size in zip(rows, shapely.get_x(center), shapely.get_y(center), more.tolist(), strict=True):
        if after[k].is_empty:
            found += _change(ids[k], before[k], after[k], lonlat)
            continue
        message = f"borders moved to meet its neighbours' (area changed by {spot.areas(size, lonlat)})"
        found.append(Finding("border-matched", f"{ids[k]}, {spot.place(x, y, lonlat)}", message, False))
    return found


def _change(cell: str, old: BaseGeometry, new: BaseGeometry, lonlat: bool) -> list[Finding]:
    if new.is_empty:
        message = f"lies on other cells wholly ({spot.areas(spot.area(old, lonlat), lonlat)}) and was left out"
        return [
            Finding("cell-lost", f"{cell}, {spot.place_of(old, lonlat)}", message, True, "remove one of the shapes")
        ]
    if shapely.equals_exact(shapely.normalize(old), shapely.normalize(new), 0.0):
        return []
    gained, lost = polygons(shapely.difference(new, old)), polygons(shapely.difference(old, new))
    if gained.area + lost.area <= 1e-12 * old.area:
        return []
    at = spot.place_of(gained if gained.area >= lost.area else lost, lonlat)
    plus, minus = (spot.areas(spot.area(x, lonlat), lonlat) for x in (gained, lost))
    message = f"gained {plus} and gave up {minus} to meet its neighbours' borders"
    return [Finding("border-matched", f"{cell}, {at}", message, False)]
