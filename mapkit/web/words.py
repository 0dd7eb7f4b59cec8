"""A language -> the words of the caller's pages (stdlib only)."""

from __future__ import annotations

from typing import Any

from mapkit.games.rules import ABILITIES, Game
from mapkit.games.vocabulary import LOCALES, word

_TABLE = """
key         | en | de | ja | zh | fr
language    | English | Deutsch | 日本語 | 中文 | Français
head        | Round {round}, turn {turn} | Runde {round}, Wurf {turn} | 第{round}ラウンド・{turn}ターン目 | 第{round}轮 第{turn}回合 | Manche {round}, tour {turn}
head_round  | Round {round} | Runde {round} | 第{round}ラウンド | 第{round}轮 | Manche {round}
waiting     | Ready for the first dice | Bereit für den ersten Wurf | まもなく始まります | 准备开始 | Prêts pour le premier lancer
over        | That was the last turn: count your X | Das war der letzte Wurf: Zählt eure X | これで終わりです。×を数えましょう | 最后一个回合已结束，请数 X | C’était le dernier tour : comptez vos X
next        | Next | Weiter | 次へ | 下一个 | Suivant
back        | Undo | Zurück | 戻す | 撤回 | Annuler
auto        | Auto | Automatik | 自動 | 自动 | Auto
pause       | Pause | Pause | 一時停止 | 暂停 | Pause
seconds     | Seconds between turns | Sekunden zwischen den Würfen | ターンの間隔（秒） | 每回合间隔（秒） | Secondes entre les tours
history     | History | Verlauf | 履歴 | 历史 | Historique
voice       | Speak | Ansagen | 読み上げ | 朗读 | Annoncer
full        | Full screen | Vollbild | 全画面 | 全屏 | Plein écran
new         | New game | Neues Spiel | 新しいゲーム | 新游戏 | Nouvelle partie
sure        | Begin a new game? The calls of this one are lost. | Neues Spiel beginnen? Die Würfe dieses Spiels gehen verloren. | 新しいゲームを始めますか。今のゲームの記録は消えます。 | 开始新游戏吗？本局记录将会丢失。 | Commencer une nouvelle partie ? Les tirages de celle-ci seront perdus.
seed        | Seed (same seed, same dice) | Startwert (gleicher Wert, gleiche Würfe) | シード（同じなら同じ目） | 种子（相同种子，相同点数） | Graine (même graine, mêmes dés)
lang        | Language | Sprache | 言語 | 语言 | Langue
lang2       | Second language | Zweite Sprache | 第2言語 | 第二语言 | Deuxième langue
scan        | Follow on your phone | Auf dem Telefon mitlesen | スマートフォンで見る | 用手机同步观看 | Suivre sur téléphone
offline     | Connecting… | Verbinde… | 接続中… | 正在连接… | Connexion…
forbidden   | Only the presenter can call: open the presenter's address from the terminal. | Nur wer ansagt, darf würfeln: Öffne die Adresse aus dem Terminal. | 進行役だけが操作できます。端末に表示されたアドレスを開いてください。 | 只有主持人可以操作：请打开终端中显示的地址。 | Seul l’animateur peut lancer : ouvrez l’adresse affichée dans le terminal.
trouble     | Not done: the caller cannot be reached, or refused. | Nicht ausgeführt: Der Server ist nicht erreichbar oder hat abgelehnt. | 実行できませんでした。サーバーに接続できないか、拒否されました。 | 未执行：无法连接服务器，或请求被拒绝。 | Échec : le serveur est injoignable ou a refusé.
fair_hash   | Hash of the host's secret: {hash} | Hash des Geheimnisses: {hash} | 秘密のハッシュ: {hash} | 秘密的哈希值：{hash} | Empreinte du secret : {hash}
fair_word   | Word from the room: {word} | Wort aus dem Raum: {word} | 会場からの言葉: {word} | 现场的词：{word} | Mot de la salle : {word}
fair_secret | Secret: {secret} | Geheimnis: {secret} | 秘密: {secret} | 秘密：{secret} | Secret : {secret}
word        | A word from the room | Ein Wort aus dem Raum | 会場からの言葉 | 现场的一个词 | Un mot de la salle
mix         | Mix in | Einmischen | 混ぜる | 混入 | Mélanger
reveal      | Reveal the secret | Geheimnis zeigen | 秘密を公開 | 公开秘密 | Révéler le secret
sheet       | My sheet | Mein Blatt | 自分のシート | 我的记录纸 | Ma feuille
yours       | Round {round}, turn {turn}: choose a die, tap a cell | Runde {round}, Wurf {turn}: Würfel wählen, Feld antippen | 第{round}ラウンド・{turn}ターン目: ダイスを選んでマスをタップ | 第{round}轮 第{turn}回合：选骰子，点格子 | Manche {round}, tour {turn} : choisissez un dé, touchez une case
wait        | Done: wait for the next dice | Fertig: Warte auf den nächsten Wurf | 完了。次のダイスを待っています | 完成，等待下一个回合 | Fini : attendez les prochains dés
result      | The end: {x} X | Ende: {x} X | 終了: ×は{x}個 | 结束：{x} 个 X | Fin : {x} X
nothing     | Nothing | Nichts | 何もしない | 什么也不做 | Rien
takeback    | Take back | Zurücknehmen | やり直す | 收回 | Reprendre
print       | Print | Drucken | 印刷 | 打印 | Imprimer
cloud       | cloud | Wolke | 雲 | 云 | nuage
"""  # noqa: E501


def _read(table: str) -> dict[str, dict[str, str]]:
    head, *rows = [[c.strip() for c in line.split("|")] for line in table.strip().splitlines()]
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


WORDS = _read(_TABLE)


def page_words(game: Game) -> dict[str, dict[str, Any]]:
    """locale -> key -> text, with the colors of the game's dice under "colors"."""
    colors = sorted({d.color for d in game.dice})
    return {
        locale: {
            **{key: row[locale] for key, row in WORDS.items()},
            **{key: word(key, locale) for key in ("wild", *ABILITIES)},
            "colors": {c: word(c, locale) for c in colors},
        }
        for locale in LOCALES
    }
