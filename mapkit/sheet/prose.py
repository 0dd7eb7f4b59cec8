"""Headings and paragraphs -> lines of text in columns of a page (the rules on a sheet's back)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mapkit.sheet.marginalia import Measure
from mapkit.sheet.marks import Weight

NOT_FIRST = "、。，．：；！？）」』】〉》・ー…,.:;!?)]}%’”"  # never begins a line (JIS X 4051, gyoto kinsoku)
NOT_LAST = "（「『【〈《([{‘“"  # never ends a line

Sections = Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class Line:
    """A line of set text: baseline y in mm below the top of its column."""

    column: int
    y: float
    text: str
    weight: Weight


def wrap(text: str, width: float, size: float, measure: Measure, weight: Weight = "regular") -> list[str]:
    """Lines no wider than width mm: broken between words, and between ideographs where neither is barred."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line.strip() and measure((line + piece).rstrip(), size, weight) > width:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def fit(
    sections: Sections, columns: int, width: float, height: float, size: float, measure: Measure
) -> list[Line] | None:
    """All sections set at size mm into columns of width x height mm; None when they do not fit."""
    lead = size * 1.32
    lines: list[Line] = []
    column, y = 0, 0.0
    for heading, paragraphs in sections:
        blocks: list[tuple[list[str], Weight]] = [(wrap(heading, width, size * 1.08, measure, "bold"), "bold")]
        blocks += [(wrap(p, width, size, measure), "regular") for p in paragraphs]
        for i, (texts, weight) in enumerate(blocks):
            need = lead * (len(texts) + (1 if weight == "bold" else 0))  # a heading keeps a line of its text with it
            before = 0.0 if y == 0 else lead * (0.55 if weight == "bold" else 0.22 if i > 1 else 0.0)
            if weight == "bold" and y + before + need > height:
                column, y, before = column + 1, 0.0, 0.0
            for n, text in enumerate(texts):
                step = lead + (before if n == 0 else 0.0)
                if y + step > height:
                    column, y, step = column + 1, 0.0, lead
                y += step
                if column >= columns:
                    return None
                lines.append(Line(column, y, text, weight))
    return lines


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def _pieces(text: str) -> Iterator[str]:
    """The smallest pieces a line may be broken between."""
    piece = ""
    for char in text:
        free = piece and (
            piece[-1] == " "
            or ((_wide(char) or _wide(piece[-1])) and char not in NOT_FIRST and piece[-1] not in NOT_LAST)
        )
        if free and char != " ":
            yield piece
            piece = ""
        piece += char
    if piece:
        yield piece
