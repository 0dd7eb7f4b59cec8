"""Board + Aim + Rules -> the energy of a board and of every change to it, kept up to date (stdlib only).

A cell is a set of squares held as the bits of one integer, so that its corners, blocks and pieces are a few shifts.
"""

from __future__ import annotations

import math

from mapkit.carto.block_board import Aim, Board, Rules
from mapkit.carto.block_form import Form, form_of

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
HOPELESS = 40.0  # a form that costs so much more is not made up for by borders


class State:
    """The grid with a rim of frozen sea, and the running sums of its energy. Sea has the index n = len(ids)."""

    def __init__(self, board: Board, aim: Aim, rules: Rules, plain: float = 1.0) -> None:
        self.ids, self.w, self.h = board.ids, board.width, board.height
        self.rules, self.aim, self.plain = rules, aim, plain  # plain: times the energy of corners
        self.n = n = len(board.ids)
        self.n1 = n1 = n + 1
        self.s = s = board.width + 2
        size = s * (board.height + 2)
        self.grid = [n] * size
        self.frozen = bytearray(b"\1" * size)
        self.far = [[0.0] * size for _ in range(n + 1)]
        for y, row in enumerate(board.rows):
            for x, c in enumerate(row):
                q = (y + 1) * s + x + 1
                self.grid[q] = min(c, n)
                self.frozen[q] = c > n
            for far, true in zip(self.far, aim.far, strict=False):
                far[(y + 1) * s + 1 : (y + 2) * s - 1] = [v * FAR for v in true[y * self.w : (y + 1) * self.w]]
        self.mask = [0] * n
        self.touch = [0] * (n1 * n1)
        self.sx, self.sy, self.area = [0] * n, [0] * n, [0] * n
        for q, c in enumerate(self.grid):
            if c < n:
                self.mask[c] |= 1 << q
                self.area[c] += 1
                self.sx[c] += q % s
                self.sy[c] += q // s
            for d in (1, s):
                if q + d < size and self.grid[q + d] != c:
                    self.touch[c * n1 + self.grid[q + d]] += 1
                    self.touch[self.grid[q + d] * n1 + c] += 1
        self.need = bytearray(n1 * n1)
        for a, b in rules.borders:
            self.need[a * n1 + b] = self.need[b * n1 + a] = 1
        for a, b in rules.free:
            self.need[a * n1 + b] = self.need[b * n1 + a] = 2
        self.bear: list[list[tuple[int, float, float, float, int]]] = [[] for _ in range(n)]
        self.pull = bytearray(n1 * n1)
        for a, b in rules.bridges:
            self.pull[a * n1 + b] = 1
        for (a, b), (ux, uy, weight) in sorted(rules.bearings.items()):
            self.bear[a].append((b, ux, uy, weight * BEARING, a * n1 + b))
            self.bear[b].append((a, -ux, -uy, weight * BEARING, a * n1 + b))
        self.shapes: dict[int, Form] = {}
        self.crossed: list[int] = []  # what bad_cells noted last: crossed corners, open enclaves, missing borders
        self.opened: list[int] = []
        self.missed: list[tuple[int, int]] = []
        self.own = [self.of_cell(c, m) for c, m in enumerate(self.mask)]
        self.aimed = [0.0] * (n1 * n1)
        for k, e in self.of_bearings(set(range(n))):
            self.aimed[k] = e

    def board(self) -> Board:
        at = [(y + 1) * self.s + 1 + x for y in range(self.h) for x in range(self.w)]
        return Board(self.ids, self.w, self.h, tuple(self.grid[q] + self.frozen[q] for q in at))

    def energy(self) -> float:
        """All of it, for comparing boards."""
        pairs = {a * self.n1 + b for a in range(self.n) for b in range(a + 1, self.n1)}
        far = sum(self.far[c][q] for q, c in enumerate(self.grid))
        cross = CROSS * self.crosses(set(range(len(self.grid) - self.s - 1)))
        return sum(self.own) + sum(self.aimed) + self.of_touch(pairs) + far + cross

    def shape(self, mask: int) -> Form:
        """The form of a set of squares (memoized)."""
        form = mask >> (mask & -mask).bit_length() - 1 if mask else 0
        known = self.shapes.get(form)
        if known is None:
            known = self.shapes[form] = form_of(form, self.s)
        return known

    def of_cell(self, c: int, mask: int) -> float:
        """Energy of one cell's own form, were it these squares; inf when it is in pieces or gone."""
        corners, blocks, thin, holes, whole = self.shape(mask)
        if not whole:
            return math.inf
        want = self.rules.holes[c]
        k = corners // 2 - 2 - 2 * want
        e = self.plain * (CORNERS[min(max(k, 0), 5)] + max(k - 5, 0) * 3.0) + THIN * thin + HOLE * abs(holes - want)
        if not blocks:
            e += NO_BLOCK
        goal = self.aim.area[c]
        return e + AREA * (mask.bit_count() - goal) ** 2 / goal

    def of_bearings(self, cells: set[int]) -> list[tuple[int, float]]:
        """(pair, energy of its direction and of its missing border) of all pairs that have a cell in cells."""
        out = []
        sx, sy, area, touch, need, pull = self.sx, self.sy, self.area, self.touch, self.need, self.pull
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
        n, n1, touch, need = self.n, self.n1, self.touch, self.need
        coast, shore = self.rules.coast, self.rules.shore
        inland, enclosed = self.rules.inland, self.rules.enclosed
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

    def crosses(self, corners: set[int]) -> int:
        """How many of the given corners (each named by the square above left) have borders on all four sides."""
        g, s, found = self.grid, self.s, 0
        for q in corners:
            a, b, c, d = g[q], g[q + 1], g[q + s], g[q + s + 1]
            if a != b and c != d and a != c and b != d:
                found += 1
        return found

    def attempt(self, changes: list[tuple[int, int]], limit: float) -> bool:
        """Makes the changes (square, new owner) if they cost no more energy than limit; whether it did."""
        grid, s, n, n1, mask, far = self.grid, self.s, self.n, self.n1, self.mask, self.far
        trial: dict[int, int] = {}
        e = 0.0
        for q, new in changes:
            old = grid[q]
            e += far[new][q] - far[old][q]
            bit = 1 << q
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
        touch, need = self.touch, self.need
        if len(fresh) > 1:
            pairs.update([a * n1 + b for a in fresh for b in fresh if a < b])
        most = limit + 2.0  # what directions may give back, and borders found
        for k in pairs:
            if need[k] == 1 and not touch[k]:
                most += 20.0
        e -= CROSS * self.crosses(corners) + self.of_touch(pairs)
        if e > most:
            return False
        undo = self.put(changes)
        e += self.of_touch(pairs)
        if e < most:
            e += CROSS * self.crosses(corners)
            aimed = self.aimed
            turned = self.of_bearings(set(trial))
            for k, v in turned:
                e += v - aimed[k]
            if e <= limit:
                for k, v in turned:
                    aimed[k] = v
                for c, own in after.items():
                    self.own[c] = own
                return True
        undo.reverse()
        self.put(undo)
        return False

    def put(self, changes: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Makes the changes; what undoes them, in the same order."""
        grid, s, n, n1, touch = self.grid, self.s, self.n, self.n1, self.touch
        undo = []
        for q, new in changes:
            old = grid[q]
            undo.append((q, old))
            for o in (grid[q + 1], grid[q - 1], grid[q + s], grid[q - s]):
                if o != old:
                    touch[old * n1 + o] -= 1
                    touch[o * n1 + old] -= 1
                if o != new:
                    touch[new * n1 + o] += 1
                    touch[o * n1 + new] += 1
            grid[q] = new
            if old < n:
                self.mask[old] ^= 1 << q
                self.area[old] -= 1
                self.sx[old] -= q % s
                self.sy[old] -= q // s
            if new < n:
                self.mask[new] ^= 1 << q
                self.area[new] += 1
                self.sx[new] += q % s
                self.sy[new] += q // s
        return undo
