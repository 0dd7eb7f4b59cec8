"""Text of links, ours or hand-made -> rows, and what they miss beside a map's links (stdlib only).

Read are: what `graph` writes (json, csv, graphml), a csv whose first two columns are cells, a JSON list of pairs, and
a JSON object of neighbours ({"A": ["B", "C"]}).
"""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mapkit.errors import MapkitError
from mapkit.map import Finding, Map

READABLE = ("json", "csv", "graphml")
HEADS = {
    ("from", "to"), ("source", "target"), ("cell", "neighbour"), ("cell", "neighbor"), ("cell1", "cell2"),
    ("id1", "id2"),
}  # fmt: skip
LENGTHS = ("km", "units")


@dataclass(frozen=True)
class Listed:
    """One row as it stands in a list: from a to b. kind is "" and length None where the list does not say."""

    a: str
    b: str
    kind: str = ""
    length: float | None = None


def read(text: str, fmt: str, where: str = "") -> list[Listed]:
    """The rows of a list of links, in its order and direction. Raises MapkitError that names the place of a fault."""
    readers = {"json": _json, "csv": _csv, "graphml": _graphml}
    if fmt not in readers:
        raise MapkitError(f"cannot read {fmt!r}: one of {', '.join(READABLE)}", where)
    rows = readers[fmt](text, where)
    for row in rows:
        if not row.a or not row.b:
            raise MapkitError(f"{row.a or row.b or 'a row'!r} is linked to a cell without a name", where)
    return rows


def _csv(text: str, where: str) -> list[Listed]:
    lines = text.lstrip("\ufeff").splitlines()
    first = lines[0] if lines else ""
    mark = max((",", ";", "\t"), key=first.count)
    try:
        rows = [(i, r) for i, r in enumerate(csv.reader(io.StringIO("\n".join(lines)), delimiter=mark), 1) if any(r)]
    except csv.Error as error:
        raise MapkitError(f"is not csv: {error}", where) from None
    if not rows:
        return []
    head = [h.strip() for h in rows[0][1]]
    named = head[:2] == ["a", "b"] or tuple(h.lower() for h in head[:2]) in HEADS  # "A,B" may be two cells
    found = []
    for i, row in rows[1:] if named else rows:
        if len(row) < 2:
            raise MapkitError(f"line {i} has one column: write a{mark}b, a pair of cells a line", where)
        more = dict(zip(head, row, strict=False)) if named else {}
        size = next((more[k] for k in LENGTHS if more.get(k)), "")
        found.append(Listed(row[0].strip(), row[1].strip(), more.get("kind", ""), _number(size, f"{where} line {i}")))
    return found


def _json(text: str, where: str) -> list[Listed]:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MapkitError(f"is not JSON: {error}", where) from None
    if isinstance(raw, dict) and isinstance(raw.get("links"), list):
        raw = raw["links"]
    if isinstance(raw, dict):
        wrong = next((k for k, v in raw.items() if not isinstance(v, list)), None)
        if wrong is not None:
            raise MapkitError(f'{wrong!r} must hold a list of cells, as in {{"A": ["B", "C"]}}', where)
        return [Listed(a, _word(b, where)) for a, others in raw.items() for b in others]
    if not isinstance(raw, list):
        raise MapkitError("must be a list of pairs of cells", where)
    return [_pair(row, where) for row in raw]


def _pair(row: Any, where: str) -> Listed:
    if isinstance(row, dict) and {"a", "b"} <= set(row):
        size = next((row[k] for k in LENGTHS if row.get(k) is not None), None)
        kind = row.get("kind", "")
        return Listed(
            _word(row["a"], where), _word(row["b"], where), kind if isinstance(kind, str) else "", _number(size, where)
        )
    if isinstance(row, list) and len(row) >= 2:
        return Listed(_word(row[0], where), _word(row[1], where))
    raise MapkitError(f"{json.dumps(row)[:60]} is not a pair of cells", where)


def _graphml(text: str, where: str) -> list[Listed]:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise MapkitError("holds a DOCTYPE or an entity, which GraphML does not need: remove it", where)
    try:
        root = ET.fromstring(text)
    except (ET.ParseError, RecursionError) as error:
        raise MapkitError(f"is not XML: {error}", where) from None
    names = {k.get("id"): k.get("attr.name", "") for k in root.findall(".//{*}key")}
    found = []
    for edge in root.findall(".//{*}edge"):
        data = {names.get(d.get("key"), d.get("key")): d.text or "" for d in edge.findall("{*}data")}
        size = next((data[k] for k in LENGTHS if data.get(k)), "")
        found.append(Listed(edge.get("source", ""), edge.get("target", ""), data.get("kind", ""), _number(size, where)))
    return found


def _word(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise MapkitError(f"{json.dumps(value)[:60]} is not the id of a cell", where)
    return str(value).strip()


def _number(value: Any, where: str) -> float | None:
    try:
        return None if value in ("", None) else float(value)
    except (TypeError, ValueError):
        raise MapkitError(f"{value!r} is not a length", where) from None


def difference(map: Map, rows: Sequence[Listed], where: str) -> list[Finding]:
    """What a list has otherwise than the map: links missing from it, links only it has, one-way pairs, unknown cells.

    Cells may be written by id or by name in any language. A list that gives most pairs both ways is read as directed,
    and the pairs that stand one way only are told.
    """
    known = _known(map)
    found = [
        Finding("unknown-cell", where, f"{name!r} is no cell of {map.id}", True, "write its id or name")
        for name in sorted({end for row in rows for end in (row.a, row.b)} - set(known))
    ]
    arrows = [(known[r.a], known[r.b]) for r in rows if r.a in known and r.b in known]
    found += [
        Finding("self-link", where, f"{a} is linked to itself", True, "remove the row")
        for a in sorted({a for a, b in arrows if a == b})
    ]
    there = {(min(p), max(p)) for p in arrows if p[0] != p[1]}
    directed = set(arrows)
    oneway = sorted(p for p in directed if p[0] != p[1] and p[::-1] not in directed)
    if len(oneway) < len(there) / 2:
        found += [
            Finding("one-way", where, f"{a} lists {b}, but {b} does not list {a}", True, "add the other way")
            for a, b in oneway
        ]
    links = {x.pair: x.kind for x in map.links}
    found += [
        Finding("link-missing", where, f"lacks {a}-{b}, a {links[a, b]} of {map.id}", True, "add it, or cut it there")
        for a, b in sorted(set(links) - there)
    ]
    found += [
        Finding("link-extra", where, f"has {a}-{b}, which {map.id} does not link", True, "remove it, or add a bridge")
        for a, b in sorted(there - set(links))
    ]
    return found


def _known(map: Map) -> Mapping[str, str]:
    """Every way to write a cell that means one cell only -> its id."""
    ways: dict[str, set[str]] = {}
    for cell in map.cells:
        for name in _all_names(cell.id, cell.names.values()):
            ways.setdefault(name, set()).add(cell.id)
    return {name: next(iter(ids)) for name, ids in ways.items() if len(ids) == 1} | {c.id: c.id for c in map.cells}


def _all_names(ident: str, names: Iterable[str]) -> set[str]:
    return {ident, *names, *(f"{ident} {name}" for name in names)}
