"""Shapes shown -> those that may be cells: without backdrops, symbols set on the map, legends beside it (shapely).

Nothing goes silently: everything left out is told as a finding. What has a name of its own stays, except a symbol used
again and again, and what others hide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray

from mapkit.carto.faces import valid
from mapkit.carto.markup import Node
from mapkit.carto.over import overlapping
from mapkit.carto.svgname import behind, beside, label
from mapkit.carto.svgwalk import SHAPES, Shown
from mapkit.map import Finding

Shapes = NDArray[np.object_]
Bools = NDArray[np.bool_]

FINE = 1e-4  # of the drawing's size: detail that makes no difference here
OFTEN = 3  # a symbol is set at least so many times
SMALL = 0.3  # and is smaller than this share of a common cell;
TINY = 0.02  # a shape without a name is no cell when it is smaller than this share and lies on another
LYING = 0.9  # share of a shape that lies on larger ones
MANY, MOST = 10, 0.9  # where so many shapes have names, and this share of them in one group, the rest is beside it
HIDDEN, GONE = 0.8, 0.97  # a shape without, with a name lies under the others when they cover this share of it


def cells_only(shown: list[Shown], findings: list[Finding], path: Path, asked: Sequence[Node] = ()) -> list[Shown]:
    """Shapes in drawing order -> those that are no decoration, in the same order. asked: layers asked for by name."""
    shown = _legends(shown, findings, {id(layer) for layer in asked})
    for part in (_backdrops, _symbols, _beside, _backdrops, _under):
        if len(shown) > 2:
            shown = part(shown, findings, path)
    return shown


def named(one: Shown) -> str:
    """The name of a shape: of the outermost `use` that shows it if that has one, else its own."""
    return label(node(one)) or label(one.around[-1])


def node(one: Shown) -> Node:
    """The element that stands for a shape: the outermost `use` that shows it, if it has a name or id; else itself."""
    uses = (n for n in one.around if n.tag == "use" and (label(n) or "id" in n.attributes))
    return next(uses, one.around[-1])


def sound(shown: list[Shown]) -> Shapes:
    """The shapes, valid, and true to a fraction of a line's width: enough to tell what lies on what."""
    shapes = np.array([s.shape for s in shown], dtype=object)
    west, south, east, north = shapely.total_bounds(shapes)
    shapes = shapely.simplify(shapes, FINE * math.hypot(east - west, north - south))
    broken = ~shapely.is_valid(shapes)
    shapes[broken] = [valid(s) for s in shapes[broken]]
    return np.asarray(shapes, dtype=object)


def _legends(shown: list[Shown], findings: list[Finding], asked: set[int]) -> list[Shown]:
    """Without what stands in a layer called Legend, Labels, Frame, ..., where other layers hold named shapes or more
    shapes. A group of such a name that stands among named shapes is a cell like them."""
    layer: list[Node | None] = []
    for one in shown:
        pairs = zip(one.around[:-2], one.around[1:-1], strict=True)
        apart = (g for above, g in pairs if g.tag == "g" and beside(g) and not _of_cells(above))
        layer.append(next((g for g in apart if id(g) not in asked), None))
    gone = np.array([there is not None for there in layer])
    rest = [one for one, left in zip(shown, gone, strict=True) if not left]
    if not any(map(named, rest)) and len(rest) <= gone.sum():
        return shown
    where = ", ".join(dict.fromkeys(label(there) for there in layer if there is not None))
    fix = "to have them, choose the layer with --layer"
    _tell(findings, "beside", where, int(gone.sum()), "in a layer beside the map's and left out", fix)
    return rest


def _of_cells(group: Node) -> bool:
    """Whether named shapes stand in a group, not in groups in it alone."""
    return any(c.tag in SHAPES and label(c) for c in group.children)


def _symbols(shown: list[Shown], findings: list[Finding], path: Path) -> list[Shown]:
    """Without what is set on the map by `use`, and without tiny nameless shapes that lie on another (letters drawn as
    outlines, anchors, arrows)."""
    shapes = sound(shown)
    area = shapely.area(shapes)
    low, high = overlapping(shapes, path)
    common = np.zeros(len(low))
    near = np.minimum(area[low], area[high]) < SMALL * np.maximum(area[low], area[high])
    common[near] = shapely.area(shapely.intersection(shapes[low[near]], shapes[high[near]]))
    inner = np.where(area[low] < area[high], low, high)
    most = np.zeros(len(shown))
    np.maximum.at(most, inner, common)
    lying = most >= LYING * area
    groups: dict[int, list[int]] = {}
    for k, one in enumerate(shown):
        uses = [i for i, n in enumerate(one.around) if n.tag == "use"]
        if uses:
            groups.setdefault(id(one.around[uses[-1] + 1]), []).append(k)
    sets = [g for g in groups.values() if len({id(node(shown[k])) for k in g}) >= OFTEN]
    nameless = np.array([not named(s) for s in shown])
    again = np.zeros(len(shown), bool)
    again[[k for g in sets for k in g]] = True
    rest = area[~again & ~(nameless & lying)]
    if not len(rest):
        return shown
    size = float(np.median(rest))
    gone = nameless & lying & (area < TINY * size)
    gone &= ~_islets(shown, gone)
    for g in sets:
        if area[g].max() < SMALL * size and np.median(most[g] / np.maximum(area[g], 1e-300)) > 0.5:
            gone[g] = True
    where = ", ".join(dict.fromkeys(_place(shown[k]) for k in np.flatnonzero(gone)[:4]))
    _tell(findings, "symbol", where, int(gone.sum()), "set on the map and left out", "named alone, it is a cell")
    return _kept(shown, gone)


def _islets(shown: list[Shown], tiny: Bools) -> Bools:
    """Which tiny shapes stand in a named group with one larger one: parts of that cell."""
    members: dict[int, list[int]] = {}
    for k, one in enumerate(shown):
        for group in reversed(one.around[1:-1]):
            if group.tag == "g" and label(group):
                members.setdefault(id(group), []).append(k)
                break
    found = np.zeros(len(shown), bool)
    for own in members.values():
        found[own] = (~tiny[own]).sum() == 1
    return found & tiny


def _beside(shown: list[Shown], findings: list[Finding], path: Path) -> list[Shown]:
    """Without nameless shapes outside the group that holds nearly all named ones: legends, frames, titles."""
    names = np.array([bool(named(s)) for s in shown])
    if names.sum() < MANY:
        return shown
    depth, inside = 0, np.ones(len(shown), bool)
    while True:
        there: dict[int, int] = {}
        for k in np.flatnonzero(inside & names):
            if depth + 1 < len(shown[k].around):
                there[id(shown[k].around[depth + 1])] = there.get(id(shown[k].around[depth + 1]), 0) + 1
        best = max(there, key=lambda n: there[n], default=0)
        if not best or there[best] < max(MANY, MOST * names.sum()):
            break
        depth += 1
        inside &= np.array([len(s.around) > depth and id(s.around[depth]) == best for s in shown])
    gone = ~inside & ~names
    where = ", ".join(_place(shown[k]) for k in np.flatnonzero(gone)[:4])
    _tell(findings, "beside", where, int(gone.sum()), "outside the group of the cells and left out", "a name makes one")
    return _kept(shown, gone)


def _backdrops(shown: list[Shown], findings: list[Finding], path: Path) -> list[Shown]:
    """Without a rectangle around all other shapes that has no name of its own."""
    west, south, east, north = shapely.total_bounds([s.shape for s in shown])
    whole = (east - west) * (north - south)
    kept = []
    for one in shown:
        x0, y0, x1, y1 = one.shape.bounds
        name = label(one.around[-1])
        covers = (x1 - x0) * (y1 - y0) >= 0.98 * whole and one.shape.area >= 0.95 * whole
        if covers and (not name or behind(name)):
            findings.append(Finding("backdrop", _place(one), "lies behind the whole drawing and is left out", False))
        else:
            kept.append(one)
    return kept


def _under(shown: list[Shown], findings: list[Finding], path: Path) -> list[Shown]:
    """Without shapes that three others or more, drawn later, hide nearly: the land under its provinces."""
    shapes = sound(shown)
    area = shapely.area(shapes)
    low, high = overlapping(shapes, path)  # high is drawn later
    smaller = area[high] < area[low]
    low, high = low[smaller], high[smaller]
    count = np.bincount(low, minlength=len(shown))
    some = count[low] >= OFTEN
    low, high = low[some], high[some]
    common = shapely.area(shapely.intersection(shapes[low], shapes[high]))
    over = common > 0
    low, high, common = low[over], high[over], common[over]
    total = np.bincount(low, weights=common, minlength=len(shown))
    gone = np.zeros(len(shown), bool)
    for k in np.flatnonzero((np.bincount(low, minlength=len(shown)) >= OFTEN) & (total >= HIDDEN * area)):
        name = named(shown[k])
        seen = shapely.union_all(shapely.intersection(shapes[high[low == k]], shapes[k])).area
        gone[k] = seen >= (GONE if name and not behind(name) else HIDDEN) * area[k]
        if gone[k]:
            told = "lies under the cells drawn over it and is left out"
            findings.append(Finding("backdrop", _place(shown[k]), told, False))
    return _kept(shown, gone)


def _kept(shown: list[Shown], gone: Bools) -> list[Shown]:
    return [s for s, g in zip(shown, gone, strict=True) if not g]


def _place(one: Shown) -> str:
    return named(one) or one.around[-1].attributes.get("id", "") or f"<{one.around[-1].tag}>"


def _tell(findings: list[Finding], rule: str, where: str, count: int, what: str, fix: str) -> None:
    if count:
        findings.append(Finding(rule, where, f"{count} shape{'s' if count > 1 else ''} {what}", False, fix))
