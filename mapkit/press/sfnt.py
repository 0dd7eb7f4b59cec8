"""Font file -> which glyph and how wide, without loading the rest (stdlib only).

The character map and the widths are all that composing a sheet needs; reading just these takes a millisecond or two,
where a font library takes a quarter of a second. Formats: OpenType 1.9, tables cmap (4 and 12), head, hhea, hmtx, name.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from mapkit.errors import MapkitError
from mapkit.press.plain import read_plain

LARGEST = 120 * 2**20  # bytes: a collection of all Chinese, Japanese and Korean weights


@dataclass(frozen=True)
class Face:
    """What a font file says of its characters. starts/ends/glyphs: sorted runs of consecutive code points."""

    path: Path
    em: int  # units per em
    name: str  # family name ("Noto Sans JP")
    outlines: str  # "glyf" or "CFF "
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    glyphs: tuple[int, ...]
    advances: tuple[int, ...]  # the last one stands for all glyphs after it

    @cached_property
    def _seen(self) -> dict[str, float]:
        return {}

    def glyph(self, char: str) -> int:
        """The glyph of a character, 0 when the font has none."""
        code = ord(char)
        i = bisect_right(self.starts, code) - 1
        return self.glyphs[i] + code - self.starts[i] if i >= 0 and code <= self.ends[i] else 0

    def width(self, text: str) -> float:
        """Length of a text in em (advance widths, no kerning)."""
        seen = self._seen
        total = 0.0
        for char in text:
            if char not in seen:
                glyph = self.glyph(char)
                seen[char] = self.advances[min(glyph, len(self.advances) - 1)] / self.em
            total += seen[char]
        return total


@lru_cache(maxsize=64)
def read(path: Path) -> Face:
    """The face of a TrueType or OpenType file (the first one of a collection). Raises MapkitError."""
    data = read_plain(path, "the font", LARGEST)
    try:
        return _parse(path, data)
    except (struct.error, KeyError, IndexError, ValueError, UnicodeDecodeError):
        raise MapkitError("is not a TrueType or OpenType font (.ttf, .otf, .ttc)", path) from None


def _parse(path: Path, data: bytes) -> Face:
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    (count,) = struct.unpack_from(">H", data, start + 4)
    table = {}
    for i in range(count):
        tag, _, offset, size = struct.unpack_from(">4sIII", data, start + 12 + 16 * i)
        table[tag.decode("latin-1")] = (offset, size)
    outlines = next(tag for tag in ("glyf", "CFF ", "CFF2", "") if tag in table or not tag)
    if not outlines:
        raise MapkitError("holds no outlines (a bitmap font?): use a TrueType or OpenType font", path)
    (em,) = struct.unpack_from(">H", data, table["head"][0] + 18)
    (metrics,) = struct.unpack_from(">H", data, table["hhea"][0] + 34)
    advances = struct.unpack_from(">" + "Hh" * metrics, data, table["hmtx"][0])[::2]
    runs = sorted(_cmap(data, table["cmap"][0]))
    starts, ends, glyphs = zip(*runs, strict=True) if runs else ((), (), ())
    return Face(path, em, _name(data, table["name"][0]) or path.stem, outlines, starts, ends, glyphs, advances)


def _cmap(data: bytes, at: int) -> list[tuple[int, int, int]]:
    """Runs (first code, last code, first glyph) of the fullest Unicode subtable."""
    (count,) = struct.unpack_from(">H", data, at + 2)
    found = {}
    for i in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", data, at + 4 + 8 * i)
        (kind,) = struct.unpack_from(">H", data, at + offset)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            found[kind] = at + offset
    if 12 in found:
        (groups,) = struct.unpack_from(">I", data, found[12] + 12)
        return list(struct.iter_unpack(">III", data[found[12] + 16 : found[12] + 16 + 12 * groups]))
    return _cmap4(data, found[4])


def _cmap4(data: bytes, at: int) -> list[tuple[int, int, int]]:
    n = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{n}H", data, at + 14)
    starts = struct.unpack_from(f">{n}H", data, at + 16 + 2 * n)
    deltas = struct.unpack_from(f">{n}H", data, at + 16 + 4 * n)
    offsets = struct.unpack_from(f">{n}H", data, at + 16 + 6 * n)
    runs: list[tuple[int, int, int]] = []
    for i, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        if first == 0xFFFF:
            continue
        if not offset:
            split = min(last + 1, max(first, 0x10000 - delta)) if delta else last + 1  # glyph numbers wrap at 65536
            if first < split:
                runs.append((first, split - 1, (first + delta) & 0xFFFF))
            if split <= last:
                runs.append((split, last, (split + delta) & 0xFFFF))
            continue
        row = struct.unpack_from(f">{last - first + 1}H", data, at + 16 + 6 * n + 2 * i + offset)
        runs += [(first + k, first + k, (g + delta) & 0xFFFF) for k, g in enumerate(row) if g]
    return runs


def _name(data: bytes, at: int) -> str:
    """The family name, typographic one first (name ids 16, 1)."""
    _, count, strings = struct.unpack_from(">HHH", data, at)
    best: dict[int, str] = {}
    for i in range(count):
        platform, _, language, ident, size, offset = struct.unpack_from(">6H", data, at + 6 + 12 * i)
        if ident in (1, 16) and platform == 3 and (language == 0x409 or ident not in best):
            best[ident] = data[at + strings + offset : at + strings + offset + size].decode("utf-16-be")
    return best.get(16, best.get(1, ""))
