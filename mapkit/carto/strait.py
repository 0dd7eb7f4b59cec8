"""Two shapes -> the shortest line between them, and how long it is (shapely)."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto import length, spot


def crossing(a: BaseGeometry, b: BaseGeometry, lonlat: bool) -> BaseGeometry:
    """The shortest line from a to b, in their coordinates; in lon/lat, shortest on the ground near them."""
    if not lonlat:
        return shapely.shortest_line(a, b)
    latitude = float(np.mean(shapely.get_coordinates(shapely.shortest_line(a, b))[:, 1]))
    narrow = np.array([math.cos(math.radians(latitude)), 1.0])
    line = shapely.shortest_line(*spot.squeeze(np.array([a, b], dtype=object), latitude))
    return shapely.transform(line, lambda xy: xy / narrow)


def span(line: BaseGeometry, lonlat: bool) -> float:
    """Length of a line: km for lon/lat, else drawing units."""
    measure = length.km if lonlat else length.plane
    total = 0.0
    for part in shapely.get_parts(line):
        xy = shapely.get_coordinates(part)
        total += float(measure(xy[:-1], xy[1:]).sum())
    return total


def said(line: BaseGeometry, lonlat: bool) -> str:
    """The span in words: "3.2 km"."""
    return spot.amount(span(line, lonlat), "km" if lonlat else "units")
