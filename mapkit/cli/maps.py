"""Commands about a map itself: maps, check, graph, layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.cli.common import MapName, Room, Seed, Size, Style, laid, say, write_file
from mapkit.errors import MapkitError

if TYPE_CHECKING:
    from mapkit.line import Opened
    from mapkit.map import Finding


def maps() -> None:
    """List the maps that come with mapkit, a line each; one whose files are broken, with what is wrong.

    Example:  mapkit maps
    """
    from mapkit import folder

    for name in folder.shipped_names():
        try:
            typer.echo(f"{name:<12} {_about(folder.find(name))}")
        except MapkitError as error:  # one that is broken does not hide the others
            typer.echo(f"{name:<12} {error}")


def _about(place: Path) -> str:
    """A folder's title and what is in it. Raises MapkitError."""
    from mapkit import folder

    if folder.family(place) == "map":
        one = folder.read(place)
        what = f"{len(one.cells)} cells, {len(one.regions)} regions, {len(one.bridges)} bridges"
        return f"{one.title.get('en', place.name)}: {what}"
    title, sheets = folder.sheets(place)
    return f"{title}: sheets {', '.join(sheets)}"


def check(
    map: MapName,
    as_json: Annotated[bool, typer.Option("--json", help="The findings as JSON, for other tools.")] = False,
    size: Size = "a5",
    style: Style = "outline",
    room: Room = "8mm",
    polygons: Annotated[bool, typer.Option("--polygons", help="Check the map alone, not its layout on paper.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Mend the polygons first, where that changes no border.")] = False,
) -> None:
    """Check a map and its layout: cells, regions, links, polygons, room to write. Exit code 1 on a severe finding.

    Example:  mapkit check japan --size a6
    """
    from mapkit import line, units
    from mapkit.ask import Ask

    if fix:
        from mapkit.carto.rewrite import fix_folder

        for f in fix_folder(map):
            say(f"mended: {f.where}: {f.message}")
    ask = Ask(units.size(size), style=style, room=units.length(room))
    opened = line.open_map(map)
    found = line.map_findings(opened)
    if not polygons and any(f.severe for f in found):
        say("its layout was not looked at: first the map itself needs mending")
    elif not polygons:
        found = line.both(found, line.layout_findings(opened, laid(map, opened, ask, faulty=True), ask.room))
    found.sort(key=lambda f: (not f.severe, f.rule, f.where))
    severe = sum(f.severe for f in found)
    if as_json:
        rows = [
            {"rule": f.rule, "where": f.where, "message": f.message, "severe": f.severe, "fix": f.fix} for f in found
        ]
        typer.echo(json.dumps({"map": opened.map.id, "severe": severe, "findings": rows}, ensure_ascii=False, indent=1))
    else:
        _report(opened, found)
    raise typer.Exit(1 if severe else 0)


def _report(opened: Opened, found: list[Finding]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from mapkit.map import pieces

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 200
    here = f"{opened.declaration.folder}/"
    m = opened.map
    bridges = sum(x.kind == "bridge" for x in m.links)
    sizes = ", ".join(f"{r.id} {len(m.members(r.id))}" for r in m.regions)
    title = escape(m.title.get("en", m.id))
    console.print(f"[bold]{title}[/bold]: {len(m.cells)} cells in {len(m.regions)} regions ({escape(sizes)})")
    parts = [len(p) for p in pieces(m.cell, m.links)]
    land = [len(p) for p in pieces(m.cell, [x for x in m.links if x.kind == "border"])]
    console.print(
        f"{len(m.links)} links: {len(m.links) - bridges} borders and {bridges} bridges; "
        f"pieces by borders {land}, with bridges {parts}"
    )
    if not found:
        console.print("[green]no findings[/green]")
        return
    table = Table(show_lines=False, box=None, pad_edge=False)
    for column in ("", "rule", "where", "what", "what to do"):
        table.add_column(column, overflow="fold")
    for f in found:
        mark = "[red]severe[/red]" if f.severe else "note"
        table.add_row(mark, escape(f.rule), escape(f.where.replace(here, "")), escape(f.message), escape(f.fix))
    console.print(table)
    severe = sum(f.severe for f in found)
    console.print(f"{severe} severe, {len(found) - severe} to know")


def graph(
    map: Annotated[
        str, typer.Argument(metavar="MAP", help="A shipped map's name, a map folder, or any file that `new` reads.")
    ],
    format: Annotated[str, typer.Option("-f", "--format", help="json, csv, dot or graphml.")] = "csv",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A file instead of the terminal.")] = None,
    id_field: Annotated[str | None, typer.Option("--id", help="Of a file: the field that holds the ids.")] = None,
    layer: Annotated[
        list[str] | None, typer.Option(help="Of a file: the layer to read; given again, also that.")
    ] = None,
) -> None:
    """Who is linked to whom, for other tools. csv has the columns a, b, kind, km (or drawing units).

    Example:  mapkit graph japan -f graphml -o japan.graphml
    """
    from mapkit import folder, line
    from mapkit.carto.graph import write

    if folder.is_file(map):
        found, survey, left_out = line.open_file(Path(map), id_field, layer or ())
        for f in left_out:
            say(f"{f.rule}: {f.where}: {f.message}")
    elif id_field or layer:
        raise MapkitError("--id and --layer are for files; a map folder says them in map.toml [source]", map)
    else:
        opened = line.open_map(map)
        found, survey = opened.map, opened.survey
    text = write(found, survey.lengths, survey.unit, format)
    if output:
        write_file(output, text.encode())
        typer.echo(output)
    else:
        typer.echo(text, nl=False)


def layout(
    map: MapName,
    style: Style = "outline",
    size: Size = "a5",
    room: Room = "8mm",
    seed: Seed = 0,
    export: Annotated[
        Path | None, typer.Option(help="Also write the outlines in mm: .geojson, or .svg with layers for Inkscape.")
    ] = None,
) -> None:
    """Lay a map out for a size of paper and store the result beside it, so that every later print is instant.

    Example:  mapkit layout japan --style block --size a6 --export japan-a6.geojson
    """
    from statistics import median

    from mapkit import line, units
    from mapkit.ask import Ask
    from mapkit.layout import geojson

    ask = Ask(units.size(size), style=style, room=units.length(room), seed=seed)
    opened = line.open_map(map)
    made = laid(map, opened, ask)
    rooms = [p.room for p in made.places]
    typer.echo(
        f"{opened.map.id} {made.style} on {made.size[0]:g} x {made.size[1]:g} mm: "
        f"smallest circle {min(rooms):.2f} mm, median {median(rooms):.2f} mm"
    )
    if export:
        match export.suffix.lower():
            case ".geojson" | ".json":
                text = geojson(made)
            case ".svg":
                from mapkit.carto.export import layered_svg

                text = layered_svg(opened.map, made)
            case other:
                raise MapkitError(f"unknown ending {other!r}: name a .geojson or .svg file", export)
        write_file(export, text.encode())
        say(f"{export}: {len(made.places)} outlines in mm")
