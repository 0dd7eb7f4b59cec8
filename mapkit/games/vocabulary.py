"""A key and a language -> the short word a sheet or a caller shows (stdlib only)."""

from __future__ import annotations

from collections.abc import Mapping

LOCALES = ("en", "de", "ja", "zh", "fr")  # languages with a vocabulary

_TABLE = """
key          | en              | de             | ja         | zh      | fr
rounds       | Rounds          | Runden         | ラウンド   | 轮次    | Manches
round        | Round           | Runde          | ラウンド   | 轮      | Manche
turn         | Turn            | Wurf           | ターン     | 回合    | Tour
color_change | Color change    | Farbwechsel    | 色替え     | 变色    | Changement de couleur
guard        | Guard           | Schutz         | ガード     | 守护    | Protection
dupe         | Dupe            | Doppelt        | もう一度   | 复写    | Doublé
x            | Number of X     | Anzahl X       | ×の数      | X 的数量 | Nombre de X
name         | Name            | Name           | 名前       | 姓名    | Nom
date         | Date            | Datum          | 日付       | 日期    | Date
score        | Score           | Ergebnis       | 得点       | 得分    | Score
rules        | Rules           | Regeln         | 遊びかた   | 规则    | Règles
wild         | wild            | Joker          | ワイルド   | 万能    | joker
red          | red             | rot            | 赤         | 红      | rouge
blue         | blue            | blau           | 青         | 蓝      | bleu
green        | green           | grün           | 緑         | 绿      | vert
yellow       | yellow          | gelb           | 黄         | 黄      | jaune
black        | black           | schwarz        | 黒         | 黑      | noir
white        | white           | weiß           | 白         | 白      | blanc
purple       | purple          | violett        | 紫         | 紫      | violet
orange       | orange          | orange         | オレンジ   | 橙      | orange
clear        | clear           | farblos        | 透明       | 透明    | transparent
pink         | pink            | rosa           | ピンク     | 粉      | rose
brown        | brown           | braun          | 茶         | 棕      | marron
gray         | gray            | grau           | 灰         | 灰      | gris
"""


def _read(table: str) -> dict[str, dict[str, str]]:
    head, *rows = [[c.strip() for c in line.split("|")] for line in table.strip().splitlines()]
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


WORDS = _read(_TABLE)


def language(locale: str) -> str:
    """The language of LOCALES that serves a locale ("zh-Hans" -> "zh"); English for every other."""
    base = locale.replace("_", "-").split("-")[0].lower()
    return base if base in LOCALES else "en"


def word(key: str, locale: str) -> str:
    """The word for a track, color or label ("color_change" or "Color change"); a key nobody knows is its own word."""
    row = WORDS.get(key.lower().replace(" ", "_"))
    return row[language(locale)] if row else key


def named(names: Mapping[str, str], locale: str, other: str) -> str:
    """The name in a locale, else in its language, else in English, else the first there is, else `other`."""
    for key in (locale, language(locale), "en"):
        if names.get(key):
            return names[key]
    return next((v for v in names.values() if v), other)
