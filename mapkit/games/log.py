"""Entries of a called game <-> a hash-chained file that survives a kill (stdlib only).

A line is HASH SPACE JSON NEWLINE. HASH is 64 hex digits: the SHA-256 of the hash of the line before (64 zeros before
the first), a space, and the JSON as it stands in the line, in UTF-8. Every line is synced to the disk before append
returns; a last line that a crash tore off is dropped when the file is opened again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from mapkit.errors import MapkitError

ZERO = "0" * 64
NO_LOG = "is no log of a called game: a LOG is what `mapkit call` writes, output/calls/MAP-N.log unless told otherwise"
Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Log:
    """What a file holds. tail: hash of the last entry. size: bytes of the whole lines. torn: bytes after them."""

    entries: tuple[Entry, ...]
    tail: str
    size: int
    torn: int


def line(tail: str, entry: Entry) -> tuple[str, str]:
    """(the line without its newline, its hash) of an entry that follows the hash `tail`."""
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    hash = hashlib.sha256(f"{tail} {text}".encode()).hexdigest()
    return f"{hash} {text}", hash


def parse(data: bytes, where: str | Path) -> Log:
    """The entries of a log. A last line without its newline is torn; any other fault raises MapkitError."""
    whole = data.rfind(b"\n") + 1
    entries: list[Entry] = []
    tail = ZERO
    for i, raw in enumerate(data[:whole].split(b"\n")[:-1], 1):
        hash, _, text = raw.partition(b" ")
        if i == 1 and not re.match(rb"[0-9a-f]{64} \{", raw):
            raise MapkitError(NO_LOG, f"{where} line 1")
        if hash != hashlib.sha256(tail.encode() + b" " + text).hexdigest().encode():
            raise MapkitError("was changed after it was written: the chain of hashes breaks here", f"{where} line {i}")
        try:
            entry = json.loads(text.decode("utf-8"))
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            raise MapkitError("is no entry of a log", f"{where} line {i}")
        entries.append(entry)
        tail = hash.decode()
    return Log(tuple(entries), tail, whole, len(data) - whole)


def read(path: Path) -> Log:
    """The log in a file. Raises MapkitError when it cannot be read or was changed."""
    try:
        return parse(path.read_bytes(), path)
    except OSError as error:
        raise MapkitError(f"cannot be read ({error.strerror})", path) from None


class Writer:
    """A log file open for appending, alone: a second Writer of the same file is refused.

    log: what the file held when it was opened (torn bytes are cut off then).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = not path.exists()
            self._file: BinaryIO = path.open("ab", buffering=0)
        except OSError as error:
            raise MapkitError(f"cannot be written ({error.strerror})", path) from None
        try:
            _lock(self._file, path)
            self.log = read(path)
            if self.log.torn:
                self._file.truncate(self.log.size)
            os.fsync(self._file.fileno())
            if fresh:
                _sync_folder(path.parent)
        except BaseException:
            self._file.close()
            raise
        self.tail, self._size, self._broken = self.log.tail, self.log.size, False

    def append(self, entry: Entry) -> None:
        """Writes an entry; when this returns, it is on the disk. Raises MapkitError when it cannot be.

        An entry that fails is cut off again, so that the file ends with its last whole line; where even that fails,
        nothing more is written.
        """
        if self._broken:
            raise MapkitError("could not be written to before: end this caller and go on by --resume", self.path)
        text, tail = line(self.tail, entry)
        data = rest = text.encode() + b"\n"
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except BaseException as error:
            self._cut()
            if isinstance(error, OSError):
                raise MapkitError(f"cannot be written ({error.strerror})", self.path) from None
            raise
        self.tail, self._size = tail, self._size + len(data)

    def _cut(self) -> None:
        """Takes the file back to its last whole line."""
        try:
            self._file.truncate(self._size)
            os.fsync(self._file.fileno())
        except (OSError, ValueError):
            self._broken = True

    def close(self) -> None:
        self._file.close()


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # no such lock on this platform
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise MapkitError("is in use: another caller writes this log", path) from None


def _sync_folder(folder: Path) -> None:
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # folders cannot be opened on this platform
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
