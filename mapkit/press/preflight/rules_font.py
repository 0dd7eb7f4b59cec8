"""Rules about fonts: embedded, whole, with every glyph that is shown, and text that can be read back."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from mapkit.press.preflight.document import Document, Leaf
from mapkit.press.preflight.rule import ALL, PRESS, Fault, Rule, Target, rule


def _fonts(doc: Document) -> list[tuple[Any, Leaf, set[int]]]:
    """Every font that shows something, the first page it is on, the codes shown."""
    found: dict[Any, tuple[Any, Leaf, set[int]]] = {}
    for leaf in doc.leaves:
        for p in leaf.paint:
            if p.kind == "text":
                key = p.font.objgen if p.font.objgen != (0, 0) else str(p.font.get("/BaseFont", ""))
                found.setdefault(key, (p.font, leaf, set()))[2].update(p.codes)
    return list(found.values())


@rule("font-not-embedded", PRESS, ALL)
def embedded(doc: Document, target: Target) -> Iterator[Fault]:
    for font, leaf, _ in _fonts(doc):
        if str(font.get("/Subtype", "")) != "/Type3" and _file(font) is None:
            yield Fault(
                leaf.name, f"the font {_name(font)} is not embedded", "embed all fonts, also the 14 standard ones"
            )


@rule("font-listed", frozenset(), PRESS)
def listed(doc: Document, target: Target) -> Iterator[Fault]:
    """A font nobody uses, listed without its file: some checkers reject it."""
    import pikepdf

    used = {font.objgen for font, _, _ in _fonts(doc)}
    names = set()
    for thing in doc.pdf.objects:
        if (
            isinstance(thing, pikepdf.Dictionary)
            and str(thing.get("/Type", "")) == "/Font"
            and thing.objgen not in used
        ):
            plain = str(thing.get("/Subtype", "")) in ("/Type1", "/TrueType", "/MMType1")
            if plain and _file(thing) is None:
                names.add(_name(thing))
    for name in sorted(names):
        yield Fault(
            "resources", f"the font {name} is listed but neither used nor embedded", "take it out of the resources"
        )


@rule("type3-font", frozenset(), PRESS)
def type3(doc: Document, target: Target) -> Iterator[Fault]:
    for font, leaf, _ in _fonts(doc):
        if str(font.get("/Subtype", "")) == "/Type3":
            yield Fault(leaf.name, f"the font {_name(font)} is of Type 3", "use a TrueType or OpenType font")


@rule("broken-font", ALL)
def broken(doc: Document, target: Target) -> Iterator[Fault]:
    for font, leaf, _ in _fonts(doc):
        data = _file(font)
        if data is not None and _truetype(font) and _parsed(data) is None:
            yield Fault(leaf.name, f"the font {_name(font)} is damaged", "embed it again")


@rule("missing-glyph", ALL)
def glyphs(doc: Document, target: Target) -> Iterator[Fault]:
    for font, leaf, codes in _fonts(doc):
        data = _file(font)
        parsed = _parsed(data) if data is not None and _truetype(font) else None
        if parsed is None or "cmap" not in parsed:
            continue
        table = next((t for t in parsed["cmap"].tables if (t.platformID, t.platEncID) in ((1, 0), (3, 0))), None)
        order = parsed.getGlyphOrder()
        if table is None:
            continue
        map_ = {k & 0xFF: v for k, v in table.cmap.items()}
        lost = sorted(c for c in codes if map_.get(c, order[0]) == order[0])
        if lost:
            said = f"{len(lost)} character(s) shown with {_name(font)} have no glyph (code {lost[0]})"
            yield Fault(leaf.name, said, "give a font that has them with --font FILE")


@rule("wrong-widths", PRESS)
def widths(doc: Document, target: Target) -> Iterator[Fault]:
    for font, leaf, codes in _fonts(doc):
        data = _file(font)
        parsed = _parsed(data) if data is not None and _truetype(font) else None
        if parsed is None or "/Widths" not in font or "cmap" not in parsed:
            continue
        table = next((t for t in parsed["cmap"].tables if (t.platformID, t.platEncID) in ((1, 0), (3, 0))), None)
        if table is None:
            continue
        map_ = {k & 0xFF: v for k, v in table.cmap.items()}
        em, first = parsed["head"].unitsPerEm, int(font.get("/FirstChar", 0))
        for code in sorted(codes):
            said = float(font.Widths[code - first]) if 0 <= code - first < len(font.Widths) else None
            if said is not None and code in map_ and abs(said - parsed["hmtx"][map_[code]][0] * 1000 / em) > 2:
                message = f"widths of {_name(font)} differ between the PDF and the font (code {code})"
                yield Fault(leaf.name, message, "embed the font again")
                break


@rule("unreadable-text", frozenset(), ALL)
def readable(doc: Document, target: Target) -> Iterator[Fault]:
    for font, leaf, _ in _fonts(doc):
        symbolic = int(_descriptor(font).get("/Flags", 0)) & 4
        if "/ToUnicode" not in font and (symbolic or str(font.get("/Subtype", "")) == "/Type0"):
            yield Fault(leaf.name, f"text in {_name(font)} cannot be searched or copied", "add a ToUnicode table")


def _descriptor(font: Any) -> Any:
    if str(font.get("/Subtype", "")) == "/Type0":
        font = font.DescendantFonts[0]
    return font.get("/FontDescriptor", {})


def _file(font: Any) -> bytes | None:
    descriptor = _descriptor(font)
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        if key in descriptor:
            try:
                return bytes(descriptor[key].read_bytes())
            except Exception:  # a stream that cannot be unpacked is a damaged font
                return b""
    return None


def _truetype(font: Any) -> bool:
    return str(font.get("/Subtype", "")) == "/TrueType" and "/FontFile2" in _descriptor(font)


def _parsed(data: bytes) -> Any:
    """A fontTools font with its tables readable, or None."""
    import logging

    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    try:
        font = TTFont(io.BytesIO(data), lazy=False)
        for tag in ("head", "hhea", "hmtx", "maxp", "loca", "glyf"):
            font[tag]
    except Exception:  # fontTools raises whatever the damaged bytes lead it to
        return None
    return font


def _name(font: Any) -> str:
    return str(font.get("/BaseFont", font.get("/Name", "without a name"))).lstrip("/")


RULES: tuple[Rule, ...] = (embedded, listed, type3, broken, glyphs, widths, readable)
