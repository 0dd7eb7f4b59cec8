"""Board + Rules -> a board that changes square by square, with all counts kept up to date (stdlib only).

A cell is a set of squares held as the bits of one integer, so that its corners, blocks and pieces are a few shifts.
"""

from __future__ import annotations

from mapkit.carto.block_board import Board, Rules
from mapkit.carto.block_form import Form, form_of

WAY = 9  # squares of water: a bridge longer than this counts as none while cells are arranged


class State:
    """The grid with a rim of frozen sea; who touches whom, along how many steps. Sea has the index n = len(ids)."""

    def __init__(self, board: Board, rules: Rules) -> None:
        self.ids, self.w, self.h = board.ids, board.width, board.height
        self.rules = rules
        self.n = n = len(board.ids)
        self.n1 = n1 = n + 1
        self.s = s = board.width + 2
        size = s * (board.height + 2)
        self.grid = [n] * size
        self.frozen = bytearray(b"\1" * size)
        for y, row in enumerate(board.rows):
            for x, c in enumerate(row):
                q = (y + 1) * s + x + 1
                self.grid[q] = min(c, n)
                self.frozen[q] = c > n
        self.mask = [0] * n
        self.sea = 0
        self.touch = [0] * (n1 * n1)
        self.sx, self.sy, self.area = [0] * n, [0] * n, [0] * n
        for q, c in enumerate(self.grid):
            if c < n:
                self.mask[c] |= 1 << q
                self.area[c] += 1
                self.sx[c] += q % s
                self.sy[c] += q // s
            elif q % s:  # without the leftmost column: rows follow each other bit by bit
                self.sea |= 1 << q
            for d in (1, s):
                if q + d < size and self.grid[q + d] != c:
                    self.touch[c * n1 + self.grid[q + d]] += 1
                    self.touch[self.grid[q + d] * n1 + c] += 1
        self.need = bytearray(n1 * n1)
        for a, b in rules.borders:
            self.need[a * n1 + b] = self.need[b * n1 + a] = 1
        for a, b in rules.free:
            self.need[a * n1 + b] = self.need[b * n1 + a] = 2
        self.pull = bytearray(n1 * n1)
        for a, b in rules.bridges:
            self.pull[a * n1 + b] = 1
        self.shapes: dict[int, Form] = {}
        self.crossed: list[int] = []  # what bad_cells noted last: crossed corners, open enclaves, missing borders
        self.opened: list[int] = []
        self.missed: list[tuple[int, int]] = []
        self.straits = sorted(rules.bridges)

    def board(self) -> Board:
        at = [(y + 1) * self.s + 1 + x for y in range(self.h) for x in range(self.w)]
        return Board(self.ids, self.w, self.h, tuple(self.grid[q] + self.frozen[q] for q in at))

    def shape(self, mask: int) -> Form:
        """The form of a set of squares (memoized)."""
        form = mask >> (mask & -mask).bit_length() - 1 if mask else 0
        known = self.shapes.get(form)
        if known is None:
            known = self.shapes[form] = form_of(form, self.s)
        return known

    def water(self, a: int, b: int, most: int = WAY) -> tuple[int, int]:
        """How many squares of sea the shortest way from a to b takes (most + 1: more), and all squares looked at."""
        s, sea, goal = self.s, self.sea, self.mask[b]
        m = seen = self.mask[a]
        for k in range(most + 1):
            m |= m << 1 | m >> 1 | m << s | m >> s
            seen |= m
            if k and m & goal:
                return k, seen
            m &= sea
        return most + 1, seen

    def crosses(self, corners: set[int]) -> int:
        """How many of the given corners (each named by the square above left) have borders on all four sides."""
        g, s, found = self.grid, self.s, 0
        for q in corners:
            a, b, c, d = g[q], g[q + 1], g[q + s], g[q + s + 1]
            if a != b and c != d and a != c and b != d:
                found += 1
        return found

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
            if n in (old, new):
                self.sea ^= 1 << q
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
