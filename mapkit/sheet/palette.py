"""The colours of the themes, as data: sRGB and process inks in percent (FOGRA39, relative colorimetric) (stdlib only).

ACCESSIBLE was found by tests/bench/palette.py, the process inks by tests/bench/process_inks.py. Neutrals: K only.
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
    "black": Entry("#bdbdbd", (0, 0, 0, 26), "#222222", (0, 0, 0, 87)),
    "white": Entry("#ffffff", (0, 0, 0, 0), "#8a8a8a", (0, 0, 0, 46)),
    "purple": Entry("#d9c2ea", (19, 27, 0, 0), "#7b3fa0", (68, 87, 0, 0)),
    "orange": Entry("#fad2a5", (5, 21, 39, 0), "#c8650f", (1, 61, 97, 22)),
    "clear": Entry("#ffffff", (0, 0, 0, 0), "#8a8a8a", (0, 0, 0, 46)),
}
ACCESSIBLE = {
    "red": Entry("#d37b69", (8, 58, 54, 11), "#a61831", (3, 98, 67, 33)),
    "blue": Entry("#5da8df", (62, 20, 0, 4), "#4c5ea8", (80, 65, 0, 7)),
    "green": Entry("#acd8b7", (38, 2, 36, 0), "#068f60", (82, 5, 74, 19)),
    "yellow": Entry("#fdf12c", (6, 2, 91, 0), "#b88d02", (0, 27, 100, 38)),
    "black": Entry("#848484", (0, 0, 0, 48), "#121212", (0, 0, 0, 93)),
    "white": Entry("#ffffff", (0, 0, 0, 0), "#878787", (0, 0, 0, 47)),
    "purple": Entry("#fccefe", (9, 23, 0, 0), "#592a6a", (71, 98, 0, 31)),
    "orange": Entry("#eeb36f", (5, 34, 62, 0), "#a3620d", (6, 53, 100, 40)),
    "clear": Entry("#ffffff", (0, 0, 0, 0), "#878787", (0, 0, 0, 47)),
}
GRAY = {  # the patterns tell regions apart; only black has a tint
    **{name: Entry("#ffffff", (0, 0, 0, 0), "#333333", (0, 0, 0, 80)) for name in NAMES},
    "black": Entry("#cccccc", (0, 0, 0, 20), "#000000", (0, 0, 0, 100)),
}
LOW_INK = {name: Entry("#ffffff", (0, 0, 0, 0), e.strong, e.strong_cmyk) for name, e in CLASSIC.items()}
