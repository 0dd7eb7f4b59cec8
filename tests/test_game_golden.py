"""Golden games: for every map and rule switch a whole record, and how many moves were legal before each of them.

Made anew with UPDATE=1, only when a rule is meant to change.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from shipped import SHIPPED
from test_game_referee import FULL, LAND
from test_game_rules import game

from mapkit import folder
from mapkit.games.caller import calls
from mapkit.games.record import Play, Record, Written, digest, from_json, to_json
from mapkit.games.referee import replay
from mapkit.games.resheet import explain
from mapkit.games.rolling import again, apply, legal, score, start
from mapkit.games.rules import Game, Move
from mapkit.line import open_map
from mapkit.map import Map

RECORDS = Path(__file__).parent / "data" / "records"
SWITCHES: dict[str, dict[str, Any]] = {
    "bare": {},
    "abilities": FULL,
    "x-optional": {"x": "optional"},
    "x-any": {"x_scope": "any"},
    "wild-nothing": {"wild_stuck": "nothing"},
    "one-ability": {"combine": False, **FULL},
    "difference-2": {"difference": 2, "faces": 8},
    "no-wild": {"wild": {"dice": 0}},
    "two-a-region": {"dice_per_region": 2, "rounds": 5, "turns_per_round": 4},
}
MAPS = [n for n in SHIPPED if (folder.shipped() / n / "map.toml").is_file()]


def shipped(name: str) -> tuple[Map, Game]:
    """A shipped map with the links of its stored survey."""
    if not (folder.find(name) / "made" / "survey.json").is_file():
        pytest.skip(f"{name} has no stored survey")
    opened = open_map(name)
    return opened.map, opened.game


def careful(map: Map, game: Game, seed: str) -> tuple[Record, list[int]]:
    """A player who keeps abilities for need and writes where the fewest neighbours are empty; ties by the seed."""
    rng, state, plays, options = random.Random(seed), start(game), [], []
    for call in calls(game, seed):
        moves: list[Move] = []
        for roll in call.rolls:
            found = legal(map, state, roll)
            options.append(len(found))
            free = {c: sum(n not in state.numbers for n in map.neighbours[c]) for c in map.cell}
            ranks = [(m.number is None, len(m.spend), free.get(m.cell or "", 0), rng.random(), m) for m in found]
            move = min(ranks, key=lambda r: r[:4])[4]
            moves.append(move)
            state = apply(state, move)
            more = again(map, state)
            options.append(len(more))
            if more and rng.random() < 0.5:
                moves.append(more[int(rng.random() * len(more))])
                state = apply(state, moves[-1])
        plays.append(Play(call, tuple(moves)))
    return Record(map.id, digest(game, map), tuple(plays), score(map, state), seed), options


def golden(name: str, map: Map, game: Game) -> Record:
    record, options = careful(map, game, f"golden {name}")
    text = to_json(record)
    text = text.replace('"plays":[', f'"options":{json.dumps(options, separators=(",", ":"))},"plays":[', 1)
    path = RECORDS / f"{name}.json"
    if os.environ.get("UPDATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, f"{name}: the same player makes other moves now, or has other choices"
    return record


@pytest.mark.parametrize("name", SWITCHES)
def test_a_rule_switch_gives_its_golden_game(name: str) -> None:
    rules = game(LAND, **SWITCHES[name])
    record = golden(f"switch-{name}", LAND, rules)
    assert replay(LAND, rules, from_json(to_json(record), name)).faults == ()


@pytest.mark.parametrize("name", MAPS)
def test_a_shipped_map_gives_its_golden_game(name: str) -> None:
    map, rules = shipped(name)
    record = golden(f"map-{name}", map, rules)
    verdict = replay(map, rules, record)
    assert verdict.faults == ()
    assert 0 < verdict.score < len(map.cells)
    if name != "japan":
        return
    sheet = Written({c: n for c, n in verdict.state.numbers.items() if n is not None}, verdict.state.guarded, {}, None)
    found = explain(map, rules, sheet, tuple(p.call for p in record.plays))
    assert found.faults == ()
