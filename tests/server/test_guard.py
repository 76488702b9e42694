"""Every path of the HTTP server is behind the same door: Host, Origin, token, size."""

import anyio
import pytest
from mcp.server.transport_security import RequestBodyLimitMiddleware

from sightline.errors import UsageError
from sightline.server.guard import LOOPBACK, MAX_BODY, Guard, check_interface

TOKEN = "t" * 48
GOOD = {"host": "127.0.0.1:3100", "authorization": f"Bearer {TOKEN}"}


async def inner(scope, receive, send) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"let in"})


def ask(
    headers: dict[str, str], parts: tuple[bytes, ...] = (b"",), path: str = "/mcp", app=inner
) -> int:
    """The status of one request; 0 where nothing was answered."""
    sent: list[dict] = []
    messages = [
        {"type": "http.request", "body": part, "more_body": at + 1 < len(parts)}
        for at, part in enumerate(parts)
    ]

    async def receive():
        return messages.pop(0)

    async def send(message) -> None:
        sent.append(message)

    pairs = [(key.encode(), value.encode()) for key, value in headers.items()]
    guard = Guard(app, token=TOKEN, hosts=LOOPBACK, port=3100)
    scope = {"type": "http", "method": "POST", "path": path, "headers": pairs}
    anyio.run(guard, scope, receive, send)
    return sent[0]["status"] if sent else 0


@pytest.mark.parametrize("path", ["/mcp", "/hook", "/health", "/", "/anything"])
@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, 200),
        ({"host": "localhost:3100"}, 200),
        ({"host": "[::1]:3100"}, 200),
        ({"origin": "http://127.0.0.1:3100"}, 200),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:3100"}, 421),
        ({"host": ""}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"authorization": ""}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": f"Bearer {TOKEN}x"}, 401),
        ({"content-length": str(MAX_BODY + 1)}, 413),
        ({"content-length": "many"}, 413),
    ],
)
def test_strangers_are_refused_on_every_path(path: str, change: dict, status: int) -> None:
    assert ask(GOOD | change, path=path) == status


def test_a_body_that_grows_beyond_the_limit_is_refused() -> None:
    assert ask(GOOD, (b"x" * MAX_BODY, b"y")) == 413


def test_the_library_refuses_a_body_that_grows_beyond_the_limit_by_itself() -> None:
    """Taken for somebody who has gone, it was answered with 500 and a traceback."""

    async def app(scope, receive, send) -> None:
        raise AssertionError("it was let in")

    limited = RequestBodyLimitMiddleware(app, MAX_BODY)
    assert ask(GOOD, (b"x" * MAX_BODY, b"y"), app=limited) == 413


def test_other_interfaces_need_a_token() -> None:
    check_interface("127.0.0.1", "")
    check_interface("0.0.0.0", TOKEN)
    with pytest.raises(UsageError, match="a token is required"):
        check_interface("0.0.0.0", "")


def test_the_scheme_of_the_token_may_be_written_in_any_case() -> None:
    assert ask({**GOOD, "authorization": f"bearer {TOKEN}"}) == 200
    assert ask({**GOOD, "authorization": TOKEN}) == 401


@pytest.mark.parametrize("name", ["host", "origin", "authorization", "content-length"])
def test_a_header_that_decides_about_access_must_not_be_repeated(name: str) -> None:
    value = {**GOOD, "origin": "http://127.0.0.1:3100", "content-length": "0"}[name]
    assert ask({**GOOD, name: value, name.title(): "evil.example"}) == 400


def test_a_body_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.server.guard.BODY_SECONDS", 0.05)
    sent: list[dict] = []

    async def receive():
        await anyio.sleep_forever()

    async def send(message) -> None:
        sent.append(message)

    pairs = [(key.encode(), value.encode()) for key, value in GOOD.items()]
    guard = Guard(inner, token=TOKEN, hosts=LOOPBACK, port=3100)
    anyio.run(
        guard, {"type": "http", "method": "POST", "path": "/mcp", "headers": pairs}, receive, send
    )
    assert [message.get("status") for message in sent][:1] == [408]
