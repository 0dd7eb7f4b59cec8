"""Land + page -> Layout in the style "outline": recognisable shapes, every cell with room to write, borders exact.

A circle per cell is held in a mesh that cannot flip and whose frame is the page; land keeps its shape, sea is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry import box

from mapkit.carto import coast, density, frame, generalize, goal, hinges, label, mesh, relax, verify
from mapkit.carto.arcs import Arcs, split
from mapkit.carto.land import PAD, Land, inset_wishes
from mapkit.carto.project import Floats, Shape, Shapes
from mapkit.carto.start import Started, inside, moved, pairs_of, start
from mapkit.carto.true import TURNS, finish
from mapkit.layout import Block, Box, Inset, Layout
from mapkit.map import Map

PITCH, FINEST, COARSEST = 0.24, 2.5, 2.9  # of a cell's width, and mm: distance of the mesh's vertices on land
LAND_CLEAR = 3.0  # mm between the land and the boxes at the start: it will grow
DETAIL, INSET_DETAIL = 0.008, 0.035  # of sqrt(land): what is finer is simplified away before the mesh is made
ROUNDS = 5  # of measuring the drawn outlines and pressing on
INLET = 0.4  # mm: an inlet narrower than this is filled before anything is made wider
SPARE = 0.1  # mm: added to every room, for what smoothing takes


def lay_out_outline(
    map: Map,
    land: Land,
    size: tuple[float, float],
    blocks: Sequence[Block],
    margin: float,
    room: float,
    seed: int,
    options: Mapping[str, Any],
    say: Callable[[str, float], None],
) -> Layout:
    page = size[0] - 2 * margin, size[1] - 2 * margin
    boxes = sum(b.sizes[0][0] * b.sizes[0][1] for b in blocks)
    wants = inset_wishes(land, size, room)
    boxes += sum(w.sizes[0][0] * w.sizes[0][1] for w in wants)
    free = page[0] * page[1] - 1.15 * boxes
    density.hold(land.main, room, page, free, size)
    goals = dict(goal.areas(land.main, room, goal.share(land.main, page), free))
    say("warping", 0.15)
    started = [start(_drawable(land.main, goals), goals, DETAIL)]
    for group in land.insets:
        wanted = dict(goal.areas(group, room, 1.0, sum(s.area for s in group.values())))
        started.append(start(group, wanted, INSET_DETAIL))
    say("arranging the page", 0.25)
    placed, insets, fixed, water = _arrange(started, land, size, blocks, margin, wants, room, seed, options)
    for inset, group in zip(insets, land.insets, strict=True):
        x0, y0, x1, y1 = inset.box
        goals |= dict(goal.areas(group, room, 0.5, (x1 - x0 - 2 * PAD) * (y1 - y0 - 2 * PAD)))
    task, state, cells = _task(map, placed, goals, water, insets, say)
    names = _names(map, cells, goals, room, options)
    radius = np.full(len(cells), room / 2 + SPARE)
    held = sum(s.area for p in placed for s in p.shapes.values())
    g0 = min((held / sum(goals.values())) ** 0.5, 1.0)
    stages = [(g0 + (1 - g0) * t, 0.5, 3) for t in (0.25, 0.5, 0.75, 1.0)]
    stages += [(1.0, s, 4) for s in (0.6, 0.8, 0.95)] + [(1.0, 1.0, 14)]
    done = [0]

    def tick() -> None:
        done[0] += 1
        say("making room", min(0.35 + 0.012 * done[0], 0.9))

    state = relax.relax(task, state, hinges.bodies(radius, names), stages, tick)
    best: tuple[tuple[float, float], dict[str, Shape]] | None = None
    for k in range(ROUNDS):
        shapes = generalize.drawn(task.arcs, {i: state.x[a] for i, a in enumerate(task.mesh.arcs)})
        lack = np.array([room - verify.largest_circle(shapes[c]) for c in cells])
        score = max(float(lack.max()), 0.0), _faults(shapes)
        if best is None or score < best[0]:
            best = score, shapes
        if best[0] == (0.0, 0.0) or k == ROUNDS - 1:
            break
        radius += np.where(lack > -0.05, np.maximum(lack, 0) * 0.7 + 0.03, 0.0)
        state = relax.relax(task, state, hinges.bodies(radius, names), [(1.0, 1.0, 4)], tick, 3.0 ** (k + 1))
    assert best is not None
    shapes = coast.opened(best[1], verify.GAP + 0.02, room, verify.BORDER)
    say("drawing", 0.92)
    return finish(
        map,
        "outline",
        size,
        {c.id: shapes[c.id] for c in map.cells},
        insets,
        fixed,
        room,
        dict(zip(cells, pairs_of(names), strict=True)),
    )


def _arrange(
    started: Sequence[Started],
    land: Land,
    size: tuple[float, float],
    blocks: Sequence[Block],
    margin: float,
    insets: Sequence[frame.Wish],
    room: float,
    seed: int,
    options: Mapping[str, Any],
) -> tuple[list[Started], list[Inset], list[tuple[str, Box]], Shape]:
    """Every group on the page in mm; the insets' and the blocks' boxes."""
    page = size[0] - 2 * margin, size[1] - 2 * margin
    main = started[0]
    x0, y0, x1, y1 = shapely.total_bounds(list(main.shapes.values()))
    pull = min(max(((page[0] / page[1]) / ((x1 - x0) / (y1 - y0))) ** 0.25, 0.88), 1.14)
    main = moved(main, (pull, 0.0, 0.0, 1 / pull, 0.0, 0.0))
    whole = shapely.union_all([*main.shapes.values(), *_halos(main, land, room, page)])
    turns = (float(options["rotate"]),) if "rotate" in options else TURNS if land.projection else (0.0,)
    at = frame.arrange(whole, size, margin, frame.wishes(blocks, seed) + list(insets), turns, LAND_CLEAR)
    a, b, d, e, x, y = at.matrix()
    main = moved(main, (a, b, d, e, x, y))
    solid = [*(at.boxes[b.name] for b in blocks), *(at.boxes[w.name] for w in insets)]
    water = _water(size, margin, solid)
    placed = [inside(main, water)]
    made = []
    for i, group in enumerate(started[1:]):
        frame_box = at.boxes[f"inset:{i}"]
        gx0, gy0, gx1, gy1 = shapely.total_bounds(list(group.shapes.values()))
        w, h = frame_box[2] - frame_box[0] - 2 * PAD - 1.0, frame_box[3] - frame_box[1] - 2 * PAD - 1.0
        s = min(w / (gx1 - gx0), h / (gy1 - gy0))
        ox = (frame_box[0] + frame_box[2]) / 2 - s * (gx0 + gx1) / 2
        oy = (frame_box[1] + frame_box[3]) / 2 - s * (gy0 + gy1) / 2
        placed.append(moved(group, (s, 0.0, 0.0, s, ox, oy)))
        made.append(Inset(frame_box, tuple(sorted(group.shapes))))
    return placed, made, [(b.name, at.boxes[b.name]) for b in blocks], water


def _halos(main: Started, land: Land, room: float, page: tuple[float, float]) -> list[Shape]:
    """The circle that every cell which touches no other will grow to at least, about where it starts."""
    x0, y0, x1, y1 = shapely.total_bounds(list(main.shapes.values()))
    radius = (room / 2 + 1.0) / min(page[0] / (x1 - x0), page[1] / (y1 - y0))
    tree = shapely.STRtree(list(main.shapes.values()))
    alone = [s for s in main.shapes.values() if len(tree.query(s, "intersects")) == 1]
    return [max(shapely.get_parts(s), key=lambda p: p.area).centroid.buffer(radius) for s in alone]


def _water(size: tuple[float, float], margin: float, solid: Sequence[Box]) -> Shape:
    """The page without the boxes; slits between boxes are not for land."""
    page = box(margin, margin, size[0] - margin, size[1] - margin)
    grown = [box(*b).buffer(frame.CLEAR - 0.2, join_style="mitre") for b in solid]
    rest = page.difference(shapely.union_all(grown)).buffer(-0.5, join_style="mitre").buffer(0.5, join_style="mitre")
    return max(shapely.get_parts(shapely.set_precision(rest, 0.01).simplify(0.02)), key=lambda p: p.area)


def _task(
    map: Map,
    placed: Sequence[Started],
    goals: Mapping[str, float],
    water: Shape,
    insets: Sequence[Inset],
    say: Callable[[str, float], None],
) -> tuple[relax.Task, relax.State, list[str]]:
    shapes = {c: s for p in placed for c, s in p.shapes.items()}
    cells = list(shapes)
    arcs = split(shapes)
    true_of = {p: i for group in placed for p, i in zip(pairs_of(group.start), pairs_of(group.true), strict=True)}
    shore = shapely.union_all([box(*i.box).buffer(-PAD + 0.2, join_style="mitre") for i in insets])
    water = shapely.union_all([water, shore])
    lattice = np.vstack([p.lattice for p in placed])
    lattice_true = np.vstack([p.lattice_true for p in placed])
    say("meshing", 0.3)
    pitch = min(max(PITCH * (sum(goals.values()) / len(goals)) ** 0.5, FINEST), COARSEST)
    m = mesh.build(arcs, arcs.points, [shapes[c] for c in cells], water, lattice, pitch)
    true = m.points.copy()
    known = len(arcs.points)
    truth = np.array([true_of[p] for p in pairs_of(arcs.points)])
    true[:known] = truth
    inner = m.lattice >= 0
    true[inner] = lattice_true[m.lattice[inner]]
    for v, p, q in m.halved.tolist():
        true[v] = (true[p] + true[q]) / 2
    index = {c: i for i, c in enumerate(cells)}
    area = np.zeros(len(cells))
    land = m.cell >= 0
    t = true[m.triangles]
    np.add.at(area, m.cell[land], np.abs(relax._area(t))[land])
    scale = np.sqrt(np.array([goals[c] for c in cells]) / np.maximum(area, 1e-9))
    arcs = Arcs(m.points, m.arcs, arcs.rings)
    lines = _lines(map, arcs, index)
    task = relax.Task(arcs, m, lines, true, scale)
    return task, relax.State(m.points, relax.centres([shapes[c] for c in cells])), cells


def _lines(map: Map, arcs: Arcs, index: Mapping[str, int]) -> hinges.Lines:
    p = np.concatenate([a[:-1] for a in arcs.arcs])
    q = np.concatenate([a[1:] for a in arcs.arcs])
    of = np.concatenate([np.full(len(a) - 1, i) for i, a in enumerate(arcs.arcs)])
    faces = np.array([[index[s[0]], index[s[1]] if len(s) > 1 else -1] for s in arcs.sides])
    length = [float(np.hypot(*np.diff(arcs.points[a], axis=0).T).sum()) for a in arcs.arcs]
    best: dict[tuple[str, ...], float] = {}
    for s, n in zip(arcs.sides, length, strict=True):
        best[s] = max(best.get(s, 0.0), n)
    longest = np.array([n == best[s] for s, n in zip(arcs.sides, length, strict=True)])
    tied = np.zeros((len(index) + 1, len(index) + 1), dtype=bool)
    for k in map.links:
        if k.kind == "bridge":
            tied[index[k.a], index[k.b]] = tied[index[k.b], index[k.a]] = True
    return hinges.Lines(p, q, of, faces[of], arcs.arcs, faces, longest, tied)


def _names(
    map: Map, cells: Sequence[str], goals: Mapping[str, float], room: float, options: Mapping[str, Any]
) -> Floats:
    """Width and height in mm of every name, (0, 0) where the page has no room for names."""
    if sum(goals.values()) / len(goals) < 2.5 * room**2:
        return np.zeros((len(cells), 2))
    given = options.get("names", {})
    return np.array([given.get(c, label.name_size(map.cell[c].names, room)) for c in cells])


def _drawable(shapes: Shapes, goals: Mapping[str, float]) -> dict[str, Shape]:
    """The land without inlets that would be narrower than INLET mm at the scale its cells are to have."""
    return coast.filled(shapes, {c: INLET * (s.area / goals[c]) ** 0.5 for c, s in shapes.items()})


def _faults(shapes: Shapes) -> float:
    """What the drawn outlines lack of the borders, gaps and necks that are asked for, mm in all."""
    necks = sum(verify.neck(s, verify.NECK) for s in shapes.values())
    short = sum(verify.BORDER - v for v in verify.borders(shapes).values() if 0 < v < verify.BORDER)
    return coast.lack(shapes, verify.GAP) + 0.2 * necks + short
