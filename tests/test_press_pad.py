"""Pads: how many sheets lie on a paper, where, their marks, their backs; small files, one form a sheet."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from press_sheets import BLACK, RED, gray, wavy

from mapkit.errors import MapkitError
from mapkit.press import crop, impose, output
from mapkit.press.job import Job
from mapkit.press.pad import write_pad
from mapkit.press.png import picture
from mapkit.sheet import marks as m

TURNS: tuple[impose.Turn, ...] = ("long", "short")
A4, A5, A6 = (210.0, 297.0), (148.0, 210.0), (105.0, 148.0)


@pytest.mark.parametrize(
    ("trim", "bleed", "margin", "up", "wide"),
    [(A5, 0, 0, 2, True), (A6, 0, 0, 4, False), (A6, 0, 5, 2, True), (A5, 3, 0, 2, True), ((100, 143), 0, 5, 4, False),
     (A4, 0, 0, 1, False), ((297, 210), 0, 0, 1, True), ((60, 60), 3, 5, 12, False)],
)  # fmt: skip
def test_as_many_sheets_as_fit_lie_on_an_a4(
    trim: tuple[float, float], bleed: float, margin: float, up: int, wide: bool
) -> None:
    sheet = impose.n_up(trim, A4, bleed, margin)
    assert sheet.up == up
    assert (sheet.paper[0] > sheet.paper[1]) == wide


def test_sheets_stay_on_the_paper_and_off_each_other() -> None:
    for trim in ((50.0, 70.0), A6, A5, (63.0, 88.0), (89.0, 140.0)):
        for bleed in (0.0, 3.0):
            sheet = impose.n_up(trim, A4, bleed, 4)
            for p in sheet.places:
                assert p.x >= 4 - 1e-6 and p.y >= 4 - 1e-6
                assert p.x + trim[0] <= sheet.paper[0] - 4 + 1e-6 and p.y + trim[1] <= sheet.paper[1] - 4 + 1e-6
                for q in sheet.places:
                    assert p == q or abs(p.x - q.x) >= trim[0] - 1e-6 or abs(p.y - q.y) >= trim[1] - 1e-6


def test_a_sheet_larger_than_the_paper_is_refused_with_the_size_that_works() -> None:
    with pytest.raises(MapkitError, match="at most 200 x 287 mm"):
        impose.n_up((205.0, 290.0), A4, margin=5)


def test_neighbours_ink_at_most_to_the_middle_of_the_gutter() -> None:
    sheet = impose.grid((50, 50), (120, 120), bleed=3, columns=2, rows=2, gutter=4)
    assert sheet.room(sheet.places[0]) == (5, 5, 60, 60)
    assert sheet.room(sheet.places[3]) == (60, 60, 115, 115)


@pytest.mark.parametrize("paper", [A4, (297.0, 210.0)])
@pytest.mark.parametrize("turn", ["long", "short"])
def test_a_back_lies_behind_its_front(paper: tuple[float, float], turn: impose.Turn) -> None:
    front = impose.grid((40, 60), paper, 0, 2, 3, 5)
    back = impose.behind(front, turn)
    vertical_axis = (turn == "long") == (paper[1] >= paper[0])
    for p, q in zip(front.places, back.places, strict=True):
        if vertical_axis:
            assert (q.x, q.y, q.turn) == pytest.approx((paper[0] - p.x - 40, p.y, 0))
        else:
            assert (q.x, q.y, q.turn) == pytest.approx((p.x, paper[1] - p.y - 60, 180))


def test_backs_of_turned_sheets_keep_top_on_top() -> None:
    front = impose.Imposition(A4, (40, 60), 0, 1, 1, 0, (impose.Placement(10, 20, 90),))
    assert impose.behind(front, "long").places == (impose.Placement(210 - 10 - 60, 20, 270),)
    assert impose.behind(front, "short").places == (impose.Placement(10, 297 - 20 - 40, 90),)


def test_a_shift_moves_the_backs_only() -> None:
    front = impose.grid((40, 60), A4, 0, 1, 1, 0)
    assert impose.behind(front, "long", (1, -2)).places[0] == impose.Placement(86, 116.5)


def test_piles_cut_once_and_stacked_are_in_order() -> None:
    pages = impose.plan(5, 4, "stack", designs=2)
    piles = [[page[i] for page in pages if page[i] is not None] for i in range(4)]
    assert [n for pile in piles for n in pile] == [(d, c) for c in range(5) for d in range(2)]


def test_sheets_follow_each_other_set_by_set_or_each_design_on_pages_of_its_own() -> None:
    assert impose.plan(3, 2) == [[(0, 0), (0, 1)], [(0, 2), None]]
    assert impose.plan(2, 2, designs=2) == [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]
    assert impose.plan(3, 2, "repeat", 2) == [[(0, 0), (0, 1)], [(0, 2), None], [(1, 0), (1, 1)], [(1, 2), None]]


@given(st.integers(1, 40), st.integers(1, 9), st.sampled_from(["sequence", "stack", "repeat"]), st.integers(1, 4))
def test_every_order_prints_every_copy_of_every_design_once(
    copies: int, up: int, order: impose.Order, designs: int
) -> None:
    pages = impose.plan(copies, up, order, designs)
    assert all(len(page) == up for page in pages)
    shown = [leaf for page in pages for leaf in page if leaf]
    assert sorted(shown) == [(d, c) for d in range(designs) for c in range(copies)]


def test_crop_marks_are_on_the_paper_and_outside_trim_and_bleed() -> None:
    for trim, bleed in (((100.0, 143.0), 0.0), ((90.0, 120.0), 3.0), (A5, 0.0), ((60.0, 60.0), 2.0)):
        sheet = impose.n_up(trim, A4, bleed, 0)
        for x0, y0, x1, y1 in crop.crop(sheet).lines:
            assert min(x0, x1) + 1e-9 >= 0.5 and max(x0, x1) <= sheet.paper[0] - 0.5 + 1e-9
            assert min(y0, y1) + 1e-9 >= 0.5 and max(y0, y1) <= sheet.paper[1] - 0.5 + 1e-9
            assert 2 - 1e-9 <= abs(x1 - x0) + abs(y1 - y0) <= 5 + 1e-9
            for p in sheet.places:
                a, b = p.x - bleed, p.y - bleed
                c, d = p.x + trim[0] + bleed, p.y + trim[1] + bleed
                assert (
                    max(x0, x1) <= a + 1e-6
                    or min(x0, x1) >= c - 1e-6
                    or max(y0, y1) <= b + 1e-6
                    or min(y0, y1) >= d - 1e-6
                )


def test_every_cut_has_a_mark_at_both_ends() -> None:
    sheet = impose.n_up((90.0, 130.0), A4, 3, 0)
    lines = crop.crop(sheet).lines
    upright = [line[0] for line in lines if line[0] == line[2]]
    xs = sorted({round(v, 4) for p in sheet.places for v in (p.x, p.x + 90)})
    assert sorted(upright) == sorted(xs * 2)


def test_marks_that_have_no_room_are_said_with_the_size_that_has() -> None:
    for trim in (A6, A5):
        found = crop.crop(impose.n_up(trim, A4))
        assert found.notes
        size = found.notes[0].rpartition("sheets of ")[2].removesuffix("mm")
        w, h = map(float, size.split("x"))
        again = crop.crop(impose.n_up((w, h), A4))
        assert not [n for n in again.notes if n.split(":")[0] == found.notes[0].split(":")[0]]


def test_a_sheet_of_the_papers_own_size_needs_no_cut() -> None:
    assert crop.crop(impose.n_up(A4, A4)) == crop.Marks(())


def test_a_pad_of_100_duplex_sheets_is_small_and_has_one_form_for_each_side(tmp_path: Path) -> None:
    path = tmp_path / "pad.pdf"
    write_pad(wavy(), path, 100, A4, back=wavy(seed=2))
    assert path.stat().st_size <= 400_000
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 100
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 2
        for page in pdf.pages:
            assert page.Contents.read_bytes().count(b" Do") == 2
        names = [
            str(o.BaseFont) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        ]
        assert not any("Helvetica" in n for n in names)


@pytest.mark.parametrize(("sheets", "pages"), [(1, 1), (2, 1), (3, 2), (7, 4)])
def test_a_pad_has_exactly_the_asked_number_of_sheets(tmp_path: Path, sheets: int, pages: int) -> None:
    write_pad(wavy((148.0, 210.0)), tmp_path / "p.pdf", sheets, A4)
    with pikepdf.open(tmp_path / "p.pdf") as pdf:
        assert sum(page.Contents.read_bytes().count(b" Do") for page in pdf.pages) == sheets
        assert len(pdf.pages) == (pages if sheets > 1 else 1)


def test_front_and_back_meet_when_a_page_is_held_against_the_light(tmp_path: Path) -> None:
    corner = m.Path("corner", m.box(0, 0, 20, 20), fill=BLACK)  # top left of the front
    mirror = m.Path("corner", m.box(80, 0, 100, 20), fill=BLACK)  # top right of the back, seen from behind
    front = m.Sheet("f", "", (100, 140), 0, (corner,))
    back = m.Sheet("b", "", (100, 140), 0, (mirror,))
    for turn in TURNS:
        for paper in (A4, (297.0, 210.0)):
            write_pad(front, tmp_path / "p.pdf", 4, paper, back=back, job=Job(marks="none", turn=turn))
            data = (tmp_path / "p.pdf").read_bytes()
            one, two = gray(picture(data, 72, 0)), gray(picture(data, 72, 1))
            portrait = one.shape[0] > one.shape[1]
            seen = two[:, ::-1] if (turn == "long") == portrait else two[::-1]
            assert ((one < 128) != (seen < 128)).mean() < 0.002


def test_a_bleed_reaches_over_the_trim_but_not_over_a_neighbour(tmp_path: Path) -> None:
    full = m.Sheet("f", "", (60, 60), 3, (m.Path("g", m.box(-3, -3, 63, 63), fill=RED),))
    write_pad(full, tmp_path / "p.pdf", 1, (80.0, 80.0), job=Job(marks="none"))
    one = gray(picture((tmp_path / "p.pdf").read_bytes(), 254))
    assert one[400, 75] < 250 and one[400, 65] == 255  # ink from 7 mm on


def test_a_failed_pad_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(b"old")
    with pytest.raises(MapkitError):
        write_pad(wavy(), path, 5, (50.0, 50.0))
    with pytest.raises(MapkitError):
        write_pad(wavy(), path, 0)
    with pytest.raises(MapkitError, match="one size"):
        write_pad(wavy(), path, 5, back=wavy(A6))
    with pytest.raises(MapkitError, match="folder"):
        write_pad(wavy(), tmp_path, 5)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_progress_ends_at_one(tmp_path: Path) -> None:
    told: list[float] = []
    note: Callable[[str, float], None] = lambda what, share: told.append(share)  # noqa: E731
    write_pad(wavy(), tmp_path / "p.pdf", 3000, A4, progress=note)
    assert told == sorted(told) and told[-1] == 1.0


def test_text_of_a_pad_can_be_searched(tmp_path: Path) -> None:
    write_pad(wavy(), tmp_path / "p.pdf", 2)
    document = pypdfium2.PdfDocument(io.BytesIO((tmp_path / "p.pdf").read_bytes()))
    assert document[0].get_textpage().get_text_range().count("澳門") >= 2
    document.close()


def seasons(count: int) -> list[m.Sheet]:
    return [m.Sheet(f"s{i}", f"s{i}", A6, 0, (m.Text("t", 20, 50, f"sheet{i}", 8, BLACK),)) for i in range(count)]


def test_a_pad_of_several_designs_holds_sets_of_them(tmp_path: Path) -> None:
    for order, first in (("sequence", ["0", "1", "2", "0"]), ("repeat", ["0", "0", "0"])):
        write_pad(seasons(3), tmp_path / "p.pdf", 3, A4, job=Job(order=order))  # type: ignore[arg-type]
        document = pypdfium2.PdfDocument(tmp_path / "p.pdf")
        texts = [re.findall(r"sheet(\d)", page.get_textpage().get_text_range()) for page in document]
        document.close()
        assert sorted(texts[0]) == sorted(first)
        assert sorted(n for page in texts for n in page) == sorted("012" * 3)


def test_backs_are_one_for_all_or_one_for_each(tmp_path: Path) -> None:
    fronts = seasons(2)
    backs = [m.Sheet(f"b{i}", "", A6, 0, (m.Text("t", 20, 50, f"back{i}", 8, BLACK),)) for i in range(2)]
    for back, wanted in ((backs[0], "00"), (backs, "01")):
        write_pad(fronts, tmp_path / "p.pdf", 1, A4, back=back, job=Job(up=2))
        document = pypdfium2.PdfDocument(tmp_path / "p.pdf")
        found = re.findall(r"back(\d)", document[1].get_textpage().get_text_range())
        document.close()
        assert sorted(found) == sorted(wanted)
    with pytest.raises(MapkitError, match="one for all"):
        write_pad(seasons(3), tmp_path / "p.pdf", 1, A4, back=backs)


def test_a_file_whose_writing_breaks_off_leaves_nothing_behind(tmp_path: Path) -> None:
    def broken(file: IO[bytes]) -> None:
        file.write(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(MapkitError, match="No space left"):
        output.write(tmp_path / "p.pdf", broken)
    assert not list(tmp_path.iterdir())
