"""Drawing -> the text of a map's cells.geojson."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto.drawing import Drawing

MOST_FIELDS = 40  # attributes kept with every cell


def cells_geojson(drawing: Drawing) -> str:
    """The cells as GeoJSON (RFC 7946), one feature a line; a plane says `"crs": null` (GeoJSON 2008).

    Coordinates are rounded alike for all cells (1e-9 degrees, or 1e-12 of the drawing's size), so that shared
    vertices stay shared.
    """
    source = drawing.source
    reach = float(np.abs(shapely.total_bounds(list(source.shapes.values()))).max())
    digits = 9 if source.lonlat else max(0, 12 - math.ceil(math.log10(max(reach, 1e-9))))
    keep = drawing.fields[:MOST_FIELDS]
    lines = []
    for ident, shape in source.shapes.items():
        properties = {k: v for k in keep if (v := _short(drawing.attributes[ident].get(k))) is not None}
        geometry = {"type": shape.geom_type, "coordinates": _coordinates(shape, digits)}
        feature = {"type": "Feature", "id": ident, "properties": properties, "geometry": geometry}
        lines.append(json.dumps(feature, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
    head = '{"type":"FeatureCollection",' + ("" if source.lonlat else '"crs":null,') + '"features":[\n'
    return head + ",\n".join(lines) + "\n]}\n"


def _coordinates(shape: BaseGeometry, digits: int) -> list[Any]:
    def polygon(one: BaseGeometry) -> list[Any]:
        return [(np.round(shapely.get_coordinates(r), digits) + 0.0).tolist() for r in (one.exterior, *one.interiors)]

    return polygon(shape) if shape.geom_type == "Polygon" else [polygon(p) for p in shape.geoms]


def _short(value: object) -> str | int | float | bool | None:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return value if len(value) <= 200 else None
    return value if isinstance(value, int) else None
