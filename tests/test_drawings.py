"""Rules of reading drawings: what a browser shows as a closed shape is a cell, named as its author named it."""

from __future__ import annotations

import gzip
import math
import time
from pathlib import Path

import pytest
import shapely
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mapkit.carto import svgwalk
from mapkit.carto.drawing import Drawing, read
from mapkit.carto.survey import survey
from mapkit.carto.svgfill import polygon
from mapkit.carto.svgframe import apply, times, transform
from mapkit.carto.svgpath import lines
from mapkit.errors import MapkitError

HERE = Path(__file__).parent / "drawings"


def svg(tmp_path: Path, body: str, head: str = 'viewBox="0 0 100 100"', layer: str | None = None) -> Drawing:
    path = tmp_path / "d.svg"
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {head}>{body}</svg>',
        encoding="utf-8",
    )
    return read(path, layer=layer)


def box(drawing: Drawing, cell: str) -> list[float]:
    return [round(v, 3) for v in drawing.source.shapes[cell].bounds]


def rules(drawing: Drawing) -> set[str]:
    return {f.rule for f in drawing.source.findings}


def test_inkscape_layers_labels_titles_hidden_layers_use_and_doubled_outlines() -> None:
    found = read(HERE / "inkscape.svg")
    assert list(found.source.shapes) == ["Ash", "Beech", "Cedar", "Dogwood", "Elm", "Fir", "Gum-tree", "Hazel", "Isle"]
    assert not found.source.lonlat and found.layers == ("Paper", "Old", "Land", "Borders")
    assert {"backdrop", "drawn-twice", "open-line"} == rules(found)
    assert found.names["Gum-tree"] == {"en": "Gum tree"}
    assert box(found, "Ash") == [10, -49, 50, -10] and box(found, "Hazel") == [10, -130.2, 50, -91.2]
    assert box(found, "Cedar") == [90.4, -50, 129.6, -10]  # turned by 90 degrees about (10, 10), doubled, moved
    assert len(shapely.get_parts(found.source.shapes["Dogwood"])) == 3
    assert len(found.source.shapes["Elm"].interiors) == 1
    assert found.source.shapes["Isle"].area == pytest.approx(math.pi * 20 * 12, rel=2e-3)


def test_illustrator_entities_classes_switch_escaped_ids_and_display_none() -> None:
    found = read(HERE / "illustrator.svg")
    assert list(found.source.shapes) == ["Aldmoor", "Low-Fen", "Straße", "Twin_Isles", "Ringwood", "Core"]
    assert found.names["Low-Fen"] == {"en": "Low Fen"} and found.names["Twin_Isles"] == {"en": "Twin Isles"}
    assert found.layers == ("Background", "Provinces", "Guides", "Rivers")
    assert len(found.source.shapes["Ringwood"].interiors) == 1 and "backdrop" in rules(found)


def test_affinity_serif_ids_matrices_and_fill_rules() -> None:
    found = read(HERE / "affinity.svg")
    assert list(found.source.shapes) == ["North-March", "East-March", "South-March", "Sea", "Skerry"]
    assert found.names["North-March"] == {"en": "North March"}
    assert box(found, "North-March") == [20, -119, 119, -20] and box(found, "South-March") == [20, -216, 218, -120]
    assert len(found.source.shapes["Sea"].interiors) == 1


def test_plain_units_percents_inner_viewports_symbols_and_texts() -> None:
    found = read(HERE / "plain.svg")
    assert list(found.source.shapes) == ["one", "two", "three", "four", "five", "six", "Seven", "eight"]
    mm = 96 / 25.4
    assert box(found, "one") == [round(v, 3) for v in (10 * mm, -30 * mm, 20 * mm, -10 * mm)]
    assert box(found, "three") == [round(v, 3) for v in (30 * mm, -30 * mm, 40 * mm, -10 * mm)]
    assert box(found, "six") == [250.5, -70, 300.5, -20]
    assert found.source.shapes["eight"].area == pytest.approx(
        math.pi * 600 * 1.3125, rel=2e-3
    )  # radii too short, grown
    assert found.source.shapes["Seven"].area == pytest.approx(2400 - (4 - math.pi) * 64, rel=2e-3)


WARGAME = ["ash", "bar", "cal", "dun", "elm", "fen", "gow", "hay", "ivy", "jet", "kew", "lea"]


def test_a_war_games_map_has_its_provinces_for_cells_and_nothing_else() -> None:
    found = read(HERE / "wargame.svg")
    assert list(found.source.shapes) == WARGAME
    assert {"symbol", "beside", "backdrop"} == rules(found)
    assert found.names["ash"] == {"en": "Ashfield"} and found.names["hay"] == {"en": "High Hayes"}
    assert found.names["bar"] == {"en": "bar"} and found.names["kew"] == {"en": "kew"}
    assert box(found, "fen") == [160, -268, 318, -130] and found.source.shapes["fen"].geom_type == "Polygon"
    assert box(found, "lea") == [480, -400, 640, -270]
    across = {("ash", "bar"), ("bar", "cal"), ("cal", "dun"), ("elm", "fen"), ("fen", "gow"), ("gow", "hay")}
    across |= {("ivy", "jet"), ("jet", "kew"), ("kew", "lea")}
    down = {(a, b) for a, b in zip(WARGAME, WARGAME[4:], strict=False)}
    assert set(survey(found.source).lengths) == across | down


def test_an_invisible_layer_can_be_asked_for() -> None:
    assert list(read(HERE / "wargame.svg", layer="MouseLayer").source.shapes) == ["ash"]


def test_lines_alone_part_a_drawing_into_cells_though_their_ends_fall_short() -> None:
    found = read(HERE / "lines.svg")
    assert len(found.source.shapes) == 6 and "lines" in rules(found)
    assert sum(s.area for s in found.source.shapes.values()) == pytest.approx(180 * 100, rel=2e-3)
    assert {"en": "North West"} in found.names.values()
    assert len(survey(found.source).borders) == 7


def test_a_line_that_ends_short_is_told_with_its_place_and_so_are_the_names_it_fails_to_part(tmp_path: Path) -> None:
    style = 'viewBox="0 0 200 100" fill="none" stroke="black"'
    net = '<path d="M0 0H200V100H0Z"/><path d="M100 0V100"/><path d="M0 50H93"/><path d="M99 50H200M150 20v9"/>'
    words = [(50, 20, "Ash"), (50, 80, "Date"), (120, 30, "Birch")]
    texts = "".join(f'<text x="{x}" y="{y}">{t}</text>' for x, y, t in words)
    found = svg(tmp_path, net + texts + '<text x="150" y="80">Elm</text>', style)
    assert len(found.source.shapes) == 3
    told = {(f.rule, f.where) for f in found.source.findings}
    assert {("loose-end", "93, 50"), ("loose-end", "150, 20"), ("loose-end", "150, 29")} <= told
    assert ("two-names", "Ash, Date") in told and len(told) == 5
    whole = net.replace("M0 50H93", "M0 50H101").replace("M150 20v9", "")  # a little over is no end that falls short
    found = svg(tmp_path, whole + texts, style)
    assert [(f.rule, f.where) for f in found.source.findings][1:] == [("no-name", "150, 75")]


def test_lines_across_named_cells_part_nothing(tmp_path: Path) -> None:
    line = '<path fill="none" stroke="red" d="M0 4H30"/><path fill="none" stroke="red" d="M0 5H30"/>'
    found = svg(tmp_path, rect("a") + rect("b", 9) + line * 3)
    assert list(found.source.shapes) == ["a", "b"] and rules(found) == {"open-line"}


def test_what_a_clip_path_hides_is_no_part_of_a_cell(tmp_path: Path) -> None:
    clip = '<clipPath id="Cut"><rect width="12" height="12"/></clipPath>'
    body = f'{clip}<g clip-path="url(#Cut)">{rect("a")}{rect("b", 9)}{rect("c", 20)}</g>{rect("d", 0, 12)}'
    found = svg(tmp_path, body)
    assert list(found.source.shapes) == ["a", "b", "d"]
    assert box(found, "b") == [9, -9, 12, 0]


def test_a_compressed_drawing_is_read_and_a_bomb_is_not(tmp_path: Path) -> None:
    path = tmp_path / "d.svgz"
    path.write_bytes(gzip.compress((HERE / "wargame.svg").read_bytes()))
    assert list(read(path).source.shapes) == WARGAME
    path.write_bytes(gzip.compress(b" " * (65 * 2**20)))
    with pytest.raises(MapkitError, match="more than 64 MiB"):
        read(path)


def test_letters_drawn_as_outlines_are_no_cells_and_islets_of_a_named_group_stay(tmp_path: Path) -> None:
    glyphs = "".join(f'<path d="M{x} 4h1v1h-1z"/>' for x in (2, 4, 6))
    isles = '<g id="Skye"><path d="M22 22h9v9h-9z"/><path d="M40 22h1v1h-1z"/></g>'
    sea = '<path id="Minch" d="M20 20h30v30h-30z"/>'
    found = svg(tmp_path, rect("a") + rect("b", 9) + sea + isles + glyphs)
    assert list(found.source.shapes) == ["a", "b", "Minch", "Skye"]
    assert len(shapely.get_parts(found.source.shapes["Skye"])) == 2 and "symbol" in rules(found)


def test_a_small_named_cell_on_a_sea_stays(tmp_path: Path) -> None:
    found = svg(tmp_path, '<path id="Sea" d="M0 0h90v90h-90z"/><path id="Skerry" d="M5 5h1v1h-1z"/>' + rect("a", 90))
    assert list(found.source.shapes) == ["Sea", "Skerry", "a"]


def test_a_layer_is_chosen_by_name_and_a_wrong_one_lists_those_there_are() -> None:
    assert list(read(HERE / "inkscape.svg", layer="old").source.shapes) == ["Forgotten"]
    assert len(read(HERE / "inkscape.svg", layer="Land").source.shapes) == 9
    with pytest.raises(MapkitError, match="Paper, Old, Land, Borders"):
        read(HERE / "inkscape.svg", layer="Sky")


def test_several_layers_are_read_as_one_and_each_must_be_there(tmp_path: Path) -> None:
    path = tmp_path / "d.svg"
    layers = {"Land": rect("a") + rect("b", 9), "Sea": rect("c", 18), "Key": rect("k", 50), "Sky": rect("d", 27)}
    path.write_text("<svg>" + "".join(f'<g id="{k}">{v}</g>' for k, v in layers.items()) + "</svg>", encoding="utf-8")
    assert list(read(path, layer=["Sea", "Land"]).source.shapes) == ["a", "b", "c"]
    assert list(read(path, layer=["Land", "key"]).source.shapes) == ["a", "b", "k"]
    with pytest.raises(MapkitError, match="no layer 'Air': there are Land, Sea, Key, Sky"):
        read(path, layer=["Land", "Air"])


def test_a_named_group_of_parts_that_do_not_touch_is_one_cell_and_of_neighbours_it_is_not(tmp_path: Path) -> None:
    isles = f'<g id="Isles">{rect("rect1")}{rect("rect2", 20)}</g>{rect("b", 0, 50)}'
    assert list(svg(tmp_path, isles).source.shapes) == ["Isles", "b"]
    touching = f'<g id="States">{rect("rect1")}{rect("rect2", 9)}</g>{rect("r", 0, 50)}'
    assert list(svg(tmp_path, touching).source.shapes) == ["rect1", "rect2", "r"]
    named = f'<g id="States">{rect("p")}{rect("q", 30)}</g>{rect("r", 0, 50)}'
    assert list(svg(tmp_path, named).source.shapes) == ["p", "q", "r"]


def test_shapes_of_one_name_are_one_cell_and_that_is_told_unless_a_group_says_so(tmp_path: Path) -> None:
    ink = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    gulf = '<rect inkscape:label="West Gulf" width="9" height="9"/>'
    far = gulf.replace("<rect", '<rect x="50"')
    body = f'<g id="Sea" {ink}>{gulf}{far}</g>{rect("a", 0, 50)}'
    found = svg(tmp_path, body)
    assert list(found.source.shapes) == ["West-Gulf", "a"] and rules(found) == {"same-id"}
    assert [f.where for f in found.source.findings] == ["West Gulf"]
    isles = f'<g id="Isles">{rect("Isles1")}{rect("Isles2", 20)}</g>{rect("b", 0, 50)}'
    assert rules(svg(tmp_path, isles)) == set()


@pytest.mark.parametrize("name", ["Legend", "Key", "Légende", "LABELS", "Frame 2", "凡例", "图例"])
def test_a_layer_called_legend_or_the_like_holds_no_cells_where_another_one_does(tmp_path: Path, name: str) -> None:
    land = f'<g id="Land">{rect("a")}{rect("b", 9)}</g>'
    beside = f'<g id="{name}"><rect x="50" width="30" height="20"/><path d="M52 2h4v4h-4z"/>{rect("swatch", 60, 5)}</g>'
    found = svg(tmp_path, land + beside)
    assert list(found.source.shapes) == ["a", "b"]
    assert [(f.rule, f.where) for f in found.source.findings] == [("beside", name)]
    assert "swatch" in svg(tmp_path, land + beside, layer=name).source.shapes
    assert "swatch" in svg(tmp_path, beside).source.shapes


def test_a_group_called_key_among_named_cells_is_one(tmp_path: Path) -> None:
    key = '<g id="Key"><path d="M50 0h9v9h-9z"/><path d="M70 0h9v9h-9z"/></g>'
    assert list(svg(tmp_path, rect("a") + rect("b", 9) + key).source.shapes) == ["a", "b", "Key"]


def test_what_is_not_shown_is_not_read(tmp_path: Path) -> None:
    hidden = (
        "<style>.h{display:none} #z{visibility:hidden} rect.n{fill:none}</style>"
        f'<defs>{rect("a")}</defs><g class="h">{rect("b")}</g>{rect("z")}<rect id="c" class="n" width="9" height="9"/>'
        f'<g opacity="0">{rect("d")}</g><rect id="e" style="display:none" width="9" height="9"/>'
        f'<rect id="f" width="0" height="9"/><clipPath>{rect("g")}</clipPath><rect id="seen" width="5" height="5"/>'
    )
    assert list(svg(tmp_path, hidden).source.shapes) == ["seen"]


def test_visibility_may_be_taken_back_inside_but_display_may_not(tmp_path: Path) -> None:
    shown = '<rect id="a" width="9" height="9" visibility="visible"/>'
    gone = '<rect id="c" width="9" height="9" display="inline"/>'
    body = f'<g visibility="hidden">{shown}{rect("b")}</g><g display="none">{gone}</g>'
    assert list(svg(tmp_path, body).source.shapes) == ["a"]


def test_two_names_on_one_shape_stay_two_and_are_told(tmp_path: Path) -> None:
    found = svg(tmp_path, rect("a") + rect("b") + rect("c", 9))
    assert list(found.source.shapes) == ["a", "b", "c"] and "same-shape" in rules(found)


def test_too_many_shapes_are_refused_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = time.process_time()
    same = "".join(f'<rect id="n{i}" x="{i * 1e-4}" width="9" height="9"/>' for i in range(2600))
    with pytest.raises(MapkitError, match=r"d\.svg: thousands"):
        svg(tmp_path, same)
    many = "".join(f'<rect x="{i % 200}" y="{i // 200}" width="1" height="1"/>' for i in range(1001))
    monkeypatch.setattr(svgwalk, "MOST_SHAPES", 1000)
    with pytest.raises(MapkitError, match="1,000 shapes"):
        svg(tmp_path, many)
    assert time.process_time() - started < 15


def test_a_named_sea_around_all_islands_is_a_cell(tmp_path: Path) -> None:
    sea = '<rect id="North" width="100" height="100"/>'
    assert list(svg(tmp_path, sea + rect("a", 5, 5) + rect("b", 30, 5)).source.shapes) == ["North", "a", "b"]


def test_compound_paths_follow_their_fill_rule() -> None:
    def ring(a: float, b: float, turn: int = 1) -> list[tuple[float, float]]:
        return [(a, a), (b, a), (b, b), (a, b)][::turn]

    assert polygon([ring(0, 9), ring(3, 6)], evenodd=True).area == 72
    assert polygon([ring(0, 9), ring(3, 6)], evenodd=False).area == 81
    assert polygon([ring(0, 9), ring(3, 6, -1)], evenodd=False).area == 72
    nested = polygon([ring(4, 5), ring(0, 9), ring(3, 6)], evenodd=True)
    assert nested.area == 73 and nested.geom_type == "MultiPolygon"
    assert polygon([ring(0, 1), ring(5, 6)], evenodd=True).area == 2
    assert polygon([[(0, 0), (1, 1), (0, 0)]], evenodd=True) is None


@pytest.mark.parametrize(
    ("data", "area"),
    [
        ("M0 0H4V3H0Z", 12), ("m1,1 4,0 0,3 -4,0z", 12), ("M0 0 4 0 4 3 0 3", 12), ("M0,0L4-0L4,3e0L0 3Z", 12),
        ("M0 0h4v3h-4z m10 0 h1 v1 h-1 z", 13), ("M.5.5h4v3h-4z", 12),
        ("M 0 0 A 2 2 0 0 1 4 0 A 2 2 0 0 1 0 0", math.pi * 4),
        ("M0 0a2 2 0 014 0 2 2 0 01-4 0z", math.pi * 4), ("M0 0 Q 2 0 2 2 T 4 4 L 0 4 Z", 8),
        ("M0 0 C 0 2 4 2 4 0 S 8 -2 8 0 Z", 0),
        ("M0,0a1e-9,1,0,0,1,4,3z", None), ("M0 0 A 0 5 0 0 1 4 0 L 4 3 L0 3z", 12),
    ],
)  # fmt: skip
def test_path_data(data: str, area: float | None) -> None:
    found, whole = lines(data, 1e-4)
    assert whole and found
    if area is not None:
        total = sum(shapely.LinearRing(p.points).is_ccw * 2 - 1 and _area(p.points) for p in found)
        assert abs(total) == pytest.approx(area, abs=2e-3 * max(area, 1))


def _area(points: list[tuple[float, float]]) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, [*points[1:], points[0]], strict=True)) / 2


@pytest.mark.parametrize(
    "data", ["M0 0 C", "M0 0L1e999 3z", "L1 1", "foo", "M0 0 10", "M0 0 L5 x 7 7", "M 0 0 A 1 1 0 2 0 3 3"]
)
def test_path_data_that_breaks_off_is_told(data: str) -> None:
    found, whole = lines(data, 1e-4)
    assert not whole and all(math.isfinite(v) for line in found for p in line.points for v in p)


def test_a_curve_gives_the_same_points_both_ways() -> None:
    there = lines("M0 0 C 3 7 11 -5 13 2", 1e-4)[0][0].points
    back = lines("M13 2 C 11 -5 3 7 0 0", 1e-4)[0][0].points
    assert len(there) > 10
    for p, q in zip(there, back[::-1], strict=True):
        assert p == pytest.approx(q, abs=1e-12)


def test_transforms_apply_the_inner_one_first() -> None:
    m = times(transform("translate(10,0)"), transform("rotate(90) scale(2)"))
    assert apply(m, [(1, 0)])[0] == pytest.approx((10, 2))
    assert apply(transform("rotate(90,5,5)"), [(10, 5)])[0] == pytest.approx((5, 10))
    assert transform("matrix(1 0 0 1 5") == transform("nonsense(1)") == (1, 0, 0, 1, 0, 0)


def rect(ident: str, x: int = 0, y: int = 0) -> str:
    return f'<rect id="{ident}" x="{x}" y="{y}" width="9" height="9"/>'


BOMB = '<!DOCTYPE s [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(9)
)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (f"{BOMB}]><svg>&j;</svg>", "can grow"),
        (f"{BOMB}]><svg>&j;</svg>".encode("utf-16"), "can grow"),
        ('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>', "external entity"),
        ('<!DOCTYPE s [<!ENTITY % x SYSTEM "http://localhost/x.dtd"> %x;]><svg/>', "external entity"),
        ('<!DOCTYPE s [<!ENTITY x "' + "A" * 5000 + '">]><svg>' + "&x;" * 99 + "</svg>", "can grow"),
        ("<svg>" + "<g>" * 10_000 + "</g>" * 10_000 + "</svg>", "deeper"),
        ("<svg>" + "<g>" * 10_000, "deeper"),
        ('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/>', "cut off"),
        ("", "empty"),
        ("  ", "empty"),
        (b"\x89PNG\0\0", "binary"),
        (b"\x1f\x8b\x08", "damaged"),
        ("<html/>", "not an SVG"),
        ("hello", "not XML"),
        ('<?xml version="1.0" encoding="klingon"?><svg/>', "XML"),
        ("<svg>Gen\xe8ve</svg>".encode("latin-1"), "XML"),
        ("<svg/>", "no polygon"),
        ('<svg><path d="M0 0L5 5"/></svg>', "no polygon"),
        ('<svg stroke="red" fill="none"><path d="M0 0L5 5"/><path d="M9 0L9 5"/></svg>', "2 open lines"),
        ('<svg><rect width="NaN" height="1e999"/></svg>', "no polygon"),
        ('<svg><path d="M0 0 L1e400 0 L 5 5z"/></svg>', "no polygon"),
        (
            '<svg><defs><g id="a0"><rect width="1" height="1"/></g>'
            + "".join(f'<g id="a{i + 1}">' + f'<use href="#a{i}"/>' * 10 + "</g>" for i in range(12))
            + '</defs><use href="#a12"/></svg>',
            "without end",
        ),
        ('<svg><g id="a"><use href="#a"/><rect width="3" height="3"/></g></svg>', "without end"),
    ],
    ids=range(23),
)
def test_a_hostile_or_broken_drawing_is_one_line(tmp_path: Path, data: str | bytes, told: str) -> None:
    path = tmp_path / "d.svg"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    with pytest.raises(MapkitError) as caught:
        read(path)
    assert told in str(caught.value) and "\n" not in str(caught.value) and "d.svg" in str(caught.value)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from(sorted(HERE.glob("*.svg"))),
    cuts=st.lists(
        st.tuples(st.integers(0, 5000), st.integers(0, 30), st.text('0123456789.-eMmZzAaCc"<>/ #', max_size=6)),
        max_size=4,
    ),
)
def test_a_damaged_drawing_is_read_or_refused_in_one_line(
    tmp_path: Path, path: Path, cuts: list[tuple[int, int, str]]
) -> None:
    text = path.read_text(encoding="utf-8")
    for at, length, put in cuts:
        text = text[:at] + put + text[at + length :]
    (tmp_path / "d.svg").write_text(text, encoding="utf-8")
    try:
        found = read(tmp_path / "d.svg")
    except MapkitError as error:
        assert "\n" not in str(error)
    else:
        assert all(s.is_valid and s.area > 0 for s in found.source.shapes.values())


@settings(max_examples=300, deadline=None)
@given(st.text("MmLlHhVvCcSsQqTtAaZz 0123456789.,-+e", max_size=60))
def test_any_path_data_gives_finite_points(data: str) -> None:
    for line in lines(data, 0.01)[0]:
        assert all(math.isfinite(v) for p in line.points for v in p)
