"""Game + Map + language -> the rules for the back of a sheet, in our own words (stdlib only).

One module per language words the same facts; which sentences there are follows from the game's options.
"""

from __future__ import annotations

from mapkit.games import words_de, words_en, words_ja, words_zh
from mapkit.games.facts import facts
from mapkit.games.rules import Game
from mapkit.games.vocabulary import LOCALES, language, named, word
from mapkit.map import Map

__all__ = ["LOCALES", "RULES", "language", "named", "rules_text", "word"]

Section = tuple[str, tuple[str, ...]]  # a heading, its paragraphs
RULES = {"en": words_en.rules, "de": words_de.rules, "ja": words_ja.rules, "zh": words_zh.rules}


def rules_text(game: Game, map: Map, locale: str) -> tuple[Section, ...]:
    """The rules of a game on a map: headings with their paragraphs, enough for a newcomer to play from.

    A language that has no rules text falls back to English. Plain dice have no rules: ().
    """
    if game.family == "plain":
        return ()
    spoken = language(locale) if language(locale) in RULES else "en"
    return RULES[spoken](facts(game, map, spoken))
