"""The maps that belong to the checkout: what a designer made beside them in maps/ is no business of the tests."""

from __future__ import annotations

import subprocess

from mapkit import folder


def shipped() -> list[str]:
    """The maps git tracks, or every map there is where the sources are no checkout."""
    names, root = folder.shipped_names(), folder.shipped()
    listed = subprocess.run(["git", "ls-files", "."], cwd=root, capture_output=True, text=True, check=False)
    tracked = {line.split("/")[0] for line in listed.stdout.splitlines()}
    return [n for n in names if n in tracked] or names


SHIPPED = shipped()
