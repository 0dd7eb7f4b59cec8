"""Shapes whose borders are drawn twice -> the same with one line for both, in the middle (numpy, shapely).

Rings are cut into runs (runs); a border's two runs become one line, the corners where runs meet one node, and the rings
are put together again from these. Coasts, islands and borders that agree already stay as they are to the last bit.
The result is nearly a coverage: where noise is coarser than a corner is wide, lines may cross. It needs checking.
"""

from __future__ import annotations

import numpy as np
import shapely

from mapkit.carto.adjacency import adjacency, faced, narrow
from mapkit.carto.match import hashed, match
from mapkit.carto.rings import Bools, Floats, Ints, Rings, rings
from mapkit.carto.runs import Runs, between, ends_of, runs
from mapkit.carto.sorting import heads
from mapkit.carto.spot import Shapes
from mapkit.carto.stretches import Loops, loops, reach, stretches, unseen

NEAR = 0.5  # times the reach: vertices so near a line's end are left out
CLEARER = (2.5, 8.0, NEAR)  # the same where lines cross, one try after the other; if none helps, as at first,
SHARE = 0.25  # but no more than this share of the line at either end: an island would be lost
SHRUNK = 0.05  # nor may a cell's area change by more than this share
FOLD = -0.3  # cosine: a line that turns back so sharply within the reach is noise


def weld(cells: Shapes, lonlat: bool, tolerance: float, wait: Bools) -> Shapes:
    """cells: polygons, none empty; they may cross themselves where noise folds a line. tolerance: how far apart two
    drawings of a border may be. wait: cells whose borders with each other stay as drawn. Cells of which nothing moved
    are the same objects; some of the others may be invalid, or empty."""
    r = _turned(rings(dict(zip(map(str, range(len(cells))), cells, strict=True))))
    squeeze = narrow(r, lonlat)
    found = match(r, False)
    twice = faced(r, lonlat, found, tolerance)
    if not len(twice.x.e):
        return cells
    pairs = adjacency(r, lonlat, tolerance, found, twice)
    flat = Rings(r.ids, np.ascontiguousarray(r.xy * squeeze), r.edge, r.cell, r.turn, r.area)
    way = loops(flat)
    lines = stretches(flat, found, twice, pairs)
    if wait.any():
        lines = lines.take(lines.exact | ~(wait[lines.cell] & wait[lines.other]))
    width = min(tolerance, reach(lines, way))
    x = runs(lines, flat.xy, way, width, unseen(pairs, lines, wait)) if len(lines.u) else None
    if x is None or not len(x.ring):
        return cells
    out = cells
    near = np.full(len(cells), NEAR)
    nodes = _nodes(flat.xy, way, x)
    wanted = np.ones(len(cells), bool)
    first = None
    for clearer in (*CLEARER, NEAR):
        pool, picks, ring = _walks(flat.xy, way, x, width, tolerance, near, nodes, wanted[way.cell])
        pool[len(r.xy) :] /= squeeze
        pool[: len(r.xy)] = r.xy
        out = _built(cells, out, way, pool, picks, ring, wanted)
        bad = wanted.copy()
        area = shapely.area(out)
        first = area if first is None else first
        bad[wanted] = (~shapely.is_valid(out) | (np.abs(area - first) > SHRUNK * first))[wanted]
        if not bad.any():
            break
        near[bad] = clearer
        cell = way.cell[x.ring]
        wanted = bad.copy()
        wanted[cell[bad[cell[x.mate]]]] = True
    return out


def _turned(r: Rings) -> Rings:
    """The rings so walked that the cell lies on the left (by signed area: rings may cross themselves)."""
    way = loops(r)
    flip = np.zeros(len(way.first), bool)
    flip[way.of[r.edge[r.turn]]] = True
    i = np.arange(len(r.xy))
    xy = r.xy[np.where(flip[way.of], (way.first + way.last)[way.of] - i, i)]
    return Rings(r.ids, xy, r.edge, r.cell, np.zeros(len(r.edge), bool), r.area)


def _walks(
    xy: Floats, way: Loops, x: Runs, t: float, far: float, near: Floats, nodes: Floats, wanted: Bools
) -> tuple[Floats, Ints, Ints]:
    """wanted: (rings,) those to walk. t: the reach, far: the tolerance. near: for each cell, how near (times t)
    vertices of its lines may be to their ends. Gives pool: (p, 2) places, old vertices first. picks: numbers of
    places, ring after ring; ring: the ring of each."""
    n, k = len(xy), len(x.ring)
    mine = wanted[x.ring]
    master = np.flatnonzero((x.mate >= np.arange(k)) & (mine | mine[x.mate]))
    vertex, line = _inside(x.u[master], x.v[master], way, x.ring[master])
    inner, loose = _middle(xy, vertex, line, x, master, far)
    clear = np.maximum(*(near[way.cell[x.ring[side]]] for side in (master, x.mate[master])))
    span = way.last - way.first
    size = between(x.u[master], x.v[master], span[x.ring[master]], way, x.ring[master])
    clear = np.maximum(NEAR * t, np.minimum(t * clear, SHARE * size))
    ends = nodes[x.start[master]][line], nodes[x.end[master]][line]
    close = np.minimum(*(np.hypot(*(inner - end).T) for end in ends)) < clear[line]
    keep = ~(close & loose)
    vertex, line, inner, loose = vertex[keep], line[keep], inner[keep], loose[keep]
    for _ in range(2):
        keep = _straight(inner, line, nodes[x.start[master]], nodes[x.end[master]], t) | ~loose
        vertex, line, inner, loose = vertex[keep], line[keep], inner[keep], loose[keep]
    place = np.where(loose, n + len(nodes) + np.arange(len(inner)), vertex)
    pool = np.concatenate([xy, nodes, inner])
    number = np.full(k, -1)
    number[master] = np.arange(len(master))
    back = (x.mate < np.arange(k))[mine]
    of = np.where(back, number[x.mate[mine]], number[mine])
    begin, count = np.searchsorted(line, of), np.bincount(line, minlength=len(master))[of]
    step = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    which = np.repeat(np.arange(len(of)), count)
    lines = place[np.where(back[which], (begin + count - 1)[which] - step, begin[which] + step)]
    to = x.u[x.after] + np.where(x.after <= np.arange(k), span[x.ring], 0)
    gap = ~x.meets & mine
    coast, owner = _inside(x.v[gap], to[gap], way, x.ring[gap])
    owner = np.flatnonzero(gap)[owner]
    clear = near[way.cell[x.ring[owner]]]
    rim = np.minimum(*(np.hypot(*(xy[coast] - nodes[end]).T) for end in (x.end[owner], x.start[x.after[owner]])))
    size = between(x.v[owner], to[owner], span[x.ring[owner]], way, x.ring[owner])
    keep = (clear == NEAR) | (rim > np.minimum(t * clear, SHARE * size))
    coast, owner = coast[keep], owner[keep]
    alone = wanted.copy()
    alone[x.ring] = False
    old = np.flatnonzero(alone[way.of] & (np.arange(n) != way.last[way.of]))
    # a ring is its runs in order, each as: node, line, node, coast
    own = np.flatnonzero(mine)
    picks = np.r_[n + x.start[own], lines, n + x.end[own], coast, old]
    row = np.r_[own, own[which], own, owner, np.zeros(len(old), np.int64)]
    kind = np.repeat(np.arange(5), [len(own), len(lines), len(own), len(coast), len(old)])
    ring = np.r_[x.ring[row[: len(row) - len(old)]], way.of[old]]
    order = np.argsort((ring * (k + 1) + row) * 5 + kind, kind="stable")
    return pool, picks[order], ring[order]


def _nodes(xy: Floats, way: Loops, x: Runs) -> Floats:
    """Where the nodes lie: on the vertex that exact borders have there, else amid the runs' ends."""
    k = len(x.ring)
    at = ends_of(xy, way, x.ring, x.u, x.v)
    node = np.r_[x.start, x.end]
    whole = x.meets & (x.after == np.arange(k))  # all round: either side begins anywhere
    other = np.r_[whole & (x.mate < np.arange(k)), whole & (x.mate < np.arange(k))]
    weight = np.where(other, 1e-12, 1.0)
    total = np.bincount(node, weights=weight)
    middle = np.column_stack([np.bincount(node, weights=weight * at[:, c]) / np.maximum(total, 1e-300) for c in (0, 1)])
    first = np.full(len(total), -1)
    sharp = np.flatnonzero(np.r_[x.sharp[0], x.sharp[1]])[::-1]
    first[node[sharp]] = sharp
    one = np.flatnonzero(whole & (x.mate >= np.arange(k)))
    first[x.start[one]] = one
    middle[first >= 0] = at[first[first >= 0]]
    return np.asarray(middle)


def _inside(u: Floats, v: Floats, way: Loops, ring: Ints) -> tuple[Ints, Ints]:
    """Numbers of the vertices strictly between places u and v of a ring, and the row of each."""
    low, high = np.floor(u).astype(np.int64) + 1, np.ceil(v).astype(np.int64)
    count = (high - low).clip(0)
    row = np.repeat(np.arange(len(u)), count)
    vertex = low[row] + np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    span = (way.last - way.first)[ring[row]]
    return np.where(vertex >= way.last[ring[row]], vertex - span, vertex), row


def _middle(xy: Floats, vertex: Ints, line: Ints, x: Runs, master: Ints, t: float) -> tuple[Floats, Bools]:
    """Vertices moved half the way to the neighbour's drawing, and whether they may move."""
    s = x.stretch
    if not len(vertex):
        return np.zeros((0, 2)), np.zeros(0, bool)
    k = (np.searchsorted(s.u, vertex, side="right") - 1).clip(0)
    z = np.ascontiguousarray(xy[vertex]).view(np.complex128)[:, 0]
    step = s.q[k] - s.p[k]
    share = ((z - s.p[k]) / np.where(step == 0, 1, step)).real.clip(0, 1)
    shift = (s.p[k] + step * share - z) / 2
    # a vertex is fixed when exact stretches are on both its sides
    before = (k - (s.u[k] == vertex)).clip(0)
    fixed = s.exact[k] & s.exact[before]
    shift[(np.abs(shift) > t) | fixed] = 0
    return (z + shift).view(np.float64).reshape(-1, 2), ~fixed


def _straight(xy: Floats, line: Ints, start: Floats, end: Floats, t: float) -> Bools:
    """False where a line folds back within the tolerance."""
    if not len(xy):
        return np.zeros(0, bool)
    z = np.ascontiguousarray(xy).view(np.complex128)[:, 0]
    first = np.r_[True, line[1:] != line[:-1]]
    last = np.r_[first[1:], True]
    a = np.where(first, (start[line] @ np.array([1, 1j])), np.r_[0, z[:-1]])
    b = np.where(last, (end[line] @ np.array([1, 1j])), np.r_[z[1:], 0])
    u, v = z - a, b - z
    size = np.abs(u) * np.abs(v)
    folds = (u * v.conj()).real < FOLD * size
    return np.asarray(~(folds & (np.minimum(np.abs(u), np.abs(v)) < 2 * t) | (size == 0)))


def _built(cells: Shapes, now: Shapes, way: Loops, pool: Floats, picks: Ints, ring: Ints, wanted: Bools) -> Shapes:
    """now, with the wanted cells made from their rings; a cell of which nothing moved is its old self."""
    xy = pool[picks]
    same = np.r_[False, (ring[1:] == ring[:-1]) & (xy[1:] == xy[:-1]).all(axis=1)]
    xy, ring = xy[~same], ring[~same]
    first = np.searchsorted(ring, np.arange(len(way.first)))
    last = np.searchsorted(ring, np.arange(len(way.first)), side="right") - 1
    closed = (last > first) & (xy[first.clip(max=len(xy) - 1)] == xy[last]).all(axis=1)
    keep = np.ones(len(xy), bool)
    keep[last[closed]] = False
    xy, ring = xy[keep], ring[keep]
    count = np.bincount(ring, minlength=len(way.first))
    moved = np.zeros(len(cells), bool)
    moved[way.cell[_moved(way, pool[: len(way.of)], xy, ring)]] = True
    moved &= wanted
    _, part = shapely.get_rings(shapely.get_parts(cells), return_index=True)
    outer = np.r_[True, part[1:] != part[:-1]]
    lost = np.isin(part, part[outer & (count < 3)])
    good = (count >= 3) & ~lost & moved[way.cell]
    rows = good[ring]
    new = np.cumsum(good) - 1
    out = now.copy()
    if not good.any():
        return out
    made = shapely.linearrings(xy[rows], indices=new[ring[rows]])
    shell = outer[good]
    solid = np.asarray(shapely.polygons(made, indices=np.cumsum(shell) - 1))  # of each polygon, the shell comes first
    cell = way.cell[good][shell]
    out[moved] = shapely.multipolygons(np.zeros((int(moved.sum()), 0), dtype=object))
    several = np.bincount(cell, minlength=len(cells))
    single = several[cell] == 1
    out[cell[single]] = solid[single]
    many = np.flatnonzero(several > 1)
    if len(many):
        out[many] = shapely.multipolygons(solid[~single], indices=np.searchsorted(many, cell[~single]))
    return out


def _moved(way: Loops, old: Floats, xy: Floats, ring: Ints) -> Bools:
    """Whether a ring's vertices are no longer what they were; where it begins is all one."""
    opened = np.ones(len(old), bool)
    opened[way.last] = False
    sums = []
    for at, of in ((old[opened], way.of[opened]), (xy, ring)):
        key = hashed(at[:, 0], at[:, 1])
        total = np.zeros(len(way.first), np.uint64)
        head = np.flatnonzero(heads(of))
        total[of[head]] = np.add.reduceat(key, head)
        sums.append(total)
    return np.asarray(sums[0] != sums[1])
