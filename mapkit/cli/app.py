"""Words of a command line -> the typer app. Only the module of the command asked for is imported."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

MODULES = {  # command -> the module of this folder that holds it, in the order of --help
    "pad": "pads", "sheet": "sheets", "call": "call", "referee": "referee",
    "maps": "maps", "new": "new", "check": "maps", "graph": "maps", "layout": "maps", "proof": "sheets",
    "links": "design", "regions": "design", "merge": "design", "diff": "design",
    "papers": "pads", "preflight": "pads",
}  # fmt: skip


def _version(show: bool) -> None:
    if show:
        from importlib.metadata import version

        typer.echo(f"mapkit {version('mapkit')}")
        raise typer.Exit()


def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def app_for(words: Sequence[str]) -> typer.Typer:
    """The app that runs these words: with the command that the first of them names, or with all when it names none."""
    app = typer.Typer(
        name="mapkit",
        help="Printable sheets and maps for roll-and-write games: from region polygons to a checked, printed pad.",
        epilog="Tonight's game:  mapkit pad japan --sheets 20 --rules",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(root)
    named = [word for word in words[:1] if word in MODULES]
    for name in named or MODULES:
        app.command(name)(getattr(import_module(f"mapkit.cli.{MODULES[name]}"), name))
    return app
