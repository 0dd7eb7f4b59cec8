"""Any vector file -> a map folder: map.toml with everything explained, cells.geojson, SOURCE.md.

The map opens at once: its borders are surveyed, pieces tied by provisional bridges, cells parted into regions.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import shapely

from mapkit.carto.cellsfile import cells_geojson
from mapkit.carto.coverage import repair
from mapkit.carto.drawing import MOST_CELLS, Drawing, read
from mapkit.carto.features import Layers
from mapkit.carto.fewer import coarse, lean
from mapkit.carto.graph import Survey
from mapkit.carto.merge import merged, plan_merges
from mapkit.carto.newtoml import SCHEMA_FILE, brief, map_toml, quoted, source_md, title
from mapkit.carto.plausible import plausible
from mapkit.carto.provisional import groups, ties
from mapkit.carto.source import Source, load
from mapkit.carto.survey import survey
from mapkit.errors import MapkitError
from mapkit.folder import read as toml
from mapkit.folder import shipped
from mapkit.map import Finding
from mapkit.tables import MOST_REGIONS, shown

MOST = 2_000  # cells of a new map: more fit on no sheet, and take minutes


@dataclass(frozen=True)
class Created:
    """What create wrote. findings: what the reader changed, left out, or could not be sure of."""

    folder: Path
    cells: int
    borders: int
    bridges: tuple[tuple[str, str], ...]
    regions: int
    findings: tuple[Finding, ...]


def create(
    target: str | Path,
    file: Path | None = None,
    *,
    id_field: str | None = None,
    name_field: str | None = None,
    where: str | None = None,
    layer: Layers = None,
    merge_to: int | None = None,
    by: str | None = None,
    regions: int | None = None,
    exact: bool = False,
    force: bool = False,
) -> Created:
    """Writes a map folder from a file of any kind that `read` reads; all of it or nothing. Without a file: a copy of
    the template, a small drawing with its map.toml explained.

    target: a folder; a bare name means maps/NAME below the current folder. merge_to: so many cells are left, the
    smallest merged into neighbours. by: a field; cells of one value merge only with each other, and stay in one region
    where its size allows. regions: how many, default 6 or fewer for a small map. exact: keep what no sheet shows.
    Raises MapkitError for what read raises, and when the folder is there already and force is not given; with force
    its map.toml, cells.geojson, SOURCE.md and schema are replaced, and nothing else in it is touched.
    """
    try:
        folder = _free(target, force)
        there = folder.is_dir()
    except OSError as error:  # a name no file system has, a folder nobody may look into
        raise MapkitError(f"cannot be made ({error.strerror}): name another folder", shown(str(target))) from None
    if file is None:
        return _template(folder, there)
    most = MOST if merge_to is None else MOST_CELLS
    drawing = read(file, id_field=id_field, name_field=name_field, where=where, layer=layer, most=most)
    if by is not None and by not in drawing.fields:
        raise MapkitError(
            f"there is no field {by!r}; the fields are {', '.join(drawing.fields) or 'none'}", f"{file} --by"
        )
    if merge_to is not None:
        drawing = _merged(drawing, merge_to, by)
    largest = min(MOST_REGIONS, len(drawing.source.shapes))
    if regions is not None and not 1 <= regions <= largest:
        raise MapkitError(
            f"{regions} regions for {len(drawing.source.shapes)} cells: 1 to {largest} are possible", "--regions"
        )
    plausible(drawing.source.shapes, file)  # or the new map would not open
    found = survey(drawing.source)
    drawn = drawing.source
    drawing, found = _mended(drawing, found)
    mended = drawing.source
    if not exact:
        drawing = replace(drawing, source=lean(drawing.source, found))
    borders = [b.pair for b in found.borders]
    rough = coarse(drawing.source)
    bridges = ties(rough, borders)
    count = regions or max(1, min(MOST_REGIONS, len(drawing.source.shapes) // 4))
    parts = groups(rough, [*borders, *bridges], count, _values(drawing, by))
    alone = [] if bridges else [i for i in drawing.source.shapes if not any(i in pair for pair in borders)]
    if len(drawing.source.shapes) == 1:
        alone = list(drawing.source.shapes)
    files = {
        "cells.geojson": cells_geojson(drawing),
        "SOURCE.md": source_md(folder.name, file.name, drawing),
        SCHEMA_FILE: schema_text(),
        "map.toml": map_toml(_ident(folder), file.name, drawing, parts, bridges, alone, found.doubtful),
    }
    _write(folder, files, there)
    findings = brief(drawing.source.findings, drawn, mended)
    return Created(folder, len(drawing.source.shapes), len(borders), tuple(bridges), len(parts), findings)


def _template(folder: Path, there: bool) -> Created:
    """Copies maps/template: its files as they are, but for the id and the English title."""
    template = shipped() / "template"
    names = ("SOURCE.md", "drawing.svg", "map.toml")
    files = {name: (template / name).read_text(encoding="utf-8") for name in names}
    declared, ident = toml(template), _ident(folder)
    text = files["map.toml"].replace(f'id = "{declared.id}"', f"id = {quoted(ident)}", 1)
    text = text.replace(f'en = "{declared.title["en"]}"', f"en = {quoted(title(ident))}", 1)
    files["map.toml"] = f"#:schema ./{SCHEMA_FILE}\n{text}"
    _write(folder, {**files, SCHEMA_FILE: schema_text()}, there)
    source = load(toml(folder))
    borders = len(survey(source).borders)
    return Created(folder, len(declared.cells), borders, declared.bridges, len(declared.regions), source.findings)


def schema_text() -> str:
    """The JSON Schema of map.toml, for editors."""
    return (Path(__file__).parent.parent / "schema.json").read_text(encoding="utf-8")


def _values(drawing: Drawing, by: str | None) -> dict[str, str]:
    """Cell id -> the text of its field by; empty without one."""
    return {i: str(a.get(by, "")) for i, a in drawing.attributes.items()} if by is not None else {}


def _merged(drawing: Drawing, count: int, by: str | None) -> Drawing:
    """The drawing with its smallest cells merged into neighbours until count are left; the largest gives the name."""
    coverage = repair(drawing.source)[0]
    plan = plan_merges(coverage, survey(coverage), count, _values(drawing, by) or None)
    shapes = merged(coverage, plan).shapes
    told = [
        Finding("merged", g[0], f"{', '.join(g[1:7])}{' and more' if len(g) > 7 else ''} merged into it", False)
        for g in plan
        if len(g) > 1
    ]
    source = Source(shapes, drawing.source.lonlat, (*drawing.source.findings, *told))
    names = {i: drawing.names[i] for i in shapes}
    return replace(drawing, source=source, names=names, attributes={i: drawing.attributes[i] for i in shapes})


def _mended(drawing: Drawing, found: Survey) -> tuple[Drawing, Survey]:
    """The drawing with its gaps and overlaps closed, when that keeps every cell and every border beyond doubt, and its
    borders then; else both as they were."""
    try:
        coverage, changes = repair(drawing.source, found.tolerance)
    except shapely.errors.GEOSException:
        return drawing, found  # then `check` says what is wrong with it
    if not changes:
        return drawing, found
    source, after = drawing.source, survey(coverage)
    changed = {b.pair for b in after.borders} ^ {b.pair for b in found.borders}
    sure = changed - {b.pair for b in found.doubtful}
    if sure or len(coverage.shapes) < len(source.shapes) or any(f.severe for f in changes):
        told = "its borders do not meet, and closing the gaps would change who borders whom: left as drawn"
        findings = (*source.findings, Finding("as-drawn", "the map", told, False, "see mapkit check"))
        return replace(drawing, source=replace(source, findings=findings)), found
    told = "a border too short for the noise of the drawing: closing the gaps decided it"
    doubts = [
        Finding("doubtful", f"{a}-{b}", told, False, "put the pair into bridges or cuts") for a, b in sorted(changed)
    ]
    shapes = {i: coverage.shapes[i] for i in source.shapes}
    mended = Source(shapes, source.lonlat, (*source.findings, *changes, *doubts))
    left = tuple(d for d in found.doubtful if d.pair in after.lengths)
    return replace(drawing, source=mended), replace(after, doubtful=left)


def _folder(target: str | Path) -> Path:
    path = Path(target)
    if path.name in ("", ".", "..") or "\0" in str(path):
        raise MapkitError("name the new map's folder", str(target))
    bare = len(path.parts) == 1 and not path.is_dir()
    return Path("maps") / path if bare and str(target) == path.name else path


def _free(target: str | Path, force: bool) -> Path:
    """The folder meant, when a map can be written there. Raises OSError, too, for a name no folder can have."""
    folder = _folder(target)
    if folder.exists() and not folder.is_dir():
        raise MapkitError("is a file: name a folder for the new map", folder)
    if folder.is_dir() and any(folder.iterdir()) and not force:
        raise MapkitError("is there already: choose another name, or overwrite its map with --force", folder)
    return folder


def _ident(folder: Path) -> str:
    return re.sub(r"[^\w.-]+", "-", folder.resolve().name)[:60].strip("-.") or "map"


def _write(folder: Path, files: Mapping[str, str], there: bool) -> None:
    """All files into a new folder beside the target, then into place by renaming. there: the target is a folder that
    was there when the command began; otherwise it must not have come to be since."""
    made: Path | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        for name, text in files.items():
            (made / name).write_bytes(text.encode("utf-8"))
        if not there:
            made.chmod(0o755 & ~_umask())
            made.rename(folder)  # fails when another command made one of this name meanwhile
            return
        for name in files:  # map.toml is the last: until then the old one rules
            (made / name).replace(folder / name)
    except OSError as error:
        raise MapkitError(f"cannot be written ({error.strerror or error})", folder) from None
    finally:
        if made is not None and made.exists():
            shutil.rmtree(made, ignore_errors=True)


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
