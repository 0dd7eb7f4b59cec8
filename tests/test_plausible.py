"""Sizes that no drawing has are said by cell, in a moment; sizes that drawings have are read."""

from __future__ import annotations

import time
import warnings
from pathlib import Path

import pytest
import shapely
from shipped import SHIPPED
from small_map import small_map

from mapkit import folder
from mapkit.carto import letters, source
from mapkit.carto.plausible import plausible
from mapkit.errors import MapkitError
from mapkit.line import open_map

Box = tuple[float, float, float, float]


def cells(a: Box, b: Box, c: Box, scale: float = 1.0) -> dict[str, shapely.Polygon]:
    return {i: shapely.box(*(v * scale for v in box)) for i, box in zip("ABC", (a, b, c), strict=True)}


def square(x: float, y: float = 0.0, side: float = 1.0) -> Box:
    return (x, y, x + side, y + side)


ROW = square(0), square(1), square(2)


def refused(shapes: dict[str, shapely.Polygon], tmp_path: Path) -> str:
    """The line with which a folder of these shapes is refused, which takes a moment."""
    small_map(tmp_path, shapes)
    began = time.process_time()
    with warnings.catch_warnings(), pytest.raises(MapkitError) as error:
        warnings.simplefilter("error")
        open_map(tmp_path)
    assert time.process_time() - began < 3
    line = str(error.value)
    assert "cells.geojson" in line and "\n" not in line
    return line


@pytest.mark.parametrize("scale", [1e-300, 1e-100, 1e-12, 1e-8, 4e11])
def test_a_whole_map_of_no_size_is_said(scale: float, tmp_path: Path) -> None:
    assert "the whole map measures" in refused(cells(*ROW, scale=scale), tmp_path)


def test_one_corner_far_off_is_said_by_cell(tmp_path: Path) -> None:
    line = refused(cells(*ROW) | {"A": shapely.Polygon([(1e14, 0), (1, 0), (1, 1), (0, 1)])}, tmp_path)
    assert "cell 'A' reaches to 1e+14" in line


def test_a_cell_no_sheet_can_show_beside_the_others_is_said(tmp_path: Path) -> None:
    line = refused(cells(square(0, side=1e-6), square(1e6, side=1e6), square(2e6, side=1e6)), tmp_path)
    assert "cell 'A' measures 1e-06 units in a map of 3e+06" in line and "'B'" in line


def test_a_map_beyond_what_numbers_hold_is_said(tmp_path: Path) -> None:
    assert "units from the origin" in refused(cells(square(1e12), square(1e12 + 1), square(1e12 + 2)), tmp_path)


def test_a_cell_that_is_a_line_is_said(tmp_path: Path) -> None:
    assert "cell 'B' is a line" in refused(cells((0, 2, 1000, 3), (0, 1, 1000, 1.01), (0, 0, 1000, 1)), tmp_path)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e9])
@pytest.mark.parametrize(
    "boxes",
    [
        ROW,
        (square(0, side=1e-4), square(1, side=10), square(20)),
        ((0, 0, 100, 1), square(0, 1), square(1, 1)),
        (square(1e6), square(1e6 + 1), square(1e6 + 2)),
    ],
)
def test_what_drawings_have_is_read_at_any_scale(boxes: tuple[Box, Box, Box], scale: float) -> None:
    plausible(cells(*boxes, scale=scale), "here")


def test_shapes_without_area_are_left_to_the_check() -> None:
    plausible(cells(*ROW) | {"B": shapely.Polygon([(0, 0), (1, 0), (2, 0)]), "C": shapely.Polygon()}, "here")
    plausible({"A": shapely.Polygon()}, "here")
    plausible({"A": shapely.Polygon([(0, 0), (1, 0), (2, 0)])}, "here")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_map_is_plausible(name: str) -> None:
    place = folder.find(name)
    if folder.family(place) == "map":
        source.load(folder.read(place))


def test_a_checkerboard_of_letters_is_refused_at_once() -> None:
    text = "\n".join("".join("AB"[(x + y) % 2] for x in range(300)) for y in range(300))
    began = time.process_time()
    with pytest.raises(MapkitError, match=r"90,000 scattered pieces; 5,000 is the most"):
        letters.parse(text, Path("cells.txt"))
    assert time.process_time() - began < 2


def test_cells_that_hold_together_are_read_however_many_squares() -> None:
    text = "\n".join("A" * 200 + "B" * 200 for _ in range(400))
    assert len(letters.parse(text, Path("cells.txt")).items) == 2


def test_a_library_does_not_speak_before_the_message(tmp_path: Path) -> None:
    crs = {"type": "name", "properties": {"name": "+init=file:///etc/passwd"}}
    small_map(tmp_path, cells(*ROW), crs=crs)
    with warnings.catch_warnings(record=True) as spoken, pytest.raises(MapkitError, match="not known to PROJ"):
        warnings.simplefilter("always")
        open_map(tmp_path)
    assert not spoken
