"""mapkit: printable sheets and maps for roll-and-write games."""

from mapkit.errors import MapkitError
from mapkit.layout import Block, BridgeLine, Inset, Layout, Place
from mapkit.map import Cell, Finding, Link, Map, Region, pieces

__all__ = [
    "Block",
    "BridgeLine",
    "Cell",
    "Finding",
    "Inset",
    "Layout",
    "Link",
    "Map",
    "MapkitError",
    "Place",
    "Region",
    "pieces",
]
