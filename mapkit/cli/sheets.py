"""Commands that draw one sheet: sheet, proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.cli.common import (
    CellNames,
    Font,
    Lang,
    MapName,
    Output,
    Room,
    Seed,
    Size,
    Style,
    ThemeName,
    Which,
    asked,
    boxes,
    default_output,
    fonts,
    laid,
    path_for,
    write_file,
)  # fmt: skip
from mapkit.errors import MapkitError

if TYPE_CHECKING:
    from mapkit.press.fonts import Chain
    from mapkit.sheet.marks import Sheet


def encode(sheet: Sheet, path: Path, dpi: int, chain: Chain | None = None) -> bytes:
    """A sheet in the format a file's ending names. Raises MapkitError for another ending."""
    match path.suffix.lower():
        case ".svg":
            from mapkit.press.svg import to_svg

            return to_svg(sheet, chain).encode()
        case ".pdf":
            from mapkit.press.pdf import to_pdf

            return to_pdf([sheet], fonts=chain)
        case ".png":
            from mapkit.press.png import to_png

            return to_png(sheet, dpi, fonts=chain)
        case other:
            raise MapkitError(f"unknown ending {other!r}: name a .svg, .pdf or .png file", path)


def sheet(
    map: MapName,
    output: Output = None,
    size: Size = "a5",
    style: Style = "outline",
    room: Room = "8mm",
    seed: Seed = 0,
    theme: ThemeName = "accessible",
    lang: Lang = "en",
    names: CellNames = "",
    which: Which = "",
    rules: Annotated[bool, typer.Option("--rules", help="The rules page instead of the map.")] = False,
    font: Font = None,
    dpi: Annotated[int, typer.Option(min=20, max=1200, help="Resolution of a PNG.")] = 200,
) -> None:
    """One sheet as SVG, PDF or PNG.

    Example:  mapkit sheet japan -o japan.svg --size a5 --lang ja
    """
    from mapkit import units
    from mapkit.ask import Ask
    from mapkit.press import script
    from mapkit.sheet.theme import theme as themed

    chain, measure = fonts(font, lang, names)
    ask = Ask(units.size(size), themed(theme), lang, names, style, units.length(room), seed, which, measure=measure)
    found = asked(map, ask)
    pages = [leaf.back() if rules else leaf.front for leaf in found]
    script.demand(pages, chain)
    for leaf, page in zip(found, pages, strict=True):
        path = path_for(output, f"{Path(map).name}-sheet.pdf", leaf.id, len(found) > 1)
        write_file(path, encode(page, path, dpi, chain))
        typer.echo(path)


def proof(
    map: MapName,
    output: Output = None,
    size: Size = "a5",
    style: Style = "outline",
    room: Room = "8mm",
    seed: Seed = 0,
    lang: Lang = "en",
) -> None:
    """The map for a designer's wall: ids, links, the circle in every cell, and all findings.

    Example:  mapkit proof japan -o output/japan-proof.pdf
    """
    from dataclasses import replace

    from mapkit import line, units
    from mapkit.ask import Ask
    from mapkit.sheet.theme import theme as themed

    ask = Ask(units.size(size), locale=lang, style=style, room=units.length(room), seed=seed)
    opened = line.open_map(map)
    layout = laid(map, opened, ask, faulty=True)
    made = line.proof_sheet(opened, layout, replace(ask, theme=themed("classic")))
    boxes([made])
    path = output or default_output(f"{opened.map.id}-proof.pdf")
    write_file(path, encode(made, path, 200))
    typer.echo(path)
