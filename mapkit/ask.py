"""What a user may ask of a sheet, in one value."""

from __future__ import annotations

from dataclasses import dataclass

from mapkit.errors import MapkitError
from mapkit.press.fonts import measure as shipped_measure
from mapkit.sheet.marginalia import Measure
from mapkit.sheet.theme import Theme, theme

LOCALES = ("en", "de", "ja", "zh")  # what sheets speak; one layout leaves room for the words of each
SAFE = 5.0  # mm kept clear on every side: inside every pad printer's safe area
MOST_BLEED = 20.0  # mm
LEAST = 10.0  # mm: a side within the margins that is no longer has room for nothing
Four = tuple[float, float, float, float]


@dataclass(frozen=True)
class Ask:
    """Lengths in mm. size: (width, height); room: the circle every cell must hold; seed: another layout, another
    arrangement; safe: what to keep clear at the top, right, bottom and left; names: language of the cells' names,
    "both" or "none" (default: as locale); which: one sheet of a folder with several, or "all"; player: a name line.
    """

    size: tuple[float, float] = (148.0, 210.0)
    theme: Theme = theme("accessible")  # noqa: RUF009 (frozen)
    locale: str = "en"
    names: str = ""
    style: str = "outline"
    room: float = 8.0
    seed: int = 0
    which: str = ""
    bleed: float = 0.0
    safe: Four = (SAFE, SAFE, SAFE, SAFE)
    player: bool = True
    measure: Measure = shipped_measure

    def __post_init__(self) -> None:
        if self.locale not in LOCALES:
            raise MapkitError(f"unknown language {self.locale!r}: one of {', '.join(LOCALES)}", "--lang")
        if not 1 <= self.room <= 60:
            raise MapkitError(f"a room of {self.room:g} mm is not possible: 1 to 60 mm", "--room")
        if not 0 <= self.bleed <= MOST_BLEED:
            raise MapkitError(f"a bleed of {self.bleed:g} mm is not possible: 0 to {MOST_BLEED:g} mm", "--bleed")
        top, right, bottom, left = self.safe
        if not min(self.size[0] - left - right, self.size[1] - top - bottom) > LEAST:
            w, h = self.size
            raise MapkitError(
                f"a sheet of {w:g} x {h:g} mm has no room within its margins: take a larger one", "--size"
            )

    @property
    def usual(self) -> bool:
        """Whether its layout is the one that ships with a map of that size and style."""
        return (self.room, self.seed, self.safe, self.player) == (8.0, 0, (SAFE,) * 4, True)
