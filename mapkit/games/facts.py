"""Game + Map -> the facts a rules text is worded from (stdlib only)."""

from __future__ import annotations

from dataclasses import dataclass

from mapkit.games.rules import Game
from mapkit.games.vocabulary import named, word
from mapkit.map import Map


@dataclass(frozen=True)
class Facts:
    """What the words depend on; texts are in the language of the rules.

    dice: all dice of the bag. colors: (color, how many) of those with a region. wild: (color, how many) of wild ones.
    resting: dice that stay in the bag each round. faces: "1-6", or the faces one by one. isolates: names of cells
    without a neighbour (at most four).
    """

    title: str
    cells: int
    regions: int
    dice: int
    colors: tuple[tuple[str, int], ...]
    wild: tuple[tuple[str, int], ...]
    resting: int
    faces: str
    bridges: int
    isolates: tuple[str, ...]
    game: Game

    @property
    def stuck_is_x(self) -> bool:
        return self.game.wild_stuck == "any"


def facts(game: Game, map: Map, locale: str) -> Facts:
    """The facts of a game on a map. Colors stand in the order of the bag."""
    sides = {tuple(f"{f.number}{f.mark}" for f in d.faces) for d in game.dice}
    faces = sorted(sides, key=lambda s: (len(s), s))[-1]
    run = tuple(str(n) for n in range(int(faces[0]), int(faces[0]) + len(faces))) if faces[0].isdecimal() else ()
    lonely = [named(c.names, locale, c.id) for c in map.cells if not map.neighbours[c.id]]
    return Facts(
        title=named(game.title or map.title, locale, map.id),
        cells=len(map.cells),
        regions=len(map.regions),
        dice=len(game.dice),
        colors=_counted([d.color for d in game.dice if d.region], locale),
        wild=_counted([d.color for d in game.wild], locale),
        resting=len(game.dice) - game.draw * game.turns_per_round,
        faces=f"{faces[0]}–{faces[-1]}" if faces == run else ", ".join(faces),
        bridges=sum(1 for link in map.links if link.kind == "bridge"),
        isolates=tuple(lonely[:4]),
        game=game,
    )


def _counted(colors: list[str], locale: str) -> tuple[tuple[str, int], ...]:
    return tuple((word(c, locale), colors.count(c)) for c in dict.fromkeys(colors))


def listed(counted: tuple[tuple[str, int], ...], comma: str = ", ") -> str:
    """ "red, blue, 2 × green"."""
    return comma.join(f"{n} × {color}" if n > 1 else color for color, n in counted)
