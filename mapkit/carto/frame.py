"""Page, marginalia, land -> where everything stands: the largest scale at which the land and all boxes find room.

The land's empty corners take the boxes: a free box is sought on a raster of the page, edges and corners first.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from mapkit.carto.project import Floats, Shape
from mapkit.errors import MapkitError
from mapkit.layout import Block, Box

CLEAR = 1.5  # mm between a box and land, and between boxes
Bits = NDArray[np.bool_]


@dataclass(frozen=True)
class Wish:
    """A box that wants room. sizes in mm, preferred first; toward: a point of the land (its units) to stay near.

    corner: the page's corner (0 or 1 across, 0 or 1 down) it is drawn to, when it is to stand elsewhere than usual.
    """

    name: str
    sizes: tuple[tuple[float, float], ...]
    toward: tuple[float, float] | None = None
    corner: tuple[int, int] | None = None


@dataclass(frozen=True)
class Arrangement:
    """mm = scale * turned land + offset, the land turned by turn degrees (clockwise on the page) about its origin."""

    turn: float
    scale: float
    offset: tuple[float, float]
    boxes: Mapping[str, Box]

    def matrix(self) -> list[float]:
        """For shapely.affinity.affine_transform: a, b, d, e, x, y."""
        c, s = math.cos(math.radians(self.turn)) * self.scale, math.sin(math.radians(self.turn)) * self.scale
        return [c, -s, s, c, *self.offset]


@dataclass(frozen=True)
class _Raster:
    """Distance from land (land units) on a grid of the turned land, and the land's bounds."""

    distance: Floats
    origin: tuple[float, float]
    pitch: float
    bounds: Box
    turn: float


def wishes(blocks: Sequence[Block], seed: int = 0) -> list[Wish]:
    """A wish for every block. seed: 0 for the usual places, another number draws every block to a corner by chance."""
    dice = random.Random(seed)
    return [Wish(b.name, b.sizes, None, (dice.randrange(2), dice.randrange(2)) if seed else None) for b in blocks]


def arrange(
    land: Shape,
    size: tuple[float, float],
    margin: float,
    wants: Sequence[Wish],
    turns: Sequence[float] = (0.0,),
    land_clear: float = CLEAR,
) -> Arrangement:
    """The arrangement with the largest scale; among near-equals the one with the preferred sizes and least turning.

    land: all that is drawn of the main map, any units, y down. size: the trim in mm. wants: the boxes. turns:
    degrees to try. Raises MapkitError when the boxes alone do not fit on the page.
    """
    page = size[0] - 2 * margin, size[1] - 2 * margin
    if min(page) <= 10:
        raise MapkitError(f"a page of {size[0]:g} x {size[1]:g} mm with margins of {margin:g} mm has no room for a map")
    best: tuple[float, float, _Raster, list[Wish]] | None = None
    orders = list(_orders(wants))
    for turn in sorted(turns, key=abs):
        raster = _raster(land, turn)
        for wish in orders:
            handicap = 1.0 - 0.006 * abs(turn)
            floor = best[0] / handicap * 1.002 if best else 0.0
            scale = _largest(raster, page, wish, floor, land_clear)
            if scale and (best is None or scale * handicap > best[0]):
                best = scale * handicap, scale, raster, wish
    if best is None:
        names = ", ".join(w.name for w in wants)
        raise MapkitError(
            f"a page of {size[0]:g} x {size[1]:g} mm is too small for the map and its marginalia ({names}): "
            "take a larger page or leave some out"
        )
    _, scale, raster, wish = best
    for share, chosen in [(s, w) for s in (0.97, 0.96) for w in (list(wants), wish)] + [(0.94, wish), (0.9, wish)]:
        placed = _place(raster, page, chosen, scale * share, 1.0, land_clear)
        if placed:
            (ox, oy), boxes = placed
            moved = {n: (b[0] + margin, b[1] + margin, b[2] + margin, b[3] + margin) for n, b in boxes.items()}
            return Arrangement(raster.turn, scale * share, (ox + margin, oy + margin), moved)
    raise MapkitError("the map and its marginalia do not fit on the page: take a larger page or leave some out")


def _orders(wants: Sequence[Wish]) -> Iterator[list[Wish]]:
    """The wishes with the preferred sizes first, then the flattest, the tallest, the smallest."""
    yield list(wants)
    seen = [list(wants)]
    for key in (lambda s: s[1], lambda s: s[0], lambda s: s[0] * s[1]):
        made = [replace(w, sizes=tuple(sorted(w.sizes, key=key))) for w in wants]
        if made not in seen:
            seen.append(made)
            yield made


def _raster(land: Shape, turn: float) -> _Raster:
    turned = shapely.affinity.rotate(land, turn, origin=(0, 0))
    x0, y0, x1, y1 = turned.bounds
    long = max(x1 - x0, y1 - y0, 1e-9)
    pitch = long / 220
    rough = shapely.segmentize(turned.simplify(pitch / 2, preserve_topology=False), pitch)
    nx, ny = int((x1 - x0) / pitch) + 1, int((y1 - y0) / pitch) + 1
    pad = 30
    gx, gy = np.meshgrid((np.arange(nx) + 0.5) * pitch + x0, (np.arange(ny) + 0.5) * pitch + y0)
    shapely.prepare(rough)
    inside = np.zeros((ny + 2 * pad, nx + 2 * pad), dtype=bool)
    inside[pad : pad + ny, pad : pad + nx] = shapely.contains_xy(rough, gx, gy)
    shore = shapely.get_coordinates(shapely.segmentize(turned, pitch))
    ix = np.clip(((shore[:, 0] - x0) / pitch).astype(int), 0, nx - 1)
    iy = np.clip(((shore[:, 1] - y0) / pitch).astype(int), 0, ny - 1)
    inside[pad + iy, pad + ix] = True
    distance = distance_transform_edt(~inside) * pitch
    return _Raster(distance, (x0 - pad * pitch, y0 - pad * pitch), pitch, (x0, y0, x1, y1), turn)


def _largest(
    raster: _Raster, page: tuple[float, float], wish: Sequence[Wish], floor: float, clear: float
) -> float | None:
    """The largest scale at which all boxes are placed, by bisection; None when it is not above floor."""
    x0, y0, x1, y1 = raster.bounds
    high = min(page[0] / max(x1 - x0, 1e-9), page[1] / max(y1 - y0, 1e-9))
    low = max(floor, 0.2 * high)
    if low >= high or _place(raster, page, wish, low, 2.0, clear) is None:
        return None
    if _place(raster, page, wish, high, 2.0, clear):
        return high
    for _ in range(6):
        middle = (low + high) / 2
        if _place(raster, page, wish, middle, 2.0, clear):
            low = middle
        else:
            high = middle
    return low


def _place(
    raster: _Raster, page: tuple[float, float], wish: Sequence[Wish], scale: float, pitch: float, clear: float
) -> tuple[tuple[float, float], dict[str, Box]] | None:
    """The first place of the land, middle first, at which all boxes find room: its offset and the boxes."""
    x0, y0, x1, y1 = raster.bounds
    slack_x, slack_y = page[0] - (x1 - x0) * scale, page[1] - (y1 - y0) * scale
    if min(slack_x, slack_y) < -1e-9:
        return None
    nx, ny = int(page[0] / pitch), int(page[1] / pitch)
    gx, gy = (np.arange(nx) + 0.5) * page[0] / nx, (np.arange(ny) + 0.5) * page[1] / ny
    for fx, fy in sorted(_fractions(slack_x, slack_y), key=lambda f: (abs(f[0] - 0.5) + abs(f[1] - 0.5), f)):
        ox, oy = fx * slack_x - x0 * scale, fy * slack_y - y0 * scale
        ix = np.floor(((gx - ox) / scale - raster.origin[0]) / raster.pitch).astype(int)
        iy = np.floor(((gy - oy) / scale - raster.origin[1]) / raster.pitch).astype(int)
        h, w = raster.distance.shape
        off = np.clip(-iy, 0, None) + np.clip(iy - h + 1, 0, None), np.clip(-ix, 0, None) + np.clip(ix - w + 1, 0, None)
        near = raster.distance[np.ix_(np.clip(iy, 0, h - 1), np.clip(ix, 0, w - 1))]
        outside = (off[0][:, None] + off[1][None, :]) * raster.pitch  # beyond the raster: at least this much farther
        taken = np.maximum(near, outside) * scale < clear + 0.75 * pitch
        boxes = _fill(taken, page, wish, (ox, oy, scale))
        if boxes is not None:
            return (ox, oy), boxes
    return None


def _fractions(slack_x: float, slack_y: float) -> list[tuple[float, float]]:
    xs = (0.0, 0.25, 0.5, 0.75, 1.0) if slack_x > 2 else (0.5,)
    ys = (0.0, 0.25, 0.5, 0.75, 1.0) if slack_y > 2 else (0.5,)
    return [(x, y) for x in xs for y in ys]


def _fill(
    taken: Bits, page: tuple[float, float], wish: Sequence[Wish], land: tuple[float, float, float]
) -> dict[str, Box] | None:
    """Boxes one by one, the title, then the largest first, each at its cheapest free place; None if one has none."""
    ny, nx = taken.shape
    px, py = page[0] / nx, page[1] / ny
    boxes: dict[str, Box] = {}
    grown = round(CLEAR / px)
    for w in sorted(wish, key=lambda w: ("title" not in w.name, -w.sizes[0][0] * w.sizes[0][1])):
        total = np.zeros((ny + 1, nx + 1), dtype=np.int32)
        total[1:, 1:] = taken.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32)
        for width, height in w.sizes:
            bw, bh = math.ceil(width / px - 1e-6), math.ceil(height / py - 1e-6)
            if bw > nx or bh > ny:
                continue
            sums = total[bh:, bw:] - total[:-bh, bw:] - total[bh:, :-bw] + total[:-bh, :-bw]
            free = np.argwhere(sums == 0)
            if not len(free):
                continue
            y, x = free[np.argmin(_cost(free, (ny - bh, nx - bw), (py, px), w, page, land, (width, height)))]
            left = page[0] - width if x == nx - bw else x * px + (bw * px - width if x > (nx - bw) / 2 else 0.0)
            top = page[1] - height if y == ny - bh else y * py + (bh * py - height if y > (ny - bh) / 2 else 0.0)
            boxes[w.name] = (left, top, left + width, top + height)
            taken = taken.copy()
            taken[max(0, y - grown) : y + bh + grown, max(0, x - grown) : x + bw + grown] = True
            break
        else:
            return None
    return {w.name: boxes[w.name] for w in wish}


def _cost(
    free: NDArray[np.int64],
    last: tuple[int, int],
    pitch: tuple[float, float],
    wish: Wish,
    page: tuple[float, float],
    land: tuple[float, float, float],
    size: tuple[float, float],
) -> Floats:
    """mm from the nearest page edge and corner; a title is drawn upward, an inset toward its place on the land."""
    y, x = free[:, 0] * pitch[0], free[:, 1] * pitch[1]
    edge_x, edge_y = np.minimum(x, last[1] * pitch[1] - x), np.minimum(y, last[0] * pitch[0] - y)
    cost = np.minimum(edge_x, edge_y) * 2 + np.maximum(edge_x, edge_y) * 0.6
    if wish.corner:
        cost = cost + np.hypot(x - wish.corner[0] * last[1] * pitch[1], y - wish.corner[1] * last[0] * pitch[0])
    elif "title" in wish.name:
        cost = cost + 0.8 * y + 0.05 * x
    elif wish.toward:
        cost = cost * 0.4
        tx = min(max(wish.toward[0] * land[2] + land[0], 0), page[0])
        ty = min(max(wish.toward[1] * land[2] + land[1], 0), page[1])
        cost = cost + np.hypot(x + size[0] / 2 - tx, y + size[1] / 2 - ty)
    else:
        cost = cost + 0.1 * (last[0] * pitch[0] - y)
    return np.asarray(cost, dtype=np.float64)
