"""Map + Layout + findings -> Sheet: one page for a designer's wall, the map at its true size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from mapkit.layout import Layout, Place
from mapkit.map import Finding, Map, pieces
from mapkit.sheet.arcs import arcs
from mapkit.sheet.face import outline
from mapkit.sheet.marginalia import MIN_TEXT, Style, name_in
from mapkit.sheet.marks import Dot, Mark, Path, Sheet, Text, box, polyline
from mapkit.sheet.prose import fit

PAGES = ((210.0, 297.0), (297.0, 420.0), (420.0, 594.0))  # A4, A3, A2
MARGIN, SIDE, BELOW = 8.0, 46.0, 60.0


def proof(map: Map, layout: Layout, room: float, findings: Sequence[Finding], style: Style) -> Sheet:
    """Ids, links, the circle every cell holds (in the warning ink where it is under room mm), figures and findings."""
    w, h = layout.size
    page = next((p for p in PAGES if p[0] >= w and p[1] >= h + BELOW), (w + 2 * MARGIN, h + 2 * MARGIN + BELOW))
    beside = page[0] - w >= SIDE + MARGIN
    marks: list[Mark] = list(_map(map, layout, room, style))
    marks.append(Path("trim", box(0, 0, w, h), None, style.theme.quiet, 0.15, (1.0, 1.0)))
    figures = _figures(map, layout, room, findings, style.locale)
    listed = _listed(findings)
    if beside:
        marks += _column("figures", figures, w + 4, 6.0, page[0] - w - 4 - MARGIN, h - 6, 1, style)
        marks += _column("findings", listed, MARGIN, h + 4, page[0] - 2 * MARGIN, page[1] - h - 4 - MARGIN, 3, style)
    else:
        area = (MARGIN, h + 4, page[0] - 2 * MARGIN, page[1] - h - 4 - MARGIN, 3)
        marks += _column("findings", [*figures, *listed], *area, style)
    return Sheet(f"{map.id}-proof", f"{name_in(map.title, style.locale, map.id)}: proof", page, 0.0, tuple(marks))


def _map(map: Map, layout: Layout, room: float, style: Style) -> Iterable[Mark]:
    theme = style.theme
    warning, fine = theme.strong["red"], theme.strong["green"]
    for place in layout.places:
        yield Path(
            f"cell-{place.cell}", outline(place), style.looks[map.region[map.cell[place.cell].region].color].fill
        )
    for name, (x0, y0, x1, y1) in layout.blocks:
        yield Path(f"block-{name}", box(x0, y0, x1, y1), None, theme.quiet, 0.15, (0.6, 0.8))
        yield Text(f"block-{name}-name", x0 + 1, y0 + 3, name, MIN_TEXT, theme.quiet)
    for i, inset in enumerate(layout.insets):
        yield Path(f"inset-{i}", box(*inset.box), None, theme.line, 0.3)
    for n, arc in enumerate(arcs(layout)):
        yield Path(f"arc-{n}", polyline(arc.points, arc.closed), None, theme.line, 0.35 if len(arc.cells) == 1 else 0.2)
    for place in layout.places:
        ink = fine if place.room >= room - 1e-6 else warning
        yield Dot(f"room-{place.cell}", *place.anchor, place.room / 2, None, ink, 0.25)
    for link in map.links:
        a, b = layout.place[link.a].anchor, layout.place[link.b].anchor
        ink, width = (theme.bridge, 0.6) if link.kind == "bridge" else (theme.strong["black"], 0.2)
        yield Path(f"link-{link.a}-{link.b}", polyline((a, b), close=False), None, ink, width)
    for place in layout.places:
        yield from _label(map, place, style)


def _label(map: Map, place: Place, style: Style) -> Iterable[Mark]:
    x, y = place.anchor
    paper, ink = style.theme.paper, style.theme.text
    size = MIN_TEXT
    yield Dot(f"anchor-{place.cell}", x, y, 0.4, ink)
    yield Text(f"id-{place.cell}", x, y - 0.8, place.cell, size, ink, "bold", "middle", paper, 0.5)
    figure = f"{place.room:.1f} · {len(map.neighbours[place.cell])}"
    yield Text(
        f"figure-{place.cell}", x, y + size + 0.3, figure, size, style.theme.quiet, "regular", "middle", paper, 0.5
    )


def _figures(
    map: Map, layout: Layout, room: float, findings: Sequence[Finding], locale: str
) -> list[tuple[str, list[str]]]:
    rooms = sorted(p.room for p in layout.places)
    small = sum(r < room - 1e-6 for r in rooms)
    bridges = sum(x.kind == "bridge" for x in map.links)
    severe = sum(f.severe for f in findings)
    facts = [
        f"{len(map.cells)} cells, {len(map.regions)} regions",
        f"{len(map.links)} links: {len(map.links) - bridges} borders, {bridges} bridges",
        f"{len(pieces(map.cell, map.links))} piece(s) through links",
        f"layout {layout.style}, {layout.size[0]:g} x {layout.size[1]:g} mm",
        f"room: smallest {rooms[0]:.1f}, median {median(rooms):.1f} mm; {small} under {room:g} mm",
        f"{len(findings)} findings, {severe} severe",
        "in each cell: id; room in mm · links",
    ]
    regions = [
        f"{r.letter}  {name_in(r.names, locale, r.id)} ({r.color}): {len(map.members(r.id))}" for r in map.regions
    ]
    return [(f"{name_in(map.title, locale, map.id)}: proof", facts), ("Regions", regions)]


def _listed(findings: Sequence[Finding]) -> list[tuple[str, list[str]]]:
    worst = sorted(findings, key=lambda f: (not f.severe, f.rule, f.where))
    lines = [f"{'!! ' if f.severe else ''}{f.rule}, {f.where}: {f.message}" for f in worst]
    return [("Findings", lines or ["none"])]


def _column(
    key: str, sections: list[tuple[str, list[str]]], x: float, y: float, w: float, h: float, columns: int, style: Style
) -> Iterable[Mark]:
    """Sections set at 7 to 6 pt; what does not fit is counted, not dropped in silence."""
    measure, ink = style.measure, style.theme.text
    width = (w - 4 * (columns - 1)) / columns
    whole = sum(len(p) for _, p in sections)
    kept = whole
    while True:
        shown = _first(sections, kept, whole)
        for size in (2.5, 2.3, MIN_TEXT):
            lines = fit(shown, columns, width, h, size, measure)
            if lines is not None:
                for n, line in enumerate(lines):
                    left = x + line.column * (width + 4)
                    yield Text(f"{key}-{n}", left, y + line.y - size * 0.3, line.text, size, ink, line.weight)
                return
        if kept == 0:
            return
        kept -= max(1, kept // 12)


def _first(sections: list[tuple[str, list[str]]], kept: int, whole: int) -> list[tuple[str, list[str]]]:
    out = []
    for heading, lines in sections:
        out.append((heading, lines[:kept]))
        kept -= min(kept, len(lines))
    left = whole - sum(len(lines) for _, lines in out)
    if left:
        out[-1][1].append(f"… and {left} more: mapkit check lists all")
    return out
