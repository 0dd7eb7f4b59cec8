"""Coordinates -> words: places and sizes as findings say them (numpy, shapely)."""

from __future__ import annotations

import math

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

KM = 111.195  # of a degree of latitude, mean sphere
Shapes = NDArray[np.object_]


def place(x: float, y: float, lonlat: bool) -> str:
    """ "36.1200N 139.0500E", or "x 12.5, y 40" in drawing units."""
    if not lonlat:
        return f"x {x:.6g}, y {y:.6g}"
    x = (x + 180) % 360 - 180 if abs(x) > 180 else x
    return f"{abs(y):.4f}{'S' if y < 0 else 'N'} {abs(x):.4f}{'W' if x < 0 else 'E'}"


def place_of(shape: BaseGeometry, lonlat: bool) -> str:
    """A place inside the shape's largest part; "nowhere" for an empty one."""
    parts = shapely.get_parts(shape)
    if not len(parts):
        return "nowhere"
    size = shapely.area(parts) if shapely.area(parts).any() else shapely.length(parts)
    point = parts[int(np.argmax(size))].representative_point()
    return place(point.x, point.y, lonlat)


def area(shape: BaseGeometry, lonlat: bool) -> float:
    """km2 (sphere, at the shape's latitude), or square units."""
    if not lonlat or shape.is_empty:
        return float(shape.area)
    return float(shape.area) * KM * KM * math.cos(math.radians(shape.centroid.y))


def amount(value: float, unit: str) -> str:
    """Three digits that matter, and a unit: "34.1 km", "0.00213 km2"."""
    return f"{value:.3g} {unit}" if value < 1000 else f"{value:,.0f} {unit}"


def areas(value: float, lonlat: bool) -> str:
    return amount(value, "km2" if lonlat else "square units")


def squeeze(shapes: Shapes, latitude: float) -> Shapes:
    """Shapes in degrees with x shortened, so that distances near the latitude are true in degrees of latitude."""
    narrow = np.array([math.cos(math.radians(latitude)), 1.0])
    return np.asarray(shapely.transform(shapes, lambda xy: xy * narrow), dtype=object)
