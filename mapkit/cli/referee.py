"""referee: was a game played by the rules, is a sheet possible, was a caller fair."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.errors import MapkitError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mapkit.games.log import Entry
    from mapkit.games.referee import Fault
    from mapkit.map import Finding

File = Annotated[
    Path | None,
    typer.Argument(
        metavar="[RECORD]", help="A record that --save wrote; of a sheet without a map, typed in, with --map."
    ),
]


def referee(
    record: File = None,
    map: Annotated[str | None, typer.Option(help="The map; default the one the record or log names.")] = None,
    sheet: Annotated[
        Path | None, typer.Option(help="A sheet typed in: one cell a line, like JP-13 4 or JP-14 X.")
    ] = None,
    calls: Annotated[Path | None, typer.Option(help="With --sheet: the caller's log.")] = None,
    fair: Annotated[Path | None, typer.Option(help="Check the log of a game called with --fair.")] = None,
    save: Annotated[Path | None, typer.Option(help="With --sheet: write the order found as a record.")] = None,
) -> None:
    """Check a played game move by move, a written sheet against its calls, or a fair caller's log.

    Example: mapkit referee --sheet mine.txt --calls output/calls/japan-1.log
    """
    if sum(x is not None for x in (record, sheet, fair)) != 1 or (calls is None) != (sheet is None):
        raise MapkitError("give a RECORD, or --sheet FILE --calls LOG, or --fair LOG")
    if fair:
        _fair(fair, map)
    elif record:
        _record(record, map)
    elif sheet and calls:
        _sheet(sheet, calls, map, save)


def _record(path: Path, name: str | None) -> None:
    from mapkit import folder
    from mapkit.games.record import from_json
    from mapkit.games.referee import replay
    from mapkit.line import open_map

    family = folder.family(folder.find(name)) if name else "map"
    if name and family != "map":
        return _grid(path, folder.find(name)) if family == "seasons" else _rows(path, folder.find(name))
    text = _text(path)
    if re.match(r"[0-9a-f]{64} \{", text):
        why = "is a caller's log, no record of a player's game"
        raise MapkitError(f"{why}: give it with --sheet FILE --calls LOG, or with --fair LOG", path)
    record = from_json(text, str(path))
    opened = open_map(name or record.map)
    if opened.game.family != "rolling":
        raise MapkitError(f"the referee knows no rules of the {opened.game.family} family", path)
    verdict = replay(opened.map, opened.game, record)
    _tell(verdict.faults, f"{len(record.plays)} turns, score {verdict.score}")


def _grid(path: Path, place: Path) -> None:
    from mapkit.games.seasons_data import read_seasons
    from mapkit.games.seasons_record import read_record
    from mapkit.games.seasons_referee import replay
    from mapkit.games.seasons_spread import spread

    games = read_seasons(place)
    record = read_record(_text(path), games, str(path))
    _, points, findings = replay(spread(games[record.sheet], record.layout), record.start, record.turns)
    _found(findings, f"{len(record.turns)} turns, score {points.total}")


def _rows(path: Path, place: Path) -> None:
    from mapkit.games.rows import score
    from mapkit.games.rows_data import read_rows
    from mapkit.games.rows_record import read_record
    from mapkit.games.rows_referee import replay

    games = read_rows(place)
    record = read_record(_text(path), games, str(path))
    game = games[record.sheet]
    table, findings = replay(game, record.players, record.turns)
    totals = ", ".join(str(score(game, sheet).total) for sheet in table.sheets)
    _found(findings, f"{len(record.turns)} turns, scores {totals}")


def _found(findings: Sequence[Finding], fine: str) -> None:
    for finding in findings:
        print(f"{finding.where}: {finding.message} [{finding.rule}]")
    if findings:
        raise typer.Exit(1)
    print(fine)


def _sheet(path: Path, calls: Path, name: str | None, save: Path | None) -> None:
    from mapkit.cli.common import write_file
    from mapkit.games import log
    from mapkit.games.record import Record, digest, read_sheet, to_json
    from mapkit.games.resheet import explain
    from mapkit.games.session import resumed
    from mapkit.line import open_map

    entries = log.read(calls).entries
    opened = open_map(name or _map_of(entries, calls))
    session = resumed(entries, opened.game, str(calls))
    written = read_sheet(_text(path), opened.map, str(path))
    found = explain(opened.map, opened.game, written, session.calls[: session.shown])
    if save and found.plays:
        record = Record(opened.map.id, digest(opened.game, opened.map), found.plays, found.score)
        write_file(save, to_json(record).encode())
    _tell(found.faults, f"a legal order of moves gives this sheet; score {found.score}")


def _fair(path: Path, name: str | None) -> None:
    from mapkit import folder
    from mapkit.games import log
    from mapkit.games.rules import read_game
    from mapkit.games.session import resumed, verdict

    read = log.read(path)
    declared = folder.read(folder.find(name or _map_of(read.entries, path)))
    session = resumed(read.entries, read_game(declared.game, declared.regions, str(declared.path)), str(path))
    if not session.fair:
        raise MapkitError("was not called with --fair: it names its seed", path)
    seen = verdict(session)
    print(
        f"hash    {seen['commit']}\nword    {seen['word'] or '-'}\nsecret  {session.secret or '- (not revealed yet)'}"
    )
    print(f"calls   {seen['calls']}{'' if seen['complete'] else f' of {session.game.turns}'}")
    if read.torn:
        print(f"torn    {read.torn} bytes after the last whole line")
    if not seen["fair"]:
        print("not decided: the secret is revealed at the end of the game")
        raise typer.Exit(1)
    print("fair: every call follows from the secret and the word")


def _tell(faults: Sequence[Fault], fine: str) -> None:
    for fault in faults:
        when = f"round {fault.round}, turn {fault.turn}: " if fault.round else ""
        print(f"{when}{fault.message} [{fault.rule}]")
    if faults:
        raise typer.Exit(1)
    print(fine)


def _map_of(entries: Sequence[Entry], path: Path) -> str:
    from mapkit.games.log import NO_LOG

    name = entries[0].get("map") if entries else None
    if not isinstance(name, str):
        raise MapkitError(NO_LOG, path)
    return name


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise MapkitError(f"cannot be read ({error.strerror})", path) from None
    except UnicodeDecodeError:
        raise MapkitError("is not UTF-8 text", path) from None
