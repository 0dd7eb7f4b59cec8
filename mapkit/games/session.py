"""Log entries <-> a called game: what was called, what is shown, what may come next (stdlib only).

Entries, in order: game (map, digest, seed or commit), word (fair games), call, back and again (undo and its reverse:
the same call is shown again, nothing is rolled anew), reveal (fair games).

A fair game: before the first call commit = SHA-256("mapkit fair 1\\n" + secret) is published. Then the room says a
word, and the seed is secret + " " + word. The secret is revealed at the end: neither side can choose the dice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from mapkit.errors import MapkitError
from mapkit.games.caller import Caller, begin, following
from mapkit.games.log import NO_LOG, Entry
from mapkit.games.record import call_json, read_call
from mapkit.games.rules import Call, Game

FORMAT = "mapkit log 1"


@dataclass(frozen=True)
class Session:
    """A called game at one moment. caller is None until a fair game has its word, or when the secret is not known.

    calls: all that were rolled; shown: how many of them are in view; fair: its commit; word, secret: of a fair game.
    """

    map: str
    game: Game
    caller: Caller | None
    calls: tuple[Call, ...] = ()
    shown: int = 0
    fair: str | None = None
    word: str | None = None
    secret: str | None = None
    revealed: bool = False

    @property
    def over(self) -> bool:
        """The last call of the game is in view."""
        return 0 < self.game.turns <= self.shown

    @property
    def call(self) -> Call | None:
        return self.calls[self.shown - 1] if self.shown else None


def commit(secret: str) -> str:
    return hashlib.sha256(b"mapkit fair 1\n" + secret.encode()).hexdigest()


def clean(text: str) -> str:
    """A seed or word as it is kept: one line of at most 80 printable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:80]


def rules_digest(game: Game) -> str:
    """16 hex digits of what decides the calls: the dice and the shape of the game."""
    facts = (asdict(game)["dice"], game.draw, game.turns_per_round, game.rounds)
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


def opened(map: str, game: Game, seed: str, fair: bool = False) -> tuple[Entry, Session]:
    """The first entry and the session of a new game. fair: the seed is the secret, and kept out of the log."""
    head: dict[str, Any] = {"kind": "game", "format": FORMAT, "map": map, "dice": rules_digest(game)}
    if fair:
        head["commit"] = commit(seed)
        return head, Session(map, game, None, fair=head["commit"], secret=seed)
    head["seed"] = seed
    return head, Session(map, game, begin(game, seed))


def act(session: Session, action: str, text: str = "") -> tuple[tuple[Entry, ...], Session]:
    """(entries to append, the session after them) of an action; none when it changes nothing.

    Actions: "next" (a new call, or the one taken back), "back" (take the last call out of view), "word" (the room's
    word, text), "reveal" (tell the secret). Raises MapkitError when the action cannot be done now.
    """
    match action:
        case "next" if session.shown < len(session.calls):
            entry: dict[str, Any] = {"kind": "again"}
        case "next" if session.over:
            return (), session
        case "next" if session.revealed:
            raise MapkitError("the secret is revealed: no more dice can be called")
        case "next" if session.caller is None:
            raise MapkitError("a fair game needs a word from the room before the first call")
        case "next":
            assert session.caller is not None
            call, _ = following(session.caller)
            entry = {"kind": "call", "n": len(session.calls) + 1, **call_json(call)}
        case "back" if session.shown:
            entry = {"kind": "back"}
        case "back":
            return (), session
        case "word" if session.fair and session.word is None and clean(text):
            entry = {"kind": "word", "word": clean(text)}
        case "reveal" if session.fair and not session.revealed and session.secret is not None:
            entry = {"kind": "reveal", "secret": session.secret}
        case "word" | "reveal":
            raise MapkitError(f"{action}: not possible now")
        case _:
            raise MapkitError(f"no such action: {action!r}")
    return (entry,), step(session, entry)


def step(session: Session, entry: Entry) -> Session:
    """The session after one entry. Raises ValueError (KeyError, TypeError) when the entry cannot follow."""
    match entry["kind"]:
        case "call":
            call = read_call(entry)
            if entry["n"] != len(session.calls) + 1 or session.shown != len(session.calls) or session.over:
                raise ValueError(f"call {entry['n']} is out of order")
            caller = session.caller
            if caller is not None:
                drawn, caller = following(caller)
                if drawn != call:
                    raise ValueError(f"call {entry['n']} is not the one of the seed")
            return replace(session, caller=caller, calls=(*session.calls, call), shown=session.shown + 1)
        case "back" if session.shown:
            return replace(session, shown=session.shown - 1)
        case "again" if session.shown < len(session.calls):
            return replace(session, shown=session.shown + 1)
        case "word" if session.fair and session.word is None and not session.calls and isinstance(entry["word"], str):
            mixed = replace(session, word=entry["word"])
            return replace(mixed, caller=_mixed(mixed))
        case "reveal" if session.fair and not session.revealed and isinstance(entry["secret"], str):
            if commit(entry["secret"]) != session.fair:
                raise ValueError("the secret revealed is not the one whose hash was published")
            told = replace(session, secret=entry["secret"], revealed=True)
            return replace(told, caller=_mixed(told, len(session.calls)))
    raise ValueError(f"entry {str(entry['kind'])!r} cannot stand here")


def resumed(entries: Sequence[Entry], game: Game, where: str, secret: str | None = None) -> Session:
    """The session that a log's entries lead to. Every call is drawn again and compared where the seed is known.

    secret: of a fair game that is not revealed yet. Raises MapkitError that names the entry.
    """
    if not entries or entries[0].get("kind") != "game" or entries[0].get("format") != FORMAT:
        raise MapkitError(NO_LOG, where)
    head = entries[0]
    if head.get("dice") != rules_digest(game):
        raise MapkitError("was called with other dice or rounds than the map's game has now", where)
    seed, fair = head.get("seed"), head.get("commit")
    if not isinstance(head.get("map"), str) or not (isinstance(seed, str) or isinstance(fair, str)):
        raise MapkitError("has neither a seed nor a commit", f"{where} line 1")
    if secret is not None and commit(secret) != fair:
        raise MapkitError("the secret does not belong to this log", where)
    session = Session(head["map"], game, None, fair=fair, secret=secret)
    if isinstance(seed, str):
        session = Session(head["map"], game, begin(game, seed))
    for i, entry in enumerate(entries[1:], 2):
        try:
            session = step(session, entry)
        except (ValueError, TypeError, KeyError) as error:
            fault = f"{error} is missing" if isinstance(error, KeyError) else error
            raise MapkitError(str(fault), f"{where} line {i}") from None
    return session


def _mixed(session: Session, turns: int = 0) -> Caller | None:
    """The caller of a fair game, once secret and word are known; checks the calls made so far."""
    if session.secret is None or session.word is None:
        return None
    caller = begin(session.game, f"{session.secret} {session.word}")
    for call in session.calls[:turns]:
        drawn, caller = following(caller)
        if drawn != call:
            raise ValueError(f"round {call.round}, turn {call.turn}: the dice called are not those of the secret")
    return caller


def verdict(session: Session) -> Mapping[str, Any]:
    """What a referee says of a fair game: {"fair": True} only when revealed, complete and every call is the seed's."""
    return {
        "commit": session.fair,
        "word": session.word,
        "revealed": session.revealed,
        "calls": len(session.calls),
        "complete": session.game.turns == len(session.calls) if session.game.turns else True,
        "fair": bool(session.fair and session.revealed and session.word),
    }
