"""Source or Coverage -> Survey: who borders whom, and for how long (numpy, shapely).

A corner is not a border; shapes that lie on each other are not neighbours by that. The work is done in arrays by
adjacency; here ids come in and go out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from mapkit.carto import length
from mapkit.carto.adjacency import adjacency
from mapkit.carto.faces import valid
from mapkit.carto.graph import Border, Survey
from mapkit.carto.match import Match, match
from mapkit.carto.rings import Ints, Rings, rings
from mapkit.carto.source import Source

if TYPE_CHECKING:
    from mapkit.carto.coverage import Coverage

SPECK = 1e-10  # of the map's extent: a border shorter than that is where numbers were rounded: a corner


def survey(shapes: Source | Coverage, tolerance: float | None = None) -> Survey:
    """Borders with lengths, touches, doubtful pairs.

    tolerance: farthest distance of two drawings of one line, in degrees or drawing units; None: found from the data.
    Lengths are km on the WGS 84 ellipsoid for lon/lat, else drawing units; a border drawn twice counts its mean.
    One shorter than SPECK of the map's extent is a touch.
    """
    r, found = _matched(shapes)
    x = adjacency(r, shapes.lonlat, tolerance, found)
    extent = float(np.ptp(r.xy, axis=0).max()) if len(r.xy) else 0.0
    real = x.length > SPECK * extent * (length.KM if shapes.lonlat else 1.0)
    touch = np.concatenate([x.touch, np.column_stack([x.a, x.b])[x.taken & ~real]])

    def borders(rows: Ints) -> tuple[Border, ...]:
        a, b = [r.ids[k] for k in x.a[rows]], [r.ids[k] for k in x.b[rows]]
        sizes, gaps = x.length[rows].tolist(), x.gap[rows].tolist()
        listed = [Border(min(p, q), max(p, q), s, g) for p, q, s, g in zip(a, b, sizes, gaps, strict=True)]
        return tuple(sorted(listed, key=lambda y: y.pair))

    touches = sorted((min(r.ids[a], r.ids[b]), max(r.ids[a], r.ids[b])) for a, b in touch.tolist())
    return Survey(
        borders(np.flatnonzero(x.taken & real)),
        tuple(touches),
        borders(np.flatnonzero(x.doubtful & real)),
        "km" if shapes.lonlat else "units",
        x.tolerance,
    )


def _matched(shapes: Source | Coverage) -> tuple[Rings, Match]:
    """Rings and their exact match; a ring that crosses itself has its cell on both sides, so it is made valid first."""
    r = rings(shapes.shapes)
    found = match(r, shapes.lonlat)
    lying = sorted({*r.cell[found.a[found.same]].tolist(), *r.cell[found.b[found.same]].tolist()})
    crossed = [r.ids[k] for k in lying if not shapely.is_valid(shapes.shapes[r.ids[k]])]
    if not crossed:
        return r, found
    r = rings({**shapes.shapes, **{cell: valid(shapes.shapes[cell]) for cell in crossed}})
    return r, match(r, shapes.lonlat)
