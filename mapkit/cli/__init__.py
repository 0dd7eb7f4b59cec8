"""The command line: a thin shell, the one place that prints, exits and names output files."""

from __future__ import annotations

import sys

from mapkit.errors import MapkitError


def main() -> None:
    """Entry point of `mapkit` and `python -m mapkit`: a MapkitError is one line on stderr and exit code 1."""
    from mapkit.cli.app import app

    try:
        app(prog_name="mapkit")
    except MapkitError as error:
        print(f"mapkit: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:  # the reader of our output (head, less) has seen enough
        sys.stderr.close()
        sys.exit(1)
