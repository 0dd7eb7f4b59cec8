"""A map folder + cells to merge -> the same folder with fewer cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mapkit import folder, store
from mapkit.carto.cellsfile import cells_geojson
from mapkit.carto.coverage import repair
from mapkit.carto.drawing import read
from mapkit.carto.merge import merged, read_groups
from mapkit.carto.source import Source
from mapkit.carto.survey import survey
from mapkit.errors import MapkitError

EditToml = Callable[[Path, Sequence[Sequence[str]], Collection[tuple[str, str]]], str]


@dataclass(frozen=True)
class Merged:
    """The folder, and how many cells it had and has."""

    folder: Path
    before: int
    after: int


def merge_folder(name: str | Path, cells: str, edit: EditToml) -> Merged:
    """Merges cells ("A+B,C+D") in a folder's cells.geojson and map.toml. edit: gives the new text of map.toml.

    Raises MapkitError for a cell that is not there, and when a file cannot be written.
    """
    declaration = folder.read(folder.find(name))
    groups = read_groups(cells)
    path = folder.polygons_file(declaration)
    drawing = read(path, id_field=declaration.source.get("id"), layer=declaration.source.get("layer"))
    before = repair(drawing.source)[0]
    after = merged(before, groups)
    borders = {b.pair for b in survey(after).borders}
    text = edit(declaration.path, groups, borders)
    attributes = {c: drawing.attributes.get(c, {}) for c in after.shapes}
    made = replace(drawing, source=Source(after.shapes, after.lonlat), attributes=attributes)
    try:
        store.replace(declaration.folder / "cells.geojson", cells_geojson(made).encode())
        store.replace(declaration.path, text.encode())
    except OSError as error:
        raise MapkitError(f"cannot be written ({error.strerror})", declaration.folder) from None
    return Merged(declaration.folder, len(before.shapes), len(after.shapes))
