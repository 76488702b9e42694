"""`POST /hook`: one event in, the agent's answer out, before anything heavier sees the request.

Somebody waits for it at every prompt, so it goes past the router and its request objects.
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from sightline.mcp_server.guard import App, Receive, Send
from sightline.mcp_server.hooks import Answer

AnswerHook = Callable[[str, dict[str, Any], dict[str, str]], Awaitable[tuple[str, Answer | None]]]

PATH = "/hook"


class HookPath:
    """Wraps an application: events are answered here, all else there."""

    def __init__(self, app: App, answer_hook: AnswerHook) -> None:
        self.app = app
        self.answer_hook = answer_hook
        self._environ = dict(os.environ)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PATH:
            await self.app(scope, receive, send)
            return
        if scope["method"] != "POST":
            await _send(send, 405, b"", [(b"allow", b"POST")])
            return
        body = await _body(receive)
        if body is None:
            return  # whoever asked has gone
        payload = _read(body)
        if payload is None:
            await _send(send, 204)
            return
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        agent = asked.get("agent", ["claude"])[-1]
        text, answer = await self.answer_hook(agent, payload, self._environ)
        try:
            if text:
                await _send(send, 200, text.encode(), [(b"content-type", b"application/json")])
            else:
                await _send(send, 204)
        finally:
            if answer:
                answer.sent()


async def _body(receive: Receive) -> bytes | None:
    parts = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def _read(body: bytes) -> dict[str, Any] | None:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return payload if isinstance(payload, dict) else None


async def _send(
    send: Send, status: int, body: bytes = b"", headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    told = [*(headers or ())]
    if status != 204:
        told.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": body})
