"""Short words of a row game in a language (stdlib only)."""

from __future__ import annotations

from mapkit.games.rows import RowsGame
from mapkit.games.vocabulary import language, named

LOCALES = ("en", "de", "ja", "zh")
WORDS: dict[str, tuple[str, str, str, str]] = {  # en, de, ja, zh
    "name": ("Name", "Name", "名前", "姓名"),
    "total": ("Total", "Summe", "合計", "总分"),
    "crosses": ("Crosses", "Kreuze", "×の数", "叉数"),
    "points": ("Points", "Punkte", "点数", "分数"),
    "penalties": ("Misses {0}", "Fehlwürfe {0}", "ミス {0}", "失误 {0}"),
    "needs": ("at least {0} ×", "mind. {0} ×", "×{0}個以上", "至少{0}个×"),
    "bonus": ("Bonus", "Bonus", "ボーナス", "奖励"),
}


def row_word(key: str, locale: str, *numbers: object) -> str:
    """A short word in a language (English when it has none)."""
    spoken = language(locale)
    return WORDS[key][LOCALES.index(spoken) if spoken in LOCALES else 0].format(*numbers)


def rows_title(game: RowsGame, locale: str) -> str:
    return named(game.title, locale, game.id)
