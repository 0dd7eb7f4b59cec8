"""A clip-path -> the area it lets through, and shapes cut to it (SVG 1.1, chapter 14.3)."""

from __future__ import annotations

from collections.abc import Mapping

import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto.faces import valid
from mapkit.carto.markup import XLINK, Node
from mapkit.carto.svgfill import polygon
from mapkit.carto.svgframe import Matrix, apply, scale_of, times, transform
from mapkit.carto.svgshape import outline

MOST = 2000  # shapes of one clip-path


def clipping(name: str | None, ids: Mapping[str, Node]) -> Node | None:
    """The clipPath element that a property "url(#id)" names, None for none or one in units of the clipped box."""
    ident = (name or "").strip().removeprefix("url(").removesuffix(")").strip("\"'# ")
    node = ids.get(ident)
    if node is None or node.tag != "clipPath" or node.attributes.get("clipPathUnits") == "objectBoundingBox":
        return None
    return node


def region(clip: Node, m: Matrix, ids: Mapping[str, Node], fine: float, w: float, h: float) -> BaseGeometry:
    """The area of a clipPath in the coordinates that m leads to; empty lets nothing through."""
    m = times(m, transform(clip.attributes.get("transform", "")))
    found = []
    for child in clip.children[:MOST]:
        inner = times(m, transform(child.attributes.get("transform", "")))
        if child.tag == "use":
            used = ids.get(child.attributes.get("href", child.attributes.get(XLINK + "href", "")).removeprefix("#"))
            if used is None:
                continue
            child, inner = used, times(inner, transform(used.attributes.get("transform", "")))
        drawn, _ = outline(child, fine / max(scale_of(inner), 1e-12), w, h) if child.tag != "line" else ([], True)
        area = polygon([apply(inner, line.points) for line in drawn], child.attributes.get("clip-rule") == "evenodd")
        if area is not None:
            found.append(valid(area))
    return shapely.union_all(found)


def cut(shape: BaseGeometry, clip: BaseGeometry | None) -> BaseGeometry | None:
    """What is seen of a shape, None for nothing."""
    if clip is None or shapely.covers(clip, shape):
        return shape
    seen = shapely.intersection(valid(shape), clip)
    parts = [p for q in shapely.get_parts(seen) for p in shapely.get_parts(q) if p.geom_type == "Polygon"]
    return None if not parts else parts[0] if len(parts) == 1 else shapely.multipolygons(parts)
