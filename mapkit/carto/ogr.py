"""Shapefile, GeoPackage, KML, FlatGeobuf -> Features: GDAL reads them in a process of bounded time and memory.

Such files are parsed by a million lines of C++; a damaged or hostile one must not take the caller down with it.
A zip is unpacked here, never by GDAL: plain names only, known endings only, as many bytes as they may be.
"""

from __future__ import annotations

import glob
import json
import subprocess
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Any

import shapely

from mapkit.carto.crs import placed
from mapkit.carto.features import TOO_BIG, Feature, Features
from mapkit.carto.geojson import read_bytes
from mapkit.errors import MapkitError
from mapkit.map import Finding

ENDINGS = {  # ending -> (what it is, the bytes such a file begins with): GDAL must not guess another format
    ".shp": ("a Shapefile", b"\0\0\x27\x0a"),
    ".gpkg": ("a GeoPackage", b"SQLite format 3\0"),
    ".kml": ("KML", b""),
    ".fgb": ("a FlatGeobuf", b"fgb\x03fgb"),
}
UNSAID = (0x00, 0x57)  # language drivers of a .dbf that name no encoding: none, and whatever the machine had
BESIDE = (".shx", ".dbf", ".prj", ".cpg")  # what a shapefile brings along


def read(path: Path, layer: str | None = None) -> Features:
    """The features of one layer, in degrees where the file names its coordinate system, else as they are.

    Raises MapkitError: not what the ending says, a layer that is not there (those that are are listed), nothing in it.
    """
    ending = path.suffix.lower()
    kind, magic = ENDINGS[ending]
    data = read_bytes(path)  # exists, is plain, is not too large
    if not data:
        raise MapkitError("is empty", path)
    if ending == ".kml":
        from mapkit.carto.markup import parse

        if parse(data, path).tag != "kml":
            raise MapkitError("is XML but not KML", path)
    if not data.startswith(magic):
        raise MapkitError(f"is not {kind}, whatever its ending says", path)
    encoding, findings = _encoding(path) if ending == ".shp" else (None, [])
    reply, shapes = _child(path, layer, encoding)
    found = {i: s for i, s in enumerate(shapes) if s is not None and not s.is_empty}
    kinds = {i: s.geom_type for i, s in found.items()}
    polygons = {i: p for i, s in found.items() if (p := _polygons(s)) is not None}
    if any(s.has_z for s in polygons.values()):
        high = next(i for i, s in polygons.items() if s.has_z)
        findings.append(Finding("z-dropped", f"feature {high + 1}", "a third coordinate (height) is left out", False))
        polygons = {i: shapely.force_2d(s) for i, s in polygons.items()}
    for i, shape in polygons.items():
        if not (abs(shapely.get_coordinates(shape)) < 1e15).all():
            raise MapkitError(f"feature {i + 1} has a coordinate that is not finite", path)
    polygons, lonlat, unit = placed(polygons, reply["crs"], path)
    if reply["crs"] is None and polygons:
        guess = "degrees" if lonlat else "plane units"
        told = f"names no coordinate system: its numbers are taken as {guess}"
        findings.append(Finding("no-crs", path.name, told, False, "put the .prj file beside it"))
    items = []
    for i in range(len(shapes)):
        properties = {k: v[i] for k, v in reply["fields"].items()}
        fault = "" if i in polygons else f"is a {kinds[i]}, not a polygon" if i in kinds else "has no geometry"
        name = next((properties[k] for k in ("name", "NAME", "Name") if isinstance(properties.get(k), str)), "")
        place = f"feature {i + 1} ({name[:60]})" if name else f"feature {i + 1}"
        items.append(Feature(None, properties, polygons.get(i), place, fault))
    return Features(tuple(items), lonlat, tuple(findings), tuple(reply["layers"]), unit)


def read_zip(path: Path, layer: str | None = None) -> Features:
    """The one map file in a zip (or kmz), unpacked into a folder that is gone afterwards. Raises MapkitError."""
    from mapkit.carto.source import open_features

    with tempfile.TemporaryDirectory() as made:
        try:
            with zipfile.ZipFile(path) as archive:
                inside = _unpack(archive, Path(made), path)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            RuntimeError,
            NotImplementedError,
            OSError,
            ValueError,
        ) as error:
            raise MapkitError(f"is not a zip that can be unpacked ({error})", path) from None
        readable = [p for p in inside if p.suffix.lower() not in BESIDE]
        if len(readable) != 1:
            told = ", ".join(p.name for p in readable[:6]) or "none"
            raise MapkitError(f"must hold one map file (.shp with its .shx, .dbf, .prj, ...), found: {told}", path)
        try:
            return open_features(readable[0], layer)
        except MapkitError as error:
            raise MapkitError(str(error).replace(str(readable[0]), readable[0].name), path) from None


def _unpack(archive: zipfile.ZipFile, folder: Path, path: Path) -> list[Path]:
    wanted = {*ENDINGS, *BESIDE, ".geojson", ".json", ".topojson", ".svg"}
    left = TOO_BIG
    written = []
    for info in archive.infolist():
        name = info.filename.replace("\\", "/")
        if name.startswith("/") or ".." in name.split("/") or ":" in name:
            raise MapkitError(f"its entry {name[:80]!r} points outside of the zip: refused", path)
        target = folder / Path(name).name
        hidden = name.startswith("__MACOSX/") or target.name.startswith(".")
        if info.is_dir() or hidden or target.suffix.lower() not in wanted:
            continue
        if target.exists():
            raise MapkitError(f"holds {target.name!r} twice: unpack it and name one", path)
        with archive.open(info) as packed:
            data = packed.read(left + 1)
        left -= len(data)
        if left < 0:
            raise MapkitError(f"unpacks to more than {TOO_BIG // 2**20} MiB: refused", path)
        target.write_bytes(data)
        written.append(target)
    return written


def _polygons(shape: Any) -> Any:
    """The polygons of a geometry as one shape, or None."""
    if shape.geom_type in ("Polygon", "MultiPolygon"):
        return shape
    parts = [p for p in shapely.get_parts(shape) if p.geom_type in ("Polygon", "MultiPolygon")]
    polygons = [q for p in parts for q in shapely.get_parts(p)]
    return shapely.multipolygons(polygons) if polygons else None


def _encoding(path: Path) -> tuple[str | None, list[Finding]]:
    """How the texts of a shapefile are written when no .cpg says it: UTF-8 where they can be, else as its .dbf says."""
    beside = {p.suffix.lower(): p for p in path.parent.glob(f"{glob.escape(path.stem)}.*")}
    if ".cpg" in beside or ".dbf" not in beside:
        return None, []
    data = read_bytes(beside[".dbf"])
    texts = data[int.from_bytes(data[8:10], "little") :]  # past the header (dBASE III)
    if texts.isascii():
        return None, []
    try:
        texts.decode("utf-8")
    except UnicodeDecodeError:
        if data[29] not in UNSAID:
            return None, []
        told = "does not say how its texts are written: taken as Latin-1"
        fix = f"if names look wrong, put a {path.stem}.cpg beside it that names their encoding, like cp932 or gbk"
        return "ISO-8859-1", [Finding("no-encoding", path.name, told, False, fix)]
    return "UTF-8", []


def _child(path: Path, layer: str | None, encoding: str | None) -> tuple[dict[str, Any], list[Any]]:
    """Runs ogr_child in a process of its own; (its reply, a shape or None per feature)."""
    command = [sys.executable, "-m", "mapkit.carto.ogr_child", str(path.resolve()), json.dumps([layer, encoding])]
    try:
        done = subprocess.run(command, capture_output=True, timeout=60, check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise MapkitError("takes over a minute to read: refused", path) from None
    head, _, body = done.stdout.partition(b"\n")
    try:
        reply = json.loads(head)
    except ValueError:
        raise MapkitError("cannot be read: it is damaged, or needs too much time or memory", path) from None
    if "error" in reply:
        raise MapkitError(reply["error"], path)
    shapes, at = [], 0
    for length in reply["lengths"]:
        shapes.append(shapely.from_wkb(body[at : at + length], on_invalid="ignore") if length else None)
        at += length
    return reply, shapes
