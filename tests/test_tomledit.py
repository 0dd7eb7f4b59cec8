"""A map.toml edited: what is added stands there, and all the rest stays as the designer wrote it."""

import tomllib
from pathlib import Path

import pytest

from mapkit.carto.tomledit import add_pairs, replace_regions
from mapkit.errors import MapkitError

JAPAN = (Path(__file__).parent.parent / "maps" / "japan" / "map.toml").read_text()
START = 'id = "x" # mine\n'
CASES = [
    START,
    START + "[links]\n",
    START + "[links]\nbridges = []\ncuts = []\n",
    START + '[links] # "a"\nbridges = [ # first [\n  ["A", "B"],  # tunnel ]\n  # ["C", "D"],\n]\n[game]\nrounds = 8\n',
    START + '[links]\nbridges = [["A", "B"], ["]#", "B"]]\n',
    START + "[links]\ncuts = [['A', 'C']]\n\n[game]\nrounds = 8\n",
    START + '[links]\nbridges = [["A", "B"]',
    JAPAN,
]


@pytest.mark.parametrize("text", CASES)
def test_bridges_are_added_and_nothing_else_changes(text: str) -> None:
    if text.endswith('"B"]'):
        with pytest.raises(MapkitError, match=r"m\.toml: is not valid TOML"):
            add_pairs(text, "bridges", [("Q", "R")], {}, "m.toml")
        return
    done = add_pairs(text, "bridges", [("Q", "R"), ("S", "T")], {("Q", "R"): "3 km"}, "m.toml")
    before, after = tomllib.loads(text), tomllib.loads(done)
    old = before.setdefault("links", {}).get("bridges", [])
    assert after["links"].pop("bridges") == [*old, ["Q", "R"], ["S", "T"]]
    before["links"].pop("bridges", None)
    assert after == before
    assert '["Q", "R"],  # 3 km' in done
    assert all(line in done for line in text.splitlines() if "#" in line and "bridges" not in line)


def test_pairs_that_are_there_already_are_not_added_again() -> None:
    assert add_pairs(JAPAN, "bridges", [("JP-02", "JP-01")], {}, "m") == JAPAN


def test_regions_are_replaced_and_nothing_else_changes() -> None:
    fresh = [
        {"id": "one", "color": "red", "letter": "R", "names": {"en": 'The "one"'}, "cells": ["JP-01", "JP-02"]},
        {"id": "zwei ö", "color": "blue", "letter": "B", "cells": ["JP-03"]},
    ]
    done = replace_regions(JAPAN, fresh, "m")
    after, before = tomllib.loads(done), tomllib.loads(JAPAN)
    assert after.pop("regions") == {r["id"]: {k: v for k, v in r.items() if k != "id"} for r in fresh}
    before.pop("regions")
    assert after == before
    assert "# Hokkaido - Aomori: Seikan tunnel" in done
    none = replace_regions('id = "x"\n[links]\nbridges = [\n["A", "B"],\n]\n', fresh, "m")
    assert tomllib.loads(none)["links"] == {"bridges": [["A", "B"]]}
