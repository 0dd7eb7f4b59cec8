"""The text of a map.toml -> the same text with bridges added, cuts added or regions redrawn (stdlib only).

Everything else, comments and order included, stays as the designer wrote it; the result is parsed again before it is
given out.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from mapkit.errors import MapkitError

Pair = tuple[str, str]


def add_pairs(text: str, key: str, pairs: Sequence[Pair], notes: Mapping[Pair, str], where: str) -> str:
    """Adds pairs to [links] key ("bridges" or "cuts"), those it has already left out. notes: comment by pair.

    Raises MapkitError naming `where` when the text is no TOML or the list cannot be found in it.
    """
    before = _parsed(text, where)
    listed = before.get("links", {}).get(key, [])
    have = {tuple(sorted(pair)) for pair in listed}
    fresh = [pair for pair in pairs if tuple(sorted(pair)) not in have]
    if not fresh:
        return text
    lines = [f"  [{_quoted(a)}, {_quoted(b)}]," + _note(notes.get((a, b), "")) for a, b in fresh]
    done = _inserted(text, key, lines)
    if _parsed(done, where).get("links", {}).get(key) != [*listed, *([a, b] for a, b in fresh)]:
        raise MapkitError(f"cannot find {key} in [links]: add the pairs by hand", where)
    return done


def replace_regions(text: str, regions: Sequence[Mapping[str, Any]], where: str) -> str:
    """Puts new [regions.ID] tables where the first of the old ones stands; theirs go, with their comments.

    regions: mappings with id, color, letter, names {locale: text} and cells [ids]. Raises MapkitError.
    """
    before = _parsed(text, where)
    kept: list[str] = []
    at, inside = None, False
    for line in text.splitlines(keepends=True):
        if re.match(r"\s*\[", line) and not _open(kept if not inside else []):
            inside = bool(re.match(r"\s*\[\s*regions\b", line))
            if inside and at is None:
                at = len(kept)
        if not inside:
            kept.append(line)
    fresh = "".join(_region(r) for r in regions)
    at = len(kept) if at is None else at
    done = "".join(kept[:at]) + ("" if at and kept[at - 1].endswith("\n") else "\n") + fresh + "".join(kept[at:])
    after = _parsed(done, where)
    expected = {r["id"]: {k: v for k, v in r.items() if k != "id"} for r in regions}
    others = {k: v for k, v in before.items() if k != "regions"}
    if after.get("regions") != expected or {k: v for k, v in after.items() if k != "regions"} != others:
        raise MapkitError("cannot tell the [regions] tables apart: replace them by hand", where)
    return done


def _parsed(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise MapkitError(f"is not valid TOML: {error}", where) from None


def _inserted(text: str, key: str, lines: list[str]) -> str:
    body = "\n".join(lines)
    table = re.search(r"^[ \t]*\[[ \t]*links[ \t]*\][^\n]*\n?", text, re.MULTILINE)
    if not table:
        return text.rstrip("\n") + f"\n\n[links]\n{key} = [\n{body}\n]\n"
    following = re.compile(r"^[ \t]*\[[ \t]*[A-Za-z\"']", re.MULTILINE)
    start = re.compile(rf"^[ \t]*{key}[ \t]*=[ \t]*\[", re.MULTILINE).search(text, table.end())
    end = following.search(text, table.end())
    if not start or (end and end.start() < start.start()):
        head = text[: table.end()]
        return head + ("" if head.endswith("\n") else "\n") + f"{key} = [\n{body}\n]\n" + text[table.end() :]
    close, last = _closing(text, start.end())
    comma = "" if last < start.end() or text[last] == "," else ","
    inner = text[start.end() : last + 1] + comma + text[last + 1 : close].rstrip(" \t")
    inner = inner if inner.endswith("\n") else inner + "\n"
    return text[: start.end()] + inner + body + "\n" + text[close:]


def _closing(text: str, at: int) -> tuple[int, int]:
    """Where the list that opens before `at` closes, and the last character of its contents that is no comment."""
    depth, last = 1, at - 1
    while at < len(text):
        c = text[at]
        if c in "\"'":
            at = text.index(c, at + 1) if c == "'" else _string_end(text, at)
        elif c == "#":
            at = text.find("\n", at) if "\n" in text[at:] else len(text) - 1
        elif c == "[":
            depth += 1
        elif c == "]":
            depth -= 1
            if not depth:
                return at, last
        if not text[at].isspace():
            last = at
        at += 1
    return len(text), last


def _string_end(text: str, at: int) -> int:
    match = re.compile(r'"(?:[^"\\\n]|\\.)*"').match(text, at)
    return match.end() - 1 if match else at


def _open(lines: list[str]) -> bool:
    """A list that began on an earlier line has not closed: what looks like a table is a row of it."""
    recent: list[str] = []
    for line in reversed(lines):
        recent.append(line)
        if re.match(r"\s*[\w\"'.-]+\s*=", line) or re.match(r"\s*\[[\w .\"'-]+\]\s*(#.*)?$", line):
            break
    text = "".join(reversed(recent))
    opening = re.match(r"\s*[\w\"'.-]+\s*=\s*\[", text)
    return bool(opening) and _closing(text, opening.end())[0] >= len(text) if opening else False


def _region(region: Mapping[str, Any]) -> str:
    names = ", ".join(f"{_key(k)} = {_quoted(v)}" for k, v in region.get("names", {}).items())
    cells = ", ".join(map(_quoted, region["cells"]))
    lines = [f"[regions.{_key(region['id'])}]", f"color = {_quoted(region['color'])}"]
    lines += [f"letter = {_quoted(region['letter'])}"]
    lines += [f"names = {{ {names} }}"] if "names" in region else []
    return "\n".join([*lines, f"cells = [{cells}]", "", ""])


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _note(text: str) -> str:
    return "  # " + " ".join(text.split()) if text else ""
