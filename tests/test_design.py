"""Proposals written into map.toml: comments stay, and the file stays a map."""

import shutil
from pathlib import Path

import pytest

from mapkit import edit, folder
from mapkit.errors import MapkitError


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    shutil.copytree(folder.shipped() / "japan", tmp_path / "japan", ignore=shutil.ignore_patterns("made"))
    return tmp_path / "japan" / "map.toml"


def test_bridges_are_added_and_comments_kept(toml: Path) -> None:
    before = folder.read(toml.parent)
    edit.add_bridges(toml, [("JP-42", "JP-43"), ("JP-38", "JP-44")])
    after = folder.read(toml.parent)
    assert set(after.bridges) - set(before.bridges) == {("JP-42", "JP-43"), ("JP-38", "JP-44")}
    assert "Seikan tunnel" in toml.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "bridges",
    [
        "bridges = []  # none yet\n",
        'bridges = [["a", "b"]]\n',
        'bridges = [\n  ["a", "b"],  # the ferry\n  # a remark\n]  # end\n',
        'bridges = [\n\t["a", "b"]\n]\n',
        "",
    ],
)
def test_bridges_are_put_in_as_lines_with_the_names_and_no_other_line_changes(tmp_path: Path, bridges: str) -> None:
    text = (
        "# first remark\n[links]  # of links\n" + bridges + "cuts = []  # none\n\n"
        '[regions.red] # red\ncolor = "red"\nletter = "R"  # R\ncells = ["a", "b", "c"] # all\n\n'
        '[cells]\na = { en = "Ahaus" }  # first\nb = "Bonn"\nc = "Celle"  # last\n'
    )
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    edit.add_bridges(path, [("b", "c"), ("a", "c")])
    after = path.read_text(encoding="utf-8")
    assert folder.read(tmp_path).bridges[-2:] == (("b", "c"), ("a", "c"))
    assert '  ["b", "c"], # Bonn - Celle\n  ["a", "c"], # Ahaus - Celle\n' in after
    remarks = [line.partition("#")[2] for line in text.splitlines() if "#" in line]
    assert [x for x in (line.partition("#")[2] for line in after.splitlines()) if x and " - " not in x] == remarks
    edit.set_regions(path, [["a"], ["b", "c"]])
    kept = path.read_text(encoding="utf-8")
    assert all(f"#{r}" in kept for r in remarks)


def test_a_merge_keeps_every_remark_of_what_stays(toml: Path) -> None:
    from mapkit.carto.rewrite import merge_folder

    before = toml.read_text(encoding="utf-8").splitlines()
    merge_folder(toml.parent, "JP-12+JP-13", edit.merge_cells)
    after = toml.read_text(encoding="utf-8").splitlines()
    gone = [line for line in before if "#" in line and line not in after]
    assert gone == []


def test_a_bridge_that_stands_already_is_refused_and_the_file_left_as_it_was(toml: Path) -> None:
    text = toml.read_bytes()
    with pytest.raises(MapkitError, match="bridges has JP-01-JP-02 twice"):
        edit.add_bridges(toml, [("JP-02", "JP-01")])
    assert toml.read_bytes() == text


@pytest.mark.parametrize("k", [3, 6, 8])
def test_regions_are_set_anew_keeping_colours_and_names_of_those_that_stay(toml: Path, k: int) -> None:
    before = folder.read(toml.parent)
    ids = [c.id for c in before.cells]
    groups = [ids[i::k] for i in range(k)]
    edit.set_regions(toml, groups)
    after = folder.read(toml.parent)
    assert [r.id for r in after.regions][: min(k, 6)] == [r.id for r in before.regions][: min(k, 6)]
    assert after.regions[0].names == before.regions[0].names
    assert [[c.id for c in after.cells if c.region == r.id] for r in after.regions] == groups


def test_more_regions_than_colours_are_refused(toml: Path) -> None:
    ids = [c.id for c in folder.read(toml.parent).cells]
    with pytest.raises(MapkitError, match="9 regions"):
        edit.set_regions(toml, [ids[i::9] for i in range(9)])


def test_merged_cells_are_one_under_the_first_id_and_bridges_that_became_borders_go(toml: Path) -> None:
    from mapkit import line
    from mapkit.carto.rewrite import merge_folder

    made = merge_folder(toml.parent, "JP-33+JP-34,JP-37+JP-38,JP-12+JP-13", edit.merge_cells)
    assert (made.before, made.after) == (47, 44)
    opened = line.open_map(toml.parent)
    assert len(opened.map.cells) == 44
    assert opened.map.cell["JP-33"].names["en"] == "Okayama"
    bridges = [x.pair for x in opened.map.links if x.kind == "bridge"]
    assert bridges == [
        ("JP-01", "JP-02"),
        ("JP-28", "JP-36"),
        ("JP-33", "JP-37"),
        ("JP-35", "JP-40"),
        ("JP-46", "JP-47"),
    ]
    whole = line.open_map("japan")
    assert set(opened.map.neighbours["JP-12"]) == (
        set(whole.map.neighbours["JP-12"]) | set(whole.map.neighbours["JP-13"])
    ) - {"JP-12", "JP-13"}


@pytest.mark.parametrize(
    ("cells", "words"),
    [("JP-01", "name cells as A"), ("JP-01+JP-99", "no cell 'JP-99'"), ("JP-01+JP-02+JP-01", "twice")],
)
def test_what_cannot_be_merged_is_said_and_nothing_changes(toml: Path, cells: str, words: str) -> None:
    from mapkit.carto.rewrite import merge_folder

    before = {p: p.read_bytes() for p in toml.parent.iterdir() if p.is_file()}
    with pytest.raises(MapkitError, match=words):
        merge_folder(toml.parent, cells, edit.merge_cells)
    assert {p: p.read_bytes() for p in toml.parent.iterdir() if p.is_file()} == before


def test_small_faults_are_mended_without_touching_a_border_and_large_ones_left(toml: Path) -> None:
    import json

    from mapkit.carto.rewrite import fix_folder

    assert fix_folder(toml.parent) == []
    path = toml.parent / "cells.geojson"
    raw = json.loads(path.read_text(encoding="utf-8"))
    nagano = next(f for f in raw["features"] if f["id"] == "JP-20")["geometry"]["coordinates"]
    ring = nagano[0]
    while isinstance(ring[0][0], list):
        ring = ring[0]
    for point in ring[10:14]:
        point[0] += 0.00002  # two metres
    path.write_text(json.dumps(raw), encoding="utf-8")
    assert fix_folder(toml.parent)
    assert fix_folder(toml.parent) == []
    from mapkit import line

    assert len(line.open_map(toml.parent).survey.borders) == 86


def place(tmp_path: Path) -> Path:
    """A hand-made folder: ids with blanks, many properties, members no reader knows, a small overlap."""
    import json

    from shapely import box
    from small_map import small_map

    shapes = {"A": box(0, 0, 1, 1), "B": box(1 - 1e-7, 0, 2, 1), "C": box(2, 0, 3, 1), "D": box(3, 0, 4, 1)}
    made = small_map(tmp_path / "hand", shapes)
    raw = json.loads((made / "cells.geojson").read_text(encoding="utf-8"))
    for feature in raw["features"]:
        feature["properties"] = {f"p{k}": "x" * 300 for k in range(60)} | {"none": None, "list": [1, {"a": 2}]}
        feature["made by"] = "hand"
        feature["id"] += " land"
    raw |= {"name": "cells", "remark": {"by": "me"}}
    (made / "cells.geojson").write_text(json.dumps(raw), encoding="utf-8")
    toml = made / "map.toml"
    text = toml.read_text(encoding="utf-8")
    for i in shapes:
        text = text.replace(f'{i} = "{i}"', f'"{i} land" = "{i}"').replace(f'"{i}",', f'"{i} land",')
    toml.write_text(text.replace('"D"]', '"D land"]'), encoding="utf-8")
    return made


def test_mending_and_merging_change_shapes_and_nothing_else(tmp_path: Path) -> None:
    import json

    from mapkit import line
    from mapkit.carto.rewrite import fix_folder, merge_folder

    made = place(tmp_path)
    before = json.loads((made / "cells.geojson").read_text(encoding="utf-8"))
    toml = (made / "map.toml").read_bytes()
    assert fix_folder(made) and (made / "map.toml").read_bytes() == toml
    mended = (made / "cells.geojson").read_bytes()
    assert fix_folder(made) == [] and (made / "cells.geojson").read_bytes() == mended
    after = json.loads(mended)
    for x in (before, after):
        for feature in x["features"][:2]:
            feature["geometry"] = None
    assert after == before
    merge_folder(made, "A land+B land", edit.merge_cells)
    merged = json.loads((made / "cells.geojson").read_text(encoding="utf-8"))
    assert merged == {**before, "features": [merged["features"][0], *before["features"][2:]]}
    assert merged["features"][0] | {"geometry": None} == before["features"][0]
    assert [x.pair for x in line.open_map(made).map.links] == [("A land", "C land"), ("C land", "D land")]
