"""The caller: a bag of dice, a documented generator, calls that anybody can check."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice, pairwise

import pytest

from mapkit.games.caller import begin, calls, following, stream
from mapkit.games.rules import Call, Game, read_game
from mapkit.map import Region

SIX = [Region(c, {}, c, c[0].upper()) for c in ("red", "blue", "green", "yellow", "black", "white")]
GAME = read_game({}, SIX, "map.toml")
WILD = [c.color for c in GAME.dice]


def test_the_words_are_sha256_in_counter_mode() -> None:
    key = hashlib.sha256(b"mapkit caller 1\nfuji").digest()
    first = int.from_bytes(hashlib.sha256(key + bytes(4)).digest()[:4], "big")
    ninth = int.from_bytes(hashlib.sha256(key + bytes([0, 0, 0, 1])).digest()[:4], "big")
    source, words = stream("fuji"), []
    for _ in range(9):
        word, source = source.below(1 << 32)
        words.append(word)
    assert (words[0], words[8]) == (first, ninth)


def test_a_seed_is_the_same_however_its_letters_are_composed() -> None:
    assert stream("Zürich") == stream("Zu\u0308rich")
    assert stream("Zürich") != stream("Zurich")


def test_a_game_is_eight_rounds_of_three_turns_of_two_dice() -> None:
    found = list(calls(GAME, "fuji"))
    assert [(c.round, c.turn) for c in found] == [(r, t) for r in range(1, 9) for t in range(1, 4)]
    assert all(len(c.rolls) == 2 for c in found)


def test_no_die_comes_twice_in_a_round_and_one_sits_out() -> None:
    for seed in range(50):
        found = list(calls(GAME, str(seed)))
        for round in range(1, 9):
            colors = [r.color for c in found if c.round == round for r in c.rolls]
            assert len(set(colors)) == 6
            assert set(colors) < set(WILD)


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    assert list(calls(GAME, "a")) == list(calls(GAME, "a"))
    assert list(calls(GAME, "a")) != list(calls(GAME, "b"))


@pytest.mark.parametrize("turns", range(25))
def test_a_caller_resumes_after_any_turn(turns: int) -> None:
    whole, caller, rest = list(calls(GAME, "fuji")), begin(GAME, "fuji", turns), []
    while not caller.over:
        call, caller = following(caller)
        rest.append(call)
    assert whole[turns:] == rest


def test_a_game_that_is_over_calls_nothing_more() -> None:
    with pytest.raises(ValueError, match="over after 24 turns"):
        following(begin(GAME, "x", 24))


def test_plain_dice_roll_on_without_end() -> None:
    table = {"family": "plain", "dice": [{"color": "white", "faces": [1, 2, "2*", 3, 3, 4], "count": 2}]}
    two = read_game(table, (), "map.toml")
    found = list(islice(calls(two, "leaves"), 500))
    assert all([r.color for r in c.rolls] == ["white", "white"] for c in found)
    assert found[-1].round == 500
    assert {(r.number, r.mark) for c in found for r in c.rolls} == {(1, ""), (2, ""), (2, "*"), (3, ""), (4, "")}


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))


def many(game: Game, games: int) -> list[Call]:
    return [c for i in range(games) for c in calls(game, f"chi {i}")]


def test_a_hundred_thousand_draws_and_rolls_are_even() -> None:
    found = many(GAME, 2100)  # 100,800 dice
    rolls = [r for c in found for r in c.rolls]
    assert len(rolls) >= 100_000
    faces = Counter(r.number for r in rolls)
    assert chi_square([faces[i] for i in range(1, 7)], [len(rolls) / 6] * 6) < 20.5  # df 5, p = 0.001
    first = Counter(c.rolls[0].color for c in found if c.turn == 1)
    assert chi_square([first[c] for c in WILD], [sum(first.values()) / 7] * 7) < 22.5  # df 6
    pairs = Counter((r.color, r.number) for r in rolls)
    assert chi_square([pairs[c, n] for c in WILD for n in range(1, 7)], [len(rolls) / 42] * 42) < 74.7  # df 41
    after = Counter((a.number, b.number) for a, b in pairwise(rolls))
    assert chi_square(list(after.values()), [(len(rolls) - 1) / 36] * 36) < 66.6  # df 35
