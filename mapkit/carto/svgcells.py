"""Shapes shown -> Features: which shapes are one cell, and what it is called.

A named group is one cell when its shapes do not touch, or when it stands among cells that have names of their own;
shapes drawn twice (area and outline) are one; a cell without a name takes that of the text in it.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto.faces import valid
from mapkit.carto.features import Feature
from mapkit.carto.markup import INKSCAPE, Node
from mapkit.carto.over import overlapping
from mapkit.carto.svgdecor import named, node, sound
from mapkit.carto.svgname import CELL, decoded, given, label, plain
from mapkit.carto.svgwalk import SHAPES, Drawing, Shown
from mapkit.map import Finding

SAME = 0.9  # two shapes are one drawn twice when they share this much of their joint area
MOST_TEXTS = 3000  # more are no names of cells
TOUCH = 2e-3  # shapes nearer than this share of the drawing's size are neighbours, not parts of one cell
FEW, AMONG = 8, 3  # shapes of a group that is one cell though they touch; named shapes it stands among

Cell = tuple[str, Node, list[Shown]]  # name, the element that is the cell, its shapes


def once(shown: list[Shown], findings: list[Finding], path: Path) -> list[Shown]:
    """Of shapes that lie on each other (an area and its outline) the named or else the first; two names stay two."""
    if len(shown) < 2:
        return shown
    shapes = sound(shown)
    area = shapely.area(shapes)
    bounds = shapely.bounds(shapes)
    first, second = overlapping(shapes, path)
    alike = np.minimum(area[first], area[second]) >= SAME * np.maximum(area[first], area[second])
    size = np.maximum(bounds[:, 2] - bounds[:, 0], bounds[:, 3] - bounds[:, 1])
    alike &= (abs(bounds[first] - bounds[second]) <= 0.1 * size[first][:, None]).all(axis=1)
    gone: set[int] = set()
    for i, j in sorted(zip(first[alike].tolist(), second[alike].tolist(), strict=True)):
        if i in gone or j in gone:
            continue
        try:
            shared = shapes[i].intersection(shapes[j]).area
        except shapely.errors.GEOSException:
            continue
        a, b = named(shown[i]), named(shown[j])
        if shared >= SAME * max(area[i], area[j]) and (not a or not b or a == b):
            lost, kept = (i, j) if b and not a else (j, i)
            gone.add(lost)
            where = named(shown[kept]) or shown[kept].around[-1].attributes.get("id", f"shape {kept + 1}")
            findings.append(Finding("drawn-twice", where, "is drawn twice and taken once", False))
    return [s for i, s in enumerate(shown) if i not in gone]


def features(shown: list[Shown], drawing: Drawing, findings: list[Finding]) -> tuple[Feature, ...]:
    """The cells, y up, in drawing order. ids from id, else the name; names from what svgname finds, else a text.
    Shapes that are one cell because they have one name, not because they stand in a group of that name, are told."""
    items = []
    for number, (name, element, parts) in enumerate(_cells(shown), 1):
        shape = shapely.transform(_whole([one.shape for one in parts]), lambda xy: xy * (1.0, -1.0) + 0.0)
        grouped = any(element is above for one in parts for above in one.around[:-1])
        if len({id(node(one)) for one in parts}) > 1 and not grouped:
            count = len(shapely.get_parts(shape))
            what = f"{len(parts)} shapes have this name: taken as one cell{f' of {count} parts' if count > 1 else ''}"
            findings.append(Finding("same-id", name, what, False, "give each another name if they are not"))
        own, mine = decoded(element), element.attributes.get(CELL)
        ident = mine or (own if not plain(own) else name or element.attributes.get("id", ""))
        written = "" if given(element) else _written(shape, drawing, plain(name))
        style = parts[0].style
        name = element.attributes.get(INKSCAPE + "label", name) if mine else written or name
        told = {"name": name, "id": element.attributes.get("id"), "fill": style.get("fill")}
        told |= {"stroke": style.get("stroke"), "class": element.attributes.get("class")}
        above = reversed(parts[0].around[1:-1])
        told["layer"] = next((label(n) for n in above if n is not element and label(n)), None)
        properties = {k: v for k, v in told.items() if v}
        items.append(Feature(ident or None, properties, shape, f"shape {number} ({ident or element.tag})"))
    return tuple(items)


def _cells(shown: list[Shown]) -> list[Cell]:
    """Shapes of one name, or of one named group, together."""
    members: dict[int, list[int]] = {}
    groups: dict[int, tuple[Node, Node]] = {}
    for i, one in enumerate(shown):
        for above, group in zip(one.around[:-2], one.around[1:-1], strict=True):
            if group.tag in ("g", "a") and group.attributes.get(INKSCAPE + "groupmode") != "layer" and label(group):
                members.setdefault(id(group), []).append(i)
                groups[id(group)] = above, group
    owner: dict[int, Node] = {}
    west, south, east, north = shapely.total_bounds([s.shape for s in shown]) if shown else (0, 0, 0, 0)
    near = TOUCH * math.hypot(east - west, north - south)
    for key, own in members.items():  # outer groups come first, inner ones overrule them
        above, group = groups[key]
        if len(own) == len(shown) or any(not _same(named(shown[i]), label(group)) for i in own):
            continue
        if _apart([shown[i].shape for i in own], near) or (len(own) <= FEW and _among(above)):
            owner.update(dict.fromkeys(own, group))
    found: dict[object, Cell] = {}
    for i, one in enumerate(shown):
        element = owner.get(i, node(one))
        name = label(element) if i in owner else named(one)
        key_of: object = id(element) if i in owner else name or i
        found.setdefault(key_of, (name, element, []))[2].append(one)
    return list(found.values())


def _same(name: str, group: str) -> bool:
    """Whether a shape's name says no more than its group's: none at all, or "Avon-fill" in "Avon"."""
    short, long = (re.sub(r"\W|_", "", t).casefold() for t in (group, name))
    return not long or (bool(short) and long.startswith(short))


def _among(above: Node) -> bool:
    """Whether most of what stands in an element are named shapes: then a named group there is one cell as they are."""
    shapes = sum(c.tag in SHAPES and bool(label(c)) for c in above.children)
    return shapes >= AMONG and shapes >= sum(c.tag == "g" for c in above.children)


def _apart(shapes: list[BaseGeometry], near: float) -> bool:
    first, second = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=near)
    return not (first != second).any()


def _whole(shapes: list[BaseGeometry]) -> BaseGeometry:
    """One shape of several: parts that lie on each other or touch become one."""
    pieces = [p for shape in shapes for p in getattr(shape, "geoms", (shape,))]
    if len(pieces) == 1:
        return pieces[0]
    if len(shapes) > 1 and not _apart(shapes, 0.0):
        return shapely.union_all([valid(s) for s in shapes])
    return shapely.multipolygons(pieces)


def unnamed(items: tuple[Feature, ...], drawing: Drawing) -> list[Finding]:
    """Cells that texts name (all those of a net of lines): where two names stand in one, and where none does though
    most cells have one."""
    found = []
    bare = [f for f in items if not f.properties.get("name")]
    for one in bare:
        words = [] if one.shape is None else _texts(one.shape, drawing)
        if len(words) > 1:
            told = f"{len(words)} names stand in one cell, which gets none: does a line fall short?"
            found.append(Finding("two-names", ", ".join(words[:4]), told, False))
        elif 2 * len(bare) < len(items) and one.shape is not None:
            at = one.shape.representative_point()
            told = "a cell without a name, where most have one: no text stands in it"
            found.append(Finding("no-name", f"{at.x:.6g}, {0.0 - at.y:.6g}", told, False))
    return found


def _texts(shape: BaseGeometry, drawing: Drawing) -> list[str]:
    """The texts that stand in a shape (y up)."""
    if len(drawing.texts) > MOST_TEXTS:
        return []
    west, south, east, north = shape.bounds
    near = [(x, -y, t) for (x, y), t in drawing.texts if west <= x <= east and south <= -y <= north]
    return [t for x, y, t in near if shapely.intersects_xy(shape, x, y)]


def _written(shape: BaseGeometry, drawing: Drawing, nameless: bool) -> str:
    """The one text that stands in a shape. A shape that has an id, if no name, is called by a word at least."""
    inside = _texts(shape, drawing)
    words = [t for t in inside if sum(c.isalpha() for c in t) > 2] if len(inside) > 1 or not nameless else inside
    return words[0] if len(words) == 1 else ""
