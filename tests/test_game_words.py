"""The words of a game: every option says its sentence in every language, and only then."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from test_game_rules import FOUR, drawn, game

from mapkit.games.announce import head, plain, shown, spoken
from mapkit.games.caller import begin, following
from mapkit.games.rules import Call, Roll, read_game, tracks
from mapkit.games.vocabulary import WORDS
from mapkit.games.words import LOCALES, RULES, rules_text, word
from mapkit.map import Cell, Link, Map

SWITCHES = list(
    itertools.product(
        ("forced", "optional"),
        ("region", "any"),
        ("any", "nothing"),
        (0, 1, 2),
        (True, False),
        ({}, {"guard": 3, "dupe": 1}),
    )
)


def text(locale: str, map: Map = FOUR, **table: Any) -> str:
    return "\n".join(p for head, body in rules_text(game(map, **table), map, locale) for p in (head, *body))


@pytest.mark.parametrize("locale", RULES)
def test_the_rules_are_whole_sentences_for_every_combination_of_switches(locale: str) -> None:
    for x, scope, stuck, difference, combine, abilities in SWITCHES:
        table: dict[str, Any] = {
            "x": x,
            "x_scope": scope,
            "wild_stuck": stuck,
            "difference": difference,
            "combine": combine,
        }
        for heading, paragraphs in rules_text(game(**table, abilities=abilities), FOUR, locale):
            assert heading
            for line in paragraphs:
                assert re.search(r"[.。)）]$", line), line
                assert not re.search(r"[{}]|None|\bTrue\b|  | ,|\.\.", line), line
                assert line == line.strip()


@pytest.mark.parametrize("locale", RULES)
def test_every_switch_changes_the_words(locale: str) -> None:
    usual = text(locale)
    changes: list[dict[str, Any]] = [
        {"x": "optional"}, {"x_scope": "any"}, {"wild_stuck": "nothing"}, {"difference": 2}, {"rounds": 7}, {"draw": 1},
        {"faces": 8}, {"abilities": {"color_change": 2}}, {"abilities": {"guard": 1}}, {"abilities": {"dupe": 1}},
        {"wild": {"dice": 0}, "draw": 1}, {"wild": {"color": "orange"}}, {"dice_per_region": 2},
    ]  # fmt: skip
    said = [usual, *(text(locale, **change) for change in changes)]
    assert len(set(said)) == len(said)
    both: dict[str, Any] = {"abilities": {"guard": 1}}
    assert text(locale, **both, combine=True) != text(locale, **both, combine=False)


@pytest.mark.parametrize("locale", RULES)
def test_blue_lines_and_lonely_cells_are_told_only_where_there_are_some(locale: str) -> None:
    bridged = Map("b", {}, FOUR.cells, FOUR.regions, (*FOUR.links, Link("a1", "b2", "bridge")))
    assert len(text(locale, bridged)) > len(text(locale))
    lonely = drawn("a1 .. b1\n.. .. b2")
    lonely = Map("l", {}, (Cell("a1", {"en": "Farland"}, "a"), *lonely.cells[1:]), lonely.regions, lonely.links)
    assert "Farland" in text(locale, lonely)


def test_no_abilities_no_chapter() -> None:
    assert "Abilities" not in text("en", abilities={"color_change": 0})
    assert "Abilities" in text("en")


def test_an_unknown_language_falls_back_to_english_and_a_regional_one_to_its_language() -> None:
    assert text("eo") == text("fr") == text("en")
    assert text("zh-Hans") == text("zh")
    assert word("Color change", "de-AT") == "Farbwechsel"
    assert word("color_change", "fr") == "Changement de couleur"
    assert word("teal", "ja") == "teal"


def test_every_word_exists_in_every_language_and_every_track_has_a_word() -> None:
    assert all(set(row) == set(LOCALES) and all(row.values()) for row in WORDS.values())
    assert all(t.id in WORDS for t in tracks(game(abilities={"guard": 3, "dupe": 3})))


def test_plain_dice_have_no_rules_text() -> None:
    two = read_game({"family": "plain", "dice": [{"color": "white", "count": 2}]}, (), "map.toml")
    assert rules_text(two, FOUR, "en") == ()


def test_a_call_is_one_line() -> None:
    call = Call(1, 2, (Roll("red", 4, "red"), Roll(None, 2, "purple", "*")))
    assert plain(call) == "R1 T2  red 4  purple 2*"
    assert plain(call, "ja") == "R1 T2  赤 4  紫 2*"
    rules = game()
    assert head(call, rules, "de") == "Runde 1"  # a round of one turn
    first, _ = following(begin(rules, "x"))
    assert spoken(first, rules, "en").endswith(".")
    assert "purple (wild), 2" in spoken(Call(1, 1, (Roll(None, 2, "purple"),)), rules, "en")


def test_control_characters_of_a_map_never_reach_a_terminal() -> None:
    assert shown("a\x1b[31mb\u202e") == "a?[31mb?"
    assert "\x1b" not in plain(Call(1, 1, (Roll("r", 1, "\x1b[2J"),)))
