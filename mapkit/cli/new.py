"""The command new: any vector file -> a map folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mapkit.cli.common import say
from mapkit.tables import MOST_REGIONS


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new map: maps/NAME here, or the path of a folder.")],
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="GeoJSON, TopoJSON, Shapefile (.shp, .zip), .gpkg, .kml, .fgb, .svg, .txt. Default: a template.",
        ),
    ] = None,
    id_field: Annotated[str | None, typer.Option("--id", help="The field that holds the cells' ids.")] = None,
    name_field: Annotated[str | None, typer.Option("--name", help="The field that holds the cells' names.")] = None,
    where: Annotated[str | None, typer.Option(help="Which features: \"kind = 'state' and pop > 1000\".")] = None,
    layer: Annotated[
        list[str] | None, typer.Option(help="The layer to read, where the file has several; given again, also that.")
    ] = None,
    merge_to: Annotated[
        int | None, typer.Option(help="Merge the smallest cells into neighbours: so many are left.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="Merge only cells of one value of this field; regions follow it.")
    ] = None,
    regions: Annotated[
        int | None, typer.Option("-k", "--regions", help=f"How many regions, 1 to {MOST_REGIONS}.")
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Keep every point of the file, also those that no sheet can show.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the map of a folder that is there.")] = False,
) -> None:
    """Make a map from a file you have: its cells, who borders whom, first regions and bridges to change.

    Without --from: a copy of the template, a small drawing whose map.toml explains itself.

    Example:  mapkit new valley --from valley.svg --layer Land
    """
    from mapkit.carto.new import create

    made = create(
        name,
        source,
        id_field=id_field,
        name_field=name_field,
        where=where,
        layer=layer,
        merge_to=merge_to,
        by=by,
        regions=regions,
        exact=exact,
        force=force,
    )
    for finding in made.findings[:20]:
        say(f"{finding.rule}: {finding.where}: {finding.message}{f' ({finding.fix})' if finding.fix else ''}")
    if len(made.findings) > 20:
        say(f"... and {len(made.findings) - 20} more, see SOURCE.md")
    typer.echo(
        f"{made.folder}: {made.cells} cells, {made.borders} borders, {made.regions} provisional regions, "
        f"{len(made.bridges)} provisional bridges. Next: edit its map.toml, then mapkit check {made.folder}"
    )
