"""sRGB colours + CMYK profile -> the process inks of mapkit/sheet/palette.py (pillow's LittleCMS; not run by pytest).

    python tests/bench/process_inks.py FOGRA39L_coated.icc "#f6b8b4" ...

Prints percent of c m y k by the profile's colorimetric table, and how far (CIE76) the print is from the asked colour.
"""

from __future__ import annotations

import sys

from PIL import Image, ImageCms


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    profile, *codes = sys.argv[1:]
    srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
    to_print = ImageCms.buildTransform(srgb, profile, "RGB", "CMYK", renderingIntent=intent)
    print_lab = ImageCms.buildTransform(profile, lab, "CMYK", "LAB", renderingIntent=intent)
    asked_lab = ImageCms.buildTransform(srgb, lab, "RGB", "LAB", renderingIntent=intent)

    def seen(transform: ImageCms.ImageCmsTransform, mode: str, pixel: tuple[int, ...]) -> tuple[float, float, float]:
        out = ImageCms.applyTransform(Image.new(mode, (1, 1), pixel), transform).getpixel((0, 0))
        return out[0] / 2.55, out[1] - 128, out[2] - 128

    for code in codes:
        rgb = tuple(int(code[i : i + 2], 16) for i in (1, 3, 5))
        raw = ImageCms.applyTransform(Image.new("RGB", (1, 1), rgb), to_print).getpixel((0, 0))
        percent = tuple(round(v / 2.55) for v in raw)
        shown = seen(print_lab, "CMYK", tuple(round(v * 2.55) for v in percent))
        asked = seen(asked_lab, "RGB", rgb)
        off = sum((a - b) ** 2 for a, b in zip(shown, asked, strict=True)) ** 0.5
        print(code, percent, f"total {sum(percent)} %, off by {off:.1f}, L* {shown[0]:.1f}")


if __name__ == "__main__":
    main()
