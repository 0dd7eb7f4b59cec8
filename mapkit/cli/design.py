"""Commands for designers: links, regions, diff."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mapkit.cli.common import MapName, boxes, default_output, progress, say, write_file
from mapkit.errors import MapkitError
from mapkit.map import Cell
from mapkit.tables import MOST_REGIONS

WHY = "a region has a die colour of its own, and six are plain to tell apart"


def links(
    map: MapName,
    suggest: Annotated[bool, typer.Option("--suggest", help="Propose bridges over water.")] = False,
    most: Annotated[int | None, typer.Option("-n", help="At most so many proposals.", min=1)] = None,
    write: Annotated[
        int,
        typer.Option(help="Put the first so many proposals, or all, into map.toml; -1: those that tie pieces.", min=-1),
    ] = 0,
) -> None:
    """The bridges of a map; with --suggest, bridges worth having, best first.

    Example:  mapkit links japan --suggest
    """
    from mapkit import line
    from mapkit.carto.links import suggest_links
    from mapkit.map import pieces

    opened = line.open_map(map)
    m, declared = opened.map, opened.declaration
    name = {c.id: _named(c) for c in m.cells}
    if not (suggest or write):
        for link in m.links:
            if link.kind == "bridge":
                typer.echo(f"{name[link.a]} - {name[link.b]}")
        say(f"{len(pieces(m.cell, m.links))} piece(s) through links; --suggest proposes bridges")
        return
    with progress("Looking for straits"):
        coverage = line.read_shapes(declared)[1]
        found = suggest_links(m, coverage.shapes, coverage.lonlat, declared.isolates, most)
    for n, p in enumerate(found, 1):
        tie = "  ties a piece" if p.ties else ""
        typer.echo(f"{n:3}  {name[p.a]} - {name[p.b]}  {p.length:.1f} {opened.survey.unit}{tie}")
    if not found:
        say("no bridge to propose: all nearest shores are tied already")
    chosen = [p for p in found if p.ties] if write == -1 else found[:write]
    if chosen:
        from mapkit.edit import add_bridges

        add_bridges(declared.path, [(p.a, p.b) for p in chosen])
    if write:
        fewer = f"; {write} were asked for, and there are no more proposals" if write > len(chosen) else ""
        say(f"{declared.path}: {len(chosen)} bridges added{fewer}")


def _named(cell: Cell) -> str:
    name = cell.names.get("en") or cell.id
    return name if name == cell.id else f"{cell.id} {name}"


def regions(
    map: MapName,
    k: Annotated[
        int, typer.Option("-k", help=f"How many regions, 1 to {MOST_REGIONS}: {WHY}.", min=1, max=MOST_REGIONS)
    ] = 6,
    suggest: Annotated[
        bool, typer.Option("--suggest", help="Propose divisions, drawn in a PDF to choose from.")
    ] = False,
    by: Annotated[str, typer.Option(help="A field of cells.geojson whose values should stay together.")] = "",
    seed: Annotated[int, typer.Option(help="Another number: other proposals.")] = 0,
    write: Annotated[int, typer.Option(help="Put this proposal into map.toml.", min=0)] = 0,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The picture, a PDF.")] = None,
) -> None:
    """The regions of a map; with --suggest, contiguous, even and compact divisions.

    Example:  mapkit regions japan -k 6 --suggest
    """
    from mapkit import line
    from mapkit.carto.regions import suggest_regions
    from mapkit.carto.source import properties

    opened = line.open_map(map)
    m, declared = opened.map, opened.declaration
    if not (suggest or write):
        for r in m.regions:
            cells = ", ".join(m.cell[c].names.get("en", c) for c in m.members(r.id))
            typer.echo(f"{r.letter} {r.id} ({r.color}), {len(m.members(r.id))} cells: {cells}")
        return
    field = properties(declared, by) if by else None
    with progress("Dividing"):
        try:
            found = suggest_regions(m, line.read_shapes(declared)[1].shapes, k, seed, by=field)
        except ValueError as error:
            raise MapkitError(str(error), "-k") from None
    if write > len(found):
        raise MapkitError(f"there are {len(found)} proposals", "--write")
    for n, d in enumerate(found, 1):
        typer.echo(f"{n}  sizes {' '.join(f'{s}' for s in d.sizes)}")
    path = output or default_output(f"{m.id}-regions.pdf")
    from mapkit.leaves import divided
    from mapkit.press.pdf import to_pdf

    drawn = divided(opened, [d.region for d in found])
    boxes(drawn)
    write_file(path, to_pdf(drawn))
    typer.echo(path)
    if write:
        from mapkit.edit import set_regions

        chosen = found[write - 1].region
        set_regions(declared.path, [[c.id for c in m.cells if chosen[c.id] == g] for g in range(k)])
        say(f"{declared.path}: regions as in proposal {write}; their names are yours to give")


def diff(
    map: MapName,
    other: Annotated[Path, typer.Argument(metavar="OTHER", help="A list of links: .csv, .json or .graphml.")],
) -> None:
    """Compare a map's links with a hand-made list: missing, extra, one-way. Exit code 1 when they differ.

    Example:  mapkit diff japan borders.csv
    """
    from mapkit import line
    from mapkit.carto.linklist import difference, read

    try:
        text = other.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise MapkitError(f"cannot be read ({error.strerror})", other) from None
    except UnicodeDecodeError:
        raise MapkitError("is not UTF-8 text: save it as UTF-8", other) from None
    rows = read(text, other.suffix.lower().lstrip("."), str(other))
    found = difference(line.open_map(map).map, rows, str(other))
    for f in found:
        typer.echo(f"{f.rule}: {f.message}{f': {f.fix}' if f.fix else ''}")
    say(f"{other}: {len(rows)} rows, {len(found)} differences")
    raise typer.Exit(1 if found else 0)


def merge(
    map: Annotated[Path, typer.Argument(metavar="MAP", help="The path of a map folder of yours.")],
    cells: Annotated[str, typer.Argument(metavar="A+B", help="Cells that become one; more like A+B,C+D+E.")],
) -> None:
    """Merge cells of a map into one; the first of them gives its id and name.

    Example:  mapkit merge maps/valley north+hills
    """
    from mapkit.carto.rewrite import merge_folder
    from mapkit.edit import merge_cells

    made = merge_folder(map, cells, merge_cells)
    typer.echo(f"{made.folder}: {made.before} cells became {made.after}")
