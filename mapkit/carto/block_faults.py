"""State of a board -> what is still wrong with it (stdlib only)."""

from __future__ import annotations

from mapkit.carto.block_state import WAY, State


def faults(state: State) -> list[str]:
    """What is wrong, one line per fault with its cells: missing, extra, cross, hole, open, shore, strait, pieces."""
    found = []
    for a in range(state.n):
        _, _, _, holes, whole = state.shape(state.mask[a])
        if not whole:
            found.append(f"pieces {state.ids[a]}")
        if holes != state.rules.holes[a]:
            found.append(f"hole {state.ids[a]}")
        if a in state.rules.enclosed and state.touch[a * state.n1 + state.n]:
            found.append(f"open {state.ids[a]}")
        if a in state.rules.shore and not state.touch[a * state.n1 + state.n]:
            found.append(f"shore {state.ids[a]}")
        for b in range(a + 1, state.n):
            t, need = state.touch[a * state.n1 + b], state.need[a * state.n1 + b]
            if need < 2 and bool(t) != bool(need):
                found.append(f"{'missing' if need else 'extra'} {state.ids[a]} {state.ids[b]}")
    for a, b in state.straits:
        if state.water(a, b, state.w * state.h)[0] > state.w * state.h:
            found.append(f"strait {state.ids[a]} {state.ids[b]}")
    last = len(state.grid) - state.s - 1
    found += [f"cross {q % state.s},{q // state.s}" for q in range(last) if state.crosses({q})]
    return found


def narrow(state: State) -> int:
    """Cells without 2 x 2 squares: stretching rows and columns has to give them room."""
    return sum(not state.shape(m)[1] for m in state.mask)


def bad_cells(state: State) -> list[int]:
    """Cells with a fault of their own or a wrong contact; notes crossed corners, open enclaves, missing borders."""
    g, s, n1 = state.grid, state.s, state.n1
    found = set()
    state.opened, state.missed = [], []
    for a in range(state.n):
        corners, blocks, _, holes, _ = state.shape(state.mask[a])
        open_ = a in state.rules.enclosed and state.touch[a * n1 + state.n]
        shut = a in state.rules.shore and not state.touch[a * n1 + state.n]
        if not blocks or holes != state.rules.holes[a] or corners > 8 or open_ or shut:
            found.add(a)
        if open_:
            state.opened.append(a)
        for b in range(a + 1, state.n):
            need = state.need[a * n1 + b]
            if need < 2 and bool(state.touch[a * n1 + b]) != bool(need):
                found.update((a, b))
                if need:
                    state.missed.append((a, b))
    for a, b in state.straits:
        if state.water(a, b)[0] > WAY:
            found.update((a, b))
            state.missed.append((a, b))
    state.crossed = [q for q in range(len(g) - s - 1) if state.crosses({q})]
    for q in state.crossed:
        found.update((g[q], g[q + 1], g[q + s], g[q + s + 1]))
    found.discard(state.n)
    return sorted(found)
