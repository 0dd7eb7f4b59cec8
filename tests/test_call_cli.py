"""mapkit call and mapkit referee as commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from web_running import tiny

from mapkit.cli.calling import free_log
from mapkit.cli.speech import command

ROOT = Path(__file__).parent.parent


def mapkit(folder: Path, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "mapkit", *words], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def here(tmp_path: Path) -> Path:
    tiny(tmp_path / "tiny")
    return tmp_path


def test_auto_zero_prints_a_call_a_line_and_writes_nothing(here: Path) -> None:
    code, out, err = mapkit(here, "call", "tiny", "--auto", "0", "--seed", "fuji")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 24
    assert lines[0].startswith("R1 T1  ") and lines[-1].startswith("R12 T2  ")
    assert mapkit(here, "call", "tiny", "--seed", "fuji")[1] == out  # no terminal: straight through
    assert mapkit(here, "call", "tiny", "--auto", "0", "--seed", "other")[1] != out
    assert sorted(p.name for p in here.iterdir()) == ["tiny"]


def test_a_cut_log_is_resumed_with_the_same_bag_and_the_torn_line_is_said(here: Path) -> None:
    whole = mapkit(here, "call", "tiny", "--auto", "0", "--seed", "fuji", "--log", "game.log")[1]
    data = (here / "game.log").read_bytes().splitlines(keepends=True)
    (here / "game.log").write_bytes(b"".join(data[:9]) + data[9][:30])
    code, rest, err = mapkit(here, "call", "tiny", "--auto", "0", "--resume", "game.log")
    assert code == 0
    assert "resumed after 8 calls; a torn last line was dropped" in err
    again, *rest_of_it = rest.splitlines()
    assert rest_of_it == whole.splitlines()[8:]
    assert again == f"{whole.splitlines()[7]}  (again)"  # it was logged, but may never have been seen
    assert (here / "game.log").read_bytes() == b"".join(data)


@pytest.mark.parametrize("data", [b"", b"3da2d328d2", b"\x00\xff any other file"])
def test_a_log_without_a_whole_line_is_not_resumed_and_stays_as_it_is(here: Path, data: bytes) -> None:
    (here / "game.log").write_bytes(data)
    code, out, err = mapkit(here, "call", "tiny", "--auto", "0", "--resume", "game.log")
    assert (code, out) == (1, "")
    assert err.count("\n") == 1 and "game.log" in err and "nothing to resume" in err
    assert (here / "game.log").read_bytes() == data


@pytest.mark.parametrize("fair", [(), ("--fair", "--word", "x")])
def test_a_finished_game_resumed_tells_its_last_call_and_its_secret_again(here: Path, fair: tuple[str, ...]) -> None:
    whole = mapkit(here, "call", "tiny", "--auto", "0", "--log", "game.log", *fair)
    before = (here / "game.log").read_bytes()
    code, out, err = mapkit(here, "call", "tiny", "--auto", "0", "--resume", "game.log", "--lang", "en")
    assert (code, out) == (0, f"{whole[1].splitlines()[-1]}  (again)\n")
    assert err.splitlines()[1:] == whole[2].splitlines()[1:]
    assert (here / "game.log").read_bytes() == before


def test_a_fair_game_whose_secret_cannot_be_kept_or_found_is_one_line(here: Path) -> None:
    (here / "fair.log.secret").mkdir()
    words = ("call", "tiny", "--auto", "0", "--fair", "--word", "x", "--log", "fair.log")
    code, _, err = mapkit(here, *words)
    assert code == 1 and err.startswith("mapkit: fair.log.secret: cannot be written")
    (here / "fair.log.secret").rmdir()
    assert mapkit(here, *words)[0] == 0
    lines = (here / "fair.log").read_bytes().splitlines(keepends=True)
    (here / "fair.log").write_bytes(b"".join(lines[:4]))
    code, out, err = mapkit(here, "call", "tiny", "--auto", "0", "--resume", "fair.log")
    assert (code, out) == (1, "") and "its secret is missing: put fair.log.secret back" in err


def test_a_game_without_end_is_not_called_straight_through_and_says_what_to_do(here: Path) -> None:
    code, out, err = mapkit(here, "call", "rows", "--auto", "0", "--log", "game.log")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert "--auto SECONDS" in err and not (here / "game.log").exists()


def test_the_offline_page_is_one_small_file(here: Path) -> None:
    code, out, _ = mapkit(here, "call", "tiny", "--html", "out/page.html", "--lang", "ja,en")
    assert (code, out.strip()) == (0, "out/page.html")
    page = (here / "out" / "page.html").read_bytes()
    assert len(page) < 500_000
    assert b"http:" not in page.replace(b"http://www.w3.org/2000/svg", b"") and b"https:" not in page


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere",), "no such map"),
        (("tiny", "--lang", "tlh"), "--lang tlh: one or two of en, de, ja, zh, fr"),
        (("tiny", "--fair", "--seed", "x"), "--seed with --fair"),
        (("tiny", "--fair"), "needs a word from the room"),
        (("tiny", "--lan"), "--lan goes with --web"),
        (("tiny", "--word", "x"), "--word goes with --fair"),
        (("tiny", "--html", "x.html", "--web"), "--html goes with none of"),
        (("tiny", "--resume", "none.log"), "none.log: no such log"),
        (("tiny", "--resume", "tiny/map.toml"), "tiny/map.toml"),
        (("tiny", "--html", "tiny"), "tiny: cannot be written"),
        (("tiny", "--auto", "0", "--log", "tiny"), "tiny: "),
    ],
)
def test_a_mistake_is_one_line(here: Path, words: tuple[str, ...], says: str) -> None:
    code, _, err = mapkit(here, "call", *words)
    assert code == 1
    last = err.strip().splitlines()[-1]
    assert last.startswith("mapkit: ") and says in last


def test_a_log_is_never_written_over(here: Path) -> None:
    mapkit(here, "call", "tiny", "--auto", "0", "--log", "game.log")
    before = (here / "game.log").read_bytes()
    code, _, err = mapkit(here, "call", "tiny", "--auto", "0", "--log", "game.log")
    assert code == 1 and "exists already" in err
    assert (here / "game.log").read_bytes() == before


def test_a_new_log_counts_on_from_the_highest_and_passes_over_files_named_otherwise(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(here)
    assert free_log("tiny") == Path("output/calls/tiny-1.log")
    for name in ("tiny-3.log", "tiny-old2.log", "tiny-.log", "tiny-²2.log", "tiny-x-9.log", "tiny-7.log.secret"):
        (here / "output" / "calls").mkdir(parents=True, exist_ok=True)
        (here / "output" / "calls" / name).touch()
    assert free_log("tiny") == Path("output/calls/tiny-4.log")
    assert free_log("a[b") == Path("output/calls/a[b-1.log")


def test_a_fair_game_is_verified_and_a_changed_byte_is_found(here: Path) -> None:
    code, _, err = mapkit(here, "call", "tiny", "--auto", "0", "--fair", "--word", "Lake Biwa", "--log", "fair.log")
    assert code == 0 and err.startswith("hash of the secret: ")
    assert not (here / "fair.log.secret").exists()
    code, out, _ = mapkit(here, "referee", "--fair", "fair.log", "--map", "tiny")
    assert code == 0 and "fair: every call follows" in out and "Lake Biwa" in out
    data = bytearray((here / "fair.log").read_bytes())
    data[len(data) // 2] ^= 1
    (here / "bad.log").write_bytes(data)
    code, _, err = mapkit(here, "referee", "--fair", "bad.log", "--map", "tiny")
    assert code == 1 and "bad.log line" in err


@pytest.mark.parametrize("data", [b"", b"A 4\nB X\n", b"{}", b"[[[", b'{"format": "mapkit record 1", "pl', b"[" * 9999])
def test_a_file_that_is_no_record_or_no_log_is_told_where_those_come_from(here: Path, data: bytes) -> None:
    (here / "some.txt").write_bytes(data)
    (here / "sheet.txt").write_text("A 4\n")
    code, out, err = mapkit(here, "referee", "some.txt", "--map", "tiny")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert err.startswith("mapkit: some.txt") and "--sheet FILE --calls LOG --save RECORD" in err
    assert not re.search(r"column|Expecting|Extra|delimiter", err)
    for words in (("--fair", "some.txt"), ("--sheet", "sheet.txt", "--calls", "some.txt")):
        code, out, err = mapkit(here, "referee", *words)
        assert (code, out) == (1, "") and err.count("\n") == 1
        assert err.startswith("mapkit: some.txt") and "`mapkit call` writes" in err


def test_a_log_given_as_a_record_is_recognised(here: Path) -> None:
    mapkit(here, "call", "tiny", "--auto", "0", "--log", "game.log")
    code, _, err = mapkit(here, "referee", "game.log")
    assert code == 1 and "--sheet FILE --calls LOG" in err and "--fair LOG" in err


@pytest.mark.parametrize("locale", ["en", "de", "ja", "zh", "fr"])
def test_a_voice_gets_the_text_as_one_word_after_its_options(locale: str) -> None:
    said = command("-v; red, 4 $(x)", locale)
    assert said is None or sum("red, 4" in part for part in said) == 1
    if said and "espeak" in said[0]:
        assert said[-2:] == ["--", "-v; red, 4 $(x)"]


def test_a_sheet_to_fill_in_needs_a_map_and_a_page(here: Path) -> None:
    code, _, err = mapkit(here, "call", "tiny", "--play")
    assert code == 1 and "--play goes with --web or --html" in err
    code, _, err = mapkit(here, "call", "rows", "--play", "--html", "x.html")
    assert code == 1 and "only the sheet of a map" in err
    assert not (here / "x.html").exists()


@pytest.mark.skipif(not shutil.which("tmux") and not os.environ.get("CI"), reason="no tmux on this machine")
def test_the_whole_terminal_answers_to_its_keys(here: Path) -> None:
    name, tmux = f"mapkit-test-{os.getpid()}", "tmux"
    command = f"PYTHONPATH={ROOT} {sys.executable} -m mapkit call tiny --seed fuji --log game.log; sleep 30"
    subprocess.run(
        [tmux, "new-session", "-d", "-s", name, "-x", "100", "-y", "34", "-c", str(here), command], check=True
    )

    def until(text: str, key: str = "") -> str:
        if key:
            subprocess.run([tmux, "send-keys", "-t", name, key], check=True)
        for _ in range(100):
            page = subprocess.run([tmux, "capture-pane", "-t", name, "-p"], capture_output=True, text=True).stdout
            if text in page:
                return page
            time.sleep(0.1)
        raise AssertionError(f"no {text!r} in\n{page}")

    try:
        until("space next")
        until("Round 1, turn 1", "Space")
        assert "█" in until("Round 1, turn 2", "Right")
        until("Round 1, turn 1", "u")
        until("R1 T1  ", "h")
        page = until("go on with: mapkit call tiny --resume game.log", "q")
        assert page.count("R1 T") == 1
        resume = f"PYTHONPATH={ROOT} {sys.executable} -m mapkit call tiny --resume game.log; sleep 30"
        subprocess.run([tmux, "respawn-pane", "-k", "-t", name, "-c", str(here), resume], check=True)
        assert "Round 1, turn 1" in until("(again)")
        page = until("Round 1, turn 2", "Space")
        assert "(again)" not in page
        until("Round 1, turn 1", "u")
        until("go on with", "q")
        kinds = [json.loads(x[65:])["kind"] for x in (here / "game.log").read_text("utf-8").splitlines()]
        assert kinds == ["game", "call", "call", "back", "again", "back"]
    finally:
        subprocess.run([tmux, "kill-session", "-t", name], check=False)
