"""Board + State + call -> legal moves; + Move -> the next State (stdlib only)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mapkit.games.rules import Roll
from mapkit.games.seasons import Board, GridMove, GridState, crosses


def with_joker(rolls: Sequence[Roll], joker: tuple[int, int] | None) -> tuple[Roll, ...]:
    """The rolls after the joker set one die's number; a cloud on that die is gone."""
    if joker is None:
        return tuple(rolls)
    return tuple(replace(r, number=joker[1], mark="") if k == joker[0] else r for k, r in enumerate(rolls))


def clouds(rolls: Sequence[Roll]) -> int:
    return sum(r.mark == "*" for r in rolls)


def legal(board: Board, state: GridState, rolls: Sequence[Roll], jokers: bool = True) -> list[GridMove]:
    """Every move a player may make: areas with a symbol, without and with the joker, the miss, stopping."""
    if state.out:
        return []
    found = _drawn(board, state, rolls, None)
    if jokers and state.jokers < board.game.jokers:
        numbers = sorted({f.number for f in board.game.faces})
        for die in range(len(rolls)):
            for number in numbers:
                if number != rolls[die].number or rolls[die].mark:
                    found += _drawn(board, state, rolls, (die, number))
    return [*found, GridMove(), GridMove(stop=True)]


def _drawn(board: Board, state: GridState, rolls: Sequence[Roll], joker: tuple[int, int] | None) -> list[GridMove]:
    game = board.game
    used = with_joker(rolls, joker)
    cloudy = clouds(used) > 0
    low, high = sorted(r.number for r in used)
    taken = sum(board.mask(a) for a in state.areas)
    start = board.bit(game.starts[state.start])
    found = []
    for area, mask, around, _ in board.places[low, high]:
        if mask & taken or not (around & taken if taken else mask & start):
            continue
        if cloudy and game.on_cloud and not mask & board.of[game.on_cloud]:
            continue
        found += [GridMove(area, c[0], joker) for c in game.choices if _may_mark(board, c, mask, cloudy)]
    return found


def _may_mark(board: Board, choice: tuple[str, ...], mask: int, cloudy: bool) -> bool:
    counts = [(mask & board.of[s]).bit_count() for s in choice]
    if not any(counts):
        return False
    needs = board.game.symbol[choice[0]].needs
    if needs in ("cloud", "no cloud"):
        return cloudy == (needs == "cloud")
    if needs == "alone":
        return sum(counts) == 1
    return not needs or bool(mask & board.of[needs])


def apply(board: Board, state: GridState, rolls: Sequence[Roll], move: GridMove) -> GridState:
    """The sheet after a legal move (mapkit.games.seasons_referee judges whether it is)."""
    game = board.game
    if move.stop:
        return replace(state, out=True)
    if move.area is None:
        misses = state.misses + 1
        return replace(state, misses=misses, out=misses >= game.misses + (game.out == "after"))
    used = with_joker(rolls, move.joker)
    mask = board.mask(move.area)
    choice = next(c for c in game.choices if c[0] == move.symbol)
    marked, written = dict(state.marked), dict(state.written)
    for s in choice:
        have = marked.get(s, 0)
        now = min(game.symbol[s].circles, have + (mask & board.of[s]).bit_count())
        marked[s] = now
        written[s] = written.get(s, 0) + (now - have) * min(r.number for r in used)
    return replace(
        state,
        areas=(*state.areas, move.area),
        marked=marked,
        written=written,
        clouds=min(game.cloud_circles, state.clouds + clouds(used)),
        crossings=min(game.river_circles, state.crossings + crosses(game, move.area)),
        jokers=state.jokers + (move.joker is not None),
    )
