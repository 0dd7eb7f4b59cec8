"""RowsGame + language -> its rules, for the back of a sheet, in our own words (stdlib only)."""

from __future__ import annotations

from mapkit.games.rows import RowsGame, worth
from mapkit.games.vocabulary import language

Section = tuple[str, tuple[str, ...]]


def rows_rules(game: RowsGame, locale: str) -> tuple[Section, ...]:
    """Headings with their paragraphs, enough for a newcomer to play from. English where a language has no text."""
    spoken = language(locale) if language(locale) in TEXT else "en"
    heads, say = TEXT[spoken]
    numbers = {
        "needs": game.needs,
        "penalties": game.penalties,
        "points": f"{game.penalty_points:+d}".replace("-", "−"),
        "ends": game.ends_at,
        "colors": len(game.colors),
        "three": worth(3),
        "six": worth(6),
    }
    mixed = any(len({b.color for b in row.boxes}) > 1 for row in game.rows)
    turn = [say["roll"], say["white"], say["color"], say["mixed" if mixed else "own"], say["order"], say["penalty"]]
    if game.bonus:
        turn.append(say["bonus"])
    lock, end = (say["last"], say["close"]), (say["end"], say["score"])
    texts = ((say["goal"],), tuple(turn), lock, end)
    return tuple((h, tuple(p.format(**numbers) for p in ps)) for h, ps in zip(heads, texts, strict=True))


TEXT: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "en": (
        ("Aim", "A turn", "Locks", "End and points"),
        {
            "goal": (
                "Cross as many boxes as you can in each row, from left to right. Boxes that are skipped are lost."
            ),
            "roll": "The active player rolls two white dice and {colors} coloured ones.",
            "white": "Everybody may cross one box with the sum of the two white dice, in any row.",
            "color": "Then the active player may cross one more: a white die plus a coloured die.",
            "own": "The coloured die goes into the row of its colour.",
            "mixed": "The coloured die goes into a box of its colour, in any row.",
            "order": "A cross always stands right of all crosses in its row.",
            "penalty": "If the active player crosses nothing at all, that is a miss: {points} points.",
            "bonus": "Whoever crosses a ringed box crosses the next box of the bonus row, too.",
            "last": (
                "The last box of a row may be crossed only after at least {needs} others in it. It brings "
                "the lock, which counts as one cross more."
            ),
            "close": (
                "Then the row is closed for all; several players may close it in the same action. The die in "
                "the colour of the lock leaves the game."
            ),
            "end": "The game ends with miss number {penalties} of a player, or at once when {ends} rows are closed.",
            "score": (
                "A row scores 1 + 2 + 3 and so on, one number per cross: three crosses {three}, six {six}. "
                "Take away the misses; the most points win. The next player on the left rolls."
            ),
        },
    ),
    "de": (
        ("Ziel", "Ein Zug", "Schlösser", "Ende und Punkte"),
        {
            "goal": (
                "Kreuzt in jeder Reihe möglichst viele Felder an, von links nach rechts. Übersprungene "
                "Felder verfallen."
            ),
            "roll": "Wer am Zug ist, wirft zwei weiße und {colors} farbige Würfel.",
            "white": (
                "Alle dürfen ein Feld mit der Summe der beiden weißen Würfel ankreuzen, in einer beliebigen Reihe."
            ),
            "color": "Danach darf, wer am Zug ist, noch eines ankreuzen: ein weißer Würfel plus ein farbiger.",
            "own": "Der farbige Würfel gilt in der Reihe seiner Farbe.",
            "mixed": "Der farbige Würfel gilt für ein Feld seiner Farbe, in jeder Reihe.",
            "order": "Ein Kreuz steht immer rechts von allen Kreuzen seiner Reihe.",
            "penalty": "Kreuzt, wer am Zug ist, gar nichts an, ist das ein Fehlwurf: {points} Punkte.",
            "bonus": "Wer ein Feld mit Ring ankreuzt, kreuzt auch das nächste Feld der Bonusreihe an.",
            "last": (
                "Das letzte Feld einer Reihe darf erst nach mindestens {needs} anderen angekreuzt werden. Es "
                "bringt das Schloss, das als ein Kreuz mehr zählt."
            ),
            "close": (
                "Dann ist die Reihe für alle geschlossen; mehrere können sie in derselben Aktion schließen. "
                "Der Würfel in der Farbe des Schlosses scheidet aus."
            ),
            "end": (
                "Das Spiel endet mit dem {penalties}. Fehlwurf einer Person oder sofort, wenn {ends} Reihen "
                "geschlossen sind."
            ),
            "score": (
                "Eine Reihe zählt 1 + 2 + 3 und so weiter, eine Zahl je Kreuz: drei Kreuze {three}, sechs "
                "{six}. Fehlwürfe abziehen; die meisten Punkte gewinnen. Reihum wird weitergewürfelt."
            ),
        },
    ),
    "ja": (
        ("目的", "手番", "鍵", "終了と得点"),
        {
            "goal": "各列のマスに左から右へできるだけ多く×を付けます。飛ばしたマスには戻れません。",
            "roll": "手番の人は白いダイス2個と色ダイス{colors}個を振ります。",
            "white": "全員が、白2個の合計のマスを好きな列で1つ×にできます。",
            "color": "次に手番の人だけ、白1個と色1個の合計のマスをもう1つ×にできます。",
            "own": "色ダイスは同じ色の列に使います。",
            "mixed": "色ダイスは同じ色のマスに使います（どの列でも）。",
            "order": "×は必ず、その列のどの×よりも右に付けます。",
            "penalty": "手番の人が1つも×を付けなければミスで、{points}点です。",
            "bonus": "輪の付いたマスを×にしたら、ボーナス列の次のマスも×にします。",
            "last": (
                "列の最後のマスは、その列に×が{needs}個以上あるときだけ×にできます。鍵も×になり、×1個に数えます。"
            ),
            "close": (
                "その列は全員に対して閉じます。同じ場面で何人でも閉じられます。鍵と同じ色のダイスは取り除きます。"
            ),
            "end": "だれかの{penalties}個目のミス、または{ends}列が閉じたところで直ちに終わります。",
            "score": (
                "列の得点は×の数だけ 1＋2＋3…と足した点です（3個で{three}点、6個で{six}点）。ミスを引き、合計"
                "の多い人が勝ちです。手番は左隣へ移ります。"
            ),
        },
    ),
    "zh": (
        ("目标", "每回合", "锁", "结束与计分"),
        {
            "goal": "在每一行从左到右划掉尽量多的格子。跳过的格子不能再划。",
            "roll": "当前玩家掷两枚白骰和{colors}枚彩骰。",
            "white": "所有人都可以用两枚白骰之和，在任意一行划一格。",
            "color": "然后当前玩家还可以用一枚白骰加一枚彩骰再划一格。",
            "own": "彩骰只能用于同色的行。",
            "mixed": "彩骰只能用于同色的格子，哪一行都可以。",
            "order": "新划的格子必须在该行所有已划格子的右边。",
            "penalty": "当前玩家一格都没划，记一次失误：{points}分。",
            "bonus": "划掉带圈的格子时，同时划掉奖励行的下一格。",
            "last": "一行的最后一格，要在该行已划至少{needs}格后才能划。同时得到锁，锁算多划一格。",
            "close": "此后该行对所有人关闭；同一次行动中可以多人一起关闭。与锁同色的骰子移出游戏。",
            "end": "有人第{penalties}次失误，或{ends}行关闭时，游戏立即结束。",
            "score": (
                "每行按划掉的格数计 1+2+3……：三格{three}分，六格{six}分。减去失误分，总分最高者获胜。轮到左边"
                "的玩家掷骰。"
            ),
        },
    ),
}
