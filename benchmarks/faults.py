"""Endurance under faults: python -m benchmarks.faults [--rounds N] [--stalls N] [--flips N] [--fuzz N] [--save]

Chaos rounds (3 idle servers and a watcher, `remember`, then 40 hooks of which about a third are killed; servers
and watcher are killed at the end of each round), hooks stopped for longer than their deadline, and flipped bytes
in the databases go through the product's own processes. Fuzzed hook events are only decoded, in this process.
One JSON line per suite: what was tried and what was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks import SOURCE
from benchmarks.lib import results

HOOK = [sys.executable, "-I", "-S", str(SOURCE / "sightline" / "hook" / "__main__.py")]
CLI = [sys.executable, "-P", "-m", "sightline"]
HOOKS = 40
SERVERS = 3
STALL_SECONDS = 1.15
AGENTS = ("claude", "codex", "gemini", "copilot", "cursor", "opencode", "vscode", "cline")
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
    """Idle servers, a watcher, `remember`, then hooks at once, about a third of them killed."""
    acknowledged: dict[str, list[str]] = {"prompt": [], "memory": []}
    faults: list[str] = []
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        place.run("index")
        chance = random.Random(1)
        for round_number in range(rounds):
            running = [place.start([*CLI, "serve"]) for _ in range(SERVERS)]
            running.append(place.start([*CLI, "watch"]))
            prompts = [distinct(f"prompt{round_number}", number) for number in range(HOOKS)]
            kills = [
                (chance.random() * 0.4, 0.0) if chance.random() < 0.3 else None for _ in prompts
            ]
            notes = [distinct(f"memory{round_number}", number) for number in range(6)]
            with ThreadPoolExecutor(8) as pool:
                kept = list(
                    pool.map(lambda text: place.run("remember", text, "--anyway"), notes[:2])
                )
                outcomes = list(pool.map(place.submit, prompts, kills))
            for process in running:
                process.kill()
                process.communicate()
            kept += [place.run("remember", text, "--anyway") for text in notes[2:]]
            done = zip(notes, kept, strict=True)
            acknowledged["memory"] += [text for text, run in done if not run.returncode]
            ended = zip(prompts, outcomes, strict=True)
            acknowledged["prompt"] += [text for text, outcome in ended if outcome == "ok"]
            killed += outcomes.count("killed")
            faults += [outcome for outcome in outcomes if outcome not in ("ok", "killed")]
        prompts, memories = place.prompts(), place.memories()
    return {
        "what": "chaos rounds", "rounds": rounds, "hooks": rounds * HOOKS, "killed": killed,
        "prompts_acknowledged": len(acknowledged["prompt"]),
        "prompts_lost": len(set(acknowledged["prompt"]) - set(prompts)),
        "memories_acknowledged": len(acknowledged["memory"]),
        "memories_lost": len(set(acknowledged["memory"]) - set(memories)),
        "duplicates": len(prompts) - len(set(prompts)) + len(memories) - len(set(memories)),
        "hook_faults": len(faults),
    }  # fmt: skip


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
        "what": "stopped hooks",
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
        "what": "flipped bytes", "rounds": rounds, "restored": restored, "memories_lost": lost,
        "tracebacks": tracebacks, "hook_faults": faults,
    }  # fmt: skip


def _readable(place: Place) -> list[str]:
    try:
        return place.memories()
    except sqlite3.Error:
        return []


def fuzz(count: int) -> Line:
    """Odd hook events for every assistant, decoded in this process; they are not handled."""
    from sightline.hook.standalone import decode

    chance = random.Random(3)
    odd = (None, 0, -1, 1e308, "", "\0", "\ud800", "x" * 10_000, [], {}, [[]], {"a": {}}, True)
    names = ("prompt", "cwd", "session_id", "hook_event_name", "tool_name", "tool_input",
             "transcript_path", "tool_response", "source", "workspace_roots", "user_prompt")  # fmt: skip
    events = ("UserPromptSubmit", "SessionStart", "Stop", "PostToolUse", "PreToolUse", "SessionEnd")
    failures: dict[str, int] = {}
    for agent in AGENTS:
        for _ in range(count):
            event = {name: chance.choice(odd) for name in chance.sample(names, 5)}
            event["hook_event_name"] = chance.choice((*events, *odd[:8]))
            raw = json.dumps(event).encode()
            if chance.random() < 0.2:
                raw = raw[: chance.randrange(len(raw))] + bytes([chance.randrange(256)])
            try:
                decode(agent, raw, {})
            except Exception as error:
                name = f"{agent}: {type(error).__name__}: {error}"[:80]
                failures[name] = failures.get(name, 0) + 1
    return {
        "what": "fuzzed hook events", "events": count * len(AGENTS),
        "failures": sum(failures.values()), "kinds": ", ".join(sorted(failures)),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=25, help="chaos rounds")
    parser.add_argument("--stalls", type=int, default=200, help="stopped hooks")
    parser.add_argument("--flips", type=int, default=200, help="flipped bytes")
    parser.add_argument("--fuzz", type=int, default=10_000, help="events per assistant")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    lines = [stalls(arguments.stalls), chaos(arguments.rounds)]
    lines += [flips(arguments.flips), fuzz(arguments.fuzz)]
    results.publish("faults", lines, save=arguments.save)


if __name__ == "__main__":
    main()
