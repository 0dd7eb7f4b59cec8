"""A game typed in -> its heads and its turns (stdlib only)."""

from __future__ import annotations

from collections.abc import Sequence


def typed(text: str, heads: Sequence[str]) -> tuple[dict[str, str], list[tuple[int, str, str]]]:
    """The lines that begin with one of heads, by their head; of every other line its number, the roll before its last
    colon (empty without one) and the turn after it. # begins a comment; empty lines say nothing.
    """
    said: dict[str, str] = {}
    turns: list[tuple[int, str, str]] = []
    for n, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        head, _, rest = words.partition(" ")
        if head in heads:
            said[head] = rest.strip()
        elif words:
            roll, _, turn = words.rpartition(":")
            turns.append((n, roll.strip(), turn.strip()))
    return said, turns
