"""A finished PDF -> PDF/X-4, PDF/X-3:2003 or PDF/X-1a:2003 (ISO 15930-7, -6, -4), in memory.

The drawing must already hold nothing but CMYK, gray and embedded fonts; here the file says so: output intent with its
profile, identification, dates, XMP and Info that agree, Trapped.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from mapkit.errors import MapkitError
from mapkit.press.job import Standard
from mapkit.press.plain import read_plain

PROFILE = Path(__file__).parent / "profiles" / "FOGRA39L_coated.icc"
NAMES: dict[Standard, str] = {"x4": "PDF/X-4", "x3": "PDF/X-3:2003", "x1a": "PDF/X-1a:2003"}
VERSIONS: dict[Standard, str] = {"x4": "1.6", "x3": "1.4", "x1a": "1.4"}
LARGEST = 20 * 2**20  # bytes of a profile
KNOWN = {
    "FOGRA39": "Offset printing, ISO 12647-2:2004/Amd 1, OFCOM, paper type 1 or 2",
    "FOGRA51": "Offset, PSO coated v3",
}


def identify(pdf: Any, standard: Standard, title: str, made: str, profile: Path | None = None) -> None:
    """Makes a pikepdf.Pdf say that it follows a standard. made: an ISO 8601 time like 2000-01-01T00:00:00Z.

    profile: an ICC output profile for CMYK; None is FOGRA39, which comes with mapkit. Raises MapkitError about it.
    """
    import pikepdf

    data, name = read_profile(profile or PROFILE)
    condition = next((key for key in KNOWN if key in name.upper().replace(" ", "")), "")
    stream = pdf.make_stream(data, N=4, Alternate=pikepdf.Name.DeviceCMYK)
    intent = pikepdf.Dictionary(
        Type=pikepdf.Name.OutputIntent,
        S=pikepdf.Name.GTS_PDFX,
        OutputConditionIdentifier=condition or "Custom",
        OutputCondition=KNOWN.get(condition, name),
        Info=name,
        DestOutputProfile=stream,
    )
    if condition:
        intent.RegistryName = "http://www.color.org"
    pdf.Root.OutputIntents = pikepdf.Array([pdf.make_indirect(intent)])
    info = {
        "/Title": title,
        "/Creator": "mapkit",
        "/Producer": "mapkit",
        "/CreationDate": pdf_date(made),
        "/ModDate": pdf_date(made),
        "/GTS_PDFXVersion": NAMES[standard],
    }
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    for key, value in info.items():
        pdf.docinfo[key] = value
    pdf.docinfo["/Trapped"] = pikepdf.Name("/False")
    packet = pdf.make_stream(xmp(standard, title, made).encode(), Type=pikepdf.Name.Metadata, Subtype=pikepdf.Name.XML)
    pdf.Root.Metadata = packet


def read_profile(path: Path) -> tuple[bytes, str]:
    """Bytes and description of an ICC output profile for CMYK (ICC.1:2010, header and tag desc). Raises MapkitError."""
    data = read_plain(path, "the profile", LARGEST)
    if len(data) < 132 or data[36:40] != b"acsp":
        raise MapkitError("is not an ICC profile", path)
    if data[12:16] != b"prtr" or data[16:20] != b"CMYK":
        raise MapkitError("is not an output profile for CMYK: use the one your printer names", path)
    return data, _description(data) or path.stem


def _description(data: bytes) -> str:
    for i in range(int.from_bytes(data[128:132])):
        tag, at, size = (data[132 + 12 * i + 4 * k : 136 + 12 * i + 4 * k] for k in range(3))
        if tag != b"desc":
            continue
        body = data[int.from_bytes(at) : int.from_bytes(at) + int.from_bytes(size)]
        if body[:4] == b"mluc":
            length, start = int.from_bytes(body[20:24]), int.from_bytes(body[24:28])
            return body[start : start + length].decode("utf-16-be", "replace").strip("\0 ")
        return body[12 : 12 + int.from_bytes(body[8:12])].decode("latin-1").strip("\0 ")
    return ""


def pdf_date(made: str) -> str:
    """ISO 8601 (UTC) as PDF writes it: D:20000101000000Z."""
    digits = "".join(c for c in made if c.isdigit())
    if len(digits) != 14 or not made.endswith("Z"):
        raise MapkitError(f"cannot read the time {made!r}: write it like 2000-01-01T00:00:00Z")
    return f"D:{digits}Z"


def xmp(standard: Standard, title: str, made: str) -> str:
    """The metadata packet (ISO 16684-1) that agrees with Info."""
    ident = hashlib.sha256(f"{standard} {title} {made}".encode()).hexdigest()
    uuid = f"uuid:{ident[:8]}-{ident[8:12]}-{ident[12:16]}-{ident[16:20]}-{ident[20:32]}"
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreatorTool>mapkit</xmp:CreatorTool>
<xmp:CreateDate>{made}</xmp:CreateDate><xmp:ModifyDate>{made}</xmp:ModifyDate><xmp:MetadataDate>{made}</xmp:MetadataDate>
<xmpMM:DocumentID>{uuid}</xmpMM:DocumentID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<xmpMM:VersionID>1</xmpMM:VersionID>
<pdf:Producer>mapkit</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfx:GTS_PDFXVersion>{NAMES[standard]}</pdfx:GTS_PDFXVersion>
<pdfxid:GTS_PDFXVersion>{NAMES[standard]}</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""
