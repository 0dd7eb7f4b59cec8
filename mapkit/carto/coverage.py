"""Source -> Coverage: valid polygons that share borders vertex for vertex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shapely.geometry import MultiPolygon, Polygon


@dataclass(frozen=True)
class Coverage:
    """id -> Polygon | MultiPolygon, valid, non-overlapping, neighbours sharing every vertex of their border.

    lonlat: degrees east and north; else plane units, y up.
    """

    shapes: Mapping[str, Polygon | MultiPolygon]
    lonlat: bool
