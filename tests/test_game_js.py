"""The browser's caller and the Python one give the same calls: one file of vectors holds both."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from test_game_caller import GAME

from mapkit.games.caller import begin, calls, stream
from mapkit.games.record import call_json
from mapkit.games.rules import read_game
from mapkit.games.session import act, opened
from mapkit.map import Region
from mapkit.web.page import game_json, scripts

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
        "session": {"game": game_json(GAME, {}), "entries": entries, "shown": shown},
    }


def test_the_vectors_are_those_of_the_python_caller() -> None:
    text = json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n"
    if os.environ.get("UPDATE"):
        VECTORS.write_text(text, "utf-8")
    assert VECTORS.read_text("utf-8") == text


NODE = """
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import assert from "node:assert/strict";
import { below, begin, following, hex, sha256, stream, turnsOf } from "STATIC/caller.mjs";
import { act, opened, over, step } from "STATIC/session.mjs";
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
    assert int(done.stdout) > 600


def test_the_joined_script_has_no_import_or_export_left_and_no_name_twice() -> None:
    lines = scripts().splitlines()
    assert not [x for x in lines if x.startswith(("import", "export"))]
    names = [x.split("(")[0].split("=")[0].split()[1] for x in lines if x.startswith(("const ", "let ", "function "))]
    tops = [n for n in names if n.isidentifier()]
    assert len(tops) == len(set(tops))


def test_a_caller_far_into_its_stream_goes_on(tmp_path: Path) -> None:
    assert begin(GAME, "fuji", 24).stream.position >= 96
