"""Streamable HTTP on loopback with a token, and the two paths beside it: /hook and /health.

Needs the http extra: `mcp`, `starlette`, `uvicorn`.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sightline import __version__
from sightline.errors import UsageError
from sightline.process.parent import end_on_signals
from sightline.server.backend import Backend
from sightline.server.guard import LOOPBACK, MAX_BODY, Guard, check_interface, is_loopback
from sightline.server.hook_events import HookEvents
from sightline.server.mcp_library import build_server

__all__ = ["check_interface", "serve_over_http"]

# Calls that are running when the server is told to end get this long.
GRACE_SECONDS = 2


def serve_over_http(
    named_roots: list[str],
    *,
    profile: str,
    host: str,
    port: int,
    token: str,
    background: bool = True,
) -> None:
    """Listen on one interface until interrupted."""
    environ = dict(os.environ)
    # The environment is that of whoever started the server, not of the assistants that ask.
    backend = Backend(named_roots, environ=environ, session_environ={}, background=background)
    with listening(host, port) as listener:
        port = listener.getsockname()[1]
        server = build_server(profile, backend)
        app = application(server, HookEvents(environ), token=token, host=host, port=port)
        serve_http(app, listener, ready=backend.start_indexing, stop=backend.stop)


def application(
    server: Server[Any], hook_events: HookEvents, *, token: str, host: str, port: int
) -> Guard:
    """The whole ASGI application behind its guard."""

    async def health(request: Request) -> Response:
        return JSONResponse({"ok": True, "version": __version__})

    async def hook(request: Request) -> Response:
        try:
            body = await request.body()
        except ClientDisconnect:
            # The client is gone, or the guard ended a body that is too large.
            return Response(status_code=413)
        agent = request.query_params.get("agent", "claude")
        answer = await run_in_threadpool(hook_events.answer, agent, body)
        if not answer:
            return Response(status_code=204)
        return Response(answer, media_type="application/json")

    # The guard has checked Host and Origin before the library sees the request.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = server.streamable_http_app(
        host=host,
        max_request_body_size=MAX_BODY,
        transport_security=unchecked,
        custom_starlette_routes=[
            Route("/health", health, methods=["GET"]),
            Route("/hook", hook, methods=["POST"]),
        ],
    )
    hosts = LOOPBACK if is_loopback(host) else (*LOOPBACK, *names_of(host))
    return Guard(app, token=token, hosts=hosts, port=port)


def names_of(host: str) -> tuple[str, ...]:
    """The names by which others may call an interface that they can reach."""
    if host in ("0.0.0.0", "::", "[::]", ""):
        name = socket.gethostname().lower()
        return (name, f"{name}.local")
    return (f"[{host}]" if ":" in host and not host.startswith("[") else host.lower(),)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, or an error that says why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that the event loop sends answers at once instead of gathering them.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host.strip("[]"), port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise _cannot_listen(host, port, error) from error
    return listener


def _cannot_listen(host: str, port: int, error: OSError) -> UsageError:
    if error.errno == errno.EADDRINUSE:
        return UsageError(
            f"port {port} is in use by another program",
            hint="choose another with --port, or --port 0 for any that is free",
        )
    return UsageError(f"cannot listen on {host}:{port}: {error.strerror or error}")


def serve_http(
    app: Guard,
    listener: socket.socket,
    *,
    ready: Callable[[], None],
    stop: Callable[[], None],
) -> None:
    """Answer until interrupted; `ready` is called when the address can be used."""
    host, port = listener.getsockname()[:2]
    place = f"[{host}]" if ":" in host else host

    class Announcing(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            sys.stderr.write(f"sightline listens on http://{place}:{port}/mcp\n")
            sys.stderr.flush()
            ready()

    config = uvicorn.Config(
        app,
        log_level="warning",
        lifespan="on",
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    # Called once the library has ended in its own way, which it does on the same signals.
    end_on_signals(stop)
    try:
        Announcing(config).run(sockets=[listener])
    finally:
        stop()
