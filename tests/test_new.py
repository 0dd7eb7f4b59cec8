"""Rules of `mapkit new`: a file becomes a folder that opens, checks and reads back the same; all of it or nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
import shapely
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mapkit import folder
from mapkit.carto import new, provisional
from mapkit.carto.drawing import read
from mapkit.carto.export import layered_svg
from mapkit.carto.graph import make_map
from mapkit.carto.new import create
from mapkit.carto.over import side_by_side
from mapkit.carto.source import load
from mapkit.carto.survey import survey
from mapkit.errors import MapkitError
from mapkit.layout import Layout, Place
from mapkit.map import Map, pieces

HERE = Path(__file__).parent / "drawings"


def opened(path: Path) -> Map:
    declaration = folder.read(path)
    return make_map(declaration, survey(load(declaration)).borders)


def letters(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "cells.txt"
    path.write_text(text, encoding="utf-8")
    return path


def links(map: Map) -> dict[str, str]:
    return {f"{x.a}-{x.b}": x.kind for x in map.links}


def test_a_drawing_becomes_a_map_that_opens(tmp_path: Path) -> None:
    made = create(tmp_path / "valley", HERE / "inkscape.svg")
    assert made.folder == tmp_path / "valley" and (made.cells, made.borders, made.regions) == (9, 9, 2)
    names = sorted(p.name for p in made.folder.iterdir())
    assert names == ["SOURCE.md", "cells.geojson", "map.schema.json", "map.toml"]
    found = opened(made.folder)
    assert found.id == "valley" and len(pieces([c.id for c in found.cells], found.links)) == 1
    assert links(found) == {
        "Ash-Beech": "border", "Ash-Dogwood": "border", "Beech-Cedar": "border", "Beech-Elm": "border",
        "Cedar-Gum-tree": "border", "Dogwood-Elm": "border", "Dogwood-Hazel": "border", "Elm-Fir": "border",
        "Elm-Gum-tree": "border", "Gum-tree-Isle": "bridge",
    }  # fmt: skip
    assert "inkscape.svg" in (made.folder / "SOURCE.md").read_text(encoding="utf-8")


def test_gaps_are_closed_where_that_keeps_every_border(tmp_path: Path) -> None:
    made = create(tmp_path / "m", HERE / "illustrator.svg")
    shapes = list(load(folder.read(made.folder)).shapes.values())
    assert shapely.coverage_is_valid(shapes)


def test_an_island_drawn_over_a_sea_is_cut_out_of_it_and_borders_it() -> None:
    sea, isle, half = shapely.box(0, 0, 9, 9), shapely.box(2, 2, 4, 4), shapely.box(8, 5, 10, 7)
    next_sea = shapely.box(9, 0, 19, 9)
    found, told = side_by_side({"sea": sea, "isle": isle, "half": half, "next": next_sea})
    assert found["sea"].area == 81 - 4 - 2 and found["next"].area == 90 - 2 and found["isle"].area == 4
    assert [f.where for f in told] == ["sea", "next"]
    same, told = side_by_side({"a": sea, "b": sea})
    assert same["a"].area == same["b"].area == 81 and not told
    lapped, told = side_by_side({"a": sea, "b": shapely.box(8.5, 0, 19, 9)})
    assert lapped["a"].area == 81 and not told


def test_what_new_writes_new_reads_back_unchanged(tmp_path: Path) -> None:
    one = create(tmp_path / "one", HERE / "affinity.svg")
    two = create(tmp_path / "two", one.folder / "cells.geojson")
    for name in ("cells.geojson",):
        assert (one.folder / name).read_bytes() == (two.folder / name).read_bytes()
    again = create(tmp_path / "again" / "one", HERE / "affinity.svg")
    for name in ("cells.geojson", "map.toml", "SOURCE.md"):
        assert (one.folder / name).read_bytes() == (again.folder / name).read_bytes()


def test_a_map_that_is_there_is_never_overwritten_without_force(tmp_path: Path) -> None:
    made = create(tmp_path / "m", HERE / "plain.svg")
    (made.folder / "map.toml").write_text("mine", encoding="utf-8")
    (made.folder / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(MapkitError, match="--force"):
        create(tmp_path / "m", HERE / "plain.svg")
    assert (made.folder / "map.toml").read_text(encoding="utf-8") == "mine"
    create(tmp_path / "m", HERE / "affinity.svg", force=True)
    assert len(opened(made.folder).cells) == 5
    assert (made.folder / "notes.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("data", [b"", b"<svg/>", b"nonsense"])
def test_a_file_that_cannot_be_read_leaves_nothing_behind(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.svg").write_bytes(data)
    with pytest.raises(MapkitError):
        create(tmp_path / "m", tmp_path / "bad.svg")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.svg"]


def test_small_cells_are_merged_within_the_values_of_a_field(tmp_path: Path) -> None:
    path = letters(tmp_path, "AABBCC\nAADDEF\nGGHHEE")
    made = create(tmp_path / "m", path, merge_to=5)
    assert made.cells == 5 and {"merged"} == {f.rule for f in made.findings}
    raw = json.loads((made.folder / "cells.geojson").read_text(encoding="utf-8"))
    for feature in raw["features"]:
        feature["properties"]["half"] = "west" if feature["id"] in "AG" else "east"
    (tmp_path / "in.geojson").write_text(json.dumps(raw), encoding="utf-8")
    two = create(tmp_path / "two", tmp_path / "in.geojson", merge_to=1, by="half")
    assert two.cells == 2
    with pytest.raises(MapkitError, match="the fields are name, half"):
        create(tmp_path / "n", tmp_path / "in.geojson", by="whole")
    with pytest.raises(MapkitError, match="--merge-to"):
        create(tmp_path / "n", path, merge_to=0)


def test_a_folder_may_hold_the_drawing_itself(tmp_path: Path) -> None:
    (tmp_path / "drawing.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><rect id="sea" width="90" height="90"/>'
        '<rect id="isle" x="9" y="9" width="9" height="9"/><path id="bow" d="M95 0L105 20V0L95 20z"/></svg>',
        encoding="utf-8",
    )
    cells = '[cells]\nsea = "Sea"\nisle = "Isle"\nbow = "Bow"\n'
    region = '[regions.red]\ncolor = "red"\nletter = "R"\ncells = ["sea", "isle", "bow"]\n'
    (tmp_path / "map.toml").write_text(region + cells, encoding="utf-8")
    assert links(opened(tmp_path)) == {"isle-sea": "border"}
    source = load(folder.read(tmp_path))
    assert source.shapes["sea"].area == 8100 - 81 and all(s.is_valid for s in source.shapes.values())


def test_without_a_file_the_template_is_copied(tmp_path: Path) -> None:
    made = create(tmp_path / "two-isles")
    found = opened(made.folder)
    assert (found.id, found.title["en"], len(found.cells), made.borders) == ("two-isles", "Two Isles", 20, 39)
    with pytest.raises(MapkitError, match="--force"):
        create(tmp_path / "two-isles")


def test_a_bare_name_goes_into_maps_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert create("valley", HERE / "plain.svg").folder == Path("maps/valley")
    for wrong in ("", ".", "..", "a\0b"):
        with pytest.raises(MapkitError):
            create(wrong, HERE / "plain.svg")


@pytest.mark.parametrize("name", ["n" * 80, "Übergröße 日本 (x)", "...", "a b.c", "é" * 100, "-", "0"])
def test_a_folder_of_any_name_holds_a_map_that_opens(tmp_path: Path, name: str) -> None:
    assert opened(create(tmp_path / name).folder).cells


@pytest.mark.parametrize("name", ["n" * 300, "é" * 140, "n/" * 3000 + "n"])
def test_a_name_that_no_folder_can_have_is_one_line(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for target in (name, tmp_path / name):
        with pytest.raises(MapkitError, match=r"name another folder|cannot be written"):
            create(target)
    assert list(tmp_path.iterdir()) == []


def test_a_target_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m").write_text("x", encoding="utf-8")
    with pytest.raises(MapkitError, match="is a file"):
        create(tmp_path / "m", HERE / "plain.svg")
    with pytest.raises(MapkitError, match="cannot be written"):
        create(tmp_path / "m" / "n", HERE / "plain.svg")


@pytest.mark.parametrize("text", ["A", "AB", "A.B", "A.B.C\n.....\nD.E.F"])
def test_the_smallest_maps_open_too(tmp_path: Path, text: str) -> None:
    made = create(tmp_path / "m", letters(tmp_path, text))
    found = opened(made.folder)
    assert len(found.cells) == made.cells
    isolates = set(folder.read(made.folder).isolates)
    assert len(pieces([c.id for c in found.cells if c.id not in isolates], found.links)) <= 1


def test_the_number_of_regions_is_as_asked_and_bounded(tmp_path: Path) -> None:
    path = letters(tmp_path, "ABCD\nEFGH\nIJKL")
    assert create(tmp_path / "m", path, regions=3).regions == 3
    for wrong in (0, 7):
        with pytest.raises(MapkitError, match="--regions"):
            create(tmp_path / "n", path, regions=wrong)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 6), st.integers(1, 7), st.integers(1, 7), st.randoms(use_true_random=False))
def test_regions_are_even_and_whole_on_any_grid_of_cells(count: int, wide: int, high: int, dice: Any) -> None:
    ids = [f"{x}-{y}" for x in range(wide) for y in range(high)]
    dice.shuffle(ids)
    edges = [(f"{x}-{y}", f"{x + 1}-{y}") for x in range(wide - 1) for y in range(high)]
    edges += [(f"{x}-{y}", f"{x}-{y + 1}") for x in range(wide) for y in range(high - 1)]
    groups = provisional.regions(ids, edges, count)
    assert sorted(i for g in groups for i in g) == sorted(ids) and len(groups) == min(count, len(ids))
    for group in groups:
        assert provisional._whole(group, {i: [j for e in edges if i in e for j in e if j != i] for i in ids})
    sizes = sorted(map(len, groups))
    assert sizes[-1] <= max(2 * sizes[0] + 2, 3)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=4, unique=True))
def test_any_name_is_written_as_toml_that_reads_back(tmp_path: Path, names: list[str]) -> None:
    square = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]
    features = [
        {
            "type": "Feature",
            "id": name,
            "properties": {"name": name},
            "geometry": {"type": "Polygon", "coordinates": [[[x + i, y] for x, y in square]]},
        }
        for i, name in enumerate(names)
    ]
    path = tmp_path / "in.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    made = create(tmp_path / "m", path, force=True)
    found = opened(made.folder)
    assert len(found.cells) == len(names) and len(found.links) == len(names) - 1
    seen = ("".join(c if c.isprintable() else "" if category(c) == "Cf" else " " for c in n) for n in names)
    kept = [" ".join(n.split()) for n in seen]
    assert all(c.names["en"] == k for c, k in zip(found.cells, kept, strict=True) if k)


def test_attributes_stay_with_the_cells(tmp_path: Path) -> None:
    made = create(tmp_path / "m", HERE / "illustrator.svg")
    again = read(made.folder / "cells.geojson")
    assert again.attributes["Aldmoor"]["fill"] == "#f2e6c9" and again.attributes["Aldmoor"]["layer"] == "Provinces"


def exported(found: Map, place: Path, out: Path) -> Layout:
    """A folder's cells as they are, laid out on a page and written as SVG."""
    places = []
    for ident, shape in load(folder.read(place)).shapes.items():
        parts = [
            tuple(tuple((10 + 7.3 * x, 40 - 7.3 * y) for x, y in r.coords[:-1]) for r in (p.exterior, *p.interiors))
            for p in shapely.get_parts(shape)
        ]
        x, y = parts[0][0][0]
        places.append(Place(ident, tuple(parts), (x, y), 5.0))
    layout = Layout(found.id, (100.0, 80.0), "true", tuple(places))
    out.write_text(layered_svg(found, layout), encoding="utf-8")
    return layout


def test_an_exported_layout_is_read_back_unchanged(tmp_path: Path) -> None:
    made = create(tmp_path / "m", letters(tmp_path, "AAB\nACB\nDDE"))
    found = opened(made.folder)
    layout = exported(found, made.folder, tmp_path / "out.svg")
    again = create(tmp_path / "again", tmp_path / "out.svg")
    assert links(opened(again.folder)) == links(found)
    shapes = load(folder.read(again.folder)).shapes
    for place in layout.places:
        want = shapely.union_all([shapely.Polygon([(x, -y) for x, y in p[0]]) for p in place.outline])
        assert shapely.equals_exact(shapely.normalize(shapes[place.cell]), shapely.normalize(want), tolerance=1e-4)
    assert (again.folder / "map.toml").read_text(encoding="utf-8").count("px") == 1


def test_an_exported_layout_keeps_ids_and_names_that_drawing_programs_give_and_names_that_cells_share(
    tmp_path: Path,
) -> None:
    cells = {
        "a1": "Sea", "a2": "Land", "g3": "Group 1", "path4": "path4", "x_20_6": "Map", "_b7": "Same", "layer8": "Same",
        "9": "<b>&\"x'", "A10_1_": "ﬁ ]]>",
    }  # fmt: skip
    path = boxes(tmp_path, list(cells.values()))
    raw = json.loads(path.read_text(encoding="utf-8"))
    for feature, ident in zip(raw["features"], cells, strict=True):
        feature["id"] = ident
    path.write_text(json.dumps(raw), encoding="utf-8")
    made = create(tmp_path / "m", path)
    found = opened(made.folder)
    exported(found, made.folder, tmp_path / "out.svg")
    again = opened(create(tmp_path / "again", tmp_path / "out.svg").folder)
    assert {c.id: c.names["en"] for c in again.cells} == cells and links(again) == links(found)


def boxes(tmp_path: Path, names: list[str]) -> Path:
    """A GeoJSON file of unit squares in rows of fifty, named as given."""
    features = [
        {
            "type": "Feature",
            "id": f"c{i}",
            "properties": {"name": name},
            "geometry": shapely.geometry.mapping(shapely.box(i % 50, i // 50, i % 50 + 1, i // 50 + 1)),
        }
        for i, name in enumerate(names)
    ]
    path = tmp_path / "boxes.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": None, "features": features}), encoding="utf-8")
    return path


def test_more_cells_than_fit_on_any_sheet_are_refused_with_what_to_do(tmp_path: Path) -> None:
    path = boxes(tmp_path, ["x"] * 2001)
    with pytest.raises(MapkitError, match=r"2,001 shapes; 2,000 is the most: .*--where.*--merge-to"):
        create(tmp_path / "m", path)
    assert not (tmp_path / "m").exists()
    assert create(tmp_path / "m", path, merge_to=1900).cells == 1900


def test_control_characters_in_names_are_taken_out_and_told(tmp_path: Path) -> None:
    made = create(tmp_path / "m", boxes(tmp_path, ["Red\x1b[31m land", "Nul\0l", "C1\x85x", "Plain", "Two  blanks"]))
    names = [c.names["en"] for c in folder.read(made.folder).cells]
    assert all(n.isprintable() for n in names) and "Plain" in names
    assert sorted(f.where for f in made.findings if f.rule == "name") == ["c0", "c1", "c2"]


def test_names_longer_than_a_sheet_has_room_for_are_cut_and_told(tmp_path: Path) -> None:
    made = create(tmp_path / ("x" * 100), boxes(tmp_path, ["N" * 200, "B", "C"]))
    declared = folder.read(made.folder)
    assert declared.cells[0].names["en"] == "N" * 60 and len(declared.title["en"]) <= 60
    assert [f.where for f in made.findings if f.rule == "name"] == ["c0"]


@pytest.mark.parametrize(("side", "words"), [(1e-9, "the whole map measures"), (1e-300, "any area")])
def test_what_would_not_open_is_not_written(side: float, words: str, tmp_path: Path) -> None:
    features = [
        {
            "type": "Feature",
            "id": f"c{k}",
            "properties": {},
            "geometry": shapely.geometry.mapping(shapely.box(k * side, 0, (k + 1) * side, side)),
        }
        for k in range(3)
    ]
    path = tmp_path / "cells.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": None, "features": features}))
    with pytest.raises(MapkitError, match=words):
        create(tmp_path / "m", path)
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("name", ["affinity", "illustrator", "inkscape", "lines", "plain", "wargame"])
def test_a_folder_pointed_at_the_drawing_it_was_made_of_has_the_same_cells(tmp_path: Path, name: str) -> None:
    made = create(tmp_path / "m", HERE / f"{name}.svg").folder
    was = folder.read(made)
    (made / "drawing.svg").write_bytes((HERE / f"{name}.svg").read_bytes())
    text = (made / "map.toml").read_text(encoding="utf-8")
    (made / "map.toml").write_text(text.replace('file = "cells.geojson"', 'file = "drawing.svg"'), encoding="utf-8")
    shapes = load(folder.read(made)).shapes
    assert list(shapes) == [cell.id for cell in was.cells]
    first = load(was).shapes
    assert all(shapes[i].buffer(0).intersection(first[i]).area > 0.8 * first[i].area for i in shapes)


def test_many_cells_that_met_their_neighbours_are_told_in_one_line_and_each_in_source_md(tmp_path: Path) -> None:
    boxes = [f'<rect id="b{i}" x="{10 * i}" width="{9.9 if i != 4 else 9.8}" height="40"/>' for i in range(10)]
    for count in (3, 10):
        path = tmp_path / "d.svg"
        path.write_text(f"<svg>{''.join(boxes[:count])}</svg>", encoding="utf-8")
        made = create(tmp_path / f"m{count}", path)
        matched = [f for f in made.findings if f.rule == "border-matched"]
        each = (made.folder / "SOURCE.md").read_text(encoding="utf-8").count("to meet its neighbours' borders")
        assert each >= count - 1 and len(matched) == (1 if count == 10 else each)
    assert matched[0].where == f"{each} cells" and "b4 changed most, by 1.5 % of" in matched[0].message


def test_where_closing_a_gap_leaves_two_cells_a_corner_no_border_of_rounding_size_is_made(tmp_path: Path) -> None:
    sea = '<path id="Gulf" d="M60,300 L148,290 L150,520 L60,540 Z"/>'
    north = '<path id="north" d="M150,150 C200,120 280,130 330,140 L330,290 L240,300 L150,290 Z"/>'
    south = '<path id="south" d="M151,294 L240,304 L328,295 L330,440 L150,430 Z"/>'
    path = tmp_path / "d.svg"
    more = '<path id="far" d="M531,584 L600,604 L590,690 L514,700 Z"/><path id="isle" d="M640,700h50v90z"/>'
    path.write_text(f'<svg viewBox="0 0 800 1130">{sea}{north}{south}{more}</svg>', encoding="utf-8")
    made = create(tmp_path / "m", path)
    found = survey(load(folder.read(made.folder)))
    assert all(b.length > 1e-6 for b in found.borders)
    assert ("Gulf", "south") in found.lengths
    assert all((f.rule, f.where) != ("doubtful", f"{a}-{b}") for a, b in found.touches for f in made.findings)


def test_of_two_new_maps_of_one_name_at_once_the_first_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("AAB\nACB\n")
    (tmp_path / "b.txt").write_text("XXY\nXZY\n")
    inner = new.read

    def slow(*args: Any, **options: Any) -> Any:
        monkeypatch.setattr(new, "read", inner)
        create(tmp_path / "one", tmp_path / "b.txt")  # another command, meanwhile
        return inner(*args, **options)

    monkeypatch.setattr(new, "read", slow)
    with pytest.raises(MapkitError, match="one: cannot be written"):
        create(tmp_path / "one", tmp_path / "a.txt")
    assert "X" in (tmp_path / "one" / "map.toml").read_text("utf-8")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "b.txt", "one"]
