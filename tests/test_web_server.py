"""The caller's server: everybody gets every call in order; only the presenter can call."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from pathlib import Path

from web_running import Running, read_events, served

from mapkit import folder
from mapkit.games.caller import calls
from mapkit.games.record import call_json
from mapkit.games.rules import read_game


def expected(place: Path, seed: str = "fuji") -> list[object]:
    declared = folder.read(place)
    return [call_json(c) for c in calls(read_game(declared.game, declared.regions, "m"), seed)]


def called(events: list[tuple[int, dict[str, object]]]) -> list[object]:
    return [{k: e[k] for k in ("round", "turn", "rolls")} for _, e in events if e["kind"] == "call"]


def test_a_whole_game_reaches_a_follower_in_order(server: Running, place: Path) -> None:
    for seen in range(1, 25):
        assert server.act("next", seen) == 200
    events = server.events(-1, 25)
    assert [i for i, _ in events] == list(range(25))
    assert called(events) == expected(place)
    assert server.act("next", 25) == 200  # over: nothing more
    assert server.events(23, 1)[0][0] == 24


def test_a_follower_who_slept_catches_up_from_the_last_event_it_saw(server: Running) -> None:
    for seen in range(1, 9):
        server.act("next", seen)
    assert [i for i, _ in server.events(4, 4, header=True)] == [5, 6, 7, 8]
    assert [i for i, _ in server.events(4, 4)] == [5, 6, 7, 8]


def test_only_the_presenters_secret_can_act(server: Running) -> None:
    for secret in ("", "wrong", "\xe9", server.secret[:-1]):
        assert server.act("next", 1, secret=secret) == 403
    assert server.ask("POST", "/act", b'{"do":"next","seen":1}')[0] == 403
    assert len(server.events(-1, 1)) == 1
    _, page = server.ask("GET", "/present")
    assert server.secret.encode() not in page  # it is only in the address the terminal shows


def test_two_presses_at_once_call_once(server: Running) -> None:
    found: list[int] = []
    jobs = [threading.Thread(target=lambda: found.append(server.act("next", 1))) for _ in range(8)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert sorted(found) == [200] + [409] * 7


def test_undo_is_told_and_the_same_call_comes_back(server: Running) -> None:
    for seen, action in enumerate(["next", "next", "back", "next", "next"], 1):
        assert server.act(action, seen) == 200
    events = server.events(-1, 6)
    assert [e["kind"] for _, e in events] == ["game", "call", "call", "back", "again", "call"]


def test_a_killed_server_goes_on_with_the_same_bag(place: Path, tmp_path: Path) -> None:
    log, seen = tmp_path / "game.log", 1
    running = served(place, tmp_path, "--seed", "fuji", "--log", str(log))
    rng = random.Random(2)
    for _ in range(4):
        for _ in range(rng.randint(2, 6)):
            assert running.act("next", seen) == 200
            seen += 1
        running.kill()
        running = served(place, tmp_path, "--resume", str(log))
        assert len(running.events(-1, seen)) == seen
    while seen < 25:
        assert running.act("next", seen) == 200
        seen += 1
    assert called(running.events(-1, 25)) == expected(place)
    running.stop()


def test_odd_requests_are_answered_plainly(server: Running) -> None:
    auth = {"Authorization": f"Bearer {server.secret}"}
    rng = random.Random(4)
    odd = [
        b"", b"null", b"[]", b"{}", b"\xff\xfe", b'{"do":"next"}', b'{"do":"next","seen":true}',
        b'{"do":"fly","seen":1}',
        b'{"do":"word","seen":1,"text":"x"}', b'{"do":"next","seen":1,"text":3}', b'{"do":1,"seen":1}', b"[" * 3000,
        b'{"do":"next","seen":1e999}', json.dumps({"do": "next", "seen": 10**40}).encode(),
    ]  # fmt: skip
    odd += [bytes(rng.randrange(256) for _ in range(rng.randint(1, 200))) for _ in range(60)]
    for body in odd:
        assert server.ask("POST", "/act", body, **auth)[0] in (400, 409), body
    assert server.ask("POST", "/act", b"x" * 100_000, **auth)[0] == 413
    for method, path, status in [
        ("GET", "/act", 405), ("GET", "/nowhere", 404), ("POST", "/", 405), ("GET", "/static/../server.py", 404),
        ("GET", "/%2e%2e/etc/passwd", 404), ("PUT", "/events", 405), ("GET", "/present/x", 404),
    ]:  # fmt: skip
        assert server.ask(method, path)[0] == status, path
    for after in ("x", "-5", "1e9", "%00", "%C2%B2", ""):
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        link.request("GET", f"/events?after={after}")
        assert next(read_events(link.getresponse()))[0] == 0
        link.close()
    assert server.act("next", 1) == 200


def test_a_page_may_not_be_framed_and_leaks_no_referrer(server: Running) -> None:
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    link.request("GET", "/")
    reply = link.getresponse()
    page = reply.read().decode()
    link.close()
    assert (reply.headers["x-frame-options"], reply.headers["referrer-policy"]) == ("DENY", "no-referrer")
    assert "<b>land" not in page
    assert "Tiny &lt;b&gt;land" in page


def test_many_followers_hear_a_call_together(server: Running) -> None:
    heard: list[float] = []

    def follow() -> None:
        events = server.events(0, 1)
        heard.append(time.monotonic() if events[0][0] == 1 else 0.0)

    jobs = [threading.Thread(target=follow) for _ in range(40)]
    for job in jobs:
        job.start()
    time.sleep(1.0)
    began = time.monotonic()
    assert server.act("next", 1) == 200
    for job in jobs:
        job.join()
    assert len(heard) == 40
    assert max(heard) - began < 3


def test_a_fair_game_waits_for_a_word_and_reveals_at_the_end(place: Path, tmp_path: Path) -> None:
    log = tmp_path / "fair.log"
    running = served(place, tmp_path, "--fair", "--log", str(log))
    assert running.act("next", 1) == 400
    assert running.act("word", 1, "\ud800") == 400
    assert running.act("word", 1, "Lake \ud800Biwa") == 200
    for seen in range(2, 26):
        assert running.act("next", seen) == 200
    assert running.act("reveal", 26) == 200
    head, _, *_, last = [e for _, e in running.events(-1, 27)]
    assert "seed" not in head
    assert last["kind"] == "reveal"
    running.stop()
