"""How long commands take and how much memory they hold, start-up included: CPU seconds and peak MB of a child process.

Figures are also given as a ratio to a bare `python -c pass` measured in the same run: machines are noisy.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 5


def measure(*args: str) -> tuple[float, float, float]:
    """(CPU seconds, wall seconds, peak MB) of the best of some runs."""
    best = (9e9, 9e9, 9e9)
    for _ in range(RUNS):
        began = time.perf_counter()
        child = subprocess.Popen([sys.executable, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        assert status == 0, args
        wall = time.perf_counter() - began
        best = min(best, (usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024))
    return best


def main() -> None:
    bare = measure("-c", "pass")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "pad.pdf"
        commands = {
            "--help": ["--help"],
            "graph japan": ["graph", "japan"],
            "sheet japan .svg": ["sheet", "japan", "-o", str(Path(folder) / "x.svg")],
            "pad japan, 100 sheets": ["pad", "japan", "--sheets", "100", "-o", str(out)],
            "pad japan, 100 sheets, rules": ["pad", "japan", "--sheets", "100", "--rules", "-o", str(out)],
        }
        print(f"{'command':32}{'CPU s':>8}{'wall s':>8}{'x bare':>8}{'MB':>7}")
        for name, args in commands.items():
            cpu, wall, memory = measure("-m", "mapkit", *args)
            print(f"{name:32}{cpu:8.2f}{wall:8.2f}{wall / bare[1]:8.1f}{memory:7.0f}")
        print(f"{out.name}: {out.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
