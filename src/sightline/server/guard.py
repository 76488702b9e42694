"""Access control of the HTTP server, in front of every path.

Pure ASGI; checks Host, Origin, token and the size of the body before anything else runs.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, NamedTuple

from sightline.errors import UsageError

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Receive, Send], Awaitable[None]]

MAX_BODY = 16 * 1024 * 1024


class Refusal(NamedTuple):
    """The HTTP status of a request that is refused, and the reason."""

    status: int
    reason: str


TOO_LARGE = Refusal(413, f"the body is larger than {MAX_BODY} bytes")
REPEATED = Refusal(400, "a header that decides about access occurs twice")
TOO_SLOW = Refusal(408, "the body took too long")
_ONCE = (b"host", b"origin", b"authorization", b"content-length")
# How long a client may take to send a body.
BODY_SECONDS = 30.0
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class AccessRules:
    """Decides by its headers whether a request is answered: Host, Origin, token and length."""

    def __init__(self, *, token: str, hosts: tuple[str, ...], port: int) -> None:
        self.token = token.encode()
        self.hosts = {f"{host}:{port}" for host in hosts} | set(hosts)
        self.origins = {f"http://{host}" for host in self.hosts}

    def refusal(self, fields: Iterable[tuple[bytes, bytes]]) -> Refusal | None:
        """Why a request with these header fields is refused; None if it is not."""
        pairs = [(name.lower(), value) for name, value in fields]
        names = [name for name, _ in pairs]
        if any(names.count(name) > 1 for name in _ONCE):
            return REPEATED
        headers = dict(pairs)
        if headers.get(b"host", b"").decode("latin-1").lower() not in self.hosts:
            return Refusal(421, "wrong Host: this server answers on loopback only")
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").lower() not in self.origins:
            return Refusal(403, "wrong Origin: pages of other sites have no access")
        scheme, _, token = headers.get(b"authorization", b"").partition(b" ")
        token = token.strip() if scheme.lower() == b"bearer" else b""
        if self.token and not hmac.compare_digest(token, self.token):
            return Refusal(401, "wrong or missing token: see sightline serve --help")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MAX_BODY:
            return TOO_LARGE
        return None


class Guard:
    """An ASGI application that wraps another and refuses what it must not see."""

    def __init__(self, app: App, *, token: str, hosts: tuple[str, ...], port: int) -> None:
        self.app = app
        self.rules = AccessRules(token=token, hosts=hosts, port=port)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            # Startup and shutdown of the application; web sockets are not served.
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        refusal = self.rules.refusal(scope["headers"])
        if refusal:
            await _refuse(send, refusal)
            return
        await _within_limit(self.app, scope, receive, send)


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine can reach this interface."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_interface(host: str, token: str) -> None:
    """Raise UsageError if other machines could connect without a token."""
    if not is_loopback(host) and not token:
        raise UsageError(
            f"{host} can be reached from other machines: a token is required",
            hint="leave out --no-token, or listen on 127.0.0.1",
        )


async def _within_limit(app: App, scope: Any, receive: Receive, send: Send) -> None:
    """Run the application; refuse a body that grows too large while it is received."""
    received, answered, complete, late = 0, False, False, False
    deadline = asyncio.get_running_loop().time() + BODY_SECONDS

    async def limited() -> Message:
        nonlocal received, complete, late
        if received > MAX_BODY or late:
            return {"type": "http.disconnect"}
        if complete:
            return await receive()  # waits for the client to disconnect
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            late = True
            return {"type": "http.disconnect"}
        complete = not message.get("more_body", False)
        received += len(message.get("body", b""))
        # Announce more, so that the application does not take a cut-off body for a complete one.
        return {**message, "more_body": True} if received > MAX_BODY else message

    async def answer(message: Message) -> None:
        nonlocal answered
        answered = True
        await send(message)

    await app(scope, limited, answer)
    if not answered and (late or received > MAX_BODY):
        await _refuse(send, TOO_SLOW if late else TOO_LARGE)


async def _refuse(send: Send, refusal: Refusal) -> None:
    body = (refusal.reason + "\n").encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    if refusal.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
