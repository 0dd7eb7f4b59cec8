"""Layout + Map -> SVG in layers (cells, regions, links, labels), for Inkscape and back through `mapkit new`."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

import shapely

from mapkit.layout import Layout, Place, Point
from mapkit.map import Map

FILLS = {
    "red": "#f3b7b0", "blue": "#b9d3ee", "green": "#bfe0b8", "yellow": "#f8eca8", "black": "#bdbdbd",
    "white": "#ffffff", "purple": "#dcc3ea", "orange": "#f7d3a4",
}  # fmt: skip


def layered_svg(map: Map, layout: Layout, locale: str = "en") -> str:
    """The layout as an SVG whose unit is 1 mm. A cell is one path: id and data-cell its id, inkscape:label its name.

    `mapkit new NAME --from` such a file takes the layer "cells" and finds the same ids, names and outlines; the other
    layers are there to look at. Coordinates have 4 decimals, as stored layouts do.
    """
    w, h = layout.size
    fills = {r.id: FILLS.get(r.color, "#eeeeee") for r in map.regions}
    names = {c.id: c.names.get(locale) or c.names.get("en") or c.id for c in map.cells}
    cells = [
        f"<path id={quoteattr(p.cell)} data-cell={quoteattr(p.cell)} inkscape:label={quoteattr(names[p.cell])} "
        f'd="{_path(p)}" '
        f'style="fill:{fills[map.cell[p.cell].region]};fill-rule:evenodd;stroke:#000000;stroke-width:0.2"/>'
        for p in layout.places
    ]
    regions = []
    for region in map.regions:
        whole = shapely.union_all([_shape(layout.place[c]) for c in map.members(region.id) if c in layout.place])
        rings = [r for p in shapely.get_parts(whole) for r in (p.exterior, *p.interiors)]
        d = "".join(_ring(shapely.get_coordinates(r)[:-1].tolist()) for r in rings)
        label = quoteattr(region.names.get(locale, region.id))
        style = "fill:none;stroke:#000000;stroke-width:0.6"
        regions.append(f'<path id={quoteattr(f"region-{region.id}")} inkscape:label={label} d="{d}" style="{style}"/>')
    drawn = {(b.a, b.b): b.path for b in layout.bridges}
    links = []
    for link in map.links:
        points = drawn.get(link.pair, (layout.place[link.a].anchor, layout.place[link.b].anchor))
        line = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
        color = "#3b6b8f" if link.kind == "bridge" else "#999999"
        name = quoteattr(f"{link.kind}-{link.a}-{link.b}")
        links.append(f'<path id={name} d="{line}" style="fill:none;stroke:{color};stroke-width:0.4"/>')
    labels = []
    for p in layout.places:
        x, y = p.label or p.anchor
        at = f'id={quoteattr(f"label-{p.cell}")} x="{_n(x)}" y="{_n(y)}"'
        style = "font-size:2.5px;text-anchor:middle;font-family:sans-serif"
        labels.append(f'<text {at} style="{style}">{escape(names[p.cell])}</text>')
    layers = (("cells", cells), ("regions", regions), ("links", links), ("labels", labels))
    body = "\n".join(_layer(name, parts) for name, parts in layers)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{_n(w)}mm" height="{_n(h)}mm" viewBox="0 0 {_n(w)} {_n(h)}">\n'
        f"<title>{escape(map.title.get(locale) or map.title.get('en', map.id))}</title>\n{body}\n</svg>\n"
    )


def _layer(name: str, parts: Iterable[str]) -> str:
    inside = "\n".join(f"  {p}" for p in parts)
    return f'<g id="layer-{name}" inkscape:groupmode="layer" inkscape:label="{name}">\n{inside}\n</g>'


def _path(place: Place) -> str:
    return "".join(_ring(ring) for polygon in place.outline for ring in polygon)


def _ring(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "Z"


def _shape(place: Place) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(p[0], p[1:]) for p in place.outline])


def _n(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
