"""Golden sheets: what was drawn before is drawn again, byte for byte. `make golden` writes them anew.

A golden that is missing is written here and fails in CI; one that differs leaves NAME-changed.svg beside it.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from letters import letter_layout, letter_map
from test_sheet import DRAWING, game, made, stacked

from mapkit.map import Finding
from mapkit.press.fonts import measure
from mapkit.press.svg import to_svg
from mapkit.sheet.back import back
from mapkit.sheet.marginalia import style_for
from mapkit.sheet.marks import Sheet
from mapkit.sheet.proof import proof
from mapkit.sheet.theme import theme

FOLDER = Path(__file__).parent / "golden"


def rules() -> Sheet:
    m = letter_map(DRAWING)
    return back(m, game(m), (148.0, 210.0), theme("classic"), measure, "de")


def proofed() -> Sheet:
    m = letter_map(DRAWING, bridges=("AE",))
    g = game(m)
    style = style_for(m, g, (148.0, 210.0), theme("classic"), "en", measure)
    findings = [Finding("room", "A", "holds a circle of 5 mm, not 8 mm", True), Finding("gap", "B-C", "0.3 mm", False)]
    return proof(m, letter_layout(DRAWING, bridges=("AE",)), 12.5, findings, style)


def small() -> Sheet:
    m = letter_map(DRAWING)
    assert stacked(m, game(m), (105.0, 148.0)).size == (105.0, 148.0)
    return made("ja", "ja", "accessible")


CASES: dict[str, Callable[[], Sheet]] = {
    "letters-classic": made,
    "letters-accessible-ja": small,
    "letters-gray-guard": lambda: made(look="gray", abilities={"color_change": 3, "guard": 3, "dupe": 3}),
    "letters-low-ink-no-names": lambda: made("zh", "none", "low-ink"),
    "letters-rules-de": rules,
    "letters-proof": proofed,
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    drawn = to_svg(CASES[name]())
    path, changed = FOLDER / f"{name}.svg", FOLDER / f"{name}-changed.svg"
    if os.environ.get("GOLDEN") == "write" or (not path.is_file() and not os.environ.get("CI")):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
        changed.unlink(missing_ok=True)
        return
    assert path.is_file(), f"{path} is missing: run `make golden`, look at it, commit it"
    if drawn != path.read_text(encoding="utf-8"):
        changed.write_text(drawn, encoding="utf-8")
        pytest.fail(f"{path.name} is drawn differently; compare it with {changed.name}, then `make golden`")
    changed.unlink(missing_ok=True)
