"""One called game that many watch: every action is logged, then told to all (stdlib only)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable

from mapkit.games.log import Entry
from mapkit.games.session import Session, act

BEAT = b"event: beat\ndata: 0\n\n"


class Table:
    """A session and its entries. append writes an entry to the disk before anybody is told of it."""

    def __init__(self, session: Session, entries: tuple[Entry, ...], append: Callable[[Entry], None]) -> None:
        self.session = session
        self.events = [_event(i, e) for i, e in enumerate(entries)]
        self._append = append
        self._turn = asyncio.Lock()
        self._news = asyncio.Event()
        self.closed = False

    async def act(self, action: str, seen: int, text: str = "") -> bool:
        """Does an action; False when the one who acts had not seen the latest entry (so nothing is done twice)."""
        async with self._turn:
            if seen != len(self.events):
                return False
            entries, session = act(self.session, action, text)
            for entry in entries:
                await asyncio.to_thread(self._append, entry)
                self.events.append(_event(len(self.events), entry))
            self.session = session
            self._tell()
            return True

    async def follow(self, after: int, beat: float = 15.0) -> AsyncIterator[bytes]:
        """Server-sent events from the one after number `after` on, in order, with a beat when it is quiet."""
        at = min(max(after + 1, 0), len(self.events))
        yield b"retry: 1000\n" + BEAT
        while not self.closed:
            news = self._news
            if at < len(self.events):
                fresh = b"".join(self.events[at:])
                at = len(self.events)
                yield fresh
                continue
            try:
                await asyncio.wait_for(news.wait(), beat)
            except TimeoutError:
                yield BEAT

    def close(self) -> None:
        """Ends every follower's stream."""
        self.closed = True
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


def _event(number: int, entry: Entry) -> bytes:
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return f"id: {number}\ndata: {text}\n\n".encode()
