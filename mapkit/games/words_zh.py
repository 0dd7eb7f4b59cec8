"""Facts of a game -> its rules in Chinese (simplified), in our own words (stdlib only)."""

from __future__ import annotations

from mapkit.games.facts import Facts, listed

Section = tuple[str, tuple[str, ...]]


def rules(f: Facts) -> tuple[Section, ...]:
    sections = [
        ("游戏概要", (_idea(f),)),
        ("需要准备", _needs(f)),
        ("一个回合", _turn(f)),
        ("填写数字", _writing(f)),
        ("画 X", _crosses(f)),
        ("特殊能力", _abilities(f)),
        ("结束与计分", _end(f)),
        ("单人游戏", ("规则不变，自己掷骰。争取刷新自己的最佳成绩，也就是最少的 X。",)),
    ]
    return tuple(s for s in sections if s[0] != "特殊能力" or f.game.abilities)


def _idea(f: Facts) -> str:
    d = f.game.difference
    apart = "必须相同" if d == 0 else f"相差不能超过 {d}"
    return (
        f"所有人使用同一组骰子的点数，把数字填进地图的 {f.cells} 个格子。相邻格子里的数字{apart}；填不进去的就画 X。"
        "X 最少的人获胜。"
    )


def _needs(f: Facts) -> tuple[str, ...]:
    wild = f"，以及 {sum(n for _, n in f.wild)} 颗万能骰（{listed(f.wild, '、')}）" if f.wild else ""
    return (
        "人数不限，每人一张记录纸和一支笔。",
        f"一个袋子和 {f.dice} 颗骰子（点数 {f.faces}）：{listed(f.colors, '、')}{wild}。开始时所有骰子都放在袋子里。"
        "（也可以用会报骰子的应用代替。）",
    )


def _turn(f: Facts) -> tuple[str, ...]:
    g = f.game
    order = "每颗骰子都要用，先用哪一颗由各人自己决定。" if g.draw > 1 else ""
    rest = f"每轮会有 {f.resting} 颗骰子留在袋子里。" if f.resting else ""
    return (
        f"由一人从袋中随机摸出 {g.draw} 颗骰子，掷出后报出颜色和点数。所有人都在自己的纸上使用这些骰子。{order}",
        f"用过的骰子不放回。{g.turns_per_round} 个回合后一轮结束：勾掉一个轮次格，把所有骰子放回袋中。{rest}",
    )


def _writing(f: Facts) -> tuple[str, ...]:
    d = f.game.difference
    wild = "万能骰可以当作任何一种颜色。" if f.wild else ""
    apart = "必须与它相同" if d == 0 else f"与它的差都不能超过 {d}"
    lines = [
        f"把点数填进与骰子同色的一个空格。{wild}数字填好后不能更改。",
        f"相邻格子里的每个数字，不论什么颜色，{apart}。空格和 X 没有影响。只要该颜色中有能填的格子，就必须填；"
        "填哪一格由你决定。",
        "有一段共同边界的格子才算相邻，只碰到一个角不算。由虚线相连的土地算作一格。",
    ]
    if f.bridges:
        lines[-1] += "隔海由蓝线相连的两个格子也算相邻。"
    if f.isolates:
        lines.append(f"{'、'.join(f.isolates)}没有相邻的格子，可以填任何数字。")
    return tuple(lines)


def _crosses(f: Facts) -> tuple[str, ...]:
    g = f.game
    cell = "该颜色的一个空格" if g.x_scope == "region" else "任意一个空格"
    must = f"必须在{cell}里画 X" if g.x == "forced" else f"可以在{cell}里画 X，也可以不画"
    full = "如果该颜色已没有空格" if g.x_scope == "region" else "如果已没有空格"
    lines = [f"如果数字哪里都填不进去，{must}。{full}，则什么也不发生。"]
    if f.wild and f.stuck_is_x:
        lines.append("如果万能骰在整张地图上都填不进去，就在任意一个空格里画 X。")
    elif f.wild:
        lines.append("如果万能骰在整张地图上都填不进去，则什么也不发生。")
    lines.append("X 不影响相邻的格子，画了 X 的格子不能再填数字。")
    return tuple(lines)


def _abilities(f: Facts) -> tuple[str, ...]:
    texts = {
        "color_change": "变色（{n} 次）：把一颗骰子当作你选的另一种颜色使用。即使原来的颜色还能填，"
        "或者原来的颜色已没有空格，也可以变色。所选的颜色必须还有空格；在那里填数字，填不进去就画 X。",
        "guard": "守护（{n} 次）：把数字填进这颗骰子可用的任意一个空格，并把它圈起来。它不必与相邻的数字相合，"
        "此后也不再影响相邻的格子。",
        "dupe": "复写（{n} 次）：填好一个数字后，立刻把同一个数字再填进同一颜色的另一个能填的格子"
        + ("（万能骰则不限颜色）。" if f.wild else "。"),
    }
    lines = [texts[ability].format(n=n) for ability, n in f.game.abilities]
    both = ""
    if len(f.game.abilities) > 1:
        both = "同一颗骰子可以使用多种能力。" if f.game.combine else "每颗骰子最多使用一种能力。"
    return (*lines, f"能力可用可不用，每用一次就勾掉一个格子。{both}")


def _end(f: Facts) -> tuple[str, ...]:
    return (
        f"{f.game.rounds} 轮（共 {f.game.turns} 个回合）后游戏结束。在所有空格里画 X，数出 X 的数量并写下来。"
        "互相交换记录纸核对。X 最少的人获胜；数量相同则并列获胜。",
    )
