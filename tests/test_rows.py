"""Row games: left to right, locks, the two actions, endings, variants; hand-made sheets and random play."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from mapkit.errors import MapkitError
from mapkit.games import caller
from mapkit.games.rows import (
    Cross,
    RowsGame,
    RowsSheet,
    RowsTurn,
    Table,
    after_white,
    color_choices,
    deal,
    play,
    score,
    white_choices,
)
from mapkit.games.rows_data import read_rows
from mapkit.games.rows_record import RowsRecord, read_record, write_record
from mapkit.games.rows_referee import judge, replay
from mapkit.games.rules import Roll

MAPS = Path(__file__).parent.parent / "maps"
GAMES = read_rows(MAPS / "rows")
CLASSIC = GAMES["classic"]


def rolls(one: int, two: int, **colors: int) -> tuple[Roll, ...]:
    return (Roll(None, one, "white"), *(Roll(None, n, c) for c, n in colors.items()), Roll(None, two, "white"))


def table(*sheets: dict[int, tuple[int, ...]], game: RowsGame = CLASSIC, **more: object) -> Table:
    """A table whose sheets have these places crossed, by row."""
    made = tuple(RowsSheet(tuple(s.get(r, ()) for r in range(len(game.rows)))) for s in sheets)
    return replace(Table(made), **more)  # type: ignore[arg-type]


def test_the_white_sum_may_be_crossed_in_every_row() -> None:
    assert white_choices(CLASSIC, deal(CLASSIC, 2), 1, rolls(3, 4)) == [
        Cross(0, 5),
        Cross(1, 5),
        Cross(2, 5),
        Cross(3, 5),
    ]


def test_crosses_go_from_left_to_right_only() -> None:
    assert white_choices(CLASSIC, table({0: (2, 5), 2: (4,)}), 0, rolls(3, 4)) == [
        Cross(1, 5),
        Cross(2, 5),
        Cross(3, 5),
    ]


def test_a_colour_die_goes_with_either_white_die_into_its_own_colour() -> None:
    found = color_choices(CLASSIC, deal(CLASSIC, 1), 0, rolls(1, 4, red=2, blue=6))
    assert found == [Cross(0, 1), Cross(0, 4), Cross(3, 2), Cross(3, 5)]


def test_the_last_box_needs_five_crosses_before_it_and_brings_the_lock() -> None:
    dice = rolls(6, 6)
    assert Cross(0, 10) not in white_choices(CLASSIC, table({0: (0, 1, 2, 3)}), 0, dice)
    before = table({0: (0, 1, 2, 3, 4)})
    assert Cross(0, 10) in white_choices(CLASSIC, before, 0, dice)
    after = play(CLASSIC, before, RowsTurn(0, dice, (Cross(0, 10),)))
    assert after.closed == {0} and not after.over
    assert score(CLASSIC, after.sheets[0]).rows == (28, 0, 0, 0)  # six crosses and the lock


def test_several_players_may_close_a_row_in_the_same_action() -> None:
    both = table({0: (0, 1, 2, 3, 4)}, {0: (1, 2, 3, 4, 5)}, {0: (0,)})
    after = after_white(CLASSIC, both, RowsTurn(2, rolls(6, 6), (Cross(0, 10), Cross(0, 10), None)))
    assert [s.locks for s in after.sheets] == [{0}, {0}, set()]


def test_a_row_closed_with_white_is_closed_for_the_colour_action_and_its_die_is_gone() -> None:
    start = table({0: (0, 1, 2, 3, 4)}, {})
    dice = rolls(6, 6, red=1, green=3)
    middle = after_white(CLASSIC, start, RowsTurn(1, dice, (Cross(0, 10), None)))
    assert color_choices(CLASSIC, middle, 1, dice) == [Cross(2, 3)]
    turn = RowsTurn(1, dice, (Cross(0, 10), None), Cross(0, 5))
    assert judge(CLASSIC, start, turn) == "player 2: row 1 is closed"


def test_the_active_player_who_crosses_nothing_takes_a_penalty() -> None:
    after = play(CLASSIC, deal(CLASSIC, 2), RowsTurn(0, rolls(1, 2), (None, None)))
    assert [s.penalties for s in after.sheets] == [1, 0]
    after = play(CLASSIC, deal(CLASSIC, 2), RowsTurn(0, rolls(1, 2), (Cross(0, 1), None)))
    assert [s.penalties for s in after.sheets] == [0, 0]
    assert score(CLASSIC, RowsSheet(((), (), (), ()), penalties=3)).total == -15


def test_the_fourth_penalty_ends_the_game() -> None:
    now = deal(CLASSIC, 1)
    for n in range(4):
        assert not now.over, n
        now = play(CLASSIC, now, RowsTurn(0, rolls(1, 1), (None,)))
    assert now.over
    assert judge(CLASSIC, now, RowsTurn(0, rolls(1, 1), (None,))) == "the game is over"


def test_the_second_lock_ends_the_game_at_once() -> None:
    ready = table({1: (0, 1, 2, 3, 4)}, {}, closed=frozenset({0}))
    dice = rolls(6, 6, green=6)
    after = play(CLASSIC, ready, RowsTurn(1, dice, (Cross(1, 10), None)))
    assert after.over and after.sheets[1].penalties == 0
    turn = RowsTurn(1, dice, (Cross(1, 10), None), Cross(2, 0))
    assert judge(CLASSIC, ready, turn) == "the white crosses ended the game: no colour is crossed"


@pytest.mark.parametrize(("crosses", "points"), [(0, 0), (1, 1), (2, 3), (5, 15), (10, 55), (11, 66)])
def test_a_row_scores_the_sum_of_one_to_its_crosses(crosses: int, points: int) -> None:
    sheet = RowsSheet((tuple(range(crosses)), (), (), ()))
    assert score(CLASSIC, sheet).rows[0] == points


def test_a_full_row_with_its_lock_scores_78() -> None:
    assert score(CLASSIC, RowsSheet((tuple(range(11)), (), (), ()), frozenset({0}))).rows[0] == 78


def test_a_mixed_row_takes_the_die_of_the_box_and_locks_the_colour_of_its_last() -> None:
    mixed = GAMES["mixed"]
    assert [row.lock for row in mixed.rows] == ["red", "yellow", "green", "blue"]
    found = color_choices(mixed, deal(mixed, 1), 0, rolls(1, 1, blue=3))
    assert found == [Cross(0, 2)]
    closed = table({}, game=mixed, closed=frozenset({3}))
    assert color_choices(mixed, closed, 0, rolls(1, 1, blue=3)) == []


def test_shuffled_numbers_still_go_from_left_to_right() -> None:
    shuffled = GAMES["shuffled"]
    assert sorted(b.number for b in shuffled.rows[0].boxes) == list(range(2, 13))
    after_three = table({0: (3,)}, game=shuffled)
    assert Cross(0, 1) not in white_choices(shuffled, after_three, 0, rolls(3, 3))
    assert Cross(0, 4) in white_choices(shuffled, after_three, 0, rolls(3, 4))


def test_a_ring_crosses_the_next_box_of_the_bonus_row() -> None:
    bonus = GAMES["bonus"]
    after = play(bonus, deal(bonus, 1), RowsTurn(0, rolls(1, 3, red=6), (Cross(0, 2),), Cross(0, 7)))
    assert after.sheets[0].bonus == 2
    assert score(bonus, after.sheets[0]).bonus == 3


def random_game(game: RowsGame, seed: int) -> tuple[Table, list[RowsTurn], int]:
    """A random legal game; every tried cross is judged by the referee too."""
    rng = random.Random(seed)
    players = 1 + seed % 4
    now, turns = deal(game, players), []
    for n, call in enumerate(caller.calls(game.dice, f"rows {seed}")):
        if now.over:
            break
        active = n % players
        white: list[Cross | None] = []
        for k in range(players):
            choices = white_choices(game, now, k, call.rolls)
            wild = Cross(rng.randint(-1, 4), rng.randint(-1, 11))
            alone = RowsTurn(active, call.rolls, tuple(wild if j == k else None for j in range(players)))
            assert (judge(game, now, alone) == "") == (wild in choices)
            white.append(rng.choice(choices) if choices and rng.random() < 0.7 else None)
        turn = RowsTurn(active, call.rolls, tuple(white))
        colors = color_choices(game, after_white(game, now, turn), active, call.rolls)
        wild = Cross(rng.randint(-1, 4), rng.randint(-1, 11))
        assert (judge(game, now, replace(turn, color=wild)) == "") == (wild in colors)
        if colors and rng.random() < 0.7:
            turn = replace(turn, color=rng.choice(colors))
        turns.append(turn)
        now = play(game, now, turn)
    return now, turns, players


@pytest.mark.parametrize("key", GAMES)
def test_the_referee_agrees_with_every_random_legal_game(key: str) -> None:
    for seed in range(60):
        last, turns, players = random_game(GAMES[key], seed)
        again, findings = replay(GAMES[key], players, turns)
        assert findings == () and again == last and last.over


def test_the_referee_wants_the_active_player_to_go_round() -> None:
    _, findings = replay(CLASSIC, 2, [RowsTurn(1, rolls(1, 2), (None, None))])
    assert [f.message for f in findings] == ["player 1 is the active one, not player 2"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('color = "yellow"', 'color = "red"'), "two rows end in the same colour"),
        (('color = "red"', 'color = "white"'), "white is the colour of the common dice"),
        (("numbers = [2, 3,", "numbers = [3, 3,"), "numbers must be 2 to 12 different numbers"),
        (("bonus = 8", "bonus = 0"), "rings without a bonus row"),
        (("rings = [4, 9]", "rings = [4, 99]"), "rings names 99"),
        (("needs = 5", 'needs = "five"'), "needs must be a whole number 0 to 12, not 'five'"),
        (("ends_at = 2", "end_at = 2"), "unknown key 'end_at'"),
        (
            ('"yellow", "yellow", "blue", "blue", "blue"', '"yellow"'),
            "needs a color, or as many colors as numbers (11)",
        ),
    ],
)
def test_a_wrong_sheet_is_refused_in_one_line_that_names_file_and_key(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    text = (MAPS / "rows" / "sheet.toml").read_text("utf-8")
    assert change[0] in text
    (tmp_path / "sheet.toml").write_text(text.replace(*change), "utf-8")
    with pytest.raises(MapkitError) as error:
        read_rows(tmp_path)
    assert message in str(error.value) and "sheet.toml" in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_typed_in_is_read_as_it_was_written(key: str) -> None:
    last, turns, players = random_game(GAMES[key], 6)
    record = RowsRecord(key, players, tuple(turns), "rows 6")
    again = read_record(write_record(record, GAMES[key]), GAMES, "game.txt")
    assert again == record
    assert replay(GAMES[key], players, again.turns) == (last, ())
    bare = "\n".join(line.rpartition(": ")[2] for line in write_record(record, GAMES[key]).splitlines())
    assert read_record(bare, GAMES, "game.txt") == record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sheet blue", "game.txt: no sheet 'blue': one of classic"),
        ("players none", "players must be 1 to 20"),
        ("red 7", "game.txt line 1: has no roll"),
        ("white 3, red 1: red 7", "two white dice"),
        ("players 2\nwhite 3 4: red 7", "has 1 white crosses for 2 players"),
        ("white 3 4: pink 7", "'pink 7' is no box: write a row (red, yellow, green, blue)"),
        ("seed x\nwhite 9 9: -", "has no roll"),
    ],
)
def test_a_game_typed_in_wrongly_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(MapkitError) as error:
        read_record(text, GAMES, "game.txt")
    assert message in str(error.value)
