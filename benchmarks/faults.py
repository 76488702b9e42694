"""Endurance under faults: python -m benchmarks.faults [--rounds N] [--stalls N] [--flips N] [--save]

Chaos rounds (two stdio servers and one HTTP server that save memories until they are killed at a random moment, a
watcher, `remember`, and 40 hooks of which about a third are killed), hooks stopped for longer than their deadline,
and flipped bytes in the databases go through the product's own processes. One JSON line per suite: what was tried
and what was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks import SOURCE
from benchmarks.lib import results
from benchmarks.lib.processes import META, StdioServer, serve

HOOK = [sys.executable, "-I", "-S", str(SOURCE / "sightline" / "hook" / "__main__.py")]
CLI = [sys.executable, "-P", "-m", "sightline"]
HOOKS = 40
SERVERS = 3
STALL_SECONDS = 1.15
Line = dict[str, Any]


class Place:
    """A project and a data folder of its own."""

    def __init__(self, folder: str) -> None:
        self.project = pathlib.Path(folder, "project")
        self.home = pathlib.Path(folder, "home")
        self.project.mkdir()
        (self.project / "app.py").write_text("def charge(order):\n    return order\n")
        self.environ = {**os.environ, "SIGHTLINE_HOME": str(self.home), "PYTHONPATH": str(SOURCE)}

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, cwd=self.project, env=self.environ, stdin=pipe, stdout=pipe, stderr=pipe
        )

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*CLI, *command], cwd=self.project, env=self.environ, capture_output=True, text=True
        )

    def submit(self, prompt: str, disturb: tuple[float, float] | None = None) -> str:
        """Submit a prompt; `disturb` stops the hook after and for so many seconds, or kills it.

        Returns "ok", "killed", or what was wrong.
        """
        event = {"hook_event_name": "UserPromptSubmit", "prompt": prompt, "session_id": prompt}
        process = self.start(HOOK)
        if disturb is not None:
            threading.Thread(target=_disturb, args=(process.pid, *disturb)).start()
        try:
            stdout, stderr = process.communicate(json.dumps(event).encode(), timeout=60)
        except BrokenPipeError:
            stdout, stderr = b"", b""
        if process.wait() == -signal.SIGKILL:
            return "killed"
        if process.returncode or stderr or (stdout and not isinstance(json.loads(stdout), dict)):
            return f"exit {process.returncode}, {stderr[-200:]!r}"
        return "ok"

    def texts(self, sql: str) -> list[str]:
        with sqlite3.connect(self.home / "memory.db") as memory:
            return [row[0] for row in memory.execute(sql)]

    def prompts(self) -> list[str]:
        """Every prompt in the store, after the spool was applied."""
        self.submit("look at everything")
        return self.texts("SELECT text FROM turn WHERE role = 'prompt'")

    def memories(self) -> list[str]:
        return self.texts("SELECT text FROM memory")


def _disturb(pid: int, after: float, seconds: float) -> None:
    time.sleep(after)
    try:
        os.kill(pid, signal.SIGSTOP if seconds else signal.SIGKILL)
        if seconds:
            time.sleep(seconds)
            os.kill(pid, signal.SIGCONT)
    except ProcessLookupError:
        return


def distinct(kind: str, number: int) -> str:
    """A text that says something else than every other one."""
    words = (
        "amber",
        "birch",
        "cedar",
        "dune",
        "ember",
        "fjord",
        "grove",
        "heath",
        "islet",
        "jetty",
    )
    return f"{kind} {words[number % 10]} {words[number // 10 % 10]} x{number}q{number * 7919}"


def chaos(rounds: int) -> Line:
    """Servers that keep memories, a watcher, `remember` and hooks at once, killed at random."""
    acknowledged: dict[str, list[str]] = {"prompt": [], "memory": []}
    faults: list[str] = []
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        place.run("index")
        chance = random.Random(1)
        for round_number in range(rounds):
            prompts = [distinct(f"prompt{round_number}", number) for number in range(HOOKS)]
            kills = [
                (chance.random() * 0.4, 0.0) if chance.random() < 0.3 else None for _ in prompts
            ]
            notes = [distinct(f"memory{round_number}", number) for number in range(4)]
            watcher = place.start([*CLI, "watch"])
            with ThreadPoolExecutor(SERVERS + 8) as pool:
                seconds = [0.2 + chance.random() * 4 for _ in range(SERVERS)]
                serving = [
                    pool.submit(
                        _keep_until_killed, place, f"{round_number}-{number}", end, number == 0
                    )
                    for number, end in enumerate(seconds)
                ]
                kept = list(pool.map(lambda text: place.run("remember", text, "--anyway"), notes))
                outcomes = list(pool.map(place.submit, prompts, kills))
                for done in serving:
                    acknowledged["memory"] += done.result()
            watcher.kill()
            watcher.communicate()
            said = zip(notes, kept, strict=True)
            acknowledged["memory"] += [text for text, run in said if not run.returncode]
            ended = zip(prompts, outcomes, strict=True)
            acknowledged["prompt"] += [text for text, outcome in ended if outcome == "ok"]
            killed += outcomes.count("killed")
            faults += [outcome for outcome in outcomes if outcome not in ("ok", "killed")]
        prompts, memories = place.prompts(), place.memories()
    return {
        "figure": "chaos rounds", "rounds": rounds, "servers_killed": rounds * SERVERS,
        "hooks": rounds * HOOKS, "killed": killed,
        "prompts_acknowledged": len(acknowledged["prompt"]),
        "prompts_lost": len(set(acknowledged["prompt"]) - set(prompts)),
        "memories_acknowledged": len(acknowledged["memory"]),
        "memories_lost": len(set(acknowledged["memory"]) - set(memories)),
        "duplicates": len(prompts) - len(set(prompts)) + len(memories) - len(set(memories)),
        "hook_faults": len(faults),
    }  # fmt: skip


def _keep_until_killed(place: Place, name: str, seconds: float, over_http: bool) -> list[str]:
    """Save memories through a server, over stdio or HTTP, until it is killed; those it acknowledged."""
    server: McpOverHttp | StdioServer
    if over_http:
        server = McpOverHttp(place)
    else:
        server = StdioServer(serve(), place.environ, cwd=str(place.project))
    saved: list[str] = []
    try:
        server.begin()
        threading.Timer(seconds, server.process.kill).start()
        for number in range(10_000):
            text = distinct(f"saved{name}", number)
            answer = server.call("save_memory", {"content": text, "category": "fact"})
            if "mem-" in answer or "fact-" in answer:
                saved.append(text)
    except (OSError, ValueError, SystemExit):
        pass  # it was killed
    finally:
        server.process.kill()
        server.process.communicate()
    return saved


class McpOverHttp:
    """A client of `serve --http` for tool calls."""

    def __init__(self, place: Place) -> None:
        command = [*serve("--http", "--port", "0"), "--root", str(place.project)]
        self.process = subprocess.Popen(
            command, env=place.environ, cwd=place.project, stderr=subprocess.PIPE, text=True
        )
        self._token = place.home / "server-token"

    def begin(self) -> None:
        """Wait until it listens."""
        assert self.process.stderr is not None
        while line := self.process.stderr.readline():
            if match := re.search(r"http://127\.0\.0\.1:\d+/mcp", line):
                self.url = match[0]
                return
        raise SystemExit("serve --http did not start")

    def call(self, tool: str, arguments: dict[str, Any]) -> str:
        """The raw answer of one tool call."""
        params = {"name": tool, "arguments": arguments, "_meta": META}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {
            "Authorization": f"Bearer {self._token.read_text().strip()}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/call",
            "Mcp-Name": tool,
        }
        request = urllib.request.Request(self.url, json.dumps(message).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return str(answer.read().decode())


def stalls(count: int) -> Line:
    """Hooks stopped for longer than their deadline, at every stage of their first fifth of a second."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        place.submit("begin the ledger")
        prompts = [distinct("stalled", number) for number in range(count)]
        moments = [(0.2 * number / count, STALL_SECONDS) for number in range(count)]
        with ThreadPoolExecutor(8) as pool:
            outcomes = list(pool.map(place.submit, prompts, moments))
        lost = set(prompts) - set(place.prompts())
    wrong = sum(outcome != "ok" for outcome in outcomes)
    return {
        "figure": "stopped hooks",
        "hooks": count,
        "prompts_lost": len(lost),
        "hook_faults": wrong,
    }


def flips(rounds: int) -> Line:
    """One flipped byte in a database; then hooks, `recall`, `doctor --fix` and, if needed, a restore."""
    chance = random.Random(2)
    lost = tracebacks = faults = restored = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        place.run("index")
        texts = [distinct("memory", number) for number in range(8)]
        for text in texts:
            place.run("remember", text, "--anyway")
        place.submit("begin the ledger")
        place.run("backup")
        for round_number in range(rounds):
            paths = [path for path in sorted(place.home.rglob("*.db")) if "backup" not in str(path)]
            path = paths[round_number % len(paths)]
            raw = bytearray(path.read_bytes())
            raw[chance.randrange(100, len(raw))] ^= 1 << chance.randrange(8)
            path.write_bytes(bytes(raw))
            faults += place.submit(distinct("flipped", round_number)) != "ok"
            runs = [place.run("recall", "memory"), place.run("doctor", "--fix")]
            if set(texts) - set(_readable(place)):
                runs.append(place.run("backup", "--restore"))
                restored += 1
            tracebacks += sum("Traceback" in run.stderr for run in runs)
            lost += len(set(texts) - set(_readable(place)))
    return {
        "figure": "flipped bytes", "rounds": rounds, "restored": restored, "memories_lost": lost,
        "tracebacks": tracebacks, "hook_faults": faults,
    }  # fmt: skip


def _readable(place: Place) -> list[str]:
    try:
        return place.memories()
    except sqlite3.Error:
        return []


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=25, help="chaos rounds")
    parser.add_argument("--stalls", type=int, default=200, help="stopped hooks")
    parser.add_argument("--flips", type=int, default=200, help="flipped bytes")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    lines = [stalls(arguments.stalls), chaos(arguments.rounds)]
    lines.append(flips(arguments.flips))
    results.publish("faults", lines, save=arguments.save)


if __name__ == "__main__":
    main()
