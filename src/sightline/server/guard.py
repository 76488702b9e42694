"""Who may talk to the HTTP server: every path is behind the same door.

Pure ASGI; checks Host, Origin, token and the size of the body before anything else runs.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from sightline.errors import UsageError

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Receive, Send], Awaitable[None]]

MAX_BODY = 16 * 1024 * 1024
TOO_LARGE = (413, f"the body is larger than {MAX_BODY} bytes")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: App, *, token: str, hosts: tuple[str, ...], port: int) -> None:
        self.app = app
        self.token = token.encode()
        self.hosts = {f"{host}:{port}" for host in hosts} | set(hosts)
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            # The application's own start and end; there are no web sockets here.
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = {key.lower(): value for key, value in scope["headers"]}
        refusal = self.refusal(headers)
        if refusal:
            await _refuse(send, *refusal)
            return
        await _within_limit(self.app, scope, receive, send)

    def refusal(self, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        """Why this request is not let in, or None."""
        if headers.get(b"host", b"").decode("latin-1").lower() not in self.hosts:
            return 421, "wrong Host: this server answers on loopback only"
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").lower() not in self.origins:
            return 403, "wrong Origin: pages of other sites may not ask"
        given = headers.get(b"authorization", b"").removeprefix(b"Bearer ").strip()
        if self.token and not hmac.compare_digest(given, self.token):
            return 401, "wrong or missing token: see sightline serve --help"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MAX_BODY:
            return TOO_LARGE
        return None


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine can reach this interface."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_interface(host: str, token: str) -> None:
    """Refuse to listen to the world without a token."""
    if not is_loopback(host) and not token:
        raise UsageError(
            f"{host} can be reached from outside: a token is required there",
            hint="leave out --no-token, or listen on 127.0.0.1",
        )


async def _within_limit(app: App, scope: Any, receive: Receive, send: Send) -> None:
    """Run the application on the body as it comes; one that grows too long is refused."""
    taken, answered = 0, False

    async def limited() -> Message:
        nonlocal taken
        if taken > MAX_BODY:
            return {"type": "http.disconnect"}
        message = await receive()
        taken += len(message.get("body", b""))
        # Who counts as well refuses it in his own words; nobody may take it for whole.
        return {**message, "more_body": True} if taken > MAX_BODY else message

    async def noted(message: Message) -> None:
        nonlocal answered
        answered = True
        await send(message)

    await app(scope, limited, noted)
    if taken > MAX_BODY and not answered:
        await _refuse(send, *TOO_LARGE)


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = (reason + "\n").encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
