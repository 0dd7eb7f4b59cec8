"""XML bytes -> a tree of Nodes, safely: bombs, external entities and endless nesting are refused while parsing.

Illustrator declares its namespaces as short internal entities; those are allowed, since they cannot grow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from pyexpat import ExpatError, ParserCreate, errors

from mapkit.errors import MapkitError

MOST_BYTES = 64 * 2**20
MOST_NODES = 400_000
DEEPEST = 256
XLINK = "http://www.w3.org/1999/xlink "
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape "
SERIF = "http://www.serif.com/ "


@dataclass
class Node:
    """An element: tag without its namespace, attributes by name (those of a namespace as "URI name")."""

    tag: str
    attributes: dict[str, str]
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


def parse(data: bytes, path: Path) -> Node:
    """The root element. Raises MapkitError in one line: not XML, cut off, or built to do harm."""
    if not data.strip():
        raise MapkitError("is empty", path)
    if len(data) > MOST_BYTES:
        raise MapkitError(f"is {len(data) >> 20} MiB of XML; {MOST_BYTES >> 20} is the most", path)
    root = Node("", {})
    open_nodes = [root]
    count = total = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count, total
        count += 1
        total += sum(map(len, attributes.values()))
        if len(open_nodes) > DEEPEST:
            raise MapkitError(f"is nested deeper than {DEEPEST} elements: refused", path)
        if count > MOST_NODES or total > 2 * MOST_BYTES:
            raise MapkitError(f"has more than {MOST_NODES:,} elements, or text without end: refused", path)
        node = Node(name.rpartition(" ")[2], attributes)
        open_nodes[-1].children.append(node)
        open_nodes.append(node)

    def end(_name: str) -> None:
        open_nodes.pop()

    def text(data: str) -> None:
        nonlocal total
        total += len(data)
        if total > 2 * MOST_BYTES:
            raise MapkitError("has text without end: refused", path)
        open_nodes[-1].text += data

    def entity(
        name: str, parameter: int, value: str | None, _base: object, system: str | None, public: str | None, _n: object
    ) -> None:
        if value is None or system or public:
            raise MapkitError(f"declares the external entity {name[:40]!r}: refused; save it as plain SVG", path)
        if parameter or "&" in value or "%" in value or len(value) > 200:
            raise MapkitError(f"declares the entity {name[:40]!r}, which can grow: refused; save it as plain SVG", path)

    parser = ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except ExpatError as error:
        told = errors.messages.get(error.code, "not well-formed")
        if told in ("no element found", "unclosed token", "unclosed CDATA section"):
            raise MapkitError("ends in the middle: the file is cut off; copy or export it again", path) from None
        raise MapkitError(f"is not XML: {told} (line {error.lineno}, column {error.offset})", path) from None
    except (ValueError, LookupError) as error:  # an encoding Python does not know
        raise MapkitError(f"is not XML that can be read ({error})", path) from None
    return root.children[0]
