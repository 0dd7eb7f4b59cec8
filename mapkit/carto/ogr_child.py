"""A GDAL file -> one line of JSON and shapes as WKB on standard output: the process that ogr.py runs and reads from.

Run as a module with a path and a JSON list of the layer and the encoding of texts. It limits its own time and memory,
and imports as little as it can.
"""

from __future__ import annotations

import json
import sys
from typing import Any

SECONDS, MEMORY = 10, 2**30  # CPU seconds, bytes


def main(path: str, layer: str | None, encoding: str | None) -> None:
    """The child: limits itself, reads, writes one line of JSON and then the shapes as WKB to standard output."""
    for heavy in ("geopandas", "pandas", "pyarrow", "shapely"):
        sys.modules[heavy] = None  # type: ignore[assignment]  # pyogrio would import them
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # not every system can
    reply, body = _read(path, layer, encoding)
    sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n")
    sys.stdout.buffer.writelines(body)


def _read(path: str, layer: str | None, encoding: str | None) -> tuple[dict[str, Any], list[bytes]]:
    import pyogrio
    from pyogrio.errors import CRSError, DataSourceError, FieldError, GeometryError

    try:
        layers = [str(name) for name, kind in pyogrio.list_layers(path) if kind is not None]
        if not layers:
            return {"error": "has no layer with shapes"}, []
        folders = path.lower().endswith(".kml")  # the layers of KML are folders of one map, not maps of their own
        if layer is None and len(layers) > 1 and not folders:
            return {"error": f"choose one of its layers: {', '.join(layers)}"}, []
        if layer is not None and layer not in layers:
            return {"error": f"has no layer {layer!r}: there are {', '.join(layers)}"}, []
        wanted = [layer] if layer is not None else layers
        read = [pyogrio.raw.read(path, layer=name, encoding=encoding) for name in wanted]
    except UnicodeDecodeError:
        return {"error": "its texts are not in the encoding it names (.cpg): save it again as UTF-8"}, []
    except (DataSourceError, FieldError, GeometryError, CRSError, MemoryError, ValueError, RuntimeError) as error:
        told = " ".join(str(error).replace(path, "the file").split(";")[0].split())[:200]
        return {"error": f"is damaged and cannot be read ({told})"}, []
    body: list[bytes] = []
    fields: dict[str, list[Any]] = {}
    for name, (meta, _, shapes, columns) in zip(wanted, read, strict=True):
        made = [s or b"" for s in (shapes if shapes is not None else [])]
        table = {str(k): [_plain(v) for v in column] for k, column in zip(meta["fields"], columns, strict=True)}
        if len(wanted) > 1:
            table["folder"] = [name] * len(made)
        for key in {**fields, **table}:
            before = fields.setdefault(key, [None] * len(body))
            before += table.get(key, [None] * len(made))
        body += made
    crs = read[0][0]["crs"]
    return {"layers": layers, "crs": crs, "fields": fields, "lengths": list(map(len, body))}, body


def _plain(value: Any) -> str | int | float | bool | None:
    """A value as JSON knows it; times as text, what is not a number as nothing."""
    value = value.item() if hasattr(value, "item") and getattr(value, "ndim", 1) == 0 else value
    if isinstance(value, float):
        return value if abs(value) < 1e308 else None
    return value if value is None or isinstance(value, str | int | bool) else str(value)


if __name__ == "__main__":
    main(sys.argv[1], *json.loads(sys.argv[2]))
