"""Coverage -> Land: the drawn parts of every cell on planes of their own, y down: one main land, and insets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyproj
import shapely

from mapkit.carto import project, spread
from mapkit.carto.coverage import Coverage
from mapkit.carto.frame import Wish
from mapkit.carto.project import Shape, Shapes
from mapkit.map import Map

PAD = 1.5  # mm of water between an inset's frame and its land


@dataclass(frozen=True)
class Land:
    """main and every inset: cell -> shape on its plane (km, or drawing units), y down.

    toward: for every inset, the point on the main plane it should stand near.
    """

    main: Shapes
    insets: tuple[Shapes, ...]
    toward: tuple[tuple[float, float], ...]
    projection: str


def land(map: Map, coverage: Coverage, aspect: float, options: Mapping[str, Any]) -> Land:
    """The land to draw. aspect: width / height of the page; options: keep_parts, inset as in map.toml's [layout]."""
    shapes: Shapes = {c.id: coverage.shapes[c.id] for c in map.cells}
    lon0 = 0.0
    if coverage.lonlat:
        shapes, lon0 = project.recentre(shapes)
        rough, _ = project.project(shapes, lon0)
    else:
        rough = shapes = project.flip(shapes)
    plan = spread.spread(rough, aspect, options.get("inset"), float(options.get("keep_parts", 0.001)))
    drawn = spread.apply(shapes, plan)
    away = {c for group in plan.insets for c in group}
    main: Shapes = {c: s for c, s in drawn.items() if c not in away}
    insets = [{c: drawn[c] for c in group} for group in plan.insets]
    text = ""
    middles = [shapely.union_all(list(g.values())).centroid for g in insets]
    toward = [(m.x, m.y) for m in middles]
    if coverage.lonlat:
        main, text = project.project(main, lon0)
        insets = [project.project(g, lon0)[0] for g in insets]
        away_at = [pyproj.Proj(text)(x + lon0, y) for x, y in toward]
        toward = [(float(x), -float(y)) for x, y in away_at]
    for i, group in enumerate(plan.insets):
        ties = sorted({a for c in group for a in map.neighbours[c] if a in main})
        if ties:
            point = main[ties[0]].representative_point()
            toward[i] = (point.x, point.y)
    return Land(main, tuple(insets), tuple(toward), text)


def inset_wishes(land: Land, size: tuple[float, float], room: float) -> list[Wish]:
    """A box for every inset, "inset:0" ...: its long side 0.18 to 0.125 of the page, never too small for the boxes."""
    page = (size[0] * size[1]) ** 0.5
    out = []
    for i, (group, toward) in enumerate(zip(land.insets, land.toward, strict=True)):
        x0, y0, x1, y1 = shapely.total_bounds(list(group.values()))
        aspect = min(max((x1 - x0) / max(y1 - y0, 1e-9), 0.62), 1.6)
        least = (room + 2 * PAD + 2.0) * max(1.0, 1.1 * len(group) ** 0.5)
        sizes = []
        for share in (0.18, 0.15, 0.125):
            long = page * share * max(1.0, len(group) ** 0.5 * 0.8)
            w, h = (long, long / aspect) if aspect > 1 else (long * aspect, long)
            made = (round(max(w, least), 2), round(max(h, least), 2))
            if made not in sizes:
                sizes.append(made)
        out.append(Wish(f"inset:{i}", tuple(sizes), toward))
    return out


def fit_into(group: Shapes, box: tuple[float, float, float, float], pad: float = PAD) -> dict[str, Shape]:
    """Shapes scaled and centred into a box of mm."""
    x0, y0, x1, y1 = shapely.total_bounds(list(group.values()))
    scale = min((box[2] - box[0] - 2 * pad) / max(x1 - x0, 1e-9), (box[3] - box[1] - 2 * pad) / max(y1 - y0, 1e-9))
    dx, dy = (box[0] + box[2]) / 2 - scale * (x0 + x1) / 2, (box[1] + box[3]) / 2 - scale * (y0 + y1) / 2
    return {c: shapely.transform(s, lambda p: p * scale + (dx, dy)) for c, s in group.items()}
