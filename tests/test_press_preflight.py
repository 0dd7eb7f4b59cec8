"""Preflight: faults planted in good files, one at a time; every one is found, and none on the good ones."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf
from press_sheets import BLACK, RED, wavy

from mapkit.errors import MapkitError
from mapkit.map import Finding
from mapkit.press import pdfx
from mapkit.press.job import Job, MarkKind, Numbering, Standard
from mapkit.press.pad import write_pad
from mapkit.press.papers import preset
from mapkit.press.preflight import RULES, preflight
from mapkit.sheet import marks as m
from mapkit.units import PAPERS

A6 = PAPERS["a6"]
KINDS: tuple[Standard, ...] = ("x4", "x3", "x1a")


def plain(bleed: float = 3.0) -> m.Sheet:
    """A small sheet without a fault: ground over the bleed, a cell, a name."""
    w, h = A6
    return m.Sheet(
        "plain", "A plain sheet", A6, bleed,
        (
            m.Path("ground", m.box(-bleed, -bleed, w + bleed, h + bleed), fill=RED),
            m.Path("cell", m.box(30, 40, 70, 90), fill=RED, stroke=BLACK, width=0.3),
            m.Text("name", 50, 80, "東京 Tokyo", 4, BLACK, anchor="middle"),
        ),
    )  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("good")
    found = {}
    for kind in KINDS:
        write_pad(plain(), folder / "p.pdf", 2, None, back=plain(), job=Job(press=kind))
        found[kind] = (folder / "p.pdf").read_bytes()
    write_pad(plain(0), folder / "p.pdf", 2, PAPERS["a4"], job=Job(home=True, margin=5))
    return found | {"home": (folder / "p.pdf").read_bytes()}


def rules(found: list[Finding], severe: bool = False) -> set[str]:
    return {f.rule for f in found if f.severe or not severe}


@pytest.mark.parametrize("kind", [*KINDS, "home"])
def test_a_good_file_has_no_finding(good: dict[str, bytes], tmp_path: Path, kind: str) -> None:
    (tmp_path / "p.pdf").write_bytes(good[kind])
    assert preflight(tmp_path / "p.pdf", kind) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "marks"), [("x4", "crop"), ("x3", "none"), ("x1a", "tombo")])
def test_pads_of_mapkit_pass_their_own_preflight(tmp_path: Path, kind: Standard, marks: MarkKind) -> None:
    job = Job(press=kind, marks=marks, numbering=Numbering())
    write_pad(wavy(A6, bleed=3), tmp_path / "p.pdf", 3, None, back=wavy(A6, bleed=3, seed=2), job=job)
    assert rules(preflight(tmp_path / "p.pdf")) - {"small-text"} == set()


@pytest.mark.parametrize("name", ["tgc-small", "uk-ncr", "drivethru"])
def test_presets_of_print_shops_pass_preflight(tmp_path: Path, name: str) -> None:
    shop = preset(name)
    sheet = wavy(shop.trim or A6, bleed=shop.bleed)
    write_pad(sheet, tmp_path / "p.pdf", 1, shop.paper, job=shop.job)
    assert preflight(tmp_path / "p.pdf", shop.job.press) == []


# --- faults: what is done to a good file, and the rule that must see it ---
Fault = Callable[[Pdf], None]
FAULTS: list[tuple[str, str, str, Fault]] = []  # rule, target, id, fault


def fault(rule: str, target: str = "x4") -> Callable[[Fault], Fault]:
    def keep(plant: Fault) -> Fault:
        FAULTS.append((rule, target, plant.__name__, plant))
        return plant

    return keep


def paint(pdf: Pdf, code: str, number: int = 0) -> None:
    """Adds operators to one page, after its own."""
    page = pdf.pages[number]
    page.obj.Resources = Dictionary(page.obj.Resources)  # not shared any more
    page.obj.Contents = pdf.make_stream(page.Contents.read_bytes() + b"\n" + code.encode())


def use(pdf: Pdf, kind: str, name: str, value: object, code: str) -> None:
    """Adds a resource and operators that use it."""
    paint(pdf, code)
    old = pdf.pages[0].obj.Resources.get(f"/{kind}", Dictionary())
    pdf.pages[0].obj.Resources[f"/{kind}"] = Dictionary({**{str(k): v for k, v in old.items()}, f"/{name}": value})


def state(pdf: Pdf, code: str = "0 0 0 1 k 200 200 20 20 re f", **entries: object) -> None:
    use(pdf, "ExtGState", "G", Dictionary({f"/{k}": v for k, v in entries.items()}), f"q /G gs {code} Q")


def image(pdf: Pdf, side: int = 400, pt: float = 40, space: object = Name.DeviceGray, **entries: object) -> None:
    channels = {"/DeviceRGB": 3, "/DeviceCMYK": 4}.get(str(space), 1)
    data = bytes(side * side * channels)
    picture = pdf.make_stream(
        data, Type=Name.XObject, Subtype=Name.Image, Width=side, Height=side, BitsPerComponent=8, ColorSpace=space
    )
    for key, value in entries.items():
        picture[f"/{key}"] = value
    use(pdf, "XObject", "I", picture, f"q {pt} 0 0 {pt} 150 150 cm /I Do Q")


def font(pdf: Pdf, entries: dict[str, object], text: str = "(Ab) Tj") -> None:
    use(
        pdf,
        "Font",
        "X",
        Dictionary({"/Type": Name.Font, **entries}),
        f"BT 0 0 0 1 k /X 10 Tf 1 0 0 1 150 150 Tm {text} ET",
    )


def own_font(pdf: Pdf) -> Dictionary:
    return next(o for o in pdf.objects if isinstance(o, Dictionary) and o.get("/Type") == "/Font")


def box(pdf: Pdf, name: str, by: tuple[float, float, float, float], number: int = 0) -> None:
    page = pdf.pages[number].obj
    page[f"/{name}"] = Array([float(v) + d for v, d in zip(page[f"/{name}"], by, strict=True)])


@fault("rgb")
def a_fill_in_rgb(pdf: Pdf) -> None:
    paint(pdf, "1 0 0 rg 200 200 20 20 re f")


@fault("rgb", "x1a")
def an_image_in_rgb(pdf: Pdf) -> None:
    image(pdf, space=Name.DeviceRGB)


@fault("rgb", "x3")
def a_shading_in_rgb(pdf: Pdf) -> None:
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 0, 0], C1=[0, 0, 1], N=1)
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 100, 0], Function=tint)
    use(pdf, "Shading", "H", shading, "q 200 200 20 20 re W n /H sh Q")


@fault("profiled-colour", "x1a")
def a_colour_in_lab(pdf: Pdf) -> None:
    lab = Array([Name.Lab, Dictionary(WhitePoint=[0.9505, 1, 1.089])])
    use(pdf, "ColorSpace", "L", lab, "/L cs 50 20 20 sc 200 200 20 20 re f")


@fault("profiled-colour", "x1a")
def a_colour_with_an_icc_profile(pdf: Pdf) -> None:
    icc = Array([Name.ICCBased, pdf.make_stream(pdfx.PROFILE.read_bytes(), N=4)])
    use(pdf, "ColorSpace", "L", icc, "/L cs 0 0 0 1 sc 200 200 20 20 re f")


@fault("spot-colour")
def a_spot_colour(pdf: Pdf) -> None:
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 1, 0, 0], N=1)
    spot = Array([Name.Separation, Name("/Gold"), Name.DeviceCMYK, tint])
    use(pdf, "ColorSpace", "Z", spot, "/Z cs 1 scn 200 200 20 20 re f")


@fault("registration-colour")
def registration_colour_in_the_art(pdf: Pdf) -> None:
    paint(pdf, "/All cs 1 scn 200 200 20 20 re f")


@fault("too-much-ink")
def ink_of_300_percent(pdf: Pdf) -> None:
    paint(pdf, "1 1 1 0 k 200 200 20 20 re f")


@fault("text-in-several-inks")
def rich_black_text(pdf: Pdf) -> None:
    page = pdf.pages[0]
    form = page.Resources.XObject["/S0"]
    form.write(form.read_bytes().replace(b"0 0 0 1 k", b".5 .4 .4 .9 k"))


@fault("line-in-several-inks")
def a_thin_line_in_two_inks(pdf: Pdf) -> None:
    paint(pdf, "1 1 0 0 K .5 w 200 200 m 250 250 l S")


@fault("small-text", "x3")
def text_of_5_pt(pdf: Pdf) -> None:
    form = pdf.pages[0].Resources.XObject["/S0"]
    form.write(form.read_bytes().replace(b" 11.34 Tf", b" 5 Tf"))


@fault("small-text")
def text_scaled_down_by_its_matrix(pdf: Pdf) -> None:
    form = pdf.pages[0].Resources.XObject["/S0"]
    form.write(b".4 0 0 .4 0 0 cm " + form.read_bytes())


@fault("thin-line")
def a_hairline(pdf: Pdf) -> None:
    paint(pdf, "0 0 0 1 K 0 w 200 200 m 250 250 l S")


@fault("thin-line", "x1a")
def a_line_made_thin_by_its_scale(pdf: Pdf) -> None:
    paint(pdf, "q .1 0 0 .1 0 0 cm 0 0 0 1 K 1 w 2000 2000 m 2500 2500 l S Q")


@fault("text-near-cut")
def text_on_the_cut(pdf: Pdf) -> None:
    form = pdf.pages[0].Resources.XObject["/S0"]
    form.write(form.read_bytes().replace(b"BT", b"q 1 0 0 1 -120 0 cm BT").replace(b"ET", b"ET Q"))


@fault("transparency", "x1a")
def half_transparent_ink(pdf: Pdf) -> None:
    state(pdf, ca=0.5)


@fault("transparency", "x3")
def a_blend_mode(pdf: Pdf) -> None:
    state(pdf, BM=Name.Multiply)


@fault("transparency", "x1a")
def an_image_with_a_soft_mask(pdf: Pdf) -> None:
    mask = pdf.make_stream(
        bytes(16),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=4,
        Height=4,
        BitsPerComponent=8,
        ColorSpace=Name.DeviceGray,
    )
    image(pdf, SMask=mask)


@fault("page-group", "x1a")
def a_page_that_is_a_transparency_group(pdf: Pdf) -> None:
    pdf.pages[0].obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


@fault("white-overprint")
def white_that_overprints(pdf: Pdf) -> None:
    state(pdf, "0 0 0 0 k 200 200 20 20 re f", op=True, OP=True)


@fault("transfer-function")
def a_transfer_function(pdf: Pdf) -> None:
    state(pdf, TR=Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=2))


@fault("halftone", "x1a")
def a_halftone(pdf: Pdf) -> None:
    state(pdf, HT=Dictionary(HalftoneType=1, Frequency=60, Angle=45, SpotFunction=Name.Round))


@fault("low-resolution")
def an_image_of_72_dpi(pdf: Pdf) -> None:
    image(pdf, side=40, pt=40)


@fault("image-filter", "x1a")
def an_image_in_jpeg_2000(pdf: Pdf) -> None:
    image(pdf, Filter=Name.JPXDecode)


@fault("foreign-object", "x3")
def a_postscript_object(pdf: Pdf) -> None:
    use(pdf, "XObject", "P", pdf.make_stream(b"showpage", Type=Name.XObject, Subtype=Name.PS), "/P Do")


@fault("font-not-embedded")
def helvetica_not_embedded(pdf: Pdf) -> None:
    font(pdf, {"/Subtype": Name.Type1, "/BaseFont": Name.Helvetica})


@fault("font-not-embedded", "x1a")
def a_font_file_taken_out(pdf: Pdf) -> None:
    del own_font(pdf).FontDescriptor["/FontFile2"]


@fault("font-listed")
def helvetica_listed_only(pdf: Pdf) -> None:
    page = pdf.pages[0].obj
    page.Resources.Font = Dictionary(
        H=pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    )


@fault("type3-font")
def a_type_3_font(pdf: Pdf) -> None:
    glyph = pdf.make_stream(b"500 0 0 0 400 400 d1 0 0 400 400 re f")
    font(pdf, {
        "/Subtype": Name.Type3, "/FontBBox": [0, 0, 500, 500], "/FontMatrix": [0.001, 0, 0, 0.001, 0, 0],
        "/CharProcs": Dictionary(a=glyph), "/Encoding": Dictionary(Type=Name.Encoding, Differences=[65, Name.a]),
        "/FirstChar": 65, "/LastChar": 65, "/Widths": [500], "/Resources": Dictionary(),
    }, "(A) Tj")  # fmt: skip


@fault("broken-font")
def a_damaged_font_file(pdf: Pdf) -> None:
    stream = own_font(pdf).FontDescriptor.FontFile2
    stream.write(stream.read_bytes()[:600] + bytes(200))


@fault("missing-glyph")
def a_letter_without_a_glyph(pdf: Pdf) -> None:
    form = pdf.pages[0].Resources.XObject["/S0"]
    form.write(form.read_bytes().replace(b"Tokyo", b"T~kyo"))


@fault("wrong-widths")
def widths_that_differ_from_the_font(pdf: Pdf) -> None:
    own_font(pdf).Widths[ord("T")] = 999


@fault("unreadable-text")
def a_font_without_tounicode(pdf: Pdf) -> None:
    del own_font(pdf)["/ToUnicode"]


@fault("no-trimbox")
def a_page_without_trimbox(pdf: Pdf) -> None:
    del pdf.pages[0].obj["/TrimBox"]


@fault("trim-and-art")
def a_page_with_both_boxes(pdf: Pdf) -> None:
    pdf.pages[0].obj.ArtBox = pdf.pages[0].obj.TrimBox


@fault("boxes-not-nested")
def a_trim_outside_the_bleed(pdf: Pdf) -> None:
    box(pdf, "TrimBox", (-20, 0, 0, 0))


@fault("small-bleed", "x1a")
def a_bleed_of_1_mm(pdf: Pdf) -> None:
    box(pdf, "BleedBox", (5.67, 5.67, -5.67, -5.67))


@fault("sizes-differ")
def a_page_of_another_size(pdf: Pdf) -> None:
    box(pdf, "TrimBox", (0, 0, -4, 0), 1)


@fault("rotated")
def a_rotated_page(pdf: Pdf) -> None:
    pdf.pages[0].obj.Rotate = 90


@fault("user-unit")
def a_page_with_user_unit(pdf: Pdf) -> None:
    pdf.pages[0].obj.UserUnit = 2


@fault("annotation", "x1a")
def a_comment_on_the_art(pdf: Pdf) -> None:
    pdf.pages[0].obj.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=[100, 100, 120, 120])])


@fault("empty-page")
def a_page_without_art(pdf: Pdf) -> None:
    pdf.pages[0].obj.Contents = pdf.make_stream(b"")


@fault("broken-content")
def a_resource_that_is_missing(pdf: Pdf) -> None:
    paint(pdf, "/Nowhere Do")


@fault("broken-content", "x1a")
def an_unbalanced_q(pdf: Pdf) -> None:
    paint(pdf, "Q Q")


@fault("bleed-not-filled")
def a_ground_that_ends_at_the_cut(pdf: Pdf) -> None:
    page = pdf.pages[0].obj
    x0, y0, x1, y1 = (float(v) for v in page.TrimBox)
    clip = f"q {x0} {y0} {x1 - x0} {y1 - y0} re W n\n".encode()
    page.Contents = pdf.make_stream(clip + pdf.pages[0].Contents.read_bytes() + b"\nQ")


@fault("bleed-not-filled", "x1a")
def art_moved_to_one_side(pdf: Pdf) -> None:
    page = pdf.pages[0].obj
    page.Contents = pdf.make_stream(b"q 1 0 0 1 9 0 cm " + pdf.pages[0].Contents.read_bytes() + b" Q")


@fault("pdf-version", "x1a")
def a_version_too_new(pdf: Pdf) -> None:
    pdf.Root.Version = Name("/1.7")


@fault("not-pdfx", "x3")
def no_word_of_pdfx(pdf: Pdf) -> None:
    del pdf.docinfo["/GTS_PDFXVersion"]


@fault("no-output-intent")
def no_output_intent(pdf: Pdf) -> None:
    del pdf.Root["/OutputIntents"]


@fault("no-output-intent", "x1a")
def two_output_intents(pdf: Pdf) -> None:
    pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])


@fault("output-intent-unnamed", "x3")
def an_output_intent_without_a_name(pdf: Pdf) -> None:
    del pdf.Root.OutputIntents[0]["/OutputConditionIdentifier"]


@fault("no-profile")
def an_output_intent_without_profile(pdf: Pdf) -> None:
    del pdf.Root.OutputIntents[0]["/DestOutputProfile"]


@fault("bad-profile")
def a_profile_with_the_wrong_number_of_inks(pdf: Pdf) -> None:
    pdf.Root.OutputIntents[0].DestOutputProfile.N = 3


@fault("bad-profile", "x1a")
def a_profile_that_is_none(pdf: Pdf) -> None:
    pdf.Root.OutputIntents[0].DestOutputProfile.write(b"profile" * 50)


@fault("no-trapped")
def trapped_unknown(pdf: Pdf) -> None:
    pdf.docinfo["/Trapped"] = Name("/Unknown")


@fault("no-title", "x1a")
def no_title(pdf: Pdf) -> None:
    del pdf.docinfo["/Title"]


@fault("no-date", "x3")
def no_modification_date(pdf: Pdf) -> None:
    del pdf.docinfo["/ModDate"]


@fault("no-xmp")
def no_metadata(pdf: Pdf) -> None:
    del pdf.Root["/Metadata"]


@fault("metadata-differ")
def another_title_in_info(pdf: Pdf) -> None:
    pdf.docinfo["/Title"] = "Something else"


@fault("metadata-differ", "x1a")
def another_date_in_info(pdf: Pdf) -> None:
    pdf.docinfo["/ModDate"] = "D:20010101000000Z"


@fault("script", "home")
def javascript(pdf: Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


@fault("action")
def an_action_on_opening(pdf: Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.URI, URI="http://example.org")


@fault("attachment", "x1a")
def an_attached_file(pdf: Pdf) -> None:
    pdf.attachments["notes.txt"] = b"notes"


@fault("form-fields")
def a_form_field(pdf: Pdf) -> None:
    pdf.Root.AcroForm = Dictionary(Fields=Array([pdf.make_indirect(Dictionary(FT=Name.Tx, T="a"))]))


@fault("layers", "x1a")
def a_layer(pdf: Pdf) -> None:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="notes"))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(Order=Array([layer])))


@fault("scaled-printing", "home")
def a_home_file_that_may_be_scaled(pdf: Pdf) -> None:
    del pdf.Root.ViewerPreferences["/PrintScaling"]


@pytest.mark.parametrize(("rule", "target", "name", "plant"), FAULTS, ids=[f"{f[2]}" for f in FAULTS])
def test_a_planted_fault_is_found(
    good: dict[str, bytes], tmp_path: Path, rule: str, target: str, name: str, plant: Fault
) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(good[target])
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        plant(pdf)
        pdf.save(path, deterministic_id=True)
    found = preflight(path, target)  # type: ignore[arg-type]
    assert rule in rules(found)
    severe = next(r for r in RULES if r.name == rule).severe
    assert all(f.severe == (target in severe) for f in found if f.rule == rule)
    assert all(f.where and f.message and f.fix for f in found)


def test_metadata_that_is_not_well_formed_is_found(good: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    assert b"</xmpMM:VersionID>" in good["x4"]  # metadata stays readable without unpacking
    path.write_bytes(good["x4"].replace(b"</xmpMM:VersionID>", b"</xmpMM:VersionIX>"))
    assert rules(preflight(path, "x4")) == {"bad-xmp"}


def test_a_file_cut_short_is_damaged_or_no_pdf(good: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(good["x4"][: len(good["x4"]) * 9 // 10])
    try:
        assert "damaged" in rules(preflight(path, "x4"), severe=True)
    except MapkitError as error:
        assert "not a PDF, or too damaged" in str(error)


def test_flipped_bytes_in_the_cross_reference_are_damage(good: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    data = good["x1a"]
    at = data.rindex(b"startxref") + 10
    path.write_bytes(data[:at] + b"7\n%%EOF\n")
    assert "damaged" in rules(preflight(path, "x1a"), severe=True)


def test_an_encrypted_file_is_found_or_refused(good: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    for user, seen in (("", True), ("secret", False)):
        path.write_bytes(good["x4"])
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            pdf.save(path, encryption=pikepdf.Encryption(owner="o", user=user))
        if seen:
            assert "encrypted" in rules(preflight(path, "x4"), severe=True)
        else:
            with pytest.raises(MapkitError, match="locked"):
                preflight(path, "x4")


def test_what_is_no_pdf_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"GIF89a")
    (tmp_path / "b.pdf").write_bytes(b"")
    for name, said in (("a.pdf", "not a PDF"), ("b.pdf", "not a PDF"), ("c.pdf", "cannot be read")):
        with pytest.raises(MapkitError, match=said):
            preflight(tmp_path / name)


def test_there_are_at_least_25_rules_and_every_one_but_a_few_is_tried_by_a_planted_fault() -> None:
    names = [r.name for r in RULES]
    assert len(set(names)) == len(names) >= 25
    assert len(FAULTS) >= 30
    assert set(names) - {f[0] for f in FAULTS} == {"bad-xmp", "damaged", "encrypted", "no-page", "no-id"}


def test_a_finding_says_where_on_the_page(good: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(good["x4"])
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        x0, _, _, y1 = (float(v) for v in pdf.pages[0].TrimBox)
        paint(pdf, f"1 0 0 rg {x0 + 72} {y1 - 72 - 10} 10 10 re f")
        pdf.save(path)
    (found,) = [f for f in preflight(path, "x4") if f.rule == "rgb"]
    assert found.where == "page 1, 25.4 mm from the left and 25.4 mm from the top"


@pytest.mark.parametrize("seed", range(40))
def test_a_broken_file_never_ends_in_a_traceback(good: dict[str, bytes], tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(good[rng.choice(["x4", "x1a"])])
    names = [match.start() for match in re.finditer(rb"/[A-Z]\w+|\d+ 0 R", bytes(data))]
    for _ in range(rng.choice((1, 3, 10))):
        at = rng.choice(names)
        data[at : at + rng.choice((0, 1, 6))] = rng.choice((b"", b"/Null", b" null ", b"[ ]", b"<<>>", b"-1", b"\x9c"))
    (tmp_path / "p.pdf").write_bytes(bytes(data))
    with contextlib.suppress(MapkitError):
        preflight(tmp_path / "p.pdf", "x4")


def test_what_is_clipped_away_is_no_finding(good: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    for clip, found in (("300 300 5 5 re W n", set()), ("100 100 200 200 re W n", {"rgb"})):
        path.write_bytes(good["x4"])
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            paint(pdf, f"q {clip} 1 0 0 rg 200 200 20 20 re f Q")
            pdf.save(path)
        assert rules(preflight(path, "x4")) == found
