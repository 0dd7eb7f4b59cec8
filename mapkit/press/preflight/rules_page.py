"""Rules about pages: their boxes, bleed, annotations, and whether the art really fills the bleed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mapkit.press.preflight.document import PT, Document, Leaf
from mapkit.press.preflight.paint import Box, meet, within
from mapkit.press.preflight.rule import ALL, OLD, PRESS, Fault, Rule, Target, rule

LEAST_BLEED = 3.0  # mm
SLACK = 0.02  # pt
LOOKED_AT = 12  # kinds of pages that are rendered
DPI = 96


@rule("no-trimbox", PRESS)
def no_trim(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        if "TrimBox" not in leaf.boxes and "ArtBox" not in leaf.boxes:
            yield Fault(leaf.name, "has no TrimBox", "say where the page is cut")


@rule("trim-and-art", PRESS)
def both(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        if "TrimBox" in leaf.boxes and "ArtBox" in leaf.boxes:
            yield Fault(leaf.name, "has a TrimBox and an ArtBox", "keep the TrimBox alone")


@rule("boxes-not-nested", PRESS)
def nested(doc: Document, target: Target) -> Iterator[Fault]:
    order = ("TrimBox", "BleedBox", "MediaBox")
    for leaf in doc.leaves:
        have = [name for name in order if name in leaf.boxes]
        for inner, outer in pairwise(have):
            if not within(leaf.boxes[inner], leaf.boxes[outer], SLACK):
                yield Fault(leaf.name, f"its {inner} reaches out of its {outer}", "trim lies in bleed, bleed in media")


@rule("small-bleed", PRESS)
def bleed(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        if "TrimBox" not in leaf.boxes:
            continue
        t, b = leaf.boxes["TrimBox"], leaf.boxes.get("BleedBox", leaf.boxes["MediaBox"])
        least = min(t[0] - b[0], t[1] - b[1], b[2] - t[2], b[3] - t[3]) / PT
        if least < LEAST_BLEED - 0.03:
            said = f"has {max(0.0, least):.1f} mm of bleed, {LEAST_BLEED:g} are asked for"
            yield Fault(leaf.name, said, "write it with a bleed of 3 mm (1/8 in)")


@rule("sizes-differ", PRESS)
def sizes(doc: Document, target: Target) -> Iterator[Fault]:
    first: tuple[float, float] | None = None
    for leaf in doc.leaves:
        size = (leaf.trim[2] - leaf.trim[0], leaf.trim[3] - leaf.trim[1])
        first = first or size
        if max(abs(size[0] - first[0]), abs(size[1] - first[1])) > 0.3:
            one, two = (f"{w / PT:.1f} x {h / PT:.1f} mm" for w, h in (first, size))
            said = f"is cut to {two}, page 1 to {one}"
            yield Fault(leaf.name, said, "write one file for each size")


@rule("rotated", PRESS, ALL)
def rotated(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        if int(leaf.page.obj.get("/Rotate", 0) or 0) % 360:
            yield Fault(leaf.name, "is turned by its Rotate entry", "turn the art instead: machines overlook the entry")


@rule("user-unit", ALL)
def unit(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        if float(leaf.page.obj.get("/UserUnit", 1)) != 1:
            yield Fault(leaf.name, "has a UserUnit, so its size is read differently by different programs", "remove it")


@rule("annotation", PRESS)
def annotation(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        for note in leaf.page.obj.get("/Annots", []):
            x0, y0, x1, y1 = (float(v) for v in note.get("/Rect", (0, 0, 0, 0)))
            box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            if meet(box, leaf.boxes.get("BleedBox", leaf.trim)):
                kind = str(note.get("/Subtype", "/annotation"))[1:]
                yield Fault(leaf.at(box), f"there is an annotation ({kind}) on the printed area", "remove it")


@rule("empty-page", ALL)
def empty(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        inside = any(meet(p.box, leaf.trim) for p in leaf.paint)
        if not inside:
            yield Fault(leaf.name, "nothing is painted on it", "leave it out, or look why its art is missing")


@rule("broken-content", ALL)
def broken(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        for said in dict.fromkeys(leaf.faults):
            yield Fault(leaf.name, said, "write the page again")


@rule("page-group", OLD)
def group(doc: Document, target: Target) -> Iterator[Fault]:
    for leaf in doc.leaves:
        if str(leaf.page.obj.get("/Group", {}).get("/S", "")) == "/Transparency":
            yield Fault(leaf.name, "is a transparency group", "flatten it, or print as PDF/X-4")


@rule("bleed-not-filled", PRESS)
def unfilled(doc: Document, target: Target) -> Iterator[Fault]:
    """Ink that reaches the cut on a side must be there outside it too: looked up on the rendered page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(doc.data)
    try:
        for leaf in doc.leaves[:LOOKED_AT]:
            if "TrimBox" in leaf.boxes and "BleedBox" in leaf.boxes and not leaf.page.obj.get("/Rotate", 0):
                yield from _sides(document[leaf.number - 1], leaf)
    finally:
        document.close()


def _sides(page: object, leaf: Leaf) -> Iterator[Fault]:
    media, t, b = leaf.boxes.get("CropBox", leaf.boxes["MediaBox"]), leaf.boxes["TrimBox"], leaf.boxes["BleedBox"]
    bitmap = page.render(scale=DPI / 72, grayscale=True)  # type: ignore[attr-defined]
    raw, stride, wide, high = bytes(bitmap.buffer), bitmap.stride, bitmap.width, bitmap.height
    k = DPI / 72

    def dark(box: Box, at: float, upright: bool) -> list[bool]:
        """Along a line parallel to a side, whether each pixel is inked."""
        if upright:
            x = min(wide - 1, max(0, int((at - media[0]) * k)))
            rows = range(max(0, int((media[3] - box[3]) * k) + 1), min(high, int((media[3] - box[1]) * k) - 1))
            return [raw[y * stride + x] < 250 for y in rows]
        y = min(high - 1, max(0, int((media[3] - at) * k)))
        columns = range(max(0, int((box[0] - media[0]) * k) + 1), min(wide, int((box[2] - media[0]) * k) - 1))
        return [raw[y * stride + x] < 250 for x in columns]

    near = 1.1 / k + 0.6  # pt inside the cut: one pixel that the cut does not touch
    for name, cut, edge, way, upright in (
        ("left", t[0], b[0], 1, True), ("right", t[2], b[2], -1, True),
        ("bottom", t[1], b[1], 1, False), ("top", t[3], b[3], -1, False),
    ):  # fmt: skip
        if abs(cut - edge) < 1.5:
            continue
        inside = dark(t, cut + way * near, upright)
        for depth in (0.35, 0.75):
            outside = dark(t, cut - way * abs(cut - edge) * depth, upright)
            lost = sum(i and not o for i, o in zip(inside, outside, strict=False))
            if lost > max(6, 0.03 * len(inside)):
                said = f"ink reaches the cut on the {name} but not over the bleed, along {lost / k / PT:.0f} mm"
                yield Fault(leaf.name, said, "let the art run 3 mm over the cut")
                break


RULES: tuple[Rule, ...] = (
    no_trim, both, nested, bleed, sizes, rotated, unit, annotation, empty, broken, group, unfilled,
)  # fmt: skip
