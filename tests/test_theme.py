"""The palettes' figures, recomputed with a CIEDE2000 and colour-vision models of the test's own.

CIEDE2000: Sharma, Wu, Dalal, "The CIEDE2000 color-difference formula", Color Res. Appl. 30 (2005), checked on pairs of
its table 1. Colour vision: Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color vision
deficiency", IEEE TVCG 15 (2009), severity 1; and for protan and deutan Vienot, Brettel, Mollon, Color Res. Appl. 24
(1999).
"""

from __future__ import annotations

import itertools
from functools import cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import pytest
from PIL import Image, ImageCms

import mapkit
from mapkit.errors import MapkitError
from mapkit.sheet.marks import Ink
from mapkit.sheet.theme import THEMES, Theme, looks, theme

PROFILE = Path(mapkit.__file__).parent / "press" / "profiles" / "FOGRA39L_coated.icc"
Triple = tuple[float, float, float]
NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
MACHADO = {
    "normal": NORMAL,
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
VIENOT = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}
JAPAN = ("red", "blue", "green", "yellow", "black", "white", "purple")
AMERICA = ("orange", "blue", "green", "yellow", "red", "purple", "clear")


def linear(rgb: Triple) -> Triple:
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb)
    return r, g, b


def seen(rgb: Triple, eye: tuple[Triple, Triple, Triple] = NORMAL) -> Triple:
    """L*, a*, b* of an sRGB colour (D65) as an eye sees it."""
    light = linear(rgb)
    r, g, b = (min(1.0, max(0.0, sum(m * v for m, v in zip(row, light, strict=True)))) for row in eye)
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.9504700,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.0888300,
    )
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, two: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean7 / (mean7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    if c1 * c2 == 0:
        turn, hue = 0.0, h1 + h2
    elif abs(h2 - h1) <= 180:
        turn, hue = h2 - h1, (h1 + h2) / 2
    else:
        turn = h2 - h1 - 360 if h2 > h1 else h2 - h1 + 360
        hue = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc = 1 + 0.045 * chroma
    sh = 1 + 0.015 * chroma * t
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / sh
    return sqrt(dl**2 + dc**2 + dh**2 + bend * dc * dh)


SHARMA = (  # table 1: L a b, L a b, difference
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
)


@pytest.mark.parametrize(("one", "two", "difference"), SHARMA)
def test_the_difference_formula_gives_the_published_values(one: Triple, two: Triple, difference: float) -> None:
    assert ciede2000(one, two) == pytest.approx(difference, abs=1e-4)
    assert ciede2000(two, one) == pytest.approx(difference, abs=1e-4)


def worst(inks: list[Ink], eye: tuple[Triple, Triple, Triple]) -> float:
    return min(ciede2000(seen(a.rgb, eye), seen(b.rgb, eye)) for a, b in itertools.combinations(inks, 2))


def grey_step(inks: list[Ink]) -> float:
    light = sorted(seen(i.rgb)[0] for i in inks)
    return min(b - a for a, b in itertools.pairwise(light))


@pytest.mark.parametrize("dice", [JAPAN, AMERICA], ids=["japan", "america"])
@pytest.mark.parametrize("eye", MACHADO)
def test_accessible_fills_are_13_apart_for_every_eye(dice: tuple[str, ...], eye: str) -> None:
    assert worst([theme("accessible").cells[c] for c in dice], MACHADO[eye]) >= 13


@pytest.mark.parametrize("dice", [JAPAN, AMERICA], ids=["japan", "america"])
@pytest.mark.parametrize("eye", VIENOT)
def test_a_second_model_of_colour_vision_agrees(dice: tuple[str, ...], eye: str) -> None:
    assert worst([theme("accessible").cells[c] for c in dice], VIENOT[eye]) >= 10


@pytest.mark.parametrize("dice", [JAPAN, AMERICA], ids=["japan", "america"])
def test_accessible_fills_are_5_steps_of_lightness_apart_in_grey(dice: tuple[str, ...]) -> None:
    inks = [theme("accessible").cells[c] for c in dice]
    assert grey_step(inks) >= 5
    assert grey_step([Ink("", (i.gray, i.gray, i.gray), (0, 0, 0, 0), i.gray) for i in inks]) >= 5


@pytest.mark.parametrize("name", THEMES)
def test_every_fill_is_light_enough_for_a_pencil(name: str) -> None:
    for color, ink in theme(name).cells.items():
        assert seen(ink.rgb)[0] >= 55, color


@pytest.mark.parametrize("name", THEMES)
def test_strong_inks_read_on_paper_with_contrast_3(name: str) -> None:
    for color, ink in theme(name).strong.items():
        r, g, b = linear(ink.rgb)
        assert 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 3, color


@pytest.mark.parametrize("dice", [JAPAN, AMERICA], ids=["japan", "america"])
def test_accessible_strong_inks_are_11_apart_for_every_eye(dice: tuple[str, ...]) -> None:
    inks = [theme("accessible").strong[c] for c in dice]
    assert min(worst(inks, eye) for eye in MACHADO.values()) >= 11


@pytest.mark.parametrize("name", ["classic", "accessible"])
def test_blue_is_not_mistaken_for_the_purple_wild(name: str) -> None:
    for inks in (theme(name).cells, theme(name).strong):
        assert ciede2000(seen(inks["blue"].rgb), seen(inks["purple"].rgb)) >= 15


HUES = {"red": (10, 45), "orange": (55, 80), "yellow": (78, 104), "green": (130, 165), "blue": (235, 295)}


@pytest.mark.parametrize("name", ["classic", "accessible"])
def test_a_colour_keeps_the_hue_of_its_name(name: str) -> None:
    look = theme(name)
    for inks in (look.cells, look.strong):
        for color, (low, high) in {**HUES, "purple": (303, 340)}.items():
            _, a, b = seen(inks[color].rgb)
            assert low <= degrees(atan2(b, a)) % 360 <= high, color
            assert hypot(a, b) >= 15, color
        for color in ("black", "white", "clear"):
            assert hypot(*seen(inks[color].rgb)[1:]) <= 4, color
    assert seen(look.cells["white"].rgb)[0] >= 99
    assert seen(look.cells["black"].rgb)[0] == min(seen(i.rgb)[0] for i in look.cells.values())


@cache
def printed(name: str) -> dict[str, Triple]:
    """The fills of a theme as sRGB, when their process inks are printed after FOGRA39 (relative colorimetric)."""
    convert = ImageCms.buildTransform(
        str(PROFILE), ImageCms.createProfile("sRGB"), "CMYK", "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC
    )
    found = {}
    for color, ink in theme(name).cells.items():
        pixel = Image.new("CMYK", (1, 1), tuple(round(255 * v) for v in ink.cmyk))
        red, green, blue = ImageCms.applyTransform(pixel, convert).getpixel((0, 0))
        found[color] = red / 255, green / 255, blue / 255
    return found


@pytest.mark.parametrize("dice", [JAPAN, AMERICA], ids=["japan", "america"])
def test_accessible_fills_stay_apart_when_they_are_printed(dice: tuple[str, ...]) -> None:
    inks = [Ink(c, printed("accessible")[c], (0, 0, 0, 0), 0) for c in dice]
    assert min(worst(inks, eye) for eye in MACHADO.values()) >= 11.5
    assert grey_step(inks) >= 4.8
    assert min(seen(i.rgb)[0] for i in inks) >= 55


@pytest.mark.parametrize("name", ["classic", "accessible"])
def test_a_printed_fill_keeps_the_hue_of_its_name(name: str) -> None:
    for color, (low, high) in {**HUES, "purple": (303, 340)}.items():
        _, a, b = seen(printed(name)[color])
        assert low <= degrees(atan2(b, a)) % 360 <= high, color


def everything(t: Theme) -> list[Ink]:
    plain = [t.paper, t.text, t.quiet, t.line, t.shore, t.bridge, t.box]
    return [*t.cells.values(), *t.strong.values(), *t.hatch.values(), *plain]


@pytest.mark.parametrize("name", THEMES)
def test_total_ink_stays_within_225_percent_and_text_is_black_alone(name: str) -> None:
    look = theme(name)
    assert max(sum(i.cmyk) for i in everything(look)) <= 2.25
    for ink in (look.text, look.quiet, look.line):
        assert ink.cmyk[:3] == (0, 0, 0)


@pytest.mark.parametrize("name", ["gray", "low-ink"])
def test_gray_has_no_colour_and_low_ink_no_fill(name: str) -> None:
    look = theme(name)
    if name == "gray":
        assert all(i.cmyk[:3] == (0, 0, 0) and len(set(i.rgb)) == 1 for i in everything(look))
    else:
        assert all(i.cmyk == (0, 0, 0, 0) for i in look.cells.values())
        assert look.edge > 0


@pytest.mark.parametrize("name", ["classic", "accessible", "gray"])
@pytest.mark.parametrize("dice", [JAPAN, AMERICA], ids=["japan", "america"])
def test_no_two_regions_of_a_map_share_a_pattern(name: str, dice: tuple[str, ...]) -> None:
    assert len({look.pattern.name for look in looks(theme(name), dice).values()}) == len(dice)


def test_the_grey_of_an_ink_is_as_light_as_its_colour() -> None:
    for look in THEMES.values():
        for ink in (*look.cells.values(), *look.strong.values()):
            assert seen((ink.gray, ink.gray, ink.gray))[0] == pytest.approx(seen(ink.rgb)[0], abs=0.6)


@pytest.mark.parametrize("name", THEMES)
def test_a_designers_own_colour_is_tinted_until_a_pencil_reads_and_darkened_until_it_reads(name: str) -> None:
    own = ("#000080", "#ffffff", "#000000", "#ffff00", "#00ff00", "#123456", "#8a2be2")
    found = looks(theme(name), (*own, "red"))
    for look in found.values():
        assert seen(look.fill.rgb)[0] >= 55
        assert seen(look.strong.rgb)[0] <= 62
        assert sum(look.fill.cmyk) <= 2.25 and sum(look.strong.cmyk) <= 2.25
    if name != "low-ink":
        assert len({look.pattern.name for look in found.values()}) == len(found)


@pytest.mark.parametrize("color", ["pink", "#12345", "#12345g", "", "RED"])
def test_an_unknown_colour_is_refused_by_name(color: str) -> None:
    with pytest.raises(MapkitError, match=r"unknown colour .*one of red, blue"):
        looks(theme("classic"), [color])


def test_an_unknown_theme_is_refused_with_the_names() -> None:
    with pytest.raises(MapkitError, match="unknown theme 'neon': one of classic, accessible, gray, low-ink"):
        theme("neon")
