"""The server over HTTP: the official client in both eras, hooks, and what it refuses."""

import contextlib
import http.client
import json
import pathlib
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import NamedTuple

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from sightline.tools.catalog import all_tools
from tests.server.conftest import call_every_tool, make_project, own_environ, until


class Address(NamedTuple):
    """Where a server listens, and what it wants to be told."""

    port: int
    token: str
    process: subprocess.Popen

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """One plain request with the token, unless the headers say otherwise."""
        own = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        own |= {key.replace("_", "-"): value for key, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body, own)
        answer = connection.getresponse()
        return answer.status, answer.read()


SERVE = (sys.executable, "-m", "sightline", "serve", "--http", "--port", "0")


def listen(
    project: pathlib.Path, environ: dict[str, str], *words: str, command: Sequence[str] = SERVE
) -> Address:
    """Start a server on a free port and wait until it says where."""
    process = subprocess.Popen(
        [*command, "--root", str(project), *words],
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    said = ""
    while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/mcp", said)):
        line = process.stderr.readline()
        assert line, said
        said += line
    token = (pathlib.Path(environ["SIGHTLINE_HOME"]) / "server-token").read_text().strip()
    return Address(int(found[1]), token, process)


def end(address: Address) -> int:
    address.process.terminate()
    code = address.process.wait(timeout=20)
    assert address.process.stderr is not None
    address.process.stderr.close()
    return code


@pytest.fixture(scope="module")
def address(project: pathlib.Path, environ: dict[str, str]) -> Iterator[Address]:
    found = listen(project, environ, "--no-index", "--tools", "full")
    yield found
    assert end(found) == 0


@contextlib.asynccontextmanager
async def client_of(address: Address, era: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {address.token}"}
    url = f"http://127.0.0.1:{address.port}/mcp"
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http_client,
        Client(streamable_http_client(url, http_client=http_client), mode=era) as client,
    ):
        yield client


@pytest.mark.parametrize("era", ["auto", "legacy"])
def test_the_official_client_calls_every_tool(era: str, address: Address) -> None:
    async def talk() -> None:
        async with client_of(address, era) as client:
            listed = await client.list_tools()
            assert [tool.name for tool in listed.tools] == [tool.name for tool in all_tools()]
            await call_every_tool(client)

    anyio.run(talk)


def test_progress_reaches_a_client_over_http(tmp_path: pathlib.Path) -> None:
    project, environ = make_project(tmp_path / "work", files=150), own_environ(tmp_path / "data")
    address = listen(project, environ)
    told: list[float] = []

    async def talk() -> None:
        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            told.append(progress)

        async with client_of(address, "auto") as client:
            arguments = {"name": "greet"}
            answer = await client.call_tool(
                "query_symbol", arguments, progress_callback=on_progress
            )
            assert "def greet" in answer.content[0].text

    try:
        anyio.run(talk)
        assert told
    finally:
        assert end(address) == 0


@pytest.mark.parametrize("path", ["/mcp", "/hook", "/health", "/", "/nowhere"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": ""}, 401),
    ],
)
def test_strangers_are_refused(address: Address, path: str, headers: dict, status: int) -> None:
    for method in ("GET", "POST", "DELETE", "OPTIONS"):
        assert address.ask(method, path, **headers)[0] == status


def test_health_says_that_it_is_there(address: Address) -> None:
    status, body = address.ask("GET", "/health")
    assert (status, json.loads(body)["ok"]) == (200, True)


def test_a_prompt_hook_is_answered_in_the_form_of_its_agent(
    address: Address, project: pathlib.Path
) -> None:
    payload = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": "h-1",
        "cwd": str(project),
        "prompt": "why does greet say hello to the wrong name?",
    }
    # The topic block comes where there is another topic to show.
    earlier = payload | {"session_id": "h-0", "prompt": "sort the ledger by supplier"}
    address.ask("POST", "/hook?agent=claude", json.dumps(earlier).encode())
    status, body = address.ask("POST", "/hook?agent=claude", json.dumps(payload).encode())
    assert status == 200
    output = json.loads(body)["hookSpecificOutput"]
    assert output["hookEventName"] == "UserPromptSubmit"
    assert "greet" in output["additionalContext"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"hook_event_name": "Unknown"}'])
def test_a_hook_that_makes_no_sense_is_silent(address: Address, body: bytes) -> None:
    assert address.ask("POST", "/hook?agent=claude", body) == (204, b"")


def test_an_unknown_agent_is_silent(address: Address) -> None:
    assert address.ask("POST", "/hook?agent=nobody", b"{}") == (204, b"")


def test_a_hook_whose_body_grows_beyond_the_limit_is_refused(address: Address) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=30)
    parts = (b" " * 1024 * 1024 for _ in range(17))
    headers = {"Authorization": f"Bearer {address.token}", "Transfer-Encoding": "chunked"}
    connection.request("POST", "/hook", parts, headers, encode_chunked=True)
    assert connection.getresponse().status == 413
    assert address.ask("GET", "/health")[0] == 200


def test_only_posts_are_hooks(address: Address) -> None:
    assert address.ask("GET", "/hook")[0] == 405


def test_a_port_in_use_is_said_clearly(project: pathlib.Path, environ: dict[str, str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "sightline", "serve", "--http", "--port", port]
        done = subprocess.run(
            [*command, "--root", str(project)], env=environ, capture_output=True, text=True
        )
    assert done.returncode == 2
    assert f"port {port} is in use" in done.stderr
    assert "--port 0" in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_another_interface_without_a_token_is_refused(
    project: pathlib.Path, environ: dict[str, str]
) -> None:
    words = ["serve", "--http", "--host", "0.0.0.0", "--no-token", "--root", str(project)]
    done = subprocess.run(
        [sys.executable, "-m", "sightline", *words], env=environ, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "a token is required" in done.stderr


def test_a_root_that_is_not_there_is_named(environ: dict[str, str]) -> None:
    words = ["serve", "--root", "/no/such/folder"]
    done = subprocess.run(
        [sys.executable, "-m", "sightline", *words], env=environ, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "/no/such/folder" in done.stderr


def memory_of(pid: int) -> int:
    """Kilobytes in use by a process (Linux)."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    return int(found[1])


async def hammer(address: Address, callers: int, seconds: float, times: list[float]) -> None:
    """Many callers at once, each asking again as soon as it was answered."""
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    body["params"] = {"name": "query_symbol", "arguments": {"name": "greet"}, "_meta": ENVELOPE}
    headers = {
        "Authorization": f"Bearer {address.token}",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "query_symbol",
    }
    deadline = time.monotonic() + seconds
    url = f"http://127.0.0.1:{address.port}/mcp"
    limits = httpx2.Limits(max_connections=callers, max_keepalive_connections=callers)
    async with httpx2.AsyncClient(headers=headers, limits=limits, timeout=60) as client:

        async def caller() -> None:
            while True:
                began = time.perf_counter()
                answer = await client.post(url, json=body)
                times.append(time.perf_counter() - began)
                assert answer.status_code == 200, answer.text
                assert "greeting.py:1" in answer.text, answer.text
                if time.monotonic() > deadline:
                    return

        async with anyio.create_task_group() as group:
            for _ in range(callers):
                group.start_soon(caller)


ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "hammer", "version": "1"},
}


def test_many_callers_at_once_are_all_answered(address: Address) -> None:
    times: list[float] = []
    anyio.run(hammer, address, 20, 1.0, times)
    assert len(times) >= 20


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform != "linux", reason="reads the process table")
def test_two_hundred_callers_for_a_minute(
    project: pathlib.Path, environ: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """No error, no growth of memory beyond 20 %; the times are printed."""
    address = listen(project, environ, "--no-index")
    try:
        anyio.run(hammer, address, 200, 8.0, [])
        before = memory_of(address.process.pid)
        times: list[float] = []
        anyio.run(hammer, address, 200, 60.0, times)
        after = until(lambda: memory_of(address.process.pid))
    finally:
        end(address)
    times.sort()
    with capsys.disabled():
        p50, p99 = (times[int(len(times) * share)] * 1000 for share in (0.5, 0.99))
        growth = f"{before / 1024:.0f} -> {after / 1024:.0f} MB"
        print(f"\n{len(times)} calls, p50 {p50:.0f} ms, p99 {p99:.0f} ms, {growth}")
    assert after <= before * 1.2


def test_a_client_that_never_finishes_its_request_is_dropped(address: Address) -> None:
    with socket.create_connection(("127.0.0.1", address.port), timeout=60) as slow:
        slow.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert slow.recv(1000) == b""
    assert address.ask("GET", "/health")[0] == 200


def test_a_connection_in_use_is_not_dropped(project: pathlib.Path, environ: dict[str, str]) -> None:
    """An assistant that sends its events over one connection must not lose one of them."""
    script = "import sightline.server.http as h; h.HEAD_SECONDS = 0.2\n"
    script += "import sys; from sightline.cli.main import main; sys.exit(main(sys.argv[1:]))"
    start = [sys.executable, "-c", script, "serve", "--http", "--port", "0", "--no-index"]
    address = listen(project, environ, command=start)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=30)
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            connection.request(
                "GET", "/health", headers={"Authorization": f"Bearer {address.token}"}
            )
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200
        connection.close()
    finally:
        end(address)
