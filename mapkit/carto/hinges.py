"""Borders on the page -> what is too near, as squared hinges: rooms, shared borders, water gaps, necks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from scipy.spatial import cKDTree

from mapkit.carto.arcs import Ints
from mapkit.carto.inside import owner
from mapkit.carto.label import under
from mapkit.carto.project import Floats

SHELL = 0.9  # mm of looser skin round a room, so that no outline hugs its circle
CHORD = 3.0  # mm: ends of a shared border
WATER, BRIDGED, LAND = 1.12, 2.0, 1.3  # mm: gap of water, the same under a bridge, neck of land
W_ROOM, W_SHELL, W_NAME, W_CHORD, W_GAP = 4.0, 0.12, 0.5, 3.0, 8.0


@dataclass(frozen=True)
class Lines:
    """Every border edge once: p, q (m,) vertices, arc (m,), and the faces left (m, 2): cell indices, -1 sea.

    along (m, 2): how far along its arc p and q stand is counted anew from x when needed.
    """

    p: Ints
    q: Ints
    arc: Ints
    faces: Ints
    arcs: tuple[Ints, ...]
    arc_faces: Ints
    longest: np.ndarray  # per arc: whether it is the longest its two cells share
    bridged: np.ndarray  # (c + 1, c + 1): whether two cells are tied by a bridge; the last row is the sea


@dataclass(frozen=True)
class Bodies:
    """What must fit into every cell, as circles at fixed places from its centre: the room, its skin, the name.

    cell (k,), offset (k, 2), radius (k,), weight (k,).
    """

    cell: Ints
    offset: Floats
    radius: Floats
    weight: Floats


@dataclass(frozen=True)
class Hinges:
    """Residuals r >= 0 (m,), their weights, and their derivative: at (m, 6) unknowns, slope (m, 6).

    Energy: sum of weight * r².
    """

    r: Floats
    weight: Floats
    at: Ints
    slope: Floats


def bodies(radius: Floats, names: Floats) -> Bodies:
    """radius (c,) mm of every room; names (c, 2): width and height in mm of the name under the box (0: none)."""
    cell, offset, size, weight = [], [], [], []
    for i, (r, (w, h)) in enumerate(zip(radius, names, strict=True)):
        cell += [i, i]
        offset += [(0.0, 0.0), (0.0, 0.0)]
        size += [r, r + SHELL]
        weight += [W_ROOM, W_SHELL]
        if w > 0:
            down = under(2 * r, h)
            for k in (-1.0, 1.0):
                cell.append(i)
                offset.append((k * max(w / 2 - h / 2, 0.0), down))
                size.append(h / 2 + 0.3)
                weight.append(W_NAME)
    return Bodies(np.array(cell), np.array(offset), np.array(size), np.array(weight))


def rooms(lines: Lines, body: Bodies, x: Floats, centre: Floats, share: float, first: int) -> Hinges:
    """Border edges nearer to a cell's circles than their radius. first: the number of the first centre's unknowns."""
    side = np.concatenate([lines.faces[:, 0], lines.faces[:, 1]])
    edge = np.concatenate([np.arange(len(lines.p))] * 2)
    edge, side = edge[side >= 0], side[side >= 0]
    order = np.argsort(side, kind="stable")
    edge, side = edge[order], side[order]
    start, stop = np.searchsorted(side, body.cell), np.searchsorted(side, body.cell, side="right")
    count = stop - start
    k = np.repeat(np.arange(len(body.cell)), count)
    e = edge[np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + np.repeat(start, count)]
    middle = centre[body.cell[k]] + body.offset[k]
    d, t, n = _nearest(middle, x[lines.p[e]], x[lines.q[e]])
    r = body.radius[k] * share - d
    on = r > 0
    k, e, t, n, r = k[on], e[on], t[on], n[on], r[on]
    at = np.stack([_xy(first // 2 + body.cell[k]), _xy(lines.p[e]), _xy(lines.q[e])], axis=1).reshape(-1, 6)
    slope = np.concatenate([-n, (1 - t)[:, None] * n, t[:, None] * n], axis=1)
    return Hinges(r, body.weight[k], at, slope)


def short(lines: Lines, x: Floats) -> tuple[Ints, Floats]:
    """Arcs (k, 2) whose first and last vertices may come too near, and how far they should stand apart."""
    rows, want = [], []
    for a, faces, longest in zip(lines.arcs, lines.arc_faces, lines.longest, strict=True):
        if a[0] != a[-1]:
            way = float(np.hypot(*np.diff(x[a], axis=0).T).sum())
            straight = way < 1.6 * max(float(np.hypot(*(x[a[-1]] - x[a[0]]))), 0.6)
            if way < 3 * CHORD and (straight or way < CHORD):
                rows.append((a[0], a[-1]))
                want.append(LAND if faces.min() < 0 else CHORD if longest else 0.6 * CHORD)
    return np.array(rows, dtype=np.int64).reshape(-1, 2), np.array(want)


def chords(short: tuple[Ints, Floats], x: Floats, share: float, stiff: float) -> Hinges:
    """Shared borders, and coasts between two neighbours, whose ends stand too near; stiff: a factor of their weight."""
    arcs, want = short
    d = x[arcs[:, 1]] - x[arcs[:, 0]]
    length = np.hypot(d[:, 0], d[:, 1])
    r = want * share - length
    on = r > 0
    n = d[on] / np.maximum(length[on], 1e-9)[:, None]
    at = np.concatenate([_xy(arcs[on, 0]), _xy(arcs[on, 1]), _xy(arcs[on, 0])], axis=1)
    return Hinges(r[on], np.full(int(on.sum()), W_CHORD * stiff), at, np.concatenate([n, -n, 0 * n], axis=1))


def near(lines: Lines, x: Floats, cells: list[shapely.Geometry]) -> tuple[Ints, Ints, Floats, Floats]:
    """Pairs (vertex, edge) that face each other over a narrow water or a neck of land, how far they should stand, and
    a factor of the weight: what is much too near is pressed harder.

    cells: the cells' shapes now. A vertex and an edge of one line, or of two that meet, count only where the way along
    the line is far longer than the way across.
    """
    reach = BRIDGED + 0.3
    along, total = _along(lines, x)
    middles = (x[lines.p] + x[lines.q]) / 2
    half = np.hypot(*(x[lines.q] - x[lines.p]).T) / 2
    inner = [(a[1:-1] if a[0] != a[-1] else a[:-1]) for a in lines.arcs]
    vertex = np.concatenate(inner) if inner else np.zeros(0, dtype=np.int64)
    of = np.concatenate([np.full(len(v), i) for i, v in enumerate(inner)])
    found = cKDTree(x[vertex]).sparse_distance_matrix(cKDTree(middles), reach + half.max(), output_type="coo_matrix")
    i, e = found.row, found.col
    d, t, _ = _nearest(x[vertex[i]], x[lines.p[e]], x[lines.q[e]])
    v, va = vertex[i], of[i]
    way = _way(lines, along, total, x, v, va, e, t)
    mine, theirs = lines.arc_faces[va], lines.faces[e]
    tied = (lines.bridged[mine[:, :, None], theirs[:, None, :]]).any(axis=(1, 2))
    most = np.where(tied, BRIDGED, LAND) + 0.25
    good = (d < most) & (way > 3 * d + 1.2) & (lines.p[e] != v) & (lines.q[e] != v)
    v, e, d, t, mine, theirs, tied = v[good], e[good], d[good], t[good], mine[good], theirs[good], tied[good]
    q = x[lines.p[e]] * (1 - t)[:, None] + x[lines.q[e]] * t[:, None]
    face = owner((x[v] + q) / 2, cells)
    common = (mine == face[:, None]).any(axis=1) & (theirs == face[:, None]).any(axis=1)
    want = np.where(face >= 0, LAND, np.where(tied, BRIDGED, WATER))
    on = common & (d < want + 0.25)
    press = np.clip(want / np.maximum(d, 0.1), 1.0, 6.0) ** 1.5
    return v[on], e[on], want[on], press[on]


def gaps(lines: Lines, pairs: tuple[Ints, Ints, Floats, Floats], x: Floats, share: float, stiff: float) -> Hinges:
    """Pairs that stand too near; stiff: a factor of their weight."""
    v, e, want, press = pairs
    d, t, n = _nearest(x[v], x[lines.p[e]], x[lines.q[e]])
    r = want * share - d
    on = r > 0
    v, e, t, n, r, press = v[on], e[on], t[on], n[on], r[on], press[on]
    at = np.stack([_xy(v), _xy(lines.p[e]), _xy(lines.q[e])], axis=1).reshape(-1, 6)
    slope = np.concatenate([-n, (1 - t)[:, None] * n, t[:, None] * n], axis=1)
    return Hinges(r, W_GAP * stiff * press, at, slope)


def together(parts: list[Hinges]) -> Hinges:
    return Hinges(
        np.concatenate([p.r for p in parts]),
        np.concatenate([p.weight for p in parts]),
        np.concatenate([p.at for p in parts]),
        np.concatenate([p.slope for p in parts]),
    )


def _nearest(c: Floats, p: Floats, q: Floats) -> tuple[Floats, Floats, Floats]:
    """Distance from c to the edge p-q, the place t on it (0..1), and the direction from there to c."""
    u = q - p
    t = np.clip(((c - p) * u).sum(axis=1) / np.maximum((u * u).sum(axis=1), 1e-12), 0, 1)
    n = c - p - t[:, None] * u
    d = np.hypot(n[:, 0], n[:, 1])
    return d, t, n / np.maximum(d, 1e-9)[:, None]


def inside(body: Bodies, centre: Floats, cells: list[shapely.Geometry]) -> Bodies:
    """The circles whose centre lies in its cell: a name that does not fit is left to itself for now."""
    at = centre[body.cell] + body.offset
    on = shapely.contains_xy(np.array(cells, dtype=object)[body.cell], at) | (body.offset == 0).all(axis=1)
    return Bodies(body.cell[on], body.offset[on], body.radius[on], body.weight[on])


def _xy(vertex: Ints) -> Ints:
    return np.stack([2 * vertex, 2 * vertex + 1], axis=1)


def _along(lines: Lines, x: Floats) -> tuple[Floats, Floats]:
    """How far along its arc every edge begins, and every arc's length."""
    length = np.hypot(*(x[lines.q] - x[lines.p]).T)
    total = np.bincount(lines.arc, weights=length, minlength=len(lines.arcs))
    before = np.cumsum(length) - length
    first = np.r_[True, lines.arc[1:] != lines.arc[:-1]]
    start = np.repeat(before[first], np.bincount(lines.arc, minlength=len(lines.arcs)))
    return np.asarray(before - start), np.asarray(total, dtype=np.float64)


def _way(lines: Lines, along: Floats, total: Floats, x: Floats, v: Ints, va: Ints, e: Ints, t: Floats) -> Floats:
    """The way along the lines from vertex v (on arc va) to place t of edge e; inf when they do not meet."""
    place = np.zeros(len(x))
    place[lines.p] = along
    sv = place[v]
    edge = np.hypot(*(x[lines.q[e]] - x[lines.p[e]]).T)
    sq, ea = along[e] + t * edge, lines.arc[e]
    same = np.abs(sv - sq)
    closed = np.array([a[0] == a[-1] for a in lines.arcs])
    way = np.where(closed[va], np.minimum(same, total[va] - same), same)
    ends = np.array([[a[0], a[-1]] for a in lines.arcs])
    other = np.full(len(v), np.inf)
    for i in (0, 1):
        for j in (0, 1):
            meet = (ends[va, i] == ends[ea, j]) & ~closed[va] & ~closed[ea]
            mine = sv if i == 0 else total[va] - sv
            yours = sq if j == 0 else total[ea] - sq
            other = np.where(meet, np.minimum(other, mine + yours), other)
    return np.where(va == ea, np.where(closed[va], way, np.minimum(way, other)), other)
