"""Where names stand: never over a box or each other, in the cell if they fit, at sea rather than over a neighbour."""

import pytest
import shapely
from letters import borders, grid, letter_layout, letter_map

from mapkit import line
from mapkit.ask import Ask
from mapkit.lay import lay
from mapkit.layout import Layout
from mapkit.map import Map
from mapkit.press.fonts import measure
from mapkit.sheet.clear import Ground
from mapkit.sheet.marginalia import name_in
from mapkit.sheet.names import Name, place_names

SIZE = 2.2
Box = tuple[float, float, float, float]


def square(layout: Layout, side: float) -> dict[str, Box]:
    half = side / 2
    return {
        p.cell: (p.anchor[0] - half, p.anchor[1] - half, p.anchor[0] + half, p.anchor[1] + half) for p in layout.places
    }


def named(m: Map, layout: Layout, boxes: dict[str, Box], widths: dict[str, float]) -> dict[str, Name]:
    return place_names(layout, widths, boxes, SIZE, {c.id: c.region for c in m.cells})


def rect(name: Name, width: float) -> Box:
    return name.x - width / 2, name.y - SIZE * 0.75, name.x + width / 2, name.y + SIZE * 0.17


def meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] - 1e-9 and b[0] < a[2] - 1e-9 and a[1] < b[3] - 1e-9 and b[1] < a[3] - 1e-9


def test_a_name_that_fits_stands_under_its_box_inside_its_cell() -> None:
    m, layout = letter_map("AB CD"), letter_layout("AB CD", side=16)
    names = named(m, layout, square(layout, 8), dict.fromkeys("ABCD", 9.0))
    for cell, name in names.items():
        x, y = layout.place[cell].anchor
        assert name.x == pytest.approx(x)
        assert 4 < name.y - y < 7
        assert name.leader is None


def test_a_name_too_wide_for_a_coastal_cell_goes_to_sea_not_over_the_neighbour() -> None:
    drawing = "AB"
    m, layout = letter_map(drawing), letter_layout(drawing, side=9, at=(60, 100))
    boxes = square(layout, 7.5)
    names = named(m, layout, boxes, dict.fromkeys("AB", 14.0))
    ground = Ground(layout, boxes, {c.id: c.region for c in m.cells})
    for cell, name in names.items():
        x0, y0, x1, y1 = rect(name, 14.0)
        under = {ground.at((x, (y0 + y1) / 2)) for x in (x0, (x0 + x1) / 2, x1)}
        assert under <= {cell, None}, (cell, name)


def test_a_name_with_no_room_anywhere_near_gets_a_leader_from_open_sea() -> None:
    drawing = "ABCDEF"
    m, layout = letter_map(drawing), letter_layout(drawing, side=7, at=(50, 100))
    boxes = square(layout, 6.4)
    names = named(m, layout, boxes, dict.fromkeys(drawing, 20.0))
    far = [c for c in drawing if names[c].leader]
    assert far
    for cell in far:
        (xa, ya), (xb, yb) = names[cell].leader  # type: ignore[misc]
        x0, y0, x1, y1 = boxes[cell]
        assert x0 - 0.5 <= xb <= x1 + 0.5
        assert y0 - 0.5 <= yb <= y1 + 0.5
        assert meet(rect(names[cell], 20.0), (xa - 0.3, ya - 0.3, xa + 0.3, ya + 0.3))


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_on_japan_no_name_lies_on_a_box_or_on_another_name(locale: str) -> None:
    opened = line.open_map("japan")
    layout = lay(opened, Ask(style="true")).layout
    widths = {c.id: measure(name_in(c.names, locale, c.id), SIZE) for c in opened.map.cells}
    boxes = square(layout, 3.0)
    names = named(opened.map, layout, boxes, widths)
    rects = {c: rect(names[c], widths[c]) for c in names}
    on_boxes = [(c, d) for c in rects for d in boxes if meet(rects[c], boxes[d])]
    on_names = [(c, d) for c in rects for d in rects if c < d and meet(rects[c], rects[d])]
    assert on_boxes == []
    assert on_names == []
    assert names == named(opened.map, layout, boxes, widths)  # the same again


@pytest.mark.parametrize("style", ["outline", "block"])
@pytest.mark.parametrize("name", ["japan", "america", "europe", "world"])
def test_names_keep_apart_and_no_leader_runs_through_a_name_or_a_leader(name: str, style: str) -> None:
    opened = line.open_map(name)
    layout = lay(opened, Ask(style=style)).layout
    widths = {c.id: measure(name_in(c.names, "en", c.id), SIZE) for c in opened.map.cells}
    names = named(opened.map, layout, square(layout, 8.0), widths)
    spots = {c: shapely.box(*rect(n, widths[c])) for c, n in names.items()}
    leaders = {c: shapely.LineString(n.leader) for c, n in names.items() if n.leader}
    assert [(c, d) for c in spots for d in spots if c < d and spots[c].distance(spots[d]) < 0.2] == []
    assert [(c, d) for c in leaders for d in spots if c != d and leaders[c].intersects(spots[d])] == []
    assert [(c, d) for c in leaders for d in leaders if c < d and leaders[c].intersects(leaders[d])] == []
    drawn = shapely.union_all([shapely.LinearRing(r) for p in layout.places for o in p.outline for r in o]).buffer(0.3)
    along = {c: shapely.intersection(line, drawn).length / line.length for c, line in leaders.items()}
    assert max(along.values(), default=0) < 0.6  # a leader along an outline looks like one


def test_the_letters_of_these_tests_mean_what_they_draw() -> None:
    assert borders(grid("AB CD")) == {("A", "B"), ("A", "C"), ("B", "D"), ("C", "D")}
