"""Rules about what is painted: colours, ink, lines, text, transparency, overprint, images."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mapkit.press.preflight.document import PT, Document, Leaf
from mapkit.press.preflight.paint import Painted, meet, within
from mapkit.press.preflight.rule import ALL, OLD, PRESS, Fault, Rule, Target, rule

MOST_INK = 2.25
LEAST_TEXT = 6.0  # pt
LEAST_LINE = 0.25  # pt
LEAST_DPI = 200.0
SAFE = 2.0  # mm inside the cut
FEW = 3  # places named of a kind, on a page
PROCESS = {"Cyan", "Magenta", "Yellow", "Black", "All", "None"}


def _each(doc: Document, wrong: Callable[[Leaf, Painted], str], fix: str) -> Iterator[Fault]:
    """The first places on every page at which wrong says a sentence, and how many more there are."""
    for leaf in doc.leaves:
        told: dict[str, int] = {}
        for paint in leaf.paint:
            said = wrong(leaf, paint)
            if said:
                told[said] = told.get(said, 0) + 1
                if told[said] == 1 and len(told) <= FEW:
                    where = leaf.at(paint.box)
                    yield Fault(where, said, fix)


@rule("rgb", PRESS)
def rgb(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        return f"a {p.kind} is in RGB" if p.color.base in ("DeviceRGB", "CalRGB") else ""

    return _each(doc, wrong, "convert it to CMYK or gray")


@rule("profiled-colour", frozenset({"x1a"}))
def profiled(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        base = p.color.base
        return f"a {p.kind} is in {base}" if base.startswith("ICCBased") or base in ("Lab", "CalGray") else ""

    return _each(doc, wrong, "convert it to CMYK: PDF/X-1a knows no colours with a profile")


@rule("spot-colour", frozenset(), PRESS)
def spot(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        extra = [n for n in p.color.names if n not in PROCESS]
        return f"the spot colour {extra[0]!r} needs a plate of its own" if extra else ""

    return _each(doc, wrong, "convert it to CMYK unless it is ordered as a fifth colour")


@rule("registration-colour", PRESS)
def registration(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        box = tuple(v + g for v, g in zip(leaf.trim, (0.5, 0.5, -0.5, -0.5), strict=True))
        used = "All" in p.color.names and meet(p.box, box) and any(v > 0 for v in p.color.values)  # type: ignore[arg-type]
        return f"a {p.kind} inside the trim is in registration colour" if used else ""

    return _each(doc, wrong, "draw it in black; registration colour is for marks")


@rule("too-much-ink", PRESS)
def ink(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        inks = p.color.inks
        if not inks or p.kind in ("image", "shading") or "All" in p.color.names or not meet(p.box, leaf.trim):
            return ""
        total = sum(inks)
        return f"{total * 100:.0f} % of ink, {MOST_INK * 100:.0f} dry on a pad" if total > MOST_INK + 0.005 else ""

    return _each(doc, wrong, "use less ink, black first")


@rule("text-in-several-inks", PRESS)
def mixed_text(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        inks = p.color.inks
        many = inks and sum(v > 0.01 for v in inks) > 1 and "All" not in p.color.names
        halo = p.width is not None and p.width >= 0.99  # a wide outline may be in any ink
        small = p.kind == "text" and p.size is not None and p.size < 14 and not halo
        return f"text of {p.size:.0f} pt is in several inks" if small and many else ""

    return _each(doc, wrong, "set small text in black alone, else it prints with coloured rims")


@rule("line-in-several-inks", PRESS)
def mixed_line(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        inks = p.color.inks
        thin = p.kind == "stroke" and p.width is not None and p.width < 0.99
        many = inks and sum(v > 0.01 for v in inks) > 1 and "All" not in p.color.names
        return "a line under 1 pt is in several inks" if thin and many else ""

    return _each(doc, wrong, "draw thin lines in black alone")


@rule("small-text", PRESS, ALL)
def small(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        inside = meet(p.box, leaf.trim)
        too = p.kind == "text" and p.size is not None and p.size < LEAST_TEXT - 0.02 and inside
        return f"text of {p.size:.1f} pt is under {LEAST_TEXT:g} pt" if too else ""

    return _each(doc, wrong, "set it larger")


@rule("thin-line", PRESS, ALL)
def thin(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        too = p.kind == "stroke" and p.width is not None and p.width < LEAST_LINE - 0.005 and meet(p.box, leaf.trim)
        return f"a line of {p.width:.2f} pt is under {LEAST_LINE:g} pt" if too else ""

    return _each(doc, wrong, "draw it at 0.5 pt")


@rule("text-near-cut", frozenset(), ALL)
def near_cut(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        t, d = leaf.trim, SAFE * PT
        if p.kind != "text" or not meet(p.box, t) or within(p.box, (t[0] + d, t[1] + d, t[2] - d, t[3] - d)):
            return ""
        return f"text stands less than {SAFE:g} mm from the cut"

    return _each(doc, wrong, "move it inwards: cutting is 1 mm off at times")


@rule("transparency", OLD)
def transparency(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        alpha = _alpha(p)
        mode = str(p.has("BM") or "/Normal")
        soft = p.has("SMask") not in (None, "/None") or (p.kind == "image" and _soft(p.image))
        seen = alpha < 1 or mode not in ("/Normal", "/Compatible") or soft or p.has("Group") == "/Transparency"
        return f"a {p.kind} is transparent" if seen else ""

    return _each(doc, wrong, "flatten it, or print as PDF/X-4")


@rule("white-overprint", PRESS)
def white_overprint(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        over = p.has("OP") if p.kind == "stroke" else p.has("op")
        inks = p.color.inks
        return f"a white {p.kind} overprints, so it vanishes" if over and inks and sum(inks) < 0.001 else ""

    return _each(doc, wrong, "switch overprinting off for it")


@rule("transfer-function", PRESS)
def transfer(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        bad = next((k for k in ("TR", "TR2") if p.has(k) not in (None, "/Default", "/Identity")), "")
        return "a transfer function changes the colours" if bad else ""

    return _each(doc, wrong, "apply it and remove it")


@rule("halftone", OLD, PRESS)
def halftone(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        return "a halftone is prescribed" if p.has("HT") not in (None, "/Default") else ""

    return _each(doc, wrong, "leave the screen to the printer")


@rule("low-resolution", PRESS, ALL)
def resolution(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        low = p.kind == "image" and p.dpi is not None and p.dpi < LEAST_DPI
        return f"an image has {p.dpi:.0f} dpi, {LEAST_DPI:.0f} are asked for" if low else ""

    return _each(doc, wrong, "place it smaller or take a larger image")


@rule("image-filter", OLD)
def image_filter(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        used = _filters(p.image) & {"/JPXDecode", "/LZWDecode"} if p.kind == "image" else set()
        return f"an image is packed as {sorted(used)[0][1:]}" if used else ""

    return _each(doc, wrong, "pack it as Flate or JPEG")


@rule("foreign-object", PRESS)
def foreign(doc: Document, target: Target) -> Iterator[Fault]:
    def wrong(leaf: Leaf, p: Painted) -> str:
        if p.kind != "image" or not hasattr(p.image, "get"):
            return ""
        bad = str(p.image.get("/Subtype", "/Image")) not in ("/Image",) or "/OPI" in p.image or "/Alternates" in p.image
        return "a PostScript, OPI or alternate object is placed" if bad else ""

    return _each(doc, wrong, "embed the picture itself")


def _alpha(p: Painted) -> float:
    value = p.has("CA") if p.kind == "stroke" else p.has("ca")
    return 1.0 if value is None else float(value)


def _soft(image: Any) -> bool:
    return hasattr(image, "get") and ("/SMask" in image or int(image.get("/SMaskInData", 0)) > 0)


def _filters(image: Any) -> set[str]:
    import pikepdf

    value = image.get("/Filter") if hasattr(image, "get") else None
    if value is None:
        return set()
    return {str(v) for v in value} if isinstance(value, pikepdf.Array) else {str(value)}


RULES: tuple[Rule, ...] = (
    rgb, profiled, spot, registration, ink, mixed_text, mixed_line, small, thin, near_cut, transparency,
    white_overprint, transfer, halftone, resolution, image_filter, foreign,
)  # fmt: skip
