"""Facts of a game -> its rules in English, in our own words (stdlib only)."""

from __future__ import annotations

from mapkit.games.facts import Facts, listed

Section = tuple[str, tuple[str, ...]]
_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def count(n: int, one: str, many: str) -> str:
    return f"{number(n)} {one if n == 1 else many}"


def times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{number(n)} times")


def rules(f: Facts) -> tuple[Section, ...]:
    g = f.game
    sections = [
        ("The idea", (_idea(f),)),
        ("You need", _needs(f)),
        ("A turn", _turn(f)),
        ("Writing a number", _writing(f)),
        ("The X", _crosses(f)),
        ("Abilities", _abilities(f)),
        ("End and score", _end(f)),
        ("Alone", ("Everything stays the same; you roll for yourself. Try to beat your own lowest number of X.",)),
    ]
    if not g.abilities:
        sections = [s for s in sections if s[0] != "Abilities"]
    return tuple(sections)


def _idea(f: Facts) -> str:
    apart = "must be equal" if f.game.difference == 0 else f"may differ by no more than {f.game.difference}"
    return (
        f"The dice tell everyone the same numbers. Write them into the {f.cells} cells of the map. Numbers in "
        f"neighboring cells {apart}; what does not fit becomes an X. The fewest X win."
    )


def _needs(f: Facts) -> tuple[str, ...]:
    wild = f", and {count(sum(n for _, n in f.wild), 'wild die', 'wild dice')} ({listed(f.wild)})" if f.wild else ""
    return (
        "Any number of players: a sheet and a pencil each.",
        f"A bag with {count(f.dice, 'die', 'dice')}, faces {f.faces}: {listed(f.colors)}{wild}. "
        "All dice start in the bag. (An app that calls the dice does as well.)",
    )


def _turn(f: Facts) -> tuple[str, ...]:
    g = f.game
    order = "Use every die, in whichever order suits you; others may choose another. " if g.draw > 1 else ""
    stay = count(f.resting, "die stays", "dice stay")
    rest = f" ({stay.capitalize()} in the bag each round.)" if f.resting else ""
    return (
        f"One of you draws {count(g.draw, 'die', 'dice')} from the bag without looking, rolls, and calls out "
        f"color and number. Everyone uses the same dice on their own sheet. {order}".strip(),
        f"The dice stay outside. After {count(g.turns_per_round, 'turn', 'turns')} the round is over: tick a round "
        f"box and put all the dice back into the bag.{rest}",
    )


def _writing(f: Facts) -> tuple[str, ...]:
    d = f.game.difference
    wild = " A wild die counts for any color you like." if f.wild else ""
    if d == 0:
        apart = "have exactly the same number"
    else:
        apart = f"differ from it by {d} at most" if d > 1 else "be the same, or one higher or lower"
    lines = [
        f"Write the number into an empty cell of the die's color.{wild} Once written it stays.",
        f"Every number in a neighboring cell, of whatever color, must {apart}. Empty cells and X do not matter. "
        "If the number fits in some cell of that color, you must write it; which cell is up to you.",
        "Neighbors share a piece of border; a corner is not enough. Land joined by a dotted line is one cell.",
    ]
    if f.bridges:
        lines[-1] += " A blue line joins two cells across the water: they are neighbors too."
    if f.isolates:
        verb = "has" if len(f.isolates) == 1 else "have"
        lines.append(f"{', '.join(f.isolates)} {verb} no neighbor and may take any number.")
    return tuple(lines)


def _crosses(f: Facts) -> tuple[str, ...]:
    g = f.game
    cell = "an empty cell of that color" if g.x_scope == "region" else "any empty cell of the map"
    must = f"you must put an X into {cell}" if g.x == "forced" else f"you may put an X into {cell}, or leave it"
    full = "no empty cell of that color" if g.x_scope == "region" else "no empty cell"
    lines = [f"If the number fits nowhere, {must}. If there is {full}, nothing happens."]
    if f.wild and f.stuck_is_x:
        lines.append("If a wild die fits nowhere on the map, the X goes into any empty cell.")
    elif f.wild:
        lines.append("If a wild die fits nowhere on the map, nothing happens.")
    lines.append("An X never binds its neighbors, and no number is ever written over it.")
    return tuple(lines)


def _abilities(f: Facts) -> tuple[str, ...]:
    texts = {
        "color_change": "Color change, {n}: treat a die as any other color, even when you could use its own, or its "
        "own has no empty cell. The color you choose must have an empty cell; the number goes there, or an X if it "
        "does not fit.",
        "guard": "Guard, {n}: write a number into any empty cell the die may fill and circle it. It need not fit its "
        "neighbors, and from now on it binds none of them.",
        "dupe": "Dupe, {n}: having written a number, at once write the same number into a second cell of that color "
        "where it fits" + (" (a wild die: of any color)." if f.wild else "."),
    }
    lines = [texts[ability].format(n=times(n)) for ability, n in f.game.abilities]
    both = ""
    if len(f.game.abilities) > 1:
        both = " Several abilities on one die are allowed." if f.game.combine else " One ability per die."
    return (*lines, f"Nobody has to use them. Tick a box each time.{both}")


def _end(f: Facts) -> tuple[str, ...]:
    after = f"{count(f.game.rounds, 'round', 'rounds')} ({count(f.game.turns, 'turn', 'turns')})"
    return (
        f"After {after} put an X into every cell still empty and write "
        "down how many X you have. Swap sheets to check each other. The fewest X win; equal numbers share the win.",
    )
