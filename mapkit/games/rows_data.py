"""A folder's sheet.toml of the rows family -> RowsGames (stdlib only).

id, title{locale}
[game] family = "rows", needs, penalties, penalty_points, ends_at: shared by all sheets
[sheets.ID] title{locale}, bonus, rows[{numbers[], color | colors[], rings[numbers]}], and any key of [game] anew
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mapkit.errors import MapkitError
from mapkit.games.rows import RowBox, RowsGame, RowTrack
from mapkit.games.seasons_data import known, listed, read_sheet, table, texts, whole

BOUNDS = {
    "needs": (0, 12),
    "penalties": (1, 8),
    "penalty_points": (-20, 0),
    "ends_at": (1, 8),
    "bonus": (0, 12),
}


def read_rows(folder: Path) -> dict[str, RowsGame]:
    """The games of a folder, by sheet id, in the file's order. Raises MapkitError that names the file and the key."""
    return parse_rows(read_sheet(folder), folder / "sheet.toml")


def parse_rows(raw: Mapping[str, Any], path: Path) -> dict[str, RowsGame]:
    """The games of the tables of a sheet.toml. Raises MapkitError."""
    known(raw, {"id", "title", "game", "sheets"}, str(path))
    shared = table(raw.get("game", {}), f"{path} [game]")
    known(shared, {*BOUNDS, "family"}, f"{path} [game]")
    sheets = table(raw.get("sheets", {}), f"{path} [sheets]")
    if not sheets:
        raise MapkitError("there is no [sheets.ID] table: a folder holds at least one sheet", path)
    return {key: _game(key, {**shared, **table(t, f"{path} [sheets.{key}]")}, path) for key, t in sheets.items()}


def _game(key: str, values: dict[str, Any], path: Path) -> RowsGame:
    at = f"{path} [sheets.{key}]"
    known(values, {*BOUNDS, "family", "title", "rows"}, at)
    plain = {n: whole(values[n], low, high, n, at) for n, (low, high) in BOUNDS.items() if n in values}
    rows = tuple(_row(t, k, at) for k, t in enumerate(listed(values.get("rows", []), "rows", at), 1))
    if not 1 <= len(rows) <= 8:
        raise MapkitError(f"rows must list 1 to 8 rows, not {len(rows)}", at)
    locks = [row.lock for row in rows]
    if len(set(locks)) != len(locks):
        raise MapkitError("two rows end in the same colour: the die that leaves must be another for every row", at)
    if not plain.get("bonus") and any(b.ring for row in rows for b in row.boxes):
        raise MapkitError("rings without a bonus row: add bonus = 8, or take the rings away", at)
    title = texts(values.get("title", key), "title", at)
    return RowsGame(key, title, rows, **plain)


def _row(value: Any, k: int, sheet: str) -> RowTrack:
    at = f"{sheet} row {k}"
    known(table(value, at), {"numbers", "color", "colors", "rings"}, at)
    numbers = [whole(n, 2, 12, "numbers", at) for n in listed(value.get("numbers"), "numbers", at)]
    if len(numbers) < 2 or len(set(numbers)) != len(numbers) or len(numbers) > 12:
        raise MapkitError("numbers must be 2 to 12 different numbers", at)
    colors = listed(value.get("colors", [value.get("color")] * len(numbers)), "colors", at)
    if len(colors) != len(numbers) or not all(isinstance(c, str) and c for c in colors):
        raise MapkitError(f"needs a color, or as many colors as numbers ({len(numbers)}), not {len(colors)}", at)
    if "white" in colors:
        raise MapkitError("white is the colour of the common dice: give the row another", at)
    rings = listed(value.get("rings", []), "rings", at)
    for ring in rings:
        if ring not in numbers:
            raise MapkitError(f"rings names {ring!r}, which is not a number of the row", at)
    return RowTrack(tuple(RowBox(n, c, n in rings) for n, c in zip(numbers, colors, strict=True)))
