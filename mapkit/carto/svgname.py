"""An SVG element -> the name its author gave it, "" where a program only counted up."""

from __future__ import annotations

import re

from mapkit.carto.markup import INKSCAPE, SERIF, Node

CELL = "data-cell"  # the id of a cell, in a drawing that mapkit wrote
_PLAIN = re.compile(
    r"#?((?:g|a)(?=[\d_-])|path|rect|polygon|polyline|circle|ellipse|use|svg|layer|shape|group|object|curve|element|image|clip|xmlid|"
    r"ebene|gruppe|pfad|calque|compound ?path|tracé|レイヤー|パス|图层|路径)[-_ .x<>]*\d*([-_ .]+\d+)*[-_ .]*",
    re.IGNORECASE,
)
_BACKDROP = re.compile(
    r"(back(ground|drop)|hintergrund|fond|frame|rahmen|paper|canvas|artboard|border|sea|ocean|water|meer|"
    r"land|mainland|coast(line)?|outline|base|map)\W*\d*",
    re.I,
)
_BESIDE = re.compile(
    r"(legend(e|a|s)?|légende|leyenda|zeichenerklärung|keys?|labels?|text(e|s|o)?|beschriftung(en)?|names?|namen|noms|"
    r"étiquettes|titles?|titel|titres?|title ?block|frames?|rahmen|cadres?|decorations?|dekoration|décorations?|deko|"
    r"ornaments?|compass|scale( ?bar)?|凡例|图例|圖例|文字|枠|边框|装飾|装饰)[\W_]*\d*",
    re.I,
)


def label(node: Node) -> str:
    """From what `given` knows or the id; "" when it carries only what a program counted up."""
    if CELL in node.attributes:
        return node.attributes[CELL]
    return given(node) or next((t for t in (decoded(node).replace("_", " ").strip(),) if not plain(t)), "")


def given(node: Node) -> str:
    """The name in words: inkscape:label, serif:id, data-name, <title> or aria-label."""
    title = next((c.text for c in node.children if c.tag == "title" and c.text.strip()), "")
    a = node.attributes
    told = (
        a.get(INKSCAPE + "label"),
        a.get(SERIF + "id"),
        a.get("data-name"),
        title,
        a.get("aria-label"),
        a.get("name"),
    )
    return next((t.strip() for t in told if t and not plain(t.strip())), "")


def called(node: Node) -> set[str]:
    """All an element may be asked for by, in lower case."""
    a = node.attributes
    return {t.casefold() for t in (label(node), a.get("id"), a.get(INKSCAPE + "label"), a.get(SERIF + "id")) if t}


def decoded(node: Node) -> str:
    """The id as it was meant. Illustrator writes "North Sea" as North_Sea_1_ and other signs as _x2C_; some maps
    begin every id with an underscore."""
    ident = node.attributes.get("id", "")
    ident = re.sub(r"_x([0-9A-Fa-f]{2,5})_", lambda m: chr(int(m[1], 16)) if int(m[1], 16) < 0x110000 else m[0], ident)
    ident = re.sub(r"_\d+_$", "", ident).strip("_")
    return "".join(c for c in ident if c.isprintable())


def plain(text: str) -> bool:
    """Whether a program would give that name by itself: path12, g7, Ebene 3."""
    return not text or bool(_PLAIN.fullmatch(text))


def behind(name: str) -> bool:
    """Whether what has that name lies behind a map: background, paper, sea."""
    return bool(_BACKDROP.fullmatch(name))


def beside(node: Node) -> bool:
    """Whether a layer is called by what stands beside a map: legend, labels, frame."""
    return any(_BESIDE.fullmatch(name) for name in called(node))
