"""Layout as a value: what it cannot be, and that it survives being stored."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from letters import letter_layout

from mapkit import store
from mapkit.layout import Block, Inset, Place, from_json, geojson, to_json

DRAWING = "AAB. ACBD"


def test_a_layout_comes_back_from_its_text_as_it_was() -> None:
    layout = letter_layout(DRAWING, bridges=("AD",), blocks=(("title", (5.0, 5.0, 60.0, 15.0)),))
    layout = replace(
        layout,
        insets=(Inset((1.0, 2.0, 3.0, 4.0), ("D",)),),
        shores=((((1.0, 1.0), (2.0, 2.0)),),),
        safe=(5.0, 5.0, 143.0, 205.0),
    )
    assert from_json(to_json(layout)) == layout
    assert to_json(from_json(to_json(layout))) == to_json(layout)


def test_points_that_neighbours_share_stay_the_same_point_when_stored() -> None:
    third = letter_layout(DRAWING, side=10 / 3, at=(1 / 3, 1 / 7))
    back = from_json(to_json(third))
    a = {p for ring in back.place["A"].outline[0] for p in ring}
    b = {p for ring in back.place["B"].outline[0] for p in ring}
    assert len(a & b) == 2


def test_the_export_is_geojson_in_mm_with_y_up_and_closed_rings() -> None:
    layout = letter_layout(DRAWING)
    features = json.loads(geojson(layout))["features"]
    assert [f["id"] for f in features] == ["A", "B", "C", "D"]
    for feature, place in zip(features, layout.places, strict=True):
        ring = feature["geometry"]["coordinates"][0][0]
        assert ring[0] == ring[-1]
        assert ring[0] == [place.outline[0][0][0][0], layout.size[1] - place.outline[0][0][0][1]]


def test_invalid_values_cannot_be_made() -> None:
    ring = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    with pytest.raises(ValueError, match="'A' has no outline"):
        Place("A", (), (0, 0), 1)
    with pytest.raises(ValueError, match="not a number"):
        Place("A", ((ring,),), (float("nan"), 0), 1)
    with pytest.raises(ValueError, match="at least one size"):
        Block("title", ())
    with pytest.raises(ValueError, match="two places"):
        layout = letter_layout("AB")
        replace(layout, places=layout.places + layout.places[:1])


def test_a_stored_value_is_read_with_its_key_and_a_broken_one_is_none(tmp_path: Path) -> None:
    assert store.read(tmp_path, "x") is None
    assert store.write(tmp_path, "x", "key", {"a": [1.5]})
    assert store.read(tmp_path, "x") == ("key", {"a": [1.5]})
    (tmp_path / "made" / "x.json").write_text("{", encoding="utf-8")
    assert store.read(tmp_path, "x") is None
    assert list((tmp_path / "made").iterdir()) == [tmp_path / "made" / "x.json"]  # nothing half-written left


def test_a_key_tells_apart_what_differs_and_nothing_else() -> None:
    assert store.key(1, b"x", {"a": 1, "b": 2}) == store.key(1, b"x", {"b": 2, "a": 1})
    keys = {store.key(*p) for p in ((1, b"x"), (1, b"y"), (2, b"x"), (b"1x",), ("1", b"x"), (1, [b"x".hex()]))}
    assert len(keys) == 6


def test_a_folder_that_cannot_be_written_to_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "made").write_text("a file where the folder should be", encoding="utf-8")
    assert store.write(tmp_path, "x", "key", 1) is False
