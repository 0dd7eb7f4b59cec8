"""A map folder or any vector file -> Source: shapes by cell id, as they were drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from shapely.geometry.base import BaseGeometry

from mapkit.map import Finding


@dataclass(frozen=True)
class Source:
    """Shapes of cells before any repair.

    shapes: cell id -> Polygon or MultiPolygon (may be invalid, may be empty), in the order of the file.
    lonlat: True when coordinates are degrees east and north (WGS 84); else drawing units, y up.
    findings: what the reader had to change or leave out, each with its place.
    """

    shapes: Mapping[str, BaseGeometry]
    lonlat: bool
    findings: tuple[Finding, ...] = ()
