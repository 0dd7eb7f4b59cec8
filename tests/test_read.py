"""Rules of reading any vector file: the same cells from every format; what is changed or left out is told."""

from __future__ import annotations

import json
import random
import resource
import time
import zipfile
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import shapely
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mapkit.carto import letters, ogr
from mapkit.carto.direct import direct
from mapkit.carto.drawing import read
from mapkit.carto.where import test as compile_where
from mapkit.errors import MapkitError

NAMES = ["Ash", "Beech", "Cedar", "Elm"]


def square(x: float, y: float = 0.0, z: bool = False) -> list[list[float]]:
    corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]
    return [[*c, 7.0] for c in corners] if z else corners


def collection(*shapes: object, **extra: object) -> dict[str, object]:
    features = [
        {
            "type": "Feature",
            "properties": {
                "code": name[:1].lower(),
                "name": name,
                "name_ja": name + "木",
                "pop": 100 * i,
                "kind": kind,
            },
            "geometry": {"type": "Polygon", "coordinates": shape} if isinstance(shape, list) else shape,
        }
        for i, (shape, name, kind) in enumerate(zip(shapes, NAMES, "uvuv", strict=False), 1)
    ]
    return {"type": "FeatureCollection", "features": features, **extra}


def geojson(tmp_path: Path, *shapes: object, **extra: object) -> Path:
    path = tmp_path / "in.geojson"
    path.write_text(json.dumps(collection(*shapes, **extra)), encoding="utf-8")
    return path


def row(tmp_path: Path) -> Path:
    return geojson(tmp_path, [square(0)], [square(1)], [square(2)])


def rules(found: object) -> list[str]:
    return [f.rule for f in found.source.findings]  # type: ignore[attr-defined]


def refused(path: Path, **options: str) -> str:
    started = time.perf_counter()
    with pytest.raises(MapkitError) as caught:
        read(path, **options)
    assert time.perf_counter() - started < 10
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 700
    return str(caught.value)


WRITERS = {"shp": "ESRI Shapefile", "gpkg": "GPKG", "fgb": "FlatGeobuf", "kml": "KML"}


def converted(tmp_path: Path, ending: str, crs: str = "EPSG:4326", source: Path | None = None) -> Path:
    meta, _, shapes, columns = pyogrio.raw.read(source or row(tmp_path))
    path = tmp_path / f"out.{ending}"
    kind = "Polygon"
    pyogrio.raw.write(path, shapes, columns, meta["fields"], geometry_type=kind, crs=crs, driver=WRITERS[ending])
    return path


@pytest.mark.parametrize("ending", WRITERS)
def test_every_format_gives_the_same_cells(tmp_path: Path, ending: str) -> None:
    found = read(converted(tmp_path, ending), id_field="code" if ending != "kml" else None)
    shapes = found.source.shapes
    assert found.source.lonlat and len(shapes) == 3
    assert sorted(s.bounds for s in shapes.values()) == [(0, 0, 1, 1), (1, 0, 2, 1), (2, 0, 3, 1)]
    if ending != "kml":
        assert found.names["b"]["en"] == "Beech" and found.names["b"]["ja"] == "Beech木"
        assert set(shapes) == {"a", "b", "c"} and found.attributes["c"]["pop"] == 300


def test_a_zipped_shapefile_and_a_kmz(tmp_path: Path) -> None:
    converted(tmp_path, "shp")
    converted(tmp_path, "kml")
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for ending in ("shp", "shx", "dbf", "prj", "cpg"):
            packed.write(tmp_path / f"out.{ending}", f"folder/out.{ending}")
        packed.writestr("__MACOSX/._out.shp", "x")
        packed.writestr("readme.txt", "x")
    assert list(read(tmp_path / "x.zip", id_field="code").source.shapes) == ["a", "b", "c"]
    with zipfile.ZipFile(tmp_path / "x.kmz", "w") as packed:
        packed.write(tmp_path / "out.kml", "doc.kml")
    assert len(read(tmp_path / "x.kmz").source.shapes) == 3


@pytest.mark.parametrize("ending", ["shp", "gpkg", "fgb"])
def test_metres_become_degrees(tmp_path: Path, ending: str) -> None:
    big = [[[[500_000 + 1000 * x, 1000 * y] for x, y in square(k)]] for k in range(3)]
    found = read(converted(tmp_path, ending, "EPSG:32632", geojson(tmp_path, *big)))
    assert found.source.lonlat
    west, south, east, north = shapely.total_bounds(list(found.source.shapes.values()))
    assert (west, south) == pytest.approx((9, 0), abs=1e-6)
    assert (east, north) == pytest.approx((9 + 3000 / 0.9996 / 111_319.49, 1000 / 0.9996 / 110_574.4), rel=1e-4)


def test_a_shapefile_without_its_prj_is_guessed_and_told(tmp_path: Path) -> None:
    path = converted(tmp_path, "shp")
    path.with_suffix(".prj").unlink()
    found = read(path)
    assert found.source.lonlat and "no-crs" in rules(found)


def test_latin_1_in_a_dbf_is_read_as_what_its_cpg_says_or_refused(tmp_path: Path) -> None:
    shapes = shapely.to_wkb([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1)])
    names = [np.array(["Genève", "Zürich"], dtype=object)]
    path = tmp_path / "l.shp"
    options = {"geometry_type": "Polygon", "crs": "EPSG:4326", "driver": "ESRI Shapefile", "encoding": "ISO-8859-1"}
    pyogrio.raw.write(path, np.array(shapes, dtype=object), names, ["name"], **options)
    assert list(read(path).source.shapes) == ["Genève", "Zürich"]
    path.with_suffix(".cpg").write_text("UTF-8", encoding="ascii")
    assert "encoding" in refused(path)


@pytest.mark.parametrize(
    ("encoding", "names", "told"),
    [
        ("UTF-8", ["Genève", "東京"], False),
        ("ISO-8859-1", ["Genève", "Zürich"], True),
        ("ISO-8859-1", ["Geneva", "Zurich"], False),
    ],
)
def test_a_dbf_that_does_not_say_its_encoding_is_utf_8_where_it_can_be_else_latin_1_which_is_told(
    tmp_path: Path, encoding: str, names: list[str], told: bool
) -> None:
    shapes = np.array(shapely.to_wkb([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1)]), dtype=object)
    path = tmp_path / "l.shp"
    options = {"geometry_type": "Polygon", "crs": "EPSG:4326", "driver": "ESRI Shapefile", "encoding": encoding}
    pyogrio.raw.write(path, shapes, [np.array(names, dtype=object)], ["name"], **options)
    path.with_suffix(".cpg").unlink()
    dbf = bytearray(path.with_suffix(".dbf").read_bytes())
    dbf[29] = 0  # no language driver
    path.with_suffix(".dbf").write_bytes(dbf)
    found = read(path)
    assert list(found.source.shapes) == names and ("no-encoding" in rules(found)) == told


def kml(path: Path, folders: dict[str, list[int]]) -> Path:
    """Squares in folders, each at its x."""

    def mark(x: int) -> str:
        ring = " ".join(f"{u},{v}" for u, v in square(x))
        inside = f"<outerBoundaryIs><LinearRing><coordinates>{ring}</coordinates></LinearRing></outerBoundaryIs>"
        return f"<Placemark><name>s{x}</name><Polygon>{inside}</Polygon></Placemark>"

    made = "".join(f"<Folder><name>{n}</name>{''.join(map(mark, xs))}</Folder>" for n, xs in folders.items())
    head = '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>'
    path.write_text(f"{head}{made}</Document></kml>", encoding="utf-8")
    return path


def test_the_folders_of_a_kml_are_one_map_unless_one_is_chosen(tmp_path: Path) -> None:
    path = kml(tmp_path / "x.kml", {"West": [0, 1], "East": [2]})
    found = read(path)
    assert list(found.source.shapes) == ["s0", "s1", "s2"]
    assert [a["folder"] for a in found.attributes.values()] == ["West", "West", "East"]
    assert list(read(path, layer="East").source.shapes) == ["s2"]
    assert list(read(path, layer=["East", "West"]).source.shapes) == ["s2", "s0", "s1"]
    assert list(read(path, where="folder = 'West'").source.shapes) == ["s0", "s1"]
    assert "there are West, East" in refused(path, layer="North")


def topology(**change: object) -> dict[str, object]:
    base = {
        "type": "Topology",
        "transform": {"scale": [0.5, 0.5], "translate": [10, 20]},
        "arcs": [[[2, 0], [0, 2]], [[2, 2], [-2, 0], [0, -2], [2, 0]], [[2, 0], [2, 0], [0, 2], [-2, 0]]],
        "objects": {
            "land": {
                "type": "GeometryCollection",
                "geometries": [
                    {"type": "Polygon", "id": 1, "properties": {"name": "W"}, "arcs": [[0, 1]]},
                    {"type": "MultiPolygon", "id": 2, "arcs": [[[2, -1]]]},
                ],
            }
        },
    }
    return base | change


def topojson(tmp_path: Path, raw: object) -> Path:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    return path


def test_topojson_arcs_are_shared_reversed_and_dequantized(tmp_path: Path) -> None:
    found = read(topojson(tmp_path, topology()))
    assert {i: s.bounds for i, s in found.source.shapes.items()} == {"1": (10, 20, 11, 21), "2": (11, 20, 12, 21)}
    border = found.source.shapes["1"].intersection(found.source.shapes["2"])
    assert border.length == 1 and found.layers == ("land",) and found.names["1"] == {"en": "W"}


def test_topojson_with_several_layers_asks_for_one(tmp_path: Path) -> None:
    raw = topology()
    raw["objects"]["sea"] = raw["objects"]["land"]  # type: ignore[index]
    path = topojson(tmp_path, raw)
    assert "land, sea" in refused(path) and "land, sea" in refused(path, layer="sky")
    assert len(read(path, layer="sea").source.shapes) == 2


def land(**geometry: object) -> dict[str, object]:
    return {"land": {"type": "GeometryCollection", "geometries": [geometry]}}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"arcs": 5}, "TopoJSON"),
        ({"arcs": [[["a", 0]]]}, "number pairs"),
        ({"arcs": [[[1]]]}, "number pairs"),
        ({"transform": {}}, "number pairs"),
        ({"transform": {"scale": [1e999, 1], "translate": [0, 0]}}, "finite"),
        ({"objects": {}}, "no layer"),
        ({"objects": land(type="Polygon", arcs=[[7]])}, "arc"),
        ({"objects": land(type="Polygon", arcs=[[0.5]])}, "arc"),
        ({"objects": land(type="Polygon", arcs=[0])}, "arc"),
        ({"objects": land(type="LineString", arcs=[0])}, "no polygon"),
        ({"arcs": [[[0, 0]] * 1000], "objects": land(type="Polygon", arcs=[[0] * 9000])}, "points"),
    ],
)
def test_a_broken_topology_is_one_line(tmp_path: Path, change: dict[str, object], told: str) -> None:
    assert told in refused(topojson(tmp_path, topology(**change)))


def test_letters_are_cells_of_unit_squares(tmp_path: Path) -> None:
    (tmp_path / "cells.txt").write_text("# a valley\nAAB\nA.B\n~CC\n", encoding="utf-8")
    found = read(tmp_path / "cells.txt")
    assert {i: s.area for i, s in found.source.shapes.items()} == {"A": 3, "B": 2, "C": 2}
    assert found.source.shapes["C"].bounds == (1, 0, 3, 1) and not found.source.lonlat
    assert found.source.shapes["A"].touches(found.source.shapes["C"])  # at a corner


@pytest.mark.parametrize("text", ["", "...\n ~\n", "# A\n", "A\tB", "A" * 300_000])
def test_letters_without_cells_or_without_end_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "cells.txt").write_text(text, encoding="utf-8")
    assert "cells.txt" in refused(tmp_path / "cells.txt")


@given(st.text(max_size=40))
def test_any_text_is_letters_or_refused(text: str) -> None:
    try:
        found = letters.parse(text, Path("x"))
    except MapkitError as error:
        assert "\n" not in str(error)
    else:
        assert all(f.shape is not None and f.shape.is_valid for f in found.items)


def test_a_wrong_field_lists_the_fields_there_are(tmp_path: Path) -> None:
    for options in ({"id_field": "nix"}, {"name_field": "nix"}, {"where": "nix = 3"}):
        assert "code, kind, name" in refused(row(tmp_path), **options) or "code, name" in refused(
            row(tmp_path), **options
        )


def test_ids_come_from_a_field_that_tells_all_cells_apart_else_from_names(tmp_path: Path) -> None:
    assert list(read(row(tmp_path)).source.shapes) == ["a", "b", "c"]
    raw = collection([square(0)], [square(1)])
    for feature, name in zip(raw["features"], ("São Tomé / 1", "São Tomé : 1"), strict=True):  # type: ignore[call-overload]
        feature["properties"] = {"name": name}
    (tmp_path / "n.geojson").write_text(json.dumps(raw), encoding="utf-8")
    assert list(read(tmp_path / "n.geojson").source.shapes) == ["São-Tomé-1", "São-Tomé-1-2"]


def test_features_of_one_id_are_one_cell_and_told(tmp_path: Path) -> None:
    found = read(row(tmp_path), id_field="kind")
    assert list(found.source.shapes) == ["u", "v"] and rules(found) == ["same-id"]
    assert found.source.shapes["u"].area == 2 and len(shapely.get_parts(found.source.shapes["u"])) == 2
    whole = read(geojson(tmp_path, [square(0)], [square(5)], [square(1)]), id_field="kind")
    assert whole.source.shapes["u"].geom_type == "Polygon"  # neighbours grow together


@pytest.mark.parametrize(
    ("where", "kept"),
    [
        ("pop > 100", "bc"), ("pop >= 100 and kind = 'u'", "ac"), ("name IN ('Ash', Cedar)", "ac"),
        ("not name like 'B%'", "ac"),
        ("kind != u", "b"), ("(pop < 150 or pop > 250) and not kind = v", "ac"), ('"name" LIKE \'_s_\'', "a"),
        ("name is not null", "abc"), ("pop <> 2e2", "ac"), ("name NOT IN (Ash)", "bc"),
    ],
)  # fmt: skip
def test_where_chooses_features(tmp_path: Path, where: str, kept: str) -> None:
    assert "".join(read(row(tmp_path), where=where).source.shapes) == kept


@pytest.mark.parametrize(
    "where", ["", "pop >", "pop = = 3", "(pop = 3", "pop in 3", "3 = 3", "a" * 5000, "(" * 500, "not " * 99]
)
def test_a_where_that_cannot_be_read_is_one_line(tmp_path: Path, where: str) -> None:
    assert "where" in refused(row(tmp_path), where=where)


@given(st.text("()'\" popand=<>123,inotlike", max_size=30))
def test_any_where_is_compiled_or_refused(text: str) -> None:
    try:
        compile_where(text, ["pop"])({"pop": 3})
    except MapkitError as error:
        assert "\n" not in str(error)


def test_nulls_heights_lines_and_bow_ties_are_told(tmp_path: Path) -> None:
    bow = [[[2, 0], [3, 1], [3, 0], [2, 1], [2, 0]]]
    path = geojson(tmp_path, [square(0, z=True)], None, bow, {"type": "LineString", "coordinates": square(3)})
    found = read(path)
    assert sorted(rules(found)) == ["invalid-ring", "no-shape", "no-shape", "z-dropped"]
    assert list(found.source.shapes) == ["a", "c"] and found.source.shapes["c"].area == 0.5
    assert all(s.is_valid and not s.has_z for s in found.source.shapes.values())


def test_equal_cells_are_a_fault_and_nothing_but_equal_cells_an_error(tmp_path: Path) -> None:
    found = read(geojson(tmp_path, [square(0)], [square(0)], [square(1)]))
    assert "same-shape" in rules(found) and len(found.source.shapes) == 3
    assert "same polygon" in refused(geojson(tmp_path, [square(0)], [square(0)]))
    path = geojson(tmp_path, [square(0)], [square(3)])
    whole = json.loads(path.read_text("utf-8"))
    first, other = whole["features"]
    whole["features"] = [*({**first, "id": f"x{i}", "properties": {}} for i in range(900)), {**other, "properties": {}}]
    path.write_text(json.dumps(whole), encoding="utf-8")
    assert "900 of its 901 shapes are the same polygon (x0, x1, ...)" in refused(path)
    with pytest.raises(MapkitError, match="900 of its 901 shapes"):
        direct(path)


def test_points_in_no_order_are_no_outline_and_cost_no_minutes(tmp_path: Path) -> None:
    rng = random.Random(1)
    tangle = [[rng.random(), rng.random()] for _ in range(3000)]
    path = geojson(tmp_path, [[*tangle, tangle[0]]], [square(3)], [square(4)])
    began = time.process_time()
    found = read(path)
    assert rules(found) == ["tangled"] and len(found.source.shapes) == 2
    assert {b.pair for b in direct(path)[1].borders} == {("b", "c")}
    assert time.process_time() - began < 5


def test_a_cell_without_area_is_left_out_and_told(tmp_path: Path) -> None:
    flat = [[[0, 0], [1, 1], [2, 2], [0, 0]]]
    found = read(geojson(tmp_path, flat, [square(1)]))
    assert list(found.source.shapes) == ["b"] and "flat" in rules(found)
    assert "any area" in refused(geojson(tmp_path, flat))


def test_one_cell_is_a_map(tmp_path: Path) -> None:
    assert len(read(geojson(tmp_path, [square(0)])).source.shapes) == 1


def test_a_cell_cut_at_the_antimeridian_is_whole_again(tmp_path: Path) -> None:
    chukotka = {"type": "MultiPolygon", "coordinates": [[[[170, 60], [180, 60], [180, 70], [170, 70], [170, 60]]],
                [[[-180, 60], [-175, 60], [-175, 70], [-180, 70], [-180, 60]]]]}  # fmt: skip
    found = read(geojson(tmp_path, chukotka, [square(100, 60)], [square(-100, 60)]))
    assert found.source.shapes["a"].geom_type == "Polygon" and found.source.shapes["a"].bounds == (170, 60, 185, 70)
    assert "seam" in rules(found)
    fiji = read(geojson(tmp_path, [square(178)], [square(179)], [square(-180)], [square(-179)]))
    assert [s.bounds[0] for s in fiji.source.shapes.values()] == [178, 179, 180, 181]
    aleutians = read(geojson(tmp_path, [square(-100)], [square(-101)], [square(178)]))
    assert [s.bounds[0] for s in aleutians.source.shapes.values()] == [-100, -101, -182]
    usa = read(geojson(tmp_path, [square(-100, 40)], [square(-150, 60)], [square(-170, 50)]))
    assert usa.source.shapes["c"].bounds[0] == -170 and not usa.source.findings


def test_a_zip_that_reaches_out_or_swells_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.zip"
    for name in ("../out.shp", "/etc/out.shp", "a/../../out.shp", "C:\\out.shp", "..\\out.shp"):
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr(name, "x")
        assert "refused" in refused(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("bomb.geojson", b"[" * 40_000_000)
    monkeypatch.setattr(ogr, "TOO_BIG", 30_000_000)
    assert "refused" in refused(path)
    for body in (b"PK\3\4 not really", b"", path.read_bytes()[:500]):
        path.write_bytes(body)
        assert "x.zip" in refused(path)
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("a.txt", "x")
    assert "one map file" in refused(path)


def test_a_header_that_claims_a_gigabyte_is_refused_without_taking_it(tmp_path: Path) -> None:
    header = bytearray(100)
    header[0:4] = (9994).to_bytes(4, "big")
    header[24:28] = (2**29).to_bytes(4, "big")  # in 16-bit words: 1 GiB
    header[28:36] = (1000).to_bytes(4, "little") + (5).to_bytes(4, "little")
    record = (1).to_bytes(4, "big") + (2**28).to_bytes(4, "big") + (5).to_bytes(4, "little") + bytes(32)
    record += (2**27).to_bytes(4, "little") + (2**27).to_bytes(4, "little")
    (tmp_path / "big.shp").write_bytes(bytes(header) + record)
    index = bytes(header) + (50).to_bytes(4, "big") + (2**28).to_bytes(4, "big")
    (tmp_path / "big.shx").write_bytes(index)
    (tmp_path / "big.fgb").write_bytes(b"fgb\x03fgb\x00" + (2**30).to_bytes(4, "little") + bytes(64))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert "big.shp" in refused(tmp_path / "big.shp") and "big.fgb" in refused(tmp_path / "big.fgb")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < max(before, 600_000)


@pytest.mark.parametrize("ending", ["shp", "gpkg", "kml", "fgb", "zip", "kmz", "svg", "geojson", "txt", "xyz", "json"])
def test_a_file_that_is_not_what_its_ending_says_is_one_line(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"x.{ending}"
    assert f"x.{ending}" in refused(path)
    for data in (b"", b"hello\0\xff", b"<OGR\tVRTDataSource/>", bytes(2000)):
        path.write_bytes(data)
        assert f"x.{ending}" in refused(path)


def test_a_kml_with_entities_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.kml"
    path.write_text('<!DOCTYPE k [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml>&a;</kml>', encoding="utf-8")
    assert "external entity" in refused(path)


@pytest.mark.parametrize("ending", ["shp", "gpkg", "fgb"])
def test_damaged_files_are_read_or_refused_in_one_line(tmp_path: Path, ending: str) -> None:
    path = converted(tmp_path, ending)
    whole = path.read_bytes()
    dice = random.Random(ending)
    for _ in range(3):
        data = bytearray(whole[: dice.randrange(8, len(whole))] if dice.random() < 0.5 else whole)
        for _ in range(dice.randrange(8)):
            data[dice.randrange(8, len(data))] = dice.randrange(256)
        path.write_bytes(bytes(data))
        try:
            read(path)
        except MapkitError as error:
            assert "\n" not in str(error)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_json_in_a_topology_is_read_or_refused_in_one_line(tmp_path: Path, data: st.DataObject) -> None:
    value = st.recursive(
        st.none() | st.integers(-5, 5) | st.floats() | st.text(max_size=2),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["type", "arcs", "scale"]), inner),
        max_leaves=8,
    )
    raw = json.loads(json.dumps(topology()))
    geometry = raw["objects"]["land"]["geometries"][0]
    target, key = data.draw(
        st.sampled_from([(raw, "arcs"), (raw, "transform"), (raw, "objects"), (geometry, "arcs"), (geometry, "type")])
    )
    target[key] = data.draw(value)
    try:
        found = read(topojson(tmp_path, raw))
    except MapkitError as error:
        assert "\n" not in str(error)
    else:
        assert all(np.isfinite(s.bounds).all() for s in found.source.shapes.values())
