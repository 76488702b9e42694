"""Whether servers stay bounded: python -m benchmarks.server_memory [--events N] [--save]

Sends prompts, tool events and ends of turns of many sessions to `serve --http`, and tool calls to a server over
stdio, on a project with past use. Reports the resident memory after 500 events and at the end, and the size of the
databases and of the largest journal beside them. Linux only.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import re
import tempfile
from typing import Any

from benchmarks import ROOT
from benchmarks.lib.processes import HttpServer, StdioServer, serve
from benchmarks.lib.projects import Project
from benchmarks.lib.results import add_save_option, publish

EARLY = 500
TURN = 4  # a prompt, two tool events, and the end of the turn
PER_SESSION = 80


def resident(pid: int) -> float:
    """Resident megabytes of a process."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    match = re.search(r"^Rss:\s+(\d+)", text, re.MULTILINE)
    assert match is not None
    return int(match[1]) / 1024


def event(project: Project, number: int) -> bytes:
    """The next event of a long day: sessions of twenty turns."""
    common = {"session_id": f"day-{number // PER_SESSION}", "cwd": str(project.root)}
    kind = number % TURN
    if kind == 0:
        common |= {"hook_event_name": "UserPromptSubmit", "prompt": project.prompt()}
    elif kind == TURN - 1:
        common |= {"hook_event_name": "Stop", "last_assistant_message": f"Changed part {number}."}
    else:
        command = {"command": f"pytest tests/part_{number}.py -q"}
        common |= {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": command}
        common["tool_response"] = {"stdout": f"{number} passed"}  # type: ignore[assignment]
    return json.dumps(common).encode()


def measure(project: Project, count: int) -> list[dict[str, Any]]:
    lines = []
    http = HttpServer(str(project.root), project.home)
    try:
        early = 0.0
        for number in range(count):
            http.hook(event(project, number))
            if number + 1 == EARLY:
                early = resident(http.pid)
        lines.append(_line("HTTP server, hook events", count, early, resident(http.pid)))
    finally:
        http.end()
    stdio = StdioServer(serve(), project.environ, cwd=str(project.root))
    try:
        stdio.begin()
        names = [project.word() for _ in range(count)]
        for number, name in enumerate(names):
            tool = (
                ("query_symbol", {"name": name}) if number % 2 else ("search_code", {"query": name})
            )
            stdio.call(*tool)
            if number + 1 == EARLY:
                early = resident(stdio.pid)
        lines.append(_line("stdio server, tool calls", count, early, resident(stdio.pid)))
        journals = [path.stat().st_size for path in project.home.rglob("*-wal")]
    finally:
        stdio.end()
    sizes = {path.stem: path.stat().st_size for path in project.home.rglob("*.db")}
    return [
        *lines,
        {
            "figure": "files afterwards",
            "largest_journal_MB": round(max(journals, default=0) / 1e6, 1),
            "memory_MB": round(sizes.get("memory", 0) / 1e6, 1),
            "journals_left": sum(1 for path in project.home.rglob("*-wal") if path.stat().st_size),
        },
    ]


def _line(figure: str, count: int, early: float, late: float) -> dict[str, Any]:
    return {
        "figure": figure, "events": count, f"MB_after_{EARLY}": round(early, 1),
        "MB_at_end": round(late, 1), "growth": round(late / early, 2),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--events", type=int, default=10_000)
    add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = Project(pathlib.Path(folder))
        project.clone(ROOT)
        project.index()
        project.use_names_of_the_code()
        project.make_memories(100)
        publish("server_memory", measure(project, arguments.events), save=arguments.save)


if __name__ == "__main__":
    main()
