"""Fonts: lengths, the fallback chain, missing glyphs, subsets."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from press_sheets import BLACK, NAMES

from mapkit.errors import MapkitError
from mapkit.press import fonts, sfnt
from mapkit.press.pdf import to_pdf
from mapkit.press.subset import subset
from mapkit.sheet import marks as m


@pytest.fixture
def cff(tmp_path: Path) -> Path:
    """A font with cubic outlines of one letter: A is a square of 0.6 em, 0.7 em wide."""
    build = FontBuilder(1000, isTTF=False)
    build.setupGlyphOrder([".notdef", "A", "space"])
    build.setupCharacterMap({65: "A", 32: "space"})
    shapes = {}
    for name, width in ((".notdef", 500), ("A", 700), ("space", 300)):
        pen = T2CharStringPen(width, None)
        if name == "A":
            pen.moveTo((0, 0))
            pen.lineTo((600, 0))
            pen.curveTo((600, 200), (600, 400), (600, 600))
            pen.lineTo((0, 600))
            pen.closePath()
        shapes[name] = pen.getCharString()
    build.setupCFF("Square", {"FullName": "Square"}, shapes, {})
    build.setupHorizontalMetrics({".notdef": (500, 0), "A": (700, 0), "space": (300, 0)})
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"familyName": "Square", "styleName": "Regular"})
    build.setupOS2()
    build.setupPost()
    path = tmp_path / "Square.otf"
    build.save(path)
    return path


def test_every_shipped_font_is_read_as_fonttools_reads_it() -> None:
    for path in fonts.shipped().regular + fonts.shipped().bold:
        face, truth = sfnt.read(path), TTFont(path, lazy=True)
        best, order, advances = truth.getBestCmap(), truth.getGlyphOrder(), truth["hmtx"]
        for code in (
            *range(32, 0x600),
            *range(0x3000, 0x3100),
            *range(0x4E00, 0x5200),
            *range(0xAC00, 0xAD00),
            0x20BB7,
        ):
            glyph = face.glyph(chr(code))
            assert (order[glyph] if glyph else None) == best.get(code)
            if glyph:
                assert face.width(chr(code)) * face.em == pytest.approx(advances[best[code]][0])


def test_a_length_is_the_sum_of_its_letters_and_grows_with_the_size() -> None:
    assert fonts.measure("東京", 3.0) == pytest.approx(6.0)
    assert fonts.measure("ab", 5) == pytest.approx(fonts.measure("a", 5) + fonts.measure("b", 5))
    assert fonts.measure("Wide", 4, "bold") > fonts.measure("Wide", 4)


WORDS = """Baden-Württemberg|Île-de-France|İzmir Çanakkale Muğla Şırnak|Thừa Thiên-Huế|Łódź|ẞ|北海道 愛媛 大阪 栃木
广东 黑龙江 陕西 新疆|臺北 嘉義 澎湖 澳門|서울 강원도 뷁|Ελλάδα|Україна""".replace("\n", "|").split("|")


@pytest.mark.parametrize("text", WORDS)
def test_the_shipped_fonts_have_every_letter_of(text: str) -> None:
    for weight in ("regular", "bold"):
        assert fonts.missing(text, weight) == []  # type: ignore[arg-type]


def test_a_missing_glyph_is_named_once() -> None:
    assert fonts.missing("a☃\U0001f000b\U0001f000") == ["\U0001f000"]


def test_a_word_is_set_in_one_font_where_one_has_all_of_it() -> None:
    pieces = fonts.runs("Muğla, Muslim")
    assert [(p.stem, t) for p, t in pieces] == [("NotoSans-Regular", "Muğla"), ("NotoSansJP-Regular", ", Muslim")]


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert fonts.runs("e\u0302\u0323") == fonts.runs("\u1ec7")


def test_fonts_of_a_user_come_first_or_last(cff: Path) -> None:
    before, after = fonts.chain([cff]), fonts.chain([cff], first=False)
    assert fonts.runs("AA", "regular", before)[0][0] == cff
    assert fonts.measure("AA", 10, "regular", before) == pytest.approx(14)
    assert fonts.runs("AA", "regular", after)[0][0].stem == "NotoSansJP-Regular"
    assert fonts.runs("B", "regular", before)[0][0].stem == "NotoSansJP-Regular"


def test_a_font_with_cubic_outlines_is_embedded_as_truetype(cff: Path) -> None:
    font = TTFont(io.BytesIO(subset(cff, "A")))
    assert "glyf" in font
    glyph = font["glyf"]["A"]
    assert (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax) == (0, 0, 600, 600)
    sheet = m.Sheet("s", "", (50, 50), 0, (m.Text("t", 10, 40, "AA B", 10, BLACK),))
    pdf = to_pdf([sheet], fonts=fonts.chain([cff]))
    assert b"Square" in pdf or b"/FontFile2" in pdf or len(pdf) > 1000


def test_a_subset_holds_the_asked_letters_and_little_else() -> None:
    path = fonts.shipped().regular[0]
    font = TTFont(io.BytesIO(subset(path, "東京Tokyo")))
    assert set(font.getBestCmap()) == {ord(c) for c in "東京Tokyo "}
    assert len(subset(path, "東京Tokyo")) < 6000
    assert "Noto Sans JP" in font["name"].getDebugName(1)
    assert "OFL" in font["name"].getDebugName(13) or "Open Font License" in font["name"].getDebugName(13)


def test_what_is_no_font_is_one_line(tmp_path: Path) -> None:
    for name, data in (("a.ttf", b""), ("b.ttf", b"hello" * 100), ("c.otf", b"OTTO\x00\x09" + bytes(300))):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(MapkitError, match=name):
            fonts.chain([tmp_path / name])
    with pytest.raises(MapkitError, match="No such file"):
        fonts.chain([tmp_path / "none.ttf"])


def test_every_name_of_the_test_sheet_has_its_glyphs() -> None:
    assert [n for n in NAMES if fonts.missing(n)] == []


def test_two_fonts_of_the_same_name_do_not_get_into_each_others_way(tmp_path: Path) -> None:
    path = tmp_path / "Mine.ttf"
    path.write_bytes(subset(fonts.shipped().regular[0], "A"))
    sheet = m.Sheet("s", "", (50, 50), 0, (m.Text("t", 10, 40, "AB", 10, BLACK),))
    document = pypdfium2.PdfDocument(to_pdf([sheet], fonts=fonts.chain([path])))
    assert "AB" in document[0].get_textpage().get_text_range().replace("\ufffe", "")
    document.close()


def test_chinese_is_set_in_chinese_shapes_on_wish_at_the_same_length() -> None:
    text = "骨直门，广东 Hubei"
    chinese = fonts.chain(language="zh")
    assert {p.stem for p, _ in fonts.runs("骨直门", "regular", chinese)} == {"NotoSansSC-Regular"}
    assert fonts.runs("骨直")[0][0].stem == "NotoSansJP-Regular"
    assert fonts.runs("Hubei", "regular", chinese)[0][0].stem == "NotoSansJP-Regular"
    assert fonts.measure(text, 3, "regular", chinese) == pytest.approx(fonts.measure(text, 3))


def test_what_ships_stays_under_20_megabytes_packed() -> None:
    packed = sum(len(zlib.compress(p.read_bytes(), 1)) for p in fonts.FOLDER.iterdir())
    assert packed < 17_000_000
    assert {p.name for p in fonts.FOLDER.glob("OFL*")} == {"OFL-NotoSans.txt", "OFL-NotoSansCJK.txt"}
