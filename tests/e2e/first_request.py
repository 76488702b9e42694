"""How often the first request of an assistant has our tools: python -m tests.e2e.first_request

Starts each assistant many times in a fresh home and project, some of the runs beside busy processes, and
counts the runs whose first request to the model offers Sightline's tools. Claude Code also runs
interactively, in a pseudo-terminal: the prompt is typed as soon as the screen is drawn. A run in which the
assistant sends no request at all within the time allowed is counted apart and repeated once.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.lib.results import add_save_option, publish

from tests.e2e.assistants import ASSISTANTS, environment, prepare, program, run, version
from tests.e2e.real_assistants import PROMPTS, SOURCE, has_our_tools, sightline
from tests.e2e.stand_in import StandIn

INTERACTIVE = "claude-interactive"
# The screen is drawn when nothing more is written for this long.
QUIET_SECONDS = 0.5
BURN = "while True: sum(range(1000))"


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Keep this many processes busy."""
    started = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def run_interactively(
    path: str, *, home: pathlib.Path, project: pathlib.Path, stand_in: StandIn, seconds: int
) -> None:
    """Start Claude Code in a pseudo-terminal, type a prompt, and end it after its first request."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(project)
        environ = environment("claude", home, stand_in.url) | {"TERM": "xterm-256color"}
        environ.pop("CI")
        os.execve(path, [path], environ)
    until, has_drawn, has_typed = time.monotonic() + seconds, False, False
    while time.monotonic() < until and not stand_in.offered_tools():
        if select.select([terminal], [], [], QUIET_SECONDS)[0]:
            try:
                has_drawn |= bool(os.read(terminal, 65_536))
            except OSError:
                break
        elif has_drawn and not has_typed:
            os.write(terminal, PROMPTS[0].encode())
            has_typed = True
        elif has_typed:
            # A line end in the same chunk as the text would count as pasted.
            os.write(terminal, b"\r")
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)
    os.close(terminal)


# What the first request that offers tools had: ours, only those of others, or there was no request.
TOOLS, NONE, SILENT = "with_tools", "without_tools", "no_request"
# How long an assistant may take to its first request on a busy machine.
SECONDS = 300


def first_request(name: str, path: str, folder: pathlib.Path, number: int) -> str:
    """Start the assistant once in a fresh home and look at its first request that offers tools."""
    agent = name.split("-")[0]
    place = pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-{number}-", dir=folder))
    home, project = place / "home", place / "project"
    (project / "auth").mkdir(parents=True)
    (project / "auth" / "session.py").write_text(SOURCE)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    stand_in = StandIn()
    try:
        prepare(agent, home, project, stand_in.url)
        sightline(home, project, agent, "index")
        sightline(home, project, agent, "install", "--agent", agent, "--yes")
        if name == INTERACTIVE:
            run_interactively(path, home=home, project=project, stand_in=stand_in, seconds=SECONDS)
        else:
            url = stand_in.url
            run(name, path, PROMPTS[0], home=home, project=project, url=url, seconds=SECONDS)
        offered = stand_in.offered_tools()
        if not offered:
            return SILENT
        return TOOLS if has_our_tools(offered[0]) else NONE
    finally:
        stand_in.close()


def outcome_of(name: str, path: str, folder: pathlib.Path, number: int) -> str:
    """What one run showed; a run without any request is repeated once."""
    outcome = first_request(name, path, folder, number)
    return outcome if outcome != SILENT else first_request(name, path, folder, number)


def main() -> int:
    """Count for every assistant that is installed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="npm folder with them")
    parser.add_argument("--only", action="append", help="this assistant only; may repeat")
    parser.add_argument("--runs", type=int, default=20, help="runs per assistant (20)")
    parser.add_argument("--loaded", type=int, default=3, help="how many of them under load (3)")
    add_save_option(parser)
    arguments = parser.parse_args()
    programs = {assistant.name: program(assistant, arguments.programs) for assistant in ASSISTANTS}
    programs[INTERACTIVE] = programs["claude"]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="first-", dir=arguments.programs))
    failed = False
    try:
        for name, path in programs.items():
            if path is None or (arguments.only and name not in arguments.only):
                continue
            quiet = arguments.runs - arguments.loaded
            outcomes = [outcome_of(name, path, folder, n) for n in range(quiet)]
            with load(2 * (os.cpu_count() or 1)):
                rest = range(quiet, arguments.runs)
                outcomes += [outcome_of(name, path, folder, n) for n in rest]
            line = {
                "figure": name,
                "version": version(path).rstrip("."),
                "runs": arguments.runs,
                **{kind: outcomes.count(kind) for kind in (TOOLS, NONE, SILENT)},
                "runs_under_load": arguments.loaded,
                "with_tools_under_load": outcomes[quiet:].count(TOOLS),
            }
            publish("first_request", [line], save=arguments.save)
            failed |= outcomes.count(TOOLS) < arguments.runs
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
