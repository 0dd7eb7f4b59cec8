"""The colours of the themes, as data: sRGB and process inks in percent (FOGRA39, relative colorimetric) (stdlib only).

ACCESSIBLE was found by tests/bench/palette.py and, in process inks, by tests/bench/print_palette.py; the other process
inks come from tests/bench/process_inks.py. Neutrals are black alone, as dark on paper as on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass

NAMES = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange", "clear")
Percent = tuple[int, int, int, int]  # c m y k


@dataclass(frozen=True)
class Entry:
    """One die colour: its fill under handwriting and its strong ink."""

    fill: str
    fill_cmyk: Percent
    strong: str
    strong_cmyk: Percent


PATTERNS = {
    "red": "rise",
    "blue": "waves",
    "green": "dots",
    "yellow": "level",
    "black": "diamond",
    "white": "plain",
    "purple": "crosses",
    "orange": "fall",
    "clear": "plain",
}
CLASSIC = {
    "red": Entry("#f6b8b4", (4, 36, 24, 0), "#c8232c", (0, 98, 87, 16)),
    "blue": Entry("#b5d3f0", (33, 11, 2, 0), "#1d5fae", (94, 65, 0, 0)),
    "green": Entry("#bfe0b4", (31, 1, 38, 0), "#1f8a3b", (83, 5, 98, 22)),
    "yellow": Entry("#fbeea0", (4, 5, 48, 0), "#b08400", (2, 30, 100, 39)),
    "black": Entry("#bdbdbd", (0, 0, 0, 35), "#222222", (0, 0, 0, 100)),
    "white": Entry("#ffffff", (0, 0, 0, 0), "#8a8a8a", (0, 0, 0, 60)),
    "purple": Entry("#d9c2ea", (19, 27, 0, 0), "#7b3fa0", (68, 87, 0, 0)),
    "orange": Entry("#fad2a5", (5, 21, 39, 0), "#c8650f", (1, 61, 97, 22)),
    "clear": Entry("#ffffff", (0, 0, 0, 0), "#8a8a8a", (0, 0, 0, 60)),
}
ACCESSIBLE = {
    "red": Entry("#d37b69", (11, 57, 53, 11), "#a61831", (3, 98, 67, 33)),
    "blue": Entry("#5da8df", (59, 21, 0, 4), "#4c5ea8", (80, 65, 0, 7)),
    "green": Entry("#acd8b7", (41, 5, 42, 0), "#068f60", (82, 5, 74, 19)),
    "yellow": Entry("#fdf12c", (12, 0, 94, 0), "#b88d02", (0, 27, 100, 38)),
    "black": Entry("#848484", (0, 0, 0, 62), "#121212", (0, 0, 0, 100)),
    "white": Entry("#ffffff", (0, 0, 0, 0), "#878787", (0, 0, 0, 61)),
    "purple": Entry("#fccefe", (15, 24, 0, 0), "#592a6a", (71, 98, 0, 31)),
    "orange": Entry("#eeb36f", (16, 35, 70, 0), "#a3620d", (6, 53, 100, 40)),
    "clear": Entry("#ffffff", (0, 0, 0, 0), "#878787", (0, 0, 0, 61)),
}
GRAY = {  # the patterns tell regions apart; only black has a tint
    **{name: Entry("#ffffff", (0, 0, 0, 0), "#333333", (0, 0, 0, 97)) for name in NAMES},
    "black": Entry("#cccccc", (0, 0, 0, 28), "#000000", (0, 0, 0, 100)),
}
LOW_INK = {name: Entry("#ffffff", (0, 0, 0, 0), e.strong, e.strong_cmyk) for name, e in CLASSIC.items()}
