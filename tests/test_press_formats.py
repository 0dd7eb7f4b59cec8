"""SVG, PDF and PNG of a sheet: the same picture, all fonts embedded, the same bytes."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from press_sheets import BLACK, NAMES, WHITE, gray, stray, svg_picture, wavy

from mapkit.errors import MapkitError
from mapkit.press.fonts import measure
from mapkit.press.pdf import to_pdf
from mapkit.press.png import to_png
from mapkit.press.svg import to_svg
from mapkit.sheet import marks as m

SHEET = wavy()


def base_fonts(pdf: bytes) -> list[tuple[str, bool]]:
    with pikepdf.open(io.BytesIO(pdf)) as doc:
        return [
            (str(o.BaseFont), "/FontFile2" in o.FontDescriptor if "/FontDescriptor" in o else False)
            for o in doc.objects
            if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        ]


def test_pdf_and_svg_draw_the_same_picture(tmp_path: Path) -> None:
    one = gray(to_png(SHEET, 144))
    two = gray(svg_picture(to_svg(SHEET), tmp_path, 144))
    h, w = (min(a, b) for a, b in zip(one.shape, two.shape, strict=True))
    assert max(abs(a - b) for a, b in zip(one.shape, two.shape, strict=True)) <= 1
    assert stray(one[:h, :w], two[:h, :w]) <= 0.02
    assert stray(one[:h, :w], two[:h, :w], dark=200) <= 0.02


def test_a_picture_that_differs_is_seen_as_different(tmp_path: Path) -> None:
    moved = m.Sheet(
        "x",
        "x",
        SHEET.trim,
        0,
        tuple(m.Text(t.id, t.x + 1, *_rest(t)) if isinstance(t, m.Text) else t for t in SHEET.marks),
    )
    one, two = gray(to_png(SHEET, 144)), gray(to_png(moved, 144))
    assert stray(one, two) > 0.02


def _rest(t: m.Text) -> tuple[float, str, float, m.Ink, m.Weight, m.Anchor, m.Ink | None, float, float]:
    return t.y, t.text, t.size, t.fill, t.weight, t.anchor, t.halo, t.halo_width, t.turn


def test_every_font_of_a_pdf_is_embedded_and_helvetica_is_not_even_named() -> None:
    fonts = base_fonts(to_pdf([SHEET]))
    assert len(fonts) == 6
    assert all(embedded for _, embedded in fonts)
    assert not any("Helvetica" in name for name, _ in fonts)


def test_text_in_a_pdf_can_be_read_back() -> None:
    document = pypdfium2.PdfDocument(to_pdf([SHEET]))
    text = document[0].get_textpage().get_text_range()
    document.close()
    for name in (*NAMES, "日本 & <Test> “Ä”", "turned upwards"):
        assert name in text, name


def test_a_pdf_page_has_the_size_of_the_trim_or_of_trim_and_bleed() -> None:
    sheet = wavy((105.0, 148.0), bleed=3.0)
    with pikepdf.open(io.BytesIO(to_pdf([sheet]))) as doc:
        assert [round(float(v) * 25.4 / 72, 2) for v in doc.pages[0].MediaBox] == [0, 0, 105, 148]
    with pikepdf.open(io.BytesIO(to_pdf([sheet], bleed=True))) as doc:
        assert [round(float(v) * 25.4 / 72, 2) for v in doc.pages[0].MediaBox] == [0, 0, 111, 154]
        assert [round(float(v) * 25.4 / 72, 2) for v in doc.pages[0].TrimBox] == [3, 3, 108, 151]


def test_pdf_streams_are_binary() -> None:
    assert b"ASCII85" not in to_pdf([SHEET])


@pytest.mark.parametrize(("tone", "allowed"), [("rgb", "rg RG"), ("cmyk", "k K"), ("gray", "g G")])
def test_a_tone_is_the_only_colour_space_in_a_pdf(tone: str, allowed: str) -> None:
    with pikepdf.open(io.BytesIO(to_pdf([SHEET], tone))) as doc:  # type: ignore[arg-type]
        form = doc.pages[0].Resources.XObject["/S0"]
        used = {str(op) for _, op in pikepdf.parse_content_stream(form)} & {
            "g",
            "G",
            "rg",
            "RG",
            "k",
            "K",
            "cs",
            "CS",
            "sc",
            "scn",
        }
    assert used == set(allowed.split())


def test_svg_keeps_ids_and_escapes_text_and_has_its_size_in_mm() -> None:
    root = ET.fromstring(to_svg(SHEET))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert {mark.id for mark in SHEET.marks} <= set(ids)
    assert len(set(ids)) == len(ids)
    assert root.get("width") == "148mm"
    assert root.get("viewBox") == "0 0 148 210"
    assert "日本 & <Test> “Ä”" in "".join(root.itertext())


def test_svg_embeds_every_font_it_names() -> None:
    svg = to_svg(SHEET)
    embedded = set(re.findall(r"font-family:'([^']+)'", svg))
    assert set(re.findall(r"font-family=\"'([^']+)'", svg)) == embedded


def test_a_sheet_without_text_needs_no_font() -> None:
    bare = m.Sheet("bare", "", (50, 50), 0, (m.Dot("d", 25, 25, 10, fill=BLACK),))
    assert base_fonts(to_pdf([bare])) == []
    assert "font-face" not in to_svg(bare)
    assert gray(to_png(bare, 72)).min() == 0


def test_a_hole_in_a_path_stays_open() -> None:
    outer, inner = m.box(10, 10, 40, 40), m.box(20, 20, 30, 30)
    sheet = m.Sheet("h", "", (50, 50), 0, (m.Path("p", outer + inner, fill=BLACK),))
    picture = gray(to_png(sheet, 72))
    assert picture[71, 71] == 255
    assert picture[35, 71] == 0


def test_a_halo_lies_under_its_letters() -> None:
    ground = m.Path("g", m.box(0, 0, 60, 30), fill=BLACK)
    text = m.Text("t", 30, 20, "I", 15, BLACK, "bold", "middle", halo=WHITE, halo_width=1)
    picture = gray(to_png(m.Sheet("s", "", (60, 30), 0, (ground, text)), 144))
    dark = (picture[round(15 / 25.4 * 144)] < 128).tolist()
    changes = [d for d, before in zip(dark, [None, *dark], strict=False) if d != before]
    assert changes == [True, False, True, False, True]  # ground, halo, letter, halo, ground


def test_a_document_takes_nothing_from_the_one_before() -> None:
    def one(text: str) -> bytes:
        return to_pdf([m.Sheet("s", "", (60, 30), 0, (m.Text("t", 5, 20, text, 10, BLACK),))])

    first = one("abc")
    one("東京")
    assert one("abc") == first


def test_a_missing_glyph_prints_as_a_box_and_not_as_a_traceback() -> None:
    sheet = m.Sheet("s", "", (60, 30), 0, (m.Text("t", 5, 20, "a\U0001f000b", 10, BLACK),))
    assert gray(to_png(sheet, 72)).min() < 50
    assert "\U0001f000" in to_svg(sheet)


CODE = """
import sys, hashlib; sys.path.insert(0, "tests")
from press_sheets import wavy
from mapkit.press.pdf import to_pdf; from mapkit.press.svg import to_svg; from mapkit.press.png import to_png
s = wavy((60, 80)); print(hashlib.sha256(to_pdf([s, s]) + to_svg(s).encode() + to_png(s, 72)).hexdigest())
"""


def test_the_same_sheet_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    root = Path(__file__).parent.parent
    out = {
        subprocess.run(
            [sys.executable, "-c", CODE],
            env={**os.environ, "PYTHONHASHSEED": s},
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout
        for s in ("0", "77")
    }
    assert len(out) == 1


def test_the_mode_of_writing_ends_as_it_began_so_that_later_text_is_filled() -> None:
    with pikepdf.open(io.BytesIO(to_pdf([SHEET]))) as doc:
        modes = [int(args[0]) for args, op in pikepdf.parse_content_stream(doc.pages[0].Resources.XObject["/S0"], "Tr")]
    assert modes == [1, 0] * (len(modes) // 2)
    assert modes


def test_svg_keeps_a_hole_open_too(tmp_path: Path) -> None:
    outer, inner = m.box(10, 10, 40, 40), m.box(20, 20, 30, 30)
    sheet = m.Sheet("h", "", (50, 50), 0, (m.Path("p", outer + inner, fill=BLACK),))
    picture = gray(svg_picture(to_svg(sheet), tmp_path, 72))
    assert picture[71, 71] == 255
    assert picture[35, 71] == 0


@pytest.mark.parametrize(("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_an_anchor_says_which_part_of_the_text_stands_on_the_point(anchor: m.Anchor, share: float) -> None:
    sheet = m.Sheet("s", "", (90, 30), 0, (m.Text("t", 45, 20, "HHHHH", 8, BLACK, anchor=anchor),))
    start = 45 - share * measure("HHHHH", 8)
    text = next(e for e in ET.fromstring(to_svg(sheet)).iter() if e.get("id") == "t")
    assert float(text.get("x", "")) == pytest.approx(start, abs=0.002)
    columns = (gray(to_png(sheet, 254)) < 128).any(axis=0).nonzero()[0] / 10
    assert columns.min() == pytest.approx(start + 0.7, abs=0.4)  # the letter's side bearing
    assert columns.max() == pytest.approx(start + measure("HHHHH", 8) - 0.7, abs=0.4)


def test_a_png_knows_its_resolution() -> None:
    assert Image.open(io.BytesIO(to_png(wavy((30, 60)), 100))).info["dpi"] == pytest.approx((100, 100), abs=0.1)


def test_a_picture_too_large_is_refused() -> None:
    with pytest.raises(MapkitError, match="lower"):
        to_png(SHEET, 5000)
