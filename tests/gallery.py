"""Writes output/gallery: one picture per kind of sheet, to look at before every release (`make gallery`)."""

from __future__ import annotations

from pathlib import Path

from shipped import SHIPPED

from mapkit import folder, line
from mapkit.ask import Ask
from mapkit.errors import MapkitError
from mapkit.lay import lay
from mapkit.leaves import leaves
from mapkit.press.png import to_png
from mapkit.sheet.theme import theme

GALLERY = Path(__file__).parent.parent / "output" / "gallery"
A5, A6 = (148.0, 210.0), (105.0, 148.0)


def picture(name: str, data: bytes) -> None:
    GALLERY.mkdir(parents=True, exist_ok=True)
    (GALLERY / f"{name}.png").write_bytes(data)
    print(f"{name}.png {len(data) // 1024} kB")


def main() -> None:
    for name in SHIPPED:
        if folder.family(folder.find(name)) == "map":
            for style in ("outline", "block"):
                try:
                    (leaf,) = leaves(name, Ask(style=style))
                except MapkitError as refused:
                    print(f"{name}-{style}: {refused}")
                    continue
                picture(f"{name}-{style}", to_png(leaf.front, 100))
        else:
            for leaf in leaves(name, Ask(which="all")):
                picture(f"{name}-{leaf.id}", to_png(leaf.front, 100))
    for look, size in (("classic", A5), ("gray", A5), ("low-ink", A5), ("accessible", A6)):
        (leaf,) = leaves("japan", Ask(size, theme(look), "ja"))
        picture(f"japan-{look}-{'a5' if size == A5 else 'a6'}", to_png(leaf.front, 90 if size == A5 else 130))
    (leaf,) = leaves("japan", Ask())
    picture("japan-rules", to_png(leaf.back(), 90))
    japan = line.open_map("japan")
    picture("japan-proof", to_png(line.proof_sheet(japan, lay(japan, Ask()).layout, Ask(theme=theme("classic"))), 110))


if __name__ == "__main__":
    main()
