"""An element of SVG -> the lines it draws, and the text it shows where (SVG 1.1, chapters 9 and 10)."""

from __future__ import annotations

from collections.abc import Mapping

from mapkit.carto.markup import Node
from mapkit.carto.svgframe import length
from mapkit.carto.svgpath import Line, Point, lines, numbers

GLYPH = 0.55  # width of a common letter, in font sizes
RISE = 0.35  # middle of a line of text above its foot, in font sizes


def outline(node: Node, fine: float, w: float, h: float) -> tuple[list[Line], bool]:
    """(lines, whole?) of a basic shape or path in its own units."""
    a = node.attributes
    if node.tag == "path":
        # what Inkscape keeps beside d (inkscape:original-d, sodipodi:nodetypes) is of no matter: d is what is shown
        return lines(a.get("d", ""), fine)
    if node.tag in ("polygon", "polyline"):
        v = numbers(a.get("points", ""))
        points = list(zip(v[::2], v[1::2], strict=False))
        closed = node.tag == "polygon" or (len(points) > 3 and points[0] == points[-1])
        return ([Line(points, closed)] if len(points) > 1 else []), bool(points) and len(v) % 2 == 0
    if node.tag == "rect":
        x, y = length(a.get("x"), w), length(a.get("y"), h)
        width, height = length(a.get("width"), w), length(a.get("height"), h)
        if width <= 0 or height <= 0:
            return [], True
        rx, ry = length(a.get("rx"), w, -1), length(a.get("ry"), h, -1)
        rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
        rx, ry = min(max(rx, 0), width / 2), min(max(ry, 0), height / 2)
        if rx <= 0 or ry <= 0:
            return [Line([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], True)], True
        bend, right, low = f"A{rx!r} {ry!r} 0 0 1", x + width - rx, y + height - ry
        return lines(
            f"M{x + rx!r} {y!r}H{right!r}{bend} {x + width!r} {y + ry!r}V{low!r}{bend} {right!r} {y + height!r}"
            f"H{x + rx!r}{bend} {x!r} {low!r}V{y + ry!r}{bend} {x + rx!r} {y!r}Z",
            fine,
        )
    if node.tag in ("circle", "ellipse"):
        cx, cy = length(a.get("cx"), w), length(a.get("cy"), h)
        if node.tag == "circle":
            rx = ry = length(a.get("r"), (w + h) / 2)
        else:
            rx, ry = length(a.get("rx"), w), length(a.get("ry"), h)
        if rx <= 0 or ry <= 0:
            return [], True
        turn = f"A{rx!r} {ry!r} 0 0 1"
        return lines(f"M{cx - rx!r} {cy!r}{turn} {cx + rx!r} {cy!r}{turn} {cx - rx!r} {cy!r}Z", fine)
    x1, y1 = length(a.get("x1"), w), length(a.get("y1"), h)
    return [Line([(x1, y1), (length(a.get("x2"), w), length(a.get("y2"), h))], False)], True


def text(node: Node, style: Mapping[str, str], w: float, h: float) -> tuple[Point, str]:
    """About where the middle of a text element is, in its own units, and its words."""
    words = " ".join("".join(n.text for n in node.walk()).split())
    size = length(style.get("font-size"), h, 0.0)
    anchor = {"middle": 0.0, "end": -0.5}.get(style.get("text-anchor", ""), 0.5)
    x, y = length(_first(node, "x"), w), length(_first(node, "y"), h)
    return (x + anchor * GLYPH * size * len(words), y - RISE * size), words


def _first(node: Node, name: str) -> str | None:
    """An attribute of a text element, or of its first tspan that has it."""
    told = next((n.attributes[name] for n in node.walk() if name in n.attributes), None)
    return told.replace(",", " ").split()[0] if told and told.strip(" ,") else None
