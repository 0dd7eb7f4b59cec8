"""Derived values beside a map (maps/NAME/made/*.json), each with the key of what it was made from (stdlib only).

A stored value is only ever a shortcut: one whose key differs is stale, is made anew and written over. So is one that
somebody changed: beside the key stands a digest of the value itself.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

FOLDER = "made"


def key(*parts: Any) -> str:
    """A digest of what a value is made from: bytes as they are, everything else as canonical JSON."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else json.dumps(part, sort_keys=True, default=str).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:32]


def read(folder: Path, name: str) -> tuple[str, Any] | None:
    """(key, value) stored under a name, or None when there is none or it cannot be read.

    The key is empty, so no key at all, when the value is not the one that was written: its digest is another or none.
    """
    try:
        raw = json.loads((folder / FOLDER / f"{name}.json").read_bytes())
        return str(raw["key"]) if raw.get("digest") == _digest(raw["value"]) else "", raw["value"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def write(folder: Path, name: str, made_from: str, value: Any) -> bool:
    """Stores a JSON value; False when the folder cannot be written to (an installed package), which is no fault."""
    value = json.loads(_canonical(value))  # as it will be read again
    text = _canonical({"digest": _digest(value), "key": made_from, "value": value})
    try:
        (folder / FOLDER).mkdir(exist_ok=True)
        replace(folder / FOLDER / f"{name}.json", text.encode() + b"\n")
    except OSError:
        return False
    return True


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _digest(value: Any) -> str:
    """SHA-256 of the value as canonical JSON: the same however the file's text is spaced."""
    return hashlib.sha256(_canonical(value).encode()).hexdigest()


def replace(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all: to a temporary name beside it, then renamed. Raises OSError."""
    spare = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        spare.write_bytes(data)
        spare.replace(path)
    finally:
        spare.unlink(missing_ok=True)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """While it lasts no other process holds the folder: one that wants to change it waits, and then reads what this one
    wrote. Where folders cannot be locked (Windows, some network disks) nothing is.
    """
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
