"""Facts of a game -> its rules in German, in our own words (stdlib only)."""

from __future__ import annotations

from mapkit.games.facts import Facts, listed

Section = tuple[str, tuple[str, ...]]
_NUMBERS = ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]


def number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def count(n: int, one: str, many: str) -> str:
    return one if n == 1 else f"{number(n)} {many}"


def times(n: int) -> str:
    return f"{number(n)}mal" if n < len(_NUMBERS) else f"{n}-mal"


def rules(f: Facts) -> tuple[Section, ...]:
    sections = [
        ("Worum es geht", (_idea(f),)),
        ("Ihr braucht", _needs(f)),
        ("Ein Wurf", _turn(f)),
        ("Zahlen eintragen", _writing(f)),
        ("Das X", _crosses(f)),
        ("Fähigkeiten", _abilities(f)),
        ("Ende und Wertung", _end(f)),
        ("Allein", ("Alles bleibt gleich, du würfelst für dich selbst. Unterbiete deine bisher kleinste Zahl an X.",)),
    ]
    return tuple(s for s in sections if s[0] != "Fähigkeiten" or f.game.abilities)


def _idea(f: Facts) -> str:
    d = f.game.difference
    apart = "müssen gleich sein" if d == 0 else f"dürfen sich höchstens um {d} unterscheiden"
    return (
        f"Die Würfel geben allen dieselben Zahlen vor. Tragt sie in die {f.cells} Felder der Karte ein. Zahlen in "
        f"benachbarten Feldern {apart}; was nicht passt, wird ein X. Wer die wenigsten X hat, gewinnt."
    )


def _needs(f: Facts) -> tuple[str, ...]:
    n = sum(k for _, k in f.wild)
    wild = f" und {count(n, 'ein Joker', 'Joker')} ({listed(f.wild)})" if f.wild else ""
    bag = count(f.dice, "einem Würfel", "Würfeln")
    return (
        "Beliebig viele Leute, je ein Blatt und einen Stift.",
        f"Einen Beutel mit {bag} (Seiten {f.faces}): {listed(f.colors)}{wild}. Am Anfang sind alle Würfel im Beutel. "
        "(Statt der Würfel geht auch eine App, die ansagt.)",
    )


def _turn(f: Facts) -> tuple[str, ...]:
    g = f.game
    drawn = count(g.draw, "einen Würfel", "Würfel")
    order = (
        " Alle Würfel werden benutzt; in welcher Reihenfolge, entscheidet jede und jeder selbst." if g.draw > 1 else ""
    )
    stay = "bleibt ein Würfel" if f.resting == 1 else f"bleiben {number(f.resting)} Würfel"
    rest = f" In jeder Runde {stay} im Beutel." if f.resting else ""
    return (
        f"Jemand zieht blind {drawn} aus dem Beutel, würfelt und sagt Farbe und Zahl an. Alle nutzen denselben Wurf "
        f"auf dem eigenen Blatt.{order}",
        f"Gezogene Würfel bleiben draußen. Nach {count(g.turns_per_round, 'einem Wurf', 'Würfen')} ist die Runde "
        f"vorbei: Hakt ein Rundenkästchen ab und legt alle Würfel zurück in den Beutel.{rest}",
    )


def _writing(f: Facts) -> tuple[str, ...]:
    d = f.game.difference
    wild = " Ein Joker zählt als jede beliebige Farbe." if f.wild else ""
    if d == 0:
        apart = "muss genauso groß sein"
    else:
        apart = f"darf höchstens um {d} abweichen" if d > 1 else "muss gleich, um eins größer oder um eins kleiner sein"
    lines = [
        f"Tragt die Zahl in ein leeres Feld der Würfelfarbe ein.{wild} Was geschrieben ist, bleibt stehen.",
        f"Jede Zahl in einem Nachbarfeld, egal welcher Farbe, {apart}. Leere Felder und X stören nicht. Passt die Zahl "
        "in irgendein Feld der Farbe, muss sie eingetragen werden; in welches, ist frei.",
        "Benachbart sind Felder mit einem gemeinsamen Stück Grenze; eine Ecke genügt nicht. "
        "Land, das eine gepunktete Linie verbindet, ist ein Feld.",
    ]
    if f.bridges:
        lines[-1] += " Eine blaue Linie verbindet zwei Felder über das Wasser: Auch sie sind benachbart."
    if f.isolates:
        verb = "hat keinen Nachbarn und nimmt" if len(f.isolates) == 1 else "haben keine Nachbarn und nehmen"
        lines.append(f"{', '.join(f.isolates)} {verb} jede Zahl auf.")
    return tuple(lines)


def _crosses(f: Facts) -> tuple[str, ...]:
    g = f.game
    cell = "ein leeres Feld dieser Farbe" if g.x_scope == "region" else "irgendein leeres Feld der Karte"
    must = f"muss ein X in {cell}" if g.x == "forced" else f"darf ein X in {cell}, muss aber nicht"
    full = "Gibt es kein leeres Feld dieser Farbe" if g.x_scope == "region" else "Gibt es kein leeres Feld"
    lines = [f"Passt die Zahl nirgends, {must}. {full}, geschieht nichts."]
    if f.wild and f.stuck_is_x:
        lines.append("Passt ein Joker auf der ganzen Karte nirgends, kommt das X in ein beliebiges leeres Feld.")
    elif f.wild:
        lines.append("Passt ein Joker auf der ganzen Karte nirgends, geschieht nichts.")
    lines.append("Ein X schränkt seine Nachbarn nicht ein und wird nie überschrieben.")
    return tuple(lines)


def _abilities(f: Facts) -> tuple[str, ...]:
    texts = {
        "color_change": "Farbwechsel, {n}: Ein Würfel zählt als eine andere Farbe deiner Wahl, auch wenn du ihn so "
        "nutzen könntest oder seine Farbe kein leeres Feld mehr hat. Die neue Farbe muss ein leeres Feld haben; "
        "dorthin kommt die Zahl, oder ein X, wenn sie nicht passt.",
        "guard": "Schutz, {n}: Trage die Zahl in ein beliebiges leeres Feld ein, das der Würfel füllen darf, und "
        "kreise sie ein. Sie muss nicht zu den Nachbarn passen und schränkt von nun an keinen von ihnen ein.",
        "dupe": "Doppelt, {n}: Hast du eine Zahl eingetragen, trage sie sofort noch einmal in ein zweites Feld dieser "
        "Farbe ein, in das sie passt" + (" (Joker: in ein Feld beliebiger Farbe)." if f.wild else "."),
    }
    lines = [texts[ability].format(n=times(n)) for ability, n in f.game.abilities]
    both = ""
    if len(f.game.abilities) > 1:
        both = " Mehrere für denselben Würfel sind erlaubt." if f.game.combine else " Für jeden Würfel höchstens eine."
    return (*lines, f"Niemand muss sie nutzen. Hakt jedes Mal ein Kästchen ab.{both}")


def _end(f: Facts) -> tuple[str, ...]:
    after = f"{count(f.game.rounds, 'einer Runde', 'Runden')} ({count(f.game.turns, 'ein Wurf', 'Würfe')})"
    return (
        f"Nach {after} bekommt jedes leere Feld ein X. Zählt eure X und schreibt die Zahl auf. "
        "Tauscht die Blätter und prüft einander. Die wenigsten X gewinnen; bei Gleichstand gewinnen mehrere.",
    )
