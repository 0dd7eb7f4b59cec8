"""The waist: what a Map cannot be, and the pieces links make of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapkit.map import Cell, Link, Map, Region, pieces

R = Region("r", {}, "red", "R")


def tiny(*links: Link, cells: str = "ABC") -> Map:
    return Map("tiny", {"en": "Tiny"}, tuple(Cell(c, {}, "r") for c in cells), (R,), links)


def test_a_link_has_no_direction() -> None:
    assert Link("B", "A", "border") == Link("A", "B", "border")


@given(st.sets(st.tuples(st.sampled_from("ABCDEF"), st.sampled_from("ABCDEF")).filter(lambda p: p[0] < p[1])))
def test_neighbours_are_symmetric_whatever_the_links(pairs: set[tuple[str, str]]) -> None:
    m = tiny(*(Link(b, a, "border") for a, b in pairs), cells="ABCDEF")
    assert {(a, b) for a, near in m.neighbours.items() for b in near} == pairs | {(b, a) for a, b in pairs}


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Link("A", "A", "border"), "'A' is linked to itself"),
        (lambda: tiny(cells="AA"), "cell 'A' stands twice"),
        (lambda: tiny(Link("A", "B", "border"), Link("B", "A", "bridge")), "link 'A-B' stands twice"),
        (lambda: tiny(Link("A", "Z", "border")), "no cell 'Z'"),
        (lambda: Map("m", {}, (Cell("A", {}, "x"),), (R,), ()), "region 'x'"),
        (lambda: Map("m", {}, (), (R, Region("s", {}, "blue", "R")), ()), "region letter 'R' stands twice"),
        (lambda: Cell("", {}, "r"), "empty id"),
        (lambda: Region("x", {}, "", "X"), "needs an id, a color and a letter"),
    ],
)
def test_an_invalid_value_cannot_be_made(make: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()  # type: ignore[operator]


def test_pieces_are_connected_components_largest_first() -> None:
    links = [Link("A", "B", "border"), Link("D", "E", "bridge"), Link("B", "C", "border")]
    assert pieces("EDCBAF", links) == [["A", "B", "C"], ["D", "E"], ["F"]]
    assert pieces("AB", [Link("A", "Z", "border")]) == [["A"], ["B"]]
