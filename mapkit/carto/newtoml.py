"""Drawing + first regions and bridges -> the text of a new map.toml, every key explained, and of SOURCE.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from mapkit.carto.drawing import Drawing
from mapkit.map import Finding
from mapkit.tables import LONGEST

if TYPE_CHECKING:
    from mapkit.carto.graph import Border
    from mapkit.carto.source import Source

SCHEMA_FILE = "map.schema.json"
DICE = (("red", "R"), ("blue", "B"), ("green", "G"), ("yellow", "Y"), ("black", "K"), ("white", "W"))
FEW = 3  # cells that met their neighbours' borders and are told one by one
MOST_TOLD = 40  # findings of one kind in SOURCE.md
MOST_BRIDGES = 60  # proposals written down
SHORT = 1000  # cells whose names stand there in English only


def map_toml(
    ident: str,
    file: str,
    drawing: Drawing,
    groups: Sequence[Sequence[str]],
    bridges: Sequence[tuple[str, str]],
    isolates: Sequence[str],
    doubtful: Sequence[Border],
) -> str:
    """The declaration of a new map. groups: the cells of each region; doubtful: borders a designer should look at."""
    name = title(ident)
    names = {i: n.get("en", i) for i, n in drawing.names.items()}
    unit = "degrees" if drawing.source.lonlat else drawing.unit or "drawing units"
    parts = [
        f"#:schema ./{SCHEMA_FILE}",
        f"# {name}: {len(names)} cells from {_line(file)} ({unit}). Made by `mapkit new`; now it is yours to change.",
        "# Look at it with `mapkit proof`, check it with `mapkit check`, print it with `mapkit pad`.",
        "",
        f"id = {quoted(ident)}",
        "",
        "[title]  # by language: en, de, ja, zh, ...",
        f"en = {quoted(name)}",
        "",
        "[source]",
        'file = "cells.geojson"  # the polygons, one feature for each cell below; or a drawing.svg, cells.txt, ...',
        "# id = \"code\"           # the property that holds the cells' ids (default: the feature's own id)",
        '# layer = "Land"        # the layer to read, where a file has several',
        "",
        "[links]  # cells that share a border are linked by themselves; here is what differs from that",
        *_pairs(
            "bridges", bridges, names, "links without a border, drawn as blue lines: nearest shores, to be checked"
        ),
        *_doubts(doubtful, names),
        'cuts = []  # borders that are not links, like [["a", "b"]]',
        f"isolates = {_list(isolates)}  # cells that are meant to be linked to nothing",
        "",
        "[layout]  # all of it may be left out",
        '# orientation = "portrait"  # or "landscape" (default: what gives more room)',
        "# rotate = 0                # degrees clockwise on the page (default: chosen from the shape)",
        f"# inset = [[{quoted(next(iter(names)))}]]  # far cells shown in a frame (default: chosen; []: none)",
        "# keep_parts = 0.001        # parts smaller than this share of all land are left out",
        "",
        "[game]",
        'family = "rolling"  # a number into a cell of the die\'s region; linked cells differ by at most 1',
        f"rounds = {_rounds(groups)}  # mapkit check says how often each colour is rolled in them",
        "",
        "[game.abilities]  # how often in a game each player may ...",
        "color_change = 3  # ... take a die for another colour",
        "# guard = 3       # ... write a circled number that need not fit and binds nobody",
        "# dupe = 3        # ... write a die a second time",
        "",
        "# Provisional regions: even in size and in one piece each. Give them your names, colours and cells.",
        "# color is a die's: red, blue, green, yellow, black, white, purple, orange; letter is its mark in grey.",
    ]
    for (color, letter), members in zip(DICE, groups, strict=False):
        parts += [
            f"[regions.{color}]",
            f'color = "{color}"',
            f'letter = "{letter}"',
            f'names = {{ en = "{color.title()}" }}',
            f"cells = {_list(members)}",
            "",
        ]
    parts += ["[cells]  # every cell's names by language, in the order of sheets and lists"]
    short = len(names) > SHORT  # as long as that a file is read in noticeable time
    parts += [f"{_key(i)} = {quoted(n['en']) if short else _inline(n)}" for i, n in drawing.names.items()]
    return "\n".join(parts) + "\n"


def title(ident: str) -> str:
    """A first title for a map: its id in words."""
    return ident.replace("-", " ").replace("_", " ").title()[:LONGEST].rstrip()


def source_md(name: str, file: str, drawing: Drawing) -> str:
    """The stub of a SOURCE.md: what is known, and what only the designer can fill in."""
    lines = [
        f"# Where the polygons of {_line(name)} come from",
        "",
        f"`cells.geojson` was read from `{_line(file)}` by `mapkit new`: {len(drawing.source.shapes)} cells.",
        "",
        "- Source: WHO MADE THE DATA, WHERE IT CAN BE FOUND",
        "- Licence: UNDER WHICH TERMS (a printed map must name some of them)",
        "",
        "## What was changed on the way",
        "",
    ]
    findings = sorted(drawing.source.findings, key=lambda f: f.rule)
    for rule, group in groupby(findings, key=lambda f: f.rule):
        told = list(group)
        lines += [f"- {_told(f)}" for f in told[:MOST_TOLD]]
        if len(told) > MOST_TOLD:
            lines.append(f"- and {len(told) - MOST_TOLD} more of the same kind ({rule})")
    if not findings:
        lines.append("Nothing: every shape was taken as it was.")
    return "\n".join([*lines, ""])


def brief(findings: Sequence[Finding], before: Source, after: Source) -> tuple[Finding, ...]:
    """The findings, those of cells that met their neighbours' borders as one when there are more than FEW of them: how
    many, and which cell's area changed most. SOURCE.md has each."""
    matched = [f for f in findings if f.rule == "border-matched"]
    if len(matched) <= FEW:
        return tuple(findings)
    change = {
        i: abs(shape.area - before.shapes[i].area) / max(before.shapes[i].area, 1e-300)
        for i, shape in after.shapes.items()
        if i in before.shapes
    }
    most = max(change, key=lambda i: change[i])
    told = (
        f"met their neighbours' borders; {most} changed most, by {100 * change[most]:.2g} % of its area; see SOURCE.md"
    )
    one = Finding("border-matched", f"{len(matched)} cells", told, False)
    rest = [f for f in findings if f.rule != "border-matched"]
    at = findings.index(matched[0])
    return (*rest[:at], one, *rest[at:])


def _told(finding: Finding) -> str:
    return f"{_line(finding.where)}: {_line(finding.message)}"


def _rounds(groups: Sequence[Sequence[str]]) -> int:
    """Rounds for the average region: Rolling Japan has 8 for regions of 47/6 cells."""
    return max(3, min(20, round(sum(map(len, groups)) / len(groups) * 8 * 6 / 47)))


def _pairs(key: str, pairs: Sequence[tuple[str, str]], names: Mapping[str, str], remark: str) -> list[str]:
    if not pairs:
        return [f'{key} = []  # {remark.split(":")[0]}, like [["a", "b"]]']
    shown = [f"  [{quoted(a)}, {quoted(b)}],  # {_line(names[a])} - {_line(names[b])}" for a, b in pairs]
    lines = [f"# {remark}", f"{key} = [", *shown[:MOST_BRIDGES]]
    return [*lines, *(f"  # {s.strip()}" for s in shown[MOST_BRIDGES:]), "]"]


def _doubts(doubtful: Sequence[Border], names: Mapping[str, str]) -> list[str]:
    if not doubtful:
        return []
    lines = ["# Doubtful borders, no longer than the drawing is exact: where one is none, put the pair into cuts."]
    return lines + [
        f"#   [{quoted(d.a)}, {quoted(d.b)}]  {_line(names[d.a])} - {_line(names[d.b])}, {d.length:.3g} long"
        for d in doubtful[:40]
    ]


def _list(ids: Iterable[str]) -> str:
    return "[" + ", ".join(map(quoted, ids)) + "]"


def _inline(names: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{_key(k)} = {quoted(v)}" for k, v in names.items()) + " }"


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else quoted(text)


def quoted(text: str) -> str:
    """A basic TOML string: JSON's escapes are TOML's, but for DEL and lone surrogates."""
    clean = "".join(c for c in text if not 0xD800 <= ord(c) < 0xE000)
    return json.dumps(clean, ensure_ascii=False).replace("\x7f", "\\u007f")


def _line(text: str) -> str:
    """Text that is safe in a comment or in Markdown: one line of printable signs."""
    return "".join(c if c.isprintable() else " " for c in text).replace("`", "'")[:120]
