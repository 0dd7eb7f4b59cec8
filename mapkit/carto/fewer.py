"""Source -> the same map with fewer points: what no sheet can show is left out, borders and cells stay (shapely).

Visvalingam-Whyatt on the edges of the coverage (GEOS CoverageSimplifier): a border is simplified once for both cells.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import shapely

from mapkit.carto.graph import Survey
from mapkit.carto.source import Source
from mapkit.carto.survey import survey
from mapkit.map import Finding

MANY = 200_000  # points of a whole map from which its commands take noticeably longer
SEEN = 1 / 20_000  # of the map's length: 0.02 mm on a sheet of 400 mm
SMALLEST = 1 / 50  # of the smallest cell's width: 0.16 mm where it is enlarged to hold a room of 8 mm
COARSE = 1 / 2_000  # of the map's length: enough to say which shores are near


def lean(source: Source, was: Survey) -> Source:
    """The shapes without the points that no sheet can show, which a finding tells; as they are when that would not
    halve them, when they are not many, or when a border, a touch or a part would be gained or lost. was: their survey.
    """
    shapes = list(source.shapes.values())
    before = _points(source)
    if before < MANY:
        return source
    width = float(np.sqrt(shapely.area(shapes).min()))
    tolerance = min(SEEN * _extent(source), SMALLEST * width)
    made = _simplified(source, tolerance)
    if made is None or 2 * _points(made) > before or _parts(made) != _parts(source):
        return source
    now = survey(made, was.tolerance)
    if set(was.lengths) != set(now.lengths) or was.touches != now.touches:
        return source
    unit = "degrees" if source.lonlat else "units"
    told = f"{before - _points(made):,} of its {before:,} points, too fine for a sheet, were left out"
    how = f"Visvalingam-Whyatt, {tolerance:.2g} {unit}; no border came or went"
    found = Finding("simplified", "the map", f"{told} ({how})", False, "keep them all with --exact")
    return replace(made, findings=(*source.findings, found))


def coarse(source: Source) -> Source:
    """The shapes as roughly as proposals need them; as they are when they are no coverage."""
    return (_points(source) > MANY // 10 and _simplified(source, COARSE * _extent(source))) or source


def _simplified(source: Source, tolerance: float) -> Source | None:
    found = shapely.coverage_simplify(np.array(list(source.shapes.values()), dtype=object), tolerance)
    if not (shapely.is_valid(found) & ~shapely.is_empty(found)).all() or not shapely.coverage_is_valid(found):
        return (
            None  # no coverage becomes one by that; and what is simplified is looked through in a fraction of the time
        )
    return Source(dict(zip(source.shapes, found, strict=True)), source.lonlat, source.findings)


def _points(source: Source) -> int:
    return int(shapely.get_num_coordinates(list(source.shapes.values())).sum())


def _parts(source: Source) -> list[int]:
    return list(shapely.get_num_geometries(list(source.shapes.values())))


def _extent(source: Source) -> float:
    west, south, east, north = shapely.total_bounds(list(source.shapes.values()))
    return float(max(east - west, north - south))
