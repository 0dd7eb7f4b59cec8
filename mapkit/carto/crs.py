"""Shapes in any coordinate system -> degrees east and north, or a plane left as it is (PROJ does the work)."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.errors import MapkitError

DEGREES = re.compile(
    r"(urn:ogc:def:crs:OGC:1\.3:CRS84|OGC:CRS84|(EPSG|urn:ogc:def:crs:EPSG:[\d.]*):+(4326|4979))", re.I
)


def placed(shapes: dict[int, BaseGeometry], crs: str | None, path: Path) -> tuple[dict[int, BaseGeometry], bool, str]:
    """(shapes, lonlat?, unit of the plane) from what a file says of its coordinates.

    crs: any text PROJ understands; "" for a plane; None when the file says nothing: degrees if the numbers can be.
    Raises MapkitError for an unknown system, and for shapes that have no place in it.
    """
    if crs == "" or not shapes:
        return shapes, crs != "", ""
    if crs is None:
        west, south, east, north = shapely.total_bounds(list(shapes.values()))
        return shapes, bool(west >= -360.001 and east <= 540.001 and south >= -90.001 and north <= 90.001), ""
    if DEGREES.fullmatch(crs.strip()):
        return shapes, True, ""
    from pyproj import CRS, Transformer
    from pyproj.exceptions import CRSError, ProjError

    try:
        with warnings.catch_warnings():  # it advises a programmer, on stderr
            warnings.simplefilter("ignore")
            system = CRS.from_user_input(crs)
        if not (system.is_geographic or system.is_projected or system.is_compound or system.is_bound):
            return shapes, False, system.axis_info[0].unit_name if system.axis_info else ""
        across = Transformer.from_crs(system, "OGC:CRS84", always_xy=True)
    except (CRSError, ProjError):
        raise MapkitError(f"its coordinate system {crs[:80]!r} is not known to PROJ", path) from None

    def move(points: np.ndarray) -> np.ndarray:
        return np.column_stack(across.transform(points[:, 0], points[:, 1]))

    moved = {i: shapely.transform(shape, move) for i, shape in shapes.items()}
    for i, shape in moved.items():
        if not np.isfinite(shapely.get_coordinates(shape)).all():
            raise MapkitError(
                f"feature {i + 1} lies outside of where its coordinate system {crs[:80]!r} is defined", path
            )
    return moved, True, ""
