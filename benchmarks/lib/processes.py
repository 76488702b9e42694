"""The measured processes: bare interpreter, hook, MCP servers over stdio and HTTP (Linux)."""

from __future__ import annotations

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks import SOURCE

# The hook runs with the interpreter itself, not with the virtual environment's link to it.
BARE = (os.path.realpath(sys.executable), "-I", "-S")
NOTHING = (*BARE, "-c", "pass")
HOOK = (*BARE, str(SOURCE / "sightline" / "hook" / "__main__.py"), "--agent", "claude")
CLIENT = {"name": "codex", "version": "1"}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": CLIENT,
}
INITIALIZE = {
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT},
}
DISCOVER = {"method": "server/discover", "params": {"_meta": META}}
# An empty server on the official library, as a yardstick.
SDK_SERVER = """
import anyio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

async def list_tools(context, params):
    schema = {"type": "object", "properties": {}}
    return types.ListToolsResult(tools=[types.Tool(name="nothing", input_schema=schema)])

async def call_tool(context, params):
    return types.CallToolResult(content=[types.TextContent(type="text", text="nothing")])

server = Server("bare", on_list_tools=list_tools, on_call_tool=call_tool)

async def main():
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

anyio.run(main)
"""
SDK_COMMAND = (sys.executable, "-c", SDK_SERVER)


def serve(*options: str) -> list[str]:
    """The command that starts our server."""
    return [sys.executable, "-P", "-m", "sightline", "serve", *options]


def user_environment(home: str | pathlib.Path) -> dict[str, str]:
    """The environment of processes: their own store, this source, and bytecode as users have it."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(pathlib.Path(home).parent),
        "SIGHTLINE_HOME": str(home),
        "PYTHONPATH": str(SOURCE),
    }


def cpu_of(pid: int) -> float:
    """CPU seconds of all threads of a running process, to the nanosecond (Linux)."""
    # The clock that clock_getcpuclockid(3) names; /proc/PID/stat counts in hundredths of a second.
    return time.clock_gettime((~pid << 3) | 2)


def wait_until_idle(pid: int, *, seconds: float, most: float = 60.0) -> None:
    """Return when the process has used almost no CPU for a number of seconds."""
    until = time.monotonic() + most
    used = cpu_of(pid)
    while time.monotonic() < until:
        time.sleep(seconds)
        before, used = used, cpu_of(pid)
        if used - before < seconds / 100:
            return


class StdioServer:
    """A server that answers requests line by line."""

    def __init__(
        self, command: Sequence[str], environ: Mapping[str, str], *, cwd: str | None = None
    ) -> None:
        self.process = subprocess.Popen(
            list(command),
            env=dict(environ),
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.pid = self.process.pid
        self._id = 0

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send one request and wait for its answer."""
        self._id += 1
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self._id} | message) + "\n")
        self.process.stdin.flush()
        while line := self.process.stdout.readline():
            answer: dict[str, Any] = json.loads(line)
            if answer.get("id") == self._id:
                return answer
        raise SystemExit(f"the server ended instead of answering {message['method']}")

    def begin(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The handshake and the list of tools, as every session begins; both results."""
        first = self.ask(INITIALIZE)
        assert self.process.stdin is not None
        note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        self.process.stdin.write(json.dumps(note) + "\n")
        return first["result"], self.ask({"method": "tools/list"})["result"]

    def call(self, tool: str, arguments: dict[str, Any]) -> str:
        """The text of one tool's answer."""
        params = {"name": tool, "arguments": arguments}
        answer = self.ask({"method": "tools/call", "params": params})
        return str(answer["result"]["content"][0]["text"])

    def memory(self) -> float:
        """Resident megabytes (Linux)."""
        text = pathlib.Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        match = re.search(r"^Rss:\s+(\d+)", text, re.MULTILINE)
        assert match is not None
        return int(match[1]) / 1024

    def end(self) -> None:
        """Close the server's input, which ends it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class HttpServer:
    """`serve --http` on loopback, over one persistent connection."""

    def __init__(self, project: str, home: pathlib.Path) -> None:
        self.process = subprocess.Popen(
            serve("--no-index", "--http", "--port", "0", "--root", project),
            env=user_environment(home),
            cwd=project,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.pid = self.process.pid
        assert self.process.stderr is not None
        output = ""
        while not (match := re.search(r"http://127\.0\.0\.1:(\d+)/mcp", output)):
            line = self.process.stderr.readline()
            if not line:
                raise SystemExit(f"serve --http did not start: {output}")
            output += line
        self._port = int(match[1])
        self._token = (home / "server-token").read_text().strip()
        self._connection = socket.create_connection(("127.0.0.1", self._port), timeout=60)

    def hook(self, event: bytes) -> bytes:
        """The answer to one event, sent like Claude Code does: header and body in one write."""
        head = (
            f"POST /hook?agent=claude HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Authorization: Bearer {self._token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(event)}\r\n\r\n"
        )
        self._connection.sendall(head.encode() + event)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._receive()
        status, _, body = answer.partition(b"\r\n\r\n")
        if status.split()[1] not in (b"200", b"204"):
            raise SystemExit(f"the HTTP hook was refused: {status.decode()}")
        length = re.search(rb"(?i)content-length: (\d+)", status)
        while length and len(body) < int(length[1]):
            body += self._receive()
        return body

    def _receive(self) -> bytes:
        part = self._connection.recv(65_536)
        if not part:
            raise SystemExit("serve --http closed the connection")
        return part

    def end(self) -> None:
        self._connection.close()
        self.process.terminate()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()
