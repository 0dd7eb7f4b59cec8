"""Bytes -> a file, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mapkit.errors import MapkitError


def write(path: Path, fill: Callable[[IO[bytes]], object]) -> None:
    """Opens a temporary file beside path, lets fill write it, renames it. Raises MapkitError when the place refuses."""
    with replaced(path) as file:
        fill(file)


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """A binary file to write to, that takes the place of path when all went well and vanishes when not."""
    if path.is_dir():
        raise MapkitError("is a folder: give the name of a file to write", path)
    spare = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with spare.open("w+b") as file:
            yield file
        spare.replace(path)
    except OSError as error:
        raise MapkitError(f"cannot be written ({error.strerror or error})", path) from None
    finally:
        spare.unlink(missing_ok=True)
