"""The waist of mapkit: cells, regions, and who is linked to whom (stdlib only).

carto makes a Map from polygons, games play on it, sheet draws it. Nothing here knows a coordinate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

LinkKind = Literal["border", "bridge"]
Names = Mapping[str, str]  # locale -> text, e.g. {"en": "Hokkaido", "ja": "北海道"}


@dataclass(frozen=True)
class Cell:
    """One place to write a number in. region is the id of its Region."""

    id: str
    names: Names
    region: str

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a cell has an empty id")


@dataclass(frozen=True)
class Region:
    """The cells of one die colour. color is a die's name ("red"); letter stands for it where colour is not enough."""

    id: str
    names: Names
    color: str
    letter: str

    def __post_init__(self) -> None:
        if not self.id or not self.color or not self.letter:
            raise ValueError(f"region {self.id!r} needs an id, a color and a letter")


@dataclass(frozen=True)
class Link:
    """Two cells that constrain each other; a < b always, so a link cannot be one-way."""

    a: str
    b: str
    kind: LinkKind

    def __post_init__(self) -> None:
        if self.a == self.b:
            raise ValueError(f"cell {self.a!r} is linked to itself")
        if self.a > self.b:
            low, high = self.b, self.a
            object.__setattr__(self, "a", low)
            object.__setattr__(self, "b", high)

    @property
    def pair(self) -> tuple[str, str]:
        return self.a, self.b


@dataclass(frozen=True)
class Map:
    """Cells in a fixed order, their regions and links; links are sorted and no pair stands twice."""

    id: str
    title: Names
    cells: tuple[Cell, ...]
    regions: tuple[Region, ...]
    links: tuple[Link, ...]

    def __post_init__(self) -> None:
        _unique("cell", (c.id for c in self.cells))
        _unique("region", (r.id for r in self.regions))
        _unique("region letter", (r.letter for r in self.regions))
        _unique("region color", (r.color for r in self.regions))
        _unique("link", (f"{x.a}-{x.b}" for x in self.links))
        regions = {r.id for r in self.regions}
        cells = {c.id for c in self.cells}
        for cell in self.cells:
            if cell.region not in regions:
                raise ValueError(f"cell {cell.id!r} is in region {cell.region!r}, which the map does not have")
        for link in self.links:
            for end in link.pair:
                if end not in cells:
                    raise ValueError(f"link {link.a}-{link.b}: the map has no cell {end!r}")
        object.__setattr__(self, "links", tuple(sorted(self.links, key=lambda x: x.pair)))

    @cached_property
    def cell(self) -> dict[str, Cell]:
        return {c.id: c for c in self.cells}

    @cached_property
    def region(self) -> dict[str, Region]:
        return {r.id: r for r in self.regions}

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """Linked cells of every cell, sorted; symmetric by construction."""
        found: dict[str, list[str]] = {c.id: [] for c in self.cells}
        for link in self.links:
            found[link.a].append(link.b)
            found[link.b].append(link.a)
        return {k: tuple(sorted(v)) for k, v in found.items()}

    def members(self, region: str) -> tuple[str, ...]:
        return tuple(c.id for c in self.cells if c.region == region)


def pieces(ids: Iterable[str], links: Iterable[Link]) -> list[list[str]]:
    """Connected components of the given cells over the links among them, largest first, each sorted."""
    root = {i: i for i in ids}

    def find(i: str) -> str:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    for link in links:
        if link.a in root and link.b in root:
            root[find(link.a)] = find(link.b)
    groups: dict[str, list[str]] = {}
    for i in root:
        groups.setdefault(find(i), []).append(i)
    return sorted((sorted(g) for g in groups.values()), key=lambda g: (-len(g), g))


@dataclass(frozen=True)
class Finding:
    """What a check saw. where names the place (a cell, a pair, "12.3N 45.6E", "maps/x/map.toml [links]").

    rule is a short kebab-case name ("gap", "region-split"); fix says what to do; severe findings stop a print.
    """

    rule: str
    where: str
    message: str
    severe: bool
    fix: str = ""


def _unique(what: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for i in ids:
        if i in seen:
            raise ValueError(f"{what} {i!r} stands twice")
        seen.add(i)
