"""Seed + windows -> the accessible palette of mapkit/sheet/palette.py, by search (numpy; not run by pytest).

    python tests/bench/palette.py [fills|strong] [seconds] [seed]

Every colour moves inside a window of CIELAB lightness, chroma and hue that keeps its die's name recognisable, and for
fills close to what offset print reaches. The search (annealed random steps) raises the worst of two ratios: smallest
CIEDE2000 (Sharma, Wu, Dalal 2005) of any pair under normal, protan, deutan and tritan vision (Machado, Oliveira,
Fernandes 2009, severity 1) to its goal, and smallest step of L* between any two to its goal. Blue and the purple wild,
the pair players mix up, must stay 20 apart to normal eyes. Two sets of dice share colours and both must hold: red blue
green yellow black white, wild purple; and orange blue green yellow red purple, wild clear (which is white, too).
Shipped: fills from 70 s with seed 5, strong from 70 s with seed 3.
"""

from __future__ import annotations

import sys
import time

import numpy as np

MACHADO = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ]
)
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = XYZ.sum(axis=1)

NAMES = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange")
SETS = ((0, 1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 5, 6, 7))
WINDOWS = {  # name: (L low, L high, C low, C high, h low, h high), CIELAB under D65
    "fills": {
        "red": (57, 74, 38, 75, 18, 38),
        "blue": (60, 78, 28, 37, 250, 276),
        "green": (62, 88, 24, 40, 138, 160),
        "yellow": (86, 94, 45, 88, 90, 101),
        "black": (55.2, 57, 0, 3, 0, 360),
        "white": (99.9, 100, 0, 0.02, 0, 360),
        "purple": (58, 88, 16, 36, 316, 336),
        "orange": (64, 86, 45, 80, 58, 76),
    },
    "strong": {
        "red": (36, 55, 60, 90, 24, 40),
        "blue": (26, 50, 42, 75, 265, 292),
        "green": (36, 58, 38, 75, 132, 160),
        "yellow": (52, 61, 45, 80, 78, 98),
        "black": (5, 12, 0, 2, 0, 360),
        "white": (56, 61, 0, 2, 0, 360),
        "purple": (22, 56, 40, 85, 312, 336),
        "orange": (42, 60, 50, 85, 55, 70),
    },
}
GOAL = {"fills": (13.6, 5.4), "strong": (13.0, 4.0)}


def linear(lch: np.ndarray) -> np.ndarray:
    lightness, chroma, hue = lch[:, 0], lch[:, 1], np.radians(lch[:, 2])
    fy = (lightness + 16) / 116
    f = np.stack([fy + chroma * np.cos(hue) / 500, fy, fy - chroma * np.sin(hue) / 200], axis=1)
    xyz = np.where(f > 6 / 29, f**3, (f - 4 / 29) * 3 * (6 / 29) ** 2) * WHITE
    return xyz @ np.linalg.inv(XYZ).T


def lab(rgb: np.ndarray) -> np.ndarray:
    t = np.clip(rgb, 0, 1) @ XYZ.T / WHITE
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def ciede2000(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    l1, a1, b1 = np.moveaxis(one, -1, 0)
    l2, a2, b2 = np.moveaxis(two, -1, 0)
    c7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - np.sqrt(c7 / (c7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 < 1e-12
    dh = np.where(grey, 0, (h2 - h1 + 180) % 360 - 180)
    big = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = np.where(grey, h1 + h2, (h1 + dh / 2) % 360)
    t = (
        1
        - 0.17 * np.cos(np.radians(hm - 30))
        + 0.24 * np.cos(np.radians(2 * hm))
        + 0.32 * np.cos(np.radians(3 * hm + 6))
        - 0.20 * np.cos(np.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    turn = np.radians(60 * np.exp(-(((hm - 275) / 25) ** 2)))
    rt = -np.sin(turn) * 2 * np.sqrt(cm**7 / (cm**7 + 25.0**7))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, big / sh
    return np.sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh)


def worst(lch: np.ndarray) -> tuple[float, float]:
    """(smallest CIEDE2000 over the four visions, smallest step of L*) of the pairs of both sets; below 0 off gamut."""
    rgb = linear(lch)
    if rgb.min() < -1e-6 or rgb.max() > 1 + 1e-4:
        return -1.0 - float(max(-rgb.min(), rgb.max() - 1)), 0.0
    seen = lab(np.einsum("vij,nj->vni", MACHADO, rgb))
    i, j = np.array(PAIRS).T
    steps = np.abs(lch[i, 0] - lch[j, 0])
    apart = ciede2000(seen[:, i], seen[:, j])
    wild = float(ciede2000(seen[0, 1], seen[0, 6])) / 20
    return float(apart.min()) * min(wild, 1), float(steps.min())


PAIRS = sorted({(s[a], s[b]) for s in SETS for b in range(7) for a in range(b)})


def search(kind: str, seconds: float, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    low, high = (np.array([WINDOWS[kind][n][k::2] for n in NAMES]) for k in (0, 1))
    goal = np.array(GOAL[kind])

    def value(p: np.ndarray) -> float:
        w = np.minimum(np.array(worst(p)) / goal, 1.15)
        return float(w.min() + 0.05 * w.mean())

    best, best_value, end = None, -9.0, time.monotonic() + seconds
    while time.monotonic() < end:
        p = low + (high - low) * rng.random(low.shape)
        p[:, 1] = low[:, 1] + (high - low)[:, 1] * 0.2 * rng.random(len(p))
        v = value(p)
        for step in range(6000):
            heat = 1 - step / 6000
            q = p.copy()
            k = rng.integers(len(p), size=rng.integers(1, 3))
            q[k] += rng.normal(size=(len(k), 3)) * (high - low)[k] * 0.3 * (heat * 0.9 + 0.02)
            q = np.clip(q, low, high)
            u = value(q)
            if u >= v or rng.random() < np.exp((u - v) / (0.03 * heat + 1e-4)):
                p, v = q, u
                if v > best_value:
                    best, best_value = p.copy(), v
                    print(f"{best_value:.4f} {worst(best)}", file=sys.stderr)
            if time.monotonic() > end:
                break
    assert best is not None
    return best


def main() -> None:
    kind = sys.argv[1] if len(sys.argv) > 1 else "fills"
    found = search(kind, float(sys.argv[2]) if len(sys.argv) > 2 else 60, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    rgb = np.clip(linear(found), 0, 1)
    code = np.where(rgb <= 0.0031308, rgb * 12.92, 1.055 * rgb ** (1 / 2.4) - 0.055)
    for name, lch, c in zip(NAMES, found, np.round(code * 255).astype(int), strict=True):
        print(f'"{name}": "#{c[0]:02x}{c[1]:02x}{c[2]:02x}",  # L {lch[0]:.1f} C {lch[1]:.1f} h {lch[2]:.0f}')
    print("worst CIEDE2000, worst step of L*:", worst(found))


if __name__ == "__main__":
    main()
