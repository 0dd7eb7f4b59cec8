"""The [game] table of a map.toml, key by key: data read by the check, the JSON Schema and the documentation."""

from __future__ import annotations

from mapkit.games.schema import Key

WILD = (
    Key("color", "text", "color of the wild dice; default purple, or clear where a region is purple"),
    Key("dice", "whole", "how many wild dice are in the bag", 1, 0, 12),
)
ABILITIES = (
    Key("color_change", "whole", "how often a player may treat a die as another color", 3, 0, 20),
    Key("guard", "whole", "how often a player may write a circled number, free of neighbours", 0, 0, 20),
    Key("dupe", "whole", "how often a player may write a die a second time", 0, 0, 20),
)
DICE = (
    Key("color", "text", "color of the die; default the region's"),
    Key("region", "text", "region whose cells the die fills"),
    Key("wild", "flag", "the die fills any region", False),
    Key("faces", "faces", 'number of faces, or the faces, like [1, 2, "2*", 3, 3, 4]; default the game\'s faces'),
    Key("count", "whole", "how many such dice", 1, 1, 20),
)
KEYS = (
    Key(
        "family",
        "choice",
        "the rules: rolling (cells of a map), or plain (dice are called, nothing is checked)",
        "rolling",
        choices=("rolling", "plain"),
    ),
    Key("title", "names", "name of the game on the sheet; default the map's title"),
    Key("rounds", "whole", "rounds of a game; default 8, or 0 (no end) for plain dice", None, 0, 60),
    Key("turns_per_round", "whole", "turns until all dice go back; default 3, or fewer in a small bag", None, 1, 30),
    Key("draw", "whole", "dice drawn and rolled in a turn; default 2, or all of them for plain dice", None, 1, 20),
    Key("faces", "faces", "faces of every die", 6),
    Key("dice_per_region", "whole", "dice of each region's color in the bag", 1, 1, 6),
    Key("dice", "tables", "the dice one by one, instead of one per region and the wild ones", keys=DICE),
    Key("wild", "table", "the wild dice", {}, keys=WILD),
    Key("difference", "whole", "the most that linked numbers may differ by", 1, 0, 98),
    Key(
        "x",
        "choice",
        "a die that fits nowhere: an X must be written (forced), or may be left out (optional)",
        "forced",
        choices=("forced", "optional"),
    ),
    Key(
        "x_scope",
        "choice",
        "where the X of a colored die goes: its region, or any cell",
        "region",
        choices=("region", "any"),
    ),
    Key(
        "wild_stuck",
        "choice",
        "a wild die that fits nowhere: an X in any cell (any), or nothing",
        "any",
        choices=("any", "nothing"),
    ),
    Key("combine", "flag", "several abilities may be spent on one die", True),
    Key("abilities", "table", "boxes per player and game for each ability", {}, keys=ABILITIES),
)
