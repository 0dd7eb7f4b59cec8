"""Map + Layout -> the cells' names as marks, with the region's letter where cells have no colour and no pattern."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mapkit.layout import Box, Layout
from mapkit.map import Cell, Map
from mapkit.sheet.marginalia import Style, name_in
from mapkit.sheet.marks import Mark, Path, Text, polyline
from mapkit.sheet.names import centred, place_names

HALO = 0.45  # mm round the letters of a name
SIZE = 2.2  # mm on A5
NO_NAMES, BOTH = "none", "both"


@dataclass(frozen=True)
class Label:
    """What is written at a cell: its name, width mm wide, after a letter that takes room mm ("" and 0: none)."""

    cell: str
    text: str
    width: float
    letter: str
    room: float


def cell_name(cell: Cell, names: str, locale: str) -> str:
    """A cell's name in a language; "both": in the sheet's language, then in the first other one that differs."""
    if names != BOTH:
        return name_in(cell.names, names, cell.id)
    first = name_in(cell.names, locale, cell.id)
    second = next((n for lang, n in cell.names.items() if lang != locale and n != first), "")
    return f"{first} {second}".strip()


def labels(map: Map, style: Style, names: str) -> list[Label]:
    """Every cell's label, in the map's order. names: a locale or "both"."""
    size = style.text(SIZE)
    lettered = bool(style.theme.edge) and not any(look.pattern.families for look in style.looks.values())
    found = []
    for cell in map.cells:
        text = cell_name(cell, names, style.locale)
        letter = map.region[cell.region].letter if lettered else ""
        room = style.measure(f"{letter} ", size, "bold") if letter else 0.0
        found.append(Label(cell.id, text, style.measure(text, size, "regular"), letter, room))
    return found


def moved_up(
    map: Map, layout: Layout, written: Sequence[Label], boxes: Mapping[str, Box], style: Style
) -> dict[str, Box]:
    """The writing boxes, those moved up half a line whose names then fit under them inside the cell."""
    return centred(layout, boxes, _widths(written), style.text(SIZE), _regions(map))


def drawn(map: Map, layout: Layout, written: Sequence[Label], boxes: Mapping[str, Box], style: Style) -> Iterable[Mark]:
    """Leaders, letters and names, each where it disturbs least."""
    size, theme = style.text(SIZE), style.theme
    at = place_names(layout, _widths(written), boxes, size, _regions(map))
    for cell, name in at.items():
        if name.leader:
            yield Path(f"leader-{cell}", polyline(name.leader, close=False), None, theme.line, 0.2)
    for label in written:
        x, y = at[label.cell].x + label.room / 2, at[label.cell].y
        if label.letter:
            strong = style.looks[map.region[map.cell[label.cell].region].color].strong
            left = x - label.width / 2 - label.room
            yield Text(f"letter-{label.cell}", left, y, label.letter, size, strong, "bold", "start", theme.paper, HALO)
        yield Text(f"name-{label.cell}", x, y, label.text, size, theme.text, "regular", "middle", theme.paper, HALO)


def _widths(written: Sequence[Label]) -> dict[str, float]:
    return {label.cell: label.width + label.room for label in written}


def _regions(map: Map) -> dict[str, str]:
    return {cell.id: cell.region for cell in map.cells}
