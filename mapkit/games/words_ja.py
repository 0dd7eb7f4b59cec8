"""Facts of a game -> its rules in Japanese, in our own words (stdlib only)."""

from __future__ import annotations

from mapkit.games.facts import Facts, listed

Section = tuple[str, tuple[str, ...]]


def rules(f: Facts) -> tuple[Section, ...]:
    sections = [
        ("どんなゲーム？", (_idea(f),)),
        ("用意するもの", _needs(f)),
        ("ターンの流れ", _turn(f)),
        ("数字の書きかた", _writing(f)),
        ("×の書きかた", _crosses(f)),
        ("特殊能力", _abilities(f)),
        ("ゲームの終わりと得点", _end(f)),
        (
            "ひとりで遊ぶとき",
            ("ルールは同じです。自分でダイスを振り、自己ベスト（×の最少記録）の更新をめざしましょう。",),
        ),
    ]
    return tuple(s for s in sections if s[0] != "特殊能力" or f.game.abilities)


def _idea(f: Facts) -> str:
    d = f.game.difference
    apart = f"マスの数字の差は{d}以内" if d else "マスは同じ数字"
    return (
        f"全員が同じダイスの目を使い、地図の{f.cells}個のマスに数字を書いていきます。隣り合う{apart}でなければなりません。"
        "書けない目は×になります。×がいちばん少ない人の勝ちです。"
    )


def _needs(f: Facts) -> tuple[str, ...]:
    wild = f"と、ワイルド{sum(n for _, n in f.wild)}個（{listed(f.wild, '・')}）" if f.wild else ""
    return (
        "人数は何人でも。シートと筆記用具を1人に1つずつ。",
        f"袋とダイス{f.dice}個（目は{f.faces}）：{listed(f.colors, '・')}{wild}。はじめにダイスをすべて袋に入れます。"
        "（ダイスを読み上げるアプリでも遊べます。）",
    )


def _turn(f: Facts) -> tuple[str, ...]:
    g = f.game
    order = "出た目はすべて使います。使う順番は各自が自由に決めます。" if g.draw > 1 else ""
    rest = f"1ラウンドにつき{f.resting}個は袋に残ります。" if f.resting else ""
    return (
        f"だれか1人が袋の中を見ずにダイスを{g.draw}個引いて振り、色と目を読み上げます。全員がその目を自分のシートに"
        f"使います。{order}",
        f"引いたダイスは袋に戻しません。{g.turns_per_round}ターンで1ラウンドが終わります。ラウンドの欄に1つ印をつけ、"
        f"ダイスをすべて袋に戻します。{rest}",
    )


def _writing(f: Facts) -> tuple[str, ...]:
    d = f.game.difference
    wild = "ワイルドは好きな色として使えます。" if f.wild else ""
    apart = "同じでなければなりません" if d == 0 else f"差が{d}以内でなければなりません"
    lines = [
        f"ダイスと同じ色の空きマスを1つ選んで数字を書きます。{wild}書いた数字はもう変えられません。",
        f"隣のマスに数字があれば、その色にかかわらず、{apart}。空きマスと×は気にしなくてかまいません。"
        "その色に書けるマスが1つでもあれば、必ず書きます。どのマスに書くかは自由です。",
        "境界線を共有するマスどうしが隣です。角で接しているだけなら隣ではありません。点線で結ばれた土地は一つのマスです。",
    ]
    if f.bridges:
        lines[-1] += "海をこえる青い線で結ばれたマスどうしも隣です。"
    if f.isolates:
        lines.append(f"{'・'.join(f.isolates)}には隣のマスがないので、どの数字でも書けます。")
    return tuple(lines)


def _crosses(f: Facts) -> tuple[str, ...]:
    g = f.game
    cell = "その色の空きマス1つ" if g.x_scope == "region" else "好きな空きマス1つ"
    must = f"{cell}に×を書かなければなりません" if g.x == "forced" else f"{cell}に×を書きます。書かなくてもかまいません"
    full = "その色に空きマスがなければ" if g.x_scope == "region" else "空きマスがなければ"
    lines = [f"数字をどこにも書けないときは、{must}。{full}何も起こりません。"]
    if f.wild and f.stuck_is_x:
        lines.append("ワイルドの目を地図のどこにも書けないときは、好きな空きマスに×を書きます。")
    elif f.wild:
        lines.append("ワイルドの目を地図のどこにも書けないときは、何も起こりません。")
    lines.append("×は隣のマスに影響しません。×の上に数字を書くことはできません。")
    return tuple(lines)


def _abilities(f: Facts) -> tuple[str, ...]:
    texts = {
        "color_change": "色替え（{n}回）：ダイスを好きな別の色として使います。元の色に書ける場合でも、"
        "元の色に空きマスがない場合でも使えます。ただし、選んだ色に空きマスが必要です。その色に数字を書き、書けなければ×を書きます。",
        "guard": "ガード（{n}回）：そのダイスを使える空きマスのどこにでも数字を書き、丸で囲みます。"
        "隣の数字と合わなくてもかまいません。丸で囲んだ数字は、以後、隣のマスに影響しません。",
        "dupe": "もう一度（{n}回）：数字を書いた直後に、同じ数字を同じ色の別の書けるマスにもう1つ書きます"
        + ("（ワイルドなら何色でも）。" if f.wild else "。"),
    }
    lines = [texts[ability].format(n=n) for ability, n in f.game.abilities]
    both = ""
    if len(f.game.abilities) > 1:
        both = "1つのダイスに複数の能力を使えます。" if f.game.combine else "1つのダイスに使える能力は1つだけです。"
    return (*lines, f"使うかどうかは自由です。使うたびに欄に印をつけます。{both}")


def _end(f: Facts) -> tuple[str, ...]:
    return (
        f"{f.game.rounds}ラウンド（全{f.game.turns}ターン）で終わりです。空きマスすべてに×を書き、×の数を数えて記入します。"
        "シートを交換して確かめ合いましょう。×がいちばん少ない人の勝ち。同数なら引き分けです。",
    )
