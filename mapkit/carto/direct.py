"""Any vector file -> Source + Survey + names: who borders whom in a file that is no map yet.

The same as a map made of the file would say. Most files need none of what `drawing.read` does for a new map (tidy ids,
shapes put side by side, cells joined at 180 degrees): they are surveyed as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto import drawing, seam
from mapkit.carto.features import Features, Layers
from mapkit.carto.graph import Survey
from mapkit.carto.idents import identify, names_of
from mapkit.carto.over import ON
from mapkit.carto.plausible import plausible
from mapkit.carto.source import Source, open_features
from mapkit.carto.survey import survey
from mapkit.map import Finding

_TIDY = re.compile(r"\w[\w.-]{0,38}\w|\w")


def direct(path: Path, id_field: str | None = None, layer: Layers = None) -> tuple[Source, Survey, dict[str, str]]:
    """The shapes of a file by id, their survey, and a name for each. Raises MapkitError for what `read` raises."""
    read_in = open_features(path, layer)
    named = [(identify(f.ident, f.properties, id_field), f) for f in read_in.items if f.shape is not None]
    ids = {i for i, _ in named}
    tidy = 0 < len(ids) == len(named) and all(i is not None and _TIDY.fullmatch(i) for i in ids)
    known = id_field is None or any(id_field in f.properties for _, f in named)
    if tidy and known and path.suffix.lower() not in (".svg", ".svgz") and not _cut(read_in):
        lost = [Finding("no-shape", f.place, f"{f.fault}: left out", True) for f in read_in.items if f.shape is None]
        shapes = {str(i): f.shape for i, f in named if f.shape is not None}
        source = Source(shapes, read_in.lonlat, (*read_in.findings, *lost))
        plausible(shapes, path)
        if not _lying(list(shapes.values())):
            return (
                source,
                survey(source),
                {str(i): names_of(f.properties, None, str(i))["en"] for i, f in named},
            )
    made = drawing.read(path, id_field=id_field, layer=layer)
    plausible(made.source.shapes, path)
    names = {i: n.get("en", i) for i, n in made.names.items()}
    return made.source, survey(made.source), names


def _cut(read_in: Features) -> bool:
    """Whether shapes in degrees reach to both sides of the 180th meridian, where `seam` joins them."""
    west, _, east, _ = shapely.total_bounds([f.shape for f in read_in.items if f.shape is not None])
    return read_in.lonlat and bool(west < -180 + seam.EDGE and east > 180 - seam.EDGE)


def _lying(shapes: Sequence[BaseGeometry]) -> bool:
    """Whether a shape lies on a larger one, as an island does that is drawn over a sea cell: its centre is in there,
    and more than the share that `over` cuts out."""
    every = np.array(shapes, dtype=object)
    if np.count_nonzero(np.diff(np.sort(shapely.area(every))) == 0) >= drawing.MOST_ALIKE:
        return True  # copies of one another, perhaps: every one lies on every other
    small, large = shapely.STRtree(every).query(shapely.centroid(every), predicate="within")
    area = shapely.area(every)
    other = (small != large) & (area[small] <= area[large])
    small, large = small[other], large[other]
    try:
        return bool((shapely.area(shapely.intersection(every[small], every[large])) > ON * area[small]).any())
    except shapely.errors.GEOSException:  # a ring that crosses itself
        return True
