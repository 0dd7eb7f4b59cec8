"""A written sheet + the calls -> a legal order of moves that gives it, or the first thing that no order explains.

Numbers that bind each other do so in any order, so pairs and the supply of dice are checked first. What order decides
is the X: one may only be written while nothing fits. A depth-first search over the calls, dice in any order within a
turn, tries every use of a die that ends in the sheet, and begins again in another (seeded) order when it gets nowhere;
a position that failed once is not tried again (stdlib only).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from mapkit.games.record import Play, Written
from mapkit.games.referee import Fault
from mapkit.games.rolling import again, apply, clash, fitting, legal, start
from mapkit.games.rules import Call, Game, Move, Roll, State
from mapkit.map import Map


@dataclass(frozen=True)
class Found:
    """plays: a legal order, or () where there is none. faults: why not. complete False: the search was cut short."""

    plays: tuple[Play, ...]
    faults: tuple[Fault, ...]
    score: int
    complete: bool = True


def explain(map: Map, game: Game, sheet: Written, calls: tuple[Call, ...], limit: int = 30_000) -> Found:
    """Is there a legal order of moves that turns the calls into the sheet? limit: positions looked at, at most."""
    total = len(map.cells) - len(sheet.numbers)
    faults = [*_pairs(map, game, sheet), *_supply(map, game, sheet, calls)]
    if sheet.score is not None and sheet.score != total:
        faults.append(Fault(0, 0, "score", f"the sheet has {total} X and empty cells, not {sheet.score}"))
    if faults:
        return Found((), tuple(faults), total)
    search, share, begin = _Search(map, sheet, calls), 300, start(_ticked(game, sheet))
    while not search.complete and search.seen < limit:
        search.again(share)
        if search.turn(0, begin):
            plays = tuple(Play(c, tuple(m for at, m in search.path if at == i)) for i, c in enumerate(calls))
            return Found(plays, (), total)
        share += share // 4
    return Found((), (search.fault(),), total, search.complete)


@dataclass
class _Search:
    map: Map
    sheet: Written
    calls: tuple[Call, ...]
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    complete: bool = False
    limit: int = 0
    noise: float = -1.0
    path: list[tuple[int, Move]] = field(default_factory=list)
    failed: set[object] = field(default_factory=set)
    deepest: tuple[int, int, tuple[Roll, ...], State] | None = None
    seen: int = 0

    def again(self, share: int) -> None:
        """Makes ready for another try of `share` positions, uses in another order; what failed stays failed."""
        self.limit, self.complete, self.path, self.noise = self.seen + share, True, [], (self.noise + 1) % 4

    def turn(self, at: int, state: State) -> bool:
        if at == len(self.calls):
            return all(cell in state.numbers for cell in self.sheet.numbers)
        return self.dice(at, self.calls[at].rolls, state)

    def dice(self, at: int, rolls: tuple[Roll, ...], state: State) -> bool:
        if not rolls:
            return self.turn(at + 1, state)
        key = (at, rolls, frozenset(state.numbers), tuple(sorted(state.spent.items())))
        if key in self.failed:
            return False
        if self.seen >= self.limit:
            self.complete = False
            return False
        self.seen += 1
        depth = (at, -len(rolls))
        if self.deepest is None or depth > self.deepest[:2]:
            self.deepest = (*depth, rolls, state)
        if self.reachable(at, rolls, state):
            for i, roll in sorted(enumerate(rolls), key=lambda _: self.chance.random()):
                if roll in rolls[:i]:
                    continue
                rest = rolls[:i] + rolls[i + 1 :]
                for move in self.uses(at, state, legal(self.map, state, roll)):
                    if self.follow(at, rest, state, move):
                        return True
        if self.complete:
            self.failed.add(key)
        return False

    def follow(self, at: int, rest: tuple[Roll, ...], state: State, move: Move) -> bool:
        after = apply(state, move)
        self.path.append((at, move))
        if self.dice(at, rest, after):
            return True
        for dupe in self.uses(at, after, again(self.map, after)):
            if self.follow(at, rest, after, dupe):
                return True
        self.path.pop()
        return False

    def uses(self, at: int, state: State, moves: tuple[Move, ...]) -> Iterator[Move]:
        """The moves that write what the sheet has, the likeliest first: numbers of the die's own color; of cells for
        a number the one that takes most from crossed cells; of cells for an X the one that would fit a die soonest."""

        def rank(move: Move) -> tuple[float, ...]:
            cost = 0.0
            if move.cell is not None and move.number is None:
                cost = self.soonest(at, state, move.cell)
            elif move.cell is not None:
                near = self.map.neighbours[move.cell]
                cost = -sum(c not in self.sheet.numbers and c not in state.numbers for c in near)
            return len(move.spend), move.number is None, cost + self.noise * self.chance.random()

        for move in sorted(moves, key=rank):
            if move.cell is None:
                yield move
            elif move.number is None:
                if move.cell not in self.sheet.numbers:
                    yield move
            else:
                circled = move.cell in self.sheet.guarded
                if self.sheet.numbers.get(move.cell) == move.number and ("guard" in move.spend) == circled:
                    yield move

    def soonest(self, at: int, state: State, cell: str) -> int:
        region = self.map.cell[cell].region
        for i, call in enumerate(self.calls[at:]):
            for roll in call.rolls:
                if roll.region in (region, None) and not clash(self.map, state, cell, roll.number):
                    return i
        return len(self.calls)

    def reachable(self, at: int, rolls: tuple[Roll, ...], state: State) -> bool:
        left = [*rolls, *(r for call in self.calls[at + 1 :] for r in call.rolls)]
        missing = {c: n for c, n in self.sheet.numbers.items() if c not in state.numbers}
        short = sum(_short(self.map, missing, left).values())
        return short <= state.left("color_change") + state.left("dupe")

    def fault(self) -> Fault:
        """What stopped the order that got furthest."""
        assert self.deepest is not None
        at, _, rolls, state = self.deepest
        call = self.calls[at]
        said = ", ".join(f"{r.color or r.region} {r.number}" for r in rolls)
        best = "in the order that explains the most"
        for roll in rolls:
            free = [c for c in fitting(self.map, state, roll.region, roll.number) if c not in self.sheet.numbers]
            if not free or any(True for _ in self.uses(at, state, legal(self.map, state, roll))):
                continue
            there = f"{roll.color or roll.region} {roll.number} still fitted"
            if empty := [c for c in free if c not in self.sheet.crossed]:
                done = len(self.sheet.numbers) + len(self.sheet.crossed)
                dice = sum(len(c.rolls) for c in self.calls)
                count = f"{done} of {len(self.map.cells)} cells written, {dice} dice called"
                text = f"the sheet is unfinished, or was crossed too early: {there} {', '.join(empty)}, left empty"
                text += f" ({count}; {best})"
                return Fault(call.round, call.turn, "unfinished", text, empty[0])
            if self.complete:
                text = f"{there} {', '.join(free)}, so the X was not allowed yet ({best})"
                return Fault(call.round, call.turn, "x-too-early", text, free[0])
        if not self.complete:
            text = f"no legal order was found in {self.seen} positions; the best got as far as {said}"
            return Fault(call.round, call.turn, "undecided", text)
        text = f"no use of {said} leads to this sheet ({best})"
        missing = [c.id for c in self.map.cells if c.id in self.sheet.numbers and c.id not in state.numbers]
        return Fault(call.round, call.turn, "no-order", text, missing[0] if missing else None)


def _ticked(game: Game, sheet: Written) -> Game:
    uses = tuple((a, min(n, sheet.ticks.get(a, n))) for a, n in game.abilities)
    return replace(game, abilities=uses)


def _pairs(map: Map, game: Game, sheet: Written) -> list[Fault]:
    faults = []
    state = State(game, sheet.numbers, sheet.guarded)
    for cell in map.cells:
        number = sheet.numbers.get(cell.id)
        if number is None or cell.id in sheet.guarded:
            continue
        for other in clash(map, state, cell.id, number):
            if cell.id < other:
                text = f"{cell.id} {number} and {other} {sheet.numbers[other]} differ by more than {game.difference}"
                faults.append(Fault(0, 0, "neighbour", text, cell.id))
    boxes = min(game.uses.get("guard", 0), sheet.ticks.get("guard", 99))
    if len(sheet.guarded) > boxes:
        text = f"{len(sheet.guarded)} circled numbers, but {boxes} guard boxes"
        faults.append(Fault(0, 0, "ability-spent", text, min(sheet.guarded)))
    uses: dict[str, int] = dict(iter(game.abilities))
    for ability, ticks in sheet.ticks.items():
        if ticks > uses.get(ability, 0):
            faults.append(Fault(0, 0, "ability-spent", f"{ability} ticked {ticks} times: more than the sheet has"))
    return faults


def _supply(map: Map, game: Game, sheet: Written, calls: tuple[Call, ...]) -> list[Fault]:
    rolls = [r for call in calls for r in call.rolls]
    short = _short(map, sheet.numbers, rolls)
    ticked = _ticked(game, sheet).uses
    spare = ticked.get("color_change", 0) + ticked.get("dupe", 0)
    faults = []
    for number in sorted(set(sheet.numbers.values())):
        cells = [c.id for c in map.cells if sheet.numbers.get(c.id) == number]
        most = sum(r.number == number for r in rolls) + ticked.get("dupe", 0)
        if len(cells) > most:
            text = f"{number} stands in {len(cells)} cells ({', '.join(cells)}), but could be written {most} times"
            faults.append(Fault(0, 0, "not-called", text, cells[-1]))
    if not faults and sum(short.values()) > spare:
        names = ", ".join(f"{n} ({k} too many)" for n, k in sorted(short.items()) if k)
        text = f"more numbers of a color than its dice, the wild dice and {spare} boxes explain: {names}"
        first = min(n for n, k in short.items() if k)
        faults.append(Fault(0, 0, "not-called", text, _surplus(map, sheet, rolls, first)))
    return faults


def _short(map: Map, numbers: Mapping[str, int], rolls: list[Roll]) -> Counter[int]:
    """For each number: cells that neither a die of their region nor a wild one can have filled."""
    demand = Counter((map.cell[c].region, n) for c, n in numbers.items())
    supply = Counter((r.region, r.number) for r in rolls)
    short: Counter[int] = Counter()
    for (region, number), cells in demand.items():
        short[number] += max(0, cells - supply[region, number])
    return Counter({n: k - supply[None, n] for n, k in short.items() if k > supply[None, n]})


def _surplus(map: Map, sheet: Written, rolls: list[Roll], number: int) -> str | None:
    left = Counter((r.region, r.number) for r in rolls)
    for cell in map.cells:
        if sheet.numbers.get(cell.id) == number:
            left[cell.region, number] -= 1
            if left[cell.region, number] < 0:
                return cell.id
    return None
