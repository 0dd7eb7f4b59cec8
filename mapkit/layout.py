"""Layout: where every cell stands on the sheet, in mm, y down, from the trim's top left corner (stdlib only).

carto writes these values and sheet draws them; past this module nobody sees shapely or numpy.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

Point = tuple[float, float]
Ring = tuple[Point, ...]  # open: the last point is not the first again
Polygon = tuple[Ring, ...]  # the outer ring, then holes
Box = tuple[float, float, float, float]  # x0, y0, x1, y1


@dataclass(frozen=True)
class Block:
    """A piece of marginalia that wants room on the sheet: its alternatives (width, height) in mm, preferred first."""

    name: str
    sizes: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if not self.sizes or any(w <= 0 or h <= 0 for w, h in self.sizes):
            raise ValueError(f"block {self.name!r} needs at least one size, each wider and higher than 0 mm")


@dataclass(frozen=True)
class Place:
    """One cell on the sheet.

    outline: its polygons in mm. anchor: centre of the room. room: diameter in mm of the largest circle that fits
    inside the outline around the anchor. label: where the name is centred (None: under the box at the anchor).
    leader: the point on the cell a leader line runs to from the label, when the name stands outside (else None).
    """

    cell: str
    outline: tuple[Polygon, ...]
    anchor: Point
    room: float
    label: Point | None = None
    leader: Point | None = None

    def __post_init__(self) -> None:
        if not self.outline or any(len(ring) < 3 for polygon in self.outline for ring in polygon):
            raise ValueError(f"place {self.cell!r} has no outline, or a ring of fewer than 3 points")
        flat = [v for polygon in self.outline for ring in polygon for p in ring for v in p]
        if not all(map(math.isfinite, (*flat, *self.anchor, self.room))):
            raise ValueError(f"place {self.cell!r} has a coordinate that is not a number")


@dataclass(frozen=True)
class BridgeLine:
    """How a bridge is drawn: a polyline in mm from the shore of a to the shore of b."""

    a: str
    b: str
    path: tuple[Point, ...]


@dataclass(frozen=True)
class Inset:
    """A framed box that shows cells away from their true place."""

    box: Box
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """All places of a map on a trim of size (width, height) mm, with the boxes left free for marginalia."""

    map: str
    size: tuple[float, float]
    style: str
    places: tuple[Place, ...]
    bridges: tuple[BridgeLine, ...] = ()
    insets: tuple[Inset, ...] = ()
    blocks: tuple[tuple[str, Box], ...] = ()
    safe: Box | None = None  # what text must stay inside: the trim less margins and a glued edge
    shores: tuple[tuple[tuple[Point, ...], ...], ...] = ()  # lines along the coast, nearest first, for looks alone

    def __post_init__(self) -> None:
        ids = [p.cell for p in self.places]
        if len(set(ids)) != len(ids):
            raise ValueError(f"layout of {self.map!r}: a cell has two places")

    @cached_property
    def place(self) -> dict[str, Place]:
        return {p.cell: p for p in self.places}

    @cached_property
    def block(self) -> dict[str, Box]:
        return dict(self.blocks)


def moved(layout: Layout, dx: float, dy: float, by: float = 1.0) -> Layout:
    """The same layout, every length times by, then dx mm further right and dy mm further down on a trim that stays."""

    def point(p: Point) -> Point:
        return p[0] * by + dx, p[1] * by + dy

    def points(line: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(map(point, line))

    def box(b: Box) -> Box:
        return (*point(b[:2]), *point(b[2:]))

    def place(p: Place) -> Place:
        outline = tuple(tuple(map(points, polygon)) for polygon in p.outline)
        label = point(p.label) if p.label else None
        return Place(p.cell, outline, point(p.anchor), p.room * by, label, p.leader and point(p.leader))

    return replace(
        layout,
        size=(layout.size[0] * by, layout.size[1] * by),
        places=tuple(map(place, layout.places)),
        bridges=tuple(replace(b, path=points(b.path)) for b in layout.bridges),
        insets=tuple(replace(i, box=box(i.box)) for i in layout.insets),
        blocks=tuple((name, box(b)) for name, b in layout.blocks),
        shores=tuple(tuple(map(points, level)) for level in layout.shores),
    )


def to_json(layout: Layout) -> str:
    """Canonical text of a layout; mm rounded to 0.1 µm, equal points stay equal."""

    def tidy(value: Any) -> Any:
        if isinstance(value, float):
            return round(value, 4) + 0.0
        if isinstance(value, Mapping):
            return {k: tidy(v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [tidy(v) for v in value]
        return value

    return json.dumps(tidy(asdict(layout)), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def from_json(text: str) -> Layout:
    """The layout to_json wrote. Raises ValueError (KeyError, TypeError) on anything else."""
    return from_value(json.loads(text))


def from_value(raw: Any) -> Layout:
    """The layout of parsed JSON."""

    def point(p: Any) -> Point:
        x, y = p
        return float(x), float(y)

    def box(b: Any) -> Box:
        x0, y0, x1, y1 = b
        return float(x0), float(y0), float(x1), float(y1)

    places = tuple(
        Place(
            p["cell"],
            tuple(tuple(tuple(map(point, ring)) for ring in polygon) for polygon in p["outline"]),
            point(p["anchor"]),
            float(p["room"]),
            point(p["label"]) if p["label"] else None,
            point(p["leader"]) if p["leader"] else None,
        )
        for p in raw["places"]
    )
    return Layout(
        raw["map"],
        point(raw["size"]),
        raw["style"],
        places,
        tuple(BridgeLine(b["a"], b["b"], tuple(map(point, b["path"]))) for b in raw["bridges"]),
        tuple(Inset(box(i["box"]), tuple(i["cells"])) for i in raw["insets"]),
        tuple((name, box(b)) for name, b in raw["blocks"]),
        box(raw["safe"]) if raw["safe"] else None,
        tuple(tuple(tuple(map(point, line)) for line in level) for level in raw["shores"]),
    )


def geojson(layout: Layout) -> str:
    """The outlines as GeoJSON in mm, y up, a feature per cell; "crs": null says they are no degrees (GeoJSON 2008)."""

    def ring(points: Ring) -> list[list[float]]:
        return [[round(x, 4), round(layout.size[1] - y, 4)] for x, y in (*points, points[0])]

    features = [
        {
            "type": "Feature",
            "id": p.cell,
            "properties": {"id": p.cell, "room_mm": round(p.room, 3)},
            "geometry": {"type": "MultiPolygon", "coordinates": [[ring(r) for r in polygon] for polygon in p.outline]},
        }
        for p in layout.places
    ]
    lines = ",\n".join(json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in features)
    return f'{{"type":"FeatureCollection","crs":null,"features":[\n{lines}\n]}}\n'
