"""Font file + the characters used -> a small TrueType font (bytes), the same ones on every run.

Quadratic outlines only, since the PDF writer embeds no other: cubic (CFF) outlines are converted within 1/1000 em by
the method of cu2qu (fontTools). Layout tables are left out: texts are set by advance widths alone, so that SVG and PDF
agree.
"""

from __future__ import annotations

import io
import logging
from functools import lru_cache
from pathlib import Path
from typing import Any

from mapkit.errors import MapkitError
from mapkit.press import sfnt

DROP = ("GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "STAT", "DSIG", "VORG", "vhea", "vmtx", "kern", "gasp")


@lru_cache(maxsize=64)
def subset(path: Path, chars: str) -> bytes:
    """A TrueType font of the given characters (and .notdef, space). Raises MapkitError for what is no usable font."""
    from fontTools import subset as tool
    from fontTools.ttLib import TTFont, TTLibError

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    face = sfnt.read(path)
    try:
        font = TTFont(path, fontNumber=0, lazy=True, recalcTimestamp=False, recalcBBoxes=False)
        if face.outlines == "glyf":  # made-up names: half the time, since reading the real ones needs the whole cmap
            font.setGlyphOrder([f"g{i}" for i in range(font["maxp"].numGlyphs)])
        if "fvar" in font:
            font = _plain(font)
        options = tool.Options(
            hinting=False,
            notdef_outline=True,
            layout_features=[],
            name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
            legacy_kern=False,
        )
        options.drop_tables += DROP
        options.layout_closure = False
        cutter = tool.Subsetter(options)
        cutter.populate(text=chars + " ")
        cutter.subset(font)
        if face.outlines == "CFF ":
            _quadratic(font)
        out = io.BytesIO()
        font.save(out, reorderTables=True)
    except (TTLibError, KeyError, AssertionError, NotImplementedError) as error:
        raise MapkitError(f"the font cannot be used ({error}): try another file", path) from None
    return out.getvalue()


def _plain(font: Any) -> Any:
    """A variable font at its default place."""
    from fontTools.varLib import instancer

    return instancer.instantiateVariableFont(font, {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes})


def _quadratic(font: Any) -> None:
    """Replaces the CFF outlines of a font by TrueType ones, in place."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    order, glyphs, shapes = font.getGlyphOrder(), font.getGlyphSet(), {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, font["head"].unitsPerEm / 1000, reverse_direction=True))
        shapes[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, shapes
    del font["CFF "]
    maxp = font["maxp"] = newTable("maxp")
    maxp.tableVersion, maxp.numGlyphs = 0x00010000, len(order)
    none = "TwilightPoints Storage FunctionDefs InstructionDefs StackElements SizeOfInstructions ComponentElements"
    for field in (f"max{name}" for name in none.split()):
        setattr(maxp, field, 0)
    maxp.maxZones = 1
    post = font["post"]
    post.formatType, post.extraNames, post.mapping, post.glyphOrder = 2.0, [], {}, order
    font.sfntVersion = "\000\001\000\000"
    font.recalcBBoxes = True
