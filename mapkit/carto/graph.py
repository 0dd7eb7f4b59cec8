"""Declaration + borders -> Map -> text that other tools read (stdlib only: a stored survey needs no shapely)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mapkit.errors import MapkitError
from mapkit.folder import Declaration
from mapkit.map import Link, Map

Pair = tuple[str, str]
Unit = Literal["km", "units"]
FORMATS = ("json", "csv", "dot", "graphml")


@dataclass(frozen=True)
class Border:
    """A shared line of two cells, a < b; length > 0 in the Survey's unit.

    gap: mean distance between its two drawings in that unit; 0: drawn once or exactly alike, negative: overlapping.
    """

    a: str
    b: str
    length: float
    gap: float = 0.0

    def __post_init__(self) -> None:
        if not self.a < self.b:
            raise ValueError(f"border {self.a!r}-{self.b!r}: the first id must sort before the second")

    @property
    def pair(self) -> Pair:
        return self.a, self.b


@dataclass(frozen=True)
class Survey:
    """Who borders whom, derived from shapes; everything sorted.

    borders: pairs that share a line. touches: pairs that share points only (not borders). doubtful: pairs whose
    evidence is no longer than the noise of the drawing; those also in borders are taken for borders, the others not.
    unit: "km" on the WGS 84 ellipsoid for lon/lat, else the drawing's units. tolerance: farthest distance at which
    two drawings were taken for one line, in the coordinates' units (degrees or drawing units).
    """

    borders: tuple[Border, ...]
    touches: tuple[Pair, ...]
    doubtful: tuple[Border, ...]
    unit: Unit
    tolerance: float = 0.0

    @property
    def lengths(self) -> dict[Pair, float]:
        return {b.pair: b.length for b in self.borders}


def pack(survey: Survey) -> dict[str, Any]:
    """A survey as plain lists and numbers, for storing as JSON."""
    return {
        "borders": [[b.a, b.b, b.length, b.gap] for b in survey.borders],
        "touches": [list(pair) for pair in survey.touches],
        "doubtful": [[b.a, b.b, b.length, b.gap] for b in survey.doubtful],
        "unit": survey.unit,
        "tolerance": survey.tolerance,
    }


def unpack(raw: Mapping[str, Any]) -> Survey:
    """The survey that pack took apart. Raises KeyError, TypeError or ValueError on anything else."""
    borders, doubtful = ([Border(a, b, float(s), float(g)) for a, b, s, g in raw[k]] for k in ("borders", "doubtful"))
    touches = [(str(a), str(b)) for a, b in raw["touches"]]
    if raw["unit"] not in ("km", "units"):
        raise ValueError(f"unknown unit {raw['unit']!r}")
    return Survey(tuple(borders), tuple(touches), tuple(doubtful), raw["unit"], float(raw["tolerance"]))


def make_map(declaration: Declaration, borders: Iterable[Border]) -> Map:
    """borders + bridges - cuts = links. Borders of polygons that the declaration lacks are left to `check`.

    Raises MapkitError naming map.toml and the key when a bridge ties cells that border already, a cut names a pair
    without a border, or a bridge ends on a declared isolate.
    """
    at = f"{declaration.path} [links]"
    ids = {c.id for c in declaration.cells}
    found = {b.pair for b in borders if b.a in ids and b.b in ids}
    for a, b in declaration.cuts:
        if (a, b) not in found:
            raise MapkitError(f"cuts names {a}-{b}, which share no border: remove the pair from cuts", at)
    for a, b in declaration.bridges:
        if (a, b) in declaration.cuts:
            raise MapkitError(f"{a}-{b} stands in bridges and in cuts: keep one of them", at)
        if (a, b) in found:
            raise MapkitError(f"bridges ties {a}-{b}, which border on land already: remove the pair from bridges", at)
        for end in (a, b):
            if end in declaration.isolates:
                raise MapkitError(f"bridges ties {a}-{b}, but isolates lists {end}: keep one of them", at)
    links = [Link(a, b, "border") for a, b in found - set(declaration.cuts)]
    links += [Link(a, b, "bridge") for a, b in declaration.bridges]
    return Map(declaration.id, declaration.title, declaration.cells, declaration.regions, tuple(links))


def write(map: Map, lengths: Mapping[Pair, float], unit: Unit, fmt: str) -> str:
    """The links as text. lengths: pair (a < b) -> length of the border in unit; bridges have none.

    json: {"map", "unit", "cells": [{id, name, region}], "links": [{a, b, kind, km|units}]}. csv: a,b,kind,km (or
    units). dot: Graphviz. graphml: attributes name, region, kind, km|units. Raises MapkitError for another format.
    """
    rows = [(x.a, x.b, x.kind, _length(lengths.get(x.pair)) if x.kind == "border" else None) for x in map.links]
    if fmt == "csv":
        return write_csv(rows, unit)
    names = {c.id: c.names.get("en") or next(iter(c.names.values()), c.id) for c in map.cells}
    if fmt == "json":
        cells = [{"id": c.id, "name": names[c.id], "region": c.region} for c in map.cells]
        links = [{"a": a, "b": b, "kind": kind, unit: size} for a, b, kind, size in rows]
        lines = [f'{{"map": {_json(map.id)}, "unit": "{unit}",', ' "cells": [']
        lines += [",\n".join(f"  {_json(x)}" for x in cells), ' ], "links": [']
        lines += [",\n".join(f"  {_json(x)}" for x in links), " ]}", ""]
        return "\n".join(lines)
    if fmt == "dot":
        nodes = [f"  {_quote(i)} [label={_quote(name)}];" for i, name in names.items()]
        style = {"bridge": " [style=dashed]"}
        arcs = [f"  {_quote(a)} -- {_quote(b)}{style.get(kind, '')};" for a, b, kind, _ in rows]
        return "\n".join([f"graph {_quote(map.id)} {{", *nodes, *arcs, "}", ""])
    if fmt == "graphml":
        return "\n".join(_graphml(map, names, rows, unit))
    raise MapkitError(f"unknown format {fmt!r}: one of {', '.join(FORMATS)}", "--format")


Row = tuple[str, str, str, float | None]


def write_csv(rows: Iterable[Row], unit: Unit) -> str:
    """Rows (a, b, kind, length or None) as csv with the header a,b,kind,UNIT."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(["a", "b", "kind", unit])
    out.writerows([(a, b, kind, "" if size is None else f"{size:.15g}") for a, b, kind, size in rows])
    return text.getvalue()


def _graphml(map: Map, names: Mapping[str, str], rows: Sequence[Row], unit: Unit) -> list[str]:
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(f'  <key id="{k}" for="node" attr.name="{k}" attr.type="string"/>' for k in ("name", "region")),
        '  <key id="kind" for="edge" attr.name="kind" attr.type="string"/>',
        f'  <key id="{unit}" for="edge" attr.name="{unit}" attr.type="double"/>',
        f'  <graph id={_attribute(map.id)} edgedefault="undirected">',
    ]
    for c in map.cells:
        values = (("name", names[c.id]), ("region", c.region))
        data = "".join(f'<data key="{k}">{_escaped(v)}</data>' for k, v in values)
        lines.append(f"    <node id={_attribute(c.id)}>{data}</node>")
    for a, b, kind, size in rows:
        data = f'<data key="kind">{kind}</data>'
        data += f'<data key="{unit}">{size:.15g}</data>' if size is not None else ""
        lines.append(f"    <edge source={_attribute(a)} target={_attribute(b)}>{data}</edge>")
    return [*lines, "  </graph>", "</graphml>", ""]


def _length(value: float | None) -> float | None:
    """Six significant digits: more is not in any drawing, and platforms then agree to the byte."""
    return None if value is None else float(f"{value:.6g}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _attribute(text: str) -> str:
    """An attribute's value with its quotes (xml.sax.saxutils has this, and loads a web client with it)."""
    text = _escaped(text)
    for character in "\n\r\t":
        text = text.replace(character, f"&#{ord(character)};")
    return f"'{text}'" if '"' in text and "'" not in text else '"' + text.replace('"', "&quot;") + '"'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
