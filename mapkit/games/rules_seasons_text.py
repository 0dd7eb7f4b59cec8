"""The sentences of rules_seasons, by language (data, stdlib only)."""

from __future__ import annotations

HEADS = {
    "en": ("Aim", "A turn", "Points", "Misses and the end"),
    "de": ("Ziel", "Ein Zug", "Punkte", "Aussetzer und Ende"),
    "ja": ("目的", "手番", "得点", "ミスと終了"),
    "zh": ("目标", "每回合", "计分", "失误与结束"),
}

SENTENCES = {
    "en": {
        "with_cloud": " (cloud)",
        "cloud": "clouds",
        "or": " / ",
        "goal": (
            "Draw rectangles on the grid, mark symbols in them, collect the most points. Everybody has the "
            "same sheet and a start square of their own (1 to {n}); everybody uses the same roll at the same "
            "time."
        ),
        "roll": (
            "Roll both dice. Their sides are {faces}. The two numbers are the sides of a rectangle, either way round."
        ),
        "first": "Your first rectangle covers your start square.",
        "next": "Every later one shares at least one edge with a rectangle of yours, and none overlaps another.",
        "mark": (
            "Then choose one kind of symbol inside it and tick a circle for every one of them. All of that "
            "kind count, even if you want fewer; what finds no circle is lost. A rectangle without a symbol "
            "to mark is not allowed."
        ),
        "together": "Marked together, as one kind: {symbols}.",
        "on_cloud": "If a die shows a cloud, your rectangle must hold a {symbol}.",
        "clouds": "Tick a cloud circle for every cloud on the dice when you draw a rectangle.",
        "joker": "Once in the game, set one die to any number. A cloud on that die is gone.",
        "jokers": "{n} times in the game, set one die to any number. A cloud on that die is gone.",
        "river_cross": "River: every rectangle that lies across it scores {points}; tick a river circle.",
        "river_dry": "The river is dry: it changes nothing.",
        "river_wall": "Nothing crosses the river: no rectangle lies across it, and squares do not touch over it.",
        "miss": "If you cannot or will not draw, tick a miss: {points} points.",
        "out_at": "With miss {n} you are out.",
        "out_after": "After {n} misses you are out with the next one.",
        "stop": "You may also stop before a roll, for good, without a miss. The others go on.",
        "win": (
            "The game ends when everybody is out. The most points win; a tie goes to the fewest misses. "
            "Alone, beat your own best. A whole year: add up all sheets."
        ),
    },
    "de": {
        "with_cloud": " (Wolke)",
        "cloud": "Wolken",
        "or": " / ",
        "goal": (
            "Zeichnet Rechtecke in das Raster, kreuzt Symbole darin an und sammelt die meisten Punkte. Alle "
            "haben das gleiche Blatt und ein eigenes Startfeld (1 bis {n}); alle nutzen gleichzeitig "
            "denselben Wurf."
        ),
        "roll": (
            "Werft beide Würfel. Ihre Seiten sind {faces}. Die zwei Zahlen sind die Seiten eines Rechtecks, "
            "beliebig gedreht."
        ),
        "first": "Dein erstes Rechteck überdeckt dein Startfeld.",
        "next": (
            "Jedes weitere hat mindestens eine Kante mit einem deiner Rechtecke gemeinsam; keines überlappt "
            "ein anderes."
        ),
        "mark": (
            "Wähle dann eine Art von Symbolen darin und kreuze für jedes davon einen Kreis an. Alle dieser "
            "Art zählen, auch wenn du weniger möchtest; was keinen Kreis mehr findet, verfällt. Ein Rechteck "
            "ohne ankreuzbares Symbol ist nicht erlaubt."
        ),
        "together": "Zusammen angekreuzt, als eine Art: {symbols}.",
        "on_cloud": "Zeigt ein Würfel eine Wolke, muss dein Rechteck ein Symbol „{symbol}“ enthalten.",
        "clouds": "Kreuze für jede Wolke auf den Würfeln einen Wolkenkreis an, wenn du ein Rechteck zeichnest.",
        "joker": "Einmal im Spiel stellst du einen Würfel auf eine beliebige Zahl. Eine Wolke darauf entfällt.",
        "jokers": "{n}-mal im Spiel stellst du einen Würfel auf eine beliebige Zahl. Eine Wolke darauf entfällt.",
        "river_cross": "Fluss: Jedes Rechteck, das über ihm liegt, zählt {points}; kreuze einen Flusskreis an.",
        "river_dry": "Der Fluss ist trocken: Er ändert nichts.",
        "river_wall": (
            "Nichts überquert den Fluss: Kein Rechteck liegt über ihm, und Felder berühren sich nicht über ihn hinweg."
        ),
        "miss": "Kannst oder willst du nicht zeichnen, kreuze einen Aussetzer an: {points} Punkte.",
        "out_at": "Mit dem {n}. Aussetzer scheidest du aus.",
        "out_after": "Nach {n} Aussetzern scheidest du mit dem nächsten aus.",
        "stop": "Du darfst auch vor einem Wurf endgültig aufhören, ohne Aussetzer. Die anderen spielen weiter.",
        "win": (
            "Das Spiel endet, wenn alle ausgeschieden sind. Die meisten Punkte gewinnen; bei Gleichstand die "
            "wenigsten Aussetzer. Allein: Überbiete dich selbst. Ein ganzes Jahr: Zählt alle Blätter "
            "zusammen."
        ),
    },
    "ja": {
        "with_cloud": "（雲）",
        "cloud": "雲",
        "or": "・",
        "goal": (
            "マス目に長方形を描き、中のマークに印を付けて得点を集めます。全員が同じシートを使い、スタートマス"
            "（1〜{n}）は1人ずつ別です。全員が同じ出目を同時に使います。"
        ),
        "roll": "ダイス2個を振ります。面は {faces} です。2つの数が長方形の縦と横になり、向きは自由です。",
        "first": "最初の長方形は自分のスタートマスを含みます。",
        "next": "2つ目からは自分の長方形のどれかと辺で接し、どれとも重なってはいけません。",
        "mark": (
            "次に中のマークを1種類選び、その数だけ丸に印を付けます。選んだ種類は全部数えます。丸が足りない分"
            "は捨てます。印を付けられるマークのない長方形は描けません。"
        ),
        "together": "1種類としてまとめて印を付けるもの：{symbols}。",
        "on_cloud": "ダイスに雲が出たら、長方形の中に「{symbol}」が必要です。",
        "clouds": "長方形を描いたら、出た雲1つにつき雲の丸を1つ印します。",
        "joker": "ゲーム中1回、ダイス1個を好きな数にできます。そのダイスの雲は消えます。",
        "jokers": "ゲーム中{n}回、ダイス1個を好きな数にできます。そのダイスの雲は消えます。",
        "river_cross": "川：川をまたぐ長方形は1つにつき{points}点です。川の丸に印を付けます。",
        "river_dry": "川は涸れていて、何も変わりません。",
        "river_wall": "川は越えられません。川をまたぐ長方形は描けず、川ごしのマスは接していません。",
        "miss": "描けない、または描かないときはミスを1つ印します（{points}点）。",
        "out_at": "{n}個目のミスで脱落します。",
        "out_after": "ミス{n}個のあと、次のミスで脱落します。",
        "stop": "振る前に自分からやめることもできます（ミスなし、復帰不可）。ほかの人は続けます。",
        "win": (
            "全員が抜けたら終わりです。合計点の多い人が勝ち、同点ならミスの少ない人が勝ちます。1人なら自己記"
            "録に挑戦します。1年通して遊ぶなら全シートの合計を比べます。"
        ),
    },
    "zh": {
        "with_cloud": "（云）",
        "cloud": "云",
        "or": "/",
        "goal": (
            "在方格上画矩形，勾选其中的图案，得分最多者获胜。所有人用同样的纸，起始格（1 至 {n}）各不相同；所"
            "有人同时使用同一次掷骰结果。"
        ),
        "roll": "掷两枚骰子，骰面为 {faces}。两个数字是矩形的两边，方向任意。",
        "first": "第一个矩形必须盖住自己的起始格。",
        "next": "之后的矩形至少有一条边与自己的某个矩形相接，且互不重叠。",
        "mark": (
            "然后选矩形内的一种图案，每个勾一个圆圈。该种图案必须全部计入；圆圈不够的部分作废。没有可勾选图案"
            "的矩形不能画。"
        ),
        "together": "作为一种一起勾选：{symbols}。",
        "on_cloud": "骰子出现云时，矩形内必须有“{symbol}”。",
        "clouds": "画矩形时，骰子上每有一朵云就勾一个云圈。",
        "joker": "每局一次，可把一枚骰子改为任意数字，该骰子的云作废。",
        "jokers": "每局{n}次，可把一枚骰子改为任意数字，该骰子的云作废。",
        "river_cross": "河流：每个跨河的矩形计{points}分，勾一个河圈。",
        "river_dry": "河流干涸，没有影响。",
        "river_wall": "不可过河：矩形不能跨河，隔河的格子不算相接。",
        "miss": "不能画或不想画时，勾一个失误：{points}分。",
        "out_at": "第{n}个失误时出局。",
        "out_after": "已有{n}个失误后，再失误即出局。",
        "stop": "也可以在掷骰前主动退出，不记失误，不能再回来。其他人继续。",
        "win": "所有人出局后结束。总分最高者获胜；同分时失误少者胜。单人：挑战自己的纪录。全年：把各张得分相加。",
    },
}
