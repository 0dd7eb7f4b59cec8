"""The browser's caller and the Python one give the same calls: one file of vectors holds both."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from test_game_caller import GAME
from test_game_golden import SWITCHES, careful
from test_game_referee import LAND
from test_game_rules import game

from mapkit.games.caller import begin, calls, stream
from mapkit.games.record import call_json
from mapkit.games.rolling import again, apply, legal, start
from mapkit.games.rules import read_game
from mapkit.games.session import act, opened
from mapkit.map import Region
from mapkit.web.page import game_json, play_json, scripts

HERE = Path(__file__).parent
VECTORS = HERE / "data" / "vectors.json"
STATIC = HERE.parent / "mapkit" / "web" / "static"
SEEDS = ["", "fuji", "Zürich", "Zu\u0308rich", "富士山", "👩‍🚀 42", "a" * 200, "x\ny", " x "]


def vectors() -> dict[str, Any]:
    words = []
    for seed in SEEDS:
        source, found = stream(seed), []
        for n in (2**32, 7, 6, 5, 3_000_000_000, 2**31 + 1, 1, *range(2, 40)):
            k, source = source.below(n)
            found.append([n, k])
        words.append({"seed": seed, "below": found, "position": source.position})
    clouds = [{"color": "white", "faces": [1, 2, "2*", 3, 3, 4], "count": 2}]
    six = [Region(c, {}, c, c[0].upper()) for c in ("orange", "blue", "green", "yellow", "red", "purple")]
    games = {
        "japan": GAME,
        "america": read_game({}, six, "m"),
        "plain": read_game({"family": "plain", "dice": clouds}, (), "m"),
        "seven": read_game({"rounds": 7, "faces": 8, "draw": 3, "turns_per_round": 2, "wild": {"dice": 2}}, six, "m"),
    }
    played = [
        {
            "name": name,
            "game": game_json(game, {}),
            "seed": seed,
            "calls": [call_json(c) for c in islice(calls(game, seed), 40)],
        }
        for name, game in games.items()
        for seed in ("fuji", "富士山")
    ]
    head, session = opened("six", GAME, "fuji")
    entries, shown = [head], [0]
    for action in ["next", "next", "back", "next", "next", "back", "back", "back", "back", "next", "next"]:
        more, session = act(session, action)
        entries += more
        shown += [session.shown] * len(more)
    return {
        "words": words,
        "games": played,
        "moves": moves_of(),
        "session": {"game": game_json(GAME, {}), "entries": entries, "shown": shown},
    }


def moves_of() -> list[dict[str, Any]]:
    """Games of the careful player on a small map: before each move a hash of all legal ones, and which was made."""
    land = {
        "cells": [[c.id, c.region] for c in LAND.cells],
        "links": [list(x.pair) for x in LAND.links],
        "regions": [r.id for r in LAND.regions],
    }
    found = []
    for name, table in SWITCHES.items():
        rules = game(LAND, **table)
        record, _ = careful(LAND, rules, f"vectors {name}")
        state, steps = start(rules), []
        for play in record.plays:
            for move in play.moves:
                dupe = "dupe" in move.spend
                options = again(LAND, state) if dupe else legal(LAND, state, move.roll)
                text = json.dumps([[m.cell, m.number, m.spend] for m in options], separators=(",", ":"))
                told = hashlib.sha256(text.encode()).hexdigest()[:16]
                steps.append(
                    [
                        [move.roll.region, move.roll.number, move.roll.color, move.roll.mark],
                        dupe,
                        told,
                        options.index(move),
                    ]
                )
                state = apply(state, move)
        sheet = "".join(f'<path id="cell-{c}"/>' for c in LAND.cell)
        made = play_json(rules, LAND, f"<svg>{sheet}</svg>")["rules"]
        found.append({"name": name, "map": land, "rules": made, "steps": steps, "score": record.score})
    return found


def test_the_vectors_are_those_of_the_python_caller() -> None:
    parts = [f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in vectors().items()]
    text = "{" + ",\n".join(parts) + "}\n"
    if os.environ.get("UPDATE"):
        VECTORS.write_text(text, "utf-8")
    assert VECTORS.read_text("utf-8") == text


NODE = """
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import assert from "node:assert/strict";
import { below, begin, following, hex, sha256, stream, turnsOf } from "STATIC/caller.mjs";
import { act, opened, over, step } from "STATIC/session.mjs";
import { again, apply, board, legal, score, start } from "STATIC/referee.mjs";
const v = JSON.parse(readFileSync("VECTORS", "utf8"));
for (let n = 0; n < 300; n++) {
  const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 7 + n) & 255);
  assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
}
let checked = 0;
for (const { seed, below: list, position } of v.words) {
  let source = stream(seed), k;
  for (const [n, expected] of list) { [k, source] = below(source, n); assert.equal(k, expected); checked++; }
  assert.equal(source.position, position);
}
for (const { game, seed, calls } of v.games) {
  let caller = begin(game, seed), call;
  for (const expected of calls) { [call, caller] = following(caller); assert.deepEqual(call, expected); checked++; }
  if (turnsOf(game)) assert.throws(() => following(caller));
}
for (const { name, map, rules, steps, score: last } of v.moves) {
  const on = board(map, rules);
  let state = start();
  for (const [roll, dupe, told, index] of steps) {
    const options = dupe ? again(on, state) : legal(on, state, roll);
    const text = JSON.stringify(options.map((m) => [m.cell, m.number, m.spend]));
    assert.equal(hex(sha256(new TextEncoder().encode(text))).slice(0, 16), told, name);
    state = apply(state, options[index]);
    checked++;
  }
  assert.equal(score(on, state), last);
}
const { game, entries, shown } = v.session;
let session = opened(game, entries[0]);
for (let i = 1; i < entries.length; i++) {
  const e = entries[i];
  if (e.kind !== "call") { session = step(session, e); }
  else { assert.deepEqual(act(session, "next"), e); session = step(session, e); }
  assert.equal(session.shown, shown[i]);
}
while (!over(session)) session = step(session, act(session, "next"));
assert.equal(act(session, "next"), null);
console.log(checked);
"""


@pytest.mark.skipif(not shutil.which("node") and not os.environ.get("CI"), reason="no node on this machine")
def test_the_browsers_caller_gives_the_same_calls(tmp_path: Path) -> None:
    program = tmp_path / "check.mjs"
    program.write_text(NODE.replace("STATIC", STATIC.as_uri()).replace("VECTORS", str(VECTORS)), "utf-8")
    done = subprocess.run(["node", str(program)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 900


def test_the_joined_script_has_no_import_or_export_left_and_no_name_twice() -> None:
    lines = scripts().splitlines()
    assert not [x for x in lines if x.startswith(("import", "export"))]
    names = [x.split("(")[0].split("=")[0].split()[1] for x in lines if x.startswith(("const ", "let ", "function "))]
    tops = [n for n in names if n.isidentifier()]
    assert len(tops) == len(set(tops))


def test_a_caller_far_into_its_stream_goes_on(tmp_path: Path) -> None:
    assert begin(GAME, "fuji", 24).stream.position >= 96
