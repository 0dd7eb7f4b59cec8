"""The block layout on finished outlines: everything is recomputed with shapely, nothing from the grid."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import pytest
import shapely
from laid import coverage, fixture, map_of

from mapkit.carto.block import lay_out_block
from mapkit.carto.block_board import Board
from mapkit.carto.block_draw import TightError, draw
from mapkit.carto.block_form import form_of
from mapkit.carto.block_free import channels
from mapkit.carto.block_parts import Parts
from mapkit.carto.coverage import Coverage
from mapkit.carto.true import polygons
from mapkit.errors import MapkitError
from mapkit.layout import Block, Layout, Place, to_json
from mapkit.map import Map

A6 = (105.0, 148.0)


def start(cells: Coverage, size: tuple[float, float]) -> Layout:
    """The true shapes scaled to the page, y down."""
    x0, y0, x1, y1 = shapely.total_bounds(list(cells.shapes.values()))
    k = min((size[0] - 10) / (x1 - x0), (size[1] - 10) / (y1 - y0))
    places = []
    for cell, shape in cells.shapes.items():
        moved = shapely.transform(shape, lambda c: (c - (x0, y1)) * (k, -k) + 5)
        parts = [p for p in shapely.get_parts(moved) if p.geom_type == "Polygon"]
        rings = [(p.exterior, *p.interiors) for p in parts]
        at = moved.representative_point()
        outline = tuple(tuple(tuple(map(tuple, r.coords[:-1])) for r in polygon) for polygon in rings)
        places.append(Place(cell, outline, (at.x, at.y), 1.0))
    return Layout("test", size, "true", tuple(places))


def laid(
    cells: Coverage,
    size: tuple[float, float] = A6,
    bridges: Sequence[tuple[str, str]] = (),
    cuts: Sequence[tuple[str, str]] = (),
    blocks: tuple[Block, ...] = (),
    seed: int = 0,
) -> tuple[Map, Layout]:
    map_ = map_of(cells, bridges, cuts)
    return map_, lay_out_block(map_, start(cells, size), size, blocks, seed=seed, cuts=frozenset(cuts))


def wrong(map_: Map, layout: Layout, cuts: Sequence[tuple[str, str]] = (), room: float = 8.0) -> list[str]:
    """All that a player or printer would complain about."""
    shapes = {p.cell: polygons(p.outline) for p in layout.places}
    want = {x.pair for x in map_.links if x.kind == "border"} | {tuple(sorted(c)) for c in cuts}
    found = [f"no place: {c.id}" for c in map_.cells if c.id not in shapes]
    found += [f"invalid: {c}" for c, s in shapes.items() if not s.is_valid or s.area <= 0]
    page = shapely.box(0, 0, *layout.size).buffer(-4.99, join_style="mitre")
    found += [f"off the page: {c}" for c, s in shapes.items() if not page.contains(s)]
    ids = sorted(shapes)
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            gap = shapes[a].distance(shapes[b])
            both = shapes[a].intersection(shapes[b])
            if both.area > 1e-9:
                found.append(f"overlap: {a} {b}")
            if (both.length > 1e-9) != ((a, b) in want):
                found.append(f"{'missing' if (a, b) in want else 'extra'}: {a} {b}")
            if 0 < both.length < 2.99:
                found.append(f"short border: {a} {b} {both.length:.2f}")
            if gap < 2 and not both.length:
                found.append(f"too near, or a corner only: {a} {b} {gap:.2f}")
    points = {c: set(map(tuple, shapely.get_coordinates(s))) for c, s in shapes.items()}
    for a, b in want:
        rim = shapely.get_coordinates(shapely.line_merge(shapes[a].intersection(shapes[b])))
        found += [f"a vertex not shared: {a} {b}" for p in map(tuple, rim) if p not in points[a] or p not in points[b]]
    for p in layout.places:
        x, y = p.anchor
        box = shapely.box(x - p.room / 2, y - p.room / 2, x + p.room / 2, y + p.room / 2)
        if p.room < room - 0.011 or not shapes[p.cell].buffer(1e-3).contains(box):
            found.append(f"no room: {p.cell} {p.room}")
    drawn = {(b.a, b.b): shapely.LineString(b.path) for b in layout.bridges}
    for link in map_.links:
        if link.kind == "bridge" and link.pair not in drawn:
            found.append(f"no bridge: {link.pair}")
    for (a, b), line in drawn.items():
        if any(
            abs(p[0] - q[0]) > 1e-9 and abs(p[1] - q[1]) > 1e-9
            for p, q in zip(line.coords, line.coords[1:], strict=False)
        ):
            found.append(f"a slanting bridge: {a} {b}")
        found += [f"bridge {a}-{b} over {c}" for c, s in shapes.items() if s.buffer(-0.01).intersects(line)]
        if line.distance(shapes[a]) > 1e-6 or line.distance(shapes[b]) > 1e-6:
            found.append(f"a bridge that does not land: {a} {b}")
    boxes = [shapely.box(*b) for _, b in layout.blocks]
    found += [f"block on {c}" for c, s in shapes.items() for b in boxes if s.distance(b) < 1]
    found += ["block off the page" for b in boxes if not page.contains(b)]
    found += ["bridge over a block" for line in drawn.values() for b in boxes if b.intersects(line)]
    found += ["blocks overlap" for i, b in enumerate(boxes) for c in boxes[i + 1 :] if b.intersects(c)]
    return found


def crosses(layout: Layout) -> int:
    lines = shapely.union_all([polygons(p.outline).boundary for p in layout.places])
    ends: dict[tuple[float, ...], int] = {}
    for line in shapely.get_parts(shapely.line_merge(lines)):
        for at in (line.coords[0], line.coords[-1]):
            ends[at] = ends.get(at, 0) + 1
    return sum(n > 3 for n in ends.values())


def grown(cells: int, seed: int) -> Coverage:
    """Cells grown square by square from random seeds on a grid; the sea is what none of them reached."""
    rng = random.Random(seed)
    side = 6 + int(4 * cells**0.5)
    owner = dict(zip(rng.sample([(x, y) for x in range(side) for y in range(side)], cells), range(cells), strict=True))
    while len(owner) < side * side * 0.7:
        (x, y), c = rng.choice(sorted(owner.items()))
        dx, dy = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        if 0 <= x + dx < side and 0 <= y + dy < side:
            owner.setdefault((x + dx, y + dy), c)
    shapes: dict[str, list[shapely.Polygon]] = {}
    for (x, y), c in sorted(owner.items()):
        shapes.setdefault(f"c{c:02}", []).append(shapely.box(x, y, x + 1, y + 1))
    return Coverage({c: shapely.segmentize(shapely.union_all(s), 1.0) for c, s in sorted(shapes.items())}, False)


@pytest.mark.parametrize(("cells", "seed"), [(2, 0), (5, 1), (9, 2), (17, 3)])
def test_cells_of_any_grown_map_touch_exactly_where_they_are_linked(cells: int, seed: int) -> None:
    map_, layout = laid(grown(cells, seed))
    assert wrong(map_, layout) == []
    assert crosses(layout) == 0


def test_four_cells_that_meet_in_a_point_get_a_hole_so_that_nobody_wonders() -> None:
    map_, layout = laid(coverage("AABB", "AABB", "CCDD", "CCDD"))
    assert wrong(map_, layout) == []
    assert crosses(layout) == 0


def test_an_enclave_stays_enclosed() -> None:
    map_, layout = laid(coverage("AAAAAB", "AACCAB", "AACCAB", "AAAAAB"))
    assert wrong(map_, layout) == []
    shapes = {p.cell: polygons(p.outline) for p in layout.places}
    assert shapely.Polygon(shapes["A"].exterior).contains(shapes["C"])
    assert shapes["C"].boundary.difference(shapes["A"].boundary).length < 1e-9


def test_an_enclave_behind_a_mere_strip_lies_on_the_coast_and_costs_no_hole() -> None:
    rows = ("AAAAAAAAAA", "ACCCCCCAAA", "ACCCCCCAAA", "ACCCCCCAAA", "ACCCCCCAAA", "ACCCCCCAAA", "ACCCCCCAAA")
    map_, layout = laid(coverage(*rows, *("AAAAAAAAAA",) * 4, "BBBBBBBBBB"))
    assert wrong(map_, layout) == []
    assert all(len(polygon) == 1 for p in layout.places for polygon in p.outline)


def test_one_cell_fills_the_page_as_a_rectangle() -> None:
    map_, layout = laid(coverage("AA", "AA"))
    assert wrong(map_, layout) == []
    assert layout.place["A"].room > 60


def test_islands_keep_clear_water_and_bridges_run_through_it() -> None:
    map_, layout = laid(
        coverage("AAA...", "AAA.BB", "....BB", "......", "CC..DD", "CC..DD"),
        bridges=[("A", "C"), ("B", "D"), ("C", "D")],
    )
    assert wrong(map_, layout) == []
    assert len(layout.bridges) == 3


def test_a_bridge_over_an_inlet_is_short_although_nothing_but_the_inlet_lies_between() -> None:
    cells = coverage("AAAABBBB", "AAAABBBB", "CC....DD", "CCEEFFDD", "CCEEFFDD")
    map_, layout = laid(cells, (148.0, 148.0), bridges=[("A", "E"), ("B", "F")])
    assert wrong(map_, layout) == []
    ways = [shapely.LineString(b.path).length for b in layout.bridges]
    assert max(ways) < 40


def test_marginalia_leave_a_bridge_its_water() -> None:
    board = Board(("A", "B"), 5, 3, (2, 2, 2, 2, 2, 0, 2, 2, 2, 1, 2, 2, 2, 2, 2))
    assert channels(board, [("A", "B")]) == {(1, 1), (2, 1), (3, 1)}
    walled = Board(("A", "B", "C"), 3, 1, (0, 2, 1))
    assert channels(walled, [("A", "B")]) == set()


@pytest.mark.parametrize(
    ("rows", "corners", "blocks", "thin", "holes", "whole"),
    [
        (("##", "##"), 4, 1, 0, 0, 1),
        (("##.", "###"), 6, 1, 1, 0, 1),
        (("###", "#.#", "###"), 8, 0, 8, 1, 1),
        (("#.#",), 8, 0, 2, -1, 0),
    ],
    ids=["square", "L", "ring", "pieces"],
)
def test_a_form_is_its_corners_blocks_thin_squares_holes_and_pieces(
    rows: tuple[str, ...], corners: int, blocks: int, thin: int, holes: int, whole: int
) -> None:
    stride = 8
    squares = sum(1 << y * stride + x for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#")
    assert form_of(squares, stride) == (corners, blocks, thin, holes, whole)


def test_a_cut_border_is_drawn_all_the_same() -> None:
    cuts = [("A", "B")]
    map_, layout = laid(coverage("AABB", "AABB", "CCCC"), cuts=cuts)
    assert ("A", "B") not in {x.pair for x in map_.links}
    assert wrong(map_, layout, cuts) == []


def test_marginalia_are_kept_free_in_one_of_their_sizes() -> None:
    blocks = (Block("score", ((60.0, 20.0), (30.0, 40.0))), Block("title", ((50.0, 8.0),)))
    map_, layout = laid(coverage("AABBCC", "AABBCC", "DDEEFF", "DDEEFF"), blocks=blocks)
    assert wrong(map_, layout) == []
    for block in blocks:
        x0, y0, x1, y1 = layout.block[block.name]
        assert any(abs(x1 - x0 - w) < 0.01 and abs(y1 - y0 - h) < 0.01 for w, h in block.sizes)


def test_a_board_that_has_no_room_for_a_box_is_not_drawn_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = coverage("AABB", "AABB")
    parts = Parts(cells.shapes, {"A": "A", "B": "B"}, frozenset({("A", "B")}), frozenset())
    board = Board(("A", "B"), 4, 2, (0, 0, 1, 1, 0, 0, 1, 1))
    page = (5.0, 5.0, 100.0, 143.0)
    assert draw(map_of(cells), parts, board, page, A6, (), 5.0, 8.0).blocks == ()
    monkeypatch.setattr("mapkit.carto.block_draw.reserve", lambda *_: ([], []))
    with pytest.raises(TightError):
        draw(map_of(cells), parts, board, page, A6, (Block("title", ((50.0, 8.0),)),), 5.0, 8.0)


@pytest.mark.parametrize("rows", [("ABCDEFGH",), tuple("ABCDEFGH")], ids=["wide", "tall"])
def test_very_wide_and_very_tall_maps_are_laid_out(rows: tuple[str, ...]) -> None:
    map_, layout = laid(coverage(*rows), (148.0, 148.0))
    assert wrong(map_, layout) == []


def test_too_many_cells_for_a_page_are_refused_with_a_size_that_works() -> None:
    with pytest.raises(MapkitError, match=r"take \w+"):
        laid(grown(60, 5), (60.0, 60.0))


def test_a_page_too_small_for_so_many_cells_is_refused_before_any_board_is_made() -> None:
    squares = {f"c{i:03}": shapely.box(i % 20, i // 20, i % 20 + 1, i // 20 + 1) for i in range(200)}
    cells = Coverage(squares, False)
    before = time.process_time()
    with pytest.raises(MapkitError, match=r"200 cells of 8 mm do not fit on the page: take a4"):
        laid(cells)
    assert time.process_time() - before < 2


def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_map() -> None:
    cells = grown(7, 6)
    first, again, other = (to_json(laid(cells, seed=s)[1]) for s in (0, 0, 1))
    assert first == again
    assert first != other


def test_neighbours_stay_on_their_side_of_the_compass() -> None:
    _, layout = laid(coverage("AABBCC", "AABBCC", "DDEEFF", "DDEEFF", "GGHHII", "GGHHII"))
    at = {p.cell: polygons(p.outline).centroid for p in layout.places}
    for row in ("ABC", "DEF", "GHI"):
        assert at[row[0]].x < at[row[1]].x < at[row[2]].x
    for column in ("ADG", "BEH", "CFI"):
        assert at[column[0]].y < at[column[1]].y < at[column[2]].y


@pytest.mark.parametrize("name", ["croatia"])
def test_real_maps_are_exact_on_a6(name: str) -> None:
    cells = fixture(name)
    flat = Coverage({c: shapely.transform(g, lambda p: p * (0.65, 1.0)) for c, g in cells.shapes.items()}, False)
    map_, layout = laid(flat)
    assert wrong(map_, layout) == []
    assert crosses(layout) == 0
    rings = [ring for p in layout.places for polygon in p.outline for ring in polygon]
    turns = sum(
        (a[0] == b[0]) != (b[0] == c[0]) for r in rings for a, b, c in zip(r, r[1:] + r[:1], r[2:] + r[:2], strict=True)
    )
    assert turns <= 4.4 * len(layout.places)
