"""Text -> runs of (font, text), lengths in mm, missing glyphs: a chain of fonts, the first one that has the glyph.

A word of letters (Latin, Greek, Cyrillic) is set in one font where one has all of it, so that a single letter does not
fall out of the others. Texts are composed first (Unicode NFC): "e" + combining circumflex is one glyph.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from mapkit.errors import MapkitError
from mapkit.press import sfnt
from mapkit.sheet.marks import Weight

FOLDER = Path(__file__).parent / "fonts"
SHIPPED = ("NotoSansJP", "NotoSans", "NotoSansSC", "NotoSansKR")
_WORD = re.compile(r"[^\W\d_\u1100-\u11ff\u2e80-\uffff\U00010000-\U0010ffff]+|.", re.DOTALL)
_UNSEEN = {"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\ufe0e", "\ufe0f", "\u00ad"}  # never printed


@dataclass(frozen=True)
class Chain:
    """Fonts in the order they are asked, for each weight."""

    regular: tuple[Path, ...]
    bold: tuple[Path, ...]

    def faces(self, weight: Weight) -> tuple[Path, ...]:
        return self.bold if weight == "bold" else self.regular


def chain(extra: Sequence[str | Path] = (), first: bool = True, language: str = "") -> Chain:
    """The shipped fonts with a user's own font files before them (or after, when first is False).

    language: "zh" asks the Chinese font before the Japanese one, whose shapes of common characters (骨, 直) differ; the
    lengths of texts stay what they are, so that a sheet composed without it still fits.
    A file whose name has "bold", "black" or "heavy" in it serves bold text, any other regular text; when all the given
    files are of one weight they serve both. Raises MapkitError for a file that is no font.
    """
    own = [Path(p) for p in extra]
    for path in own:
        sfnt.read(path)
    names = ("NotoSansSC", *(n for n in SHIPPED if n != "NotoSansSC")) if language.startswith("zh") else SHIPPED
    heavy = [p for p in own if re.search(r"bold|black|heavy", p.stem, re.IGNORECASE)]
    light = [p for p in own if p not in heavy]

    def order(mine: list[Path], weight: str) -> tuple[Path, ...]:
        ours = [FOLDER / f"{name}-{weight}.ttf" for name in names]
        return tuple(mine + ours if first else ours + mine)

    return Chain(order(light or heavy, "Regular"), order(heavy or light, "Bold"))


@lru_cache(maxsize=1)
def shipped() -> Chain:
    """The fonts that come with mapkit: Latin, Greek, Cyrillic, Japanese, Chinese, Korean."""
    chosen = chain()
    for path in (*chosen.regular, *chosen.bold):
        if not path.is_file():
            raise MapkitError("this font of mapkit is missing: install mapkit again", path)
    return chosen


@lru_cache(maxsize=8192)
def runs(text: str, weight: Weight = "regular", fonts: Chain | None = None) -> tuple[tuple[Path, str], ...]:
    """The text cut into pieces, each with the font file that sets it; a glyph no font has goes to the first font."""
    faces = [sfnt.read(path) for path in (fonts or shipped()).faces(weight)]
    clean = "".join(c for c in unicodedata.normalize("NFC", text) if c not in _UNSEEN)
    found: list[tuple[Path, str]] = []
    for word in _WORD.findall(clean):
        whole = next((f for f in faces if all(map(f.glyph, word))), None)
        for part in (word,) if whole else tuple(word):
            face = whole or next((f for f in faces if f.glyph(part)), faces[0])
            if found and (found[-1][0] == face.path or (part.isspace() and sfnt.read(found[-1][0]).glyph(part))):
                found[-1] = (found[-1][0], found[-1][1] + part)
            else:
                found.append((face.path, part))
    return tuple(found)


@lru_cache(maxsize=8192)
def ems(text: str, weight: Weight = "regular", fonts: Chain | None = None) -> float:
    """Length of a text in em."""
    return sum(sfnt.read(path).width(part) for path, part in runs(text, weight, fonts))


def measure(text: str, size: float, weight: Weight = "regular", fonts: Chain | None = None) -> float:
    """Length in mm of a text set at an em of size mm."""
    return ems(text, weight, fonts) * size


def missing(text: str, weight: Weight = "regular", fonts: Chain | None = None) -> list[str]:
    """The characters that no font of the chain has, in order, each once."""
    faces = [sfnt.read(path) for path in (fonts or shipped()).faces(weight)]
    clean = dict.fromkeys(c for c in unicodedata.normalize("NFC", text) if c not in _UNSEEN)
    return [c for c in clean if not any(f.glyph(c) for f in faces)]
