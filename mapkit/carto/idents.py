"""Features -> what their cells are called: a tidy id for each, and names by language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from unicodedata import category

from mapkit.carto.features import Feature
from mapkit.map import Finding
from mapkit.tables import LONGEST

ID_FIELDS = (
    "id", "iso_3166_2", "iso_a3", "adm0_a3", "iso_a2", "code", "nuts_id", "geoid", "fips", "hasc", "postal", "abbrev",
)  # fmt: skip
NAME_FIELDS = ("name_en", "name", "name_long", "admin", "nuts_name", "namelsad", "label", "title", "name_1", "name_0")
_LOCALE = re.compile(r"name[_:]([a-z]{2})", re.IGNORECASE)


def identify(ident: str | None, properties: Mapping[str, object], field: str | None) -> str | None:
    """A feature's id: the named property, else its own id, else a property "id". None when there is none."""
    value = properties.get(field) if field else (ident if ident is not None else properties.get("id"))
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return None
    return str(value).strip() or None


def tidy_ids(
    items: Sequence[Feature],
    id_field: str | None,
    name_field: str | None,
    fields: Iterable[str],
    findings: list[Finding],
) -> list[str]:
    """A tidy id for every feature; features that share what they are called by share the id."""
    lower = {f.lower(): f for f in reversed(list(fields))}
    told: list[str | None] = [identify(f.ident, f.properties, id_field) for f in items]
    if id_field is None and any(t is None for t in told):
        for field in (lower[f] for f in ID_FIELDS if f in lower):
            values = [identify(None, f.properties, field) for f in items]
            if None not in values and len(set(values)) == len(values) and max(map(len, map(str, values))) <= 24:
                told = values
                break
        else:
            fallback = [names_of(f.properties, name_field, "")["en"] or None for f in items]
            told = [t or b for t, b in zip(told, fallback, strict=True)]
    found: list[str] = []
    taken: dict[str, str] = {}  # tidy id -> what it was
    for number, (item, text) in enumerate(zip(items, told, strict=True), 1):
        if text is None and id_field is not None:
            findings.append(Finding("no-id", item.place, f"has no {id_field!r} and is named by its number", False))
        name = text or f"cell {number}"
        short = base = re.sub(r"[^\w.\-]+", "-", name).strip("-.")[:40] or f"cell-{number}"
        again = 1
        while taken.setdefault(short, name) != name:
            again += 1
            short = f"{base}-{again}"
        found.append(short)
    return found


def names_of(properties: Mapping[str, object], field: str | None, ident: str) -> dict[str, str]:
    """Names by language: "en" is the chosen or likeliest name field (else the id), name_xx gives the others."""
    likely, others = _name_fields(tuple(properties))
    values = (line(properties.get(f)) for f in ((field,) if field else likely))
    names = {"en": next((v for v in values if v), ident)}
    for key, language in others:
        if language not in names and (text := line(properties[key])):
            names[language] = text
    return names


@lru_cache(maxsize=64)
def _name_fields(keys: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Of the keys of a feature: those that may hold its name, likeliest first, and (key, language) of name_xx."""
    lower = {k.lower(): k for k in reversed(keys)}
    found = ((k, match[1].lower()) for k in keys if (match := _LOCALE.fullmatch(k)))
    return tuple(lower[f] for f in NAME_FIELDS if f in lower), tuple(found)


def line(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    try:
        text = str(value)
    except ValueError:  # a number of thousands of digits
        return ""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else "" if category(c) == "Cf" else " " for c in text)
    return " ".join(text.split())[:LONGEST].rstrip()
