"""map.toml + a change -> map.toml, its comments and order kept (tomlkit). Written whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import Array, InlineTable

from mapkit import folder, store
from mapkit.errors import MapkitError

COLORS = (  # die colours a proposal gives its regions, in order, with their letters
    ("blue", "B"), ("red", "R"), ("green", "G"), ("yellow", "Y"), ("black", "K"), ("white", "W"), ("orange", "O"),
    ("clear", "C"),
)  # fmt: skip


def add_bridges(path: Path, pairs: Sequence[tuple[str, str]]) -> None:
    """Puts bridges into [links] of a map.toml. Raises MapkitError when the file would no longer be a map."""
    document = _read(path)
    names = {c.id: c.names.get("en") or c.id for c in folder.read(path.parent).cells}
    links = document.setdefault("links", tomlkit.table())
    bridges: Array = links.setdefault("bridges", tomlkit.array())
    closed = re.search(r"\n[ \t]*\]$", bridges.as_string())  # its bracket stands on a line of its own
    for a, b in pairs:
        bridges.add_line([a, b], indent="  ", comment=f"{names.get(a, a)} - {names.get(b, b)}")
    if pairs and not closed:
        bridges.add_line(indent="")
    _write(path, tomlkit.dumps(document))


def set_regions(path: Path, groups: Sequence[Sequence[str]]) -> None:
    """Gives a map.toml these regions: the tables that are there keep color, letter and names, in their order; more are
    made as needed, each named for its colour, and what is left over is removed. The remark of `mapkit new` that regions
    are provisional no longer says so. Raises MapkitError when there are more than 8."""
    if len(groups) > len(COLORS):
        raise MapkitError(f"{len(groups)} regions: mapkit has die colours for {len(COLORS)}", path)
    document = _read(path)
    tables = document.setdefault("regions", tomlkit.table())
    for key in list(tables)[len(groups) :]:
        tables.remove(key)
    taken = {t.get("color") for t in tables.values()} | {t.get("letter") for t in tables.values()}
    made: list[str] = []
    spare = [(c, k) for c, k in COLORS if c not in taken and k not in taken]
    for n, group in enumerate(groups):
        if n < len(tables):
            key = list(tables)[n]
        else:
            key, letter = spare.pop(0)
            tables[key] = tomlkit.table()
            tables[key].update({"color": key, "letter": letter, "names": _english(key.title())})
            made.append(key)
        cells = tomlkit.array()
        cells.extend(group)
        if "cells" in tables[key]:
            cells.trivia.comment_ws = tables[key]["cells"].trivia.comment_ws
            cells.trivia.comment = tables[key]["cells"].trivia.comment
        tables[key]["cells"] = cells
    text = _spaced(tomlkit.dumps(document), made)
    _write(path, re.sub(r"(?m)^# Provisional regions:", "# Regions as proposed:", text))


def _english(name: str) -> InlineTable:
    table = tomlkit.inline_table()
    table.update({"en": name})
    return table


def _spaced(text: str, regions: Sequence[str]) -> str:
    """The text with an empty line before and after the tables of these regions."""
    for key in regions:
        if head := re.search(rf"(?m)^\[regions\.{key}\]\n", text):
            body, mark, rest = text[head.end() :].partition("\n[")
            before = text[: head.start()].rstrip()
            text = f"{before}\n\n{head[0]}{body.rstrip()}\n" + (f"\n[{rest}" if mark else "")
    return text


def _read(path: Path) -> tomlkit.TOMLDocument:
    folder.read(path.parent)  # says what is wrong with it in a line
    return tomlkit.parse(path.read_text(encoding="utf-8"))


def _write(path: Path, text: str) -> None:
    folder.parse(tomlkit.parse(text).unwrap(), path)
    try:
        store.replace(path, text.encode())
    except OSError as error:
        raise MapkitError(f"cannot be written ({error.strerror})", path) from None


def merge_cells(path: Path, groups: Sequence[Sequence[str]], borders: Collection[tuple[str, str]]) -> str:
    """The text of a map.toml in which every group is one cell, under its first id and name.

    borders: pairs (sorted) of the merged cells that share a border; bridges between them go, and cuts without one.
    Nothing is written. Raises MapkitError when the result would be no map.
    """
    document: Any = _read(path)
    into = {cell: group[0] for group in groups for cell in group}
    for cell, head in into.items():
        if cell != head:
            document["cells"].remove(cell)
    for region in list(document["regions"].values()):
        _change(region["cells"], [c if into.get(c, c) == c else None for c in region["cells"]])
    links = document.get("links", {})
    for key, with_border in (("bridges", False), ("cuts", True)):
        seen: set[tuple[str, str]] = set()
        changed: list[list[str] | None] = []
        for pair in links.get(key, []):
            low, high = sorted(into.get(c, c) for c in pair)
            stays = low != high and ((low, high) in borders) == with_border and (low, high) not in seen
            seen.add((low, high))
            changed.append(None if not stays else list(pair) if [low, high] == sorted(pair) else [low, high])
        _change(links.get(key, []), changed)
    _change(links.get("isolates", []), [c if c not in into else None for c in links.get("isolates", [])])
    if "source" in document:
        document["source"]["file"] = "cells.geojson"
        for key in ("id", "layer"):
            document["source"].pop(key, None)
    for key, region in list(document["regions"].items()):
        if not region["cells"]:
            document["regions"].remove(key)
    text = tomlkit.dumps(document)
    folder.parse(tomlkit.parse(text).unwrap(), path)
    return text


def _change(array: Array | list[Any], values: Sequence[object | None]) -> None:
    """Puts values in place of an array's items, None for one that goes; what is not changed keeps its remarks."""
    for i in reversed(range(len(values))):
        if values[i] is None:
            del array[i]
        elif array[i] != values[i]:
            array[i] = values[i]
