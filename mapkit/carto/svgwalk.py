"""SVG tree -> the closed shapes it shows, in drawing order, each with the elements it stands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from mapkit.carto import style as css
from mapkit.carto.markup import INKSCAPE, XLINK, Node
from mapkit.carto.svgclip import clipping, cut, region
from mapkit.carto.svgfill import polygon
from mapkit.carto.svgframe import SAME, Matrix, apply, length, scale_of, times, transform, view_box, viewport
from mapkit.carto.svgpath import Point
from mapkit.carto.svgshape import outline, text
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


@dataclass(frozen=True)
class Frame:
    """The viewport an element stands in, and what clip-paths above it let through."""

    width: float
    height: float
    clip: BaseGeometry | None


@dataclass(frozen=True)
class OpenLine:
    """A stroke that does not close; width as drawn."""

    points: list[Point]
    width: float


@dataclass
class Drawing:
    """What a walk finds; y down, in units of the outermost viewBox."""

    shown: list[Shown] = field(default_factory=list)
    texts: list[tuple[Point, str]] = field(default_factory=list)
    open_lines: list[OpenLine] = field(default_factory=list)
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
        node: Node,
        m: Matrix,
        style: Mapping[str, str],
        around: tuple[Node, ...],
        inside: bool,
        frame: Frame,
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
        w, h, clip = frame.width, frame.height, frame.clip
        if (mask := clipping(own.get("clip-path"), ids)) is not None:
            clip = region(mask, m, ids, fine, w, h) if clip is None else clip & region(mask, m, ids, fine, w, h)
        if node.tag in GROUPS:
            if len(around) > 1 and node.tag in ("svg", "symbol"):
                into, w, h = viewport(node, w, h)
                m = times(m, into)
            for child in node.children:
                if child.tag != "symbol":
                    visit(child, m, own, around, here, Frame(w, h, clip))
        elif node.tag == "use":
            name = node.attributes.get("href", node.attributes.get(XLINK + "href", ""))
            target = ids.get(name.removeprefix("#"))
            if target is not None:
                at = length(node.attributes.get("x"), w), length(node.attributes.get("y"), h)
                if target.tag == "symbol":
                    w = length(node.attributes.get("width"), w, w)
                    h = length(node.attributes.get("height"), h, h)
                visit(
                    target, times(m, (1.0, 0.0, 0.0, 1.0, *at)), own | {"used": "yes"}, around, here, Frame(w, h, clip)
                )
        elif node.tag == "text" and here and not css.is_hidden(own):
            at, words = text(node, own, w, h)
            if words:
                found.texts.append((apply(m, [at])[0], words))
        elif node.tag in SHAPES and here:
            if css.is_hidden(own):
                found.hidden += 1
            else:
                show(node, m, own, around, Frame(w, h, clip))

    def show(node: Node, m: Matrix, own: Mapping[str, str], around: tuple[Node, ...], frame: Frame) -> None:
        w, h = frame.width, frame.height
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
        closed = [line for line in drawn if (line.closed or filled) and node.tag != "line"]
        if css.is_stroked(own):
            width = length(own.get("stroke-width"), (w + h) / 2, 1.0) * scale_of(m)
            found.open_lines += [OpenLine(apply(m, line.points), width) for line in drawn if line not in closed]
        if not closed:
            return
        rings = [[(x + 0.0, y + 0.0) for x, y in apply(m, line.points)] for line in closed]
        shape = polygon(rings, own.get("fill-rule") == "evenodd" or not filled)
        seen = None if shape is None else cut(shape, frame.clip)
        if shape is None:
            found.broken.append(node.attributes.get("id", node.tag))
        elif seen is None:
            found.hidden += 1
        else:
            found.shown.append(Shown(seen, around, own))

    visit(root, SAME, {}, (), False, Frame(width, height, None))
    return found


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
