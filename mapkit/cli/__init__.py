"""The command line: a thin shell, the one place that prints, exits and names output files."""

from __future__ import annotations

import gc
import signal
import sys
import warnings
from types import FrameType

from mapkit.errors import MapkitError

GARBAGE = 100_000  # new objects after which Python looks for cycles; its 700 is a tenth of a short command's time
ENDED = 128  # plus a signal's number: how shells tell that a signal ended a command


def main() -> None:
    """Entry point of `mapkit` and `python -m mapkit`: a MapkitError is one line on stderr and exit code 1.

    Ctrl-C exits with 130 and says nothing. A request to end (SIGTERM, SIGHUP) unwinds like an error would, so that
    half-written files are removed and the terminal is as it was.
    """
    gc.set_threshold(GARBAGE)
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # they advise programmers
    try:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # platforms have not all of them
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _end)
        from mapkit.cli.app import app_for

        app_for(sys.argv[1:])(prog_name="mapkit")
    except MapkitError as error:
        print(f"mapkit: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(ENDED + signal.SIGINT)
    except BrokenPipeError:  # the reader of our output (head, less) has seen enough
        sys.stderr.close()
        sys.exit(1)


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(ENDED + number)
