"""State + Aim -> the energy of a board and of every change to it, kept up to date (stdlib only)."""

from __future__ import annotations

import math

from mapkit.carto.block_board import Aim
from mapkit.carto.block_state import WAY, State

MISSING, EXTRA, EXTRA_STEP = 9.0, 6.0, 1.5  # a border that must be, one that must not (and each step of it)
CROSS = 6.0  # four borders meet in a point: a player would wonder
NO_BLOCK = 9.0  # no 2 x 2 squares to write in
HOLE = 8.0  # a cell with a hole (or without one around an enclave)
COAST, INLAND = 1.2, 1.6  # a coast lost; a cell without coast that got one
CORNERS = (0.0, 1.8, 4.0, 7.0, 10.0, 13.0)  # by corners / 2 - 2: rectangle, L, Z or T, ...
THIN = 0.7  # each square outside all 2 x 2 blocks of its cell
AREA = 0.22  # times (area - aim)^2 / aim
FAR = 0.10  # per square and square of distance from the cell's shape
BEARING = 4.5  # per neighbour, times 1 - cos(angle to the true direction)
PULL = 0.3  # per square between the centres of two cells that a bridge joins
STRAIT = 0.6  # per square of water that a bridge crosses, but the first
HOPELESS = 40.0  # a form that costs so much more is not made up for by borders


class Energy:
    """The running sums of a state's energy. plain: how many times as much a corner weighs."""

    def __init__(self, state: State, aim: Aim, plain: float = 1.0) -> None:
        self.t, self.aim, self.plain = t, aim, plain = state, aim, plain
        n, n1, s = t.n, t.n1, t.s
        self.shape, self.holes = t.shape, t.rules.holes
        self.far = [[0.0] * len(t.grid) for _ in range(n1)]
        for far, true in zip(self.far, aim.far, strict=False):
            for y in range(t.h):
                far[(y + 1) * s + 1 : (y + 2) * s - 1] = [v * FAR for v in true[y * t.w : (y + 1) * t.w]]
        self.bear: list[list[tuple[int, float, float, float, int]]] = [[] for _ in range(n)]
        for (a, b), (ux, uy, weight) in sorted(t.rules.bearings.items()):
            self.bear[a].append((b, ux, uy, weight * BEARING, a * n1 + b))
            self.bear[b].append((a, -ux, -uy, weight * BEARING, a * n1 + b))
        self.own = [self.of_cell(c, m) for c, m in enumerate(t.mask)]
        self.aimed = [0.0] * (n1 * n1)
        for k, e in self.of_bearings(set(range(n))):
            self.aimed[k] = e
        self.ways = [self.of_strait(p) for p in t.straits]
        self.worst = max((way for way, _ in self.ways), default=0.0)

    def total(self) -> float:
        """All of it, for comparing boards."""
        pairs = {a * self.t.n1 + b for a in range(self.t.n) for b in range(a + 1, self.t.n1)}
        far = sum(self.far[c][q] for q, c in enumerate(self.t.grid))
        cross = CROSS * self.t.crosses(set(range(len(self.t.grid) - self.t.s - 1)))
        return sum(self.own) + sum(self.aimed) + sum(way for way, _ in self.ways) + self.of_touch(pairs) + far + cross

    def of_cell(self, c: int, mask: int) -> float:
        """Energy of one cell's own form, were it these squares; inf when it is in pieces or gone."""
        corners, blocks, thin, holes, whole = self.shape(mask)
        if not whole:
            return math.inf
        want = self.holes[c]
        k = corners // 2 - 2 - 2 * want
        e = self.plain * (CORNERS[min(max(k, 0), 5)] + max(k - 5, 0) * 3.0) + THIN * thin + HOLE * abs(holes - want)
        if not blocks:
            e += NO_BLOCK
        goal = self.aim.area[c]
        return e + AREA * (mask.bit_count() - goal) ** 2 / goal

    def of_bearings(self, cells: set[int]) -> list[tuple[int, float]]:
        """(pair, energy of its direction and of its missing border) of all pairs that have a cell in cells."""
        out = []
        sx, sy, area, touch, need, pull = self.t.sx, self.t.sy, self.t.area, self.t.touch, self.t.need, self.t.pull
        for c in cells:
            a = area[c]
            x, y = sx[c] / a, sy[c] / a
            for o, ux, uy, weight, k in self.bear[c]:
                if o < c and o in cells:
                    continue
                a = area[o]
                dx, dy = sx[o] / a - x, sy[o] / a - y
                d = math.sqrt(dx * dx + dy * dy) + 1e-9
                e = weight * (1 - (dx * ux + dy * uy) / d)
                if need[k] == 1 and not touch[k]:
                    e += MISSING + 0.5 * d
                elif pull[k]:
                    e += PULL * d
                out.append((k, e))
        return out

    def of_touch(self, pairs: set[int]) -> float:
        """Energy of contacts that must not be and of coasts, over pairs a * (n + 1) + b with a < b."""
        e = 0.0
        n, n1, touch, need = self.t.n, self.t.n1, self.t.touch, self.t.need
        coast, shore = self.t.rules.coast, self.t.rules.shore
        inland, enclosed = self.t.rules.inland, self.t.rules.enclosed
        for k in pairs:
            if need[k]:
                continue
            t = touch[k]
            if k % n1 == n:
                c = k // n1
                if not t:
                    if c in shore:
                        e += MISSING
                    elif c in coast:
                        e += COAST
                elif c in inland:
                    e += INLAND + 0.4 * t
                elif c in enclosed:
                    e += EXTRA + EXTRA_STEP * t
            elif t:
                e += EXTRA + EXTRA_STEP * t
        return e

    def of_strait(self, pair: tuple[int, int]) -> tuple[float, int]:
        """Energy of the water between two cells that a bridge joins, and the squares that it depends on."""
        squares, seen = self.t.water(*pair)
        return STRAIT * (squares - 1) if squares <= WAY else MISSING, seen

    def attempt(self, changes: list[tuple[int, int]], limit: float) -> bool:
        """Makes the changes (square, new owner) if they cost no more energy than limit; whether it did."""
        grid, s, n, n1, mask, far = self.t.grid, self.t.s, self.t.n, self.t.n1, self.t.mask, self.far
        trial: dict[int, int] = {}
        e, moved = 0.0, 0
        for q, new in changes:
            old = grid[q]
            e += far[new][q] - far[old][q]
            bit = 1 << q
            moved |= bit
            if old < n:
                trial[old] = trial.get(old, mask[old]) ^ bit
            if new < n:
                trial[new] = trial.get(new, mask[new]) ^ bit
        after = {}
        for c, m in trial.items():
            own = after[c] = self.of_cell(c, m)
            e += own - self.own[c]
        if e > limit + HOPELESS:
            return False
        pairs: set[int] = set()
        corners: set[int] = set()
        fresh = {new for _, new in changes}
        for q, new in changes:
            old = grid[q]
            corners.update((q, q - 1, q - s, q - s - 1))
            for o in (grid[q + 1], grid[q - 1], grid[q + s], grid[q - s]):
                if o != old:
                    pairs.add(old * n1 + o if old < o else o * n1 + old)
                if o != new:
                    pairs.add(new * n1 + o if new < o else o * n1 + new)
        touch, need = self.t.touch, self.t.need
        if len(fresh) > 1:
            pairs.update([a * n1 + b for a in fresh for b in fresh if a < b])
        most = limit + 2.0 + self.worst  # what directions and straits may give back, borders found
        for k in pairs:
            if need[k] == 1 and not touch[k]:
                most += 20.0
        e -= CROSS * self.t.crosses(corners) + self.of_touch(pairs)
        if e > most:
            return False
        undo = self.t.put(changes)
        e += self.of_touch(pairs)
        if e < most:
            e += CROSS * self.t.crosses(corners)
            aimed = self.aimed
            turned = self.of_bearings(set(trial))
            for k, v in turned:
                e += v - aimed[k]
            ways = self.ways
            if ways and e <= limit + self.worst:
                ways = [
                    self.of_strait(p) if known[1] & moved else known
                    for p, known in zip(self.t.straits, ways, strict=True)
                ]
                e += sum(new[0] - old[0] for new, old in zip(ways, self.ways, strict=True))
            if e <= limit:
                if ways is not self.ways:
                    self.ways, self.worst = ways, max(way for way, _ in ways)
                for k, v in turned:
                    aimed[k] = v
                for c, own in after.items():
                    self.own[c] = own
                return True
        undo.reverse()
        self.t.put(undo)
        return False
