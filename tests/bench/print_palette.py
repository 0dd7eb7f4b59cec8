"""Accessible fills + CMYK profile -> process inks that keep them apart on paper, by local search (numpy).

    python tests/bench/print_palette.py FOGRA39L_coated.icc [seconds] [seed]

Moves the inks of mapkit/sheet/palette.py by a few percent each. Goal: on the printed colours, seen by
normal, protan, deutan and tritan eyes, the smallest CIEDE2000 and the smallest step of L* that tests/bench/palette.py
asks of the screen, with every L* >= 55, and close to the screen's colours (CIE76 within 6 where the press can).
Shipped: 90 s with seed 1, then orange moved by hand to keep its hue.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from palette import MACHADO, PAIRS, ciede2000, lab
from PIL import Image, ImageCms

from mapkit.sheet.theme import theme

NAMES = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange")  # the order of palette.PAIRS


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    profile, *more = sys.argv[1:]
    end = time.monotonic() + (float(more[0]) if more else 40)
    rng = np.random.default_rng(int(more[1]) if len(more) > 1 else 1)
    convert = ImageCms.buildTransform(
        profile, ImageCms.createProfile("sRGB"), "CMYK", "RGB", renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC
    )
    exact = ImageCms.buildTransform(
        profile, ImageCms.createProfile("LAB"), "CMYK", "LAB", renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC
    )
    cells = theme("accessible").cells
    asked = lab(linear(np.array([cells[n].rgb for n in NAMES])))
    i, j = np.array(PAIRS).T

    def judged(inks: np.ndarray) -> tuple[float, float, float, float]:
        """(smallest difference, smallest step, distances from the screen over 6, darkest L*) as printed."""
        picture = Image.fromarray(np.round(inks * 2.55).astype(np.uint8)[None], "CMYK")
        light = linear(np.asarray(ImageCms.applyTransform(picture, convert), float)[0] / 255)
        seen = lab(np.einsum("vij,nj->vni", MACHADO, light))
        steps = np.abs(seen[0, i, 0] - seen[0, j, 0])
        raw = np.asarray(ImageCms.applyTransform(picture, exact))[0].astype(int)
        shown = np.stack([raw[:, 0] / 2.55, (raw[:, 1] ^ 128) - 128, (raw[:, 2] ^ 128) - 128], axis=1)
        off = np.linalg.norm(
            shown - asked, axis=1
        )  # before sRGB clips what the press can print and a screen cannot show
        return (
            float(ciede2000(seen[:, i], seen[:, j]).min()),
            float(steps.min()),
            float(np.maximum(off - 6, 0).sum()),
            float(shown[:, 0].min()),
        )

    def value(inks: np.ndarray) -> float:
        apart, step, off, dark = judged(inks)
        return min(apart / 13.2, 1) + min(step / 5.1, 1) - 0.012 * off - 0.2 * max(55 - dark, 0)

    best = np.array([[round(100 * v) for v in cells[n].cmyk] for n in NAMES], float)
    best_value = value(best)
    print(judged(best), best_value)
    free = np.array([[n not in ("black", "white")] * 3 + [n == "black"] for n in NAMES])
    now, now_value = best, best_value
    while time.monotonic() < end:
        heat = max(0.0, (end - time.monotonic()) / 60)
        one = now + (rng.random(now.shape) < 0.12) * rng.integers(-4, 5, now.shape) * free
        one = np.clip(one, 0, 100)
        got = value(one)
        if got >= now_value or rng.random() < np.exp((got - now_value) / (0.02 * heat + 1e-5)):
            now, now_value = one, got
        if got > best_value:
            best, best_value = one, got
    print(judged(best), best_value)
    for name, inks in zip(NAMES, best.astype(int), strict=True):
        print(name, tuple(map(int, inks)))


def linear(rgb: np.ndarray) -> np.ndarray:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


if __name__ == "__main__":
    main()
