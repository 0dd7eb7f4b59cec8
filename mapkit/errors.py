"""The one exception a user ever meets (stdlib only)."""

from __future__ import annotations

from pathlib import Path


class MapkitError(Exception):
    """A user's mistake, said in one line: what is wrong, where, and what to do.

    where: the file, key, feature or option at fault ("maps/japan/map.toml [regions.red]"); it leads the line.
    """

    def __init__(self, message: str, where: str | Path = "") -> None:
        line = f"{where}: {message}" if str(where) else message
        super().__init__(" ".join(line.split()))
