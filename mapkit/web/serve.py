"""Table + pages -> a running server on this machine or its network (uvicorn, segno)."""

from __future__ import annotations

import socket

from mapkit.errors import MapkitError
from mapkit.web.server import application
from mapkit.web.table import Table


def bound(lan: bool, port: int) -> socket.socket:
    """A listening socket: on loopback, or on every interface for lan. Raises MapkitError when the port is taken."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(("0.0.0.0" if lan else "127.0.0.1", port))
    except OSError as error:
        found.close()
        raise MapkitError(f"port {port} cannot be used ({error.strerror}): choose another with --port") from None
    found.listen(512)
    return found


def host(lan: bool) -> str:
    """The address other machines reach this one by; the loopback address without lan or without a network."""
    if not lan:
        return "127.0.0.1"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a UDP socket sends nothing by this; it only picks the interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def code(address: str) -> str:
    """A QR code of an address, as an SVG element."""
    import segno

    return str(
        segno.make(address, micro=False, error="m").svg_inline(omitsize=True, border=3, dark="#17202e", light="#fff")
    )


def serve(table: Table, present: str, follow: str, secret: str, sock: socket.socket) -> None:
    """Serves until it is interrupted; the KeyboardInterrupt goes on to the caller."""
    import uvicorn

    app = application(table, present, follow, secret)
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, lifespan="off", timeout_graceful_shutdown=1, timeout_keep_alive=30
    )
    uvicorn.Server(config).run(sockets=[sock])
