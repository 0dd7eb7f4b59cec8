"""What commands share: the arguments they all take, progress while they work, files written whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.errors import MapkitError

if TYPE_CHECKING:
    from mapkit.ask import Ask
    from mapkit.layout import Layout
    from mapkit.leaves import Leaf
    from mapkit.line import Opened, Progress
    from mapkit.press.fonts import Chain
    from mapkit.sheet.marginalia import Measure
    from mapkit.sheet.marks import Sheet

MapName = Annotated[str, typer.Argument(metavar="MAP", help="A shipped map's name, or the path of a map folder.")]
Size = Annotated[str, typer.Option(help="Size of a sheet: a5, a6, letter, ... or WIDTHxHEIGHT like 120x170mm.")]
Style = Annotated[str, typer.Option(help="How the map is laid out: outline, block, or true (real shapes).")]
Room = Annotated[str, typer.Option(help="The circle every cell must hold, like 8mm.")]
Seed = Annotated[
    int, typer.Option("--seed", "--layout-seed", help="Another number: another layout, another arrangement of symbols.")
]
ThemeName = Annotated[str, typer.Option("--theme", help="classic, accessible, gray or low-ink.")]
Lang = Annotated[str, typer.Option(help="Language of the words: en, de, ja or zh.")]
CellNames = Annotated[
    str, typer.Option("--names", help='Language of the cells\' names, "both" or "none". Default: as --lang.')
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="The file to write; its ending says the format.")]
Which = Annotated[
    str, typer.Option("--sheet", "--season", help='One sheet of a folder with several, like spring; or "all".')
]
Font = Annotated[
    list[Path] | None, typer.Option("--font", help="A font file (.ttf, .otf) to set first; may be given again.")
]


def say(text: str) -> None:
    """A remark for the person at the terminal; never mixed into what a command prints for other tools."""
    print(text, file=sys.stderr)


@contextmanager
def progress(title: str) -> Iterator[Progress]:
    """A bar on stderr that appears once the work has taken a second, and only on a terminal."""
    import time

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(title, total=1.0)
    began, shown = time.monotonic(), False

    def report(what: str, share: float) -> None:
        nonlocal shown
        if not shown and time.monotonic() - began > 1.0:
            bar.start()
            shown = True
        bar.update(task, description=f"{title}: {what}" if what else title, completed=share)

    try:
        yield report
    finally:
        if shown:
            bar.stop()


def write_file(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all. Raises MapkitError that names the path."""
    from mapkit import store

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        store.replace(path, data)
    except OSError as error:
        raise MapkitError(f"cannot be written ({error.strerror or error}): choose another file with -o", path) from None


def default_output(name: str) -> Path:
    """output/NAME under the folder the command is run in."""
    return Path("output") / name


def fonts(files: list[Path] | None, lang: str, names: str) -> tuple[Chain | None, Measure]:
    """The user's own fonts before the shipped ones, and how wide they set. Raises MapkitError for no font.

    Where Chinese is wanted, characters that Chinese and Japanese share take their Chinese shapes.
    """
    from mapkit.press import fonts

    language = "zh" if (names or lang) == "zh" else ""
    if not files and not language:
        return None, fonts.measure
    chain = fonts.chain(files or (), language=language)
    return chain, lambda text, size, weight: fonts.measure(text, size, weight, chain)


def boxes(sheets: list[Sheet]) -> None:
    """Says which texts of a designer's picture stand as boxes; a player's sheet is not printed with such."""
    from mapkit.press.script import faults

    found = faults(sheets)
    for text, why, fix in found[:3]:
        say(f"{text!r} {why}: {fix}")
    if len(found) > 3:
        say(f"... and {len(found) - 3} more")


def laid(map: str, opened: Opened, ask: Ask, faulty: bool = False) -> Layout:
    """An opened map's layout, with a bar of progress; a stale one is said. faulty: also one with severe findings."""
    from mapkit.lay import lay

    with progress("Laying out") as report:
        made = lay(opened, ask, report, faulty)
    if made.stale:
        _stale(map, ask)
    return made.layout


def asked(map: str, ask: Ask) -> list[Leaf]:
    """The leaves asked for, laid out with a bar of progress; a stale layout is said."""
    from mapkit.leaves import leaves

    with progress("Laying out") as report:
        found = leaves(map, ask, report)
    if any(leaf.stale for leaf in found):
        _stale(map, ask)
    for leaf in found:
        if leaf.note:
            say(leaf.note)
    return found


def _stale(map: str, ask: Ask) -> None:
    say(f"{map}: the stored {ask.style} layout was older than the map, or changed by hand, and was made anew")


def path_for(output: Path | None, default: str, leaf: str, several: bool) -> Path:
    """Where a leaf is written: as asked, with the leaf's id before the ending where there are several."""
    path = output or default_output(default)
    return path.with_name(f"{path.stem}-{leaf}{path.suffix}") if several else path
