"""Table + turn -> what is wrong with it; a played game -> its findings (stdlib only).

Written apart from mapkit.games.rows, from the boxes of one sheet, so that the two check each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from mapkit.games.rows import Cross, RowsGame, RowsSheet, RowsTurn, Table, after_white, deal, play
from mapkit.map import Finding


def judge(game: RowsGame, table: Table, turn: RowsTurn) -> str:
    """Why the turn breaks a rule, in one line; "" when it is legal."""
    if table.over:
        return "the game is over"
    if len(turn.white) != len(table.sheets) or not 0 <= turn.active < len(table.sheets):
        return f"the table has {len(table.sheets)} players"
    white = [r.number for r in turn.rolls if r.color == "white"]
    for k, cross in enumerate(turn.white):
        wrong = _wrong(game, table, table.sheets[k], cross)
        if not wrong and cross and game.rows[cross.row].boxes[cross.box].number != sum(white):
            wrong = f"the white dice say {sum(white)}, not {game.rows[cross.row].boxes[cross.box].number}"
        if wrong:
            return f"player {k + 1}: {wrong}"
    if turn.color is None:
        return ""
    middle = after_white(game, table, turn)
    if middle.over:
        return "the white crosses ended the game: no colour is crossed"
    wrong = _wrong(game, middle, middle.sheets[turn.active], turn.color)
    if not wrong:
        box = game.rows[turn.color.row].boxes[turn.color.box]
        gone = [game.rows[r].boxes[-1].color for r in middle.closed]
        dice = [r.number for r in turn.rolls if r.color == box.color and r.color not in gone]
        if all(w + d != box.number for w, d in product(white, dice)):
            wrong = f"no white die and the {box.color} die make {box.number}"
    return f"player {turn.active + 1}: {wrong}" if wrong else ""


def _wrong(game: RowsGame, table: Table, sheet: RowsSheet, cross: Cross | None) -> str:
    """Why the box may not be crossed, whatever the dice say."""
    if cross is None:
        return ""
    if not 0 <= cross.row < len(game.rows) or not 0 <= cross.box < len(game.rows[cross.row].boxes):
        return f"there is no box {cross.box + 1} in row {cross.row + 1}"
    if cross.row in table.closed:
        return f"row {cross.row + 1} is closed"
    done = sheet.crossed[cross.row]
    if done and cross.box <= max(done):
        return f"row {cross.row + 1}: box {cross.box + 1} is not right of the last cross"
    if cross.box == len(game.rows[cross.row].boxes) - 1 and len(done) < game.needs:
        return f"row {cross.row + 1}: the last box needs {game.needs} crosses before it, there are {len(done)}"
    return ""


def replay(game: RowsGame, players: int, turns: Sequence[RowsTurn]) -> tuple[Table, tuple[Finding, ...]]:
    """The table after the turns, with a finding for every turn against the rules; such a turn is not applied.

    The active player goes round the table: a turn of somebody else's is a finding, too.
    """
    table, findings = deal(game, players), []
    for n, turn in enumerate(turns):
        wrong = judge(game, table, turn)
        if not wrong and turn.active != n % players:
            wrong = f"player {n % players + 1} is the active one, not player {turn.active + 1}"
        if wrong:
            findings.append(Finding("illegal-move", f"turn {n + 1}", wrong, True, "take the turn back"))
        else:
            table = play(game, table, turn)
    return table, tuple(findings)
