"""A GDAL file -> one line of JSON and shapes as WKB on standard output: the process that ogr.py runs and reads from.

Run as a module with a path and a layer (JSON). It limits its own time and memory, and imports as little as it can.
"""

from __future__ import annotations

import json
import sys
from typing import Any

SECONDS, MEMORY = 10, 2**30  # CPU seconds, bytes


def main(path: str, layer: str | None) -> None:
    """The child: limits itself, reads, writes one line of JSON and then the shapes as WKB to standard output."""
    for heavy in ("geopandas", "pandas", "pyarrow", "shapely"):
        sys.modules[heavy] = None  # type: ignore[assignment]  # pyogrio would import them
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # not every system can
    reply, body = _read(path, layer)
    sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n")
    sys.stdout.buffer.writelines(body)


def _read(path: str, layer: str | None) -> tuple[dict[str, Any], list[bytes]]:
    import pyogrio
    from pyogrio.errors import CRSError, DataSourceError, FieldError, GeometryError

    try:
        layers = [str(name) for name, kind in pyogrio.list_layers(path) if kind is not None]
        if not layers:
            return {"error": "has no layer with shapes"}, []
        if layer is None and len(layers) > 1:
            return {"error": f"choose one of its layers: {', '.join(layers)}"}, []
        if layer is not None and layer not in layers:
            return {"error": f"has no layer {layer!r}: there are {', '.join(layers)}"}, []
        meta, _, shapes, columns = pyogrio.raw.read(path, layer=layer or layers[0])
    except UnicodeDecodeError:
        return {"error": "its texts are not in the encoding it names (.cpg): save it again as UTF-8"}, []
    except (DataSourceError, FieldError, GeometryError, CRSError, MemoryError, ValueError, RuntimeError) as error:
        told = " ".join(str(error).replace(path, "the file").split(";")[0].split())[:200]
        return {"error": f"is damaged and cannot be read ({told})"}, []
    shapes = [s or b"" for s in (shapes if shapes is not None else [])]
    fields = {str(k): [_plain(v) for v in column] for k, column in zip(meta["fields"], columns, strict=True)}
    reply = {"layers": layers, "crs": meta["crs"], "fields": fields, "lengths": list(map(len, shapes))}
    return reply, shapes


def _plain(value: Any) -> str | int | float | bool | None:
    """A value as JSON knows it; times as text, what is not a number as nothing."""
    value = value.item() if hasattr(value, "item") and getattr(value, "ndim", 1) == 0 else value
    if isinstance(value, float):
        return value if abs(value) < 1e308 else None
    return value if value is None or isinstance(value, str | int | bool) else str(value)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
