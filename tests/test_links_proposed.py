"""Bridges proposed: what ties the map first, then the straits a player expects to cross."""

import dataclasses
import json
from pathlib import Path

import shapely
from letter_maps import drawn
from shapely import box

from mapkit import folder
from mapkit.carto.graph import make_map
from mapkit.carto.links import suggest_links
from mapkit.carto.source import Source
from mapkit.carto.survey import survey
from mapkit.folder import parse
from mapkit.map import Link, Map, pieces

ROOT = Path(__file__).parent.parent


def toy(source: Source) -> Map:
    raw = {
        "cells": {i: {"en": i} for i in source.shapes},
        "regions": {"one": {"color": "red", "letter": "R", "cells": list(source.shapes)}},
    }
    return make_map(parse(raw, Path("maps/toy/map.toml")), survey(source).borders)


def proposed(text: str, isolates: tuple[str, ...] = (), most: int | None = None) -> list[tuple[str, str, bool]]:
    source = drawn(text)
    return [(p.a, p.b, p.ties) for p in suggest_links(toy(source), source.shapes, False, isolates, most)]


def test_japans_six_bridges_are_among_the_first_fifteen() -> None:
    declaration = folder.read(ROOT / "maps" / "japan")
    raw = json.loads((ROOT / "maps" / "japan" / "cells.geojson").read_text())
    source = Source({f["id"]: shapely.from_geojson(json.dumps(f["geometry"])) for f in raw["features"]}, True)
    bare = make_map(dataclasses.replace(declaration, bridges=()), survey(source).borders)
    found = suggest_links(bare, source.shapes, True)
    assert len(found) == 15
    assert {(p.a, p.b) for p in found} >= set(declaration.bridges)
    tied = [*bare.links, *(Link(p.a, p.b, "bridge") for p in found if p.ties)]
    assert len(pieces([c.id for c in bare.cells], tied)) == 1
    kanmon = next(p for p in found if (p.a, p.b) == ("JP-35", "JP-40"))
    assert 0.5 < kanmon.length < 3


def test_every_piece_is_tied_by_its_shortest_crossing_and_ties_come_first() -> None:
    found = proposed(
        """
        AAB..CC
        AAB..CC
        .......
        .......
        .......
        ...D...
        """
    )
    assert found[:2] == [("B", "C", True), ("B", "D", True)] or found[:2] == [("B", "C", True), ("C", "D", True)]
    assert not any(ties for _, _, ties in found[2:])


def test_no_proposal_runs_over_a_third_cell() -> None:
    assert ("A", "C") not in {(a, b) for a, b, _ in proposed("A.B.C")}


def test_cells_that_border_are_not_proposed_and_isolates_stay_alone() -> None:
    assert proposed("AB.D", isolates=("D",)) == []
    assert ("A", "B", False) not in proposed("AB.D")


STRAIT = """
    AAAAAAAASBBBBBBBB
    AAAAAAAASBBBBBBBB
    AAAAAAAASBBBBBBBB
    SSSSSSSSSSSSSSSSS
    SSSSSSSSSSSSSSSSS
    SSSSSSSSSSSSSSSSS
    """


def test_where_cells_fill_the_sea_a_strait_is_crossed_at_its_narrows() -> None:
    assert proposed(STRAIT) == [("A", "B", False)]


def test_over_land_between_no_crossing_is_proposed_however_narrow() -> None:
    assert proposed(STRAIT.replace("SSSSSSSSSSSSSSSSS", "........S........")) == []


def test_a_gap_along_the_border_of_two_others_is_no_strait() -> None:
    a, b, c, d = box(0, 0, 49, 60), box(51, 0, 100, 38), box(0, 62, 49, 100), box(51, 40, 100, 100)
    source = Source({"A": a, "B": b, "C": c, "D": d, "E": box(0, 102, 400, 160)}, False)
    links = {x.pair for x in toy(source).links}
    assert ("A", "D") in links and ("B", "C") not in links
    assert ("B", "C") not in {(p.a, p.b) for p in suggest_links(toy(source), source.shapes, False)}


def test_no_more_are_proposed_than_asked_for() -> None:
    assert len(proposed("A.B.C.D.E", most=2)) == 2


def test_a_map_of_one_cell_or_none_wants_no_bridge() -> None:
    assert proposed("A") == []
