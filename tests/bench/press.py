"""What printing costs: run `python tests/bench/press.py`; every line says the figure and what it may be.

CPU-seconds are of a process of its own, its start included; memory is its peak.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAD = """
import resource, sys, time
sys.path.insert(0, "tests")
from pathlib import Path
from press_sheets import wavy
from mapkit.press.job import Job, Numbering
from mapkit.press.pad import write_pad
out = Path(sys.argv[1])
"""
TAIL = """
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""
CASES = {
    "100 duplex sheets, A5 on A4": ("write_pad(wavy(), out, 100, back=wavy(seed=2))", 3.0, 150, 400_000),
    "100 duplex sheets, PDF/X-4": (
        "write_pad(wavy(bleed=3), out, 100, None, back=wavy(bleed=3, seed=2), job=Job(press='x4'))", 3.0, 150, 400_000,
    ),
    "10,000 sheets, one a page": ("write_pad(wavy(), out, 10_000, (148.0, 210.0))", 3.0, 200, 1_500_000),
    "10,000 numbered sheets": (
        "write_pad(wavy(), out, 10_000, (148.0, 210.0), job=Job(numbering=Numbering()))", 10.0, 200, 12_000_000,
    ),
}  # fmt: skip
PAGES = """
one = time.process_time(); write_pad(wavy(), out, 1, (148.0, 210.0)); one = time.process_time() - one
many = time.process_time(); write_pad(wavy(), out, 10_000, (148.0, 210.0)); many = time.process_time() - many
print(10_000 / many, 9_999 / (many - one))
sys.exit()
"""
FORMATS = """
from mapkit.press.pdf import to_pdf; from mapkit.press.png import to_png; from mapkit.press.svg import to_svg
s = wavy(); to_pdf([s])
for name, make in (("svg", to_svg), ("pdf", lambda s: to_pdf([s])), ("png 150 dpi", to_png)):
    t = time.process_time(); n = len(make(s)); print(f"{name}: {time.process_time() - t:.2f} CPU-s, {n:,} bytes")
sys.exit()
"""
FLIGHT = """
from mapkit.press.preflight import preflight
write_pad(wavy(bleed=3), out, 100, None, back=wavy(bleed=3, seed=2), job=Job(press="x4"))
t = time.process_time(); found = preflight(out)
print(f"preflight of 200 pages: {time.process_time() - t:.2f} CPU-s, {len(found)} findings")
sys.exit()
"""


def run(code: str, out: Path, seed: str = "0") -> str:
    command = [sys.executable, "-c", HEAD + code + TAIL, str(out)]
    env = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True, text=True).stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "pad.pdf"
        for name, (code, most_cpu, most_mb, most_bytes) in CASES.items():
            cpu, mb = map(float, run(code, out).split())
            size = out.stat().st_size
            good = cpu <= most_cpu and mb <= most_mb and size <= most_bytes
            cost = f"{cpu:.2f} CPU-s (<= {most_cpu:g}), {mb:.0f} MB (<= {most_mb}), {size:,} bytes (<= {most_bytes:,})"
            print(f"{name}: {cost} {'ok' if good else 'TOO MUCH'}")
        with_art, without = map(float, run(PAGES, out).split())
        print(f"unnumbered: {with_art:,.0f} pages per CPU-s with drawing, {without:,.0f} without (>= 10,000)")
        hashes = set()
        for seed in ("0", "1", "123"):
            run(CASES["100 duplex sheets, PDF/X-4"][0], out, seed)
            hashes.add(hashlib.sha256(out.read_bytes()).hexdigest())
        print(f"three hash seeds: {len(hashes)} file(s)")
        print(run(FORMATS, out), run(FLIGHT, out), sep="", end="")


if __name__ == "__main__":
    main()
