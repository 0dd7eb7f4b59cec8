"""SVG tree -> the closed shapes it shows, in drawing order, each with the elements it stands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from mapkit.carto import style as css
from mapkit.carto.markup import INKSCAPE, XLINK, Node
from mapkit.carto.svgfill import polygon
from mapkit.carto.svgframe import SAME, Matrix, apply, length, scale_of, times, transform, view_box, viewport
from mapkit.carto.svgpath import Line, Point, lines, numbers
from mapkit.errors import MapkitError

GROUPS = {"svg", "g", "a", "switch", "symbol"}
SHAPES = {"path", "polygon", "polyline", "rect", "circle", "ellipse", "line"}
FINE = 5e-5  # a flattened curve stays this near to the true one, as a share of the drawing's width + height
MOST_USED = 20_000  # elements shown by `use`: `use` of `use` of `use` can ask for endlessly many
MOST_POINTS = 4_000_000
MOST_SHAPES = 30_000
DEEPEST = 400


@dataclass(frozen=True)
class Shown:
    """A filled or outlined closed shape. around: the elements it stands in, outermost first, itself last."""

    shape: BaseGeometry
    around: tuple[Node, ...]
    style: Mapping[str, str]


@dataclass
class Drawing:
    """What a walk finds; y down, in units of the outermost viewBox."""

    shown: list[Shown] = field(default_factory=list)
    texts: list[tuple[Point, str]] = field(default_factory=list)
    open_lines: int = 0
    hidden: int = 0
    broken: list[str] = field(default_factory=list)
    used: int = 0
    points: int = 0


def walk(root: Node, path: Path, layer: list[Node] | None = None) -> Drawing:
    """Everything that a browser would show (only inside the given layer elements, when there are any).

    Raises MapkitError when the drawing multiplies itself without end.
    """
    found = Drawing()
    ids = {n.attributes["id"]: n for n in reversed(list(root.walk())) if "id" in n.attributes}
    sheet = css.rules(root)
    box = view_box(root)
    width = box[2] if box else length(root.attributes.get("width"), 1000.0, 1000.0)
    height = box[3] if box else length(root.attributes.get("height"), 1000.0, 1000.0)
    fine = max(FINE * (width + height), 1e-9)
    chosen = {id(n) for n in layer} if layer is not None else None

    def visit(
        node: Node, m: Matrix, style: Mapping[str, str], around: tuple[Node, ...], inside: bool, w: float, h: float
    ) -> None:
        found.used += "used" in style
        if found.used > MOST_USED or len(around) > DEEPEST:
            raise MapkitError("its `use` elements multiply without end: refused", path)
        here = inside or chosen is None or id(node) in chosen
        own = css.computed(node, style, sheet)
        if chosen is not None and id(node) in chosen:
            own.pop("hidden", None)  # asked for by name
        if around:
            m = times(m, transform(node.attributes.get("transform", "")))
        around = (*around, node)
        if node.tag in GROUPS:
            if len(around) > 1 and node.tag in ("svg", "symbol"):
                frame, w, h = viewport(node, w, h)
                m = times(m, frame)
            for child in node.children:
                if child.tag != "symbol":
                    visit(child, m, own, around, here, w, h)
        elif node.tag == "use":
            name = node.attributes.get("href", node.attributes.get(XLINK + "href", ""))
            target = ids.get(name.removeprefix("#"))
            if target is not None:
                at = length(node.attributes.get("x"), w), length(node.attributes.get("y"), h)
                if target.tag == "symbol":
                    w = length(node.attributes.get("width"), w, w)
                    h = length(node.attributes.get("height"), h, h)
                visit(target, times(m, (1.0, 0.0, 0.0, 1.0, *at)), own | {"used": "yes"}, around, here, w, h)
        elif node.tag == "text" and here and not css.is_hidden(own):
            words = " ".join("".join(n.text for n in node.walk()).split())
            x, y = length(_first(node, "x"), w), length(_first(node, "y"), h)
            if words:
                found.texts.append((apply(m, [(x, y)])[0], words))
        elif node.tag in SHAPES and here:
            if css.is_hidden(own):
                found.hidden += 1
            else:
                show(node, m, own, around, w, h)

    def show(node: Node, m: Matrix, own: Mapping[str, str], around: tuple[Node, ...], w: float, h: float) -> None:
        drawn, whole = outline(node, fine / max(scale_of(m), 1e-12), w, h)
        if not whole:
            found.broken.append(node.attributes.get("id", node.tag))
        found.points += sum(len(line.points) for line in drawn)
        if found.points > MOST_POINTS or len(found.shown) >= MOST_SHAPES:
            most = f"{MOST_SHAPES:,} shapes or {MOST_POINTS:,} points"
            raise MapkitError(f"shows more than {most}: simplify it, or choose a layer with --layer", path)
        filled = css.is_filled(own)
        if not filled and not css.is_stroked(own):
            found.hidden += 1
            return
        closed = [line for line in drawn if line.closed or filled]
        if not closed or node.tag == "line":
            found.open_lines += bool(drawn)
            return
        rings = [[(x + 0.0, y + 0.0) for x, y in apply(m, line.points)] for line in closed]
        shape = polygon(rings, own.get("fill-rule") == "evenodd" or not filled)
        if shape is None:
            found.broken.append(node.attributes.get("id", node.tag))
        else:
            found.shown.append(Shown(shape, around, own))

    visit(root, SAME, {}, (), False, width, height)
    return found


def _first(node: Node, name: str) -> str | None:
    """An attribute of a text element, or of its first tspan that has it."""
    told = next((n.attributes[name] for n in node.walk() if name in n.attributes), None)
    return told.replace(",", " ").split()[0] if told and told.strip(" ,") else None


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


def layers(root: Node) -> list[Node]:
    """Inkscape's layers, or else the groups that stand in the outermost svg (Illustrator, Affinity)."""
    marked = [n for n in root.walk() if n.attributes.get(INKSCAPE + "groupmode") == "layer"]
    level = [root]
    while not marked and len(level) == 1:  # Illustrator wraps everything into switch and g
        inner = [c for c in level[0].children if c.tag in ("g", "switch")]
        if not inner:
            break
        level = inner
    return marked or [n for n in level if n.tag == "g"]
