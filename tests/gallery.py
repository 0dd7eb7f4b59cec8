"""Writes output/gallery: one picture per kind of sheet, to look at before every release (`make gallery`)."""

from __future__ import annotations

from pathlib import Path

from mapkit import folder, line
from mapkit.press.png import to_png
from mapkit.sheet.theme import theme

GALLERY = Path(__file__).parent.parent / "output" / "gallery"
A5, A6 = (148.0, 210.0), (105.0, 148.0)


def picture(name: str, data: bytes) -> None:
    GALLERY.mkdir(parents=True, exist_ok=True)
    (GALLERY / f"{name}.png").write_bytes(data)
    print(f"{name}.png {len(data) // 1024} kB")


def main() -> None:
    for name in folder.shipped_names():
        if folder.family(folder.find(name)) != "map":
            continue
        opened = line.open_map(name)
        for style in ("outline", "block"):
            layout = line.lay(opened, A5, theme("accessible"), style).layout
            sheet = line.front_sheet(opened, layout, theme("accessible"), "en")
            picture(f"{name}-{style}", to_png(sheet, 120))
    japan = line.open_map("japan")
    layout = line.lay(japan, A5, theme("accessible")).layout
    for look in ("classic", "gray", "low-ink"):
        picture(f"japan-{look}", to_png(line.front_sheet(japan, layout, theme(look), "ja"), 90))
    small = line.lay(japan, A6, theme("accessible")).layout
    picture("japan-a6", to_png(line.front_sheet(japan, small, theme("accessible"), "de"), 150))
    picture("japan-rules", to_png(line.back_sheet(japan, layout, theme("accessible"), "en"), 90))
    picture("japan-proof", to_png(line.proof_sheet(japan, layout, theme("classic"), 8.0, "en"), 110))


if __name__ == "__main__":
    main()
