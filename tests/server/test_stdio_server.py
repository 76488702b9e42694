"""The stdio server message by message: methods, error codes, versions, cancellation, its end."""

import json
import os
import pathlib
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from sightline.server import protocol, stdio_server
from sightline.server.backend import Backend
from sightline.server.jsonrpc import Message, Writer
from sightline.server.stdio_server import StdioServer
from sightline.tools.catalog import LEAN
from tests.server.conftest import HELLO, LIST, index, make_project, parameters, until

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "codex", "version": "1"},
}
SERVER = {"io.modelcontextprotocol/serverInfo": protocol.SERVER_INFO}


class GatedBackend(Backend):
    """Calls of `slow` wait until the gate opens; all others are answered with their name."""

    def __init__(self, root: pathlib.Path) -> None:
        super().__init__([], environ={}, session_environ={}, background=False)
        self.gate = threading.Event()
        self.started: list[str] = []
        self.callers: list[str] = []
        self.offered: list[list[str]] = []

    def call(self, name: str, arguments: dict[str, Any], caller: Any, **how: Any) -> Message:
        self.started.append(name)
        self.callers.append(caller.client)
        if name == "broken":
            raise RuntimeError("the tape is torn")
        if report := how["report"]:
            report(40)
        if name == "slow":
            until(lambda: self.gate.is_set() or how["cancelled"].is_set())
        return protocol.call_result([name], failed=False)

    def offer_roots(self, uris: list[str]) -> None:
        self.offered.append(uris)


class Connection:
    """A server in a thread, talked to by lines."""

    def __init__(self, backend: GatedBackend) -> None:
        self.backend = backend
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        server = StdioServer(backend, Writer(self), "full")  # type: ignore[arg-type]
        lines = iter(self._lines.get, b"")
        self.thread = threading.Thread(target=server.run, args=(lines,), daemon=True)
        self.thread.start()

    def write(self, line: bytes) -> None:
        self._answers.put(line)

    def flush(self) -> None:
        pass

    def send(self, *messages: object) -> None:
        for message in messages:
            self._lines.put(message if isinstance(message, bytes) else json.dumps(message).encode())

    def receive(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._answers.get(timeout=30))
        assert answer.pop("jsonrpc") == "2.0"
        return answer

    def ask(self, method: str, params: object = None, number: object = 7) -> dict[str, Any]:
        """The answer to one request."""
        message = {"jsonrpc": "2.0", "id": number, "method": method}
        self.send(message if params is None else message | {"params": params})
        return self.receive()

    def error(self, method: str, params: object = None) -> int:
        """The code with which a request is refused."""
        answer = self.ask(method, params)
        assert answer["id"] == 7
        return int(answer["error"]["code"])

    def handshake(self, version: str, capabilities: dict[str, Any] | None = None) -> str:
        params = {"protocolVersion": version, "capabilities": capabilities or {}}
        info = {"name": "tester", "version": "1"}
        return str(
            self.ask("initialize", params | {"clientInfo": info})["result"]["protocolVersion"]
        )

    def end(self) -> None:
        """The input ends."""
        self._lines.put(b"")


@pytest.fixture
def connection(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    connection = Connection(GatedBackend(tmp_path))
    yield connection
    connection.backend.gate.set()
    connection.end()
    connection.thread.join(30)
    assert not connection.thread.is_alive()


def call(number: str | int, name: str, **meta: object) -> Message:
    params: Message = {"name": name, "arguments": {}}
    if meta:
        params["_meta"] = meta
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def cancel(number: object) -> Message:
    params = {"requestId": number}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


def test_our_versions_are_those_of_the_official_library() -> None:
    assert protocol.HANDSHAKE_VERSIONS == HANDSHAKE_PROTOCOL_VERSIONS
    assert (protocol.ENVELOPE_VERSION,) == MODERN_PROTOCOL_VERSIONS


@pytest.mark.parametrize("version", protocol.HANDSHAKE_VERSIONS)
def test_the_version_a_client_wants_is_agreed_on(connection: Connection, version: str) -> None:
    assert connection.handshake(version) == version


@pytest.mark.parametrize("version", ["2026-07-28", "2099-01-01", "1.0", ""])
def test_a_version_we_do_not_have_is_answered_with_our_newest(
    connection: Connection, version: str
) -> None:
    assert connection.handshake(version) == "2025-11-25"


@pytest.mark.parametrize(
    "params", [{}, {"protocolVersion": 7}, {"protocolVersion": "1", "capabilities": []}]
)
def test_a_handshake_that_makes_no_sense_is_refused(connection: Connection, params: Any) -> None:
    assert connection.error("initialize", params) == -32602
    assert connection.handshake("2025-06-18") == "2025-06-18"


def test_every_method_of_the_versions_with_a_handshake(connection: Connection) -> None:
    connection.handshake("2025-11-25")
    assert connection.ask("ping") == {"id": 7, "result": {}}
    assert connection.ask("ping", number="a") == {"id": "a", "result": {}}
    assert connection.ask("ping", number=0) == {"id": 0, "result": {}}
    assert connection.ask("logging/setLevel", {"level": "info"}) == {"id": 7, "result": {}}
    assert set(connection.ask("tools/list")["result"]) == {"tools"}
    assert set(connection.ask("prompts/list")["result"]) == {"prompts"}
    filled = connection.ask(
        "prompts/get", {"name": "what_breaks", "arguments": {"symbol": "greet"}}
    )
    assert "greet" in filled["result"]["messages"][0]["content"]["text"]
    answer = connection.ask("tools/call", {"name": "query_symbol"})
    assert answer["result"] == protocol.call_result(["query_symbol"], failed=False)


def test_every_method_of_the_version_without_a_handshake(connection: Connection) -> None:
    found = connection.ask("server/discover", {"_meta": META})["result"]
    assert found["supportedVersions"] == ["2026-07-28"]
    assert found["capabilities"] == protocol.CAPABILITIES
    lists = [connection.ask(m, {"_meta": META})["result"] for m in ("tools/list", "prompts/list")]
    for result in (found, *lists):
        assert result["resultType"] == "complete"
        assert result["cacheScope"] == "private"
        assert result["ttlMs"] >= 0
        assert result["_meta"] == SERVER
    answer = connection.ask("tools/call", {"name": "query_symbol", "_meta": META})["result"]
    called = protocol.call_result(["query_symbol"], failed=False)
    assert answer == called | {"resultType": "complete", "_meta": SERVER}
    filled = connection.ask("prompts/get", {"name": "brief_me", "_meta": META})["result"]
    assert filled["resultType"] == "complete"


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("no/such", None, -32601),
        ("resources/list", None, -32601),
        ("completion/complete", None, -32601),
        ("server/discover", None, -32601),
        ("ping", {"_meta": META}, -32601),
        ("logging/setLevel", {"level": "info", "_meta": META}, -32601),
        ("subscriptions/listen", {"_meta": META}, -32601),
        ("ping", [], -32602),
        ("tools/call", {}, -32602),
        ("tools/call", {"name": 7}, -32602),
        ("tools/call", {"name": "x", "arguments": []}, -32602),
        ("prompts/get", {}, -32602),
        ("prompts/get", {"name": "brief"}, -32602),
        ("prompts/get", {"name": "what_breaks"}, -32602),
        ("prompts/get", {"name": "what_breaks", "arguments": "greet"}, -32602),
        ("logging/setLevel", {"level": "loud"}, -32602),
        ("logging/setLevel", {"level": []}, -32602),
        ("tools/list", {"_meta": META | {protocol._VERSION_KEY: 7}}, -32602),
        ("tools/list", {"_meta": {protocol._VERSION_KEY: "2026-07-28"}}, -32602),
        ("tools/list", {"_meta": META | {protocol._VERSION_KEY: "2027-01-01"}}, -32022),
    ],
)
def test_error_codes(connection: Connection, method: str, params: Any, code: int) -> None:
    connection.handshake("2025-06-18")
    assert connection.error(method, params) == code


def test_an_unsupported_version_is_told_which_ones_are(connection: Connection) -> None:
    meta = META | {protocol._VERSION_KEY: "2027-01-01"}
    error = connection.ask("server/discover", {"_meta": meta})["error"]
    assert error["data"] == {"supported": ["2026-07-28"], "requested": "2027-01-01"}


@pytest.mark.parametrize("line", [b"no JSON", b"\xff\xff", b'{"a":' * 100_000, b"[" * 100_000])
def test_a_line_that_is_not_json_is_answered_and_costs_nothing_else(
    connection: Connection, line: bytes
) -> None:
    connection.send(line)
    answer = connection.receive()
    assert (answer["id"], answer["error"]["code"]) == (None, -32700)
    assert connection.ask("ping")["result"] == {}


@pytest.mark.parametrize("value", ["ping", 7, {}, {"jsonrpc": "2.0", "id": None, "method": "ping"}])
def test_a_value_that_is_no_message_is_an_invalid_request(
    connection: Connection, value: object
) -> None:
    connection.send(value)
    answer = connection.receive()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)


def test_a_bug_of_ours_is_an_internal_error_and_is_logged(
    connection: Connection, tmp_path: pathlib.Path
) -> None:
    assert connection.error("tools/call", {"name": "broken"}) == -32603
    assert "the tape is torn" in (tmp_path / "home" / "hook.log").read_text()
    assert connection.ask("tools/call", {"name": "whole"})["result"]


def test_deeply_nested_arguments_are_no_crash(connection: Connection) -> None:
    deep = '{"a":' * 400 + "1" + "}" * 400
    text = (
        '{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"what_breaks","arguments":'
    )
    connection.send((text + '{"symbol":' + deep + "}}}").encode())
    assert connection.receive()["id"] == 7


BATCH = [
    {"jsonrpc": "2.0", "id": 1, "method": "ping"},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "no/such"},
    [],
]


def test_a_batch_is_answered_in_the_one_version_that_has_them(connection: Connection) -> None:
    connection.handshake("2025-03-26")
    connection.send(BATCH)
    answers = [connection.receive() for _ in range(3)]
    assert [answer["id"] for answer in answers] == [1, 2, None]
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, -32601, -32600]
    connection.send([])
    assert connection.receive()["error"]["code"] == -32600


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
def test_a_batch_is_refused_in_all_others(connection: Connection, version: str) -> None:
    connection.handshake(version)
    connection.send(BATCH)
    answer = connection.receive()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)
    assert connection.ask("ping")["result"] == {}


def test_other_requests_are_answered_while_a_call_runs(connection: Connection) -> None:
    connection.send(call(1, "slow"))
    assert connection.ask("ping")["id"] == 7
    assert connection.ask("tools/call", {"name": "quick"})["id"] == 7
    connection.backend.gate.set()
    assert connection.receive()["id"] == 1


def test_a_cancelled_call_is_never_answered(connection: Connection) -> None:
    connection.send(call(1, "slow"), call("two", "slow"))
    until(lambda: len(connection.backend.started) == 2)
    connection.send(cancel(1), cancel("two"), cancel(99), cancel([]), cancel(None))
    connection.end()
    connection.thread.join(30)
    assert not connection.thread.is_alive()
    assert connection._answers.empty()


def test_a_call_that_is_cancelled_before_it_starts_never_runs(connection: Connection) -> None:
    connection.send(*(call(number, "slow") for number in range(stdio_server.THREADS)))
    until(lambda: len(connection.backend.started) == stdio_server.THREADS)
    connection.send(call("late", "waiting"), cancel("late"))
    assert connection.ask("ping")["result"] == {}
    connection.backend.gate.set()
    answers = {connection.receive()["id"] for _ in range(stdio_server.THREADS)}
    assert answers == set(range(stdio_server.THREADS))
    assert "waiting" not in connection.backend.started


def test_an_id_that_is_still_in_use_is_refused(connection: Connection) -> None:
    connection.send(call(1, "slow"), call(1, "quick"))
    answer = connection.receive()
    assert (answer["id"], answer["error"]["code"]) == (1, -32600)
    connection.backend.gate.set()
    assert connection.receive()["result"]
    connection.send(call(1, "quick"))
    assert connection.receive()["result"] == protocol.call_result(["quick"], failed=False)


@pytest.mark.parametrize("token", ["p", 0])
def test_progress_is_told_under_the_clients_token(connection: Connection, token: Any) -> None:
    connection.send(call(1, "quick", progressToken=token))
    told = connection.receive()
    assert told["method"] == "notifications/progress"
    assert (told["params"]["progressToken"], told["params"]["progress"]) == (token, 40)
    assert connection.receive()["id"] == 1


@pytest.mark.parametrize("token", [None, True, [], 1.5])
def test_without_a_token_no_progress_is_told(connection: Connection, token: Any) -> None:
    connection.send(call(1, "quick", progressToken=token))
    assert connection.receive()["id"] == 1


def test_who_calls_is_told_by_the_handshake_or_the_envelope(connection: Connection) -> None:
    connection.handshake("2025-06-18")
    connection.ask("tools/call", {"name": "one"})
    connection.ask("tools/call", {"name": "two", "_meta": META})
    assert connection.backend.callers == ["tester", "codex"]


def test_only_the_newest_answer_about_roots_counts(connection: Connection) -> None:
    connection.handshake("2025-06-18", {"roots": {"listChanged": True}})
    connection.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    first = connection.receive()
    connection.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
    second = connection.receive()
    assert first["method"] == second["method"] == "roots/list"
    assert first["id"] != second["id"]
    for request, uri in ((first, "file:///old"), (second, "file:///new")):
        roots = [{"uri": uri}, {"uri": 7}, "odd"]
        connection.send({"jsonrpc": "2.0", "id": request["id"], "result": {"roots": roots}})
    assert connection.ask("ping")["result"] == {}
    assert connection.backend.offered == [["file:///new"]]


@pytest.mark.parametrize("answer", [{"error": {"code": -1}}, {"result": 7}, {"result": {}}])
def test_a_client_that_does_not_name_its_roots_is_no_error(
    connection: Connection, answer: dict[str, Any]
) -> None:
    connection.handshake("2025-06-18", {"roots": {}})
    connection.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    connection.send({"jsonrpc": "2.0", "id": connection.receive()["id"], **answer})
    assert connection.ask("ping")["result"] == {}


def test_calls_that_run_when_the_input_ends_are_answered(connection: Connection) -> None:
    connection.send(call(1, "slow"), call(2, "slow"))
    connection.end()
    until(lambda: len(connection.backend.started) == 2)
    connection.backend.gate.set()
    connection.thread.join(30)
    assert not connection.thread.is_alive()
    assert {connection.receive()["id"] for _ in range(2)} == {1, 2}


def test_a_call_that_takes_too_long_after_the_end_is_not_waited_for(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio_server, "GRACE_SECONDS", 0.01)
    connection.send(call(1, "slow"))
    connection.end()
    connection.thread.join(30)
    assert not connection.thread.is_alive()
    assert connection._answers.empty()


HEAVY = ("mcp", "pydantic", "anyio", "asyncio", "starlette", "tree_sitter", "watchfiles")
HEAVY_OWN = ("sightline.index", "sightline.parse", "sightline.web")


def test_nothing_heavy_is_loaded_before_the_first_answers(
    project: pathlib.Path, environ: dict[str, str]
) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "sightline", "serve"]
    done = subprocess.run(
        [*command, "--root", str(project)],
        input=json.dumps(HELLO) + "\n" + json.dumps(LIST) + "\n",
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert len(done.stdout.splitlines()) == 2
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "sightline.server.stdio_server" in loaded
    assert not [name for name in loaded if name.split(".")[0] in HEAVY]
    assert not [name for name in loaded if name.startswith(HEAVY_OWN)]


def test_http_without_its_extra_says_what_to_install(environ: dict[str, str]) -> None:
    code = (
        "import sys; sys.modules['mcp'] = None\n"
        "from sightline.cli.main import main; sys.exit(main(['serve', '--http']))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True)
    assert done.returncode == 1
    assert 'pip install "sightline[http]"' in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
def test_the_official_client_in_every_version_with_a_handshake(
    version: str,
    project: pathlib.Path,
    environ: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What the client offers; the server could only choose another.
    monkeypatch.setattr("mcp.client.session.LATEST_HANDSHAKE_VERSION", version)

    async def talk() -> None:
        async with Client(parameters(project, environ, "--no-index"), mode="legacy") as client:
            assert client.protocol_version == version
            assert len((await client.list_tools()).tools) == len(LEAN)
            answer = await client.call_tool("query_symbol", {"name": "greet"})
            assert "greeting.py:1" in answer.content[0].text
            await client.session.send_ping()

    anyio.run(talk)


def test_the_official_client_gives_up_a_call_and_goes_on(
    tmp_path: pathlib.Path, project: pathlib.Path, environ: dict[str, str]
) -> None:
    big = make_project(tmp_path / "big", files=60)
    index(big, environ)

    async def talk() -> None:
        async with Client(parameters(big, environ, "--no-index")) as client:
            with pytest.raises(MCPError):
                await client.call_tool(
                    "get_impact_graph", {"symbol": "greet"}, read_timeout_seconds=0.0001
                )
            answer = await client.call_tool("query_symbol", {"name": "greet"})
            assert "def greet" in answer.content[0].text

    anyio.run(talk)


def test_a_message_of_a_megabyte_is_answered(
    project: pathlib.Path, environ: dict[str, str], start: Any
) -> None:
    server = start(environ, "--root", str(project), "--no-index")
    server.greet()
    text, _ = server.call("search_code", {"query": "greet " * 170_000})
    assert "greeting.py" in text
    assert server.call("get_health", {})[0]


def test_half_a_character_in_a_request_does_not_leave_it_unanswered(
    project: pathlib.Path, environ: dict[str, str], start: Any
) -> None:
    """Programs that cut text inside an emoji send one half of it."""
    server = start(environ, "--no-index", cwd=project)
    server.greet()
    assert "def greet" in server.call("search_code", {"query": "greet \ud83d"})[0]


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")
def test_it_ends_at_once_when_told_to_while_it_waits(
    project: pathlib.Path, environ: dict[str, str], start: Any
) -> None:
    server = start(environ, "--root", str(project))
    server.greet()
    server.hear()
    server.process.terminate()
    assert server.process.wait(timeout=20) == 0
