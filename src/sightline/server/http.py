"""Streamable HTTP on loopback with a token, and two further paths: /hook and /health.

Needs the http extra: `mcp`, `starlette`, `uvicorn`.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from sightline import __version__
from sightline.errors import UsageError
from sightline.process.parent import end_on_signals
from sightline.server.backend import Backend
from sightline.server.guard import LOOPBACK, MAX_BODY, Guard, check_interface, is_loopback
from sightline.server.hook_events import HookEvents
from sightline.server.mcp_library import build_server
from sightline.server.meaning_worker import start_worker

__all__ = ["check_interface", "serve_over_http"]

# How long a client may take to send the head of a request.
HEAD_SECONDS = 10.0
# Calls that are running when the server is stopped get this long.
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
    """Serve on one interface until interrupted."""
    environ = dict(os.environ)
    # The environment is that of the shell that started the server, not of an assistant.
    worker = start_worker()
    backend = Backend(
        named_roots,
        environ=environ,
        session_environ={},
        background=background,
        similar=worker.for_calls if worker else None,
        near=worker.near if worker else None,
    )
    events = HookEvents(environ, worker.for_prompts if worker else None)
    with listen(host, port) as listener:
        port = listener.getsockname()[1]
        server = build_server(profile, backend)
        app = application(server, events, token=token, host=host, port=port)
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
    hosts = LOOPBACK if is_loopback(host) else (*LOOPBACK, *host_names(host))
    return Guard(app, token=token, hosts=hosts, port=port)


def host_names(host: str) -> tuple[str, ...]:
    """The host names under which other machines reach this interface."""
    if host in ("0.0.0.0", "::", "[::]", ""):
        name = socket.gethostname().lower()
        return (name, f"{name}.local")
    return (f"[{host}]" if ":" in host and not host.startswith("[") else host.lower(),)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises UsageError with the reason if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol given, the event loop disables Nagle's algorithm and sends at once.
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
            hint="choose another with --port, or --port 0 for any free port",
        )
    return UsageError(f"cannot listen on {host}:{port}: {error.strerror or error}")


class PromptProtocol(H11Protocol):
    """HTTP/1.1 that drops clients which connect and then do not finish the head of a request."""

    def connection_made(self, transport: Any) -> None:
        """Give the client some time for its first request."""
        super().connection_made(transport)
        self._waiting_since = self.loop.time()
        self.loop.call_later(HEAD_SECONDS, self._drop_idle)

    def on_response_complete(self) -> None:
        """Give it the same time for every further request of the connection."""
        super().on_response_complete()
        self._waiting_since = self.loop.time()

    def _drop_idle(self) -> None:
        if self.transport.is_closing():
            return
        left = self._waiting_since + HEAD_SECONDS - self.loop.time()
        if self.conn.their_state is h11.IDLE and left <= 0:
            self.transport.close()
        else:
            self.loop.call_later(max(left, 1.0), self._drop_idle)


def serve_http(
    app: Guard,
    listener: socket.socket,
    *,
    ready: Callable[[], None],
    stop: Callable[[], None],
) -> None:
    """Serve until interrupted; `ready` is called once the server listens."""
    host, port = listener.getsockname()[:2]
    address = f"[{host}]" if ":" in host else host

    class Announcing(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            sys.stderr.write(f"sightline listens on http://{address}:{port}/mcp\n")
            sys.stderr.flush()
            ready()

    config = uvicorn.Config(
        app,
        http=PromptProtocol,
        log_level="warning",
        lifespan="on",
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    # The library handles the same signals; `stop` runs after it has shut down.
    end_on_signals(stop)
    try:
        Announcing(config).run(sockets=[listener])
    finally:
        stop()
