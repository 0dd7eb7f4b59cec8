"""The [game] table and the rules of the rolling family, on maps drawn in letters.

A map is drawn as rows of cells "a1": region a, cell 1; cells that touch left-right or top-bottom are linked.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from mapkit.errors import MapkitError
from mapkit.games.keys import KEYS
from mapkit.games.rolling import again, apply, legal, score, start
from mapkit.games.rules import Game, Move, Roll, State, read_game, tracks
from mapkit.games.schema import json_schema, reference
from mapkit.map import Cell, Link, Map, Region

COLORS = {"a": "red", "b": "blue", "c": "green", "d": "yellow"}


def drawn(text: str) -> Map:
    rows = [line.split() for line in text.split("\n") if line.strip()]
    cells = [c for row in rows for c in row if c != ".."]
    links = {
        Link(row[x], other, "border")
        for y, row in enumerate(rows)
        for x in range(len(row))
        for other in (*row[x + 1 : x + 2], *(r[x] for r in rows[y + 1 : y + 2]))
        if ".." not in (row[x], other)
    }
    regions = tuple(Region(r, {}, COLORS[r], r.upper()) for r in sorted({c[0] for c in cells}))
    return Map("drawn", {}, tuple(Cell(c, {}, c[0]) for c in cells), regions, tuple(links))


FOUR = drawn("""
    a1 a2 b1
    a3 a4 b2
""")


def game(map: Map = FOUR, **table: Any) -> Game:
    return read_game(table, map.regions, "map.toml")


def sheet(game: Game, guarded: str = "", **numbers: int | None) -> State:
    return State(game, numbers, frozenset(guarded.split()))


def written(moves: tuple[Move, ...], *spend: str) -> dict[str | None, int | None]:
    return {m.cell: m.number for m in moves if m.spend == spend}


def test_a_bare_table_is_the_game_of_the_first_sheet() -> None:
    plain = game()
    assert (plain.rounds, plain.draw, plain.difference, plain.uses) == (8, 2, 1, {"color_change": 3})
    assert [(d.color, d.region, d.wild) for d in plain.dice] == [
        ("red", "a", False),
        ("blue", "b", False),
        ("purple", None, True),
    ]
    assert plain.turns_per_round == 1  # three dice allow one turn of two


def test_six_regions_give_three_turns_and_a_purple_region_a_clear_wild_die() -> None:
    colors = ["red", "blue", "green", "yellow", "orange", "purple"]
    six = read_game({}, [Region(c, {}, c, c[0].upper()) for c in colors], "map.toml")
    assert (len(six.dice), six.turns_per_round, six.turns) == (7, 3, 24)
    assert [d.color for d in six.wild] == ["clear"]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"round": 8}, "map.toml [game]: unknown key 'round'"),
        ({"rounds": 0}, "map.toml [game]: rounds must be at least 1"),
        ({"rounds": "8"}, "rounds must be a whole number 0 to 60, not '8'"),
        ({"rounds": True}, "rounds must be a whole number 0 to 60, not True"),
        ({"family": "chess"}, 'family must be "rolling" or "plain"'),
        ({"x": "maybe"}, 'x must be "forced" or "optional", not \'maybe\''),
        ({"wild": {"color": "red"}}, "map.toml [game.wild]: color 'red' is a region's"),
        ({"wild": 3}, "wild must be a table, [game.wild]"),
        ({"abilities": {"fly": 1}}, "map.toml [game.abilities]: unknown key 'fly'"),
        ({"draw": 2, "turns_per_round": 3}, "3 turns of 2 dice wants more than the 3 dice of the bag"),
        ({"faces": [1, "x"]}, 'faces must list numbers 0 to 99, or texts like "2*"'),
        ({"dice": [{"region": "z"}]}, "map.toml [game.dice 1]: no region 'z': the map has a, b"),
        ({"dice": [{"region": "a", "wild": True}]}, "a die has a region or is wild, not both"),
        ({"dice": [{"wild": True}]}, "color is missing"),
        ({"dice": [{"color": "white"}]}, "a die of the bag fills no region"),
        ({"dice": []}, "dice must be a list of tables"),
        ({"title": 3}, "title must be a text"),
    ],
)
def test_a_mistake_in_the_table_is_one_line_that_names_the_key(table: dict[str, Any], says: str) -> None:
    with pytest.raises(MapkitError) as error:
        game(**table)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_plain_dice_need_no_map_and_have_no_end() -> None:
    clouds = [{"color": "white", "faces": [1, 2, "2*", 3, 3, 4], "count": 2}]
    two = read_game({"family": "plain", "dice": clouds}, (), "map.toml")
    assert (two.draw, two.rounds, two.turns, tracks(two)) == (2, 0, 0, ())
    assert [f"{f.number}{f.mark}" for f in two.dice[0].faces] == ["1", "2", "2*", "3", "3", "4"]


def test_the_schema_and_the_reference_know_every_key() -> None:
    schema = json_schema(KEYS)
    assert set(schema["properties"]) == {k.name for k in KEYS}
    json.dumps(schema)
    rows = list(reference(KEYS, "game"))
    assert rows[2][:2] == ("game.rounds", "0 to 60")
    assert any(name == "game.abilities.guard" for name, *_ in rows)
    assert all(doc for *_, doc in rows)


def test_the_sheet_gets_boxes_for_rounds_abilities_and_x() -> None:
    found = tracks(game(rounds=7, abilities={"guard": 3, "dupe": 2}))
    assert [(t.id, t.boxes) for t in found] == [("rounds", 7), ("color_change", 3), ("guard", 3), ("dupe", 2), ("x", 1)]


def test_a_number_goes_into_any_empty_cell_of_its_region_on_an_empty_sheet() -> None:
    assert written(legal(FOUR, start(game()), Roll("a", 4))) == {"a1": 4, "a2": 4, "a3": 4, "a4": 4}


def test_linked_numbers_differ_by_at_most_one_across_colors() -> None:
    state = sheet(game(), b1=6)  # b1 touches a2
    assert written(legal(FOUR, state, Roll("a", 4))) == {"a1": 4, "a3": 4, "a4": 4}
    assert written(legal(FOUR, state, Roll("a", 5))) == {"a1": 5, "a2": 5, "a3": 5, "a4": 5}
    wide = sheet(game(difference=2), b1=6)
    assert "a2" in written(legal(FOUR, wide, Roll("a", 4)))


def test_an_x_constrains_nobody_and_is_never_refilled() -> None:
    assert written(legal(FOUR, sheet(game(), b1=None, a1=None), Roll("a", 4))) == {"a2": 4, "a3": 4, "a4": 4}


def test_where_nothing_fits_an_x_goes_into_the_region() -> None:
    stuck = sheet(game(), a1=1, a4=1)
    assert written(legal(FOUR, stuck, Roll("a", 4))) == {"a2": None, "a3": None}
    assert Move(Roll("a", 4), None) not in legal(FOUR, stuck, Roll("a", 4))


def test_an_optional_x_may_be_left_out() -> None:
    stuck = sheet(game(x="optional"), a1=1, a4=1)
    assert written(legal(FOUR, stuck, Roll("a", 4))) == {"a2": None, "a3": None, None: None}
    free = start(game(x="optional"))
    assert None not in written(legal(FOUR, free, Roll("a", 4)))  # what fits must be written


def test_an_x_of_any_scope_goes_anywhere() -> None:
    stuck = sheet(game(x_scope="any"), a1=1, a4=1)
    assert written(legal(FOUR, stuck, Roll("a", 4))) == {"a2": None, "a3": None, "b1": None, "b2": None}


def test_a_full_region_means_nothing_happens() -> None:
    full = sheet(game(abilities={"color_change": 0}), a1=1, a2=1, a3=1, a4=None)
    assert legal(FOUR, full, Roll("a", 4)) == (Move(Roll("a", 4), None),)


def test_the_wild_die_goes_anywhere_and_is_never_changed() -> None:
    moves = legal(FOUR, sheet(game(), a1=3), Roll(None, 4))
    assert written(moves) == {"a2": 4, "a3": 4, "a4": 4, "b1": 4, "b2": 4}
    assert {m.spend for m in moves} == {()}


@pytest.mark.parametrize(("rule", "cells"), [("any", {"a2", "a3"}), ("nothing", {None})])
def test_a_stuck_wild_die_is_an_x_anywhere_or_nothing(rule: str, cells: set[str | None]) -> None:
    stuck = sheet(game(wild_stuck=rule), a1=1, a4=1, b1=1, b2=1)
    assert set(written(legal(FOUR, stuck, Roll(None, 6)))) == cells


def test_color_change_is_allowed_even_when_the_die_fits_and_when_its_region_is_full() -> None:
    assert written(legal(FOUR, start(game()), Roll("a", 4)), "color_change") == {"b1": 4, "b2": 4}
    full = sheet(game(), a1=4, a2=4, a3=4, a4=None)
    moves = legal(FOUR, full, Roll("a", 4))
    assert written(moves, "color_change") == {"b1": 4, "b2": 4}
    assert written(moves) == {None: None}


def test_color_change_into_a_region_where_nothing_fits_is_an_x_there_and_into_a_full_one_impossible() -> None:
    state = sheet(game(), b1=1)
    assert written(legal(FOUR, state, Roll("a", 6)), "color_change") == {"b2": None}
    full = sheet(game(), b1=1, b2=1)
    assert written(legal(FOUR, full, Roll("a", 6)), "color_change") == {}


def test_abilities_run_out() -> None:
    state = start(game(abilities={"color_change": 1}))
    state = apply(state, Move(Roll("a", 4), "b1", 4, ("color_change",)))
    assert state.left("color_change") == 0
    assert written(legal(FOUR, state, Roll("a", 4)), "color_change") == {}


def test_a_guarded_number_ignores_neighbours_and_binds_none() -> None:
    rules = game(abilities={"color_change": 0, "guard": 1})
    state = sheet(rules, a1=1, a4=1)
    moves = legal(FOUR, state, Roll("a", 6))
    assert written(moves) == {"a2": None, "a3": None}
    assert written(moves, "guard") == {"a2": 6, "a3": 6}
    state = apply(state, Move(Roll("a", 6), "a2", 6, ("guard",)))
    assert written(legal(FOUR, state, Roll("b", 2))) == {"b1": 2, "b2": 2}  # a2's 6 binds nobody
    assert written(legal(FOUR, state, Roll("a", 6)), "guard") == {}


def test_guard_and_color_change_combine_unless_the_game_says_no() -> None:
    for combine, cells in ((True, {"b1": 6, "b2": 6}), (False, {})):
        state = sheet(game(combine=combine, abilities={"guard": 1}), a1=1, a4=1)
        assert written(legal(FOUR, state, Roll("a", 6)), "color_change", "guard") == cells


def test_a_dupe_writes_the_same_die_again_in_the_region_just_written() -> None:
    state = start(game(abilities={"dupe": 1}))
    assert again(FOUR, state) == ()
    state = apply(state, Move(Roll("a", 4), "b1", 4, ("color_change",)))
    assert again(FOUR, state) == (Move(Roll("a", 4), "b2", 4, ("dupe",)),)
    state = apply(state, again(FOUR, state)[0])
    assert state.left("dupe") == 0
    assert again(FOUR, state) == ()


def test_a_wild_dupe_goes_anywhere_and_an_x_cannot_be_duped() -> None:
    rules = game(abilities={"dupe": 1})
    wild = apply(start(rules), Move(Roll(None, 4), "a1", 4))
    assert {m.cell for m in again(FOUR, wild)} == {"a2", "a3", "a4", "b1", "b2"}
    crossed = apply(sheet(rules, a1=1, a4=1), Move(Roll("a", 6), "a2", None))
    assert again(FOUR, crossed) == ()


def test_the_score_counts_every_x_and_every_empty_cell() -> None:
    assert score(FOUR, start(game())) == 6
    assert score(FOUR, sheet(game(), a1=1, a2=None, b1=3)) == 4
