"""Rules about the file as a whole: structure, identification, output intent, metadata, things that do not print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

from mapkit.press.pdfx import NAMES
from mapkit.press.preflight.document import Document
from mapkit.press.preflight.rule import ALL, OLD, PRESS, Fault, Rule, Target, rule

NEWEST = {"x4": "1.6", "x3": "1.4", "x1a": "1.4", "home": "2.0"}


@rule("damaged", ALL)
def damaged(doc: Document, target: Target) -> Iterator[Fault]:
    for said in doc.warnings[:5]:
        yield Fault("file", f"the structure is damaged: {said}", "write the file again, or repair it with qpdf")


@rule("no-page", ALL)
def no_page(doc: Document, target: Target) -> Iterator[Fault]:
    if not doc.count:
        yield Fault("file", "has no page", "write it again with a sheet")


@rule("encrypted", PRESS, ALL)
def encrypted(doc: Document, target: Target) -> Iterator[Fault]:
    if doc.pdf.is_encrypted:
        yield Fault("file", "is encrypted", "save it without protection")


@rule("pdf-version", PRESS)
def version(doc: Document, target: Target) -> Iterator[Fault]:
    found = max(doc.pdf.pdf_version, str(doc.pdf.Root.get("/Version", "/1.0"))[1:])
    if found > NEWEST[target]:
        yield Fault("file", f"is PDF {found}; {NAMES[target]} allows up to {NEWEST[target]}", "save it as an older PDF")  # type: ignore[index]


@rule("not-pdfx", PRESS)
def not_pdfx(doc: Document, target: Target) -> Iterator[Fault]:
    wanted = NAMES[target]  # type: ignore[index]
    if doc.claim != wanted:
        said = f"says it is {doc.claim}" if doc.claim else "does not say that it is a PDF/X"
        yield Fault("Info, XMP", f"{said}, not {wanted}", f"write it with --press {target}")


@rule("no-output-intent", PRESS)
def no_intent(doc: Document, target: Target) -> Iterator[Fault]:
    if len(_intents(doc)) != 1:
        said = "no output intent" if not _intents(doc) else "more than one output intent of PDF/X"
        yield Fault("OutputIntents", said, "say for which printing condition the colours are meant (FOGRA39)")


@rule("output-intent-unnamed", PRESS)
def intent_unnamed(doc: Document, target: Target) -> Iterator[Fault]:
    for intent in _intents(doc):
        if not str(intent.get("/OutputConditionIdentifier", "")).strip():
            yield Fault(
                "OutputIntents", "the output intent names no printing condition", "set OutputConditionIdentifier"
            )


@rule("no-profile", frozenset({"x4"}), PRESS)
def no_profile(doc: Document, target: Target) -> Iterator[Fault]:
    for intent in _intents(doc):
        if "/DestOutputProfile" not in intent:
            yield Fault(
                "OutputIntents", "the output intent has no profile", "embed the profile of the printing condition"
            )


@rule("bad-profile", PRESS)
def bad_profile(doc: Document, target: Target) -> Iterator[Fault]:
    for intent in _intents(doc):
        if "/DestOutputProfile" not in intent:
            continue
        try:
            data = intent.DestOutputProfile.read_bytes()
            n = int(intent.DestOutputProfile.get("/N", 0))
        except Exception:  # not even a stream
            data, n = b"", 0
        channels = {b"CMYK": 4, b"RGB ": 3, b"GRAY": 1}.get(data[16:20], 0)
        if data[36:40] != b"acsp" or data[12:16] != b"prtr" or channels != n:
            yield Fault("OutputIntents", "the profile is broken or not one of a printer", "embed another one")
        elif channels == 3:
            yield Fault("OutputIntents", "the profile is for RGB", "embed a CMYK profile")


@rule("no-trapped", PRESS)
def no_trapped(doc: Document, target: Target) -> Iterator[Fault]:
    if doc.info.get("/Trapped") not in ("/True", "/False"):
        yield Fault("Info", "Trapped is not True or False", "set Trapped to False unless the file was trapped")


@rule("no-title", PRESS)
def no_title(doc: Document, target: Target) -> Iterator[Fault]:
    if not doc.info.get("/Title", "").strip():
        yield Fault("Info", "there is no title", "give the document a title")


@rule("no-date", PRESS)
def no_date(doc: Document, target: Target) -> Iterator[Fault]:
    for key in ("/CreationDate", "/ModDate"):
        if not doc.info.get(key, "").startswith("D:"):
            yield Fault("Info", f"{key[1:]} is missing", "set the dates of creation and modification")


@rule("no-id", PRESS)
def no_id(doc: Document, target: Target) -> Iterator[Fault]:
    if "/ID" not in doc.pdf.trailer:
        yield Fault("trailer", "the file has no ID", "write it again; every PDF writer can set one")


@rule("no-xmp", frozenset({"x4"}), PRESS)
def no_xmp(doc: Document, target: Target) -> Iterator[Fault]:
    if not doc.xmp:
        yield Fault("Metadata", "there is no XMP metadata", "add a metadata packet that agrees with Info")


@rule("bad-xmp", PRESS)
def bad_xmp(doc: Document, target: Target) -> Iterator[Fault]:
    if doc.xmp and _xmp(doc) is None:
        yield Fault("Metadata", "the XMP metadata is not well-formed", "write it again")


@rule("metadata-differ", PRESS)
def differ(doc: Document, target: Target) -> Iterator[Fault]:
    found = _xmp(doc) or {}
    pairs = (
        ("title", "/Title"),
        ("Producer", "/Producer"),
        ("CreatorTool", "/Creator"),
        ("GTS_PDFXVersion", "/GTS_PDFXVersion"),
    )
    for tag, key in pairs:
        if tag in found and key in doc.info and found[tag] != doc.info[key]:
            said = f"XMP says {found[tag]!r}, Info says {doc.info[key]!r}"
            yield Fault("Metadata", f"{key[1:]}: {said}", "write both from the same value")
    for tag, key in (("CreateDate", "/CreationDate"), ("ModifyDate", "/ModDate")):
        one, two = (("".join(c for c in s if c.isdigit()))[:14] for s in (found.get(tag, ""), doc.info.get(key, "")))
        if one and two and one != two:
            yield Fault("Metadata", f"{key[1:]} differs between XMP and Info", "write both from the same value")


@rule("script", ALL)
def script(doc: Document, target: Target) -> Iterator[Fault]:
    names = doc.pdf.Root.get("/Names", {})
    if "/JavaScript" in names or _actions(doc.pdf.Root, "/JavaScript"):
        yield Fault("Catalog", "there is JavaScript", "remove it")


@rule("action", PRESS)
def action(doc: Document, target: Target) -> Iterator[Fault]:
    if "/AA" in doc.pdf.Root or _actions(doc.pdf.Root, "") or any("/AA" in leaf.page.obj for leaf in doc.leaves):
        yield Fault("Catalog", "something is done when the file is opened", "remove OpenAction and AA")


@rule("attachment", OLD, PRESS)
def attachment(doc: Document, target: Target) -> Iterator[Fault]:
    if "/EmbeddedFiles" in doc.pdf.Root.get("/Names", {}):
        yield Fault("Catalog", "files are attached", "remove them")


@rule("form-fields", PRESS)
def form_fields(doc: Document, target: Target) -> Iterator[Fault]:
    if len(doc.pdf.Root.get("/AcroForm", {}).get("/Fields", [])):
        yield Fault("Catalog", "there are form fields", "flatten them")


@rule("layers", OLD, PRESS)
def layers(doc: Document, target: Target) -> Iterator[Fault]:
    if "/OCProperties" in doc.pdf.Root:
        yield Fault("Catalog", "there are layers that can be switched off", "flatten them")


@rule("scaled-printing", frozenset({"home"}))
def scaling(doc: Document, target: Target) -> Iterator[Fault]:
    prefs = doc.pdf.Root.get("/ViewerPreferences", {})
    if str(prefs.get("/PrintScaling", "")) != "/None":
        yield Fault(
            "ViewerPreferences", "the printer may scale the pages", "write it with --home, which asks for actual size"
        )


def _intents(doc: Document) -> list[Any]:
    try:
        return [i for i in doc.pdf.Root.get("/OutputIntents", []) if str(i.get("/S", "")) == "/GTS_PDFX"]
    except (TypeError, AttributeError):
        return []


def _actions(root: Any, kind: str) -> bool:
    import pikepdf

    value = root.get("/OpenAction")
    return isinstance(value, pikepdf.Dictionary) and (not kind or str(value.get("/S", "")) == kind)


def _xmp(doc: Document) -> dict[str, str] | None:
    """Values by tag; None when the packet cannot be read. Entities are refused: a metadata packet has none."""
    if "<!ENTITY" in doc.xmp:
        return None
    try:
        root = ET.fromstring(doc.xmp)
    except ET.ParseError:
        return None
    found: dict[str, str] = {}
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        text = "".join(element.itertext()).strip() if tag == "title" else (element.text or "").strip()
        if text:
            found.setdefault(tag, text)
        for key, value in element.attrib.items():
            found.setdefault(key.rpartition("}")[2], value)
    return found


RULES: tuple[Rule, ...] = (
    damaged, no_page, encrypted, version, not_pdfx, no_intent, intent_unnamed, no_profile, bad_profile, no_trapped,
    no_title, no_date, no_id, no_xmp, bad_xmp, differ, script, action, attachment, form_fields, layers, scaling,
)  # fmt: skip
