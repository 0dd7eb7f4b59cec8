"""Files a user names for printing: plain ones of a size that can be, before a byte of them is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mapkit.errors import MapkitError
from mapkit.press import fonts, pdfx

READERS: dict[str, Callable[[Path], object]] = {"profile": pdfx.read_profile, "font": lambda path: fonts.chain([path])}


@pytest.mark.parametrize("kind", READERS)
def test_a_device_that_never_ends_is_no_profile_and_no_font(kind: str) -> None:
    with pytest.raises(MapkitError, match=f"/dev/zero: the {kind} cannot be read"):
        READERS[kind](Path("/dev/zero"))


@pytest.mark.parametrize("kind", READERS)
def test_a_folder_or_no_file_is_no_profile_and_no_font(kind: str, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", tmp_path / ("x" * 5000), Path("a\0b")):
        with pytest.raises(MapkitError, match=f"the {kind} cannot be read"):
            READERS[kind](path)


@pytest.mark.parametrize(("kind", "most"), [("profile", "20"), ("font", "120")])
def test_a_file_far_too_large_is_not_read(kind: str, most: str, tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(2**33)  # 8 GiB that take no room
    with pytest.raises(MapkitError, match=f"large; {most} is the most"):
        READERS[kind](path)
