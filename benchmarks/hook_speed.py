"""How long a prompt waits: python -m benchmarks.hook_speed --django DIR [--modes MODE ...] [--runs N] [--save]

Alternates between the whole prompt hook and the bare interpreter (`python -I -S -c pass`), on projects
with past use: this repository (100 memories), django (1,000) and generated code of 100,000 symbols
(10,000 memories). Every turn ends with a Stop event, as in an assistant with the installed hooks; only
prompts are measured. Each figure names its mode. `alone`: the hook process does all the work. `server`: it
sends the event to the session's MCP server over the socket; CPU is that of both processes, and the run
fails if a hook did the work itself. `http`: the assistant posts the event to `serve --http` and no process
is started; CPU is the server's, and wall time is the time to the answer.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks import ROOT
from benchmarks.lib.processes import (
    HOOK,
    NOTHING,
    HttpServer,
    StdioServer,
    cpu_of,
    serve,
    wait_until_idle,
)
from benchmarks.lib.projects import Project
from benchmarks.lib.results import add_save_option, percentile, publish

MODES = ("alone", "server", "http", "status")
STATUS_LINE = (sys.executable, "-m", "sightline", "statusline")
# The first runs write bytecode and warm the system's caches.
WARM_UPS = 10
SYMBOLS = 100_000
# A hook that does the work itself touches at least this share of the memory it touches alone.
FELL_BACK = 0.85


class Run(NamedTuple):
    """The cost of one process; `faults` counts the memory pages it touched."""

    cpu_ms: float
    wall_ms: float
    faults: int
    output: bytes


class Event(NamedTuple):
    """One measured event beside the bare interpreter."""

    bare: Run
    hook_ms: float
    server_ms: float
    wall_ms: float
    output: bytes


def run(command: Sequence[str], project: Project, given: bytes = b"") -> Run:
    """Run a process to its end, with pipes as assistants use them."""
    before = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=project.environ,
        cwd=project.root,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(given)
    process.stdin.close()
    output = process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - before
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    cpu = usage.ru_utime + usage.ru_stime
    return Run(cpu * 1000, wall * 1000, usage.ru_minflt, output)


class Turn(NamedTuple):
    """The events of one turn, as Claude Code sends them."""

    prompt: bytes
    stop: bytes


def turns(project: Project, count: int, mode: str) -> Iterator[Turn]:
    """Turns of ongoing sessions."""
    started = int(time.time())
    for number in range(count):
        session = {"session_id": f"{mode}-{started}-{number // 20}", "cwd": str(project.root)}
        prompt = {"hook_event_name": "UserPromptSubmit", "prompt": project.prompt()}
        reply = f"I changed {project.word()} and looked at {project.word()}; its tests pass."
        stop = {"hook_event_name": "Stop", "last_assistant_message": reply}
        yield Turn(json.dumps(session | prompt).encode(), json.dumps(session | stop).encode())


def alone(project: Project, runs: int) -> list[Event]:
    """The hook without any server."""
    events = []
    for turn in turns(project, runs + WARM_UPS, "alone"):
        bare, hook = run(NOTHING, project), run(HOOK, project, turn.prompt)
        run(HOOK, project, turn.stop)
        events.append(Event(bare, hook.cpu_ms, 0.0, hook.wall_ms, hook.output))
    return events[WARM_UPS:]


def with_server(project: Project, runs: int) -> list[Event]:
    """The hook with the session's server, started in the project as assistants do."""
    touched = [run(HOOK, project, turn.prompt).faults for turn in turns(project, 5, "calibration")]
    server = StdioServer(serve(), project.environ, cwd=str(project.root))
    try:
        server.begin()
        wait_until_idle(server.pid, seconds=1)
        sockets = list((project.home / "hooks").glob(f"*-{server.pid}.sock"))
        if not sockets:
            raise SystemExit(
                f"mode server: `sightline serve` made no socket in {project.home}/hooks; "
                "leave the mode out where the version measured has none"
            )
        events: list[Event] = []
        for turn in turns(project, runs + WARM_UPS, "server"):
            bare = run(NOTHING, project)
            before = cpu_of(server.pid)
            hook = run(HOOK, project, turn.prompt)
            wait_until_idle(server.pid, seconds=0.02, most=2)
            used = (cpu_of(server.pid) - before) * 1000
            if hook.faults >= FELL_BACK * min(touched) or used < 0.5:
                raise SystemExit(
                    f"mode server: event {len(events)} was not answered by the server. The hook "
                    f"touched {hook.faults} pages (alone: {min(touched)}) and took "
                    f"{hook.cpu_ms:.1f} ms of CPU, the server took {used:.2f} ms"
                )
            events.append(Event(bare, hook.cpu_ms, used, hook.wall_ms, hook.output))
            run(HOOK, project, turn.stop)
            wait_until_idle(server.pid, seconds=0.02, most=2)
    finally:
        server.end()
    return events[WARM_UPS:]


def over_http(project: Project, runs: int) -> list[Event]:
    """The same prompts sent to `serve --http` on loopback."""
    server = HttpServer(str(project.root), project.home)
    events = []
    try:
        for turn in turns(project, runs + WARM_UPS, "http"):
            bare = run(NOTHING, project)
            before = cpu_of(server.pid)
            began = time.perf_counter()
            output = server.hook(turn.prompt)
            wall = (time.perf_counter() - began) * 1000
            wait_until_idle(server.pid, seconds=0.02, most=2)
            used = (cpu_of(server.pid) - before) * 1000
            events.append(Event(bare, 0.0, used, wall, output))
            server.hook(turn.stop)
            wait_until_idle(server.pid, seconds=0.02, most=2)
    finally:
        server.end()
    return events[WARM_UPS:]


def status_line(project: Project, runs: int) -> list[Event]:
    """The status line of a session with a few prompts, as Claude Code calls it."""
    session = list(turns(project, 3, "status"))
    for turn in session:
        run(HOOK, project, turn.prompt)
    usage = {"cache_read_input_tokens": 900, "input_tokens": 30}
    state = {
        "session_id": json.loads(session[0].prompt)["session_id"],
        "workspace": {"project_dir": str(project.root)},
        "context_window": {"current_usage": usage},
    }
    events = []
    for _ in range(runs + WARM_UPS):
        bare, line = run(NOTHING, project), run(STATUS_LINE, project, json.dumps(state).encode())
        events.append(Event(bare, line.cpu_ms, 0.0, line.wall_ms, line.output))
    return events[WARM_UPS:]


def figure(name: str, mode: str, events: list[Event]) -> dict[str, Any]:
    """The result line of one project in one mode."""
    both = [event.hook_ms + event.server_ms for event in events]
    bare = percentile([event.bare.cpu_ms for event in events], 50)
    walls = [event.wall_ms for event in events]
    parts = {
        "cpu_over_bare_p50": percentile(both, 50) / bare,
        "cpu_over_bare_p95": percentile(both, 95) / bare,
        "cpu_p50_ms": percentile(both, 50),
        "cpu_p95_ms": percentile(both, 95),
        "hook_cpu_p50_ms": percentile([event.hook_ms for event in events], 50),
        "server_cpu_p50_ms": percentile([event.server_ms for event in events], 50),
        "bare_cpu_p50_ms": bare,
        "wall_p50_ms": percentile(walls, 50),
        "wall_p95_ms": percentile(walls, 95),
        "bare_wall_p50_ms": percentile([event.bare.wall_ms for event in events], 50),
    }
    answered = sum(bool(event.output) for event in events)
    if answered < len(events) / 2:
        raise SystemExit(f"{name}, {mode}: only {answered} of {len(events)} prompts got an answer")
    return {
        "figure": f"prompt hook, {name}: {mode}",
        **{key: round(value, 2) for key, value in parts.items()},
        "runs": len(events),
        "answered": answered,
        "mean_answer_bytes": round(sum(len(event.output) for event in events) / len(events)),
    }


MEASURED = {
    "alone": ("alone", alone),
    "server": ("with the session's server", with_server),
    "http": ("over HTTP", over_http),
    "status": ("status line", status_line),
}


def make_project(project: Project, tree: pathlib.Path | None, memories: int) -> None:
    """Code, index, memories and topics of a project in use."""
    if tree is None:
        project.make_code(SYMBOLS, per_file=50)
    else:
        project.clone(tree)
    project.index()
    if tree is not None:
        project.use_names_of_the_code()
    project.make_memories(memories)
    project.make_topics(300)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--django", type=pathlib.Path, help="a checkout of django")
    parser.add_argument(
        "--small", type=pathlib.Path, default=ROOT, help="this repository if not given"
    )
    parser.add_argument("--only", choices=("small", "django", "made"), nargs="+", default=[])
    parser.add_argument("--modes", choices=MODES, nargs="+", default=MODES)
    parser.add_argument("--runs", type=int, default=100, help="interleaved rounds")
    parser.add_argument("--folder", help="keep the projects here and use them again")
    add_save_option(parser)
    arguments = parser.parse_args()
    chosen = {
        "small": ("this repository", arguments.small, 100),
        "django": ("django", arguments.django, 1_000),
        "made": (f"{SYMBOLS:,} symbols", None, 10_000),
    }
    wanted = arguments.only or list(chosen)
    if "django" in wanted and arguments.django is None:
        parser.error("--django DIR is needed (or --only small made)")
    with tempfile.TemporaryDirectory(prefix="sightline-hook-") as temporary:
        for key in wanted:
            name, tree, memories = chosen[key]
            project = Project(pathlib.Path(arguments.folder or temporary, key).resolve())
            if not project.root.exists():
                make_project(project, tree and tree.resolve(), memories)
            elif tree is not None:
                project.use_names_of_the_code()
            for mode in arguments.modes:
                label, measure = MEASURED[mode]
                line = figure(name, label, measure(project, arguments.runs))
                publish("hook_speed", [line], save=arguments.save)


if __name__ == "__main__":
    main()
