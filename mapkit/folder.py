"""A map folder's map.toml -> Declaration (stdlib only); where shipped maps are found.

The schema, all of it (README has it with comments):

  id, title{locale}                       which map
  [source] file, id                       the polygons' file and the property that holds cell ids (default: feature id)
  [cells] ID = {locale = name}            every cell and its names
  [regions.ID] color, letter, names{locale}, cells[ids]
  [links] bridges[[a, b]], cuts[[a, b]], isolates[ids]
  [layout] ...                            options of the layout, see LAYOUT
  [game] family, ...                      the game's options, read by mapkit.games
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mapkit import tables
from mapkit.errors import MapkitError
from mapkit.map import Cell, Region

SOURCE = {"file": str, "id": str, "layer": str}
LINKS = {"bridges": list, "cuts": list, "isolates": list}
LAYOUT = {
    "rotate": (int, float),  # degrees clockwise on the page, -360 to 360; default: chosen from the shape
    "inset": list,  # [[ids], ...] cells shown in a framed inset; default: chosen by what the scale gains
    "keep_parts": (int, float),  # drop a part smaller than this share of all land, 0 to 0.5 (default 0.001)
    "orientation": str,  # "portrait" or "landscape"; default: what gives more room
}
REGION = {"color": str, "letter": str, "names": dict, "cells": list}
FILES = ("map.toml", "sheet.toml")  # what makes a folder one of ours: a map of cells, or a grid or rows
POLYGONS = ("cells.geojson", "cells.txt", "drawing.svg")  # looked for in this order when [source] names no file
TOP = {"id", "title", "source", "cells", "regions", "links", "layout", "game"}


@dataclass(frozen=True)
class Declaration:
    """What a designer states about a map, before any polygon is read. cells stand in the file's order."""

    path: Path  # the map.toml
    id: str
    title: Mapping[str, str]
    cells: tuple[Cell, ...]
    regions: tuple[Region, ...]
    bridges: tuple[tuple[str, str], ...] = ()
    cuts: tuple[tuple[str, str], ...] = ()
    isolates: tuple[str, ...] = ()
    source: Mapping[str, str] = field(default_factory=dict)
    layout: Mapping[str, Any] = field(default_factory=dict)
    game: Mapping[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return self.path.parent


def shipped() -> Path:
    """The folder of the maps that come with mapkit: inside an installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / "maps"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "maps"


def shipped_names() -> list[str]:
    root = shipped()
    return sorted(p.name for p in root.glob("*") if any((p / f).is_file() for f in FILES)) if root.is_dir() else []


def find(name: str | Path) -> Path:
    """The folder of a map or sheet: a path, else maps/NAME here, else a shipped name. Raises MapkitError."""
    path = Path(name)
    if path.name in FILES:
        path = path.parent
    try:
        if any((path / f).is_file() for f in FILES):
            return path
        if len(Path(name).parts) == 1:
            for root in (Path("maps"), shipped()):  # where `mapkit new NAME` puts a map, then those that ship
                if any((root / name / f).is_file() for f in FILES):
                    return root / name
        there = path.is_dir()
    except OSError as error:  # a name no file system has
        raise MapkitError(f"no such map ({error.strerror})", tables.shown(str(name))) from None
    if there:
        raise MapkitError("this folder has no map.toml; make one with `mapkit new`, or name another folder", path)
    raise MapkitError(f"no such map: give a folder that holds a map.toml, or one of {', '.join(shipped_names())}", name)


def is_file(name: str | Path) -> bool:
    """Whether a name is a file that is no part of a map folder: polygons that are no map yet."""
    try:
        return Path(name).is_file() and Path(name).name not in FILES
    except OSError:  # a name no file system has
        return False


def family(place: Path) -> str:
    """The family of a folder: "map", or what the [game] of its sheet.toml says ("seasons", "rows")."""
    if (place / "map.toml").is_file():
        return "map"
    path = place / "sheet.toml"
    named = tables.table(tables.read_toml(path), "game", path).get("family")
    if named not in ("seasons", "rows"):
        raise MapkitError(f'family must be "seasons" or "rows", not {named!r}', f"{path} [game]")
    return str(named)


def sheets(place: Path) -> tuple[str, list[str]]:
    """(English title, ids of the sheets) of a folder with a sheet.toml."""
    path = place / "sheet.toml"
    raw = tables.read_toml(path)
    title = tables.names(raw.get("title", place.name), str(path), "title")
    return title.get("en", place.name), list(tables.table(raw, "sheets", path))


def polygons_file(declaration: Declaration) -> Path:
    """The file that holds a map's polygons: as [source] says, else the first usual one there is. Raises MapkitError."""
    named = declaration.source.get("file")
    if not named:
        found = next((f for f in POLYGONS if (declaration.folder / f).is_file()), POLYGONS[0])
        return declaration.folder / found
    if max(len(part.encode()) for part in (*Path(named).parts, "")) > 200 or len(named) > 1000:
        raise MapkitError(
            f"file {tables.shown(named)} is too long to be the name of a file", f"{declaration.path} [source]"
        )
    if Path(named).is_absolute() or ".." in Path(named).parts:
        raise MapkitError(f"file {named!r} must lie inside the map's folder", f"{declaration.path} [source]")
    path = declaration.folder / named
    if not path.exists():
        raise MapkitError(f"there is no file {named!r} in the map's folder", f"{declaration.path} [source] file")
    return path


def read(folder: Path) -> Declaration:
    """Reads and checks folder/map.toml. Raises MapkitError that names the file and the key."""
    path = folder / "map.toml"
    if not path.is_file() and (folder / "sheet.toml").is_file():
        raise MapkitError("is a sheet without a map: print it with `mapkit pad` or `mapkit sheet`", folder)
    return parse(tables.read_toml(path), path)


def parse(raw: Mapping[str, Any], path: Path) -> Declaration:
    """Checks the tables of a map.toml. Raises MapkitError that names the file and the key."""
    tables.printable({k: v for k, v in raw.items() if k != "id"}, path)  # an id has a rule of its own
    tables.known(raw, TOP, path, "")
    names_of = tables.table(raw, "cells", path)
    if not names_of:
        raise MapkitError('[cells] lists no cell: add one line per cell, ID = {en = "Name"}', path)
    regions: list[Region] = []
    region_of: dict[str, str] = {}
    letters: dict[str, str] = {}
    colors: dict[str, str] = {}
    for key, table in tables.table(raw, "regions", path).items():
        at = f"{path} [regions.{tables.ident(key, f'{path} [regions]')}]"
        if not isinstance(table, dict):
            raise MapkitError("must be a table with color, letter, names and cells", at)
        tables.typed(table, REGION, path, f"regions.{key}", required=("color", "letter", "cells"))
        for seen, what in ((letters, "letter"), (colors, "color")):
            if table[what] in seen:
                raise MapkitError(f"{what} {table[what]!r} is taken by region {seen[table[what]]!r} already", at)
            if not table[what].strip():
                raise MapkitError(f"{what} is empty", at)
            if len(table[what]) > (most := {"letter": tables.LETTER}.get(what, tables.LONGEST)):
                raise MapkitError(f"{what} {tables.shown(table[what])} is too long: {most} characters are the most", at)
            seen[table[what]] = key
        tables.color(table["color"], f"{at} color")
        for cell in tables.ids(table["cells"], names_of, at, "cells"):
            if cell in region_of:
                again = "twice here" if region_of[cell] == key else f"in region {region_of[cell]!r} too"
                raise MapkitError(f"cell {cell!r} stands {again}: every cell belongs to one region", at)
            region_of[cell] = key
        regions.append(Region(key, tables.names(table.get("names", {}), at, "names"), table["color"], table["letter"]))
    if not regions:
        raise MapkitError("there is no [regions.ID] table: every cell belongs to one region", path)
    cells = []
    for cell, names in names_of.items():
        if cell not in region_of:
            raise MapkitError(f"cell {cell!r} is in no region: add it to the cells of one", f"{path} [cells]")
        tables.ident(cell, f"{path} [cells]")
        cells.append(Cell(cell, tables.names(names, f"{path} [cells]", cell), region_of[cell]))
    links = tables.typed(tables.table(raw, "links", path), LINKS, path, "links")
    at = f"{path} [links]"
    isolates = tables.ids(links.get("isolates", []), names_of, at, "isolates")
    if len(set(isolates)) < len(isolates):
        raise MapkitError(f"isolates has cell {Counter(isolates).most_common(1)[0][0]!r} twice: keep one", at)
    source = tables.typed(tables.table(raw, "source", path), SOURCE, path, "source")
    layout = tables.typed(tables.table(raw, "layout", path), LAYOUT, path, "layout")
    tables.layout(layout, names_of, f"{path} [layout]")
    ident = raw.get("id", path.parent.resolve().name)
    if "id" in raw and not _nameable(ident):
        rule = "id must be 1 to 60 letters, digits, - or _, because files are named by it"
        raise MapkitError(f"{rule}, not {ident!r:.80}", path)
    title = tables.names(raw.get("title", {"en": ident}), str(path), "title")
    return Declaration(
        path=path,
        id=ident,
        title=title,
        cells=tuple(cells),
        regions=tuple(regions),
        bridges=tables.pairs(links.get("bridges", []), names_of, at, "bridges"),
        cuts=tables.pairs(links.get("cuts", []), names_of, at, "cuts"),
        isolates=isolates,
        source=source,
        layout=layout,
        game=tables.table(raw, "game", path),
    )


def _nameable(ident: Any) -> bool:
    """Is it safe as part of a file's name: letters and digits of any script, - and _, and dots between them?"""
    if not isinstance(ident, str) or not 1 <= len(ident) <= 60 or ident[0] == "." or ident[-1] == ".":
        return False
    return all(c in "-_." or unicodedata.category(c)[0] in "LMN" for c in ident)
