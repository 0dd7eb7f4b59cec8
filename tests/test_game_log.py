"""The log of a called game: chained, synced before a call is shown, whole again after any kill; fair games."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from test_game_caller import GAME

from mapkit.errors import MapkitError
from mapkit.games.caller import calls
from mapkit.games.log import ZERO, Entry, Writer, line, parse, read
from mapkit.games.rules import read_game
from mapkit.games.session import Session, act, commit, opened, resumed, verdict


def run(session: Session, *actions: str, text: str = "") -> tuple[list[Entry], Session]:
    entries: list[Entry] = []
    for action in actions:
        more, session = act(session, action, text)
        entries += more
    return entries, session


def logged(entries: list[Entry]) -> bytes:
    tail, lines = ZERO, []
    for entry in entries:
        text, tail = line(tail, entry)
        lines.append(text.encode() + b"\n")
    return b"".join(lines)


def whole_game() -> tuple[list[Entry], Session]:
    head, session = opened("six", GAME, "fuji")
    entries, session = run(session, *["next"] * 24)
    return [head, *entries], session


def test_a_session_calls_the_game_of_its_seed_and_then_nothing() -> None:
    entries, session = whole_game()
    assert list(session.calls) == list(calls(GAME, "fuji"))
    assert session.over
    assert act(session, "next") == ((), session)
    assert len(entries) == 25


def test_undo_shows_the_same_call_again_and_rolls_nothing_anew() -> None:
    _, session = opened("six", GAME, "fuji")
    _, three = run(session, "next", "next", "next")
    _, two = run(three, "back")
    assert two.call == three.calls[1]
    entries, again = run(two, "next")
    assert [e["kind"] for e in entries] == ["again"]
    assert again.call == three.call
    _, bottom = run(three, *["back"] * 9)
    assert (bottom.shown, len(bottom.calls)) == (0, 3)
    _, on = run(bottom, *["next"] * 4)
    assert list(on.calls) == list(calls(GAME, "fuji"))[:4]


def test_a_log_reads_back_and_goes_on_with_the_same_bag(tmp_path: Path) -> None:
    entries, session = whole_game()
    for stop in range(1, 26):
        path = tmp_path / f"{stop}.log"
        writer = Writer(path)
        for entry in entries[:stop]:
            writer.append(entry)
        writer.close()
        half = resumed(read(path).entries, GAME, "log")
        _, end = run(half, *["next"] * 24)
        assert end.calls == session.calls


def test_a_log_cut_at_any_byte_keeps_every_whole_line(tmp_path: Path) -> None:
    data = logged(whole_game()[0])
    ends = [i + 1 for i, b in enumerate(data) if b == 10]
    for cut in range(len(data)):
        log = parse(data[:cut], "log")
        assert len(log.entries) == sum(e <= cut for e in ends)
        assert log.size + log.torn == cut
    path = tmp_path / "torn.log"
    path.write_bytes(data[:-7])
    writer = Writer(path)
    assert (len(writer.log.entries), writer.log.torn > 0) == (24, True)
    _, session = run(resumed(writer.log.entries, GAME, "log"), "next")
    writer.append({"kind": "call", "n": 24, **json.loads(data.splitlines()[-1][65:])})
    writer.close()
    assert path.read_bytes() == data
    assert session.over


def test_any_changed_byte_is_seen() -> None:
    data = logged(whole_game()[0])
    rng = random.Random(3)
    for at in rng.sample(range(len(data) - 1), 700):
        broken = bytearray(data)
        broken[at] ^= 1 << rng.randrange(8)
        with pytest.raises(MapkitError, match="log line"):
            parse(bytes(broken), "log")
    assert parse(data[:-1] + b"X", "log").torn  # only the last newline reads as a torn line


def test_a_forged_chain_with_other_dice_is_refused() -> None:
    entries, _ = whole_game()
    forged: list[Any] = [dict(e) for e in entries]
    forged[5]["rolls"] = [["red", 6, "red", ""], ["blue", 6, "blue", ""]]
    with pytest.raises(MapkitError, match=r"log line 6: call 5 is not the one of the seed"):
        resumed(parse(logged(forged), "log").entries, GAME, "log")
    odd: tuple[Any, ...] = (
        {"kind": "call"},
        {"kind": "back"},
        {"kind": "again"},
        {"kind": []},
        {},
        {"kind": "call", "n": "1"},
    )
    for bad in odd:
        with pytest.raises(MapkitError, match="log line 2"):
            resumed(parse(logged([entries[0], bad]), "log").entries, GAME, "log")
    for bad in ({}, {"kind": "game"}, {**entries[0], "dice": 1}, {**entries[0], "seed": 1}, {**entries[0], "map": 3}):
        with pytest.raises(MapkitError, match="log"):
            resumed([bad], GAME, "log")


def test_a_log_of_any_rubbish_is_one_line_or_a_session() -> None:
    rng, entries = random.Random(9), whole_game()[0]
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        10**30,
        1.5,
        "",
        "call",
        "back",
        "\ud800",
        [],
        {},
        [[]],
        {"kind": "call"},
        [["red", 1, "red", ""]],
    ]
    for _ in range(1500):
        broken: list[Any] = [json.loads(json.dumps(e)) for e in entries[: rng.randint(1, 12)]]
        for _ in range(rng.randint(1, 3)):
            victim = rng.choice(broken)
            key = rng.choice([*victim, "kind", "n", "rolls", "word", "secret", "commit", "seed"])
            victim[key] = rng.choice(odd)
        try:
            session = resumed(broken, GAME, "log")
        except MapkitError as error:
            assert "\n" not in str(error)
        else:
            act(session, "back")
    for _ in range(300):
        rubbish = bytes(rng.choice(b'0123456789abcdef {}[]":,\n\xff') for _ in range(rng.randint(0, 200)))
        try:
            parse(rubbish, "log")
        except MapkitError as error:
            assert "log line" in str(error)


def test_a_log_of_another_game_is_not_resumed() -> None:
    other = read_game({"family": "plain", "dice": [{"color": "w"}]}, (), "m")
    with pytest.raises(MapkitError, match="other dice"):
        resumed(whole_game()[0], other, "log")


def test_two_callers_cannot_write_one_log(tmp_path: Path) -> None:
    first = Writer(tmp_path / "one.log")
    with pytest.raises(MapkitError, match="in use"):
        Writer(tmp_path / "one.log")
    first.close()
    Writer(tmp_path / "one.log").close()


def test_a_folder_for_a_log_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(MapkitError, match="cannot be"):
        Writer(tmp_path)
    with pytest.raises(MapkitError, match="cannot be read"):
        read(tmp_path / "none.log")


class Full:
    """A log's file on a full disk: half of what is written gets there. stuck: it cannot be cut either."""

    def __init__(self, file: Any, stuck: bool = False) -> None:
        self.file, self.stuck, self.half = file, stuck, True

    def write(self, data: bytes) -> int:
        if not self.half:
            raise OSError(28, "No space left on device")
        self.half = False
        return int(self.file.write(data[: len(data) // 2]))

    def truncate(self, size: int) -> None:
        if self.stuck:
            raise OSError(5, "Input/output error")
        self.file.truncate(size)

    def fileno(self) -> int:
        return int(self.file.fileno())


def test_an_entry_that_a_full_disk_tears_is_cut_off_and_the_chain_goes_on(tmp_path: Path) -> None:
    entries, path = whole_game()[0], tmp_path / "full.log"
    writer = Writer(path)
    for entry in entries[:3]:
        writer.append(entry)
    whole, file = path.read_bytes(), writer._file
    for _ in range(2):
        writer._file = Full(file)  # type: ignore[assignment]
        with pytest.raises(MapkitError, match="No space left"):
            writer.append(entries[3])
        assert path.read_bytes() == whole
    writer._file = file
    for entry in entries[3:]:
        writer.append(entry)
    writer.close()
    assert path.read_bytes() == logged(entries)


def test_nothing_is_written_after_bytes_that_cannot_be_cut_off(tmp_path: Path) -> None:
    entries, path = whole_game()[0], tmp_path / "stuck.log"
    writer = Writer(path)
    writer.append(entries[0])
    file, writer._file = writer._file, Full(writer._file, stuck=True)  # type: ignore[assignment]
    with pytest.raises(MapkitError, match="No space left"):
        writer.append(entries[1])
    writer._file = file
    torn = path.read_bytes()
    with pytest.raises(MapkitError, match="--resume"):
        writer.append(entries[1])
    assert path.read_bytes() == torn
    writer.close()
    again = Writer(path)
    for entry in entries[1:]:
        again.append(entry)
    again.close()
    assert path.read_bytes() == logged(entries)


FAIR_SECRET = "5f" * 32


def fair_game(*actions: str) -> tuple[list[Entry], Session]:
    head, session = opened("six", GAME, FAIR_SECRET, fair=True)
    entries, session = run(session, "word", text="  Lake   Biwa ")
    more, session = run(session, *(actions or [*["next"] * 24, "reveal"]))
    return [head, *entries, *more], session


def test_a_fair_game_publishes_a_hash_then_takes_a_word_then_calls_then_reveals() -> None:
    head, session = opened("six", GAME, FAIR_SECRET, fair=True)
    assert head["commit"] == commit(FAIR_SECRET)
    assert FAIR_SECRET not in json.dumps(head)
    with pytest.raises(MapkitError, match="a word from the room"):
        act(session, "next")
    entries, session = fair_game()
    assert list(session.calls) == list(calls(GAME, f"{FAIR_SECRET} Lake Biwa"))
    assert FAIR_SECRET not in json.dumps(entries[:-1])
    with pytest.raises(MapkitError, match="word"):
        act(session, "word", "another")
    seen = verdict(resumed(entries, GAME, "log"))
    assert (seen["fair"], seen["complete"], seen["word"]) == (True, True, "Lake Biwa")


def test_a_word_of_odd_characters_can_be_logged(tmp_path: Path) -> None:
    _, session = opened("six", GAME, FAIR_SECRET, fair=True)
    entries, session = run(session, "word", text="a\ud800\x1b[2J\u202e\n b" + "c" * 100)
    assert session.word is not None and session.word.isprintable() and len(session.word) <= 80
    writer = Writer(tmp_path / "odd.log")
    writer.append(entries[0])
    writer.close()
    for empty in ("", " ", "\x00", "\ud800"):
        with pytest.raises(MapkitError):
            act(opened("six", GAME, FAIR_SECRET, fair=True)[1], "word", empty)


def test_a_fair_game_goes_on_after_a_kill_with_its_secret_only() -> None:
    entries, _ = fair_game(*["next"] * 7)
    _, session = run(resumed(entries, GAME, "log", FAIR_SECRET), "next", "reveal")
    assert len(session.calls) == 8
    with pytest.raises(MapkitError, match="a word from the room"):
        act(resumed(entries, GAME, "log"), "next")
    with pytest.raises(MapkitError, match="does not belong"):
        resumed(entries, GAME, "log", "00" * 32)


def test_a_host_who_changes_the_dice_or_the_secret_of_a_fair_game_is_found_out() -> None:
    entries, _ = fair_game()
    assert not verdict(resumed(entries[:-1], GAME, "log"))["fair"]
    swapped: list[Any] = [dict(e) for e in entries]
    swapped[4]["rolls"] = swapped[4]["rolls"][::-1]
    with pytest.raises(MapkitError, match="dice called are not those"):
        resumed(swapped, GAME, "log")
    lying: list[Any] = [*entries[:-1], {"kind": "reveal", "secret": "60" * 32}]
    with pytest.raises(MapkitError, match="not the one whose hash"):
        resumed(lying, GAME, "log")
    word: list[Any] = [dict(e) for e in entries]
    word[1]["word"] = "Lake Ogawara"
    with pytest.raises(MapkitError, match="dice called are not those"):
        resumed(word, GAME, "log")


def call_on(path: Path, pipe: int) -> None:
    """The child: calls to the end, telling each call after it is logged."""
    writer = Writer(path)
    if writer.log.entries:
        session = resumed(writer.log.entries, GAME, "log")
    else:
        head, session = opened("six", GAME, "fuji")
        writer.append(head)
    while not session.over:
        entries, session = act(session, "next")
        for entry in entries:
            writer.append(entry)
        os.write(pipe, bytes([len(session.calls)]))


def killed(path: Path, after: int, wait: float) -> bytes:
    """Runs call_on in a process of its own, kills it `wait` seconds after it told `after` calls; all it told."""
    here, there = os.pipe()
    child = os.fork()
    if not child:
        try:
            call_on(path, there)
        finally:
            os._exit(0)
    os.close(there)
    told = b""
    while len(told) < after and (more := os.read(here, 1)):
        told += more
    time.sleep(wait)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(here, 99):
        told += more
    os.close(here)
    return told


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_caller_killed_at_each_turn_and_at_random_moments_loses_no_call_that_was_shown(tmp_path: Path) -> None:
    rng, whole = random.Random(8), list(calls(GAME, "fuji"))
    moments = [(turn, 0.0) for turn in range(1, 25)] + [(rng.randint(0, 3), rng.random() * 0.004) for _ in range(100)]
    path, shown = tmp_path / "0.log", 0
    for i, (after, wait) in enumerate(moments):
        told = killed(path, after if i < 24 else shown and after, wait)
        assert list(told) == list(range(shown + 1, shown + 1 + len(told)))  # none lost, none repeated
        on_disk = read(path).entries if path.exists() else ()
        session = resumed(on_disk, GAME, "log") if on_disk else None
        shown = len(session.calls) if session else 0
        assert shown >= max(told, default=0)
        assert session is None or list(session.calls) == whole[:shown]
        if i < 24 or (session and session.over):
            path, shown = tmp_path / f"{i + 1}.log", 0
