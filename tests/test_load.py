"""Rules of reading a map folder's polygons: one polygon per cell, or one line that says what is wrong."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mapkit import folder
from mapkit.carto import source
from mapkit.errors import MapkitError

TOML = """
id = "t"
{source}
[cells]
a = "A"
b = "B"
[regions.red]
color = "red"
letter = "R"
cells = ["a", "b"]
"""


def square(x: float, y: float = 0.0) -> list[list[float]]:
    return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]


def feature(ident: object, x: float = 0.0, **geometry: object) -> dict[str, object]:
    shape = geometry or {"type": "Polygon", "coordinates": [square(x)]}
    return {"type": "Feature", "id": ident, "properties": {"code": ident}, "geometry": shape}


def text(*features: dict[str, object]) -> str:
    return json.dumps({"type": "FeatureCollection", "features": list(features)})


GOOD = text(feature("a"), feature("b", 1))


def load(tmp_path: Path, cells: str | bytes | None, table: str = "", name: str = "cells.geojson") -> source.Source:
    (tmp_path / "map.toml").write_text(TOML.format(source=table), encoding="utf-8")
    if cells is not None:
        (tmp_path / name).write_bytes(cells.encode() if isinstance(cells, str) else cells)
    return source.load(folder.read(tmp_path))


def refused(tmp_path: Path, cells: str | bytes | None, table: str = "") -> str:
    started = time.perf_counter()
    with pytest.raises(MapkitError) as caught:
        load(tmp_path, cells, table)
    assert time.perf_counter() - started < 5
    line = str(caught.value)
    assert "\n" not in line and len(line) < 600 and ("cells.geojson" in line or "map.toml" in line)
    return line


def test_one_shape_per_cell_in_the_order_of_the_toml(tmp_path: Path) -> None:
    found = load(tmp_path, text(feature("b", 1), feature("a")))
    assert list(found.shapes) == ["a", "b"] and found.lonlat and not found.findings
    assert found.shapes["b"].bounds == (1, 0, 2, 1)


def test_ids_may_be_numbers_or_a_property(tmp_path: Path) -> None:
    items = json.loads(GOOD)
    for item in items["features"]:
        item["id"] = 7
    assert list(load(tmp_path, json.dumps(items), '[source]\nid = "code"').shapes) == ["a", "b"]
    assert "'cod'" in refused(tmp_path, GOOD, '[source]\nid = "cod"')
    assert "code" in refused(tmp_path, GOOD, '[source]\nid = "cod"')


def test_null_crs_is_a_plane_and_a_range_past_degrees_too(tmp_path: Path) -> None:
    assert not load(tmp_path, json.dumps(json.loads(GOOD) | {"crs": None})).lonlat
    assert not load(tmp_path, text(feature("a"), feature("b", 4000))).lonlat


def test_a_named_crs_is_turned_into_degrees(tmp_path: Path) -> None:
    raw = json.loads(text(feature("a", 500_000), feature("b", 500_001)))
    raw["crs"] = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32632"}}
    found = load(tmp_path, json.dumps(raw))
    assert found.lonlat and found.shapes["a"].bounds[0] == pytest.approx(9.0, abs=1e-6)
    raw["crs"]["properties"]["name"] = "EPSG:99999"
    assert "EPSG:99999" in refused(tmp_path, json.dumps(raw))


def test_a_third_coordinate_is_dropped_and_told(tmp_path: Path) -> None:
    raised = {"type": "Polygon", "coordinates": [[[*p, 5.0] for p in square(1)]]}
    found = load(tmp_path, text(feature("a"), feature("b", **raised)))
    assert not found.shapes["b"].has_z and [f.rule for f in found.findings] == ["z-dropped"]


def test_a_collection_of_polygons_is_one_cell(tmp_path: Path) -> None:
    parts = [{"type": "Polygon", "coordinates": [square(x)]} for x in (3, 5)]
    found = load(tmp_path, text(feature("a"), feature("b", type="GeometryCollection", geometries=parts)))
    assert found.shapes["b"].geom_type == "MultiPolygon" and found.shapes["b"].area == 2


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (None, "no such file"),
        (b"", "empty"),
        (b"  \n", "empty"),
        (GOOD[:-40], "cut off"),
        (GOOD[: len(GOOD) // 2], "cut off"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
        ('{"type": "FeatureCollection", "features": [], "x": "Gen\xe8ve"}'.encode("latin-1"), "UTF-8"),
        ("hello", "not JSON"),
        ("[1, 2]", "not GeoJSON"),
        ('{"type": "FeatureCollection"}', "not GeoJSON"),
        ('{"type": "FeatureCollection", "features": [3]}', "feature 1"),
        (text(), "no polygon"),
        (text(feature("a")), "'b'"),
        (text(feature("a"), feature("b", 1), feature("c", 2)), "'c'"),
        (text(feature("a"), feature("b", 1), feature("a", 2)), "twice"),
        (text(feature("a"), {"type": "Feature", "id": "b", "geometry": None}), "no geometry"),
        (text(feature("a"), feature("b", type="Polygon", coordinates=[])), "empty geometry"),
        (text(feature("a"), feature("b", type="LineString", coordinates=square(0))), "LineString"),
        (text(feature("a"), feature("b", type="Point", coordinates=[1, 2])), "Point"),
        (text(feature("a"), feature("b", type="Circle", coordinates=[1, 2])), "Circle"),
        (text(feature("a"), feature("b", type="Polygon", coordinates=[[square(0)]])), "nested"),
        (text(feature("a"), feature("b", type="MultiPolygon", coordinates=[square(0)])), "nested"),
        (text(feature("a"), feature("b", type="Polygon", coordinates=[[["0", "0"], [1, 1], [1, 0]]])), "feature 2 (b)"),
        (text(feature("a"), feature(None, 1)), "no id"),
        (GOOD.replace("2.0", "NaN").replace("[2,", "[NaN,"), "feature 2 (b)"),
        (GOOD.replace("[2,", "[Infinity,"), "feature 2 (b)"),
        (GOOD.replace("[2,", "[1e999,"), "feature 2 (b)"),
        (GOOD.replace("[2,", "[1" + "0" * 400 + ","), "feature 2 (b)"),
        (GOOD.replace("[2,", "[1" + "0" * 9000 + ","), "digits"),
        (GOOD.replace("[2,", "[null,"), "feature 2 (b)"),
        ('{"type":"FeatureCollection","features":' + "[" * 10_000 + "]" * 10_000 + "}", "deep"),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, "deep"),
        ("[" * 12_000_000, "too many"),
    ],
    ids=lambda value: None if isinstance(value, str) and len(value) < 20 else "file",
)
def test_a_broken_file_is_one_line_that_names_the_fault(tmp_path: Path, cells: str | bytes | None, told: str) -> None:
    assert told in refused(tmp_path, cells)


def test_a_file_outside_of_the_folder_is_refused(tmp_path: Path) -> None:
    for name in ("../cells.geojson", "/etc/passwd"):
        assert "inside the map's folder" in refused(tmp_path, GOOD, f'[source]\nfile = "{name}"')


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cells.geojson").mkdir()
    assert "cells.geojson" in refused(tmp_path, None)


def test_rings_of_two_points_are_left_out_and_told(tmp_path: Path) -> None:
    flat = {"type": "Polygon", "coordinates": [square(1), [[0, 0], [1, 1], [0, 0]]]}
    found = load(tmp_path, text(feature("a"), feature("b", **flat)))
    assert found.shapes["b"].area == 1 and found.findings[0].rule == "short-ring"
    only = {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 0]], square(1)]}
    assert "empty geometry" in refused(tmp_path, text(feature("a"), feature("b", **only)))


values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["type", "coordinates", "id"]), inner),
    max_leaves=12,
)
geometries = st.fixed_dictionaries(
    {"type": st.sampled_from(["Polygon", "MultiPolygon", "GeometryCollection", "Point", "LineString", "x"])},
    optional={"coordinates": values, "geometries": st.lists(values, max_size=2)},
)
ringed = st.lists(st.lists(st.lists(st.floats() | st.integers(), max_size=3), max_size=5), max_size=2)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(geometry=geometries | st.fixed_dictionaries({"type": st.just("Polygon"), "coordinates": ringed}), crs=values)
def test_whatever_json_stands_there_is_read_or_refused_in_one_line(
    tmp_path: Path, geometry: object, crs: object
) -> None:
    raw = json.loads(text(feature("a"), feature("b", 1)))
    raw["features"][1]["geometry"] = geometry
    raw["crs"] = crs
    for value in (raw, json.loads(GOOD) | {"crs": crs}, geometry):
        try:
            found = load(tmp_path, json.dumps(value))
        except MapkitError as error:
            assert "\n" not in str(error)
        else:
            assert list(found.shapes) == ["a", "b"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, len(GOOD) - 1), put=st.binary(max_size=3))
def test_a_damaged_file_is_read_or_refused_in_one_line(tmp_path: Path, at: int, put: bytes) -> None:
    try:
        load(tmp_path, GOOD[:at].encode() + put + GOOD[at + len(put) :].encode())
    except MapkitError as error:
        assert "\n" not in str(error)
