"""Jobs: presets, PDF/X, tombo, home printing, serial numbers, what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pikepdf
import pypdfium2
import pytest
from press_sheets import BLACK, BLUE, RED, WHITE, gray, wavy

from mapkit.errors import MapkitError
from mapkit.press import crop, fit, home, impose, papers, pdfx, tombo
from mapkit.press.draw import INK_LIMIT, press_ink
from mapkit.press.job import Job, Numbering, Standard
from mapkit.press.pad import write_pad
from mapkit.press.png import picture
from mapkit.sheet import marks as m
from mapkit.units import PAPERS

MM = 25.4 / 72
A4, A5, A6 = PAPERS["a4"], PAPERS["a5"], PAPERS["a6"]
KINDS: tuple[Standard, ...] = ("x4", "x3", "x1a")


def mm(box: object) -> list[float]:
    return [round(float(v) * MM, 3) for v in box]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", list(papers.PRESETS))
def test_every_preset_makes_pages_whose_trim_is_the_asked_size(tmp_path: Path, name: str) -> None:
    preset = papers.preset(name)
    w, h = preset.trim or A6
    sheet = wavy((w, h), bleed=preset.bleed)
    remarks = write_pad(sheet, tmp_path / "p.pdf", 1, preset.paper, job=preset.job)
    assert remarks == ()
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        x0, y0, x1, y1 = mm(pdf.pages[0].TrimBox)
        assert (x1 - x0, y1 - y0) == pytest.approx((w, h), abs=0.1)
        bx0, by0, bx1, by1 = mm(pdf.pages[0].BleedBox)
        assert (bx1 - bx0, by1 - by0) == pytest.approx((w + 2 * preset.bleed, h + 2 * preset.bleed), abs=0.1)


def test_home_presets_fill_the_page_and_leave_the_printers_margin() -> None:
    for name, up in (("home-2up", 2), ("home-4up", 4), ("home-2up-letter", 2), ("home-4up-letter", 4)):
        preset = papers.preset(name)
        assert preset.trim and preset.paper
        sheet = impose.n_up(preset.trim, preset.paper, 0, preset.job.margin, preset.job.gutter)
        assert sheet.up == up
        assert not crop.crop(sheet).notes
        assert home.ruler_place(sheet)


def test_a_bound_edge_takes_its_glue_from_the_safe_area() -> None:
    pad = papers.preset("german-a5")
    assert pad.bound("top").safe == (11.0, 5.0, 5.0, 5.0)
    assert pad.bound("left").safe == (5.0, 5.0, 5.0, 11.0)
    assert pad.bound("top").job.bind == "top"


def test_the_table_of_papers_lists_every_one_with_trim_bleed_and_safe_area() -> None:
    rows = {row[0]: row for row in papers.table()}
    assert set(rows) == set(PAPERS) | set(papers.PRESETS)
    assert rows["german-a5"][2:] == ("148 x 210", "3", "5")
    assert rows["drivethru"][2] == "any"
    with pytest.raises(MapkitError, match="german-a5"):
        papers.preset("nonsense")


@pytest.mark.parametrize("kind", KINDS)
def test_a_pdfx_says_what_it_is_in_info_and_xmp_alike(tmp_path: Path, kind: Standard) -> None:
    sheet = replace(wavy(A6, bleed=3), title="Ländle & <Co>")
    write_pad(sheet, tmp_path / "p.pdf", 3, None, job=Job(press=kind))
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        assert pdf.pdf_version == {"x4": "1.6", "x3": "1.4", "x1a": "1.4"}[kind]
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == pdfx.NAMES[kind]
        assert pdf.docinfo["/Trapped"] == pikepdf.Name("/False")
        root = ET.fromstring(pdf.Root.Metadata.read_bytes().decode())
        said = {e.tag.rpartition("}")[2]: (e.text or "") for e in root.iter()}
        assert said["li"] == str(pdf.docinfo["/Title"]) == "Ländle & <Co>"
        assert pdfx.pdf_date(said["CreateDate"]) == str(pdf.docinfo["/CreationDate"])
        assert said["GTS_PDFXVersion"] == pdfx.NAMES[kind]
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == pikepdf.Name.GTS_PDFX
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"
        assert intent.DestOutputProfile.read_bytes() == pdfx.PROFILE.read_bytes()
        assert "/ID" in pdf.trailer


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tone", ["rgb", "gray"])
def test_a_pdfx_has_no_rgb_and_its_text_and_thin_lines_are_black(tmp_path: Path, kind: Standard, tone: str) -> None:
    job = Job(press=kind, tone=tone)  # type: ignore[arg-type]
    write_pad(wavy(A6, bleed=3), tmp_path / "p.pdf", 2, None, back=wavy(A6, bleed=3, seed=2), job=job)
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        for form in pdf.pages[0].Resources.XObject.values():
            width, fill, stroke, mode = 1.0, [0.0], [0.0], 0
            for args, op in pikepdf.parse_content_stream(form):
                name, values = str(op), [float(a) for a in args] if str(op) in ["w", "k", "K", "g", "G", "Tr"] else []
                assert name not in {"rg", "RG", "cs", "CS", "sh", "gs"}
                if name == "w":
                    width = values[0]
                    assert width >= 0.5
                elif name in "kg":
                    fill = values
                elif name in "KG":
                    stroke = values
                elif name == "Tr":
                    mode = int(values[0])
                elif name == "Tj" and mode == 0:
                    assert len(fill) == 1 or fill[:3] == [0, 0, 0]
                elif name in {"S", "B", "B*"} and width < 1:
                    assert len(stroke) == 1 or stroke[:3] == [0, 0, 0]


def test_no_ink_exceeds_the_limit_and_neutral_colours_are_black_alone() -> None:
    rich = m.Ink("rich", (0.1, 0.2, 0.1), (0.9, 0.8, 0.9, 0.7), 0.1)
    assert sum(press_ink(rich)) <= INK_LIMIT + 1e-9
    assert press_ink(m.Ink("grey", (0.5, 0.5, 0.5), (0.5, 0.4, 0.4, 0.1), 0.5)) == (0, 0, 0, 0.5)
    assert press_ink(BLUE, black=True)[:3] == (0, 0, 0)
    assert press_ink(RED) == RED.cmyk


def test_small_text_is_refused_on_press_with_its_name(tmp_path: Path) -> None:
    tiny = m.Sheet("front", "t", A6, 3, (m.Text("note", 10, 10, "tiny", 2.0, BLACK),))
    with pytest.raises(MapkitError, match=r"front note: text 'tiny' is 5\.7 pt"):
        write_pad(tiny, tmp_path / "p.pdf", 1, None, job=Job(press="x4"))
    assert not list(tmp_path.iterdir())
    write_pad(tiny, tmp_path / "p.pdf", 1, A4)  # at home it is the user's choice


def test_findings_of_a_sheet_name_the_mark() -> None:
    sheet = m.Sheet(
        "s", "", (100, 100), 3,
        (
            m.Path("half", m.box(0, 10, 20, 20), fill=RED),
            m.Path("hair", (("M", 30, 30), ("L", 40, 40)), stroke=BLACK, width=0.05),
            m.Text("edge", 2, 50, "Wide", 4, BLACK),
            m.Text("odd", 40, 60, "\U0001f000", 4, BLACK),
            m.Text("turned", 97, 60, "turned", 4, BLACK, turn=90),
        ),
    )  # fmt: skip
    found = {(f.rule, f.where.split()[1]) for f in fit.check(sheet, safe=(5, 5, 5, 5))}
    assert found == {
        ("short-bleed", "half"), ("thin-line", "hair"), ("unsafe-text", "edge"), ("missing-glyph", "odd"),
        ("unsafe-text", "turned"),
    }  # fmt: skip
    assert fit.check(wavy(bleed=3)) == []


def test_a_profile_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "p.icc").write_bytes(b"not a profile" * 50)
    sheet = wavy(A6, bleed=3)
    for path, said in ((tmp_path / "p.icc", "not an ICC"), (tmp_path / "q.icc", "cannot be read")):
        with pytest.raises(MapkitError, match=said):
            write_pad(sheet, tmp_path / "x.pdf", 1, None, job=Job(press="x4", profile=path))
    assert not (tmp_path / "x.pdf").exists()


def test_another_profile_is_embedded_and_named(tmp_path: Path) -> None:
    data = bytearray(pdfx.PROFILE.read_bytes())
    path = tmp_path / "mine.icc"
    path.write_bytes(bytes(data))
    write_pad(wavy(A6, bleed=3), tmp_path / "x.pdf", 1, None, job=Job(press="x4", profile=path))
    with pikepdf.open(tmp_path / "x.pdf") as pdf:
        assert "FOGRA39" in str(pdf.Root.OutputIntents[0].Info).upper()


def test_tombo_marks_lie_outside_the_bleed_and_on_the_paper() -> None:
    sheet = impose.alone(A5, 3, tombo.SLUG)
    lines = tombo.tombo(sheet).lines
    assert len(lines) == 4 * 4 + 4 * 2
    p = sheet.places[0]
    a, b, c, d = p.x - 3, p.y - 3, p.x + A5[0] + 3, p.y + A5[1] + 3
    for x0, y0, x1, y1 in lines:
        assert min(x0, x1, y0, y1) >= 0.5 - 1e-9
        assert max(x0, x1) <= sheet.paper[0] - 0.5 + 1e-9 and max(y0, y1) <= sheet.paper[1] - 0.5 + 1e-9
        assert max(x0, x1) <= a + 1e-6 or min(x0, x1) >= c - 1e-6 or max(y0, y1) <= b + 1e-6 or min(y0, y1) >= d - 1e-6


def test_tombo_marks_without_room_are_refused_with_the_size_that_has_it(tmp_path: Path) -> None:
    with pytest.raises(MapkitError, match="at most 183 x 270 mm"):
        write_pad(wavy((200, 280), bleed=3), tmp_path / "p.pdf", 1, A4, job=Job(press="x1a", marks="tombo"))
    write_pad(wavy((183, 270), bleed=3), tmp_path / "p.pdf", 1, A4, job=Job(press="x1a", marks="tombo"))


def test_marks_on_press_are_in_registration_colour(tmp_path: Path) -> None:
    write_pad(wavy(A6, bleed=3), tmp_path / "p.pdf", 1, None, job=Job(press="x4"))
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        assert b"/All CS 1 SCN" in pdf.pages[0].Contents.read_bytes()
        assert pdf.pages[0].Resources.ColorSpace["/All"][1] == pikepdf.Name.All


def test_a_home_pad_is_printed_at_its_size_and_says_how_to_turn_the_paper(tmp_path: Path) -> None:
    job = papers.preset("home-2up").job
    write_pad(wavy((136, 192)), tmp_path / "p.pdf", 4, A4, back=wavy((136, 192), seed=2), job=job)
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        prefs = pdf.Root.ViewerPreferences
        assert str(prefs.PrintScaling) == "/None"
        assert str(prefs.Duplex) == "/DuplexFlipLongEdge"
    document = pypdfium2.PdfDocument(tmp_path / "p.pdf")
    assert "50 mm" in document[0].get_textpage().get_text_range()
    assert "50 mm" not in document[1].get_textpage().get_text_range()
    document.close()


def test_the_ruler_is_50_mm_long_on_the_page(tmp_path: Path) -> None:
    blank = m.Sheet("b", "", (136, 192), 0, (m.Path("g", m.box(0, 0, 1, 1), fill=WHITE),))
    job = replace(papers.preset("home-2up").job, marks="none")
    write_pad(blank, tmp_path / "p.pdf", 1, A4, job=job)
    dark = gray(picture((tmp_path / "p.pdf").read_bytes(), 254)) < 128
    ys, xs = dark.nonzero()
    assert (xs.max() - xs.min()) / 10 == pytest.approx(50.2, abs=0.3)
    assert ys.min() > 192 * 10


def test_a_gray_pad_is_gray_throughout(tmp_path: Path) -> None:
    write_pad(wavy(A6), tmp_path / "p.pdf", 1, A4, job=Job(tone="gray"))
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        ops = {str(op) for _, op in pikepdf.parse_content_stream(pdf.pages[0].Resources.XObject["/S0"])}
        assert not ops & {"rg", "RG", "k", "K"}
        assert b"RG" not in pdf.pages[0].Contents.read_bytes()


@pytest.mark.parametrize("order", ["sequence", "stack"])
def test_every_sheet_has_its_own_number_in_the_asked_order(tmp_path: Path, order: impose.Order) -> None:
    job = Job(numbering=Numbering(first=98), order=order, marks="none")
    blank = m.Sheet("b", "", A6, 0, ())
    write_pad(blank, tmp_path / "p.pdf", 10, A4, job=job)
    document = pypdfium2.PdfDocument(tmp_path / "p.pdf")
    pages = [re.findall(r"\d+", page.get_textpage().get_text_range()) for page in document]
    document.close()
    assert sorted(n for page in pages for n in page) == [f"{n:03}" for n in range(98, 108)]
    first = {"sequence": {"098", "099", "100", "101"}, "stack": {"098", "101", "104", "107"}}[order]
    assert set(pages[0]) == first


def test_a_thousand_numbered_sheets_stay_small(tmp_path: Path) -> None:
    art = 150_000
    write_pad(wavy(), tmp_path / "n.pdf", 1000, A5, job=Job(numbering=Numbering(), marks="none"))
    assert (tmp_path / "n.pdf").stat().st_size <= art + 400_000
    write_pad(wavy(), tmp_path / "u.pdf", 1000, A5, job=Job(marks="none"))
    assert (tmp_path / "u.pdf").stat().st_size <= art + 20_000


def test_backs_of_a_pad_bound_at_the_top_stand_on_their_heads(tmp_path: Path) -> None:
    corner = m.Path("corner", m.box(0, 0, 20, 20), fill=BLACK)
    front = m.Sheet("f", "", (100, 140), 0, (corner,))
    write_pad(front, tmp_path / "p.pdf", 1, A4, back=front, job=Job(bind="top", marks="none"))
    data = (tmp_path / "p.pdf").read_bytes()
    one, two = gray(picture(data, 72, 0)) < 128, gray(picture(data, 72, 1)) < 128
    assert (one != two[::-1, ::-1]).mean() < 0.002


def test_a_job_that_cannot_be_is_refused() -> None:
    for wrong in ({"margin": -1.0}, {"gutter": 500.0}, {"shift": (30.0, 0.0)}, {"up": 0}, {"press": "x9"}):
        with pytest.raises(MapkitError):
            Job(**wrong)  # type: ignore[arg-type]
    with pytest.raises(MapkitError):
        Numbering(first=-1)


def test_lines_on_press_are_at_least_half_a_point_and_thin_ones_black(tmp_path: Path) -> None:
    hair = m.Path("hair", (("M", 10, 10), ("L", 50, 50)), stroke=BLUE, width=0.05)
    wide = m.Path("wide", (("M", 10, 20), ("L", 50, 60)), stroke=BLUE, width=0.8)
    write_pad(m.Sheet("s", "", A6, 3, (hair, wide)), tmp_path / "p.pdf", 1, None, job=Job(press="x4"))
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        code = pdf.pages[0].Resources.XObject["/S0"].read_bytes().decode()
    assert re.findall(r"([\d.]+) w", code) == [".5", "2.27"]
    assert re.findall(r"(\S+ \S+ \S+ \S+) K", code) == ["0 0 0 .3", ".4 .2 0 0"]


def test_presets_hold_the_figures_that_shops_state() -> None:
    pads = [papers.preset(f"tgc-{size}") for size in ("small", "medium", "large")]
    assert [pad.trim for pad in pads] == [(88.9, 139.7), (114.3, 203.2), (203.2, 254.0)]
    assert {pad.bleed for pad in pads} == {3.175}
    assert papers.preset("drivethru").job.press == papers.preset("doujin-a5").job.press == "x1a"
    assert papers.preset("doujin-b5").job.marks == "tombo"
    assert papers.preset("uk-ncr").safe == (6, 6, 6, 6)
