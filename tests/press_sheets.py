"""Sheets and measures for the tests of the press: 56 wavy cells with names in six scripts."""

from __future__ import annotations

import base64
import io
import math
import random
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mapkit.sheet import marks as m

BLACK = m.Ink("black", (0, 0, 0), (0, 0, 0, 1), 0)
WHITE = m.Ink("white", (1, 1, 1), (0, 0, 0, 0), 1)
PAPER = m.Ink("paper", (0.99, 0.98, 0.95), (0, 0.01, 0.04, 0), 0.98)
RED = m.Ink("red", (0.91, 0.47, 0.40), (0, 0.6, 0.55, 0), 0.6)
BLUE = m.Ink("blue", (0.55, 0.72, 0.90), (0.4, 0.2, 0, 0), 0.7)
NAMES = ("北海道", "Muğla", "澳門", "서울", "Việt Trì", "Ørsted", "长春", "Škofja", "東京都", "Αθήνα", "Пермь")
Point = tuple[float, float]


def wavy(size: Point = (148.0, 210.0), bleed: float = 0.0, seed: int = 1) -> m.Sheet:
    """A sheet of 7 x 8 cells that share wavy borders, a box and a name in each, and one of every other mark."""
    w, h = size
    rng = random.Random(seed)
    dx, dy = (w - 20) / 7, (h - 50) / 8
    knots = {
        (i, j): (10 + i * dx + rng.uniform(-1, 1), 25 + j * dy + rng.uniform(-1, 1)) for i in range(8) for j in range(9)
    }

    def side(a: tuple[int, int], b: tuple[int, int]) -> list[Point]:
        """Points from knot a towards knot b, the same line whichever way it is walked."""
        if a > b:
            return [knots[a], *reversed(side(b, a)[1:])]
        (x0, y0), (x1, y1) = knots[a], knots[b]
        phase = a[0] * 1.7 + a[1] * 2.3
        walk = [
            (x0 + (x1 - x0) * t / 20, y0 + (y1 - y0) * t / 20, math.sin(phase + t / 2) * math.sin(math.pi * t / 20))
            for t in range(20)
        ]
        length = math.hypot(x1 - x0, y1 - y0)
        return [(x - (y1 - y0) / length * s * 0.8, y + (x1 - x0) / length * s * 0.8) for x, y, s in walk]

    marks: list[m.Mark] = [m.Path("ground", m.box(-bleed, -bleed, w + bleed, h + bleed), fill=PAPER)]
    for n, (i, j) in enumerate((i, j) for j in range(8) for i in range(7)):
        a, b, c, d = (i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)
        ring = (*side(a, b), *side(b, c), *side(c, d), *side(d, a))
        x, y = 10 + (i + 0.5) * dx, 25 + (j + 0.45) * dy
        fill = (RED, BLUE, WHITE)[(i + 2 * j) % 3]
        marks.append(m.Path(f"cell-{n:02}", m.polyline(ring, close=True), fill=fill, stroke=BLACK, width=0.25))
        marks.append(m.Path(f"box-{n:02}", m.box(x - 3, y - 3, x + 3, y + 3, 0.8), fill=WHITE, stroke=BLACK, width=0.3))
        weight: m.Weight = "bold" if n % 5 == 0 else "regular"
        name = NAMES[n % len(NAMES)]
        marks.append(m.Text(f"name-{n:02}", x, y + 6, name, 2.4, BLACK, weight, "middle", halo=WHITE, halo_width=0.3))
    ring = (("M", 20.0, 8.0), ("L", 30.0, 8.0), ("L", 30.0, 18.0), ("L", 20.0, 18.0), ("Z",))
    hole = (("M", 23.0, 11.0), ("L", 27.0, 11.0), ("L", 27.0, 15.0), ("L", 23.0, 15.0), ("Z",))
    marks += [
        m.Path("ring", (*ring, *hole), fill=RED),
        m.Dot("dot", 14, 13, 4, fill=BLUE, stroke=BLACK, width=0.5),
        m.Path("bridge", (("M", 34.0, 13.0), ("C", 50.0, 2.0, 60.0, 24.0, 76.0, 13.0)), None, BLUE, 0.8, (2, 1.5)),
        m.Text("title", w - 10, 16, "日本 & <Test> “Ä”", 7, BLACK, "bold", "end"),
        m.Text("turned", 6, h - 30, "turned upwards", 3, BLACK, turn=-90),
        m.Text("slanting", 20, h - 20, "slanting", 4, RED, "bold", "start", turn=20),
    ]  # fmt: skip
    return m.Sheet(f"wavy-{seed}", "A wavy land", size, bleed, tuple(marks))


def gray(png: bytes) -> np.ndarray:
    """A picture as luminance, 0 black to 255 white."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("L"), dtype=int)


def stray(one: np.ndarray, two: np.ndarray, dark: int = 128) -> float:
    """Share of dark pixels with no inked pixel within 1 px in the other picture, the worse of both ways.

    Inked is a little lighter than dark: a line of one pixel's width may lie on two rows of pixels in one picture and on
    one in the other (two renderers of the same SVG differ by 6 % without that).
    """
    assert one.shape == two.shape

    def lost(a: np.ndarray, b: np.ndarray) -> float:
        near = np.pad(b < min(dark + 72, 240), 1)
        h, w = b.shape
        found = np.zeros_like(b, dtype=bool)
        for dy in range(3):
            for dx in range(3):
                found |= near[dy : dy + h, dx : dx + w]
        ink = a < dark
        return float((ink & ~found).sum() / max(1, ink.sum()))

    return max(lost(one, two), lost(two, one))


def svg_picture(svg: str, folder: Path, dpi: int) -> bytes:
    """An SVG drawn by resvg with no fonts but those embedded in it (it reads fonts from files only)."""
    resvg_py = pytest.importorskip("resvg_py")

    files = []
    for i, data in enumerate(re.findall(r"base64,([A-Za-z0-9+/=]+)\)", svg)):
        files.append(folder / f"{i}.ttf")
        files[-1].write_bytes(base64.b64decode(data))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, skip_system_fonts=True, font_files=[str(f) for f in files], dpi=dpi, background="#ffffff"
        )
    )
