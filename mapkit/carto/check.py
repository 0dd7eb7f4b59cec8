"""Declaration + Source + Survey + Map -> findings: what a designer has to know before printing (shapely).

Findings, never exceptions. The sizes and places come from the shapes as they were drawn, before any repair.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mapkit.carto import spot
from mapkit.carto.coverage import polygons
from mapkit.carto.faces import valid
from mapkit.carto.faults import faults
from mapkit.carto.graph import Survey
from mapkit.carto.source import Source
from mapkit.carto.strait import crossing, said, span
from mapkit.folder import Declaration
from mapkit.map import Finding, Map, pieces


def check(
    declaration: Declaration,
    source: Source,
    survey: Survey,
    map: Map,
    rounds: int,
    drawn: tuple[int, int] = (6, 7),
) -> list[Finding]:
    """All findings on a map, severe ones first.

    source: the shapes as drawn; survey, map: what was derived from them. rounds: of the game; drawn: so many
    of so many dice are rolled in a round.
    """
    toml = f"{declaration.path.parent.name}/{declaration.path.name}"
    shapes = {c: x for c, s in source.shapes.items() if s is not None and not (x := _flat(s)).is_empty}
    found = [
        *source.findings,
        *_cells(declaration, source, shapes, toml),
        *_regions(map, declaration, survey, shapes, source.lonlat, rounds, drawn, toml),
        *_pieces(map, declaration, shapes, source.lonlat, toml),
        *bridges(map, shapes, source.lonlat),
        *faults(source),
        *_doubts(survey, declaration),
    ]
    return sorted(found, key=lambda f: not f.severe)


def _flat(shape: BaseGeometry) -> BaseGeometry:
    flat = shapely.force_2d(shape)
    return flat if flat.is_valid else polygons(valid(flat))


def _cells(declaration: Declaration, source: Source, shapes: Mapping[str, BaseGeometry], toml: str) -> list[Finding]:
    declared = {c.id for c in declaration.cells}
    missing = f"{toml} [cells] has it, but no polygon bears its id"
    found = [
        Finding("no-polygon", c.id, "its polygon has no area", True, "draw its outline, or remove it from [cells]")
        if source.shapes.get(c.id) is not None
        else Finding("no-polygon", c.id, missing, True, "draw it, or remove it from [cells]")
        for c in declaration.cells
        if c.id not in shapes
    ]
    extra = [c for c in source.shapes if c not in declared]
    found += [
        Finding("no-cell", c, f"a polygon bears this id, but {toml} [cells] lacks it", True, "add it to [cells]")
        for c in extra
    ]
    return found + _namesakes(declaration, toml)


def _namesakes(declaration: Declaration, toml: str) -> list[Finding]:
    """Cells that nobody can tell apart by name, once for all languages."""
    called: dict[tuple[str, str], dict[str, str]] = {}
    for c in declaration.cells:
        for locale, name in c.names.items():
            called.setdefault((locale, name.casefold()), {})[c.id] = name
    told: dict[str, list[str]] = {}
    for (locale, _), cells in called.items():
        if len(cells) > 1:
            told.setdefault("-".join(cells), []).append(f"{next(iter(cells.values()))} ({locale})")
    fix = f"tell them apart in {toml} [cells]"
    return [Finding("same-name", ids, f"have one name: {', '.join(names)}", False, fix) for ids, names in told.items()]


def _regions(
    map: Map,
    declaration: Declaration,
    survey: Survey,
    shapes: Mapping[str, BaseGeometry],
    lonlat: bool,
    rounds: int,
    drawn: tuple[int, int],
    toml: str,
) -> list[Finding]:
    found = []
    rolls = rounds * drawn[0] / drawn[1]
    wild = rolls / max(1, len(map.regions))
    for region in map.regions:
        at = f"{toml} [regions.{region.id}]"
        members = map.members(region.id)
        if not members:
            found.append(Finding("region-empty", at, "has no cell", True, "give it cells, or remove it"))
            continue
        parts = pieces(members, map.links)
        for part in parts[1:]:
            if not set(part) <= set(declaration.isolates):
                why = _why(part, parts[0], survey, declaration, shapes, lonlat)
                message = f"{_list(part)} and {_list(parts[0])} are linked by nothing inside the region: {why}"
                found.append(Finding("region-split", at, message, False, "add a bridge, or change its cells"))
        if len(members) > math.ceil(rolls):
            sum_ = f"{rounds} rounds x {drawn[0]}/{drawn[1]}"
            figures = f"{len(members)} cells for {rolls:.1f} expected rolls of {region.color} ({sum_})"
            found.append(
                Finding(
                    "region-large",
                    at,
                    f"{figures}, {rolls + wild:.1f} with its share of the wild die",
                    False,
                    "move cells to smaller regions, or play more rounds",
                )
            )
    return found


def _why(
    part: list[str],
    main: list[str],
    survey: Survey,
    declaration: Declaration,
    shapes: Mapping[str, BaseGeometry],
    lonlat: bool,
) -> str:
    cuts = [f"{a}-{b}" for a, b in declaration.cuts if (a in part and b in main) or (b in part and a in main)]
    if cuts:
        return f"cuts takes {', '.join(cuts)} out"
    points = [f"{a}-{b}" for a, b in survey.touches if (a in part and b in main) or (b in part and a in main)]
    if points:
        return f"{', '.join(points)} touch in a point only"
    line = _crossing(part, main, shapes, lonlat)
    return f"the nearest, {line[0]}-{line[1]}, are {line[2]} apart" if line else "no polygon tells how far apart"


def _pieces(
    map: Map, declaration: Declaration, shapes: Mapping[str, BaseGeometry], lonlat: bool, toml: str
) -> list[Finding]:
    ids = [c.id for c in map.cells]
    land = pieces(ids, [x for x in map.links if x.kind == "border"])
    tied = pieces(ids, map.links)
    isolates = set(declaration.isolates)
    found = []
    if len(land) > 1:
        bridges_ = [x for x in map.links if x.kind == "bridge"]
        message = f"borders alone leave {len(land)} pieces ({', '.join(str(len(p)) for p in land)} cells); "
        message += f"{len(bridges_)} bridges leave {len(tied)}"
        found.append(Finding("pieces", toml, message, False))
    for part in tied[1:]:
        if set(part) <= isolates:
            continue
        line = _crossing(part, tied[0], shapes, lonlat)
        fix = "list "
        if line and line[2].startswith("0 "):
            fix = f"mend its border with {line[0] if line[1] in part else line[1]}, or list "
        elif line:
            fix = f'add ["{line[0]}", "{line[1]}"] ({line[2]} apart) to bridges, or list '
        rule = "isolate" if len(part) == 1 else "piece-apart"
        what = "is linked to nothing" if len(part) == 1 else "are linked to nothing else"
        found.append(Finding(rule, _list(part), what, True, f"{fix}it in isolates of {toml} [links]"))
    for cell in sorted(isolates):
        if map.neighbours.get(cell):
            message = f"isolates lists it, but it is linked to {_list(list(map.neighbours[cell]))}"
            found.append(Finding("isolate-linked", cell, message, False, "cut the links, or remove it from isolates"))
    return found


def bridges(map: Map, shapes: Mapping[str, BaseGeometry], lonlat: bool) -> list[Finding]:
    """Bridges whose shortest crossing on the real shapes runs over a third cell or over another bridge."""
    found = []
    lines: list[tuple[BaseGeometry, str]] = []
    tree_ids = list(shapes)
    tree = shapely.STRtree(list(shapes.values()))
    for link in map.links:
        if link.kind != "bridge" or link.a not in shapes or link.b not in shapes:
            continue
        line = crossing(shapes[link.a], shapes[link.b], lonlat)
        pair = f"{link.a}-{link.b}"
        at = f"{pair}, {spot.place_of(line, lonlat)}" if line.length else pair
        for k in sorted(tree.query(line, predicate="intersects")):
            over = shapely.intersection(line, list(shapes.values())[k])
            if tree_ids[k] not in link.pair and over.length > 1e-6 * line.length:
                size = said(over, lonlat)
                message = f"the shortest crossing runs over {tree_ids[k]} for {size}"
                found.append(Finding("bridge-over-cell", at, message, False, "tie cells that face each other"))
        for other, name in lines:
            if line.crosses(other):
                message = f"crosses the bridge {name}"
                found.append(Finding("bridge-over-bridge", at, message, False, "tie other cells"))
        lines.append((line, pair))
    return found


def _crossing(
    part: list[str], main: list[str], shapes: Mapping[str, BaseGeometry], lonlat: bool
) -> tuple[str, str, str] | None:
    mine, other = [c for c in part if c in shapes], [c for c in main if c in shapes]
    if not mine or not other:
        return None
    best = None
    for a in mine:
        distance = shapely.distance(shapes[a], [shapes[b] for b in other])
        for k in np.argsort(distance, kind="stable")[:2]:
            size = span(crossing(shapes[a], shapes[other[k]], lonlat), lonlat)
            if best is None or size < best[0]:
                best = (size, a, other[k])
    assert best is not None
    low, high = sorted(best[1:])
    return low, high, spot.amount(best[0], "km" if lonlat else "units")


def _doubts(survey: Survey, declaration: Declaration) -> list[Finding]:
    cut = set(declaration.cuts)
    point = "touch in a point only: not linked, which a player may take them to be"
    found = [
        Finding("touch", f"{a}-{b}", point, False, "add a bridge if they should be linked")
        for a, b in survey.touches
        if (a, b) not in declaration.bridges
    ]
    taken = set(survey.lengths)
    for x in survey.doubtful:
        if x.pair in cut:
            continue
        size = f"a border of {spot.amount(x.length, survey.unit)}, drawn {spot.amount(abs(x.gap), survey.unit)} apart"
        verdict = "taken for a border" if x.pair in taken else "not taken for a border"
        fix = "put the pair into cuts" if x.pair in taken else "put the pair into bridges"
        found.append(Finding("doubtful", f"{x.a}-{x.b}", f"{size}: {verdict}", False, f"if that is wrong, {fix}"))
    return found


def _list(ids: list[str]) -> str:
    return ", ".join(ids) if len(ids) <= 4 else f"{', '.join(ids[:3])} and {len(ids) - 3} more"
