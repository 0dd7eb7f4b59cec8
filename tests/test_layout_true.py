"""The style "true": real shapes, arranged on the page, and the check that measures them anew."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import shapely
from laid import coverage, fixture, map_of
from shapely.geometry import LineString, box

from mapkit.carto import project
from mapkit.carto.coverage import Coverage
from mapkit.carto.layout import lay_out
from mapkit.carto.verify import largest_circle, neck, verify
from mapkit.errors import MapkitError
from mapkit.layout import Block, Layout, Place, from_json, to_json

A5 = (148.0, 210.0)
BLOCKS = (
    Block("title", ((60, 12), (138, 10))),
    Block("tracks", ((70, 30), (138, 14), (30, 70))),
    Block("legend", ((26, 34), (138, 7))),
)
JAPAN_BRIDGES = [("JP-01", "JP-02"), ("JP-35", "JP-40"), ("JP-28", "JP-36"), ("JP-33", "JP-37"), ("JP-46", "JP-47")]


@cache
def japan(size: tuple[float, float] = A5) -> tuple[object, Layout]:
    land = fixture("japan")
    map = map_of(land, JAPAN_BRIDGES)
    return map, lay_out(map, land, size, BLOCKS)


def severe(*args: object, **named: object) -> list[str]:
    return [f"{f.rule} {f.where}" for f in verify(*args, **named) if f.severe]  # type: ignore[arg-type]


def test_every_border_of_the_map_is_drawn_and_no_other() -> None:
    for name in ("japan", "usa", "france", "world"):
        land = fixture(name)
        map = map_of(land)
        assert severe(map, lay_out(map, land, (210.0, 148.0), BLOCKS), 8.0) == []


def test_the_same_input_gives_the_same_bytes() -> None:
    land = fixture("usa")
    assert len({to_json(lay_out(map_of(land), land, A5, BLOCKS)) for _ in range(2)}) == 1


def test_a_layout_survives_its_json() -> None:
    _, layout = japan()
    assert to_json(from_json(to_json(layout))) == to_json(layout)


def test_the_blocks_stand_clear_of_the_land_and_of_each_other() -> None:
    for size in (A5, (210.0, 148.0)):
        _, layout = japan(size)
        boxes = [box(*b) for _, b in layout.blocks] + [box(*i.box) for i in layout.insets]
        framed = {c for i in layout.insets for c in i.cells}
        land = shapely.union_all(
            [shapely.polygons(q[0]) for p in layout.places if p.cell not in framed for q in p.outline]
        )
        assert len(layout.blocks) == 3
        for i, b in enumerate(boxes):
            assert b.distance(land) >= 1.4
            assert all(b.distance(o) >= 1.0 for o in boxes[i + 1 :])
            assert box(5, 5, size[0] - 5, size[1] - 5).buffer(1e-6).covers(b)


def test_what_lies_far_off_stands_in_insets_and_islands_near_the_coast_stay_at_their_places() -> None:
    for name, far in (("japan", {"JP-47"}), ("usa", {"US-AK", "US-HI"}), ("germany", set()), ("croatia", set())):
        land = fixture(name)
        layout = lay_out(map_of(land), land, (210.0, 148.0))
        assert {c for i in layout.insets for c in i.cells} == far, name


def test_the_designer_may_say_what_is_inset() -> None:
    land = fixture("japan")
    layout = lay_out(map_of(land), land, A5, options={"inset": [["JP-01"], ["JP-47"]]})
    assert [i.cells for i in layout.insets] == [("JP-01",), ("JP-47",)]


def test_a_bridge_runs_from_shore_to_shore_over_no_third_cell() -> None:
    land = coverage("AA..BB", "AA..BB", "......", "CC..DD", "CC..DD")
    map = map_of(land, [("A", "B"), ("A", "D")])
    layout = lay_out(map, land, A5)
    assert [(b.a, b.b) for b in layout.bridges] == [("A", "B"), ("A", "D")]
    assert [f.rule for f in verify(map, layout, 8.0)] == []


def test_a_bridge_goes_round_a_cell_that_is_in_the_way() -> None:
    land = coverage("A.B.C", "A.B.C", "A.B.C")
    map = map_of(land, [("A", "C")])
    layout = lay_out(map, land, (148.0, 105.0))
    (bridge,) = layout.bridges
    assert len(bridge.path) > 2
    assert verify(map, layout, 8.0) == []


def test_a_wide_country_gets_albers_a_tall_one_mercator_the_world_equal_earth() -> None:
    def chosen(west: float, south: float, east: float, north: float) -> str:
        shapes, lon0 = project.recentre({"A": box(west, south, east, north)})
        return project.project(shapes, lon0)[1].split()[0]

    assert chosen(-125, 25, -66, 49) == "+proj=aea"
    assert chosen(-75, -55, -67, -18) == "+proj=tmerc"
    assert chosen(-120, -50, 150, 70) == "+proj=eqearth"
    assert chosen(6, 47, 15, 55) == "+proj=laea"


def test_land_across_the_antimeridian_is_one_piece() -> None:
    shapes, lon0 = project.recentre({"A": shapely.MultiPolygon([box(170, 0, 180, 5), box(-180, 0, -175, 5)])})
    assert lon0 == 177.5 or lon0 == -182.5
    assert shapes["A"].geom_type == "Polygon" and shapes["A"].bounds == (-7.5, 0, 7.5, 5)


def test_the_points_put_on_a_long_edge_do_not_depend_on_its_direction() -> None:
    left, right = box(0, 0, 1, 7.3), box(1, 0, 2, 7.3)
    a, b = (project.densify(s, 0.31) for s in (left, right))
    shared = {tuple(p) for p in shapely.get_coordinates(a) if p[0] == 1}
    assert len(shared) == 25 and shared == {tuple(p) for p in shapely.get_coordinates(b) if p[0] == 1}


def test_islets_go_but_the_one_that_carries_a_border_stays() -> None:
    big = coverage("A" * 60 + ".B", *["A" * 60 + ".."] * 40, "C" + "." * 61)
    land = Coverage({**big.shapes, "A": big.shapes["A"].union(box(70, -9, 71, -8)).union(box(61, -1, 61.0, -1))}, False)
    map = map_of(land)
    layout = lay_out(map, land, A5)
    assert len(layout.place["A"].outline) == 1
    assert len(layout.places) == 3


def test_a_page_too_small_is_refused_in_one_line() -> None:
    land = coverage("AB")
    with pytest.raises(MapkitError, match="too small"):
        lay_out(map_of(land), land, (60.0, 60.0), (Block("tracks", ((70, 30),)),))
    with pytest.raises(MapkitError, match="no layout style"):
        lay_out(map_of(land), land, A5, style="round")


def square(cell: str, x: float, y: float, w: float, h: float) -> Place:
    return Place(cell, ((((x, y), (x + w, y), (x + w, y + h), (x, y + h)),),), (x + w / 2, y + h / 2), min(w, h))


def drawn(*places: Place) -> Layout:
    return Layout("test", (100.0, 100.0), "outline", places)


def test_the_check_sees_a_border_that_is_missing_short_or_too_many() -> None:
    map = map_of(coverage("AB"))
    apart = drawn(square("A", 10, 10, 10, 10), square("B", 20.5, 10, 10, 10))
    assert [f.rule for f in verify(map, apart, 8.0)] == ["border-missing", "gap"]
    short = drawn(square("A", 10, 10, 10, 10), square("B", 20, 19, 10, 10))
    assert [f.rule for f in verify(map, short, 8.0)] == ["border-short"]
    corner = drawn(square("A", 10, 10, 10, 10), square("B", 20, 20, 10, 10))
    assert [f.rule for f in verify(map_of(coverage("A.B")), corner, 8.0)] == ["corner"]
    touching = drawn(square("A", 10, 10, 10, 10), square("B", 20, 10, 10, 10))
    assert [f.rule for f in verify(map_of(coverage("A.B")), touching, 8.0)] == ["border-extra"]
    assert verify(map_of(coverage("A.B")), touching, 8.0, cuts=[("B", "A")]) == []


def test_the_check_sees_overlap_edge_block_room_and_neck() -> None:
    map = map_of(coverage("A.B"))
    rules = lambda layout: [f.rule for f in verify(map, layout, 8.0)]  # noqa: E731
    assert "overlap" in rules(drawn(square("A", 10, 10, 10, 10), square("B", 15, 10, 10, 10)))
    assert rules(drawn(square("A", 95, 10, 10, 10), square("B", 20, 10, 10, 10))) == ["off-page"]
    blocked = replace(drawn(square("A", 10, 10, 9, 9), square("B", 40, 10, 9, 9)), blocks=(("title", (8, 8, 12, 12)),))
    assert rules(blocked) == ["in-block"]
    assert rules(drawn(square("A", 10, 10, 7, 20), square("B", 40, 10, 9, 9))) == ["room"]
    dumbbell = shapely.union_all([box(10, 10, 20, 20), box(30, 10, 40, 20), box(20, 14, 30, 14.7)])
    assert neck(dumbbell, 1.0) and not neck(dumbbell, 0.6)


def test_the_check_sees_neighbours_in_another_order() -> None:
    land = coverage("BBCC", "BAAC", "DAAC", "DDDD")
    rings = {c: shapely.get_coordinates(s.exterior)[:-1] for c, s in land.shapes.items()}
    places = [
        Place(c, ((tuple((float(10 + 10 * x), float(60 + 10 * y)) for x, y in r),),), (50.0, 50.0), 8.0)
        for c, r in rings.items()
    ]
    mirrored = drawn(*places)
    map = map_of(land)
    assert {f.rule for f in verify(map, mirrored, 1.0, source=project.flip(land.shapes))} == {"order"}


def test_the_bridge_check_does_not_trust_the_layout() -> None:
    land = coverage("A.B.C")
    map = map_of(land, [("A", "C")])
    layout = lay_out(map, land, A5)
    straight = replace(layout.bridges[0], path=(layout.bridges[0].path[0], layout.bridges[0].path[-1]))
    rules = [f.rule for f in verify(map, replace(layout, bridges=(straight,)), 8.0)]
    over = LineString(straight.path).intersects(shapely.polygons(layout.place["B"].outline[0][0]))
    assert ("bridge-crosses" in rules) == over
    assert [f.rule for f in verify(map, replace(layout, bridges=()), 8.0)] == ["bridge-missing"]


def test_the_anchor_has_the_room_it_claims() -> None:
    _, layout = japan()
    for p in layout.places:
        shape = shapely.MultiPolygon([shapely.Polygon(q[0], q[1:]) for q in p.outline])
        assert np.isclose(p.room, 2 * shapely.Point(p.anchor).distance(shape.boundary), atol=0.01)
        assert shape.contains(shapely.Point(p.anchor))
        assert p.room >= min(8.0, largest_circle(shape)) - 0.02
