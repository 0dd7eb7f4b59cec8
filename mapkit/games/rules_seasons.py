"""GridGame + language -> its rules, for the back of a sheet, in our own words (stdlib only)."""

from __future__ import annotations

from mapkit.games.rules_seasons_points import SCORING
from mapkit.games.rules_seasons_text import HEADS, SENTENCES
from mapkit.games.seasons import AT_THE_END, GridGame, Line
from mapkit.games.vocabulary import language, named

Section = tuple[str, tuple[str, ...]]


def seasons_rules(game: GridGame, locale: str) -> tuple[Section, ...]:
    """Headings with their paragraphs, enough for a newcomer to play from. English where a language has no text."""
    spoken = language(locale) if language(locale) in SENTENCES else "en"
    say, heads = SENTENCES[spoken], HEADS[spoken]
    names = {s.id: named(s.names, spoken, s.id) for s in game.symbols}
    faces = ", ".join(f"{f.number}{say['with_cloud'] if f.mark else ''}" for f in game.faces)
    cloudy = any(f.mark for f in game.faces)
    turn = [say["roll"].format(faces=faces), say["first"], say["next"], say["mark"]]
    if game.together:
        pairs = "; ".join(" + ".join(names[s] for s in group) for group in game.together)
        turn.append(say["together"].format(symbols=pairs))
    if game.on_cloud:
        turn.append(say["on_cloud"].format(symbol=names[game.on_cloud]))
    if game.cloud_circles and cloudy:
        turn.append(say["clouds"])
    if game.jokers:
        turn.append(say["joker" if game.jokers == 1 else "jokers"].format(n=game.jokers))
    if game.river:
        points = f"{game.river_points:+d}".replace("-", "−")
        turn.append(say[f"river_{game.river_rule}"].format(points=points))
    points = f"{game.miss_points:+d}".replace("-", "−")
    end = [say["miss"].format(points=points), say[f"out_{game.out}"].format(n=game.misses), say["stop"], say["win"]]
    scoring = tuple(_scoring(game, line, names, spoken) for line in game.lines)
    return (
        (heads[0], (say["goal"].format(n=len(game.starts)),)),
        (heads[1], tuple(turn)),
        (heads[2], scoring),
        (heads[3], tuple(end)),
    )


def _scoring(game: GridGame, line: Line, names: dict[str, str], spoken: str) -> str:
    """One sentence for a score line, and when its symbol may be marked."""
    text, say = SCORING[spoken], SENTENCES[spoken]
    other = say["cloud"] if line.other == "clouds" else names.get(line.other, "")
    steps = say["or"].join(str(a) for a in line.at)
    points = say["or"].join(str(p) for p in line.points)
    if line.rule == "each":
        sentence = text["each"].format(points=line.points[0])
        if line.at:
            sentence += text["bonus"].format(at=line.at[0], bonus=line.points[1])
    elif line.rule == "sums":
        values = (f"{names[s]} {p:+d}".replace("-", "−") for s, p in zip(line.of, line.points, strict=True))
        return ", ".join(values) + text["stop"]
    else:
        squares = game.symbol[line.of[0]].squares
        sentence = text[line.rule].format(points=points, at=steps, other=other, all=squares)
    needs = game.symbol[line.of[0]].needs
    if needs:
        known = needs in ("cloud", "no cloud", "alone")
        sentence += text["needs " + needs] if known else text["needs symbol"].format(symbol=names[needs])
    if line.rule in AT_THE_END and game.symbol[line.of[0]].circles:
        sentence += text["at the end"]
    return f"{' + '.join(names[s] for s in line.of)}{text['colon']}{sentence}"
