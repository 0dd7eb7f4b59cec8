"""What a preflight rule is (stdlib only)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

Target = Literal["x4", "x3", "x1a", "home"]
PRESS: frozenset[Target] = frozenset({"x4", "x3", "x1a"})
OLD: frozenset[Target] = frozenset({"x3", "x1a"})  # PDF 1.4, no transparency
ALL: frozenset[Target] = frozenset({"x4", "x3", "x1a", "home"})
NONE: frozenset[Target] = frozenset()


@dataclass(frozen=True)
class Fault:
    """where: the page and place, or the part of the file; fix: what to do."""

    where: str
    message: str
    fix: str


@dataclass(frozen=True)
class Rule:
    """severe: the targets that are rejected for it; heed: those for which it is only said."""

    name: str
    severe: frozenset[Target]
    heed: frozenset[Target]
    find: Callable[[Any, Target], Iterator[Fault]]


def rule(
    name: str, severe: frozenset[Target], heed: frozenset[Target] = NONE
) -> Callable[[Callable[[Any, Target], Iterator[Fault]]], Rule]:
    """Makes a rule of a function (Document, target) -> faults."""

    def made(find: Callable[[Any, Target], Iterator[Fault]]) -> Rule:
        return Rule(name, severe, heed - severe, find)

    return made
