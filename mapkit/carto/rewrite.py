"""A map folder -> the same folder with its polygons changed: cells merged, or small faults mended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mapkit import folder, store
from mapkit.carto.cellsfile import cells_geojson
from mapkit.carto.coverage import Coverage, repair
from mapkit.carto.drawing import Drawing, read
from mapkit.carto.merge import merged, read_groups
from mapkit.carto.source import Source
from mapkit.carto.survey import survey
from mapkit.errors import MapkitError
from mapkit.folder import Declaration
from mapkit.map import Finding

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
    _write(declaration, drawing, after, text)
    return Merged(declaration.folder, len(before.shapes), len(after.shapes))


def fix_folder(name: str | Path) -> list[Finding]:
    """Mends the polygons in a folder's cells.geojson: what changed, each with place and size; [] when nothing had to.

    Only what changes no border is written. Raises MapkitError when a repair would make or lose one, when the polygons
    are in a drawing (mend that), and when the file cannot be written.
    """
    declaration = folder.read(folder.find(name))
    path = folder.polygons_file(declaration)
    if path.name != "cells.geojson":
        raise MapkitError("only cells.geojson is mended: change this file in the program it comes from", path)
    drawing = read(path, id_field=declaration.source.get("id"), layer=declaration.source.get("layer"))
    after, found = repair(drawing.source)
    if not found:
        return []
    was, now = ({b.pair for b in survey(shapes).borders} for shapes in (drawing.source, after))
    if was != now:
        a, b = min(was ^ now)
        what = "make" if (a, b) in now else "lose"
        raise MapkitError(f"not mended: a repair would {what} the border {a}-{b}; move the polygons by hand", path)
    _write(declaration, drawing, after, None)
    return found


def _write(declaration: Declaration, drawing: Drawing, after: Coverage, toml: str | None) -> None:
    attributes = {c: drawing.attributes.get(c, {}) for c in after.shapes}
    made = replace(drawing, source=Source(after.shapes, after.lonlat), attributes=attributes)
    try:
        store.replace(declaration.folder / "cells.geojson", cells_geojson(made).encode())
        if toml is not None:
            store.replace(declaration.path, toml.encode())
    except OSError as error:
        raise MapkitError(f"cannot be written ({error.strerror})", declaration.folder) from None
