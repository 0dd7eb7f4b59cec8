"""A path that a user gives -> its bytes: a plain file of a size that can be what it should be (stdlib only)."""

from __future__ import annotations

from pathlib import Path

from mapkit.errors import MapkitError


def read_plain(path: Path, what: str, most: int) -> bytes:
    """The bytes of a plain file of at most so many. what names it: "the font".

    Raises MapkitError: not there, a folder or a device (which may never end), too large.
    """
    try:
        if path.exists() and not path.is_file():
            raise MapkitError(f"{what} cannot be read (it is not a plain file)", path)
        if (size := path.stat().st_size) > most:
            raise MapkitError(f"{what} is {size / 2**20:.0f} MiB large; {most / 2**20:.0f} is the most", path)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise MapkitError(f"{what} cannot be read ({getattr(error, 'strerror', None) or error})", path) from None
