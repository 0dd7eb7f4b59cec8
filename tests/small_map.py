"""A folder of one region from any shapes, for tests of what a map's polygons may be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from shapely.geometry import mapping
from shapely.geometry.base import BaseGeometry


def small_map(folder: Path, shapes: Mapping[str, BaseGeometry], more: str = "", **top: object) -> Path:
    """map.toml and cells.geojson of a plane; more: other tables of map.toml; top: other keys of the collection."""
    folder.mkdir(exist_ok=True)
    features = [{"type": "Feature", "id": i, "properties": {}, "geometry": mapping(s)} for i, s in shapes.items()]
    cells = {"type": "FeatureCollection", "crs": None, **top, "features": features}
    (folder / "cells.geojson").write_text(json.dumps(cells), encoding="utf-8")
    listed = ", ".join(f'"{i}"' for i in shapes)
    names = "\n".join(f'{i} = "{i}"' for i in shapes)
    toml = f'[cells]\n{names}\n[regions.red]\ncolor = "red"\nletter = "R"\ncells = [{listed}]\n{more}'
    (folder / "map.toml").write_text(toml, encoding="utf-8")
    return folder
