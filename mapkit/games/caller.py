"""Game + seed -> calls: dice drawn from the bag without replacement, and rolled (stdlib only).

The generator is SHA-256 in counter mode, so that nobody can tell coming dice from those seen, anybody can check a game
with the hash of their choice, and JavaScript gives the same calls:

    key    = SHA-256(UTF-8 of "mapkit caller 1\\n" + the seed in Unicode form NFC)
    block  = SHA-256(key + the block's number as 4 bytes, big end first), blocks from 0
    words  = the 8 whole numbers of 4 bytes of each block, big end first, blocks in order
    below(n) = the next word w with w < 2**32 - 2**32 % n; then w % n      (others are skipped: no bias)

A turn draws `draw` dice one after the other: the die at place below(dice left) leaves the bag (the others keep their
order), then its face is below(faces). After turns_per_round turns all dice are back, in the game's order.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mapkit.games.rules import Call, Game, Roll


@dataclass(frozen=True)
class Stream:
    """The words of a seed from position on."""

    key: bytes
    position: int = 0

    def below(self, n: int) -> tuple[int, Stream]:
        """A whole number 0 <= k < n, and the stream after it."""
        limit, at = (1 << 32) - (1 << 32) % n, self.position
        while True:
            block = hashlib.sha256(self.key + (at // 8).to_bytes(4, "big")).digest()
            word = int.from_bytes(block[at % 8 * 4 : at % 8 * 4 + 4], "big")
            at += 1
            if word < limit:
                return word % n, replace(self, position=at)


def stream(seed: str) -> Stream:
    """The words of a seed. Any text is a seed."""
    text = "mapkit caller 1\n" + unicodedata.normalize("NFC", seed)
    return Stream(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())


@dataclass(frozen=True)
class Caller:
    """A game's calls from a point on. bag: places in game.dice of the dice still in it; turns: how many were called."""

    game: Game
    stream: Stream
    bag: tuple[int, ...]
    turns: int = 0

    @property
    def over(self) -> bool:
        return 0 < self.game.turns <= self.turns


def begin(game: Game, seed: str, turns: int = 0) -> Caller:
    """The caller of a seed after `turns` calls (0: before the first)."""
    caller = Caller(game, stream(seed), tuple(range(len(game.dice))))
    for _ in range(turns):
        _, caller = following(caller)
    return caller


def following(caller: Caller) -> tuple[Call, Caller]:
    """The next call, and the caller after it. Raises ValueError when the game is over."""
    game, source, bag = caller.game, caller.stream, caller.bag
    if caller.over:
        raise ValueError(f"the game is over after {game.turns} turns")
    round, turn = divmod(caller.turns, game.turns_per_round)
    if turn == 0:
        bag = tuple(range(len(game.dice)))
    rolls = []
    for _ in range(game.draw):
        place, source = source.below(len(bag))
        die = game.dice[bag[place]]
        bag = bag[:place] + bag[place + 1 :]
        side, source = source.below(len(die.faces))
        rolls.append(Roll(die.region, die.faces[side].number, die.color, die.faces[side].mark))
    return Call(round + 1, turn + 1, tuple(rolls)), Caller(game, source, bag, caller.turns + 1)


def calls(game: Game, seed: str) -> Iterator[Call]:
    """All calls of a game; without end where the game has none."""
    caller = begin(game, seed)
    while not caller.over:
        call, caller = following(caller)
        yield call
