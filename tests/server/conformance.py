"""Runs the official MCP conformance checks against our servers: not part of ./test.

    python tests/server/conformance.py --checks PATH/TO/conformance [--http]

The checks are the npm package `@modelcontextprotocol/conformance` (Node 22 or later) and talk HTTP
only. By default a bridge hands each request to `sightline serve` over stdio; `--http` asks
`sightline serve --http` directly. Prints what passes; most scenarios need tools, prompts and
resources of a made-up test server and do not apply.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.server.conftest import Server, index, make_project, own_environ  # noqa: E402

APPLICABLE = ("server-initialize", "ping", "tools-list", "prompts-list")
ONLY_STDIO = ("logging-set-level",)  # over HTTP the library offers no logging
ONLY_HTTP = ("server-sse-multiple-streams", "dns-rebinding-protection")


class Bridge(BaseHTTPRequestHandler):
    """One POST is one message for the stdio server; its answer is the response."""

    server_process: Server
    waiting: dict[Any, queue.SimpleQueue[dict[str, Any]]] = {}

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        if "id" in message:
            self.waiting[message["id"]] = answers
        self.server_process.say(message)
        if "id" not in message:
            self.send_response(202)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = json.dumps(answers.get(timeout=30)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.send_error(405)

    do_DELETE = do_GET

    def log_message(self, *_: object) -> None:
        """Says nothing: the checks print what matters."""


@contextmanager
def over_stdio(project: pathlib.Path, environ: dict[str, str]) -> Iterator[str]:
    """The address of a bridge to a stdio server."""
    process = Bridge.server_process = Server(environ, "--root", str(project), "--no-index")

    def read() -> None:
        assert process.process.stdout is not None
        for line in process.process.stdout:
            answer = json.loads(line)
            if answer.get("id") in Bridge.waiting and "method" not in answer:
                Bridge.waiting.pop(answer["id"]).put(answer)

    threading.Thread(target=read, daemon=True).start()
    bridge = ThreadingHTTPServer(("127.0.0.1", 0), Bridge)
    threading.Thread(target=bridge.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{bridge.server_port}/mcp"
    bridge.shutdown()
    process.process.kill()


@contextmanager
def over_http(project: pathlib.Path, environ: dict[str, str]) -> Iterator[str]:
    """The address of a server over HTTP, without a token: the checks cannot send one."""
    command = [sys.executable, "-m", "sightline", "serve", "--http", "--port", "0", "--no-token"]
    process = subprocess.Popen(
        [*command, "--no-index", "--root", str(project)],
        env=environ,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    said = ""
    while not (found := re.search(r"http://\S+/mcp", said)):
        said += process.stderr.readline()
    yield found[0]
    process.terminate()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--checks", required=True, help="the program `conformance`")
    parser.add_argument("--http", action="store_true", help="ask serve --http, without a bridge")
    parser.add_argument("--scenario", action="append", help="only this one; may repeat")
    arguments = parser.parse_args()
    scenarios = arguments.scenario or [*APPLICABLE, *(ONLY_HTTP if arguments.http else ONLY_STDIO)]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        project = make_project(pathlib.Path(folder, "work"))
        environ = own_environ(pathlib.Path(folder, "home"))
        index(project, environ)
        for scenario in scenarios:
            with (over_http if arguments.http else over_stdio)(project, environ) as address:
                command = [*arguments.checks.split(), "server", "--url", address]
                done = subprocess.run(
                    [*command, "--scenario", scenario], capture_output=True, text=True, timeout=120
                )
            summary = re.findall(r"(?i)passed: *\S+.*", done.stdout + done.stderr)
            print(f"{scenario:32} exit {done.returncode}  {summary[-1] if summary else ''}")
            failed += done.returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
