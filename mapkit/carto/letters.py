"""cells.txt -> Features: a map drawn in letters, every letter a cell of unit squares.

AAB     one line of text is one row of squares; a letter (any sign but blank . ~) is a cell,
ACB     blanks, dots and ~ are sea; a line that begins with "# " is a remark.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import shapely

from mapkit.carto.features import Feature, Features
from mapkit.errors import MapkitError

SEA = " .~\u3000"
MOST = 250_000  # squares
PIECES = 5_000  # squares with none of their letter before or above them


def read(path: Path) -> Features:
    """The cells of a drawing in letters; plane units, one per square, y up, the last row at 0. Raises MapkitError."""
    from mapkit.carto.geojson import read_bytes

    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MapkitError(f"is not UTF-8 text (byte {error.start}): save it as UTF-8", path) from None
    return parse(text, path)


def parse(text: str, path: Path) -> Features:
    """As read, from the text itself; path only names it in a MapkitError."""
    rows = [line.rstrip() for line in text.splitlines() if not line.startswith("# ") and line.strip() != "#"]
    squares: dict[str, list[tuple[int, int]]] = {}
    for number, row in enumerate(rows):
        for column, sign in enumerate(row):
            if sign in SEA:
                continue
            if not sign.isprintable():
                raise MapkitError(f"row {number + 1}, column {column + 1} is no letter but {sign!r}", path)
            squares.setdefault(sign, []).append((column, len(rows) - 1 - number))
    count = sum(map(len, squares.values()))
    if not count:
        raise MapkitError("has no cells: draw every cell with a letter of its own, one line of text per row", path)
    if count > MOST:
        raise MapkitError(f"has {count:,} squares; {MOST:,} is the most", path)
    lone = sum(
        s not in SEA and row[c - 1 : c] != s and above[c : c + 1] != s
        for above, row in pairwise(("", *rows))
        for c, s in enumerate(row)
    )
    if lone > PIECES:
        raise MapkitError(f"has {lone:,} scattered pieces; {PIECES:,} is the most: draw cells that hold together", path)
    items = []
    for sign, places in squares.items():
        xs, ys = zip(*places, strict=True)
        boxes = shapely.box(xs, ys, [x + 1 for x in xs], [y + 1 for y in ys])
        items.append(Feature(sign, {"name": sign}, shapely.coverage_union_all(boxes), f"letter {sign}"))
    return Features(tuple(items), lonlat=False, unit="square")
