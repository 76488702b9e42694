"""Streamable HTTP on loopback with a token, and the two paths beside it: /hook and /health."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import anyio.to_thread
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sightline import __version__
from sightline.errors import UsageError
from sightline.mcp_server.guard import LOOPBACK, MAX_BODY, Guard

AnswerHook = Callable[[str, dict[str, Any], dict[str, str]], str]


def application(
    server: Server[Any], answer_hook: AnswerHook, *, token: str, host: str, port: int
) -> Guard:
    """The whole ASGI application behind its guard."""

    async def hook(request: Request) -> Response:
        try:
            payload = json.loads(await request.body())
        except ValueError:
            return Response(status_code=204)
        if not isinstance(payload, dict):
            return Response(status_code=204)
        agent = request.query_params.get("agent", "claude")
        answer = await anyio.to_thread.run_sync(answer_hook, agent, payload, dict(os.environ))
        if not answer:
            return Response(status_code=204)
        return Response(answer, media_type="application/json")

    async def health(request: Request) -> Response:
        return JSONResponse({"ok": True, "version": __version__})

    # The guard has checked Host and Origin before the library sees the request.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = server.streamable_http_app(
        host=host,
        json_response=True,
        max_request_body_size=MAX_BODY,
        transport_security=unchecked,
        custom_starlette_routes=[
            Route("/hook", hook, methods=["POST"]),
            Route("/health", health, methods=["GET"]),
        ],
    )
    hosts = LOOPBACK if host in LOOPBACK else (*LOOPBACK, host)
    return Guard(app, token=token, hosts=hosts, port=port)


def check_interface(host: str, token: str) -> None:
    """Refuse to listen to the world without a token."""
    if host not in (*LOOPBACK, "::1") and not token:
        raise UsageError(
            f"{host} can be reached from outside: a token is required there",
            hint="leave out --no-token, or listen on 127.0.0.1",
        )


def serve_http(app: Guard, *, host: str, port: int) -> None:
    """Listen until interrupted."""
    import uvicorn

    uvicorn.run(app, host=host, port=port, log_level="warning", lifespan="on", access_log=False)
