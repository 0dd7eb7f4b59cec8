"""Commands for paper: pad, papers, preflight."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.cli.common import (
    CellNames,
    Font,
    Lang,
    MapName,
    Output,
    Seed,
    Size,
    Which,
    asked,
    default_output,
    fonts,
    progress,
    say,
)  # fmt: skip
from mapkit.errors import MapkitError

if TYPE_CHECKING:
    from mapkit.ask import Ask
    from mapkit.leaves import Leaf
    from mapkit.press.fonts import Chain
    from mapkit.press.job import Job

PRINT, LOOK = "For the printer", "How it looks"


def pad(
    map: MapName,
    sheets: Annotated[int, typer.Option(min=1, max=100_000, help="How many leaves.")] = 50,
    size: Size = "a5",
    paper: Annotated[
        str, typer.Option(help='Paper to print on, as many on a page as fit; "none": each on its own. [default: a4]')
    ] = "",
    rules: Annotated[bool, typer.Option("--rules", help="Print the rules on the back of every sheet.")] = False,
    output: Output = None,
    which: Which = "",
    style: Annotated[
        str, typer.Option(help="outline, block, or true (real shapes).", rich_help_panel=LOOK)
    ] = "outline",
    room: Annotated[str, typer.Option(help="The circle every cell must hold.", rich_help_panel=LOOK)] = "8mm",
    seed: Seed = 0,
    theme: Annotated[
        str, typer.Option(help="accessible, classic, gray or low-ink.", rich_help_panel=LOOK)
    ] = "accessible",
    lang: Lang = "en",
    names: CellNames = "",
    font: Font = None,
    gray: Annotated[bool, typer.Option("--gray", help="Patterns in shades of gray.", rich_help_panel=LOOK)] = False,
    low_ink: Annotated[
        bool, typer.Option("--low-ink", help="White cells, coloured edges and letters.", rich_help_panel=LOOK)
    ] = False,
    large: Annotated[str, typer.Option(help="One map over a whole a4 or a3.", rich_help_panel=LOOK)] = "",
    dry_erase: Annotated[
        bool, typer.Option("--dry-erase", help="No line for a name: to laminate and wipe.", rich_help_panel=LOOK)
    ] = False,
    home: Annotated[
        bool | None,
        typer.Option(
            "--home/--no-home",
            help="For a home printer: no scaling, a ruler to check, duplex set. [default: unless --press or --preset]",
            rich_help_panel=PRINT,
            show_default=False,
        ),
    ] = None,
    preset: Annotated[
        str, typer.Option(help="A shop's or home format: see mapkit papers.", rich_help_panel=PRINT)
    ] = "",
    press: Annotated[str, typer.Option(help="PDF/X for a print shop: x4, x3 or x1a.", rich_help_panel=PRINT)] = "",
    profile: Annotated[
        Path | None, typer.Option(help="ICC output profile. [default: FOGRA39]", rich_help_panel=PRINT)
    ] = None,
    bleed: Annotated[
        str, typer.Option(help="Bleed. [default: 3mm for --press, else none]", rich_help_panel=PRINT)
    ] = "",
    marks: Annotated[str, typer.Option(help="crop, tombo or none.", rich_help_panel=PRINT)] = "",
    margin: Annotated[str, typer.Option(help="Paper's edge the printer cannot reach.", rich_help_panel=PRINT)] = "",
    order: Annotated[
        str, typer.Option(help="sequence, repeat (step and repeat) or stack (cut and stack).", rich_help_panel=PRINT)
    ] = "",
    turn: Annotated[
        str, typer.Option(help="Edge a duplex printer turns over: long or short.", rich_help_panel=PRINT)
    ] = "",
    shift: Annotated[str, typer.Option(help="Move the backs right,down, like 0.5mm,-1mm.", rich_help_panel=PRINT)] = "",
    bind: Annotated[str, typer.Option(help="Edge the pad is glued at: top or left.", rich_help_panel=PRINT)] = "",
    numbered: Annotated[
        bool, typer.Option("--numbered", help="A serial number on every sheet.", rich_help_panel=PRINT)
    ] = False,
) -> None:
    """A pad of sheets as a print-ready PDF.

    Example:  mapkit pad japan --sheets 100 --size a5 --paper a4 --rules
    """
    from dataclasses import replace

    from mapkit import units
    from mapkit.ask import SAFE, Ask
    from mapkit.press.impose import n_up
    from mapkit.press.job import Job, Numbering
    from mapkit.press.papers import GLUE
    from mapkit.press.papers import preset as known
    from mapkit.sheet.theme import theme as themed

    look = _one("--gray, --low-ink", theme, gray=gray, low_ink=low_ink)
    found = known(preset) if preset else None
    job = found.job if found else Job(home=not press)
    changes: dict[str, object] = {
        "home": job.home if home is None else home,
        "tone": "gray" if gray else job.tone,
        "profile": profile,
    }
    changes |= {k: v for k, v in (("press", press), ("turn", _in(turn, "--turn", "long", "short"))) if v}
    changes |= {k: v for k, v in (("marks", _in(marks, "--marks", "crop", "tombo", "none")),) if v}
    changes |= {"order": _in(order, "--order", "sequence", "repeat", "stack")} if order else {}
    changes |= {"bind": _in(bind, "--bind", "top", "left")} if bind else {}
    changes |= {"margin": units.length(margin)} if margin else {}
    changes |= {"shift": _shift(shift)} if shift else {}
    changes |= {"numbering": Numbering()} if numbered else {}
    job = replace(job, **changes)  # type: ignore[arg-type]
    trim = units.size(large or size) if large or not (found and found.trim) else found.trim
    sheet_bleed = units.length(bleed) if bleed else found.bleed if found else 3.0 if press else 0.0
    top, right, bottom, left = (max(SAFE, s) for s in found.safe) if found else (SAFE,) * 4
    safe = (top + GLUE * (bind == "top"), right, bottom, left + GLUE * (bind == "left"))
    chain, measure = fonts(font, lang, names)
    length = units.length(room)
    ask = Ask(trim, themed(look), lang, names, style, length, seed, which, sheet_bleed, safe, not dry_erase, measure)
    page = _paper(paper, large, found.paper if found else None, job, alone=bool(found and not found.paper))
    if page is not None:
        n_up(trim, page, sheet_bleed, job.margin, job.gutter)  # said before anything is laid out
    leaves = asked(map, ask)
    path = output or default_output(f"{Path(map).name}-pad.pdf")
    _write(leaves, path, sheets, page, rules, job, chain, ask)
    typer.echo(path)


def _write(
    leaves: list[Leaf], path: Path, sheets: int, page: tuple[float, float] | None, rules: bool, job: Job,
    chain: Chain | None, ask: Ask,
) -> None:  # fmt: skip
    from mapkit.press import fit, script
    from mapkit.press.pad import write_pad

    fronts = [leaf.front for leaf in leaves]
    backs = [leaf.back() for leaf in leaves] if rules else None
    script.demand([*fronts, *(backs or [])], chain)
    for found in [f for s in fronts for f in fit.check(s, ask.safe if job.press else (3.0,) * 4, chain)]:
        say(f"{found.where}: {found.message}{f': {found.fix}' if found.fix else ''}")
    with progress("Printing") as report:
        for remark in write_pad(fronts, path, sheets, page, backs, job, chain, report):
            say(remark)


def _one(options: str, theme: str, gray: bool, low_ink: bool) -> str:
    if gray and low_ink:
        raise MapkitError(f"{options}: take one of them")
    return "gray" if gray else "low-ink" if low_ink else theme


def _in(value: str, option: str, *known: str) -> str:
    if value and value not in known:
        raise MapkitError(f"unknown {value!r}: one of {', '.join(known)}", option)
    return value


def _shift(text: str) -> tuple[float, float]:
    from mapkit import units

    right, comma, down = text.partition(",")
    if not comma:
        raise MapkitError(f"cannot read the shift {text!r}: write it right,down, like 0.5mm,-1mm", "--shift")
    return units.length(right), units.length(down)


def _paper(
    paper: str, large: str, usual: tuple[float, float] | None, job: Job, alone: bool
) -> tuple[float, float] | None:
    from mapkit import units

    if paper == "none":
        return None
    if paper or large:
        return units.size(paper or large)
    return None if alone or (job.press and usual is None) else usual or units.size("a4")


def papers() -> None:
    """List papers and the formats of print shops: trim, bleed and safe area in mm.

    Example:  mapkit papers
    """
    from mapkit.press.papers import table

    head = ("name", "what", "trim", "bleed", "safe")
    rows = [head, *table()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for row in rows:
        typer.echo("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip())


def preflight(
    file: Annotated[Path, typer.Argument(metavar="FILE.pdf", help="The PDF to check.")],
    target: Annotated[
        str, typer.Option("--for", help="x4, x3, x1a or home. [default: what the file says it is, else home]")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="The findings as JSON, for other tools.")] = False,
) -> None:
    """Check any PDF as a print shop would. Exit code 1 when it would be rejected.

    Example:  mapkit preflight output/japan-pad.pdf --for x4
    """
    from mapkit.press.preflight import preflight as checked

    found = checked(file, target or None)  # type: ignore[arg-type]
    severe = sum(f.severe for f in found)
    if as_json:
        rows = [
            {"rule": f.rule, "where": f.where, "message": f.message, "severe": f.severe, "fix": f.fix} for f in found
        ]
        typer.echo(json.dumps({"file": str(file), "severe": severe, "findings": rows}, ensure_ascii=False, indent=1))
    else:
        for f in found:
            mark, fix = "severe" if f.severe else "note  ", f": {f.fix}" if f.fix else ""
            typer.echo(f"{mark}  {f.rule}, {f.where}: {f.message}{fix}")
        typer.echo(f"{file}: {severe} severe, {len(found) - severe} to know")
    raise typer.Exit(1 if severe else 0)
