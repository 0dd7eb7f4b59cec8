"""What may be asked of a sheet: lengths within what paper and printers have, or one line that names the option."""

from __future__ import annotations

import math

import pytest

from mapkit.ask import Ask
from mapkit.errors import MapkitError


@pytest.mark.parametrize("bleed", [-3.0, 20.5, 100.0, 1e30, math.inf, math.nan, -math.inf])
def test_a_bleed_is_0_to_20_mm(bleed: float) -> None:
    with pytest.raises(MapkitError, match=r"--bleed: a bleed of .* mm is not possible: 0 to 20 mm"):
        Ask(bleed=bleed)


@pytest.mark.parametrize("bleed", [0.0, 3.0, 20.0])
def test_a_bleed_that_printers_ask_for_is_taken(bleed: float) -> None:
    assert Ask(bleed=bleed).bleed == bleed


@pytest.mark.parametrize("size", [(10.0, 10.0), (10.0, 2000.0), (2000.0, 20.0), (math.nan, 100.0)])
def test_a_sheet_has_room_within_its_margins(size: tuple[float, float]) -> None:
    with pytest.raises(MapkitError, match=r"--size: a sheet of .* has no room within its margins"):
        Ask(size)


def test_the_margins_a_printer_needs_count() -> None:
    assert Ask((60.0, 60.0)).size == (60.0, 60.0)
    with pytest.raises(MapkitError, match="no room within its margins"):
        Ask((60.0, 60.0), safe=(5.0, 26.0, 5.0, 26.0))
