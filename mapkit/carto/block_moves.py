"""State of an annealing -> the next move to try: squares and their new owners (stdlib only)."""

from __future__ import annotations

import random
from collections.abc import Collection

from mapkit.carto.block_state import State


class Moves:
    """Draws moves as lists of (square, new owner), each square once, none frozen."""

    def __init__(self, state: State, rng: random.Random, near: Collection[int] | None = None) -> None:
        self.t, self.rng = state, rng
        squares = range(state.w * state.h) if near is None else near
        at = [(q // state.w + 1) * state.s + q % state.w + 1 for q in squares]
        self.inside = [q for q in at if not state.frozen[q]]

    def propose(self, bad: list[int]) -> list[tuple[int, int]]:
        t, rand = self.t, self.rng.random
        grid, frozen, s = t.grid, t.frozen, t.s
        inside = self.inside
        kind = rand()
        if t.crossed and kind < 0.06:
            return self.pinwheel(t.crossed[int(rand() * len(t.crossed))])
        if t.opened and kind < 0.10:
            return self.ring(t.opened[int(rand() * len(t.opened))])
        if t.missed and kind < 0.16:
            return self.reach(*t.missed[int(rand() * len(t.missed))])
        for _ in range(12):
            if bad and kind < 0.3:
                m = t.mask[bad[int(rand() * len(bad))]]
                k = int(rand() * m.bit_count())
                for _ in range(k):
                    m &= m - 1
                q = (m & -m).bit_length() - 1
                if rand() < 0.5:  # its neighbour is the one to lose
                    q += (1, -1, s, -s)[int(rand() * 4)]
                    if frozen[q]:
                        continue
            else:
                q = inside[int(rand() * len(inside))]
            d = (1, -1, s, -s)[int(rand() * 4)]
            gain, lose = grid[q + d], grid[q]
            if gain != lose:
                break
        else:
            return []
        if kind > 0.985:
            return self.drift(q, -d)
        if kind > 0.9:
            return self.push(q, d)
        if kind > 0.8:
            return self.line(q, d)
        p = s if d in (1, -1) else 1
        lo = hi = q
        while grid[lo - p] == lose and grid[lo - p + d] == gain and not frozen[lo - p]:
            lo -= p
        while grid[hi + p] == lose and grid[hi + p + d] == gain and not frozen[hi + p]:
            hi += p
        if bad and 0.27 < kind < 0.3:
            gain = t.n  # water between the two
        if lo != hi:
            r = rand()
            if r < 0.2:
                lo = q
            elif r < 0.4:
                hi = q
            elif r < 0.5:
                lo = hi = q
        return [(z, gain) for z in range(lo, hi + 1, p)]

    def line(self, q: int, d: int) -> list[tuple[int, int]]:
        """A straight border steps against d, along several cells."""
        t = self.t
        grid, frozen, p = t.grid, t.frozen, (t.s if d in (1, -1) else 1)
        lo = hi = q
        most = 1 + int(self.rng.random() * 9)
        while most and not frozen[lo - p] and grid[lo - p] != grid[lo - p + d] and grid[lo - p] == grid[q]:
            lo -= p
            most -= 1
        while most and not frozen[hi + p] and grid[hi + p] != grid[hi + p + d] and (hi - lo) // p < 9:
            hi += p
            most -= 1
        return [(z, grid[z + d]) for z in range(lo, hi + 1, p)]

    def push(self, q: int, d: int) -> list[tuple[int, int]]:
        """Squares from q on move one step against d, until the sea takes them up, in a few rows side by side."""
        t = self.t
        grid, frozen, n, p = t.grid, t.frozen, t.n, (t.s if d in (1, -1) else 1)
        rows = 1 + int(self.rng.random() * 6)
        out = []
        start = q - p * int(self.rng.random() * rows)
        for r in range(rows):
            z = start + p * r
            if not 0 < z < len(grid) or frozen[z]:
                continue
            if grid[z + d] == n and grid[z] == n:
                continue
            row = []
            owner = grid[z + d]
            while not frozen[z]:
                if grid[z] != owner:
                    row.append((z, owner))
                if grid[z] == n:
                    break
                owner = grid[z]
                z -= d
            else:
                return []
            out += row
        return out

    def pinwheel(self, q: int) -> list[tuple[int, int]]:
        """A hole where four borders meet (right and below of square q), its sides shared out like a pinwheel's."""
        t = self.t
        grid, s = t.grid, t.s
        a, b = (1, s) if self.rng.random() < 0.5 else (s, 1)
        if self.rng.random() < 0.5:
            q, a = q + a, -a
        if self.rng.random() < 0.5:
            q, b = q + b, -b
        changes = [(q, t.n), (q + a, grid[q + a + b]), (q - b, grid[q + a])]
        return [(z, c) for z, c in changes if grid[z] != c and not t.frozen[z]]

    def ring(self, c: int) -> list[tuple[int, int]]:
        """All squares around an enclave (across corners too) that belong to nobody near it go to the cell around."""
        t = self.t
        grid, n, n1, s = t.grid, t.n, t.n1, t.s
        around = [a for a in range(n) if t.rules.holes[a] and t.need[a * n1 + c] == 1]
        if not around:
            return []
        m = t.mask[c]
        m |= m << 1 | m >> 1
        m = (m | m << s | m >> s) & ~t.mask[c]
        changes = [(z, around[0]) for z in bits(m) if grid[z] == n or not t.need[grid[z] * n1 + c]]
        return [] if any(t.frozen[z] for z, _ in changes) else changes

    def reach(self, a: int, b: int) -> list[tuple[int, int]]:
        """The squares on a short way from a to b, some for each, so that the two touch; or water, for a bridge."""
        t, rand = self.t, self.rng.random
        s = t.s
        ends = [(abs(p % s - q % s) + abs(p // s - q // s), p, q) for p in bits(t.mask[a]) for q in bits(t.mask[b])]
        most = min(ends)[0] + int(rand() * 2)
        near = [e for e in ends if e[0] <= most]
        far, p, q = near[int(rand() * len(near))]
        if not 1 < far <= 5:
            return []
        along = s if q // s > p // s else -s
        across = 1 if q % s > p % s else -1
        way = [along] * abs(q // s - p // s) + [across] * abs(q % s - p % s)
        if rand() < 0.5:
            way.reverse()
        share = int(rand() * far)
        changes = []
        for k, d in enumerate(way[:-1]):
            p += d
            new = t.n if t.pull[min(a, b) * t.n1 + max(a, b)] else a if k < share else b
            if t.frozen[p]:
                return []
            if t.grid[p] != new:
                changes.append((p, new))
        return changes

    def drift(self, q: int, d: int) -> list[tuple[int, int]]:
        """The island that q is on (or that q + d faces) moves one step along d."""
        t = self.t
        grid, frozen, n, s = t.grid, t.frozen, t.n, t.s
        if grid[q] == n:
            q -= d
        seen = {q}
        stack = [q]
        while stack:
            z = stack.pop()
            for e in (1, -1, s, -s):
                if grid[z + e] != n and z + e not in seen:
                    seen.add(z + e)
                    stack.append(z + e)
            if len(seen) > 60:
                return []
        moved = {z + d: grid[z] for z in seen}
        if any(frozen[z] or (grid[z] != n and z not in seen) for z in moved):
            return []
        changes = {**dict.fromkeys(seen, n), **moved}
        return [(z, c) for z, c in sorted(changes.items()) if grid[z] != c]


def bits(m: int) -> list[int]:
    """The set bits of m, from the lowest."""
    out = []
    while m:
        low = m & -m
        out.append(low.bit_length() - 1)
        m ^= low
    return out
