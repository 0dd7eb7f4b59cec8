"""Table + pages -> a web application (starlette): / to follow, /present to call, /events, /act."""

from __future__ import annotations

import hmac
import json
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mapkit.errors import MapkitError
from mapkit.web.table import Table

LIMIT = 4096  # bytes of a request's body
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cache-control": b"no-store",
}


def application(table: Table, present: str, follow: str, secret: str) -> Starlette:
    """The caller's server. present, follow: the two pages. secret: what a presenter must send to act."""

    async def follower(request: Request) -> Response:
        return HTMLResponse(follow)

    async def presenter(request: Request) -> Response:
        return HTMLResponse(present)

    async def events(request: Request) -> Response:
        after = _number(request.headers.get("last-event-id") or request.query_params.get("after", ""))
        return StreamingResponse(table.follow(after), media_type="text/event-stream")

    async def act(request: Request) -> Response:
        given = request.headers.get("authorization", "").encode()
        if not hmac.compare_digest(given, f"Bearer {secret}".encode()):
            return PlainTextResponse("only the presenter can call\n", 403)
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > LIMIT:
                return PlainTextResponse("too long\n", 413)
        asked = _asked(body)
        if asked is None:
            return PlainTextResponse('expected {"do": ACTION, "seen": NUMBER}\n', 400)
        try:
            done = await table.act(*asked)
        except MapkitError as error:
            return PlainTextResponse(f"{error}\n", 400)
        return JSONResponse({"entries": len(table.events)}, 200 if done else 409)

    routes = [
        Route("/", follower),
        Route("/present", presenter),
        Route("/events", events),
        Route("/act", act, methods=["POST"]),
    ]
    return Starlette(routes=routes, middleware=[Middleware(_Headers)])


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _asked(body: bytes) -> tuple[str, int, str] | None:
    try:
        raw: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(raw, dict):
        return None
    action, seen, text = raw.get("do"), raw.get("seen"), raw.get("text", "")
    if not isinstance(action, str) or not isinstance(text, str) or not isinstance(seen, int) or isinstance(seen, bool):
        return None
    return action, seen, text


class _Headers:
    """Adds HEADERS to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS.items()]
            await send(message)

        await self.app(scope, receive, sent if scope["type"] == "http" else send)
