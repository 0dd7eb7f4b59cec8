"""Coverages to lay out: drawn in letters (a dot is sea), or the real maps of tests/data/maps."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import shapely
from shapely.geometry import box, shape

from mapkit.carto.coverage import Coverage
from mapkit.carto.verify import borders
from mapkit.map import Cell, Link, Map, Region

DATA = Path(__file__).parent / "data" / "maps"


def coverage(*rows: str) -> Coverage:
    """Rows from north to south; one square is one unit."""
    squares: dict[str, list[shapely.Polygon]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter not in ". ":
                squares.setdefault(letter, []).append(box(x, -y - 1, x + 1, -y))
    shapes = {k: shapely.segmentize(shapely.union_all(v), 1.0) for k, v in sorted(squares.items())}
    return Coverage({k: shapely.segmentize(s, 0.5) for k, s in shapes.items()}, lonlat=False)


def fixture(name: str) -> Coverage:
    """A real map of tests/data/maps."""
    raw = json.loads((DATA / f"{name}.geojson").read_text(encoding="utf-8"))
    return Coverage({f["id"]: shape(f["geometry"]) for f in raw["features"]}, lonlat=True)


def map_of(coverage: Coverage, bridges: Sequence[tuple[str, str]] = (), cuts: Sequence[tuple[str, str]] = ()) -> Map:
    """A map of one region: a link for every border that is not cut, and the bridges."""
    kept = {p for p, length in borders(coverage.shapes).items() if length > 0} - {tuple(sorted(c)) for c in cuts}
    links = [Link(a, b, "border") for a, b in kept] + [Link(a, b, "bridge") for a, b in bridges]
    cells = tuple(Cell(c, {"en": c}, "r") for c in coverage.shapes)
    return Map("test", {"en": "Test"}, cells, (Region("r", {"en": "r"}, "red", "R"),), tuple(links))
