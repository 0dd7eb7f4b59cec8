"""Names of print shops' and home printers' formats -> trim, bleed, safe area and job (stdlib only).

Figures are what the shops ask for; where a shop takes any size the trim is None. Safe areas: top, right, bottom, left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from mapkit.errors import MapkitError
from mapkit.press.impose import Edge
from mapkit.press.job import Job
from mapkit.units import PAPERS

INCH = 25.4
GLUE = 6.0  # mm that the glued edge of a pad takes from the safe area
Four = tuple[float, float, float, float]


@dataclass(frozen=True)
class Preset:
    """A format that can be ordered or printed: trim and paper (None: the sheet's own page), bleed, safe area, in mm."""

    name: str
    title: str
    trim: tuple[float, float] | None
    bleed: float
    safe: Four
    paper: tuple[float, float] | None
    job: Job

    def bound(self, edge: Edge) -> Preset:
        """The same pad glued at an edge, which takes 6 mm more from the safe area there."""
        top, right, bottom, left = self.safe
        safe = (top + GLUE, right, bottom, left) if edge == "top" else (top, right, bottom, left + GLUE)
        return replace(self, safe=safe, job=replace(self.job, bind=edge))


def _shop(name: str, title: str, trim: tuple[float, float] | None, bleed: float, safe: float, job: Job) -> Preset:
    return Preset(name, title, trim, bleed, (safe,) * 4, None, job)


def _home(name: str, title: str, trim: tuple[float, float], paper: str) -> Preset:
    return Preset(name, title, trim, 0.0, (3.0,) * 4, PAPERS[paper], Job(margin=5.0, gutter=0.0, home=True))


def _inches(w: float, h: float) -> tuple[float, float]:
    return round(w * INCH, 4), round(h * INCH, 4)


_X1A, _X4 = Job(press="x1a", marks="none"), Job(press="x4", marks="none")
PRESETS: dict[str, Preset] = {
    p.name: p
    for p in (
        _shop("tgc-small", "The Game Crafter, small pad 3.5 x 5.5 in", _inches(3.5, 5.5), INCH / 8, INCH / 8, _X4),
        _shop("tgc-medium", "The Game Crafter, medium pad 4.5 x 8 in", _inches(4.5, 8), INCH / 8, INCH / 8, _X4),
        _shop("tgc-large", "The Game Crafter, large pad 8 x 10 in", _inches(8, 10), INCH / 8, INCH / 8, _X4),
        _shop("drivethru", "DriveThruCards, PDF/X-1a", None, INCH / 8, INCH / 8, _X1A),
        _shop("uk-ncr", "UK pads and NCR sets, A5", PAPERS["a5"], 3.0, 6.0, Job(press="x1a")),
        _shop("german-a5", "German printers, pad A5, 3 mm bleed", PAPERS["a5"], 3.0, 5.0, Job(press="x4")),
        _shop("german-a6", "German printers, pad A6, 3 mm bleed", PAPERS["a6"], 3.0, 5.0, Job(press="x4")),
        _shop("doujin-a5", "Japanese printers, A5 with tombo", PAPERS["a5"], 3.0, 5.0, Job(press="x1a", marks="tombo")),
        _shop("doujin-b5", "Japanese printers, B5 with tombo", PAPERS["b5"], 3.0, 5.0, Job(press="x1a", marks="tombo")),
        _home("home-2up", "Home printer, 2 on A4, nothing lost at the edge", (136.0, 192.0), "a4"),
        _home("home-4up", "Home printer, 4 on A4, nothing lost at the edge", (96.0, 136.0), "a4"),
        _home("home-2up-letter", "Home printer, 2 on Letter", (127.0, 198.0), "letter"),
        _home("home-4up-letter", "Home printer, 4 on Letter", (99.0, 127.0), "letter"),
    )
}


def preset(name: str) -> Preset:
    """The preset of that name. Raises MapkitError that lists the names."""
    if name not in PRESETS:
        raise MapkitError(f"unknown preset {name!r}: one of {', '.join(PRESETS)}")
    return PRESETS[name]


def table() -> list[tuple[str, str, str, str, str]]:
    """Rows (name, what, trim, bleed, safe) of all papers and presets, as `mapkit papers` shows them."""
    rows = [(name, "paper", f"{w:g} x {h:g}", "-", "-") for name, (w, h) in PAPERS.items()]
    for p in PRESETS.values():
        trim = f"{p.trim[0]:g} x {p.trim[1]:g}" if p.trim else "any"
        safe = f"{p.safe[0]:g}" if len(set(p.safe)) == 1 else " ".join(f"{v:g}" for v in p.safe)
        rows.append((p.name, p.title, trim, f"{p.bleed:g}", safe))
    return rows
