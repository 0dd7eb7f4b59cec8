"""A map's [game] table + its regions -> Game; the values every game is played with (stdlib only).

A Game is plain data: the dice in the bag, the shape of the game, the abilities and the rule switches. The rolling
family (a number into a cell of the die's region) is played by mapkit.games.rolling; family "plain" only rolls dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from mapkit.errors import MapkitError
from mapkit.games.keys import KEYS
from mapkit.games.schema import check
from mapkit.map import Names, Region

Ability = Literal["color_change", "guard", "dupe"]
ABILITIES: tuple[Ability, ...] = ("color_change", "guard", "dupe")  # in the order sheets show them


@dataclass(frozen=True)
class Face:
    """One side of a die. mark: a sign beside the number ("*" for the clouds of some dice)."""

    number: int
    mark: str = ""


@dataclass(frozen=True)
class Die:
    """One die of the bag. region: id of the region it fills; None and wild: every region; None and not wild: plain."""

    color: str
    faces: tuple[Face, ...]
    region: str | None = None
    wild: bool = False

    def __post_init__(self) -> None:
        if not self.color or not self.faces:
            raise ValueError(f"die {self.color!r} needs a color and at least one face")


@dataclass(frozen=True)
class Roll:
    """A die as it was called. region None: the wild die, or a plain one. color: the die's name, for showing."""

    region: str | None
    number: int
    color: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Call:
    """The rolls of one turn; round and turn count from 1."""

    round: int
    turn: int
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class Move:
    """How a player resolves one roll.

    cell None: nothing is written. number None: an X in cell. spend: the abilities used, in the order of ABILITIES.
    A move that spends "dupe" is the second writing of a roll, right after the first.
    """

    roll: Roll
    cell: str | None
    number: int | None = None
    spend: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class Track:
    """Boxes on the sheet's margin. kind "ticks": boxes ticked one by one; "number": one box a number is written in."""

    id: str
    boxes: int
    kind: Literal["ticks", "number"] = "ticks"


@dataclass(frozen=True)
class Game:
    """A game as data. rounds 0: no end. abilities: (ability, boxes) of those with at least one box.

    family, x, x_scope, wild_stuck, combine, difference: see mapkit.games.keys. Raises ValueError when a round
    wants more dice than the bag holds.
    """

    family: str
    title: Names
    dice: tuple[Die, ...]
    rounds: int = 8
    turns_per_round: int = 3
    draw: int = 2
    difference: int = 1
    x: str = "forced"
    x_scope: str = "region"
    wild_stuck: str = "any"
    combine: bool = True
    abilities: tuple[tuple[Ability, int], ...] = (("color_change", 3),)

    def __post_init__(self) -> None:
        if self.draw * self.turns_per_round > len(self.dice):
            need = f"{self.turns_per_round} turns of {self.draw} dice"
            raise ValueError(f"a round of {need} wants more than the {len(self.dice)} dice of the bag")

    @cached_property
    def uses(self) -> dict[Ability, int]:
        return dict(self.abilities)

    @property
    def turns(self) -> int:
        """Turns of a whole game; 0 when it has no end."""
        return self.rounds * self.turns_per_round

    @property
    def wild(self) -> tuple[Die, ...]:
        return tuple(d for d in self.dice if d.wild)


@dataclass(frozen=True)
class State:
    """What stands on one player's sheet. numbers: cell -> number, None for an X; an empty cell is missing.

    guarded: circled cells. spent: ability -> times used. last: the move just made when a dupe may follow it.
    """

    game: Game
    numbers: Mapping[str, int | None] = field(default_factory=dict)
    guarded: frozenset[str] = frozenset()
    spent: Mapping[str, int] = field(default_factory=dict)
    last: Move | None = None

    def left(self, ability: Ability) -> int:
        return self.game.uses.get(ability, 0) - self.spent.get(ability, 0)


def tracks(game: Game) -> tuple[Track, ...]:
    """The boxes a sheet of the game needs: rounds, one track per ability, the number of X."""
    if game.family == "plain":
        return ()
    abilities = tuple(Track(name, boxes) for name, boxes in game.abilities)
    return (Track("rounds", game.rounds), *abilities, Track("x", 1, "number"))


def read_game(table: Mapping[str, Any], regions: Sequence[Region], where: str) -> Game:
    """The game of a [game] table. where: the file, for errors. Raises MapkitError that names file and key."""
    values = check(table, KEYS, where, "game")
    plain = values["family"] == "plain"
    dice = _listed(values, regions, where) if values["dice"] else _bag(values, regions, where)
    here = f"{where} [game]"
    if values["draw"] is None:
        values["draw"] = len(dice) if plain else min(2, len(dice))
    if values["turns_per_round"] is None:
        values["turns_per_round"] = 1 if plain else max(1, min(3, len(dice) // values["draw"]))
    if values["rounds"] is None:
        values["rounds"] = 0 if plain else 8
    if not plain and values["rounds"] == 0:
        raise MapkitError("rounds must be at least 1 (only plain dice are rolled without end)", here)
    if not plain and not all(d.region or d.wild for d in dice):
        raise MapkitError("a die of the bag fills no region: give it a region, or wild = true", here)
    names = ("draw", "rounds", "turns_per_round", "difference", "x", "x_scope", "wild_stuck", "combine", "family")
    abilities = tuple((a, values["abilities"][a]) for a in ABILITIES if values["abilities"][a] and not plain)
    try:
        return Game(title=values["title"] or {}, dice=dice, abilities=abilities, **{n: values[n] for n in names})
    except ValueError as error:
        raise MapkitError(f"{error}: change draw, turns_per_round or the dice", here) from None


def _bag(values: Mapping[str, Any], regions: Sequence[Region], where: str) -> tuple[Die, ...]:
    faces = _faces(values["faces"])
    colors = {r.color for r in regions}
    color = values["wild"]["color"] or ("clear" if "purple" in colors else "purple")
    if color in colors and values["wild"]["dice"]:
        raise MapkitError(f"color {color!r} is a region's: choose another for the wild die", f"{where} [game.wild]")
    dice = [Die(r.color, faces, r.id) for r in regions for _ in range(values["dice_per_region"])]
    dice += [Die(color, faces, wild=True)] * values["wild"]["dice"]
    if not dice:
        raise MapkitError("the bag holds no die: the map has no region, so list the dice in [[game.dice]]", where)
    return tuple(dice)


def _listed(values: Mapping[str, Any], regions: Sequence[Region], where: str) -> tuple[Die, ...]:
    known = {r.id: r for r in regions}
    dice: list[Die] = []
    for i, one in enumerate(values["dice"], 1):
        at = f"{where} [game.dice {i}]"
        if one["region"] and one["region"] not in known:
            raise MapkitError(f"no region {one['region']!r}: the map has {', '.join(known) or 'none'}", at)
        if one["region"] and one["wild"]:
            raise MapkitError("a die has a region or is wild, not both", at)
        color = one["color"] or (known[one["region"]].color if one["region"] else "")
        if not color:
            raise MapkitError('color is missing, like color = "white"', at)
        die = Die(color, _faces(one["faces"] or values["faces"]), one["region"], one["wild"])
        dice += [die] * one["count"]
    return tuple(dice)


def _faces(value: Any) -> tuple[Face, ...]:
    if isinstance(value, int):
        return tuple(Face(n) for n in range(1, value + 1))
    return tuple(Face(int(str(v).removesuffix("*")), "*" if str(v).endswith("*") else "") for v in value)
