"""Who borders whom: a shared line of positive length, however it is drawn."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from letter_maps import drawn, outlined, squares, truth
from shapely import MultiPolygon, Point, Polygon, box
from shapely.affinity import translate

from mapkit.carto.length import km
from mapkit.carto.source import Source
from mapkit.carto.survey import survey

ROOT = Path(__file__).parent.parent
TRUTH = ROOT / "tests" / "data" / "japan_borders.csv"


def pairs(shapes: dict[str, object], lonlat: bool = False) -> dict[tuple[str, str], float]:
    return survey(Source(shapes, lonlat)).lengths  # type: ignore[arg-type]


def test_cells_that_share_an_edge_border_each_other_with_its_length() -> None:
    found = survey(
        drawn(
            """
            AAB
            AAB
            CCC
            """
        )
    )
    assert found.lengths == {("A", "B"): 2.0, ("A", "C"): 2.0, ("B", "C"): 1.0}
    assert found.unit == "units"


def test_a_corner_is_a_touch_and_not_a_border() -> None:
    found = survey(
        drawn(
            """
            AB
            CD
            """
        )
    )
    assert set(found.lengths) == {("A", "B"), ("A", "C"), ("B", "D"), ("C", "D")}
    assert found.touches == (("A", "D"), ("B", "C"))


def test_two_shared_vertices_without_a_segment_are_touches() -> None:
    a = Polygon([(0, 0), (4, 0), (4, 4), (3, 2), (2, 4), (1, 2), (0, 4)])
    b = Polygon([(4, 4), (2, 4), (0, 4), (0, 6), (4, 6)])
    found = survey(Source({"a": a, "b": b}, False))
    assert (found.lengths, found.touches) == ({}, (("a", "b"),))


def test_a_t_junction_is_two_borders() -> None:
    found = pairs({"top": box(0, 1, 4, 2), "left": box(0, 0, 1, 1), "right": box(1, 0, 4, 1)})
    assert found == pytest.approx({("left", "top"): 1.0, ("right", "top"): 3.0, ("left", "right"): 1.0})


def test_an_enclave_in_a_hole_and_an_exclave_border_what_is_around_them() -> None:
    found = survey(
        drawn(
            """
            AAAAACC
            ABAAACB
            AAAAACC
            """
        )
    )
    assert found.lengths == {("A", "B"): 4.0, ("A", "C"): 3.0, ("B", "C"): 3.0}


def test_a_hole_pinched_at_a_point_borders_what_fills_it() -> None:
    found = survey(
        drawn(
            """
            AAAA
            ABAA
            AACA
            AAAA
            """
        )
    )
    assert found.lengths == {("A", "B"): 4.0, ("A", "C"): 4.0}
    assert found.touches == (("B", "C"),)


def test_an_island_borders_nothing() -> None:
    assert pairs({"a": box(0, 0, 1, 1), "b": box(5, 0, 6, 1)}) == {}


def test_repeated_vertices_mixed_winding_and_minus_zero_change_nothing() -> None:
    a = Polygon([(-0.0, 0), (0, 0), (0, 1), (1, 1), (1, 1), (1, -0.0)])
    b = Polygon([(1, 0.0), (2, 0), (2, 1), (1, 1)])
    c = Polygon([(0, -1), (0.0, 0), (1, 0), (1, -1)])
    assert pairs({"a": a, "b": b, "c": c}) == {("a", "b"): 1.0, ("a", "c"): 1.0}


def test_heights_do_not_matter() -> None:
    a = Polygon([(0, 0, 5), (1, 0, 7), (1, 1, 9), (0, 1, 2)])
    assert pairs({"a": a, "b": box(1, 0, 2, 1)}) == {("a", "b"): 1.0}


def test_an_empty_shape_does_not_shift_the_ids_of_others() -> None:
    found = pairs({"a": box(0, 0, 1, 1), "b": Polygon(), "c": box(1, 0, 2, 1), "d": box(2, 0, 3, 1)})
    assert found == {("a", "c"): 1.0, ("c", "d"): 1.0}


def test_a_very_short_border_is_kept_with_its_length() -> None:
    found = pairs({"a": box(0, 0, 1, 1), "b": Polygon([(1, 1), (1, 1 - 1e-9), (2, 1 - 1e-9), (2, 1)])})
    assert found[("a", "b")] == pytest.approx(1e-9, rel=1e-6)


def test_a_border_no_longer_than_rounding_is_a_touch() -> None:
    low = 1 - 1e-14
    shapes = {"a": Polygon([(0, 0), (1, 0), (1, low), (1, 1)]), "b": Polygon([(1, 1), (1, low), (2, low), (2, 1)])}
    found = survey(Source(shapes, lonlat=False))
    assert found.lengths == {} and found.touches == (("a", "b"),)


def test_identical_polygons_lie_on_each_other_and_do_not_border() -> None:
    assert pairs({"a": box(0, 0, 1, 1), "b": box(0, 0, 1, 1), "c": box(1, 0, 2, 1)}) == {
        ("a", "c"): 1.0,
        ("b", "c"): 1.0,
    }


def test_a_bow_tie_borders_on_both_its_wings() -> None:
    tie = Polygon([(0, 0), (2, 2), (2, 0), (0, 2)])
    assert pairs({"tie": tie, "left": box(-1, 0, 0, 2), "right": box(2, 0, 3, 2)}) == {
        ("left", "tie"): 2.0,
        ("right", "tie"): 2.0,
    }


def test_the_antimeridian_is_one_line() -> None:
    east, west = box(170, 10, 180, 20), box(-180, 10, -170, 20)
    found = pairs({"east": east, "west": west}, lonlat=True)
    assert found[("east", "west")] == pytest.approx(1106.5, abs=0.1)
    one = {"one": MultiPolygon([east, west]), "two": box(-180, 20, -170, 30), "far": box(0, 0, 1, 1)}
    assert set(pairs(one, lonlat=True)) == {("one", "two")}


def test_a_degree_is_as_long_as_the_ellipsoid_says() -> None:
    p = np.array([[0.0, 0.0], [0.0, 45.0], [0.0, 60.0]])
    q = np.array([[0.0, 1.0], [0.0, 46.0], [1.0, 60.0]])
    assert km(p, q) == pytest.approx([110.574, 111.141, 55.800], abs=0.001)


def test_one_ulp_apart_far_from_the_origin_is_one_border() -> None:
    far = 4e6
    x = np.nextafter(far + 1, 1e9)
    found = pairs({"a": box(far, far, far + 1, far + 1), "b": box(x, far, far + 2, far + 1)})
    assert found == pytest.approx({("a", "b"): 1.0})


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), st.integers(2, 12), st.integers(2, 9), st.randoms(use_true_random=False))
def test_on_grown_partitions_the_borders_are_those_of_the_grid(w: int, h: int, n: int, random: object) -> None:
    cells = grown(w, h, n, random)
    found = survey(outlined(cells))
    assert found.lengths == truth(cells)
    corners = {p for p in touching(cells) if p not in found.lengths}
    assert set(found.touches) == corners


def grown(w: int, h: int, n: int, random) -> dict[str, list[tuple[int, int]]]:  # type: ignore[no-untyped-def]
    """n connected cells grown from seeds until the grid is full but for some sea."""
    free = {(x, y) for x in range(w) for y in range(h)}
    cells: dict[str, list[tuple[int, int]]] = {}
    for k, seed in enumerate(random.sample(sorted(free), min(n, len(free)))):
        cells[chr(65 + k)] = [seed]
        free.discard(seed)
    for _ in range(4 * w * h):
        name = random.choice(sorted(cells))
        x, y = random.choice(cells[name])
        step = random.choice([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)])
        if step in free:
            free.discard(step)
            cells[name].append(step)
    return cells


def touching(cells: dict[str, list[tuple[int, int]]]) -> set[tuple[str, str]]:
    at: dict[tuple[int, int], set[str]] = {}
    for cell, inside in cells.items():
        for x, y in inside:
            for corner in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
                at.setdefault(corner, set()).add(cell)
    return {(a, b) for here in at.values() for a in here for b in here if a < b}


def japan() -> Source:
    raw = json.loads((ROOT / "maps" / "japan" / "cells.geojson").read_text())
    return Source({f["id"]: shapely.from_geojson(json.dumps(f["geometry"])) for f in raw["features"]}, True)


def test_japan_has_exactly_its_86_borders() -> None:
    rows = list(csv.DictReader(TRUTH.open()))
    expected = {(r["a"][:5], r["b"][:5]): float(r["km"]) for r in rows}
    found = survey(japan())
    assert set(found.lengths) == set(expected)
    assert found.unit == "km"
    for pair, size in expected.items():  # the shipped shapes are simplified, the list is not
        assert found.lengths[pair] == pytest.approx(size, rel=0.1, abs=0.2)


def test_order_of_cells_changes_nothing() -> None:
    source = drawn("AAB\nACB\nDDB")
    turned = Source(dict(reversed(source.shapes.items())), False)
    assert survey(source) == survey(turned)
    assert squares("AB") == {"A": [(0, 0)], "B": [(1, 0)]}


def test_shapes_that_are_no_polygons_border_nothing() -> None:
    assert pairs({"a": box(0, 0, 1, 1), "b": Point(1, 1).buffer(0), "c": translate(box(0, 0, 1, 1), 1)}) == {
        ("a", "c"): 1.0
    }
