"""Mesh + goals -> points on the page at which every room, border and gap has its size: projected Newton."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy.sparse import coo_matrix, csc_matrix
from scipy.sparse.linalg import splu

from mapkit.carto import energy, hinges
from mapkit.carto.arcs import Arcs, Ints, join
from mapkit.carto.hinges import Bodies, Hinges, Lines
from mapkit.carto.mesh import Mesh
from mapkit.carto.project import Floats, Shape

SEA = 0.05  # weight of sea beside land
JUMP = 4.0  # mm: no vertex moves farther in one step


@dataclass(frozen=True)
class Task:
    """true (n, 2): where the vertices stand in truth, in mm at scale 1. scale (c,): of every cell's rest shape."""

    arcs: Arcs
    mesh: Mesh
    lines: Lines
    true: Floats
    scale: Floats


@dataclass(frozen=True)
class State:
    x: Floats
    centre: Floats


def cell_shapes(task: Task, x: Floats) -> dict[str, Shape]:
    return join(task.arcs, {i: x[a] for i, a in enumerate(task.mesh.arcs)})


def centres(shapes: Sequence[Shape]) -> Floats:
    """The centre of the largest circle of every cell; the part may be any."""
    out = []
    for s in shapes:
        lines = [shapely.maximum_inscribed_circle(p, tolerance=0.05) for p in shapely.get_parts(s)]
        out.append(max(lines, key=lambda line: float(line.length)).coords[0])
    return np.array(out)


def fabric(task: Task, grown: float) -> energy.Fabric:
    """Rest shapes: land true at its cell's scale times grown, sea as it stands in the mesh."""
    m = task.mesh
    land = m.cell >= 0
    start = m.points[m.triangles]
    s = np.where(land, task.scale[m.cell] * grown, 1.0)
    rest = np.where(land[:, None, None], task.true[m.triangles] * s[:, None, None], start)
    a0, a1 = _area(start), _area(rest)
    edges = np.stack([rest[:, 1] - rest[:, 0], rest[:, 2] - rest[:, 0]], axis=2)
    now = np.stack([start[:, 1] - start[:, 0], start[:, 2] - start[:, 0]], axis=2)
    with np.errstate(all="ignore"):
        g = now @ np.linalg.inv(np.where((a1 > 1e-9)[:, None, None], edges, np.eye(2)))
        bad = (a1 <= 1e-9) | ((g * g).sum(axis=(1, 2)) > 8 * np.maximum(a0 / np.maximum(a1, 1e-12), 1e-9))
    bad &= land
    swell = np.sqrt(np.clip(_cell_area(task, s) / _cell_area(task, np.ones(len(s)), start), 0.05, 20.0))
    rest[bad] = start[bad] * swell[bad][:, None, None]
    weight = np.where(land, np.abs(_area(rest)), SEA * np.maximum(a0, 1.0))
    per = np.bincount(m.cell[land], weights=weight[land], minlength=len(task.scale))
    weight[land] *= np.sqrt(per.mean() / per[m.cell[land]])  # a small cell is worth more per mm²
    weight /= per.mean()
    return energy.fabric(m.triangles, rest, weight, land)


def relax(
    task: Task,
    state: State,
    body: Bodies,
    stages: Sequence[tuple[float, float, int]],
    tick: Callable[[], None],
    stiff: float = 1.0,
) -> State:
    """Newton steps. stages: (grown: scale of the rest shapes, share: of the hinges' full size, steps).

    stiff: how much harder than at first gaps and necks are pressed.
    """
    x, centre = state.x, state.centre
    grown_before, cloth = None, fabric(task, 1.0)
    for grown, share, steps in stages:
        if grown != grown_before:
            cloth, grown_before = fabric(task, grown), grown
        for k in range(steps):
            if k % 3 == 0:
                near = _near(task, body, x, centre, share, stiff)
                centre = near.centre
            moved = _step(task, cloth, near, x, centre, share)
            tick()
            if moved is None:
                break
            x, centre, gain = moved
            if gain < 1e-3:
                break
    return State(x, _near(task, body, x, centre, 1.0, stiff).centre)


@dataclass(frozen=True)
class Near:
    """What may come too near during the next few steps."""

    body: Bodies
    pairs: tuple[Ints, Ints, Floats, Floats]
    short: tuple[Ints, Floats]
    centre: Floats
    stiff: float

    def active(self, task: Task, x: Floats, centre: Floats, share: float) -> Hinges:
        rooms = hinges.rooms(task.lines, self.body, x, centre, share, 2 * len(x))
        return hinges.together(
            [
                rooms,
                hinges.chords(self.short, x, share, min(self.stiff, 9.0)),
                hinges.gaps(task.lines, self.pairs, x, share, self.stiff),
            ]
        )


def _near(task: Task, body: Bodies, x: Floats, centre: Floats, share: float, stiff: float) -> Near:
    shapes = list(cell_shapes(task, x).values())
    centre = _recentre(task, body, shapes, x, centre, share)
    pairs = hinges.near(task.lines, x, shapes)
    return Near(hinges.inside(body, centre, shapes), pairs, hinges.short(task.lines, x), centre, stiff)


def _recentre(task: Task, body: Bodies, shapes: list[Shape], x: Floats, centre: Floats, share: float) -> Floats:
    """Every centre moved to the middle of the largest circle where that lowers its cell's need."""
    fresh = centres(shapes)
    first = 2 * len(x)
    rooms = Bodies(*(v[body.weight == hinges.W_ROOM] for v in (body.cell, body.offset, body.radius, body.weight)))
    lost = ~shapely.contains_xy(np.array(shapes, dtype=object), centre)

    def need(c: Floats) -> Floats:
        h = hinges.rooms(task.lines, rooms, x, c, share, first)
        return np.bincount((h.at[:, 0] - first) // 2, h.weight * h.r**2, len(c)).astype(np.float64)

    return np.where((lost | (need(fresh) < need(centre) - 0.02))[:, None], fresh, centre)


def _step(
    task: Task, cloth: energy.Fabric, near: Near, x: Floats, centre: Floats, share: float
) -> tuple[Floats, Floats, float] | None:
    n, first = len(x), 2 * len(x)
    h = near.active(task, x, centre, share)
    size = first + 2 * len(centre)
    free = np.ones(size, dtype=bool)
    free[:first] = np.repeat(~task.mesh.fixed, 2)
    grad6, hess6 = energy.derivatives(cloth, x)
    dof = (2 * cloth.triangles[:, :, None] + np.arange(2)).reshape(-1, 6)
    gradient = np.bincount(dof.ravel(), weights=grad6.ravel(), minlength=size)
    gradient += np.bincount(h.at.ravel(), weights=((2 * h.weight * h.r)[:, None] * h.slope).ravel(), minlength=size)
    each = np.vstack([dof, h.at])
    blocks = np.concatenate([hess6, 2 * h.weight[:, None, None] * h.slope[:, :, None] * h.slope[:, None, :]])
    number = np.cumsum(free) - 1
    rows, cols = np.repeat(each, 6, axis=1).ravel(), np.tile(each, (1, 6)).ravel()
    keep = free[rows] & free[cols]
    total = int(free.sum())
    matrix: csc_matrix = coo_matrix(
        (blocks.reshape(-1)[keep], (number[rows[keep]], number[cols[keep]])), shape=(total, total)
    ).tocsc()
    damp = np.full(total, 1e-7)
    damp[number[first:]] = 0.05
    matrix = matrix + csc_matrix((damp, (np.arange(total), np.arange(total))), shape=(total, total))
    solved = splu(matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    step = np.zeros(size)
    step[free] = -solved.solve(gradient[free])
    dx, dc = step[:first].reshape(n, 2), step[first:].reshape(-1, 2)
    alpha = min(1.0, 0.85 * energy.reach(cloth, x, dx), JUMP / max(float(np.abs(step).max()), 1e-9))
    before = energy.value(cloth, x) + float(h.weight @ h.r**2)
    slope = float(gradient @ step)
    for _ in range(12):
        y, c = x + alpha * dx, centre + alpha * dc
        bent = energy.value(cloth, y)
        if np.isfinite(bent):
            g = near.active(task, y, c, share)
            after = bent + float(g.weight @ g.r**2)
            if after <= before + 1e-4 * alpha * slope:
                return y, c, (before - after) / max(before, 1e-9)
        alpha *= 0.5
    return None


def _area(t: Floats) -> Floats:
    a, b = t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]
    return np.asarray((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2)


def _cell_area(task: Task, s: Floats, corners: Floats | None = None) -> Floats:
    """For every triangle the area of its cell (1 at sea)."""
    m = task.mesh
    land = m.cell >= 0
    t = task.true[m.triangles] * s[:, None, None] if corners is None else corners
    area = np.bincount(m.cell[land], weights=np.abs(_area(t))[land], minlength=len(task.scale))
    return np.where(land, area[m.cell], 1.0)
