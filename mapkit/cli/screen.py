"""A called game on a whole terminal: big colored dice, keys, history."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mapkit.cli.keys import keys
from mapkit.games.announce import head, plain, shown
from mapkit.games.banner import FONT, banner
from mapkit.games.rules import Call, Game, Roll
from mapkit.games.session import Session
from mapkit.games.vocabulary import word

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

COLORS = {
    "red": ("#c62828", "#ffffff"), "blue": ("#1457b0", "#ffffff"), "green": ("#2e7d32", "#ffffff"),
    "yellow": ("#ffd21f", "#000000"), "black": ("#333333", "#ffffff"), "white": ("#ffffff", "#000000"),
    "purple": ("#6a1b9a", "#ffffff"), "orange": ("#ef7d00", "#000000"), "clear": ("#e4f3f5", "#000000"),
    "pink": ("#f48fb1", "#000000"), "brown": ("#6d4c41", "#ffffff"), "gray": ("#757575", "#ffffff"),
}  # fmt: skip
KEYS = {
    "en": "space next   u undo   p pause   h history   s speech   q quit",
    "de": "Leertaste weiter   u zurück   p Pause   h Verlauf   s Ansage   q Ende",
    "ja": "スペース 次へ   u 戻す   p 一時停止   h 履歴   s 読み上げ   q 終了",
    "zh": "空格 下一个   u 撤回   p 暂停   h 历史   s 朗读   q 退出",
    "fr": "espace suivant   u annuler   p pause   h historique   s annonce   q quitter",
}
# marks the last call of a resumed game
AGAIN = {"en": "again", "de": "noch einmal", "ja": "再表示", "zh": "再次显示", "fr": "rappel"}
Act = Callable[[str], Session]  # an action done and logged -> the session after it


def run(
    title: str,
    session: Session,
    act: Act,
    locales: Sequence[str],
    letters: dict[str, str],
    auto: float,
    say: Callable[[Call], None],
    speaking: bool,
) -> Session:
    """The game until it is quit. auto: seconds between calls (0: by key only). Returns the last session."""
    from rich.console import Console
    from rich.control import Control

    console = Console(highlight=False)
    history, paused, since, drawn = False, not auto, time.monotonic(), ""
    resumed = session if session.shown else None
    with console.screen(hide_cursor=True), keys() as read:
        while True:
            passed = time.monotonic() - since
            left = auto - passed if auto and not paused and not session.over else None
            clock = (
                f"{int(max(0.0, left) + 0.999)} s" if left is not None else "II" if auto and not session.over else ""
            )
            if session is resumed:
                clock = f"({AGAIN[locales[0]]})  {clock}"
            width, height = console.size
            now = repr((session.shown, history, clock, speaking, width, height))
            if now != drawn:
                page = _page(console, title, session, locales, letters, history, clock, speaking)
                console.control(Control.home())
                console.print(page, end="", crop=True, no_wrap=True, overflow="crop")
                drawn = now
            key = read(min(0.2, max(0.0, left)) if left is not None else 0.5)
            action = {" ": "next", "enter": "next", "n": "next", "right": "next", "u": "back", "left": "back"}.get(
                key, ""
            )
            if left is not None and left <= 0 and not key:
                action = "next"
            if key in ("q", "escape", "\x03"):
                return session
            if key == "h":
                history = not history
            elif key == "p" and auto:
                paused, since = not paused, time.monotonic()
            elif key == "s":
                speaking = not speaking
            if action:
                before, session = session.shown, act(action)
                since, history = time.monotonic(), False
                if speaking and session.call and session.shown > before:
                    say(session.call)


def _page(
    console: Console,
    title: str,
    session: Session,
    locales: Sequence[str],
    letters: dict[str, str],
    history: bool,
    clock: str,
    speaking: bool,
) -> Text:
    from rich.cells import cell_len
    from rich.text import Text

    width, height = console.size
    game, call, locale = session.game, session.call, locales[0]
    where = head(call, game, locale) if call else ""
    note = f"{clock}  {'♪' if speaking else ''}".strip()
    lines = [
        Text.assemble((f" {shown(title)}  ", ""), (where, "bold"), f"   {note}"),
        _pips(game, session.shown, width),
    ]
    if history:
        past = [plain(c, locale) for c in session.calls[: session.shown]]
        lines += [Text(""), *(Text(f" {x}") for x in past[-(height - 5) :])]
    elif call:
        lines += _dice(call, game, locales, letters, width, height - 5)
    while len(lines) < height - 1:
        lines.append(Text(""))
    hint = KEYS.get(locale, KEYS["en"])
    lines = [*lines[: height - 1], Text(f" {hint}", style="dim")]
    for line in lines:
        line.truncate(width)
        line.append(" " * max(0, width - cell_len(line.plain) - 1))
    return Text("\n").join(lines)


def _pips(game: Game, shown_turns: int, width: int) -> Text:
    from rich.text import Text

    dots = [("●" if i < shown_turns else "○") for i in range(game.turns)]
    step = game.turns_per_round
    return Text(" " + " ".join("".join(dots[i : i + step]) for i in range(0, len(dots), step)))


def _dice(
    call: Call, game: Game, locales: Sequence[str], letters: dict[str, str], width: int, height: int
) -> list[Text]:
    """Dice side by side as large as the terminal allows, names below, in block letters where all of them fit."""
    from rich.text import Text

    share = width // len(call.rolls)
    digits = max(len(str(r.number)) for r in call.rolls)
    large = [banner(word(r.color, locales[0])) for r in call.rolls]
    known = all(set(word(r.color, locales[0]).upper()) <= set(FONT) for r in call.rolls)
    names = 7 if height >= 20 and known and all(len(x[0]) < share for x in large) else 0
    scale = max(1, min((share - 6) // (12 * digits), (height - 2 - names - len(locales)) // 7))
    rows: list[Text] = [Text("") for _ in range(7 * scale + 2 + names + len(locales))]
    for roll, letters_of in zip(call.rolls, large, strict=True):
        back, front = COLORS.get(roll.color, COLORS["gray"])
        side = " " * (4 * scale)
        digit = banner(str(roll.number), scale)
        blank = " " * (len(digit[0]) + 8 * scale)
        block = [blank] * scale + [f"{side}{row}{side}" for row in digit] + [blank] * scale
        for i, text in enumerate(block):
            _centred(rows[i + 1], text, share, f"{front} on {back}")
        for i, text in enumerate(letters_of if names else ()):
            _centred(rows[7 * scale + 2 + i], text, share, "")
        for i, locale in enumerate(locales):
            text = _name(roll, game, locale, letters)
            _centred(rows[7 * scale + 1 + names + i], text, share, "" if i else "bold")
    return rows


def _centred(row: Text, text: str, share: int, style: str) -> None:
    from rich.cells import cell_len

    left = max(0, (share - cell_len(text)) // 2)
    row.append(" " * left).append(text, style=style).append(" " * max(0, share - cell_len(text) - left))


def _name(roll: Roll, game: Game, locale: str, letters: dict[str, str]) -> str:
    letter = letters.get(roll.region or "", "")
    wild = f" ({word('wild', locale)})" if roll.color in {d.color for d in game.wild} else ""
    text = word(roll.color, locale).upper()
    if text.isascii() and len(text) < 8:
        text = " ".join(text)
    return shown(f"{f'[{letter}]  ' if letter else ''}{text}{wild}   {roll.number}{roll.mark}")
