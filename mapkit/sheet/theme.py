"""Name of a theme, colours of a map -> Inks and patterns (stdlib only).

A Theme says how every die colour looks; looks() settles a whole map's colours, also "#rrggbb" ones, so that no two of
them share a pattern. Fills (cells) are light enough to read a pencil on; strong inks read on paper (contrast >= 3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mapkit.errors import MapkitError
from mapkit.sheet import palette
from mapkit.sheet.marks import Ink
from mapkit.sheet.pattern import PATTERNS, Pattern

RGB = tuple[float, float, float]
CMYK = tuple[float, float, float, float]


@dataclass(frozen=True)
class Theme:
    """Inks by die colour: cells (fill under handwriting), strong (letters, edges), pattern and hatch (its ink).

    edge: width in mm of a band in the strong ink just inside a region's edge, 0 for none. The rest are inks of the
    sheet itself; quiet is for small secondary text, box for the inside of a writing box, shore for lines in the sea,
    water (if any) for a band along the coast.
    """

    name: str
    cells: Mapping[str, Ink]
    strong: Mapping[str, Ink]
    pattern: Mapping[str, Pattern]
    hatch: Mapping[str, Ink]
    paper: Ink
    text: Ink
    quiet: Ink
    line: Ink
    water: Ink | None
    shore: Ink
    bridge: Ink
    box: Ink
    edge: float = 0.0


@dataclass(frozen=True)
class Look:
    """How one colour of a map is drawn."""

    fill: Ink
    strong: Ink
    pattern: Pattern
    hatch: Ink


def theme(name: str) -> Theme:
    """The theme of that name. Raises MapkitError that lists the names."""
    if name not in THEMES:
        raise MapkitError(f"unknown theme {name!r}: one of {', '.join(THEMES)}")
    return THEMES[name]


def looks(theme: Theme, colors: Iterable[str]) -> dict[str, Look]:
    """Every colour of a map -> its Look. A name has the theme's own; "#rrggbb" is tinted and takes a free pattern.

    Raises MapkitError on a colour that is neither, naming it and what is known.
    """
    wanted = list(dict.fromkeys(colors))
    taken = {theme.pattern[c].name for c in wanted if c in theme.cells}
    free = [p for p in PATTERNS.values() if p.name not in taken and p.name != "plain"]
    plain = all(p.name == "plain" for p in theme.pattern.values())
    found: dict[str, Look] = {}
    for color in wanted:
        if color in theme.cells:
            found[color] = Look(theme.cells[color], theme.strong[color], theme.pattern[color], theme.hatch[color])
            continue
        rgb = _hex(color)
        pattern = PATTERNS["plain"] if plain or not free else free.pop(0)
        found[color] = _custom(theme, color, rgb, pattern)
    return found


def cmyk(rgb: RGB) -> CMYK:
    """Process inks for an sRGB colour by full grey replacement: at most 200 % in total, neutrals in black alone."""
    c, m, y = (1 - v for v in rgb)
    k = min(c, m, y)
    return round(c - k, 4), round(m - k, 4), round(y - k, 4), round(k, 4)


def luminance(rgb: RGB) -> float:
    """Relative luminance Y, 0..1, of an sRGB colour (IEC 61966-2-1)."""
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def gray(rgb: RGB) -> float:
    """The grey, 0 black to 1 white, that is as light as an sRGB colour."""
    y = min(1.0, luminance(rgb))
    return round(12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055, 4)


def ink(name: str, code: str, process: tuple[int, int, int, int] | None = None) -> Ink:
    """An Ink from "#rrggbb" and, when known, its process inks in percent."""
    rgb = _hex(code)
    return Ink(name, rgb, tuple(v / 100 for v in process) if process else cmyk(rgb), gray(rgb))  # type: ignore[arg-type]


def black(name: str, share: float) -> Ink:
    """A tint of black alone, share 0..1 of full black."""
    v = round(1 - share, 4)
    return Ink(name, (v, v, v), (0.0, 0.0, 0.0, share), v)


def mix(name: str, one: Ink, two: Ink, share: float) -> Ink:
    """Between two inks; share 0 gives one, 1 gives two."""

    def between(a: float, b: float) -> float:
        return round(a + (b - a) * share, 4)

    r, g, b = (between(p, q) for p, q in zip(one.rgb, two.rgb, strict=True))
    c, m, y, k = (between(p, q) for p, q in zip(one.cmyk, two.cmyk, strict=True))
    return Ink(name, (r, g, b), (c, m, y, k), between(one.gray, two.gray))


def _hex(code: str) -> RGB:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", code):
        raise MapkitError(f"unknown colour {code!r}: one of {', '.join(palette.NAMES)}, or #rrggbb")
    r, g, b = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return r, g, b


def _custom(theme: Theme, color: str, rgb: RGB, pattern: Pattern) -> Look:
    """A designer's own colour in a theme: as given but readable on paper, and a tint of it under the pencil."""
    white = Ink(color, (1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0), 1.0)
    given = Ink(color, rgb, cmyk(rgb), gray(rgb))
    ebony = black(color, 1.0)
    darker = (mix(color, given, ebony, step / 20) for step in range(21))
    strong = next(i for i in darker if luminance(i.rgb) <= READABLE)
    lighter = (mix(color, given, white, step / 20) for step in range(21))
    fill = next(i for i in lighter if luminance(i.rgb) >= WRITABLE)
    if theme.name == "gray":
        strong, fill = black(color, 1 - strong.gray), white
    if theme.name == "low-ink":
        fill = white
    return Look(fill, strong, pattern, mix(color, fill, strong, HATCH[theme.name]))


READABLE = 0.3  # luminance of a strong ink at most: contrast 1.05 / 0.35 = 3 against white (WCAG 2.2, 1.4.11)
WRITABLE = 0.45  # luminance of a designer's own fill at least
HATCH = {"classic": 0.4, "accessible": 0.4, "gray": 0.5, "low-ink": 0.5}


def _theme(name: str, colors: Mapping[str, palette.Entry], patterns: Mapping[str, str], edge: float) -> Theme:
    cells = {c: ink(c, e.fill, e.fill_cmyk) for c, e in colors.items()}
    strong = {c: ink(c, e.strong, e.strong_cmyk) for c, e in colors.items()}
    water = ink("water", "#4f8fb8", (68, 32, 12, 0))
    if name == "gray":
        water = black("water", 0.45)
        cells = {c: black(c, 1 - i.gray) for c, i in cells.items()}
        strong = {c: black(c, 1 - i.gray) for c, i in strong.items()}
    return Theme(
        name,
        cells,
        strong,
        {c: PATTERNS[patterns[c]] for c in colors},
        {c: mix(c, cells[c], strong[c], HATCH[name]) for c in colors},
        paper=black("paper", 0.0),
        text=black("text", 1.0),
        quiet=black("quiet", 0.65),
        line=black("line", 0.9),
        water=None if edge else mix("shallows", black("", 0.0), water, 0.2),
        shore=mix("shore", black("", 0.0), water, 0.45),
        bridge=mix("bridge", water, black("", 1.0), 0.25),
        box=black("box", 0.0),
        edge=edge,
    )


THEMES = {
    t.name: t
    for t in (
        _theme("classic", palette.CLASSIC, palette.PATTERNS, 0.0),
        _theme("accessible", palette.ACCESSIBLE, palette.PATTERNS, 0.0),
        _theme("gray", palette.GRAY, palette.PATTERNS, 0.0),
        _theme("low-ink", palette.LOW_INK, dict.fromkeys(palette.NAMES, "plain"), 0.8),
    )
}
