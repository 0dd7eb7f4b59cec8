"""Commands that draw: sheet, pad, proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.cli.common import (
    CellNames,
    Lang,
    MapName,
    Room,
    Seed,
    Size,
    Style,
    ThemeName,
    default_output,
    progress,
    say,
    write_file,
)  # fmt: skip
from mapkit.errors import MapkitError

if TYPE_CHECKING:
    from mapkit.layout import Layout
    from mapkit.leaves import Ask, Leaf
    from mapkit.line import Opened
    from mapkit.sheet.marks import Sheet
    from mapkit.sheet.theme import Theme

Output = Annotated[Path | None, typer.Option("-o", "--output", help="The file to write; its ending says the format.")]


def laid(
    map: str, size: str, style: str, room: str, seed: int, theme: Theme, faulty: bool = False
) -> tuple[Opened, Layout]:
    """The map and its layout on a size; a stale stored layout is said and made anew. faulty: also a wrong one."""
    from mapkit import line, units

    opened = line.open_map(map)
    with progress("Laying out") as report:
        made = line.lay(opened, units.size(size), theme, style, units.length(room), seed, report, faulty)
    if made.stale:
        say(f"{map}: the stored {style} layout was older than the map and was made anew")
    return opened, made.layout


def encode(sheet: Sheet, path: Path, dpi: int) -> bytes:
    """A sheet in the format a file's ending names. Raises MapkitError for another ending."""
    match path.suffix.lower():
        case ".svg":
            from mapkit.press.svg import to_svg

            return to_svg(sheet).encode()
        case ".pdf":
            from mapkit.press.pdf import to_pdf

            return to_pdf([sheet])
        case ".png":
            from mapkit.press.png import to_png

            return to_png(sheet, dpi)
        case other:
            raise MapkitError(f"unknown ending {other!r}: name a .svg, .pdf or .png file", path)


Which = Annotated[
    str, typer.Option("--sheet", "--season", help='One sheet of a folder with several, like spring; or "all".')
]


def asked(map: str, ask: Ask) -> list[Leaf]:
    """The leaves asked for, laid out with a bar of progress; a stale layout is said."""
    from mapkit import line
    from mapkit.leaves import leaves

    line.need_locale(ask.locale)
    with progress("Laying out") as report:
        found = leaves(map, ask, report)
    for leaf in found:
        if leaf.stale:
            say(f"{map}: the stored {ask.style} layout was older than the map and was made anew")
    return found


def path_for(output: Path | None, default: str, leaf: str, several: bool) -> Path:
    """Where a leaf is written: as asked, with the leaf's id before the ending where there are several."""
    path = output or default_output(default)
    return path.with_name(f"{path.stem}-{leaf}{path.suffix}") if several else path


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
    dpi: Annotated[int, typer.Option(min=20, max=1200, help="Resolution of a PNG.")] = 200,
) -> None:
    """One sheet as SVG, PDF or PNG.

    Example:  mapkit sheet japan -o japan.svg --size a5 --lang ja
    """
    from mapkit import units
    from mapkit.leaves import Ask
    from mapkit.sheet.theme import theme as themed

    ask = Ask(units.size(size), themed(theme), lang, names, style, units.length(room), seed, which)
    found = asked(map, ask)
    for leaf in found:
        path = path_for(output, f"{Path(map).name}-sheet.pdf", leaf.id, len(found) > 1)
        write_file(path, encode(leaf.back() if rules else leaf.front, path, dpi))
        typer.echo(path)


def pad(
    map: MapName,
    sheets: Annotated[int, typer.Option(min=1, max=100_000, help="How many leaves.")] = 50,
    size: Size = "a5",
    paper: Annotated[str, typer.Option(help="Paper to print on; as many sheets as fit are put on a page.")] = "a4",
    rules: Annotated[bool, typer.Option("--rules", help="Print the rules on the back of every sheet.")] = False,
    output: Output = None,
    style: Style = "outline",
    room: Room = "8mm",
    seed: Seed = 0,
    theme: ThemeName = "accessible",
    lang: Lang = "en",
    names: CellNames = "",
    which: Which = "",
) -> None:
    """A pad of sheets as a print-ready PDF, with crop marks.

    Example:  mapkit pad japan --sheets 100 --size a5 --paper a4 --rules
    """
    from mapkit import units
    from mapkit.leaves import Ask
    from mapkit.press.pad import write_pad
    from mapkit.sheet.theme import theme as themed

    ask = Ask(units.size(size), themed(theme), lang, names, style, units.length(room), seed, which)
    found = asked(map, ask)
    for leaf in found:
        path = path_for(output, f"{Path(map).name}-pad.pdf", leaf.id, len(found) > 1)
        back = leaf.back() if rules else None
        with progress("Printing") as report:
            for remark in write_pad(leaf.front, path, sheets, units.size(paper), back=back, progress=report):
                say(remark)
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
    from mapkit import line, units
    from mapkit.sheet.theme import theme as themed

    look = themed("classic")
    opened, layout = laid(map, size, style, room, seed, look, faulty=True)
    made = line.proof_sheet(opened, layout, look, units.length(room), lang)
    path = output or default_output(f"{opened.map.id}-proof.pdf")
    write_file(path, encode(made, path, 200))
    typer.echo(path)
