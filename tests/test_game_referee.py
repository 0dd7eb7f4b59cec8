"""The referee: legal games pass, every kind of illegal move is refused with its reason, sheets are explained."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from test_game_rules import FOUR, drawn, game

from mapkit.errors import MapkitError
from mapkit.games.caller import calls
from mapkit.games.record import Play, Record, Written, digest, from_json, read_sheet, to_json
from mapkit.games.referee import replay, why
from mapkit.games.resheet import explain
from mapkit.games.rolling import again, apply, legal, start
from mapkit.games.rules import Ability, Call, Game, Move, Roll, State
from mapkit.map import Map

LAND = drawn("""
    a1 a2 a3 b1 b2 b3
    a4 a5 a6 b4 b5 b6
    a7 c1 c2 c3 b7 d1
    c4 c5 c6 c7 d2 d3
    c8 d4 d5 d6 d7 d8
""")
FULL: dict[str, Any] = {"abilities": {"color_change": 3, "guard": 2, "dupe": 2}}


def played(map: Map, game: Game, seed: str, luck: int) -> Record:
    """A game of a player who makes any legal move."""
    rng, state, plays = random.Random(luck), start(game), []
    for call in calls(game, seed):
        moves: list[Move] = []
        for roll in rng.sample(call.rolls, len(call.rolls)):
            options = legal(map, state, roll)
            cheap = [m for m in options if not m.spend]
            moves.append(rng.choice(options if rng.random() < 0.2 else cheap))
            state = apply(state, moves[-1])
            more = again(map, state)
            if more and rng.random() < 0.1:
                moves.append(rng.choice(more))
                state = apply(state, moves[-1])
        plays.append(Play(call, tuple(moves)))
    return Record(map.id, digest(game, map), tuple(plays), None, seed)


SPENDS: tuple[tuple[Ability, ...], ...] = ((), ("color_change",), ("guard",), ("color_change", "guard"))
TABLES: list[dict[str, Any]] = [
    {}, FULL, {"x": "optional"}, {"x_scope": "any"}, {"wild_stuck": "nothing"}, {"combine": False, **FULL},
    {"difference": 0}, {"difference": 3, "faces": 10}, {"wild": {"dice": 0}}, {"draw": 1, "turns_per_round": 2},
]  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_a_game_of_legal_moves_has_no_fault_and_reads_back_as_written(table: dict[str, Any]) -> None:
    rules = game(LAND, **table)
    for luck in range(20):
        record = played(LAND, rules, f"seed {luck}", luck)
        verdict = replay(LAND, rules, record)
        assert verdict.faults == ()
        scored = replace(record, score=verdict.score)
        assert from_json(to_json(scored), "r") == scored
        assert replay(LAND, rules, scored).faults == ()
        wrong = replay(LAND, rules, replace(record, score=verdict.score + 1))
        assert [f.rule for f in wrong.faults] == ["score"]


def test_a_reason_is_given_exactly_when_the_move_is_not_legal() -> None:
    rng = random.Random(5)
    rules = game(LAND, **FULL)
    for luck in range(15):
        state = start(rules)
        for play in played(LAND, rules, str(luck), luck).plays[: luck % 12]:
            for move in play.moves:
                state = apply(state, move)
        roll = Roll(rng.choice(["a", "b", "c", "d", None]), rng.randint(1, 6), "die")
        options = set(legal(LAND, state, roll))
        for cell in [None, "nowhere", *LAND.cell]:
            for number in (None, roll.number, 9):
                for spend in SPENDS:
                    move = Move(roll, cell, number, spend)
                    assert (why(LAND, state, move, (roll,)) is None) == (move in options), move


R4, W4 = Roll("a", 4, "red"), Roll(None, 4, "purple")
STUCK: dict[str, int | None] = {"a1": 1, "a4": 1}
ILLEGAL: list[tuple[str, dict[str, Any], dict[str, int | None], Move]] = [
    ("cell-unknown", {}, {}, Move(R4, "z9", 4)),
    ("cell-filled", {}, {"a1": 3}, Move(R4, "a1", 4)),
    ("cell-filled", {}, {"a1": None}, Move(R4, "a1", 4)),
    ("number", {}, {}, Move(R4, "a1", 5)),
    ("region", {}, {}, Move(R4, "b1", 4)),
    ("region", {}, STUCK, Move(R4, "b1", None)),
    ("neighbour", {}, {"a1": 1}, Move(R4, "a2", 4)),
    ("neighbour", {}, {"b1": 1}, Move(R4, "a2", 4)),
    ("neighbour", {}, {"b1": 6}, Move(W4, "a2", 4)),
    ("must-write", {}, {}, Move(R4, None)),
    ("must-cross", {}, STUCK, Move(R4, None)),
    ("x-too-early", {}, {}, Move(R4, "a1", None)),
    ("x-too-early", {"x": "optional"}, {}, Move(R4, "a1", None)),
    ("x-not-allowed", {"wild_stuck": "nothing"}, {**STUCK, "b1": 1, "b2": 1}, Move(replace(W4, number=6), "a2", None)),
    ("ability-unknown", {}, {}, Move(R4, "a1", 4, ("guard",))),
    ("ability-unknown", {}, {}, Move(R4, "a1", 4, ("fly",))),  # type: ignore[arg-type]
    ("color-change", {}, {}, Move(W4, "a1", 4, ("color_change",))),
    ("color-change", {}, {}, Move(R4, "a1", 4, ("color_change",))),
    ("ability-order", FULL, {}, Move(R4, "b1", 4, ("guard", "color_change"))),
    ("ability-combined", {"combine": False, **FULL}, {}, Move(R4, "b1", 4, ("color_change", "guard"))),
    ("x-spend", FULL, STUCK, Move(R4, "a2", None, ("guard",))),
    ("nothing", {}, {}, Move(R4, None, None, ("color_change",))),
    ("die-not-called", {}, {}, Move(Roll("a", 3, "red"), "a1", 3)),
    ("dupe", FULL, {}, Move(R4, "a1", 4, ("dupe",))),
]


@pytest.mark.parametrize(("rule", "table", "before", "move"), ILLEGAL)
def test_every_kind_of_illegal_move_is_refused_with_its_reason(
    rule: str, table: dict[str, Any], before: dict[str, int | None], move: Move
) -> None:
    state = State(game(**table), before)
    rolls = (R4, W4, replace(W4, number=6))
    reason = why(FOUR, state, move, rolls)
    assert reason is not None
    assert reason[0] == rule
    assert "\n" not in reason[1]


def test_a_spent_ability_and_a_second_dupe_are_refused() -> None:
    state = State(game(**FULL), {}, frozenset(), {"color_change": 3})
    assert (why(FOUR, state, Move(R4, "b1", 4, ("color_change",)), (R4,)) or "")[0] == "ability-spent"
    state = apply(start(game(**FULL)), Move(R4, "a1", 4))
    state = apply(state, Move(R4, "a2", 4, ("dupe",)))
    assert (why(FOUR, state, Move(R4, "a3", 4, ("dupe",)), ()) or "")[0] == "dupe"


def test_a_dupe_into_another_color_is_refused() -> None:
    state = apply(start(game(**FULL)), Move(R4, "b1", 4, ("color_change",)))
    assert (why(FOUR, state, Move(R4, "a1", 4, ("dupe",)), ()) or "")[0] == "region"
    assert why(FOUR, state, Move(R4, "b2", 4, ("dupe",)), ()) is None


def spoilt(record: Record, turn: int, **change: Any) -> Record:
    plays = list(record.plays)
    plays[turn] = replace(plays[turn], **change)
    return replace(record, plays=tuple(plays))


def test_a_record_is_judged_move_by_move_with_round_and_turn() -> None:
    rules = game(LAND)
    record = played(LAND, rules, "fuji", 1)
    call = record.plays[3].call
    unused = replay(LAND, rules, spoilt(record, 3, moves=record.plays[3].moves[:1]))
    assert ("die-unused", call.round, call.turn) in [(f.rule, f.round, f.turn) for f in unused.faults]
    twice = replay(LAND, rules, spoilt(record, 3, moves=(*record.plays[3].moves, record.plays[3].moves[0])))
    assert "die-not-called" in [f.rule for f in twice.faults]
    other = replay(LAND, rules, spoilt(record, 3, call=replace(call, rolls=call.rolls[::-1])))
    assert "call-seed" in [f.rule for f in other.faults]
    short = replay(LAND, rules, replace(record, plays=record.plays[:5]))
    assert [f.rule for f in short.faults] == ["turns"]
    assert [f.rule for f in replay(LAND, game(LAND, difference=2), record).faults][:1] == ["other-game"]


def test_calls_without_a_seed_must_be_possible_with_the_dice() -> None:
    rules = game(LAND)
    record = replace(played(LAND, rules, "fuji", 1), seed=None)
    assert replay(LAND, rules, record).faults == ()
    call = record.plays[0].call
    doubled = spoilt(record, 0, call=replace(call, rolls=(call.rolls[0], call.rolls[0])))
    assert "call-dice" in [f.rule for f in replay(LAND, rules, doubled).faults]
    nine = spoilt(record, 0, call=replace(call, rolls=(replace(call.rolls[0], number=9), call.rolls[1])))
    assert "call-dice" in [f.rule for f in replay(LAND, rules, nine).faults]


def test_a_broken_record_is_one_line() -> None:
    text = to_json(played(LAND, game(LAND), "fuji", 1))
    rng = random.Random(1)
    raw = text.encode()
    for _ in range(400):
        broken = bytearray(raw)
        for _ in range(rng.randint(1, 4)):
            broken[rng.randrange(len(raw))] = rng.randrange(256)
        broken = broken[: rng.randrange(len(raw))] if rng.random() < 0.3 else broken
        try:
            record = from_json(broken.decode("utf-8", "replace"), "game.json")
        except MapkitError as error:
            assert "game.json" in str(error) and "\n" not in str(error)
        else:
            replay(LAND, game(LAND), record)
    for odd in ("", "[]", "null", "{}", "[" * 100_000, '{"format":"mapkit record 1"}', json.dumps({"format": 1})):
        with pytest.raises(MapkitError, match=r"game\.json"):
            from_json(odd, "game.json")


def written_down(record: Record, rules: Game) -> Written:
    state = replay(LAND, rules, record).state
    return Written({c: n for c, n in state.numbers.items() if n is not None}, state.guarded, {}, None)


@pytest.mark.parametrize("table", TABLES)
def test_the_sheet_of_a_legal_game_has_a_legal_order(table: dict[str, Any]) -> None:
    rules = game(LAND, **table)
    for luck in (4,):
        record = played(LAND, rules, f"s {luck}", luck)
        found = explain(LAND, rules, written_down(record, rules), tuple(p.call for p in record.plays))
        assert found.faults == ()
        retold = Record(LAND.id, record.digest, found.plays, found.score, record.seed)
        assert replay(LAND, rules, retold).faults == ()


def test_a_sheet_is_refused_for_neighbours_numbers_never_called_circles_and_a_wrong_sum() -> None:
    rules = game(LAND)
    record = played(LAND, rules, "s 1", 1)
    right, called = written_down(record, rules), tuple(p.call for p in record.plays)
    crossed = next(c for c in LAND.cell if c not in right.numbers)
    near = next(right.numbers[c] for c in LAND.neighbours[crossed] if c in right.numbers)
    far = replace(right, numbers={**right.numbers, crossed: near + 3})
    faults = explain(LAND, rules, far, called).faults
    assert faults[0].rule == "neighbour" and crossed in faults[0].message
    assert "not-called" in [
        f.rule for f in explain(LAND, rules, replace(right, numbers=dict.fromkeys(LAND.cell, 3)), called).faults
    ]
    circled = replace(right, guarded=frozenset(list(right.numbers)[:1]))
    assert explain(LAND, rules, circled, called).faults[0].rule == "ability-spent"
    assert explain(LAND, rules, replace(right, score=99), called).faults[0].rule == "score"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"rolls":[[', '"rolls":[3,['),
        ('"rolls":[[', '"rolls":[[],['),
        ('"rolls":[[', '"rolls":["abcd",['),
        ('"rolls":[[', '"rolls":{"a":['),
        ('"moves":[{', '"moves":[7,{'),
        ('"die":0', '"die":[1]'),
        ('"die":0', '"die":null'),
        ('"plays":[', '"plays":"x","p":['),
        ('"map":', '"mop":'),
    ],
)
def test_a_damaged_record_is_told_in_words_of_its_own(was: str, now: str) -> None:
    text = to_json(Record("four", "0" * 16, (Play(Call(1, 1, (R4,)), (Move(R4, "a1", 4),)),)))
    broken = text.replace(was, now, 1)
    assert broken != text
    with pytest.raises(MapkitError) as error:
        from_json(broken, "game.json")
    assert str(error.value).startswith("game.json: ")
    for leak in ("Expecting", "line 1", "unpack", "indices", "object is not", "dict", "str "):
        assert leak not in str(error.value)


def test_an_x_written_while_a_number_fitted_is_found() -> None:
    rules = game(draw=1, turns_per_round=1, rounds=1, abilities={"color_change": 0}, wild={"dice": 0})
    (call,) = calls(rules, "x")
    found = explain(FOUR, rules, Written({}, frozenset(), {}, None, frozenset(FOUR.cell)), (call,))
    assert [f.rule for f in found.faults] == ["x-too-early"]
    assert found.faults[0].cell in FOUR.members(call.rolls[0].region or "")


@pytest.mark.parametrize("share", [1, 2, 5, 9])
def test_a_sheet_of_a_few_of_its_cells_is_called_unfinished(share: int) -> None:
    rules = game(LAND)
    record = played(LAND, rules, "short", 5)
    sheet, called = written_down(record, rules), tuple(p.call for p in record.plays)
    few = {c: sheet.numbers[c] for c in sorted(sheet.numbers)[:share]}
    found = explain(LAND, rules, replace(sheet, numbers=few, guarded=sheet.guarded & set(few)), called)
    assert [f.rule for f in found.faults] == ["unfinished"]
    message = found.faults[0].message
    assert message.startswith("the sheet is unfinished") and f"{share} of {len(LAND.cells)} cells written" in message


def test_a_sheet_is_read_by_id_or_name_with_circles_ticks_and_comments() -> None:
    text = "a1 4\n A2: X  # crossed\na3 = (2)\ncolor change 2\nX 14\n\nb1 ×\n"
    read = read_sheet(text, FOUR, "sheet.txt")
    assert read == Written({"a1": 4, "a3": 2}, frozenset({"a3"}), {"color_change": 2}, 14, frozenset({"a2", "b1"}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a1 4\na1 5", "line 2: cell 'a1' stands twice"),
        ("q7 4", "no cell is called 'q7'"),
        ("a1 four", "'four' is no number"),
    ],
)
def test_a_mistake_in_a_sheet_names_its_line(text: str, says: str) -> None:
    with pytest.raises(MapkitError) as error:
        read_sheet(text, FOUR, "sheet.txt")
    assert says in str(error.value)
