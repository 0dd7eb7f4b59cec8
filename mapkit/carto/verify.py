"""Layout -> findings: everything measured anew from the finished outlines, whatever code made them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import floor
from typing import TypeAlias

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon, box

from mapkit.layout import Layout
from mapkit.map import Finding, Map

BORDER = 2.0  # mm: a shared border shorter than this is easily overlooked
GAP = 0.8  # mm of water between cells that do not touch
NECK = 1.0  # mm: the narrowest waist of a cell
TOUCH = 0.01  # mm: a shared line shorter than this is a corner
Shape: TypeAlias = Polygon | MultiPolygon
Shapes: TypeAlias = Mapping[str, Shape]


def verify(
    map: Map,
    layout: Layout,
    room: float,
    cuts: Collection[tuple[str, str]] = (),
    source: Mapping[str, Shape] | None = None,
) -> list[Finding]:
    """What a player could misread on this layout.

    room: mm, the circle every cell should hold. cuts: borders that are drawn but are no links. source: the true
    shapes (plane, y down), for the order of neighbours round each cell. Severe: a wrong border, an overlap, anything
    off the page or under a block, a bridge not drawn; too little room in a style that promises it.
    """
    shapes = {p.cell: _shape(p.outline) for p in layout.places}
    found = [
        Finding("place-missing", c.id, "has no place on the layout", True) for c in map.cells if c.id not in shapes
    ]
    bad = [c for c, s in shapes.items() if not s.is_valid]
    found += [Finding("outline-invalid", c, shapely.is_valid_reason(shapes[c]), True) for c in bad]
    shapes = {c: s if s.is_valid else s.buffer(0) for c, s in shapes.items()}
    drawn = borders(shapes)
    found += _borders(map, drawn, {tuple(sorted(c)) for c in cuts})
    found += _apart(map, shapes, drawn)
    found += _page(layout, shapes)
    promised = layout.style != "true"
    for c, s in shapes.items():
        circle = largest_circle(s)
        if circle < room - 0.005:
            text = f"holds a circle of {floor(circle * 100) / 100:.2f} mm, not {room:g} mm"
            w, h = (side * room / max(circle, 0.05) for side in layout.size)
            fix = f"take a page of {w:.0f} x {h:.0f} mm" if promised else "take the outline or block style"
            found.append(Finding("room", c, text, promised, fix))
        if neck(s, NECK):
            found.append(Finding("neck", c, f"is narrower than {NECK:g} mm at a waist", False))
    found += _bridges(map, layout, shapes)
    if source is not None:
        found += _order(shapes, source)
    return found


def borders(shapes: Shapes) -> dict[tuple[str, str], float]:
    """Length in mm of what every two cells share; 0.0 where they touch at points only."""
    keys = sorted(shapes)
    geometry = np.array([shapes[k] for k in keys], dtype=object)
    tree = shapely.STRtree(geometry)
    out: dict[tuple[str, str], float] = {}
    for i, j in sorted((int(i), int(j)) for i, j in tree.query(geometry, "intersects").T if i < j):
        length = float(shapely.length(shapely.intersection(geometry[i].boundary, geometry[j].boundary)))
        out[keys[i], keys[j]] = length if length >= TOUCH else 0.0
    return out


def largest_circle(shape: Shape) -> float:
    """Diameter of the largest circle inside a shape."""
    lines = [shapely.maximum_inscribed_circle(p, tolerance=0.002) for p in shapely.get_parts(shape)]
    return 2 * max(float(line.length) for line in lines)


def neck(shape: Shape, width: float) -> bool:
    """Whether a part of the shape falls into two of at least width² each when width / 2 is taken off all round."""
    for part in shapely.get_parts(shape):
        left = part.buffer(-width / 2, quad_segs=4)
        if sum(p.buffer(width / 2).area > 3 * width**2 for p in shapely.get_parts(left)) > 1:
            return True
    return False


def neighbours_around(shapes: Shapes) -> dict[str, tuple[str, ...]]:
    """The neighbours round every cell's largest part, clockwise on the page, from the smallest id."""
    keys = sorted(shapes)
    touching: dict[str, list[str]] = {k: [] for k in keys}
    for (a, b), length in borders(shapes).items():
        if length > 0:
            touching[a].append(b)
            touching[b].append(a)
    out = {}
    for k in keys:
        ring = shapely.orient_polygons(max(shapely.get_parts(shapes[k]), key=lambda p: p.area)).exterior
        at = []
        for other in touching[k]:
            lines = shapely.get_parts(shapely.line_merge(shapely.intersection(ring, shapes[other].boundary)))
            if len(lines) and max(x.length for x in lines) > 0:
                middle = max(lines, key=lambda x: x.length).interpolate(0.5, normalized=True)
                at.append((ring.project(middle), other))
        order = [name for _, name in sorted(at)]
        first = order.index(min(order)) if order else 0
        out[k] = tuple(order[first:] + order[:first])
    return out


def _shape(outline: tuple[tuple[tuple[tuple[float, float], ...], ...], ...]) -> Shape:
    parts = [Polygon(rings[0], rings[1:]) for rings in outline]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def _borders(map: Map, drawn: Mapping[tuple[str, str], float], cuts: Collection[tuple[str, ...]]) -> list[Finding]:
    wanted = {x.pair for x in map.links if x.kind == "border"} | set(cuts)
    bridged = {x.pair for x in map.links if x.kind == "bridge"}
    found = []
    for pair in sorted(wanted):
        length = drawn.get((pair[0], pair[1]), 0.0)
        where = f"{pair[0]}-{pair[1]}"
        if length == 0:
            found.append(Finding("border-missing", where, "border each other, but not on this layout", True))
        elif length < BORDER:
            found.append(Finding("border-short", where, f"share only {length:.2f} mm", False))
    for pair, length in sorted(drawn.items()):
        if pair in wanted:
            continue
        where = f"{pair[0]}-{pair[1]}"
        if length > 0:
            found.append(Finding("border-extra", where, f"share {length:.2f} mm, but are not linked by a border", True))
        elif pair not in bridged:
            found.append(Finding("corner", where, "touch at a corner only: a player may take it for a border", False))
    return found


def _apart(map: Map, shapes: Shapes, drawn: Mapping[tuple[str, str], float]) -> list[Finding]:
    """Overlaps, and parts of two cells that do not touch but stand too near."""
    parts = [(c, p) for c in sorted(shapes) for p in shapely.get_parts(shapes[c])]
    geometry = np.array([p for _, p in parts], dtype=object)
    tree = shapely.STRtree(geometry)
    overlap: dict[tuple[str, str], float] = {}
    near: dict[tuple[str, str], float] = {}
    for i, j in sorted((int(i), int(j)) for i, j in tree.query(geometry, "dwithin", distance=GAP).T if i < j):
        a, b = parts[i][0], parts[j][0]
        away = float(geometry[i].distance(geometry[j]))
        if a != b and away == 0:
            area = float(geometry[i].intersection(geometry[j]).area)
            if area > 0.01:
                overlap[a, b] = overlap.get((a, b), 0.0) + area
        elif away > 0 and (a == b or drawn.get((a, b), 0.0) == 0 or away < GAP / 2):
            near[a, b] = min(near.get((a, b), GAP), away)
    found = [Finding("overlap", f"{a}-{b}", f"overlap by {v:.2f} mm²", True) for (a, b), v in overlap.items()]
    for (a, b), v in near.items():
        where = a if a == b else f"{a}-{b}"
        found.append(Finding("gap", where, f"are only {v:.2f} mm apart without touching", False))
    return found


def _page(layout: Layout, shapes: Shapes) -> list[Finding]:
    page = box(0, 0, *layout.size)
    found = []
    solid = [(f"block {n}", b) for n, b in layout.blocks] + [(f"inset {i}", x.box) for i, x in enumerate(layout.insets)]
    inside = {c: i.box for i in layout.insets for c in i.cells}
    for c, s in shapes.items():
        if not page.covers(s):
            found.append(Finding("off-page", c, "reaches over the page's edge", True))
        if c in inside and not box(*inside[c]).covers(s):
            found.append(Finding("off-inset", c, "reaches over its inset's frame", True))
        for name, b in solid:
            if b != inside.get(c) and box(*b).intersects(s):
                found.append(Finding("in-block", c, f"reaches into the {name}", True))
    for i, (name, b) in enumerate(solid):
        if not page.covers(box(*b)):
            found.append(Finding("off-page", name, "reaches over the page's edge", True))
        found += [Finding("in-block", name, f"overlaps the {n}", True) for n, o in solid[i + 1 :] if _overlap(b, o)]
    return found


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def _bridges(map: Map, layout: Layout, shapes: Shapes) -> list[Finding]:
    lines = {tuple(sorted((b.a, b.b))): b for b in layout.bridges}
    found = []
    for link in map.links:
        if link.kind != "bridge":
            continue
        where = f"{link.a}-{link.b}"
        if link.pair not in lines:
            found.append(Finding("bridge-missing", where, "the bridge is not drawn", True))
            continue
        path = LineString(lines[link.pair].path)
        if any(path.distance(shapes[c]) > 0.05 for c in link.pair):
            found.append(Finding("bridge-missing", where, "the bridge does not reach both cells", True))
        over = [c for c in sorted(set(shapes) - set(link.pair)) if path.intersection(shapes[c]).length > 0.1]
        found += [Finding("bridge-crosses", where, f"the bridge runs over {c}", False) for c in over]
    drawn = [(f"{b.a}-{b.b}", LineString(b.path)) for b in layout.bridges]
    for i, (name, line) in enumerate(drawn):
        found += [Finding("bridge-crosses", name, f"crosses {n}", False) for n, o in drawn[i + 1 :] if line.crosses(o)]
    return found


def _order(shapes: Shapes, source: Shapes) -> list[Finding]:
    now, before = neighbours_around(shapes), neighbours_around({c: source[c] for c in shapes if c in source})
    found = []
    for c, order in now.items():
        true = before.get(c, order)
        both = set(order) & set(true)
        a, b = [x for x in order if x in both], [x for x in true if x in both]
        shift = b.index(a[0]) if a else 0
        if a != b[shift:] + b[:shift]:
            text = f"its neighbours stand in another order ({' '.join(a)}) than in truth ({' '.join(b)})"
            found.append(Finding("order", c, text, False))
    return found
