"""Coasts: inlets that no pen draws are filled, waters stay open, small cells keep their form, and no border moves."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from laid import coverage, map_of
from shapely.geometry import MultiPolygon, Point, box

from mapkit.carto import coast, density, start
from mapkit.carto.inside import owner
from mapkit.carto.layout import lay_out
from mapkit.errors import MapkitError
from mapkit.layout import Block

A5, A6 = (148.0, 210.0), (105.0, 148.0)
BLOCKS = (Block("title", ((42, 8), (95, 7))), Block("tracks", ((49, 21), (95, 10))), Block("legend", ((18, 24),)))


def test_a_narrow_inlet_is_filled_and_a_wide_one_stays() -> None:
    fjords = box(0, 0, 20, 10).difference(box(4, 3, 4.2, 11)).difference(box(12, 3, 14, 11))
    filled = coast.filled({"A": fjords}, {"A": 0.5})["A"]
    assert filled.contains(Point(4.1, 6)) and not filled.intersects(Point(13, 6))


def test_an_islet_of_a_cell_close_to_it_joins_it() -> None:
    land = MultiPolygon([box(0, 0, 10, 10), box(10.3, 2, 12, 8)])
    assert coast.filled({"A": land}, {"A": 0.5})["A"].geom_type == "Polygon"
    assert coast.filled({"A": land}, {"A": 0.2})["A"].geom_type == "MultiPolygon"


def test_water_between_two_cells_is_not_filled_and_their_borders_stay() -> None:
    shapes = {"A": box(0, 0, 10, 10), "B": box(10, 0, 20, 4), "C": box(10.2, 5, 20, 10)}
    filled = coast.filled(shapes, dict.fromkeys(shapes, 1.5))
    assert all(filled[c].equals(shapes[c]) for c in shapes)


def test_coasts_that_stand_too_near_are_drawn_back() -> None:
    shapes = {"A": box(0, 0, 30, 10), "B": box(0, 10.3, 20, 25), "C": box(20, 10.3, 30, 25)}
    assert coast.lack(shapes, 0.8) > 0.5
    apart = coast.opened(shapes, 0.82, 8.0, 2.0)
    assert coast.lack(apart, 0.8) == 0
    assert apart["A"].distance(apart["B"]) >= 0.8 and apart["A"].distance(apart["C"]) >= 0.8
    assert apart["B"].intersection(apart["C"]).length > 14


def test_a_coast_is_not_drawn_back_where_a_room_a_waist_or_a_border_would_be_lost() -> None:
    tight = {"A": box(0, 0, 30, 8.1), "B": box(0, 8.4, 30, 16.5)}
    assert coast.opened(tight, 0.82, 8.0, 2.0) == tight
    waist = {"A": box(0, 0, 30, 12).difference(box(10, 1.1, 20, 13)), "B": box(13, -15, 17, -0.3)}
    assert coast.opened(waist, 0.82, 8.0, 2.0)["A"].equals(waist["A"])
    short = {"A": box(0, 0, 10, 2.1), "B": box(10, 0, 20, 2.1), "C": box(5, 2.4, 15, 4.5)}
    assert coast.opened(short, 0.82, 1.0, 2.0)["A"].intersection(short["B"]).length >= 2


def test_two_cells_give_way_together_and_keep_one_border() -> None:
    shapes = {"A": box(0, 0, 20, 20), "B": box(20, 0, 40, 20), "C": box(15, 20.4, 25, 20.9)}
    apart = coast.opened(shapes, 0.82, 8.0, 2.0)
    assert coast.lack(apart, 0.8) == 0
    assert shapely.coverage_is_valid(list(apart.values()))
    assert 19 < apart["A"].intersection(apart["B"]).length < 20


def test_a_tiny_island_keeps_its_form_where_a_coast_loses_its_detail() -> None:
    ring = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    wavy = np.column_stack([np.linspace(0, 100, 200), 0.4 * np.sin(np.arange(200.0))])
    main = shapely.Polygon([*wavy.tolist(), (100, 60), (0, 60)])
    round_one = shapely.Polygon(np.column_stack([50 + np.cos(ring), -20 + np.sin(ring)]))
    simple = start.simple({"A": main, "M": round_one}, 1.5)
    assert len(shapely.get_coordinates(simple["A"])) < 40
    assert simple["M"].symmetric_difference(round_one).area < 0.12 * round_one.area


def test_simplified_cells_fit_together_whatever_their_size() -> None:
    rows = ["AAAAAAAAAA", "AAAAABAAAA", "AAAACCAAAA", "AAAADAAAAA", "EEEEEEEEEE", "EEEEEEEEEE"]
    shapes = coverage(*rows).shapes
    simple = start.simple(shapes, 0.6)
    assert shapely.coverage_is_valid(list(simple.values()))
    assert all(s.is_valid and s.area > 0.5 * shapes[c].area for c, s in simple.items())


def test_every_point_is_in_the_cell_that_contains_it() -> None:
    cells = [box(0, 0, 1, 1), box(1, 0, 3, 1), MultiPolygon([box(0, 2, 1, 3), box(2, 2, 3, 3)])]
    points = np.array([[0.5, 0.5], [2.0, 0.5], [2.5, 2.5], [1.5, 2.5], [9.0, 9.0]])
    assert owner(points, cells).tolist() == [0, 1, 2, -1, -1]


def test_more_cells_than_a_page_holds_are_refused_with_a_paper_that_holds_them() -> None:
    many = {f"c{i}": box(i % 15, i // 15, i % 15 + 1, i // 15 + 1) for i in range(210)}
    density.hold(many, 8.0, (138.0, 200.0), 24000.0, A5)
    with pytest.raises(MapkitError, match=r"a6: 210 cells of 8 mm do not fit .*: take a5, or a room of 5\.\d mm"):
        density.hold(many, 8.0, (95.0, 138.0), 10500.0, A6)


def test_another_seed_is_another_place_for_the_boxes_and_the_same_one_the_same_layout() -> None:
    land = coverage(".AAB.", "ACCB.")
    map = map_of(land)
    laid = [lay_out(map, land, A6, BLOCKS, "true", seed=s) for s in (0, 1, 1, 2)]
    assert laid[1] == laid[2]
    assert len({x.blocks for x in laid}) == 3
    assert lay_out(map, land, A6, BLOCKS, "outline", seed=1).blocks != lay_out(map, land, A6, BLOCKS, "outline").blocks
