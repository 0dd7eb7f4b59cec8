"""Parts + page -> the grid to anneal on: a Board as fine as the page allows, its Aim and its Rules."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from mapkit.carto.block_board import Aim, Board, Rules, rasterize
from mapkit.carto.block_parts import Parts
from mapkit.carto.block_rules import ground_of, rules_of
from mapkit.carto.block_start import fill_of, warp, weights
from mapkit.layout import Block, Box
from mapkit.map import Map

SQUARES = 4.6, 6.0, 9.0  # squares of the grid a cell has on the average: at least, usually, where there is room
RING = 1.1  # area for a ring around an enclave, in cells


def prepare(map: Map, parts: Parts, page: Box, blocks: Sequence[Block], room: float) -> tuple[Board, Aim, Rules]:
    """A grid as fine as the page allows, the cells' first squares on it, and the rules."""
    shapes = parts.shapes
    n = len(shapes)
    wide, high = page[2] - page[0], page[3] - page[1]
    pitch = room / 2
    boxes = sum(min(w * h for w, h in b.sizes) for b in blocks)
    squares = (wide * high - 0.6 * boxes) / pitch**2
    ground = ground_of(parts)
    goal = weights([float(shapely.area(g)) for g in shapes.values()])
    for around, group in ground.enclaves:
        goal[around] += RING + 0.35 * len(group)
    goal /= goal.mean()
    fill = min(max(math.sqrt(fill_of(shapes)), 0.15), 0.85)
    least, usual, most = SQUARES
    each = min(max(squares * fill / n, usual), most)
    if n * each / fill > squares:
        fill = min(max(fill, n * each / squares), 0.8)
        each = min(max(squares * fill / n, least), usual)
    for _ in range(5):
        warped = warp(shapes, goal, fill)
        x0, y0, x1, y1 = shapely.total_bounds(list(warped.values()))
        bend = min(max(math.sqrt(wide / high / max((x1 - x0) / max(y1 - y0, 1e-9), 1e-9)), 0.8), 1.25)
        scale = np.array([math.sqrt(each) * bend, math.sqrt(each) / bend])
        over = max((x1 - x0) * scale[0] * pitch / wide, (y1 - y0) * scale[1] * pitch / high)
        if over <= 1.0 or fill >= 0.85:
            break
        fill = min(fill * min(over, 1.25) ** 1.5, 0.85)
    if over > 1.0:
        scale *= max(1 / over, math.sqrt(least / each), 0.8)
        each = max(each / over**2, least, each * 0.64)
    warped = {c: shapely.transform(g, lambda p: np.asarray(p) * scale) for c, g in warped.items()}
    board, aim = rasterize(warped)
    aim = Aim(tuple((goal * each).tolist()), aim.center, aim.far)
    return board, aim, rules_of(map, parts, warped, ground)
