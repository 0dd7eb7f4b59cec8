"""Sheet -> SVG text: mm size, ids kept, fonts embedded (subset), the same text on every run."""

from __future__ import annotations

import base64
from typing import Any, assert_never

from mapkit.press import sfnt
from mapkit.press.fonts import Chain, ems, runs
from mapkit.press.subset import subset
from mapkit.sheet.marks import Dot, Ink, Mark, Path, Sheet, Text

FALLBACK = "sans-serif"


def to_svg(sheet: Sheet, fonts: Chain | None = None, bleed: bool = False) -> str:
    """A picture of the trim (with bleed: and the bleed round it) whose user unit is 1 mm. Raises MapkitError."""
    import svgwrite

    b = sheet.bleed if bleed else 0.0
    w, h = sheet.trim[0] + 2 * b, sheet.trim[1] + 2 * b
    drawing = svgwrite.Drawing(
        size=(f"{_n(w)}mm", f"{_n(h)}mm"), viewBox=f"{_n(-b)} {_n(-b)} {_n(w)} {_n(h)}", debug=False
    )
    drawing["id"] = sheet.id
    drawing.set_desc(title=sheet.title)
    drawing.defs.add(drawing.style(_faces(sheet, fonts)))
    for mark in sheet.marks:
        for element in _elements(drawing, mark, fonts):
            drawing.add(element)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + str(drawing.tostring()) + "\n"


def _elements(drawing: Any, mark: Mark, fonts: Chain | None) -> list[Any]:
    match mark:
        case Path():
            d = "".join(str(op) + " ".join(_n(float(v)) for v in at) for op, *at in mark.ops)
            return [
                drawing.path(
                    d=d, id=mark.id, fill_rule="evenodd", **_paint(mark.fill, mark.stroke, mark.width, mark.dash)
                )
            ]
        case Dot():
            paint = _paint(mark.fill, mark.stroke, mark.width, ())
            return [drawing.circle(center=(_n(mark.x), _n(mark.y)), r=_n(mark.r), id=mark.id, **paint)]
        case Text():
            return _texts(drawing, mark, fonts)
        case _:
            assert_never(mark)


def _texts(drawing: Any, mark: Text, fonts: Chain | None) -> list[Any]:
    """One text element; before it its halo, the same text stroked, when it has one."""
    pieces = runs(mark.text, mark.weight, fonts)
    if not pieces:
        return []
    start = (
        mark.x - ems(mark.text, mark.weight, fonts) * mark.size * {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    )
    place: dict[str, Any] = {"font_size": _n(mark.size), "xml:space": "preserve"}
    if mark.weight == "bold":
        place["font_weight"] = "bold"
    if mark.turn:
        place["transform"] = f"rotate({_n(mark.turn)} {_n(mark.x)} {_n(mark.y)})"

    def written(**look: Any) -> Any:
        at = start
        text = drawing.text("", insert=(_n(start), _n(mark.y)), **look, **place)
        for path, part in pieces:
            text.add(drawing.tspan(part, x=[_n(at)], font_family=f"'{sfnt.read(path).name}', {FALLBACK}"))
            at += sfnt.read(path).width(part) * mark.size
        return text

    letters = written(id=mark.id, fill=_rgb(mark.fill))
    if mark.halo is None or mark.halo_width <= 0:
        return [letters]
    rim = {"stroke": _rgb(mark.halo), "stroke_width": _n(2 * mark.halo_width), "stroke_linejoin": "round"}
    return [written(id=f"{mark.id}-halo", fill="none", aria_hidden="true", **rim), letters]


def _faces(sheet: Sheet, fonts: Chain | None) -> str:
    """@font-face rules of every font the sheet uses, cut down to its characters."""
    used: dict[tuple[Any, str], set[str]] = {}
    for mark in sheet.marks:
        if isinstance(mark, Text):
            for path, part in runs(mark.text, mark.weight, fonts):
                used.setdefault((path, mark.weight), set()).update(part)
    rules = []
    for path, weight in sorted(used, key=lambda u: (u[0].name, u[1], str(u[0]))):
        data = base64.b64encode(subset(path, "".join(sorted(used[path, weight])))).decode()
        rules.append(
            f"@font-face{{font-family:'{sfnt.read(path).name}';font-weight:{weight.replace('regular', 'normal')};"
            f"src:url(data:font/ttf;base64,{data}) format('truetype')}}"
        )
    return "\n".join(rules)


def _paint(fill: Ink | None, stroke: Ink | None, width: float, dash: tuple[float, ...]) -> dict[str, str]:
    look = {"fill": _rgb(fill) if fill else "none"}
    if stroke and width > 0:
        look |= {
            "stroke": _rgb(stroke),
            "stroke_width": _n(width),
            "stroke_linejoin": "round",
            "stroke_linecap": "round",
        }
        if dash:
            look["stroke_dasharray"] = " ".join(map(_n, dash))
    return look


def _rgb(ink: Ink) -> str:
    return "#" + "".join(f"{round(v * 255):02x}" for v in ink.rgb)


def _n(v: float) -> str:
    """A number to 0.001, as short as it goes."""
    text = f"{v:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
