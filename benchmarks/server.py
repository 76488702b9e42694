"""What the server costs: python benchmarks/server.py [--runs N] [--files N] [--calls N]

Beside a bare server on the same library, interleaved in the same run: start to first answer, memory
when idle, before and after indexing; what a tool call adds to the work itself; the latency of calls
and hooks over HTTP. One JSON line per figure on stdout and in benchmarks/results/server.jsonl.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import pathlib
import platform
import re
import socket
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from statistics import median
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCE = str(ROOT / "src")
RESULTS = ROOT / "benchmarks" / "results" / "server.jsonl"
sys.path.insert(0, SOURCE)

BARE = """
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
CLIENT = {"name": "codex", "version": "1"}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": CLIENT,
}
OLD = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT}
FIRST = {
    "initialize": {"method": "initialize", "params": OLD},
    "server/discover": {"method": "server/discover", "params": {"_meta": META}},
}


class Server:
    """A server process that is asked line by line."""

    def __init__(self, command: list[str], environ: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._id = 0

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send one request and wait for its answer."""
        self._id += 1
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self._id} | message) + "\n")
        self.process.stdin.flush()
        while True:
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
            if answer.get("id") == self._id:
                return answer

    def begin(self) -> None:
        """The handshake of the older era, and the list of tools."""
        self.ask(FIRST["initialize"])
        assert self.process.stdin is not None
        note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        self.process.stdin.write(json.dumps(note) + "\n")
        self.ask({"method": "tools/list"})

    def call(self, tool: str, arguments: dict[str, Any]) -> str:
        """The text of one tool's answer."""
        params = {"name": tool, "arguments": arguments}
        answer = self.ask({"method": "tools/call", "params": params})
        return str(answer["result"]["content"][0]["text"])

    def cpu(self) -> float:
        """Seconds of processor time so far (Linux)."""
        fields = (
            pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes that belong to this process alone or in its share (Linux)."""
        text = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        found = re.search(r"^Rss:\s+(\d+)", text, re.MULTILINE)
        assert found is not None
        return int(found[1]) / 1024

    def end(self) -> None:
        """Close its input, which ends it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def commands(project: str) -> dict[str, list[str]]:
    """The servers that are compared."""
    ours = [sys.executable, "-P", "-m", "sightline", "serve", "--root", project]
    return {"bare": [sys.executable, "-c", BARE], "sightline": ours}


def measure_start(project: str, environ: dict[str, str], runs: int) -> list[dict[str, object]]:
    """Start to first answer, both eras; CPU is the number to trust on a busy machine."""
    lines: list[dict[str, object]] = []
    for method, message in FIRST.items():
        cpu: dict[str, list[float]] = {"bare": [], "sightline": []}
        wall: dict[str, list[float]] = {"bare": [], "sightline": []}
        for run in range(runs + 1):
            for name, command in commands(project).items():
                began = time.perf_counter()
                server = Server(command, environ)
                server.ask(message)
                if run:  # The first round fills the caches.
                    wall[name].append((time.perf_counter() - began) * 1000)
                    cpu[name].append(server.cpu() * 1000)
                server.end()
        ratios = [a / b for a, b in zip(cpu["sightline"], cpu["bare"], strict=True)]
        lines.append(
            {
                "figure": f"start to first answer: {method}",
                "cpu_ms": round(median(cpu["sightline"])),
                "bare_cpu_ms": round(median(cpu["bare"])),
                "ratio": round(median(cpu["sightline"]) / median(cpu["bare"]), 2),
                "median_of_ratios": round(median(ratios), 2),
                "wall_ms": round(median(wall["sightline"])),
                "bare_wall_ms": round(median(wall["bare"])),
                "wall_ratio": round(median(wall["sightline"]) / median(wall["bare"]), 2),
                "target": "ratio <= 1.3",
            }
        )
    return lines


def measure_memory(project: str, environ: dict[str, str], home: str) -> list[dict[str, object]]:
    """An idle server before and after indexing, beside a bare one."""
    bare = Server(commands(project)["bare"], environ)
    bare.begin()
    before = Server([*commands(project)["sightline"], "--no-index"], environ)
    before.begin()
    fresh = environ | {"SIGHTLINE_HOME": os.path.join(home, "fresh")}
    after = Server(commands(project)["sightline"], fresh)
    after.begin()
    while "index complete" not in after.call("get_health", {}):
        time.sleep(0.2)
    time.sleep(3)  # The watcher has begun to listen and looked once more.
    figures = {"before indexing": before.memory(), "after indexing and calls": after.memory()}
    base = bare.memory()
    for server in (bare, before, after):
        server.end()
    return [
        {
            "figure": f"memory, idle, {name}",
            "megabytes": round(figure, 1),
            "bare_megabytes": round(base, 1),
            "ratio": round(figure / base, 2),
            "target": "ratio <= 1.6",
        }
        for name, figure in figures.items()
    ]


def measure_calls(project: str, environ: dict[str, str], calls: int) -> list[dict[str, object]]:
    """What a call through the server adds to the same call in this process.

    The work itself is the tool alone; the note of the call and the frame count as added.
    """
    os.environ["SIGHTLINE_HOME"] = environ["SIGHTLINE_HOME"]
    from sightline.engine import open_engine
    from sightline.model.session import SessionKey
    from sightline.tools.answer import answer
    from sightline.tools.catalog import run

    key = SessionKey("codex", "benchmark")
    engine = open_engine(project, remember=False)
    bare = Server(commands(project)["bare"], environ)
    bare.begin()
    server = Server([*commands(project)["sightline"], "--no-index"], environ)
    server.begin()
    lines: list[dict[str, object]] = []
    asked = {
        "query_symbol": {"name": "work_7_3"},
        "get_file_symbols": {"file_path": "part_7.py"},
        "get_health": {},
    }
    for tool, arguments in asked.items():
        times: dict[str, list[float]] = {"tool": [], "work": [], "server": [], "bare": []}
        for run_number in range(calls + 5):
            began = time.perf_counter()
            run(engine, tool, arguments, None)
            found = time.perf_counter()
            answer(engine, tool, arguments, key)
            worked = time.perf_counter()
            server.call(tool, arguments)
            served = time.perf_counter()
            bare.call("nothing", arguments)
            ended = time.perf_counter()
            if run_number >= 5:
                times["tool"].append((found - began) * 1000)
                times["work"].append((worked - found) * 1000)
                times["server"].append((served - worked) * 1000)
                times["bare"].append((ended - served) * 1000)
        added = median(times["server"]) - median(times["tool"])
        lines.append(
            {
                "figure": f"tool call: {tool}",
                "tool_alone_ms": round(median(times["tool"]), 2),
                "with_observation_and_frame_ms": round(median(times["work"]), 2),
                "through_the_server_ms": round(median(times["server"]), 2),
                "bare_server_ms": round(median(times["bare"]), 2),
                "added_ms_p50": round(added, 2),
                "target": "added <= 5 ms p50",
            }
        )
    bare.end()
    server.end()
    engine.close()
    return lines


def measure_http(project: str, environ: dict[str, str], calls: int) -> list[dict[str, object]]:
    """Hooks and health over HTTP on loopback, one connection kept."""
    process = subprocess.Popen(
        [*commands(project)["sightline"], "--no-index", "--http", "--port", "0"],
        env=environ,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    said = ""
    while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/mcp", said)):
        said += process.stderr.readline()
    token = (pathlib.Path(environ["SIGHTLINE_HOME"]) / "server-token").read_text().strip()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60)

    # The client library sends head and body apart; without this the kernel holds the body back.
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def timed(method: str, path: str, body: object = None) -> float:
        began = time.perf_counter()
        connection.request(method, path, json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status in (200, 204), answer.status
        return (time.perf_counter() - began) * 1000

    lines: list[dict[str, object]] = []
    for title, ask in (
        ("health", lambda number: timed("GET", "/health")),
        (
            "prompt hook",
            lambda number: timed("POST", "/hook?agent=claude", prompt(project, number)),
        ),
    ):
        times = sorted(ask(number) for number in range(calls + 5))
        lines.append(
            {
                "figure": f"HTTP on loopback: {title}",
                "p50_ms": round(median(times), 2),
                "p95_ms": round(times[int(len(times) * 0.95)], 2),
                "target": "prompt hook within 10 ms p50",
            }
        )
    process.terminate()
    process.wait()
    return lines


def prompt(project: str, number: int) -> dict[str, object]:
    """A prompt as Claude Code sends it; each one another."""
    return {
        "hook_event_name": "UserPromptSubmit",
        "session_id": f"bench-{number // 10}",
        "cwd": project,
        "prompt": f"why does work_{number % 40}_3 in part {number} return the wrong greeting?",
    }


def make_project(folder: pathlib.Path, files: int) -> None:
    """A repository of small modules that call each other."""
    for number in range(files):
        lines = ["from part_0 import work_0_0\n"]
        lines += [f"def work_{number}_{n}(x):\n    return work_0_0(x + {n})\n" for n in range(30)]
        (folder / f"part_{number}.py").write_text("\n".join(lines))
    subprocess.run(["git", "init", "-q", str(folder)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=7, help="interleaved starts")
    parser.add_argument("--files", type=int, default=400, help="files in the project")
    parser.add_argument("--calls", type=int, default=100, help="calls of each tool")
    arguments = parser.parse_args()
    machine = {
        "python": platform.python_version(),
        "mcp": version("mcp"),
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "date": time.strftime("%Y-%m-%d"),
    }
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder) / "project"
        project.mkdir()
        make_project(project, arguments.files)
        home = os.path.join(folder, "home")
        environ = os.environ | {"SIGHTLINE_HOME": home, "PYTHONPATH": SOURCE}
        index = [sys.executable, "-P", "-m", "sightline", "index", "--project", str(project)]
        subprocess.run(index, env=environ, check=True, capture_output=True)
        lines = measure_start(str(project), environ, arguments.runs)
        lines += measure_memory(str(project), environ, folder)
        lines += measure_calls(str(project), environ, arguments.calls)
        lines += measure_http(str(project), environ, arguments.calls)
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0
    text = "".join(json.dumps({**line, **machine, "load": load}) + "\n" for line in lines)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
