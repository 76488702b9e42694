"""Odd input of every kind: python -m benchmarks.fuzz [--events N] [--requests N] [--http N] [--files N] [--save]

Hook events in the shape of each assistant are handled completely, by the code that the hook process runs;
MCP requests go to a server over stdio, HTTP requests to a server on loopback; hostile settings, manifests,
imports, transcripts and language files go through the commands. A failure is a traceback, an entry in the
log of failed hooks, a missing answer, an end of a server, or a wait of more than ten seconds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import pathlib
import random
import select
import tempfile
import time
from collections import Counter
from typing import Any

from benchmarks.faults import McpOverHttp, Place
from benchmarks.lib import results
from benchmarks.lib.processes import INITIALIZE, StdioServer, serve
from sightline.hook.standalone import answer
from sightline.hook.watchdog import HookReply

AGENTS = ("claude", "codex", "gemini", "copilot", "cursor", "opencode", "vscode", "cline")
Line = dict[str, Any]
LONGEST_WAIT = 10
ODD = (None, 0, -1, 1e308, "", "\0", "\ud800", "x" * 10_000, [], {}, [[]], {"a": {}}, True, "../..",
       "/dev/zero", "\u202e", "\x1b]0;t\x07", 2**70, -0.0, ["\0"] * 50)  # fmt: skip
FIELDS = ("prompt", "cwd", "session_id", "hook_event_name", "tool_name", "tool_input", "tool_response",
          "transcript_path", "source", "workspace_roots", "user_prompt", "last_assistant_message",
          "trigger", "agent_id", "error")  # fmt: skip
EVENTS = ("UserPromptSubmit", "SessionStart", "Stop", "PostToolUse", "PreToolUse", "SessionEnd",
          "BeforeAgent", "AfterTool", "beforeSubmitPrompt", "userPromptSubmitted")  # fmt: skip


class SilentReply(HookReply):
    """A reply whose bytes are checked instead of printed."""

    def print_once(self, answer: bytes) -> bool:
        self.printed = answer
        return True


def hook_events(count: int) -> Line:
    """Handle odd events; prompts among them are tracked, searched and answered."""
    chance = random.Random(3)
    failures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        place.run("index")
        os.environ |= {"SIGHTLINE_HOME": str(place.home)}
        os.chdir(place.project)
        log = place.home / "hook.log"
        for agent in AGENTS:
            for number in range(count):
                raw = _event(chance)
                reply = SilentReply(token=f"{agent}-{number}")
                begun = time.monotonic()
                answer(["--agent", agent], raw, reply)
                if time.monotonic() - begun > LONGEST_WAIT:
                    failures[f"{agent}: slow"] += 1
                if log.exists():
                    lines = log.read_text().strip().splitlines()
                    failures[f"{agent}: {lines[-1][:80]}"] += 1
                    log.unlink()
                printed = getattr(reply, "printed", b"")
                if printed and not isinstance(json.loads(printed), dict):
                    failures[f"{agent}: not JSON"] += 1
        os.chdir("/")
    return _line("hook events, handled", count * len(AGENTS), failures)


def _event(chance: random.Random) -> bytes:
    event = {name: chance.choice(ODD) for name in chance.sample(FIELDS, 6)}
    event["hook_event_name"] = chance.choice((*EVENTS, *ODD[:8]))
    if chance.random() < 0.05:
        event |= {"prompt": f"why does charge{chance.random()} fail", "session_id": "s"}
    raw = json.dumps(event).encode()
    if chance.random() < 0.2:
        raw = raw[: chance.randrange(len(raw))] + bytes([chance.randrange(256)])
    if chance.random() < 0.005:
        raw = b'{"prompt": ' + b"[" * 100_000
    return raw


def mcp_requests(count: int) -> Line:
    """Send odd lines to one server; each request with an id must be answered, and it must go on."""
    chance = random.Random(4)
    failures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        place.run("index")
        server = StdioServer(serve("--tools", "full"), place.environ, cwd=str(place.project))
        _, listed = server.begin()
        names = [tool["name"] for tool in listed["tools"]]
        arguments = sorted(
            {name for tool in listed["tools"] for name in tool["inputSchema"]["properties"]}
        )
        assert server.process.stdin is not None
        for number in range(count):
            line = _request(chance, names, arguments, number)
            server.process.stdin.write(line.replace("\n", " ") + "\n")
            if number % 20 == 19:
                server.process.stdin.flush()
                if not _still_answers(server, f"ping{number}"):
                    failures["no answer"] += 1
                    break
        failures["ended"] += server.process.poll() is not None
        server.process.kill()
        server.process.communicate()
    return _line("MCP requests", count, failures)


def _request(chance: random.Random, names: list[str], arguments: list[str], number: int) -> str:
    kind = chance.random()
    if kind < 0.6:
        given = {name: chance.choice(ODD) for name in chance.sample(arguments, 3)}
        params: object = {"name": chance.choice(names), "arguments": given}
        message: object = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    elif kind < 0.8:
        fields = {
            name: chance.choice(ODD) for name in ("id", "method", "params", "jsonrpc", "result")
        }
        message = {key: fields[key] for key in chance.sample(sorted(fields), 4)}
    elif kind < 0.9:
        message = chance.choice(ODD)
    else:
        text = json.dumps({"jsonrpc": "2.0", **INITIALIZE, "id": number})
        return chance.choice(
            (text[: chance.randrange(len(text))], "[" * 50_000, "\x00\x01", "{}" * 9)
        )
    return json.dumps(message)


def _still_answers(server: StdioServer, id: str) -> bool:
    """Whether a ping is answered, after everything sent before it."""
    assert server.process.stdin is not None
    assert server.process.stdout is not None
    server.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": "ping"}) + "\n")
    server.process.stdin.flush()
    until = time.monotonic() + 6 * LONGEST_WAIT
    while time.monotonic() < until and server.process.poll() is None:
        # Lines that wait in the reader's own buffer are not seen by select.
        select.select([server.process.stdout], [], [], 0.1)
        if id in server.process.stdout.readline():
            return True
    return False


def http_requests(count: int) -> Line:
    """Send odd requests to one server; none may end it or hold it up."""
    chance = random.Random(5)
    failures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        place.run("index")
        server = McpOverHttp(place)
        server.begin()
        address = server.url.split("/")[2]
        token = (place.home / "server-token").read_text().strip()
        for _ in range(count):
            connection = http.client.HTTPConnection(address, timeout=LONGEST_WAIT)
            headers = {
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
            }
            if chance.random() < 0.8:
                headers["Authorization"] = f"Bearer {token}"
            if chance.random() < 0.1:
                headers["Host"] = chance.choice(("evil.example", "", "127.0.0.1:1"))
            path = chance.choice(
                ("/mcp", "/hook?agent=claude", "/hook?agent=x", "/health", "/../etc")
            )
            body = chance.choice((_event(chance), b"", b"\0" * 1000, b"[" * 50_000, b"{}"))
            try:
                method = chance.choice(("POST", "POST", "POST", "GET", "PUT", "DELETE"))
                connection.request(method, path, body, headers)
                if connection.getresponse().status == 500:
                    failures["status 500"] += 1
            except (OSError, http.client.HTTPException) as error:
                failures[type(error).__name__] += 1
            finally:
                connection.close()
        failures["ended"] += server.process.poll() is not None
        server.process.kill()
        server.process.communicate()
    return _line("HTTP requests", count, failures)


def hostile_files(count: int) -> Line:
    """Read odd settings, manifests, imports, transcripts and language files with the commands."""
    chance = random.Random(6)
    failures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        language = (
            place.home.parent / "config" / "sightline" / "languages" / "odd" / "language.toml"
        )
        place.environ["XDG_CONFIG_HOME"] = str(language.parents[3])
        uses = (
            (".sightline.toml", ("status",)), ("package.json", ("index",)),
            ("pyproject.toml", ("index",)), ("go.mod", ("index",)), ("tsconfig.json", ("index",)),
            ("memories.jsonl", ("import", "memories.jsonl")), ("CLAUDE.md", ("audit",)),
            ("session.jsonl", ("mine", "session.jsonl")), (str(language), ("index",)),
        )  # fmt: skip
        for number in range(count):
            name, command = uses[number % len(uses)]
            path = pathlib.Path(place.project, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_content(chance, path.suffix))
            run = place.run(*command)
            if "Traceback" in run.stderr + run.stdout or run.returncode < 0:
                failures[f"{name}: {run.stderr.splitlines()[-1][:80]}"] += 1
            path.unlink()
    return _line("hostile files", count, failures)


def _content(chance: random.Random, suffix: str) -> bytes:
    value = {
        name: chance.choice(ODD) for name in ("name", "kind", "text", "created", "main", "index")
    }
    whole = json.dumps(value).encode()
    return chance.choice((
        whole, whole[: chance.randrange(len(whole))], b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe" * 500,
        b"\0" * 5000, b"", b"x" * 1_000_000, b"a = 1e999\n", b'[index]\nlanguages = [[[["a"]]]]\n',
        b"# " + bytes(chance.randrange(256) for _ in range(2000)), b"\n".join([whole] * 50),
    ))  # fmt: skip


def _line(what: str, count: int, failures: Counter[str]) -> Line:
    kinds = ", ".join(sorted(name for name, number in failures.items() if number))
    return {"figure": what, "tried": count, "failures": failures.total(), "kinds": kinds}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=10_000, help="hook events per assistant")
    parser.add_argument("--requests", type=int, default=5_000, help="MCP requests")
    parser.add_argument("--http", type=int, default=500, help="HTTP requests")
    parser.add_argument("--files", type=int, default=500, help="hostile files")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    lines = [hostile_files(arguments.files), http_requests(arguments.http)]
    lines += [mcp_requests(arguments.requests), hook_events(arguments.events)]
    results.publish("fuzz", lines, save=arguments.save)


if __name__ == "__main__":
    main()
