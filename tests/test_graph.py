"""Borders + bridges - cuts = links, and links as text for other tools."""

import csv
import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from letter_maps import drawn
from shapely.geometry import box, mapping

from mapkit.carto.graph import Border, Survey, make_map, pack, unpack, write
from mapkit.carto.new import create
from mapkit.carto.survey import survey
from mapkit.errors import MapkitError
from mapkit.folder import Declaration, parse
from mapkit.line import open_file, open_map

SHAPES = drawn(
    """
    AAB.D
    AAB.D
    """
)


def declared(bridges: list[list[str]] = [], cuts: list[list[str]] = [], isolates: list[str] = []) -> Declaration:  # noqa: B006
    raw = {
        "cells": {i: {"en": f'Cell "{i}"'} for i in "ABD"},
        "regions": {"one": {"color": "red", "letter": "R", "cells": ["A", "B", "D"]}},
        "links": {"bridges": bridges, "cuts": cuts, "isolates": isolates},
    }
    return parse(raw, Path("maps/toy/map.toml"))


BORDERS = survey(SHAPES).borders


def test_links_are_borders_and_bridges_without_cuts() -> None:
    found = make_map(declared([["B", "D"]]), BORDERS)
    assert [(x.a, x.b, x.kind) for x in found.links] == [("A", "B", "border"), ("B", "D", "bridge")]
    assert make_map(declared(cuts=[["A", "B"]]), BORDERS).links == ()


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        (declared([["A", "B"]]), "bridges ties A-B, which border on land already"),
        (declared(cuts=[["B", "D"]]), "cuts names B-D, which share no border"),
        (declared([["B", "D"]], [["B", "D"]]), "cuts names B-D"),
        (declared([["B", "D"]], isolates=["D"]), "bridges ties B-D, but isolates lists D"),
    ],
)
def test_a_declaration_that_contradicts_the_shapes_is_one_line_with_the_file(
    declaration: Declaration, message: str
) -> None:
    with pytest.raises(MapkitError) as error:
        make_map(declaration, BORDERS)
    assert message in str(error.value)
    assert str(error.value).startswith("maps/toy/map.toml [links]: ")
    assert "\n" not in str(error.value)


def test_a_border_of_an_undeclared_cell_makes_no_link() -> None:
    assert make_map(declared(), [*BORDERS, Border("A", "Z", 1.0)]).links == make_map(declared(), BORDERS).links


MAP = make_map(declared([["B", "D"]]), BORDERS)


def text(fmt: str) -> str:
    return write(MAP, {b.pair: b.length for b in BORDERS}, "km", fmt)


def test_csv_has_a_b_kind_and_km_and_a_bridge_has_no_length() -> None:
    assert text("csv") == "a,b,kind,km\nA,B,border,2\nB,D,bridge,\n"
    assert write(MAP, {}, "units", "csv").startswith("a,b,kind,units\n")
    assert list(csv.DictReader(io.StringIO(text("csv"))))[1] == {"a": "B", "b": "D", "kind": "bridge", "km": ""}


def test_json_has_cells_and_links() -> None:
    raw = json.loads(text("json"))
    assert raw["links"] == [
        {"a": "A", "b": "B", "kind": "border", "km": 2.0},
        {"a": "B", "b": "D", "kind": "bridge", "km": None},
    ]
    assert raw["cells"][0] == {"id": "A", "name": 'Cell "A"', "region": "one"}


def test_graphml_is_xml_with_a_node_per_cell_and_an_edge_per_link() -> None:
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ET.fromstring(text("graphml"))
    assert [n.get("id") for n in root.iter(f"{space}node")] == ["A", "B", "D"]
    assert [(e.get("source"), e.get("target")) for e in root.iter(f"{space}edge")] == [("A", "B"), ("B", "D")]
    assert {k.get("attr.name") for k in root.iter(f"{space}key")} == {"name", "region", "kind", "km"}


def test_dot_quotes_names_and_dashes_bridges() -> None:
    assert '  "A" [label="Cell \\"A\\""];' in text("dot")
    assert '  "B" -- "D" [style=dashed];' in text("dot")


def test_a_packed_survey_comes_back_as_it_was() -> None:
    survey_ = Survey((Border("A", "B", 2.5, -0.5),), (("A", "D"),), (Border("A", "C", 0.25),), "km", 1e-9)
    assert unpack(json.loads(json.dumps(pack(survey_)))) == survey_


def test_another_format_is_refused_with_the_list_of_formats() -> None:
    with pytest.raises(MapkitError, match="json, csv, dot, graphml"):
        text("gexf")


def test_a_stored_survey_gives_a_map_without_loading_shapely_or_numpy() -> None:
    code = "import mapkit.carto.graph, sys; print(*[m for m in ('numpy', 'shapely') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


def boxes(folder: Path, places: dict[str, tuple[float, float, float, float]], **more: object) -> Path:
    """A GeoJSON file of rectangles."""
    features = [
        {"type": "Feature", "id": i, "properties": {"name": f"{i}land"}, "geometry": mapping(box(*at))}
        for i, at in places.items()
    ]
    path = folder / "some.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features, **more}), encoding="utf-8")
    return path


def of_file(path: Path) -> dict[tuple[str, str], float]:
    return open_file(path)[1].lengths


def of_map(path: Path, folder: Path) -> dict[tuple[str, str], float]:
    return open_map(create(folder / "made", path).folder).survey.lengths


@pytest.mark.parametrize(
    "places",
    [
        {"a": (0, 0, 1, 1), "b": (1, 0, 2, 1), "c": (0, 1, 2, 2)},
        {"sea": (0, 0, 9, 9), "isle": (2, 2, 4, 4), "islet": (4, 2, 5, 4)},  # drawn over the sea
        {"a": (178, 0, 180, 2), "b": (-180, 0, -178, 2), "c": (-178, 0, -176, 2)},  # meet at 180 degrees
        {"a b": (0, 0, 1, 1), "c/d": (1, 0, 2, 1)},  # ids that a map tidies
    ],
)
def test_the_graph_of_a_file_is_that_of_the_map_made_of_it(
    places: dict[str, tuple[float, float, float, float]], tmp_path: Path
) -> None:
    path = boxes(tmp_path, places)
    assert of_file(path) and of_file(path) == pytest.approx(of_map(path, tmp_path), rel=1e-6)


@pytest.mark.parametrize("name", ["inkscape.svg", "affinity.svg", "illustrator.svg"])
def test_the_graph_of_a_drawing_is_that_of_the_map_made_of_it(name: str, tmp_path: Path) -> None:
    path = Path(__file__).parent / "drawings" / name
    assert set(of_file(path)) == set(of_map(path, tmp_path))


def test_what_a_file_has_without_a_shape_is_left_out_and_said(tmp_path: Path) -> None:
    path = boxes(tmp_path, {"a": (0, 0, 1, 1), "b": (1, 0, 2, 1)})
    raw = json.loads(path.read_text(encoding="utf-8"))
    raw["features"].append({"type": "Feature", "id": "c", "geometry": None})
    path.write_text(json.dumps(raw), encoding="utf-8")
    map, found, told = open_file(path)
    assert list(found.lengths) == [("a", "b")] and [c.names["en"] for c in map.cells] == ["aland", "bland"]
    assert [(f.rule, f.where) for f in told] == [("no-shape", "feature 3 (c)")]
    with pytest.raises(MapkitError, match=r"some.geojson --id: there is no field 'code'; the fields are name"):
        open_file(path, id_field="code")
