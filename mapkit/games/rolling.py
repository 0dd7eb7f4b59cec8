"""Map + State + Roll -> legal moves; a move -> the next State; the score (stdlib only).

The rolling family (Rolling Japan, OKAZU 2014; Rolling America, Gamewright 2015), every switch as data in the Game:

- A number goes into an empty cell of the die's region; a wild die's into any. It fits when every linked cell is empty,
  an X, guarded, or differs by at most `difference`. It must be written where it fits.
- Where it fits nowhere, an X goes into an empty cell of the region (x_scope "any": of the map; x "optional": or
  nothing). A wild die: X in any cell, or nothing (wild_stuck). No empty cell there: nothing happens.
- color_change: the die counts as one of any other region for everything above, also when it would fit its own;
  a region without an empty cell cannot be chosen.
- guard: the number goes into any empty cell the die may fill, whatever stands around it; it never binds a neighbour.
- dupe: right after a number was written, the same number again in the same region (wild: in any), where it fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mapkit.games.rules import ABILITIES, Ability, Game, Move, Roll, State
from mapkit.map import Map


def start(game: Game) -> State:
    """An empty sheet."""
    return State(game)


def legal(map: Map, state: State, roll: Roll) -> tuple[Move, ...]:
    """Every legal way to resolve a roll, never empty; Move(roll, None) where nothing is (or may be) written.

    Order: the die as it is, then with guard, then color changes region by region; cells in the map's order.
    """
    game, region = state.game, roll.region
    moves = list(_plain(map, state, roll, region, ()))
    if state.left("guard"):
        moves += _guarded(map, state, roll, region, ("guard",))
    if region is not None and state.left("color_change"):
        for other in map.regions:
            if other.id != region and _empty(map, state, other.id):
                changed: tuple[Ability, ...] = ("color_change",)
                moves += (m for m in _plain(map, state, roll, other.id, changed) if m.cell)
                if state.left("guard") and game.combine:
                    moves += _guarded(map, state, roll, other.id, ("color_change", "guard"))
    return tuple(dict.fromkeys(moves))


def again(map: Map, state: State) -> tuple[Move, ...]:
    """The ways to dupe the number just written; empty when there is none. Not to dupe is always allowed."""
    first = state.last
    if first is None or first.cell is None or first.number is None or not state.left("dupe"):
        return ()
    if "dupe" in first.spend or (first.spend and not state.game.combine):
        return ()
    region = None if first.roll.region is None else map.cell[first.cell].region
    fits = [Move(first.roll, c, first.number, ("dupe",)) for c in fitting(map, state, region, first.number)]
    if state.left("guard") and state.game.combine:
        fits += _guarded(map, state, first.roll, region, ("guard", "dupe"))
    return tuple(fits)


def apply(state: State, move: Move) -> State:
    """The sheet after a move, which the caller has found to be legal."""
    if move.cell is None:
        return State(state.game, state.numbers, state.guarded, state.spent)
    spent: dict[str, int] = {a: state.spent.get(a, 0) + move.spend.count(a) for a in ABILITIES}
    guarded = state.guarded | {move.cell} if "guard" in move.spend else state.guarded
    return State(state.game, {**state.numbers, move.cell: move.number}, guarded, spent, move)


def score(map: Map, state: State) -> int:
    """The number of X at the end: those written, and every cell still empty. The fewest wins."""
    return sum(1 for cell in map.cells if state.numbers.get(cell.id) is None)


def fitting(map: Map, state: State, region: str | None, number: int) -> Iterator[str]:
    """The empty cells of a region (None: of the map) where the number fits, in the map's order."""
    for cell in _empty(map, state, region):
        if not clash(map, state, cell, number):
            yield cell


def clash(map: Map, state: State, cell: str, number: int) -> tuple[str, ...]:
    """The linked cells whose numbers keep the number out of the cell, guarded ones never among them."""
    found = []
    for other in map.neighbours[cell]:
        there = state.numbers.get(other)
        if there is not None and other not in state.guarded and abs(there - number) > state.game.difference:
            found.append(other)
    return tuple(found)


def _plain(map: Map, state: State, roll: Roll, region: str | None, spend: tuple[Ability, ...]) -> Iterable[Move]:
    game = state.game
    fits = [Move(roll, cell, roll.number, spend) for cell in fitting(map, state, region, roll.number)]
    if fits:
        return fits
    nothing = Move(roll, None)
    if region is None:
        crossed = _empty(map, state, None) if game.wild_stuck == "any" else []
    else:
        crossed = _empty(map, state, region if game.x_scope == "region" else None)
    moves = [Move(roll, cell, None, spend) for cell in crossed]
    return [*moves, nothing] if game.x == "optional" or not moves else moves


def _guarded(map: Map, state: State, roll: Roll, region: str | None, spend: tuple[Ability, ...]) -> list[Move]:
    return [Move(roll, cell, roll.number, spend) for cell in _empty(map, state, region)]


def _empty(map: Map, state: State, region: str | None) -> list[str]:
    return [c.id for c in map.cells if (region is None or c.region == region) and c.id not in state.numbers]
