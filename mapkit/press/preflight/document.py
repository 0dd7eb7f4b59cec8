"""PDF file -> a Document that rules can ask: the file, its pages, what each paints; pages alike are looked at once."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mapkit.errors import MapkitError
from mapkit.press.preflight.content import Memo, painted
from mapkit.press.preflight.paint import Box, Painted

PT = 72.0 / 25.4
BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")


@dataclass(frozen=True)
class Leaf:
    """A page, and how many others are its like. boxes: those that are set (MediaBox always), in pt, y up."""

    number: int  # from 1
    like: int
    page: Any
    boxes: dict[str, Box]
    paint: list[Painted]
    faults: list[str]

    @property
    def trim(self) -> Box:
        return (
            self.boxes.get("TrimBox") or self.boxes.get("ArtBox") or self.boxes.get("CropBox") or self.boxes["MediaBox"]
        )

    @property
    def name(self) -> str:
        return f"page {self.number}" + (f" and {self.like} like it" if self.like else "")

    def at(self, box: Box) -> str:
        """A place in mm from the trim's top left corner, as a designer would measure it."""
        x, y = (box[0] - self.trim[0]) / PT, (self.trim[3] - box[3]) / PT
        return f"{self.name}, {x:.1f} mm from the left and {y:.1f} mm from the top"


@dataclass(frozen=True)
class Document:
    """An opened PDF. warnings: what its structure gets wrong; encrypted files that open without a password are read."""

    path: Path
    pdf: Any
    data: bytes
    warnings: list[str]
    leaves: list[Leaf]
    count: int
    claim: str  # the PDF/X the file says it is, else ""
    info: dict[str, str] = field(default_factory=dict)
    xmp: str = ""


@contextmanager
def opened(path: Path) -> Iterator[Document]:
    """Reads a file. Raises MapkitError when it is missing, no PDF, or locked."""
    import pikepdf

    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)  # what it would say there is in check_pdf_syntax too
    try:
        data = path.read_bytes()
        pdf = pikepdf.open(path)
    except OSError as error:
        raise MapkitError(f"cannot be read ({error.strerror})", path) from None
    except pikepdf.PasswordError:
        raise MapkitError("is locked with a password: save it without one", path) from None
    except pikepdf.PdfError:
        raise MapkitError("is not a PDF, or too damaged to be read", path) from None
    with pdf, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        said = [str(w) for w in pdf.check_pdf_syntax()]
        try:
            count = len(pdf.pages)
            info = {str(k): str(v) for k, v in pdf.docinfo.items()} if "/Info" in pdf.trailer else {}
            leaves = _leaves(pdf)
        except Exception:  # qpdf mends what it can; whatever is left is not worth a rule
            raise MapkitError("is too damaged to be read", path) from None
        xmp = _text(pdf.Root.get("/Metadata"))
        claim = info.get("/GTS_PDFXVersion", "")
        if not claim and "GTS_PDFXVersion>PDF/X-4" in xmp:
            claim = "PDF/X-4"
        yield Document(path, pdf, data, said, leaves, count, claim, info, xmp)


def _leaves(pdf: Any) -> list[Leaf]:
    """One leaf for every kind of page, with the number of the first."""
    kinds: dict[Any, list[tuple[int, Any]]] = {}
    for i, page in enumerate(pdf.pages, 1):
        kinds.setdefault(_kind(page, i), []).append((i, page))
    memo: Memo = {}
    leaves = []
    for pages in kinds.values():
        number, page = pages[0]
        faults: list[str] = []
        leaves.append(Leaf(number, len(pages) - 1, page, boxes(page), painted(page, memo, faults), faults))
    return leaves


def _kind(page: Any, number: int) -> Any:
    """Pages with the same content, resources, boxes and nothing else are alike."""
    contents, resources = page.obj.get("/Contents"), page.obj.get("/Resources")
    odd = set(map(str, page.obj.keys())) - {"/Type", "/Parent", "/Contents", "/Resources", *(f"/{b}" for b in BOXES)}
    ids = [getattr(x, "objgen", (0, 0)) for x in (contents, resources)]
    if odd or ids[0] == (0, 0):
        return number
    return (
        ids[0],
        ids[1] if ids[1] != (0, 0) else str(page.obj.get("/Resources"))[:0],
        tuple(sorted(boxes(page).items())),
    )


def boxes(page: Any) -> dict[str, Box]:
    found: dict[str, Box] = {}
    for name in BOXES:
        value = page.obj.get(f"/{name}")
        node = page.obj
        while value is None and name in ("MediaBox", "CropBox") and "/Parent" in node:
            node = node.Parent
            value = node.get(f"/{name}")
        try:
            numbers = [float(v) for v in value] if value is not None else []
        except (TypeError, ValueError):
            numbers = []
        if len(numbers) == 4:
            x0, y0, x1, y1 = numbers
            found[name] = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    found.setdefault("MediaBox", (0.0, 0.0, 612.0, 792.0))
    return found


def _text(stream: Any) -> str:
    try:
        return bytes(stream.read_bytes()).decode("utf-8", "replace") if stream is not None else ""
    except Exception:  # whatever is wrong with it, it cannot be read as metadata
        return ""
