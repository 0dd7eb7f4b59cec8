"""What a call begins with: the dice of a map or sheet, a new or resumed game, and its log."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mapkit.cli.common import say
from mapkit.errors import MapkitError

if TYPE_CHECKING:
    from mapkit.games.log import Entry, Writer
    from mapkit.games.rules import Game
    from mapkit.games.session import Session
    from mapkit.map import Names, Region

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class Called:
    """What a caller needs of a map or of a sheet without one. name: as it was typed."""

    name: str
    id: str
    title: Names
    game: Game
    regions: Sequence[Region] = ()


def called(name: str) -> Called:
    """The dice of a map, or of a folder with a sheet.toml. Raises MapkitError."""
    from mapkit import folder
    from mapkit.games.rules import read_game

    place = folder.find(name)
    match folder.family(place):
        case "map":
            declared = folder.read(place)
            game = read_game(declared.game, declared.regions, str(declared.path))
            return Called(name, declared.id, declared.title, game, declared.regions)
        case "seasons":
            from mapkit.games.seasons_data import read_seasons

            games = [g.dice for g in read_seasons(place).values()]
        case _:
            from mapkit.games.rows_data import read_rows

            games = [g.dice for g in read_rows(place).values()]
    title = folder.sheets(place)[0]
    if not games or any(sorted(map(repr, g.dice)) != sorted(map(repr, games[0].dice)) for g in games):
        raise MapkitError("its sheets have no dice, or not the same ones", place)
    return Called(name, place.resolve().name, {"en": title}, games[0])


def languages(lang: str) -> tuple[str, ...]:
    from mapkit.games.vocabulary import LOCALES

    found = tuple(dict.fromkeys(x.strip().lower() for x in lang.split(",")))
    if not 1 <= len(found) <= 2 or any(x not in LOCALES for x in found):
        raise MapkitError(f"--lang {lang}: one or two of {', '.join(LOCALES)}, like en,ja")
    return found


def new_seed() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def free_log(name: str) -> Path:
    """output/calls/NAME-N.log, N one more than the highest there is; files named otherwise do not count."""
    folder = Path("output") / "calls"
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:  # no such folder yet; one that cannot be used is said when the log is opened
        names = []
    found = (re.fullmatch(rf"{re.escape(name)}-([0-9]{{1,9}})\.log", n) for n in names)
    return folder / f"{name}-{1 + max((int(m[1]) for m in found if m), default=0)}.log"


def secret_file(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


def begin(
    what: Called, path: Path | None, resume: bool, seed: str | None, fair: bool
) -> tuple[Writer | None, tuple[Entry, ...], Session]:
    """(log, its entries, the session) of a new game, or of the one in the log at path. Raises MapkitError."""
    from mapkit.games.log import Writer, read
    from mapkit.games.session import opened, resumed

    if path and resume and not path.is_file():
        raise MapkitError("no such log", path)
    if path and not resume and path.exists() and path.stat().st_size:
        raise MapkitError("exists already: go on with it by --resume, or name another --log", path)
    if path and resume and not read(path).entries:  # looked at before a Writer cuts off what is torn
        raise MapkitError("holds no whole line of a log: there is nothing to resume, begin a new game", path)
    writer = Writer(path) if path else None
    if resume and writer and path:
        hidden = secret_file(path)
        try:
            secret = hidden.read_text("ascii").strip() if hidden.is_file() else None
        except (OSError, UnicodeDecodeError):
            raise MapkitError("the secret of a fair game cannot be read", hidden) from None
        session = resumed(writer.log.entries, what.game, str(path), secret)
        if session.map != what.id:
            raise MapkitError(f"is the log of map {session.map!r}, not {what.id!r}", path)
        if session.fair and session.secret is None:
            raise MapkitError(f"its secret is missing: put {hidden.name} back beside this log of a fair game", path)
        torn = "; a torn last line was dropped" if writer.log.torn else ""
        say(f"resumed after {session.shown} calls{torn}")
        return writer, writer.log.entries, session
    secret = secrets.token_hex(32) if fair else seed or new_seed()
    head, session = opened(what.id, what.game, secret, fair)
    if fair and path:
        hidden = secret_file(path)
        try:
            hidden.touch(0o600)
            hidden.write_text(secret + "\n", "ascii")
        except OSError as error:
            raise MapkitError(f"cannot be written ({error.strerror})", hidden) from None
    if writer:
        writer.append(head)
    return writer, (head,), session


def do(session: Session, put: Callable[[Entry], None], action: str, text: str = "") -> Session:
    from mapkit.games.session import act

    entries, session = act(session, action, text)
    for entry in entries:
        put(entry)
    return session
