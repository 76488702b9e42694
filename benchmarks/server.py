"""Cost of the MCP server over stdio: python -m benchmarks.server [--runs N] [--files N] [--calls N] [--save]

Measures CPU and wall time from the start to the answers of `initialize` and `tools/list`, as every session
begins, and to the answer of one tool call; resident memory when idle, after one tool call, and after indexing
the project; and the overhead of a call through the server over the tool's own work. If the official library
(`mcp`) is installed, an empty server on it alternates with ours (`sdk`). Linux only: CPU and memory of a running
process are read from the system.
"""

from __future__ import annotations

import argparse
import importlib.util
import pathlib
import subprocess
import tempfile
import time
from statistics import median
from typing import Any, NamedTuple

from benchmarks.lib.processes import (
    DISCOVER,
    SDK_COMMAND,
    StdioServer,
    cpu_of,
    serve,
    user_environment,
    wait_until_idle,
)
from benchmarks.lib.projects import Project
from benchmarks.lib.results import add_save_option, publish

CALL = ("query_symbol", {"name": "work_7_3"})
CALLS = {
    "query_symbol": {"name": "work_7_3"},
    "get_file_symbols": {"file_path": "part_7.py"},
    "get_health": {},
}
WARM_UPS = 5


class Start(NamedTuple):
    """The cost of a server until it had answered."""

    cpu_ms: float
    wall_ms: float
    megabytes: float


def measure_start(command: list[str], project: Project, upto: str) -> Start:
    """Start a server, send the first requests, and end it."""
    began = time.perf_counter()
    server = StdioServer(command, project.environ, cwd=str(project.root))
    if upto == "server/discover":
        server.ask(DISCOVER)
    else:
        server.begin()
    if upto == "tools/call":
        server.call(*CALL)
    wall, cpu = time.perf_counter() - began, cpu_of(server.pid)
    wait_until_idle(server.pid, seconds=0.2, most=5)
    megabytes = server.memory()
    server.end()
    return Start(cpu * 1000, wall * 1000, megabytes)


def measure_starts(project: Project, runs: int) -> list[dict[str, Any]]:
    """Medians of our server and one on the official library, in alternating runs."""
    names = {
        "initialize": "first answer: initialize and tools/list",
        "server/discover": "first answer: server/discover",
        "tools/call": "first tool call, from the start",
    }
    lines = []
    for upto, name in names.items():
        commands = {"": serve()}
        if upto != "tools/call" and importlib.util.find_spec("mcp"):
            commands["sdk_"] = list(SDK_COMMAND)
        taken: dict[str, list[Start]] = {prefix: [] for prefix in commands}
        for number in range(runs + 1):
            for prefix, command in commands.items():
                start = measure_start(command, project, upto)
                if number:  # The first round writes bytecode and fills the caches.
                    taken[prefix].append(start)
        line: dict[str, Any] = {"figure": name}
        for prefix, starts in taken.items():
            line[f"{prefix}cpu_ms"] = round(median(start.cpu_ms for start in starts), 1)
            line[f"{prefix}wall_ms"] = round(median(start.wall_ms for start in starts), 1)
            line[f"{prefix}idle_megabytes"] = round(median(s.megabytes for s in starts), 1)
        lines.append(line)
    return lines


def measure_indexing(project: Project) -> dict[str, Any]:
    """Memory of an idle server that has indexed the project."""
    environ = user_environment(project.home.parent / "fresh")
    server = StdioServer(serve(), environ, cwd=str(project.root))
    server.begin()
    while "index complete" not in server.call("get_health", {}):
        time.sleep(0.2)
    wait_until_idle(server.pid, seconds=3)
    megabytes = server.memory()
    server.end()
    return {"figure": "after indexing the project", "idle_megabytes": round(megabytes, 1)}


def measure_calls(project: Project, calls: int) -> list[dict[str, Any]]:
    """A call through the server compared with the tool alone; the difference is the overhead."""
    from sightline.tools.catalog import run

    engine = project.engine()
    server = StdioServer(serve("--no-index"), project.environ, cwd=str(project.root))
    server.begin()
    lines = []
    for tool, arguments in CALLS.items():
        alone, through, used = [], [], []
        for _ in range(calls + WARM_UPS):
            began = time.perf_counter()
            run(engine, tool, arguments, None)
            worked, before = time.perf_counter(), cpu_of(server.pid)
            asked = time.perf_counter()
            server.call(tool, arguments)
            through.append((time.perf_counter() - asked) * 1000)
            used.append((cpu_of(server.pid) - before) * 1000)
            alone.append((worked - began) * 1000)
        lines.append(
            {
                "figure": f"tool call: {tool}",
                "tool_alone_ms": round(median(alone[WARM_UPS:]), 2),
                "through_the_server_ms": round(median(through[WARM_UPS:]), 2),
                "server_cpu_ms": round(median(used[WARM_UPS:]), 2),
                "added_ms": round(median(through[WARM_UPS:]) - median(alone[WARM_UPS:]), 2),
            }
        )
    server.end()
    engine.close()
    return lines


def make_code(folder: pathlib.Path, files: int) -> None:
    """A repository of small modules that call each other."""
    folder.mkdir(parents=True)
    for number in range(files):
        lines = ["from part_0 import work_0_0\n"]
        lines += [f"def work_{number}_{n}(x):\n    return work_0_0(x + {n})\n" for n in range(30)]
        (folder / f"part_{number}.py").write_text("\n".join(lines))
    subprocess.run(["git", "init", "-q", str(folder)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=10, help="interleaved starts")
    parser.add_argument("--files", type=int, default=400, help="files in the project")
    parser.add_argument("--calls", type=int, default=100, help="calls of each tool")
    add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sightline-server-") as folder:
        project = Project(pathlib.Path(folder).resolve())
        make_code(project.root, arguments.files)
        project.index()
        lines = measure_starts(project, arguments.runs)
        lines.append(measure_indexing(project))
        lines += measure_calls(project, arguments.calls)
    publish("server", lines, save=arguments.save)


if __name__ == "__main__":
    main()
