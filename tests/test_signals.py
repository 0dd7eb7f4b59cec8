"""A command that is told to end: quiet, with the exit code of the signal, and nothing left half-written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from web_running import tiny

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
WRITING = """
import pathlib, time
import mapkit.cli.app
from mapkit import store
from mapkit.cli import main

def slow(self, target):
    print(self.name, flush=True)
    time.sleep(30)

pathlib.Path.replace = slow
mapkit.cli.app.app_for = lambda words: lambda prog_name: store.replace(pathlib.Path("out.pdf"), b"x")
main()
"""
STARTING = """
import os, signal, sys

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "mapkit.cli.app":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Slow())
from mapkit.cli import main
main()
"""


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *words], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, preexec_fn=heeding,
    )  # fmt: skip


def heeding() -> None:
    """Signals as a terminal gives them: who runs the tests may ignore some (nohup does), and children inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_a_file_is_written_leaves_no_part_of_it(tmp_path: Path, number: signal.Signals) -> None:
    job = started(tmp_path, "-c", WRITING)
    assert job.stdout is not None
    part = job.stdout.readline().strip()
    assert part.endswith(".part") and (tmp_path / part).exists()
    job.send_signal(number)
    assert job.communicate(timeout=20)[1] == ""
    assert job.returncode == 128 + number
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_while_mapkit_starts_is_quiet(tmp_path: Path) -> None:
    job = started(tmp_path, "-c", STARTING)
    assert job.communicate(timeout=20) == ("", "")
    assert job.returncode == 130


def test_an_interrupted_server_says_how_to_go_on(tmp_path: Path) -> None:
    tiny(tmp_path / "tiny")
    job = started(tmp_path, "-m", "mapkit", "call", "tiny", "--web", "--port", "0", "--log", "game.log")
    assert job.stderr is not None
    while "Ctrl-C" not in job.stderr.readline():
        pass
    job.send_signal(signal.SIGINT)
    assert job.communicate(timeout=20)[1] == "go on with: mapkit call tiny --web --resume game.log\n"
    assert job.returncode == 0
