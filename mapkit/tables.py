"""A TOML file -> tables whose keys, kinds and texts are checked (stdlib only): what folder reads a map.toml with."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mapkit.errors import MapkitError

LARGEST = 2_000_000  # bytes: some twenty thousand cells
DEEPEST = 20  # parts of a dotted key; a parser's work grows with the square of them
LONGEST = 60  # characters of a title, a name or an id: more finds no room on a sheet
MOST_REGIONS = 6  # proposed to a designer: each has a die colour of its own, and six are plain to tell apart
LETTER = 3  # characters that stand for a colour
COLORS = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange", "clear")  # dice that can be drawn
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff]")
_TEXT = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file. Raises MapkitError: not there, too large, nested too deep, not UTF-8, not TOML."""
    try:
        if path.exists() and not path.is_file():
            raise MapkitError("is not a plain file", path)
        if path.stat().st_size > LARGEST:
            raise MapkitError(f"is larger than {LARGEST / 1e6:g} MB: a map.toml lists cells, not their shapes", path)
        text = path.read_bytes().decode("utf-8")
        for number, row in enumerate(text.split("\n"), 1):
            if row.count(".") > DEEPEST and _dots(row) > DEEPEST:
                raise MapkitError(f"line {number}: a key of more than {DEEPEST} parts: write it shorter", path)
        return tomllib.loads(text)
    except FileNotFoundError:
        raise MapkitError("no such file", path) from None
    except OSError as error:
        raise MapkitError(f"cannot be read ({error.strerror})", path) from None
    except UnicodeDecodeError as error:
        raise MapkitError(f"is not UTF-8 text (byte {error.start}): save it as UTF-8", path) from None
    except tomllib.TOMLDecodeError as error:
        told = str(error)[:200].replace("Cannot overwrite a value", "a key is written twice, keep one of the two")
        raise MapkitError(f"is not valid TOML: {told}", path) from None
    except RecursionError:
        raise MapkitError("is not valid TOML: nested too deep", path) from None
    except ValueError:  # a number beyond what Python reads
        raise MapkitError("holds a number of thousands of digits: write a shorter one", path) from None


def _dots(row: str) -> int:
    """The most dots between two of the signs that part keys and values, texts and a remark left out."""
    bare = _TEXT.sub("", row).partition("#")[0]
    return max(part.count(".") for part in re.split(r"[=,{}\[\]]", bare))


def printable(value: Any, path: Path, at: tuple[str, ...] = ()) -> None:
    """Looks through keys and texts of all tables. Raises MapkitError for a control character (Unicode Cc) or a code
    that is no character: none of the files mapkit writes can hold it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            printable(key, path, at)
            printable(inner, path, (*at, key))
    elif isinstance(value, list):
        for inner in value:
            printable(inner, path, at)
    elif isinstance(value, str):
        bad = _CONTROL.search(value)
        if bad is not None:
            where = f"{path} [{'.'.join(at)[:80]}]" if at else path
            raise MapkitError(f"{shown(value)} holds the control character U+{ord(bad[0]):04X}: take it out", where)


def shown(value: Any) -> str:
    """A value as a message quotes it, never longer than a line."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    text = repr(value) if isinstance(value, str | int | float) else re.sub(r"\s+", " ", _repr(value))
    return text if len(text) <= 80 else f"{text[:76]} ..."


def _repr(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:  # a number of thousands of digits inside
        return f"this {type(value).__name__}"


def known(table: Mapping[str, Any], keys: Mapping[str, Any] | set[str], path: Path, at: str) -> None:
    for key in table:
        if key not in keys:
            raise MapkitError(
                f"unknown key {shown(key)}: known are {', '.join(sorted(keys))}", f"{path} [{at}]" if at else path
            )


def table(raw: Mapping[str, Any], key: str, path: Path) -> dict[str, Any]:
    found = raw.get(key, {})
    if not isinstance(found, dict):
        raise MapkitError(f"{key} must be a table, [{key}]", path)
    return found


def typed(
    values: dict[str, Any], schema: Mapping[str, Any], path: Path, at: str, required: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The table itself, once its keys are known ones and its values of their kinds."""
    known(values, schema, path, at)
    for key in required:
        if key not in values:
            raise MapkitError(f"{key} is missing", f"{path} [{at}]")
    for key, value in values.items():
        if not isinstance(value, schema[key]) or isinstance(value, bool):
            kind = {str: "a text", list: "a list", dict: "a table"}.get(schema[key], "a number")
            raise MapkitError(f"{key} must be {kind}, not {shown(value)}", f"{path} [{at}]")
    return values


def names(value: Any, at: str, key: str) -> dict[str, str]:
    """Texts by language, from such a table or a single text (English)."""
    if isinstance(value, str):
        value = {"en": value}
    if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
        raise MapkitError(f'{key} must be names by language, like {{en = "Name", ja = "名"}}', at)
    for language, text in value.items():
        if len(text) > LONGEST:
            what = f"{key}.{language} is {len(text)} characters long ({text[:20]} ...)"
            raise MapkitError(f"{what}: {LONGEST} are the most that a sheet has room for", at)
    return dict(value)


def ids(value: list[Any], cells: Mapping[str, Any], at: str, key: str) -> tuple[str, ...]:
    for i in value:
        if not isinstance(i, str) or i not in cells:
            raise MapkitError(f"{key} names {shown(i)}, {_no_cell(i, cells)}", at)
    return tuple(value)


def _no_cell(said: Any, cells: Mapping[str, Any]) -> str:
    """Why something is no id of a cell; a name in any language, or an id in other capitals, is told its id."""
    if isinstance(said, str):
        wanted = said.strip().casefold()
        for cell, names in cells.items():
            spoken = names.values() if isinstance(names, Mapping) else [names]
            if wanted in (name.strip().casefold() for name in spoken if isinstance(name, str)):
                return f"which is the name of {shown(cell)}: write the id"
            if wanted == cell.casefold():
                return f"which is not a cell of [cells]: write {shown(cell)}"
    return "which is not a cell of [cells]"


def color(value: str, at: str) -> str:
    """A colour itself, once it can be drawn."""
    if value not in COLORS and not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
        raise MapkitError(f"unknown colour {shown(value)}: one of {', '.join(COLORS)}, or #rrggbb", at)
    return value


def ident(value: str, at: str) -> str:
    """An id of a cell or region itself, once it is short enough for lists and sheets."""
    if not value.strip():
        raise MapkitError("holds an empty id: give it letters or digits", at)
    if len(value) > LONGEST:
        raise MapkitError(f"id {shown(value)} is {len(value)} characters long: {LONGEST} are the most", at)
    return value


def pairs(value: list[Any], cells: Mapping[str, Any], at: str, key: str) -> tuple[tuple[str, str], ...]:
    found: dict[tuple[str, str], None] = {}
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2:
            raise MapkitError(f"{key} must be a list of pairs of cell ids, not {shown(pair)}", at)
        a, b = sorted(ids(pair, cells, at, key))
        if a == b:
            raise MapkitError(f"{key} ties {a!r} to itself", at)
        if (a, b) in found:
            raise MapkitError(f"{key} has {a}-{b} twice", at)
        found[a, b] = None
    return tuple(found)


def layout(values: dict[str, Any], cells: Mapping[str, Any], at: str) -> dict[str, Any]:
    """The [layout] table itself, its kinds known, once its values can be laid out."""
    if values.get("orientation", "portrait") not in ("portrait", "landscape"):
        raise MapkitError('orientation must be "portrait" or "landscape"', at)
    for key, low, high, unit in (("rotate", -360, 360, " degrees"), ("keep_parts", 0, 0.5, "")):
        if not low <= values.get(key, 0) <= high:  # NaN compares false
            raise MapkitError(f"{key} must be {low} to {high}{unit}, not {shown(values[key])}", at)
    apart: set[str] = set()
    for group in values.get("inset", []):
        if not isinstance(group, list):
            raise MapkitError("inset must be a list of lists of cell ids", at)
        for cell in ids(group, cells, at, "inset"):
            if cell in apart:
                raise MapkitError(f"inset has cell {cell!r} twice: a cell is drawn once", at)
            apart.add(cell)
    if apart and len(apart) == len(cells):
        raise MapkitError("inset holds every cell: leave at least one for the map itself", at)
    return values
