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
    from mapkit.line import Progress

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
    str, typer.Option("--names", help='Language of the cells\' names, or "none". Default: as --lang.')
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
