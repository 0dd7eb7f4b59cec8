"""Text -> why it cannot be set: written from right to left, signs that join or change places, or no font has it.

mapkit sets one glyph after the other (no shaping, Unicode Standard 16.0 chapters 9, 12, 13 and 16): right for Latin,
Greek, Cyrillic, Chinese, Japanese, Korean and the like; of Arabic or Devanagari it would make a wrong word.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from mapkit.errors import MapkitError
from mapkit.press.fonts import Chain, missing
from mapkit.sheet.marks import Sheet, Text, Weight

_LEFTWARD = {"R", "AL", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"}
_JOINED = (  # blocks where marks stand before or around the letter they follow
    (0x0900, 0x0DFF, "an Indic script"), (0x0F00, 0x0FFF, "Tibetan"), (0x1000, 0x109F, "Burmese"),
    (0x1780, 0x17FF, "Khmer"), (0x1800, 0x18AF, "Mongolian"), (0x1900, 0x1CFF, "a script of joined signs"),
    (0xA800, 0xABFF, "a script of joined signs"), (0x11000, 0x11FFF, "a script of joined signs"),
)  # fmt: skip
OTHER = "give it another text in map.toml and choose that language with --names"


def unset(text: str, weight: Weight = "regular", fonts: Chain | None = None) -> tuple[str, str] | None:
    """(why a text cannot be set, what to do), or None when it can."""
    for char in unicodedata.normalize("NFC", text):
        if unicodedata.bidirectional(char) in _LEFTWARD:
            return "is written from right to left, which mapkit cannot set", OTHER
        script = next((name for low, high, name in _JOINED if low <= ord(char) <= high), "")
        if script == "Mongolian" or (script and unicodedata.category(char)[0] == "M"):
            return f"is in {script}, which mapkit cannot set", OTHER
    lacking = missing(text, weight, fonts)
    if lacking:
        return f"has {lacking[0]!r} (U+{ord(lacking[0]):04X}), which no font has", "give one with --font FILE"
    return None


def faults(sheets: Iterable[Sheet], fonts: Chain | None = None) -> list[tuple[str, str, str]]:
    """(text, why it cannot be set, what to do) for every such text on the sheets, each once."""
    texts = {m.text: m.weight for sheet in sheets for m in sheet.marks if isinstance(m, Text)}
    found = ((text, unset(text, weight, fonts)) for text, weight in texts.items())
    return [(text, *why) for text, why in found if why is not None]


def demand(sheets: Iterable[Sheet], fonts: Chain | None = None) -> None:
    """Raises MapkitError for the first text that cannot be set: a player's sheet has no boxes in place of letters."""
    found = faults(sheets, fonts)
    if found:
        text, why, fix = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise MapkitError(f"{text!r} {why}{more}: {fix}, or leave cells' names out with --names none")
