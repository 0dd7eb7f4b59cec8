"""Keys (data) + a TOML table -> checked values, JSON Schema, a reference for people (stdlib only).

One description of a table serves three readers: the check with its one-line errors, the JSON Schema for editors,
and the reference in the documentation. Nothing else states a default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from mapkit.errors import MapkitError
from mapkit.tables import shown

_CONTROL = r"\u0000-\u001f\u007f-\u009f\ufffe\uffff"  # characters that no text of a map.toml may hold
_TEXT = f"^[^{_CONTROL}]*$"
_SEEN = f"^[^{_CONTROL}]*[^\\s{_CONTROL}][^{_CONTROL}]*$"
_WRITTEN = {"type": "string", "pattern": r"^[0-9]{1,2}\*?$"}  # a face written as text
Kind = Literal["whole", "text", "flag", "choice", "names", "table", "faces", "tables"]


@dataclass(frozen=True)
class Key:
    """One key of a table. default None: the key may be missing and its reader decides (doc says how).

    low, high: bounds of a whole number. choices: the words of a choice. keys: the keys of a table, or of each
    table in a list of tables.
    """

    name: str
    kind: Kind
    doc: str
    default: Any = None
    low: int = 0
    high: int = 99
    choices: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()


def check(table: Mapping[str, Any], keys: tuple[Key, ...], where: str, at: str) -> dict[str, Any]:
    """Every key of keys with its value or default. at names the table ("game.wild"). Raises MapkitError."""
    known = {k.name: k for k in keys}
    for name in table:
        if name not in known:
            raise MapkitError(f"unknown key {shown(name)}: known are {', '.join(sorted(known))}", f"{where} [{at}]")
    return {k.name: _value(table[k.name], k, where, at) if k.name in table else _default(k, where, at) for k in keys}


def _default(key: Key, where: str, at: str) -> Any:
    if key.kind == "table" and key.default is not None:
        return check(key.default, key.keys, where, f"{at}.{key.name}")
    return key.default


def _value(value: Any, key: Key, where: str, at: str) -> Any:
    here, told = f"{where} [{at}]", shown(value)
    match key.kind:
        case "whole":
            if isinstance(value, bool) or not isinstance(value, int) or not key.low <= value <= key.high:
                raise MapkitError(f"{key.name} must be a whole number {key.low} to {key.high}, not {told}", here)
        case "text":
            if not isinstance(value, str) or not value.strip():
                raise MapkitError(f"{key.name} must be a text, not {told}", here)
        case "flag":
            if not isinstance(value, bool):
                raise MapkitError(f"{key.name} must be true or false, not {told}", here)
        case "choice":
            if value not in key.choices:
                words = " or ".join(f'"{c}"' for c in key.choices)
                raise MapkitError(f"{key.name} must be {words}, not {told}", here)
        case "names":
            if isinstance(value, str):
                value = {"en": value}
            if not isinstance(value, Mapping) or not all(isinstance(v, str) for v in value.values()):
                raise MapkitError(f'{key.name} must be a text, or texts by language like {{en = "Name"}}', here)
        case "faces":
            if isinstance(value, list):
                if not value or not all(_face(v) for v in value):
                    raise MapkitError(f'{key.name} must list numbers 0 to 99, or texts like "2*", not {told}', here)
            elif isinstance(value, bool) or not isinstance(value, int) or not 2 <= value <= 99:
                raise MapkitError(f"{key.name} must be a whole number 2 to 99 or a list of faces, not {told}", here)
        case "table":
            if not isinstance(value, Mapping):
                raise MapkitError(f"{key.name} must be a table, [{at}.{key.name}]", here)
            return check(value, key.keys, where, f"{at}.{key.name}")
        case "tables":
            if not isinstance(value, list) or not value or not all(isinstance(v, Mapping) for v in value):
                raise MapkitError(f"{key.name} must be a list of tables, [[{at}.{key.name}]]", here)
            return [check(v, key.keys, where, f"{at}.{key.name} {i}") for i, v in enumerate(value, 1)]
    return value


def _face(value: Any) -> bool:
    if isinstance(value, str):
        digits = value.removesuffix("*")
        return digits.isascii() and digits.isdecimal() and len(digits) <= 2
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99


def json_schema(keys: tuple[Key, ...]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a table with these keys."""
    return {"type": "object", "additionalProperties": False, "properties": {k.name: _schema(k) for k in keys}}


def _schema(key: Key) -> dict[str, Any]:
    known: dict[str, Any] = {"description": key.doc}
    if key.default is not None:
        known["default"] = key.default
    match key.kind:
        case "whole":
            return {"type": "integer", "minimum": key.low, "maximum": key.high, **known}
        case "text":
            return {"type": "string", "pattern": _SEEN, **known}
        case "flag":
            return {"type": "boolean", **known}
        case "choice":
            return {"enum": list(key.choices), **known}
        case "names":
            inner = {"propertyNames": {"pattern": _TEXT}, "additionalProperties": {"type": "string", "pattern": _TEXT}}
            return {"type": ["string", "object"], "pattern": _TEXT, **inner, **known}
        case "faces":
            face = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, _WRITTEN]}
            whole = {"type": "integer", "minimum": 2, "maximum": 99}
            return {"anyOf": [whole, {"type": "array", "minItems": 1, "items": face}], **known}
        case "table":
            return {**json_schema(key.keys), **known}
        case "tables":
            return {"type": "array", "minItems": 1, "items": json_schema(key.keys), **known}


def reference(keys: tuple[Key, ...], at: str) -> Iterator[tuple[str, str, str, str]]:
    """(key with its table, what it takes, default, meaning) for every key, tables flattened."""
    for key in keys:
        name = f"{at}.{key.name}"
        if key.kind in ("table", "tables"):
            yield from reference(key.keys, name)
            continue
        match key.kind:
            case "whole":
                takes = f"{key.low} to {key.high}"
            case "choice":
                takes = " or ".join(f'"{c}"' for c in key.choices)
            case "faces":
                takes = "number of faces, or a list of them"
            case "flag":
                takes = "true or false"
            case "names":
                takes = "text, or texts by language"
            case _:
                takes = "text"
        default = "" if key.default is None else str(key.default).lower() if key.kind == "flag" else str(key.default)
        yield name, takes, default, key.doc
