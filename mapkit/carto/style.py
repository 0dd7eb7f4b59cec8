"""CSS of a drawing -> the few properties that decide what is a cell (simple selectors of CSS 2.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mapkit.carto.markup import Node

PROPERTIES = (
    "display", "visibility", "fill", "stroke", "fill-rule", "opacity", "fill-opacity",
    "stroke-width", "font-size", "text-anchor", "clip-path",
)  # fmt: skip
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"([a-zA-Z][\w-]*|\*)?((?:[.#][\w-]+)*)")


@dataclass(frozen=True)
class Rule:
    """One selector: an element of that tag (any when empty) that has the id and all the classes."""

    tag: str
    id: str
    classes: frozenset[str]
    weight: tuple[int, int, int]
    properties: Mapping[str, str]


def rules(root: Node) -> list[Rule]:
    """All rules of the drawing's <style> elements, weakest first. Selectors of several elements are passed over."""
    text = "\n".join(n.text for n in root.walk() if n.tag == "style")
    text = re.sub(r"/\*.*?\*/|@(?:import|charset|namespace)[^;]*;", " ", text, flags=re.DOTALL)
    found = []
    for selectors, body in _RULE.findall(text):
        properties = declarations(body)
        for selector in selectors.split(","):
            match = _SIMPLE.fullmatch(selector.strip())
            if not match or not selector.strip():
                continue
            parts = re.findall(r"[.#][\w-]+", match[2])
            ids = [p[1:] for p in parts if p[0] == "#"]
            classes = frozenset(p[1:] for p in parts if p[0] == ".")
            tag = "" if match[1] in (None, "*") else match[1]
            weight = (len(ids), len(classes), int(bool(tag)))
            found.append(Rule(tag, ids[0] if ids else "", classes, weight, properties))
    return sorted(found, key=lambda r: r.weight)


def declarations(text: str) -> dict[str, str]:
    """The properties of a style attribute or a rule's body that matter here."""
    found = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon and name.strip().lower() in PROPERTIES:
            found[name.strip().lower()] = _value(name.strip().lower(), value.replace("!important", ""))
    return found


def computed(node: Node, parent: Mapping[str, str], sheet: list[Rule]) -> dict[str, str]:
    """A node's style: inherited, then its presentation attributes, then rules, then its style attribute.

    "hidden" is "yes" once the node or one above it is not displayed at all.
    """
    style = {k: v for k, v in parent.items() if k not in ("display", "opacity", "clip-path")}
    own = {k: _value(k, node.attributes[k]) for k in PROPERTIES if k in node.attributes}
    classes = set(node.attributes.get("class", "").split())
    for rule in sheet:
        if rule.tag in ("", node.tag) and rule.id in ("", node.attributes.get("id", "")) and rule.classes <= classes:
            own.update(rule.properties)
    own.update(declarations(node.attributes.get("style", "")))
    style.update({k: v for k, v in own.items() if v != "inherit"})
    if style.get("display") == "none" or _zero(style.get("opacity", "1")):
        style["hidden"] = "yes"
    return style


def _value(name: str, text: str) -> str:
    return text.strip() if name == "clip-path" else text.strip().lower()  # ids tell capitals from small letters


def is_hidden(style: Mapping[str, str]) -> bool:
    return "hidden" in style or style.get("visibility") in ("hidden", "collapse")


def is_filled(style: Mapping[str, str]) -> bool:
    return style.get("fill", "black") not in ("none", "transparent") and not _zero(style.get("fill-opacity", "1"))


def is_stroked(style: Mapping[str, str]) -> bool:
    return style.get("stroke", "none") not in ("none", "transparent")


def _zero(text: str) -> bool:
    try:
        return float(text.rstrip("%")) == 0
    except ValueError:
        return False
