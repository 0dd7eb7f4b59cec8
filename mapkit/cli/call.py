"""call: the dice of a game, called in the terminal, on a page, or from one offline file."""

from __future__ import annotations

import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.cli.calling import Called, begin, called, do, free_log, languages, secret_file
from mapkit.cli.common import MapName, say, write_file
from mapkit.errors import MapkitError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mapkit.games.log import Entry
    from mapkit.games.session import Session
    from mapkit.map import Map


def call(
    map: MapName,
    seed: Annotated[str | None, typer.Option(help="Any text; the same seed calls the same dice everywhere.")] = None,
    lang: Annotated[str, typer.Option(help="en, de, ja, zh or fr; two in sequence like en,ja.")] = "en",
    auto: Annotated[
        float | None,
        typer.Option(
            min=0, max=3600, help="Seconds between calls; 0: straight through, one call a line.", show_default=False
        ),
    ] = None,
    speak: Annotated[bool, typer.Option("--speak", help="Say every call with this platform's voice.")] = False,
    web: Annotated[bool, typer.Option("--web", help="Serve a presenter page, and one to follow on phones.")] = False,
    lan: Annotated[bool, typer.Option("--lan", help="With --web: let other machines on the network follow.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --web: the port; 0: any free one.")] = 8047,
    html: Annotated[Path | None, typer.Option(help="Write the whole caller as one offline page and stop.")] = None,
    play: Annotated[bool, typer.Option("--play", help="With --web or --html: a sheet to fill in on the page.")] = False,
    log: Annotated[Path | None, typer.Option(help="Where calls are logged. [default: output/calls/MAP-N.log]")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the game of a log, with the same bag.")] = None,
    fair: Annotated[
        bool, typer.Option("--fair", help="Let the room mix in a word, so that nobody can try seeds.")
    ] = False,
    word: Annotated[str | None, typer.Option(help="With --fair: the room's word (asked for when missing).")] = None,
) -> None:
    """Call the dice of a game: draw from the bag, roll, announce, count rounds.

    Example: mapkit call japan --lang en,ja --speak
    """
    from mapkit.games.session import clean

    locales = languages(lang)
    what = called(map)
    clashes = (
        (seed is not None and seed != clean(seed), "--seed must be one line of at most 80 printable characters"),
        (seed and fair, "--seed with --fair: a fair seed is nobody's choice"),
        (resume and (seed or fair or log), "--resume goes with none of --seed, --fair, --log"),
        (html and (web or resume or fair or log), "--html goes with none of --web, --resume, --fair, --log"),
        (play and not (web or html), "--play goes with --web or --html"),
        (lan and not web, "--lan goes with --web"),
        (word and not fair, "--word goes with --fair"),
    )
    for wrong, why in clashes:
        if wrong:
            raise MapkitError(why)
    if html:
        return _html(what, html, seed, locales, auto, _played(what, play, locales[0]))
    straight = not web and (auto == 0 or not (sys.stdin.isatty() and sys.stdout.isatty()))
    if straight and not what.game.turns:
        why = "this game has no end, so it is not called straight through"
        raise MapkitError(f"{why}: call it on a terminal, by key or with --auto SECONDS, or on a page with --web")
    path = resume or log or (None if straight else free_log(what.id))
    writer, entries, session = begin(what, path, bool(resume), seed, fair)
    put: Callable[[Entry], None] = writer.append if writer else lambda entry: None
    try:
        if web:
            assert path is not None
            return _web(what, session, entries, put, path, locales, auto, lan, port, _played(what, play, locales[0]))
        session = _told_word(session, put, word)
        if straight:
            session = _straight(session, put, locales[0])
        else:
            session = _screen(what, session, put, locales, auto or 0.0, speak)
        if session.fair and session.over and session.word:
            session = session if session.revealed else do(session, put, "reveal")
            say(f"secret {session.secret}")
    finally:
        if writer:
            writer.close()
    if path and session.revealed:
        secret_file(path).unlink(missing_ok=True)
    if path and not straight:
        _report(what, session, path, locales[0])


def _played(what: Called, play: bool, locale: str) -> tuple[Map, str] | None:
    """The map and its sheet as SVG, for a page to play on."""
    if not play:
        return None
    if what.game.family != "rolling":
        raise MapkitError("only the sheet of a map can be filled in on a page: leave out --play")
    from mapkit.ask import LOCALES, Ask
    from mapkit.cli.common import asked
    from mapkit.line import open_map
    from mapkit.press.svg import to_svg

    (leaf,) = asked(what.name, Ask(locale=locale if locale in LOCALES else "en"))
    return open_map(what.name).map, to_svg(leaf.front)


def _told_word(session: Session, put: Callable[[Entry], None], word: str | None) -> Session:
    if not session.fair or session.word:
        return session
    say(f"hash of the secret: {session.fair}")
    if word is None and sys.stdin.isatty():
        word = input("a word from the room: ")
    if not word or not word.strip():
        raise MapkitError("a fair game needs a word from the room: say it with --word")
    return do(session, put, "word", word)


def _straight(session: Session, put: Callable[[Entry], None], locale: str) -> Session:
    from mapkit.cli.screen import AGAIN
    from mapkit.games.announce import plain

    if session.call:  # resumed: the last call may have been logged and yet never been seen
        print(f"{plain(session.call, locale)}  ({AGAIN[locale]})", flush=True)
    while not session.over:
        session = do(session, put, "next")
        assert session.call is not None
        print(plain(session.call, locale), flush=True)
    return session


def _screen(
    what: Called,
    session: Session,
    put: Callable[[Entry], None],
    locales: tuple[str, ...],
    auto: float,
    speak: bool,
) -> Session:
    from mapkit.cli import screen, speech
    from mapkit.games.vocabulary import named

    def act(action: str) -> Session:
        nonlocal session
        session = do(session, put, action)
        return session

    title = named(what.title, locales[0], what.id)
    letters = {r.id: r.letter for r in what.regions}
    with suppress(KeyboardInterrupt):
        screen.run(title, session, act, locales, letters, auto, speech.speaker(session.game, locales), speak)
    return session


def _web(
    what: Called,
    session: Session,
    entries: tuple[Entry, ...],
    put: Callable[[Entry], None],
    path: Path,
    locales: tuple[str, ...],
    auto: float | None,
    lan: bool,
    port: int,
    play: tuple[Map, str] | None,
) -> None:
    from mapkit.web.page import page
    from mapkit.web.serve import bound, code, host, serve
    from mapkit.web.table import Table

    sock = bound(lan, port)
    base = f"http://{host(lan)}:{sock.getsockname()[1]}"
    secret = secrets.token_urlsafe(18)
    room = (f"{base}/", code(f"{base}/")) if lan else None
    present = page("present", what.title, what.game, what.regions, locales, str(path), None, auto or 20, room)
    follow = page("follow", what.title, what.game, what.regions, locales, str(path), play=play)
    table = Table(session, entries, put)
    with suppress(KeyboardInterrupt):
        say(f"present: {base}/present#{secret}\nfollow:  {base}/\nlog:     {path}\nCtrl-C ends it.")
        serve(table, present, follow, secret, sock)
    if table.session.revealed:
        secret_file(path).unlink(missing_ok=True)
    say(f"go on with: mapkit call {what.name} --web --resume {path}")


def _html(
    what: Called,
    path: Path,
    seed: str | None,
    locales: tuple[str, ...],
    auto: float | None,
    play: tuple[Map, str] | None,
) -> None:
    from mapkit.web.page import page

    text = page("offline", what.title, what.game, what.regions, locales, what.id, seed, auto or 20, play=play)
    write_file(path, text.encode())
    print(path)


def _report(what: Called, session: Session, path: Path, locale: str) -> None:
    from mapkit.games.announce import plain

    for one in session.calls[: session.shown]:
        print(plain(one, locale))
    end = "" if session.over else f"\ngo on with: mapkit call {what.name} --resume {path}"
    say(f"log: {path}{end}")
