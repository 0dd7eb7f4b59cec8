"""Lists of links: what graph writes is read back, and a hand-made list is compared."""

import json
from pathlib import Path

import pytest
from letter_maps import drawn

from mapkit.carto.graph import make_map, write
from mapkit.carto.linklist import Listed, difference, read
from mapkit.carto.survey import survey
from mapkit.errors import MapkitError
from mapkit.folder import parse

SURVEY = survey(drawn("AAB.D\nCCB.D"))
MAP = make_map(
    parse(
        {
            "cells": {i: {"en": f"Cell, {i}", "ja": f"枡{i}"} for i in "ABCD"},
            "regions": {"one": {"color": "red", "letter": "R", "cells": list("ABCD")}},
            "links": {"bridges": [["B", "D"]]},
        },
        Path("maps/toy/map.toml"),
    ),
    SURVEY.borders,
)


@pytest.mark.parametrize("fmt", ["csv", "json", "graphml"])
def test_what_graph_writes_is_read_back(fmt: str) -> None:
    rows = read(write(MAP, SURVEY.lengths, SURVEY.unit, fmt), fmt)
    assert rows == [Listed(x.a, x.b, x.kind, SURVEY.lengths.get(x.pair)) for x in MAP.links]
    assert difference(MAP, rows, "x") == []


@pytest.mark.parametrize(
    "text", ["A;B\nA;C\nB;C\nD;B\n", "From\tTo\nA\tB\nC\tA\nB\tC\nB\tD\n", '"Cell, A",B\n枡A,C\nB,C\nB,D']
)
def test_hand_made_lists_with_other_separators_headers_and_names_are_read(text: str) -> None:
    assert difference(MAP, read(text, "csv"), "x") == []


def test_missing_extra_one_way_self_and_unknown_are_told() -> None:
    listed = {"A": ["B", "C", "A"], "B": ["A", "C", "D"], "C": ["B", "A", "X"], "D": ["A"]}
    found = difference(MAP, read(json.dumps(listed), "json"), "mine.json")
    told = {(f.rule, f.message) for f in found}
    assert ("one-way", "B lists D, but D does not list B") in told
    assert ("link-extra", "has A-D, which toy does not link") in told
    assert ("self-link", "A is linked to itself") in told
    assert ("unknown-cell", "'X' is no cell of toy") in told
    pairs = difference(MAP, read('[["A", "B"]]', "json"), "mine.json")
    assert {f.message for f in pairs if f.rule == "link-missing"} == {
        "lacks A-C, a border of toy",
        "lacks B-C, a border of toy",
        "lacks B-D, a bridge of toy",
    }


@pytest.mark.parametrize(
    ("text", "fmt", "message"),
    [
        ("{", "json", "is not JSON"),
        ("[" * 100_000, "json", "is not JSON"),
        ("3", "json", "list of pairs"),
        ('{"A": 3}', "json", "'A' must hold a list"),
        ("[[1.5, 2]]", "json", "not the id of a cell"),
        ("A\nB", "csv", "line 1 has one column"),
        ("a,b,kind,km\nA,B,border,far", "csv", "'far' is not a length"),
        ("A,", "csv", "without a name"),
        ("<a>", "graphml", "is not XML"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><x/>', "graphml", "DOCTYPE"),
        ("", "gexf", "one of json, csv, graphml"),
    ],
)
def test_a_fault_in_a_list_is_one_line(text: str, fmt: str, message: str) -> None:
    with pytest.raises(MapkitError, match=message) as error:
        read(text, fmt, "mine")
    assert str(error.value).startswith("mine") and "\n" not in str(error.value)
