"""Short words and the rules of a grid game in a language (stdlib only)."""

from __future__ import annotations

from mapkit.games.seasons import GridGame, Line
from mapkit.games.vocabulary import language, named

Token = tuple[str, str]  # ("text", words) or ("icon", symbol)
LOCALES = ("en", "de", "ja", "zh")

WORDS: dict[str, tuple[str, str, str, str]] = {  # en, de, ja, zh
    "name": ("Name", "Name", "名前", "姓名"),
    "total": ("Total", "Summe", "合計", "总分"),
    "river": ("River", "Fluss", "川", "河流"),
    "misses": ("Misses", "Aussetzer", "ミス", "失误"),
    "joker": ("Joker", "Joker", "ジョーカー", "百搭"),
    "dice": ("Both dice", "Beide Würfel", "ダイス2個", "两枚骰子"),
    "dry": ("dry: no cost", "trocken: frei", "涸れ川（自由）", "干涸：可穿过"),
    "wall": ("no crossing", "unpassierbar", "横断不可", "不可穿过"),
    "each": ("{0} each", "je {0}", "1つ{0}点", "每个{0}分"),
    "even": ("{0} each if even", "je {0}, wenn gerade", "偶数なら1つ{0}点", "偶数：每个{0}分"),
    "odd": ("{0} each if odd", "je {0}, wenn ungerade", "奇数なら1つ{0}点", "奇数：每个{0}分"),
    "steps": ("last number reached", "letzte erreichte Zahl", "最後に届いた数", "最后达到的数"),
    "exactly": ("exactly {1}: {0}", "genau {1}: {0}", "ちょうど{1}個で{0}点", "恰好{1}个：{0}分"),
    "all": ("all {1}: {0}", "alle {1}: {0}", "全部（{1}個）で{0}点", "全部{1}个：{0}分"),
    "per": ("{0} per {1}", "{0} je {1}", "{1}個ごとに{0}点", "每{1}个{0}分"),
    "pairs": ("{0} a pair", "{0} je Paar", "1組{0}点", "每对{0}分"),
    "with": ("each counts", "je nach", "1つにつき", "每个得"),
    "at_least": ("{0} each if at least", "je {0}, wenn mindestens", "1つ{0}点：次以上なら", "每个{0}分，若不少于"),
    "written": ("sum of numbers", "Summe der Zahlen", "数の合計", "数字之和"),
    "outside": ("{0} each left outside", "je {0} außerhalb", "囲まれず残れば1つ{0}点", "未圈入每个{0}分"),
    "all_outside": ("{0} if all outside", "{0}, wenn alle außerhalb", "1つも囲まなければ{0}点", "全未圈入：{0}分"),
    "all_inside": ("{0} if all enclosed", "{0}, wenn alle umschlossen", "全部囲めば{0}点", "全部圈入：{0}分"),
    "only": ("only with", "nur mit", "必要：", "须有"),
    "never": ("never with", "nie mit", "不可：", "不可有"),
    "alone": ("only if alone", "nur allein", "エリアに1つだけ", "区域内仅一个"),
    "needs": ("needs", "braucht", "→", "须含"),
}


def word(key: str, locale: str, *numbers: object) -> str:
    """A short word or formula in a language (English when it has none)."""
    spoken = language(locale)
    texts = WORDS[key]
    return texts[LOCALES.index(spoken) if spoken in LOCALES else 0].format(*numbers)


def formula(game: GridGame, line: Line, locale: str, k: int = 0) -> tuple[Token, ...]:
    """What the k-th symbol of a score line is worth: words and icons in a row; () where the first one says it all."""
    tokens: list[Token] = []
    if line.rule == "sums":
        tokens.append(("text", word("each", locale, f"{line.points[k]:+d}".replace("-", "−"))))
    elif k == 0 and line.rule == "product":
        for i, symbol in enumerate(line.of):
            tokens += [("text", "×")] * (i > 0) + [("icon", symbol)]
    elif k == 0:
        numbers = line.points[:1] or (0,)
        second = line.at[:1] or (game.symbol[line.of[0]].squares,)
        tokens.append(("text", word(line.rule, locale, *numbers, *second)))
        if line.other:
            tokens.append(("icon", "cloud" if line.other == "clouds" else line.other))
    when = condition(game, line.of[k], locale)
    if when and tokens and tokens[-1][0] == "text":
        tokens[-1] = ("text", tokens[-1][1] + {"ja": "、", "zh": "，"}.get(language(locale), ","))
    return (*tokens, *when)


def condition(game: GridGame, symbol: str, locale: str) -> tuple[Token, ...]:
    """When the symbol may be marked, if not always."""
    match game.symbol[symbol].needs:
        case "":
            return ()
        case "cloud":
            return ("text", word("only", locale)), ("icon", "cloud")
        case "no cloud":
            return ("text", word("never", locale)), ("icon", "cloud")
        case "alone":
            return (("text", word("alone", locale)),)
        case other:
            return ("text", word("only", locale)), ("icon", other)


def named_title(game: GridGame, locale: str) -> str:
    return named(game.title, locale, game.id)
