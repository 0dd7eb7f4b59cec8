"""A terminal's keys one at a time, without Enter."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

NAMES = {"[C": "right", "[D": "left", "[A": "up", "[B": "down", "[5~": "left", "[6~": "right"}
Read = Callable[[float], str]  # seconds to wait -> the key, or "" when none came


@contextmanager
def keys() -> Iterator[Read]:
    """A function that waits for a key: a character, or left, right, up, down, enter, escape, back."""
    if sys.platform == "win32":
        yield _windows
        return
    import select
    import termios
    import tty

    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)

    def ready(seconds: float) -> bool:
        return bool(select.select([handle], [], [], seconds)[0])

    def read(seconds: float) -> str:
        if not ready(max(0.0, seconds)):
            return ""
        data = os.read(handle, 1)
        if not data:
            return "q"  # the terminal is gone
        if data == b"\x1b":
            more = os.read(handle, 8) if ready(0.03) else b""
            return NAMES.get(more.decode("ascii", "replace").replace("O", "["), "escape")
        while data and data[0] >= 0xC0 and ready(0.01) and len(data) < 4:
            data += os.read(handle, 1)
        text = data.decode("utf-8", "replace")
        return {"\r": "enter", "\n": "enter", "\x7f": "back", "\x08": "back"}.get(text, text)

    try:
        tty.setcbreak(handle)
        yield read
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _windows(seconds: float) -> str:
    import msvcrt  # pragma: no cover
    import time

    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if msvcrt.kbhit():  # type: ignore[attr-defined]
            key = msvcrt.getwch()  # type: ignore[attr-defined]
            if key in ("\x00", "\xe0"):
                return {"K": "left", "M": "right"}.get(msvcrt.getwch(), "escape")  # type: ignore[attr-defined]
            return {"\r": "enter", "\x08": "back", "\x1b": "escape"}.get(key, str(key))
        time.sleep(0.02)
    return ""
