"""Colour space objects of a PDF -> what they are (ISO 32000-1, 8.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mapkit.press.preflight.paint import Color, is_number

SHORT = {"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "I": "Indexed"}
START = {"DeviceGray": (0.0,), "DeviceRGB": (0.0, 0.0, 0.0), "DeviceCMYK": (0.0, 0.0, 0.0, 1.0)}


def space(value: Any, resources: Any, depth: int = 0) -> Color:
    """The colour a space starts with: kind of space, first values, names of colorants, and what it comes down to."""
    import pikepdf

    if isinstance(value, pikepdf.Name):
        name = SHORT.get(str(value)[1:], str(value)[1:])
        named = resources.get("/ColorSpace", {}) if resources is not None else {}
        if name not in START and name != "Pattern" and str(value) in named and depth < 8:
            return space(named[str(value)], resources, depth + 1)
        return Color(name, START.get(name, ()), (), name)
    if not isinstance(value, pikepdf.Array) or not len(value) or depth > 8:
        return Color("unknown", (), (), "unknown")
    kind = SHORT.get(str(value[0])[1:], str(value[0])[1:])
    if kind == "ICCBased":
        count = int(value[1].get("/N", 0))
        return Color(kind, (0.0,) * count, (), f"ICCBased{count}")
    if kind == "Indexed":
        return Color(kind, (0.0,), (), space(value[1], resources, depth + 1).base)
    if kind == "Separation":
        return Color(kind, (1.0,), (str(value[1])[1:],), space(value[2], resources, depth + 1).base)
    if kind == "DeviceN":
        names = tuple(str(n)[1:] for n in value[1])
        return Color(kind, (1.0,) * len(names), names, space(value[2], resources, depth + 1).base)
    if kind == "Pattern" and len(value) > 1:
        return Color(kind, (), (), space(value[1], resources, depth + 1).base)
    return Color(kind, START.get(kind, (0.0, 0.0, 0.0)), (), kind)


def chosen(op: str, args: Any, resources: Any, old: Color) -> Color:
    """The colour after a colour operator (capital letters stroke); any other operator leaves the old one."""
    device = {"g": "DeviceGray", "rg": "DeviceRGB", "k": "DeviceCMYK"}.get(op.lower())
    if device:
        return Color(device, tuple(float(a) for a in args), (), device)
    if op in ("cs", "CS"):
        return space(args[0], resources)
    if op in ("sc", "scn", "SC", "SCN"):
        return replace(old, values=tuple(float(a) for a in args if is_number(a)))
    return old
