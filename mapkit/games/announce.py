"""Call + language -> the line a caller says, prints or logs (stdlib only)."""

from __future__ import annotations

from mapkit.games.rules import Call, Game, Roll
from mapkit.games.vocabulary import language, word

_HEAD = {  # round, turn; the turn is left out where a round is one turn
    "en": ("Round {round}", ", turn {turn}"),
    "de": ("Runde {round}", ", Wurf {turn}"),
    "ja": ("第{round}ラウンド", "・{turn}ターン目"),
    "zh": ("第{round}轮", "第{turn}回合"),
    "fr": ("Manche {round}", ", tour {turn}"),
}


def plain(call: Call, locale: str = "en") -> str:
    """ "R1 T1  red 4  purple 2": short and alike in every line, for logs and pipes."""
    rolls = "".join(f"  {roll_text(r, locale)}" for r in call.rolls)
    return f"R{call.round} T{call.turn}{rolls}"


def roll_text(roll: Roll, locale: str) -> str:
    """ "red 4"; a mark follows its number."""
    return f"{shown(word(roll.color or 'wild', locale))} {roll.number}{roll.mark}"


def head(call: Call, game: Game, locale: str) -> str:
    """ "Round 3, turn 2"."""
    round, turn = _HEAD[language(locale)]
    text = round + (turn if game.turns_per_round > 1 else "")
    return text.format(round=call.round, turn=call.turn)


def spoken(call: Call, game: Game, locale: str) -> str:
    """A sentence for a voice: the rolls alone, a pause between them, a wild die named as such."""
    wild = {d.color for d in game.wild}
    cloud = {"en": "cloud", "de": "Wolke", "ja": "雲", "zh": "云", "fr": "nuage"}[language(locale)]
    parts = []
    for roll in call.rolls:
        name = word(roll.color, locale)
        extra = f" ({word('wild', locale)})" if roll.color in wild else ""
        parts.append(f"{name}{extra}, {roll.number}{' ' + cloud if roll.mark else ''}")
    return ". ".join(parts) + "."


def shown(text: str) -> str:
    """A text from a file made safe for a terminal: control and format characters become "?"."""
    return "".join(c if c.isprintable() else "?" for c in text)
