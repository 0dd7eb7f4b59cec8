"""Map + Game + mode -> one HTML page that needs nothing else: styles, scripts and words inside (stdlib only).

The scripts are plain modules in static/; in a page they stand one after the other, without their imports. Texts from
map files reach the page as JSON and are only ever shown as text.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal
from xml.etree import ElementTree

from mapkit.errors import MapkitError
from mapkit.games.rules import Game
from mapkit.games.vocabulary import LOCALES, named
from mapkit.map import Map, Names, Region
from mapkit.web.words import page_words

Mode = Literal["present", "follow", "offline"]
SCRIPTS = ("caller", "session", "voice", "stage", "referee", "play", "main")  # each imports only from those before it


def page(
    mode: Mode,
    title: Names,
    game: Game,
    regions: Sequence[Region],
    locales: Sequence[str] = ("en",),
    key: str = "",
    seed: str | None = None,
    seconds: float = 20,
    follow: tuple[str, str] | None = None,
    play: tuple[Map, str] | None = None,
) -> str:
    """The page of a mode. locales: one or two languages, spoken in that order. key: parts the stored states of games.

    seed: of the offline caller (None: a new one by the browser's chance). follow: (address, QR code as SVG) shown to
    the room. play: the map and the sheet as SVG (as press.svg writes it) for a player to fill in on the page.
    Raises MapkitError when that SVG is not a sheet of the map.
    """
    letters = {r.id: r.letter for r in regions}
    data = {
        "mode": mode,
        "key": key,
        "titles": {locale: named(title, locale, "mapkit") for locale in LOCALES},
        "game": game_json(game, letters),
        "words": page_words(game),
        "locales": list(locales),
        "seconds": seconds,
    }
    if seed is not None:
        data["seed"] = seed
    if play is not None:
        data["play"] = play_json(game, *play)
    connect = "'none'" if mode == "offline" else "'self'"
    inline = "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:"
    policy = f"default-src 'none'; {inline}; connect-src {connect}"
    name = html.escape(named(title, locales[0], "mapkit"))
    return f"""<!doctype html>
<html lang="{html.escape(locales[0])}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<title>{name}</title>
<style>
{_static("page.css")}</style>
</head>
<body>
<header>
<h1>{name}</h1><div class="head"></div><div class="over"></div><div class="timer" role="timer"></div>
<div class="pips" aria-hidden="true"></div>
</header>
<main><div class="dice" aria-hidden="true"></div><div class="live" role="status" aria-live="assertive"></div></main>
<section class="sheet"><div class="bar"></div><div class="paper"></div></section>
<section class="history" data-title="history"><ol></ol></section>
<footer>
{_controls(mode, follow, play is not None)}</footer>
<script type="application/json" id="data">{_safe(data)}</script>
<script type="module">
{scripts()}</script>
</body>
</html>
"""


def game_json(game: Game, letters: Mapping[str, str]) -> dict[str, Any]:
    """What the scripts know of a game: its dice and its shape."""
    dice = [
        {
            "color": d.color,
            "region": d.region,
            "wild": d.wild,
            "letter": letters.get(d.region or "", ""),
            "faces": [[f.number, f.mark] for f in d.faces],
        }
        for d in game.dice
    ]
    return {"dice": dice, "draw": game.draw, "turns_per_round": game.turns_per_round, "rounds": game.rounds}


def play_json(game: Game, map: Map, svg: str) -> dict[str, Any]:
    """What the referee in the browser knows: the map, the rules, and the sheet to draw on. Raises MapkitError."""
    try:
        elements = list(ElementTree.fromstring(svg).iter())
    except (ElementTree.ParseError, ValueError):
        raise MapkitError(f"the sheet of map {map.id!r} is no SVG that can be read") from None
    drawn = {element.get("id") for element in elements}
    lacking = [c.id for c in map.cells if f"cell-{c.id}" not in drawn]
    if lacking:
        raise MapkitError(f"the sheet's SVG has no cell {lacking[0]!r}: it is not a sheet of map {map.id!r}")
    if game.family != "rolling" or any(_runs(element) for element in elements):
        raise MapkitError("this sheet cannot be played on a page")
    switches = ("difference", "x", "x_scope", "wild_stuck", "combine")
    return {
        "map": {
            "cells": [[c.id, c.region] for c in map.cells],
            "links": [list(link.pair) for link in map.links],
            "regions": [r.id for r in map.regions],
        },
        "names": {c.id: dict(c.names) for c in map.cells},
        "rules": {**{k: getattr(game, k) for k in switches}, "abilities": dict(game.abilities)},
        "svg": re.sub(r"^<\?xml.*?\?>\s*", "", svg),
    }


def _runs(element: ElementTree.Element) -> bool:
    """Would a browser run something of this element of an SVG? Texts and ids may hold anything."""
    if _local(element.tag) in ("script", "foreignobject"):
        return True
    attributes = [(_local(name), re.sub(r"[\x00-\x20]", "", value).lower()) for name, value in element.items()]
    return any(name.startswith("on") or (name != "id" and "javascript:" in value) for name, value in attributes)


def _local(name: object) -> str:
    """A name without its namespace; "" of comments and the like, which have none."""
    return name.rpartition("}")[2].lower() if isinstance(name, str) else ""


@cache
def scripts() -> str:
    """The modules joined into one: imports dropped, exports made plain."""
    joined = "".join(_static(f"{name}.mjs") for name in SCRIPTS)
    joined = re.sub(r"^import .*?;\n", "", joined, flags=re.MULTILINE)
    return re.sub(r"^export (?=const|function)", "", joined, flags=re.MULTILINE)


@cache
def _static(name: str) -> str:
    return files("mapkit.web").joinpath("static", name).read_text("utf-8")


def _safe(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _controls(mode: Mode, follow: tuple[str, str] | None, play: bool) -> str:
    lines = []
    if mode != "follow":
        lines += [
            '<button data-do="next" data-word="next"></button>',
            '<button data-do="back" data-word="back"></button>',
            '<button data-do="auto" aria-pressed="false"></button>',
        ]
    lines += [
        '<button data-do="voice" data-word="voice" aria-pressed="false"></button>',
        '<button data-do="history" data-word="history"></button>',
        *(['<button data-do="sheet" data-word="sheet"></button>'] if play else []),
        '<button data-do="more">⋯</button><div class="more">',
        '<button data-do="full" data-word="full"></button>',
        '<select class="lang" data-title="lang"></select><select class="lang" data-title="lang2"></select>',
    ]
    if mode != "follow":
        lines.append('<input class="seconds" type="number" min="2" max="600" data-title="seconds">')
    if mode == "offline":
        lines.append('<input class="seed push" maxlength="80" data-title="seed">')
        lines.append('<button data-do="new" data-word="new"></button>')
    lines.append("</div>")
    if follow:
        address, code = html.escape(follow[0]), follow[1]
        lines.append(f'<div class="qr push">{code}<div><b data-word="scan"></b><br>{address}</div></div>')
    form = '<form><input maxlength="80" data-title="word" required> <button data-word="mix"></button></form>'
    lines.append(
        f'<div class="fair" hidden><p></p>{form}<button data-do="reveal" data-word="reveal" hidden></button></div>'
    )
    lines.append('<p class="status" data-word="offline" hidden></p><p class="message" role="alert"></p>')
    return "\n".join(lines) + "\n"
