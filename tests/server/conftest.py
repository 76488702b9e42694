"""A project, a home, and the real server as a process: what tests of the server share."""

import json
import os
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from sightline.tools.catalog import REQUIRED, Tool, all_tools

SOURCE = pathlib.Path(__file__).parents[2] / "src"
GREETING = "def greet(name: str) -> str:\n    return 'hello ' + name\n"
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "codex", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}


def until(holds: Callable[[], object], seconds: float = 30.0) -> Any:
    """The first true answer; an error when none came in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = holds()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"not in {seconds} s")


def make_project(folder: pathlib.Path, files: int = 1) -> pathlib.Path:
    """A repository with a few files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "greeting.py").write_text(GREETING)
    for number in range(1, files):
        lines = [f"def work_{number}_{n}(x):\n    return greet(x)\n" for n in range(20)]
        (folder / f"part_{number}.py").write_text("\n".join(lines))
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def index(project: pathlib.Path, environ: dict[str, str]) -> None:
    """Have the project indexed before a server starts."""
    command = [sys.executable, "-m", "sightline", "index", "--project", str(project)]
    subprocess.run(command, env=environ, check=True, capture_output=True)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    return make_project(tmp_path_factory.mktemp("work"))


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory, project: pathlib.Path) -> dict[str, str]:
    """An environment with a home of this module's own, in which the project is indexed."""
    environ = own_environ(tmp_path_factory.mktemp("home"))
    index(project, environ)
    return environ


def own_environ(home: pathlib.Path) -> dict[str, str]:
    """The environment of a server whose home is this."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("SIGHTLINE_", "CLAUDE_"))}
    return kept | {
        "SIGHTLINE_HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "PYTHONPATH": str(SOURCE),
    }


def parameters(
    project: pathlib.Path, environ: dict[str, str], *words: str
) -> StdioServerParameters:
    """How the official client starts the server."""
    arguments = ["-m", "sightline", "serve", "--root", str(project), *words]
    return StdioServerParameters(command=sys.executable, args=arguments, env=environ)


def arguments_for(tool: Tool) -> dict[str, object]:
    """Something sensible for every required parameter."""
    known = {
        "file_path": "greeting.py",
        "symbol_names": ["greet"],
        "symbols": ["greet"],
        "category": "decision",
        "from_symbol": "greet",
        "to_symbol": "greet",
    }
    made = {"integer": 1, "number": 1, "boolean": True, "strings": ["greet"], "object": {}}
    return {
        param.name: known.get(param.name)
        or (param.choices[0] if param.choices else made.get(param.type, "greet"))
        for param in tool.params
        if param.default is REQUIRED
    }


async def call_every_tool(client: Client) -> None:
    """Each tool answers with text, and fails only where an id was made up."""
    for tool in all_tools():
        arguments = arguments_for(tool)
        answer = await client.call_tool(tool.name, arguments)
        text = answer.content[0].text
        assert text, tool.name
        assert "bug in Sightline" not in text, text
        assert answer.structured_content is None
        if not re.search("id|thread", " ".join(arguments)):
            assert not answer.is_error, f"{tool.name}: {text}"


class Server:
    """A server process that is talked to line by line."""

    def __init__(self, environ: dict[str, str], *words: str, cwd: pathlib.Path | None = None):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sightline", "serve", *words],
            env=environ,
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._id = 10

    def say(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the server has ended"
        message: dict[str, Any] = json.loads(line)
        return message

    def greet(self, capabilities: dict[str, Any] | None = None) -> None:
        """The handshake of the older era, and the list of tools."""
        params = HELLO["params"] | {"capabilities": capabilities or {}}  # type: ignore[operator]
        self.say(HELLO | {"params": params})
        self.hear()
        self.say(READY)
        self.say(LIST)

    def call(self, name: str, arguments: dict[str, Any], **meta: Any) -> tuple[str, list[Any]]:
        """The text of an answer, and what was heard before it."""
        self._id += 1
        params: dict[str, Any] = {"name": name, "arguments": arguments}
        if meta:
            params["_meta"] = meta
        self.say({"jsonrpc": "2.0", "id": self._id, "method": "tools/call", "params": params})
        before = []
        while (message := self.hear()).get("id") != self._id:
            before.append(message)
        return message["result"]["content"][0]["text"], before

    def children(self) -> list[int]:
        """Everything this process has started and that runs."""
        return descendants(self.process.pid)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


def descendants(pid: int) -> list[int]:
    """The processes below one, from the process table (Linux)."""
    found = []
    for tasks in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(word) for word in tasks.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *descendants(child)]
    return found


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be counted does not."""
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.fixture
def start() -> Iterator[Callable[..., Server]]:
    """Starts servers that end with the test."""
    started: list[Server] = []

    def begin(environ: dict[str, str], *words: str, cwd: pathlib.Path | None = None) -> Server:
        started.append(Server(environ, *words, cwd=cwd))
        return started[-1]

    yield begin
    for server in started:
        server.kill()
