"""Arcs as the mesh left them -> arcs as drawn.

Specks go (Visvalingam & Whyatt 1993), corners are rounded (Chaikin 1974); ends of arcs stay.
"""

from __future__ import annotations

import heapq

import numpy as np
import shapely

from mapkit.carto.arcs import Arcs, join
from mapkit.carto.project import Floats, Shape

SPECK = 0.12  # mm²: a point whose triangle is smaller goes
CUT = 0.7  # mm: at most so much of an edge is cut off at a corner
ROUNDS = 2


def smooth(line: Floats, closed: bool, speck: float = SPECK, cut: float = CUT) -> Floats:
    """One arc (n, 2): its ends stay where they are; a closed one is rounded all round."""
    line = thin(line, speck)
    for _ in range(ROUNDS):
        a, b = line[:-1], line[1:]
        length = np.hypot(*(b - a).T)
        t = np.minimum(0.25, cut / np.maximum(length, 1e-9))[:, None]
        pairs = np.stack([a + (b - a) * t, b - (b - a) * t], axis=1).reshape(-1, 2)
        line = np.vstack([pairs, pairs[:1]]) if closed else np.vstack([line[:1], pairs[1:-1], line[-1:]])
        cut /= 2
    return line


def thin(line: Floats, speck: float) -> Floats:
    """Points whose triangle with their neighbours is smaller than speck mm² go, smallest first; three stay at least."""
    n = len(line)
    closed = bool((line[0] == line[-1]).all())
    before, after = list(range(-1, n - 1)), list(range(1, n + 1))
    gone = [False] * n

    def area(i: int) -> float:
        a, b, c = line[before[i]], line[i], line[after[i]]
        return abs(float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))) / 2

    heap = [(area(i), i) for i in range(1, n - 1)]
    heapq.heapify(heap)
    left = n
    while heap and left > (5 if closed else 2):
        size, i = heapq.heappop(heap)
        if gone[i]:
            continue
        now = area(i)
        if now > size:
            heapq.heappush(heap, (now, i))
            continue
        if size >= speck:
            break
        gone[i] = True
        left -= 1
        after[before[i]], before[after[i]] = after[i], before[i]
    return line[[not g for g in gone]]


def drawn(arcs: Arcs, lines: dict[int, Floats]) -> dict[str, Shape]:
    """The shapes with every arc smoothed; where that makes two lines cross, those arcs stay as they were."""
    ends = np.bincount([int(v) for a in arcs.arcs for v in (a[0], a[-1])])
    loop = {i: bool(a[0] == a[-1] and ends[a[0]] == 2) for i, a in enumerate(arcs.arcs)}
    made = {i: np.round(smooth(line, loop[i]), 4) for i, line in lines.items()}
    rough = {i: np.round(line, 4) for i, line in lines.items()}
    for attempt in range(4):
        shapes = join(arcs, made)
        bad = crossing(shapes)
        if not bad:
            break
        for i, sides in enumerate(arcs.sides):
            if bad & set(sides):
                made[i] = rough[i] if attempt > 1 else np.round(smooth(lines[i], loop[i], SPECK / 4, CUT / 3), 4)
    return shapes


def crossing(shapes: dict[str, Shape]) -> set[str]:
    """Cells whose outline crosses itself or another's."""
    keys = list(shapes)
    bad = {c for c in keys if not shapes[c].is_valid}
    good = [c for c in keys if c not in bad]
    faces = np.array([shapes[c] for c in good], dtype=object)
    for i, line in enumerate(shapely.coverage_invalid_edges(faces) if len(faces) else []):
        if not line.is_empty:
            bad.add(good[i])
    return bad
