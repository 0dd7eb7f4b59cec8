"""The JSON Schema of map.toml and its reader are one: what either refuses, the other does."""

from __future__ import annotations

import copy
import json
import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped import SHIPPED

from mapkit import folder
from mapkit.carto.new import create
from mapkit.errors import MapkitError
from mapkit.games import keys, schema
from mapkit.games.rules import read_game

SCHEMA = json.loads((Path(folder.__file__).parent / "schema.json").read_text(encoding="utf-8"))
KINDS = {"object": dict, "array": list, "string": str, "number": (int, float), "integer": int, "boolean": bool}
LETTERS = r"\p{L}\p{M}\p{N}"


def faults(value: Any, rule: dict[str, Any], at: str = "") -> list[str]:
    """What a value of a TOML file breaks of a JSON Schema: the part of 2020-12 that ours uses, and nothing besides."""
    unknown = set(rule) - {
        "$schema", "title", "description", "default", "type", "enum", "oneOf", "anyOf", "required", "properties",
        "additionalProperties", "propertyNames", "minProperties", "items", "minItems", "maxItems", "uniqueItems",
        "minLength", "maxLength", "pattern", "minimum", "maximum",
    }  # fmt: skip
    assert not unknown, f"teach this test {unknown}"
    fits = [sum(not faults(value, r, at) for r in rule[c]) for c in ("oneOf", "anyOf") if c in rule]
    if 0 in fits or ("oneOf" in rule and fits[0] != 1):
        return [f"{at} does not fit one of its choices"]
    wanted = rule.get("type", list(KINDS))
    kinds = [KINDS[w] for w in (wanted if isinstance(wanted, list) else [wanted])]
    if not any(isinstance(value, k) and (k is bool or type(value) is not bool) for k in kinds) and "type" in rule:
        return [f"{at} is of the wrong kind"]
    found = [f"{at} is none of {rule['enum']}"] if "enum" in rule and value not in rule["enum"] else []
    if isinstance(value, dict):
        found += [f"{at} lacks {k}" for k in rule.get("required", []) if k not in value]
        found += [f"{at} is empty"] if len(value) < rule.get("minProperties", 0) else []
        for key, inner in value.items():
            known = rule.get("properties", {}).get(key, rule.get("additionalProperties", {}))
            found += [f"{at} has {key}"] if known is False else faults(inner, known or {}, f"{at}.{key}")
            found += faults(key, rule.get("propertyNames", {}), f"{at}.{key}")
    if isinstance(value, list):
        found += [f for i, v in enumerate(value) for f in faults(v, rule.get("items", {}), f"{at}[{i}]")]
        low, high = rule.get("minItems", 0), rule.get("maxItems", len(value))
        found += [] if low <= len(value) <= high else [f"{at} has {len(value)} items"]
        if rule.get("uniqueItems") and any(v in value[:i] for i, v in enumerate(value)):
            found.append(f"{at} has an item twice")
    if isinstance(value, str):
        fits_length = rule.get("minLength", 0) <= len(value) <= rule.get("maxLength", len(value))
        found += [] if fits_length and _matches(rule.get("pattern", ""), value) else [f"{at} is no such text"]
    if isinstance(value, int | float) and not isinstance(value, bool):
        found += [] if rule.get("minimum", value) <= value <= rule.get("maximum", value) else [f"{at} is out of range"]
    return found


def _matches(pattern: str, text: str) -> bool:
    if LETTERS in pattern:  # Python's re has no classes of Unicode: letters, marks and digits stand as one of them
        pattern = pattern.replace(LETTERS, "a")
        text = "".join("a" if unicodedata.category(c)[0] in "LMN" else c for c in text)
    return re.search(pattern.replace("$", r"\Z"), text) is not None


def test_the_schema_knows_just_the_keys_that_the_reader_knows() -> None:
    top = SCHEMA["properties"]
    assert set(top) == folder.TOP and SCHEMA["additionalProperties"] is False
    assert top["regions"]["additionalProperties"]["properties"].keys() == folder.REGION.keys()
    kinds = {str: "string", list: "array", (int, float): "number"}
    for table, known in (("source", folder.SOURCE), ("links", folder.LINKS), ("layout", folder.LAYOUT)):
        assert top[table]["properties"].keys() == known.keys() and top[table]["additionalProperties"] is False
        for key, kind in known.items():
            rule = top[table]["properties"][key]
            assert rule.get("type", "string") == kinds[kind], f"{table}.{key}"
    game = {k: v for k, v in top["game"].items() if k != "description"}
    assert game == schema.json_schema(keys.KEYS)


def test_every_key_of_it_is_described() -> None:
    def look(rule: dict[str, Any], at: str) -> None:
        for key, inner in rule.get("properties", {}).items():
            assert inner.get("description"), f"{at}.{key}"
            look(inner, f"{at}.{key}")
        for inner in (rule.get("additionalProperties"), rule.get("items")):
            if isinstance(inner, dict):
                look(inner, at)

    look(SCHEMA, "")


@pytest.mark.parametrize("name", [n for n in SHIPPED if folder.family(folder.find(n)) == "map"])
def test_every_shipped_map_keeps_to_the_schema(name: str) -> None:
    assert faults(tomllib.loads((folder.find(name) / "map.toml").read_text(encoding="utf-8")), SCHEMA) == []


def test_a_new_map_keeps_to_the_schema(tmp_path: Path) -> None:
    made = create(tmp_path / "m", Path(__file__).parent / "drawings" / "plain.svg")
    assert faults(tomllib.loads((made.folder / "map.toml").read_text(encoding="utf-8")), SCHEMA) == []


BASE: dict[str, Any] = {
    "id": "duo",
    "title": {"en": "Duo", "ja": "デュオ"},
    "source": {"file": "cells.geojson", "id": "code", "layer": "Land"},
    "cells": {"A": {"en": "Aland", "ja": "ア"}, "B": "Beeland", "C": {}},
    "regions": {
        "red": {"color": "red", "letter": "R", "names": {"en": "East"}, "cells": ["A", "B"]},
        "blue": {"color": "blue", "letter": "B", "cells": ["C"]},
    },
    "links": {"bridges": [["A", "C"]], "cuts": [["A", "B"]], "isolates": []},
    "layout": {"orientation": "portrait", "rotate": 90, "inset": [["C"]], "keep_parts": 0.001},
    "game": {
        "family": "rolling", "title": "Duo", "rounds": 8, "turns_per_round": 1, "draw": 2, "faces": 6,
        "dice_per_region": 1, "wild": {"color": "purple", "dice": 1}, "difference": 1, "x": "forced",
        "x_scope": "any", "wild_stuck": "nothing", "combine": True,
        "abilities": {"color_change": 3, "guard": 0, "dupe": 1},
    },
}  # fmt: skip
# what only the whole file tells: ids that are not there or stand twice, a game that its own numbers contradict
WHOLE = re.compile(
    r"which is not a cell|is in no region|too\b.*every cell belongs|stands twice here|is taken by region"
    r"|to itself|has \S+ twice|twice: a cell is drawn once|inset holds every cell"
)
scalars = st.sampled_from(
    ["", " ", "A", "C", "red", "R", "RRRR", "x" * 60, "x" * 61, "a\x07b", "portrait", "rolling", "2*", "123", ".a",
     "a.b", "a b", "ア", "a\n", "\x7f", "\ufffe"]
) | st.integers(-400, 400) | st.sampled_from([0.5, 0.51, -1.5, 360.5, True, False])  # fmt: skip
values = scalars | st.lists(scalars, max_size=3) | st.lists(st.lists(scalars, max_size=3), max_size=2)
values |= st.dictionaries(st.sampled_from(["en", "A", "color", "x" * 61, "a\x00"]), scalars, max_size=2)
names = st.sampled_from(["en", "A", "D", "", " ", "x" * 60, "x" * 61, "a\x07", "colour", "letter", "rounds", "rotate"])


@st.composite
def changed(draw: st.DrawFn) -> dict[str, Any]:
    """The good file with a value or a key replaced, added or taken out, once or twice."""
    raw = copy.deepcopy(BASE)
    for _ in range(draw(st.integers(1, 2))):
        place: Any = raw
        while True:
            inner = [v for v in (place.values() if isinstance(place, dict) else place) if isinstance(v, dict | list)]
            if not inner or draw(st.integers(0, 3)) == 0:
                break
            place = draw(st.sampled_from(inner))
        keys_there = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys_there)) if keys_there and draw(st.booleans()) else None
        match draw(st.sampled_from(["put", "add", "take"])):
            case "take" if key is not None:
                del place[key]
            case "put" if key is not None:
                place[key] = draw(values)
            case _ if isinstance(place, dict):
                place[draw(names)] = draw(values)
            case _:
                place.append(draw(values))
    return raw


@settings(max_examples=1500, deadline=None)
@given(changed())
def test_what_the_schema_refuses_the_reader_refuses_and_the_other_way_round(raw: dict[str, Any]) -> None:
    broken = faults(raw, SCHEMA)
    try:
        declared = folder.parse(copy.deepcopy(raw), Path("maps/duo/map.toml"))
        read_game(declared.game, declared.regions, "maps/duo/map.toml")
    except MapkitError as error:
        assert broken or WHOLE.search(str(error)), f"the schema lets pass: {error}"
        assert "\n" not in str(error)
    else:
        assert not broken, f"the reader lets pass: {broken}"
