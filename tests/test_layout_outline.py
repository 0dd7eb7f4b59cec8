"""The style "outline": every cell holds its room, what touches is what is linked, and land keeps off the boxes."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
import shapely
from laid import coverage, fixture, map_of
from shapely.geometry import box

from mapkit.carto import arcs, cartogram, energy, generalize, goal, hinges, mesh
from mapkit.carto.layout import lay_out
from mapkit.carto.true import polygons
from mapkit.carto.verify import borders, largest_circle, verify
from mapkit.layout import Block, Layout, to_json
from mapkit.map import Map

A5, A6 = (148.0, 210.0), (105.0, 148.0)
BLOCKS = (Block("title", ((42, 8), (95, 7))), Block("tracks", ((49, 21), (95, 10))), Block("legend", ((18, 24),)))


@cache
def laid(name: str, size: tuple[float, float]) -> tuple[Map, Layout]:
    land = fixture(name)
    bridges = [("JP-01", "JP-02"), ("JP-35", "JP-40"), ("JP-46", "JP-47")] if name == "japan" else []
    map = map_of(land, bridges)
    return map, lay_out(map, land, size, BLOCKS, "outline")


@pytest.mark.parametrize(("name", "size"), [("japan", A6), ("germany", A6)])
def test_every_cell_of_a_real_map_has_its_room_on_a6(name: str, size: tuple[float, float]) -> None:
    map, layout = laid(name, size)
    shapes = {p.cell: polygons(p.outline) for p in layout.places}
    assert min(largest_circle(s) for s in shapes.values()) >= 7.99
    assert {p for p, v in borders(shapes).items() if v > 0} == {x.pair for x in map.links if x.kind == "border"}
    assert [f for f in verify(map, layout, 8.0) if f.severe] == []


def test_land_never_enters_a_block_or_the_margin() -> None:
    _, layout = laid("japan", A6)
    framed = {c for i in layout.insets for c in i.cells}
    land = shapely.union_all([polygons(p.outline) for p in layout.places if p.cell not in framed])
    assert box(4.9, 4.9, 100.1, 143.1).covers(land)
    for b in [b for _, b in layout.blocks] + [i.box for i in layout.insets]:
        assert land.distance(box(*b)) >= 1.0


def test_neighbours_stand_in_the_order_and_direction_they_do_in_truth() -> None:
    map, layout = laid("germany", A6)
    truth = {c: shapely.transform(s, lambda q: q * (0.63, -1.0)) for c, s in fixture("germany").shapes.items()}
    assert [f for f in verify(map, layout, 8.0, source=truth) if f.rule == "order"] == []
    turn = []
    for link in map.links:
        a, b = truth[link.a].centroid, truth[link.b].centroid
        c, d = (polygons(layout.place[e].outline).centroid for e in link.pair)
        turn.append(np.arctan2(d.y - c.y, d.x - c.x) - np.arctan2(b.y - a.y, b.x - a.x))
    assert np.abs((np.degrees(turn) + 180) % 360 - 180).mean() < 10


ODD = {
    "one cell": ["A"],
    "an enclave and an exclave": ["AAAAAB", "ACAABB", "AAABAB", "AAAABB"],
    "islands": ["A..B..C", "A..B..C", ".......", "D..EE.F"],
    "four corners": ["AABB", "AABB", "CCDD", "CCDD"],
    "a lake": ["AAAA", "A..B", "ABBB"],
    "a strip": ["ABCDEFGHIJKLMNOP"],
    "a tall strip": list("ABCDEFGHIJKLMNOP"),
    "enclaves in enclaves": ["AAAAAAA", "ABBBBBA", "ABCCCBA", "ABCDCBA", "ABCCCBA", "ABBBBBA", "AAAAAAA"],
    "a ring": ["BBCC", "A..D", "A..D", "HHEE"],
}


@pytest.mark.parametrize("name", ODD)
def test_odd_maps_are_laid_out(name: str) -> None:
    land = coverage(*ODD[name])
    map = map_of(land)
    layout = lay_out(map, land, A6, BLOCKS[:1], "outline")
    assert [f"{f.rule} {f.where}" for f in verify(map, layout, 8.0) if f.severe] == []


def test_the_same_input_gives_the_same_bytes() -> None:
    land = coverage(*grown(9, 8, 3))
    assert len({to_json(lay_out(map_of(land), land, A6, BLOCKS, "outline")) for _ in range(2)}) == 1


def grown(cells: int, side: int, seed: int) -> list[str]:
    """A square grid shared among cells that grew from random seeds."""
    dice = random.Random(seed)
    owner: dict[tuple[int, int], str] = {}
    while len(owner) < cells:
        owner.setdefault((dice.randrange(side), dice.randrange(side)), chr(65 + len(owner)))
    edge = sorted(owner)
    while edge:
        x, y = edge[dice.randrange(len(edge))]
        free = [(x + a, y + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        free = [p for p in free if p not in owner and min(p) >= 0 and max(p) < side]
        if free:
            owner[free[0]] = owner[x, y]
            edge.append(free[0])
        else:
            edge.remove((x, y))
    return ["".join(owner[x, y] for x in range(side)) for y in range(side)]


@pytest.mark.parametrize("seed", [1, 2])
def test_grown_maps_have_their_borders_and_no_other(seed: int) -> None:
    land = coverage(*grown(14, 12, seed))
    map = map_of(land)
    layout = lay_out(map, land, A6, BLOCKS, "outline")
    assert [f"{f.rule} {f.where}" for f in verify(map, layout, 8.0) if f.severe] == []


def test_arcs_give_the_same_shapes_back_and_end_where_cells_meet() -> None:
    land = coverage("AAB", "ACB", "AAB").shapes
    cut = arcs.split(land)
    again = arcs.join(cut, {i: cut.points[a] for i, a in enumerate(cut.arcs)})
    assert all(again[c].equals(land[c]) for c in land)
    assert sorted(cut.sides) == [("A",), ("A", "B"), ("A", "B"), ("A", "C"), ("B",), ("B", "C")]


def test_the_flow_gives_cells_their_areas() -> None:
    land = coverage("AAAAAAAB", "AAAAAAAB", "AAAAAAAC", "AAAAAAAC").shapes
    points = arcs.split(land).points
    moved = cartogram.warp(land, {"A": 1.0, "B": 1.0, "C": 1.0}, points)
    table = {tuple(p): q for p, q in zip(points.tolist(), moved, strict=True)}
    after = {
        c: shapely.transform(s, lambda q: np.array([table[tuple(p)] for p in q.tolist()])) for c, s in land.items()
    }
    area = np.array([s.area for s in after.values()])
    assert area.max() / area.min() < 2 < 14 / 2


def test_the_mesh_has_every_border_as_edges_and_no_flipped_triangle() -> None:
    land = {
        c: shapely.transform(s, lambda q: q * 10 + (20, 60)) for c, s in coverage("AAB", "ACB", "AAB").shapes.items()
    }
    cut = arcs.split(land)
    grid = np.stack(np.meshgrid(np.arange(20, 50, 1.0), np.arange(30, 60, 1.0)), axis=-1).reshape(-1, 2)
    m = mesh.build(cut, cut.points, list(land.values()), box(5, 5, 80, 80), grid + 0.1, 2.6)
    edges = {tuple(sorted(e)) for t in m.triangles.tolist() for e in zip(t, t[1:] + t[:1], strict=True)}
    assert all(tuple(sorted(e)) in edges for a in m.arcs for e in zip(a.tolist()[:-1], a.tolist()[1:], strict=True))
    p = m.points[m.triangles]
    d, e = p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]
    area = (d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0]) / 2
    assert area.min() > 0 and np.isclose(area.sum(), 75 * 75)
    for i, shape in enumerate(land.values()):
        assert np.isclose(area[m.cell == i].sum(), shape.area)


def test_the_energy_falls_along_its_gradient_as_reckoned() -> None:
    x = np.array([[0, 0], [1, 0.1], [0.2, 1.2], [1.4, 1.1]])
    rest = np.array([[[0, 0], [1, 0], [0, 1]], [[0, 0], [0.8, 0.2], [-0.3, 1]]])
    f = energy.fabric(np.array([[0, 1, 2], [1, 3, 2]]), rest, np.array([1.0, 2.0]), np.array([True, False]))
    grad, hess = energy.derivatives(f, x)
    whole = np.zeros(8)
    for t, g in zip(f.triangles, grad, strict=True):
        np.add.at(whole, (2 * t[:, None] + (0, 1)).ravel(), g)
    for k in range(8):
        step = np.zeros(8)
        step[k] = 1e-6
        up, down = (energy.value(f, x + s * step.reshape(4, 2)) for s in (1, -1))
        assert np.isclose((up - down) / 2e-6, whole[k], atol=1e-5)
    assert min(np.linalg.eigvalsh(h).min() for h in hess) > -1e-9


def test_a_triangle_flips_where_it_is_said_to() -> None:
    x = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    f = energy.fabric(np.array([[0, 1, 2]]), x[None], np.ones(1), np.array([True]))
    assert np.isclose(energy.reach(f, x, np.array([[0, 0], [0, 0], [0.0, -4.0]])), 0.5)


def test_thinning_keeps_the_ends_and_what_stands_out() -> None:
    line = np.array([[0, 0], [1, 0.02], [2, 0], [3, 4], [4, 0], [5, 0.0]])
    assert generalize.thin(line, 0.1).tolist() == [[0, 0], [2, 0], [3, 4], [4, 0], [5, 0]]


def test_goal_areas_share_the_land_and_give_small_cells_what_they_need() -> None:
    shapes = {"big": box(0, 0, 100, 100), "small": box(100, 0, 101, 1)}
    wanted = goal.areas(shapes, 8.0, 0.5, 4000.0)
    assert np.isclose(sum(wanted.values()), 2000) and wanted["small"] >= 64 and wanted["big"] > wanted["small"]


def test_a_room_pushes_only_the_edges_that_are_too_near() -> None:
    body = hinges.bodies(np.array([4.0]), np.zeros((1, 2)))
    corners = np.array([[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]])
    loop = np.array([0, 1, 2, 3, 0])
    faces = np.array([[0, -1]])
    lines = hinges.Lines(
        loop[:-1], loop[1:], np.zeros(4, int), faces[[0] * 4], (loop,), faces, np.array([True]), np.zeros((2, 2), bool)
    )
    near = hinges.rooms(lines, body, corners, np.array([[3.0, 10.0]]), 1.0, 8)
    assert sorted(near.r.round(6).tolist()) == [1.0, 1.9]
    assert hinges.rooms(lines, body, corners, np.array([[10.0, 10.0]]), 1.0, 8).r.size == 0


def test_a_short_border_is_pressed_though_it_bends_and_a_long_one_is_not() -> None:
    def pressed(*corners: tuple[float, float]) -> int:
        line = np.arange(len(corners))
        faces = np.array([[0, 1]])
        m = len(line) - 1
        lines = hinges.Lines(
            line[:-1],
            line[1:],
            np.zeros(m, int),
            faces[[0] * m],
            (line,),
            faces,
            np.array([True]),
            np.zeros((3, 3), bool),
        )
        return len(hinges.short(lines, np.array(corners))[0])

    assert pressed((0, 0), (1, 0), (1, 1)) == 1
    assert pressed((0, 0), (0.2, 1.4), (0.4, 0)) == 1
    assert pressed((0, 0), (0, 5), (0.5, 5), (0.5, 0)) == 0
