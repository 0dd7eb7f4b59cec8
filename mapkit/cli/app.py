"""Commands -> the typer app. Each lives in a module of its own kind; nothing heavy is imported to list them."""

from __future__ import annotations

from typing import Annotated

import typer

from mapkit.cli import call, design, maps, new, pads, referee, sheets

app = typer.Typer(
    name="mapkit",
    help="Printable sheets and maps for roll-and-write games: from region polygons to a checked, printed pad.",
    epilog="Tonight's game:  mapkit pad japan --sheets 20 --rules",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(show: bool) -> None:
    if show:
        from importlib.metadata import version

        typer.echo(f"mapkit {version('mapkit')}")
        raise typer.Exit()


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


COMMANDS = (
    *(pads.pad, sheets.sheet, call.call, referee.referee),
    *(maps.maps, new.new, maps.check, maps.graph, maps.layout, sheets.proof),
    *(design.links, design.regions, design.merge, design.diff),
    *(pads.papers, pads.preflight),
)
for command in COMMANDS:
    app.command()(command)
