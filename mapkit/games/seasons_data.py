"""A folder's sheet.toml -> GridGames (stdlib only).

id, title{locale}
[game] family = "seasons", rows, columns, faces, starts[[row, column]], river[{right_of, rows} | {below, columns}],
       misses, miss_points, out, jokers: shared by all sheets; a sheet may set any of them anew
[names] SYMBOL = {locale = name}
[sheets.ID] title{locale}, river_rule, river_points, river_circles, cloud_circles, on_cloud, together[[symbols]],
       layout, symbols.SYMBOL = {squares, circles, needs}, lines[{rule, of, points, at, other}]
and its arrangements.toml, where there is one: [ID] tried, letters.LETTER = SYMBOL, boards[rows of letters, "." bare]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mapkit.errors import MapkitError
from mapkit.games.rules import Face
from mapkit.games.seasons import Edge, GridGame, Line, Symbol
from mapkit.games.seasons_fair import with_arrangements
from mapkit.games.seasons_score import NUMBERS

SHARED = {"rows", "columns", "faces", "starts", "river", "misses", "miss_points", "out", "jokers"}
OWN = {"title", "river_rule", "river_points", "river_circles", "cloud_circles", "on_cloud", "together", "layout"}
BOUNDS = {
    "rows": (3, 16),
    "columns": (3, 16),
    "misses": (1, 12),
    "miss_points": (-20, 0),
    "jokers": (0, 3),
    "river_points": (-9, 9),
    "river_circles": (0, 20),
    "cloud_circles": (0, 12),
}


def read_sheet(folder: Path, name: str = "sheet.toml") -> dict[str, Any]:
    """The tables of folder/sheet.toml. Raises MapkitError that names the file."""
    path = folder / name
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise MapkitError(f"cannot be read ({error.strerror})", path) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise MapkitError(f"is not valid TOML: {error}", path) from None


def read_seasons(folder: Path) -> dict[str, GridGame]:
    """The games of a folder, by sheet id, in the file's order. Raises MapkitError that names the file and the key."""
    games = parse_seasons(read_sheet(folder), folder / "sheet.toml")
    path = folder / "arrangements.toml"
    chosen = read_sheet(folder, path.name) if path.is_file() else {}
    known(chosen, set(games), str(path))
    return {key: _arranged(g, chosen[key], f"{path} [{key}]") if key in chosen else g for key, g in games.items()}


def _arranged(game: GridGame, value: Any, at: str) -> GridGame:
    known(table(value, at), {"tried", "letters", "boards"}, at)
    letters, boards = texts(value.get("letters"), "letters", at), listed(value.get("boards"), "boards", at)
    try:
        return with_arrangements(game, letters, [str(b) for b in boards], str(value.get("tried", "")))
    except ValueError as error:
        raise MapkitError(f"{error}; leave out this table when the sheet has changed", at) from None


def parse_seasons(raw: Mapping[str, Any], path: Path) -> dict[str, GridGame]:
    """The games of the tables of a sheet.toml. Raises MapkitError."""
    known(raw, {"id", "title", "game", "names", "sheets"}, str(path))
    game = table(raw.get("game", {}), f"{path} [game]")
    known(game, SHARED | {"family"}, f"{path} [game]")
    names = table(raw.get("names", {}), f"{path} [names]")
    sheets = table(raw.get("sheets", {}), f"{path} [sheets]")
    if not sheets:
        raise MapkitError("there is no [sheets.ID] table: a folder holds at least one sheet", path)
    return {key: _game(key, {**game, **table(t, f"{path} [sheets.{key}]")}, names, path) for key, t in sheets.items()}


def _game(key: str, values: dict[str, Any], names: Mapping[str, Any], path: Path) -> GridGame:
    at = f"{path} [sheets.{key}]"
    known(values, SHARED | OWN | {"family", "symbols", "lines"}, at)
    for name, (low, high) in BOUNDS.items():
        if name in values:
            whole(values[name], low, high, name, at)
    for name in ("rows", "columns", "faces", "starts", "symbols", "lines"):
        if name not in values:
            raise MapkitError(f"{name} is missing", at)
    rows, columns = values["rows"], values["columns"]
    symbols = tuple(_symbol(s, t, names, at) for s, t in table(values["symbols"], f"{at} symbols").items())
    ids = {s.id for s in symbols}
    for symbol in symbols:
        if symbol.needs not in ("", "cloud", "no cloud", "alone", *ids):
            raise MapkitError(f'needs must be "cloud", "no cloud", "alone" or a symbol, not {symbol.needs!r}', at)
    starts = tuple(_square(s, rows, columns, at) for s in listed(values["starts"], "starts", at))
    if len(set(starts)) != len(starts) or not starts:
        raise MapkitError("starts must list at least one square, none of them twice", at)
    filled, room = sum(s.squares for s in symbols), rows * columns - len(starts)
    if filled != room:
        raise MapkitError(f"the symbols fill {filled} squares, but {room} are free beside the starts", at)
    together = tuple(_ids(g, ids, "together", at) for g in listed(values.get("together", []), "together", at))
    on_cloud = values.get("on_cloud", "")
    if on_cloud and on_cloud not in ids:
        raise MapkitError(f"on_cloud names {on_cloud!r}, which is not a symbol of the sheet", at)
    for name, choices in (("river_rule", ("dry", "cross", "wall")), ("out", ("at", "after"))):
        if values.get(name, choices[0]) not in choices:
            raise MapkitError(f"{name} must be {' or '.join(choices)}, not {values[name]!r}", at)
    if not isinstance(values.get("layout", ""), str):
        raise MapkitError(f'layout must be a text like "3", not {values["layout"]!r}', at)
    plain = {n: values[n] for n in (*BOUNDS, "river_rule", "out", "on_cloud", "layout") if n in values}
    return GridGame(
        id=key,
        title=texts(values.get("title", key), "title", at),
        starts=starts,
        symbols=symbols,
        lines=tuple(_line(t, symbols, at) for t in listed(values["lines"], "lines", at)),
        faces=tuple(face(v, at) for v in listed(values["faces"], "faces", at)),
        river=tuple(e for t in listed(values.get("river", []), "river", at) for e in _river(t, rows, columns, at)),
        together=together,
        **plain,
    )


def _symbol(key: str, value: Any, names: Mapping[str, Any], at: str) -> Symbol:
    here = f"{at} symbols.{key}"
    known(table(value, here), {"squares", "circles", "needs"}, here)
    squares = whole(value.get("squares"), 1, 256, "squares", here)
    needs = value.get("needs", "")
    if not isinstance(needs, str):
        raise MapkitError(f"needs must be a text, not {needs!r}", here)
    circles = whole(value.get("circles", 0), 0, 30, "circles", here)
    return Symbol(key, texts(names.get(key, key), key, here), squares, circles, needs)


def _line(value: Any, symbols: tuple[Symbol, ...], at: str) -> Line:
    known(table(value, f"{at} lines"), {"rule", "of", "points", "at", "other"}, f"{at} lines")
    rule = value.get("rule")
    if rule not in NUMBERS:
        raise MapkitError(f"rule must be one of {', '.join(NUMBERS)}, not {rule!r}", f"{at} lines")
    here = f"{at} lines, rule {rule}"
    ids = {s.id for s in symbols}
    of = _ids(value.get("of"), ids, "of", here)
    points = tuple(whole(v, -99, 999, "points", here) for v in listed(value.get("points", []), "points", here))
    steps = tuple(whole(v, 1, 99, "at", here) for v in listed(value.get("at", []), "at", here))
    many, scores, thresholds = NUMBERS[rule]
    if many is not None and len(of) != many:
        raise MapkitError(f"of must name {many} symbol, not {len(of)}", here)
    if (scores is not None and len(points) not in scores) or (thresholds is not None and len(steps) not in thresholds):
        raise MapkitError(f"has {len(points)} points and {len(steps)} thresholds: see the rules in the README", here)
    if (rule in ("with", "steps") or (rule == "each" and steps)) and not points:
        raise MapkitError("needs points for its thresholds", here)
    if (rule in ("with", "steps") and len(points) != len(steps)) or (rule == "sums" and len(points) != len(of)):
        raise MapkitError("points must be as many as the thresholds (sums: as the symbols)", here)
    if rule == "each" and len(points) != 1 + len(steps):
        raise MapkitError("points must be [each] or, with a threshold, [each, bonus]", here)
    other = value.get("other", "")
    if (rule in ("with", "at_least")) != bool(other) or (other and other not in {*ids, "clouds"}):
        raise MapkitError(f'other must name a symbol or "clouds", not {other!r}', here)
    return Line(rule, of, points, steps, other)


def _river(value: Any, rows: int, columns: int, at: str) -> list[Edge]:
    here = f"{at} river"
    table(value, here)
    if set(value) == {"right_of", "rows"}:
        c = whole(value["right_of"], 1, columns - 1, "right_of", here)
        first, last = _span(value["rows"], rows, here)
        return [((r, c), (r, c + 1)) for r in range(first, last + 1)]
    if set(value) == {"below", "columns"}:
        r = whole(value["below"], 1, rows - 1, "below", here)
        first, last = _span(value["columns"], columns, here)
        return [((r, c), (r + 1, c)) for c in range(first, last + 1)]
    raise MapkitError("each piece is {right_of, rows = [first, last]} or {below, columns = [first, last]}", here)


def _span(value: Any, high: int, at: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise MapkitError(f"must be [first, last], not {value!r}", at)
    first, last = (whole(v, 1, high, "first and last", at) for v in value)
    return first, last


def _square(value: Any, rows: int, columns: int, at: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise MapkitError(f"a square must be [row, column], not {value!r}", at)
    return whole(value[0], 1, rows, "row", at), whole(value[1], 1, columns, "column", at)


def _ids(value: Any, ids: set[str], name: str, at: str) -> tuple[str, ...]:
    found = listed(value, name, at)
    for i in found:
        if not isinstance(i, str) or i not in ids:
            raise MapkitError(f"{name} names {i!r}, which is not a symbol of the sheet", at)
    if not found:
        raise MapkitError(f"{name} is empty", at)
    return tuple(found)


def known(value: Mapping[str, Any], keys: set[str], at: str) -> None:
    """Raises MapkitError on a key that is not among keys."""
    for key in value:
        if key not in keys:
            raise MapkitError(f"unknown key {key!r}: known are {', '.join(sorted(keys))}", at)


def table(value: Any, at: str) -> dict[str, Any]:
    """value, or MapkitError when it is no table."""
    if not isinstance(value, dict):
        raise MapkitError("must be a table", at)
    return value


def listed(value: Any, name: str, at: str) -> list[Any]:
    """value, or MapkitError when it is no list."""
    if not isinstance(value, list):
        raise MapkitError(f"{name} must be a list, not {value!r}", at)
    return value


def whole(value: Any, low: int, high: int, name: str, at: str) -> int:
    """value, or MapkitError when it is no whole number of low..high."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise MapkitError(f"{name} must be a whole number {low} to {high}, not {value!r}", at)
    return value


def texts(value: Any, name: str, at: str) -> dict[str, str]:
    """A text or texts by language -> texts by language, or MapkitError."""
    if isinstance(value, str):
        value = {"en": value}
    if not isinstance(value, dict) or not value or not all(isinstance(v, str) for v in value.values()):
        raise MapkitError(f'{name} must be a text, or texts by language like {{en = "Name"}}', at)
    return dict(value)


def face(value: Any, at: str) -> Face:
    """A side of a die: 2 or "2*"."""
    text = str(value)
    number = text.removesuffix("*")
    if isinstance(value, bool) or not number.isascii() or not number.isdigit() or not 1 <= int(number) <= 9:
        raise MapkitError(f'faces must list numbers 1 to 9, or texts like "2*", not {value!r}', at)
    return Face(int(number), "*" if text.endswith("*") else "")
