"""PDF file -> findings: would a print shop (or a home printer) take it, and if not, what to do.

Own rules over any PDF; nothing is rendered but for the bleed. Methods: ISO 15930-4, -6, -7 (PDF/X-1a, X-3, X-4),
ISO 32000-1, and the figures that printers of pads state (ink, text, lines, bleed).
"""

from __future__ import annotations

from pathlib import Path

from mapkit.errors import MapkitError
from mapkit.map import Finding
from mapkit.press.pdfx import NAMES
from mapkit.press.preflight import rules_file, rules_font, rules_page, rules_paint
from mapkit.press.preflight.document import Document, opened
from mapkit.press.preflight.rule import ALL, Rule, Target

RULES: tuple[Rule, ...] = (*rules_file.RULES, *rules_page.RULES, *rules_font.RULES, *rules_paint.RULES)


def preflight(path: Path, target: Target | None = None) -> list[Finding]:
    """Findings about a PDF, severe first; with a severe one it would be rejected.

    target: x4, x3 or x1a for a print shop, home for a home printer; None: what the file says it is, else home. Raises
    MapkitError when the file is missing, no PDF or locked.
    """
    if target is not None and target not in ALL:
        raise MapkitError(f"unknown target {target!r}: one of {', '.join(sorted(ALL))}", "--for")
    with opened(path) as doc:
        wanted = target or next((key for key, name in NAMES.items() if name == doc.claim), "home")
        found = []
        for rule in RULES:
            if wanted in rule.severe or wanted in rule.heed:
                found += _apply(rule, doc, wanted)
    return sorted(found, key=lambda f: not f.severe)


def _apply(rule: Rule, doc: Document, target: Target) -> list[Finding]:
    try:
        return [Finding(rule.name, f.where, f.message, target in rule.severe, f.fix) for f in rule.find(doc, target)]
    except Exception as error:  # anything can stand in a damaged file; that it cannot be looked at is a finding itself
        said = f"the file is damaged: {rule.name} cannot be checked ({type(error).__name__})"
        return [Finding("damaged", "file", said, True, "write the file again")]
