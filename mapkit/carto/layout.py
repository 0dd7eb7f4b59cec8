"""Map + Coverage -> Layout, in a style: "true", "outline" or "block"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from mapkit.carto.block import lay_out_block
from mapkit.carto.coverage import Coverage
from mapkit.carto.land import Land, land
from mapkit.carto.outline import lay_out_outline
from mapkit.carto.true import arranged, lay_out_true
from mapkit.carto.verify import borders
from mapkit.errors import MapkitError
from mapkit.layout import Block, Layout, moved
from mapkit.map import Map

LARGEST = 300.0  # mm: the longer side of a page that outlines and blocks are made on
STYLES = ("outline", "block", "true")
Progress = Callable[[str, float], None]  # what is going on, and the share done 0..1


def lay_out(
    map: Map,
    coverage: Coverage,
    size: tuple[float, float],
    blocks: tuple[Block, ...] = (),
    style: str = "true",
    margin: float = 5.0,
    room: float = 8.0,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Layout:
    """Where every cell stands on the page.

    size: the trim in mm; margin: mm kept free on every side; blocks: marginalia that want room; room: mm, the
    diameter every cell should hold (promised by outline and block). options: the map's [layout] table (rotate, inset,
    keep_parts), and names: cell -> (width, height) in mm of its name under the box (default: reckoned from its
    letters). seed: another number, another layout: other places for the marginalia (outline, true), other blocks
    (block). Same input and seed, same Layout. Raises MapkitError when the page is too small, or the style unknown.
    """
    if style not in STYLES:
        raise MapkitError(f"no layout style {style!r}: one of {', '.join(STYLES)}")
    by = max(size) / LARGEST
    if by > 1 and style != "true":  # the work grows with the page: a poster is a small sheet enlarged
        wants = tuple(Block(b.name, tuple((w / by, h / by) for w, h in b.sizes)) for b in blocks)
        names = {c: (w / by, h / by) for c, (w, h) in (options or {}).get("names", {}).items()}
        small = {**(options or {}), **({"names": names} if names else {})}
        page = size[0] / by, size[1] / by
        made = lay_out(map, coverage, page, wants, style, margin / by, room / by, seed, small, progress)
        return replace(moved(made, 0.0, 0.0, by), size=size)
    say = progress or _silent
    options = options or {}
    say("projecting", 0.0)
    drawn = _land(map, coverage, size, margin, options)
    say("arranging the page", 0.1)
    if style == "true":
        layout = lay_out_true(map, drawn, size, blocks, margin, room, options, seed)
    elif style == "outline":
        layout = lay_out_outline(map, drawn, size, blocks, margin, room, seed, options, say)
    else:
        start = lay_out_true(map, drawn, size, (), margin, room, options)
        linked = {x.pair for x in map.links}
        cuts = {p for p, length in borders(drawn.main).items() if length > 0 and p not in linked}
        layout = lay_out_block(map, start, size, blocks, margin, room, seed, cuts, say)
    say("done", 1.0)
    return layout


def shown(
    map: Map,
    coverage: Coverage,
    size: tuple[float, float],
    blocks: tuple[Block, ...],
    margin: float,
    room: float,
    options: Mapping[str, Any],
) -> float:
    """mm² that the land covers on such a page, in its true shape beside the marginalia: which way up shows more."""
    drawn = _land(map, coverage, size, margin, options)
    at, _ = arranged(drawn, size, blocks, margin, room, options)
    return float(at.scale**2 * sum(s.area for s in drawn.main.values()))


def _land(map: Map, coverage: Coverage, size: tuple[float, float], margin: float, options: Mapping[str, Any]) -> Land:
    missing = [c.id for c in map.cells if c.id not in coverage.shapes]
    if missing:
        raise MapkitError("has no polygon, so it cannot be laid out", f"cell {missing[0]}")
    return land(map, coverage, (size[0] - 2 * margin) / max(size[1] - 2 * margin, 1.0), options)


def _silent(what: str, share: float) -> None:
    return None
