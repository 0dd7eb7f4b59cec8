"""Shapes -> shapes whose coasts can be drawn: inlets that no pen draws are filled; at the end water is kept open.

A closing and a dilation in the sense of mathematical morphology (Serra 1982), each within one cell at a time, so that
no border between two cells moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely

from mapkit.carto.project import Shape, Shapes
from mapkit.carto.verify import NECK, largest_circle, neck

Part = tuple[str, int]  # a cell, and the number of its part
CUTS = 3  # times that the same strait is widened


def filled(shapes: Shapes, widths: Mapping[str, float]) -> dict[str, Shape]:
    """A coverage without inlets, and straits between parts of one cell, narrower than the cell's width (its units).

    What lies beside another cell stays as it is, so every border has the vertices it had.
    """
    keys = list(shapes)
    tree = shapely.STRtree([shapes[c] for c in keys])
    out: dict[str, Shape] = {}
    for i, (c, shape) in enumerate(shapes.items()):
        r = widths[c] / 2
        closed = shapely.buffer(shapely.buffer(shape, r, quad_segs=2), -r, quad_segs=2)
        pieces = shapely.get_parts(shapely.difference(closed, shape))
        pieces = pieces[(shapely.get_type_id(pieces) == 3) & (shapely.area(pieces) > r * r)]
        if len(pieces):
            at, other = tree.query(pieces, "dwithin", distance=r)
            pieces = np.delete(pieces, np.unique(at[other != i]))
        out[c] = _joined(shape, shapely.buffer(pieces, r / 40, join_style="mitre"), r) if len(pieces) else shape
    return out


def _joined(shape: Shape, pieces: Sequence[shapely.Geometry], r: float) -> Shape:
    """A cell with pieces added; lakes that arise and are hardly wider than what was filled are filled too."""
    made = shapely.union_all([shape, *pieces])
    kept = shapely.union_all([shapely.polygons(h) for p in shapely.get_parts(shape) for h in p.interiors])
    parts = []
    for p in shapely.get_parts(made):
        holes = [h for h in p.interiors if shapely.polygons(h).area > 40 * r * r or kept.intersects(h)]
        parts.append(shapely.Polygon(p.exterior, holes))
    made = parts[0] if len(parts) == 1 else shapely.multipolygons(parts)
    return made if made.is_valid and made.geom_type in ("Polygon", "MultiPolygon") else shape


def opened(shapes: Shapes, width: float, room: float, border: float) -> dict[str, Shape]:
    """Coasts drawn back where parts that do not touch face each other over water narrower than width, mm.

    The larger side gives way, else the other; neither does where a border shorter than `border` mm, a neck, or a
    cell without a circle of room would come of it. shapes: a coverage in mm.
    """
    out = dict(shapes)
    for _ in range(CUTS):
        for a, b in _near(out, width):
            for mine, theirs in sorted(((a, b), (b, a)), key=lambda p: (-out[p[0][0]].area, p)):
                made = _drawn_back(out, mine, theirs, width, room, border)
                if made:
                    out |= made
                    break
    return out


def lack(shapes: Shapes, width: float) -> float:
    """How much the waters between parts that do not touch lack to be so wide, mm in all."""
    return sum(width - float(shapely.distance(_part(shapes, a), _part(shapes, b))) for a, b in _near(shapes, width))


def _part(shapes: Shapes, part: Part) -> shapely.Polygon:
    return shapely.get_geometry(shapes[part[0]], part[1])


def _near(shapes: Shapes, width: float) -> list[tuple[Part, Part]]:
    """Pairs of parts nearer than width, of one cell or of two whose parts nowhere share a border."""
    parts = [(c, k) for c in shapes for k in range(shapely.get_num_geometries(shapes[c]))]
    faces = np.array([_part(shapes, p) for p in parts], dtype=object)
    i, j = shapely.STRtree(faces).query(faces, "dwithin", distance=width)
    i, j = i[i < j], j[i < j]
    apart = shapely.distance(faces[i], faces[j]) > 0
    meet = shapely.length(shapely.intersection(faces[i[~apart]], faces[j[~apart]])) > 0
    bordering = {
        (parts[p][0], parts[q][0]) for p, q in zip(i[~apart][meet].tolist(), j[~apart][meet].tolist(), strict=True)
    }
    pairs = sorted((parts[p], parts[q]) for p, q in zip(i[apart].tolist(), j[apart].tolist(), strict=True))
    return [(p, q) for p, q in pairs if (p[0], q[0]) not in bordering and (q[0], p[0]) not in bordering]


def _drawn_back(shapes: Shapes, mine: Part, theirs: Part, width: float, room: float, border: float) -> dict[str, Shape]:
    """The cells that give way to a part, all of its own side at once; none where they cannot."""
    if any(k >= shapely.get_num_geometries(shapes[c]) for c, k in (mine, theirs)):
        return {}
    away = _part(shapes, theirs)
    zone = shapely.buffer(away, width, quad_segs=6)
    made: dict[str, Shape] = {}
    for c, shape in shapes.items():
        parts = list(shapely.get_parts(shape))
        if c != mine[0] and not any(p.touches(_part(shapes, mine)) for p in parts):
            continue
        for k, p in enumerate(parts):
            if 0 < p.distance(away) < width:
                left = shapely.get_parts(shapely.difference(p, zone))
                if not len(left):
                    return {}
                parts[k] = shapely.transform(max(left, key=lambda g: g.area), lambda q: np.round(q, 4))
                made[c] = parts[0] if len(parts) == 1 else shapely.multipolygons(parts)
    after = {**shapes, **made}
    for c, shape in made.items():
        if not shape.is_valid or largest_circle(shape) < min(largest_circle(shapes[c]), room):
            return {}
        if neck(shape, NECK) and not neck(shapes[c], NECK):
            return {}
        for d, other in shapes.items():
            was = shapely.intersection(shapes[c], other).length if d != c and other.distance(shapes[c]) == 0 else 0.0
            if was > 0 and shapely.intersection(shape, after[d]).length < min(was, border) - 1e-6:
                return {}
    return made if shapely.coverage_is_valid(list(after.values())) else {}
