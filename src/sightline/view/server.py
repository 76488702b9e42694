"""The server of `sightline view --serve`: loopback only, nothing without the token.

Every request opens the project's databases for itself, so threads share nothing. Changes are
announced by server-sent events.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from sightline.engine import Engine
from sightline.errors import SightlineError, StoreError, UsageError
from sightline.process.private_files import log_failure
from sightline.server.guard import LOOPBACK, AccessRules, Refusal
from sightline.store.locations import activity_path, memory_path
from sightline.view.actions import act
from sightline.view.page import live_html
from sightline.view.screens import QUESTIONS, SCREENS, head, screen

# How often the databases are checked for changes, and how often a silent stream shows it is alive.
POLL_SECONDS = 0.5
ALIVE_SECONDS = 15.0
# The page needs no other source than itself; styles and scripts are inside it.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

OpenEngine = Callable[[], Engine]


class ViewServer(ThreadingHTTPServer):
    """Serves one project's page until it is shut down."""

    daemon_threads = True

    def __init__(self, open_engine: OpenEngine, token: str, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Request)
        self.open_engine = open_engine
        self.token = token
        self.rules = AccessRules(token=token, hosts=LOOPBACK, port=self.server_port)
        self.stopping = threading.Event()

    @property
    def address(self) -> str:
        """Where the page is, with the token that opens it."""
        return f"http://127.0.0.1:{self.server_port}/?token={self.token}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes a connection early is not an error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            log_failure()

    def shutdown(self) -> None:
        """Stop serving, and end open event streams."""
        self.stopping.set()
        super().shutdown()


class _Request(BaseHTTPRequestHandler):
    """One request; answers with the page, JSON or a stream of events."""

    server: ViewServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = dict(parse_qsl(url.query))
        # A browser cannot send the token in a header when a person opens the address.
        if self._refused(query.get("token", "") if url.path == "/" else ""):
            return
        if url.path == "/":
            self._answer(200, "text/html", self._with_engine(self._page))
        elif url.path == "/api/events":
            self._stream()
        elif url.path.startswith("/api/"):
            self._json(url.path.removeprefix("/api/"), query)
        else:
            self._answer(404, "text/plain", b"no such page\n")

    def do_POST(self) -> None:
        if self._refused():
            return
        length = int(self.headers.get("Content-Length") or 0)
        try:
            values = json.loads(self.rfile.read(length))
            name = values.pop("action")
        except (ValueError, KeyError, TypeError, AttributeError):
            self._answer(400, "text/plain", b"an action is a JSON object with its name\n")
            return
        if self.path != "/api/action":
            self._answer(404, "text/plain", b"no such page\n")
            return
        self._with_errors(lambda engine: {"done": act(engine, str(name), values)})

    def _refused(self, token: str = "") -> bool:
        """Refuse the request if the rules say so; `token` stands in for the header."""
        fields = [
            (name.encode("latin-1"), value.encode("latin-1", "replace"))
            for name, value in self.headers.items()
        ]
        if token:
            fields.append((b"authorization", b"Bearer " + token.encode()))
        refusal: Refusal | None = self.server.rules.refusal(fields)
        if refusal is None:
            return False
        self.close_connection = True
        self._answer(refusal.status, "text/plain", (refusal.reason + "\n").encode())
        return True

    def _page(self, engine: Engine) -> bytes:
        return live_html(engine, self.server.token).encode()

    def _json(self, name: str, query: dict[str, str]) -> None:
        if name == "head":
            self._with_errors(lambda engine: head(engine, "live"))
        elif name in SCREENS:
            self._with_errors(lambda engine: screen(engine, name))
        elif name in QUESTIONS:
            self._with_errors(lambda engine: QUESTIONS[name](engine, query))
        else:
            self._answer(404, "text/plain", b"no such question\n")

    def _with_errors(self, make: Callable[[Engine], Any]) -> None:
        """Answer with the value as JSON, or with the error a person can act on."""
        try:
            value, status = self._with_engine(make), 200
        except SightlineError as error:
            value = {"error": error.message, "hint": error.hint}
            status = 400 if isinstance(error, UsageError) else 500
            status = 503 if isinstance(error, StoreError) else status
        except Exception as error:
            # One screen that fails must not look like a server that is gone.
            log_failure()
            value, status = {"error": f"{type(error).__name__}: {error}", "hint": ""}, 500
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        self._answer(status, "application/json", text.encode())

    def _with_engine(self, make: Callable[[Engine], Any]) -> Any:
        engine = self.server.open_engine()
        try:
            return make(engine)
        finally:
            engine.close()

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self._headers(kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _headers(self, kind: str) -> None:
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", POLICY)

    def _stream(self) -> None:
        """Send an event for each change of the databases until the page or the server goes."""
        self.close_connection = True
        self.send_response(200)
        self._headers("text/event-stream")
        self.end_headers()
        engine = self.server.open_engine()
        paths = {"activity": activity_path(engine.home), "memory": memory_path(engine.home)}
        engine.close()
        seen, silent = _stamps(paths), 0.0
        self._send("event: ready\ndata: {}\n\n")
        while not self.server.stopping.wait(POLL_SECONDS):
            stamps = _stamps(paths)
            silent += POLL_SECONDS
            if stamps != seen:
                changed = [name for name in stamps if stamps[name] != seen.get(name)]
                self._send(f"event: change\ndata: {json.dumps(changed)}\n\n")
                seen, silent = stamps, 0.0
            elif silent >= ALIVE_SECONDS:
                self._send(": alive\n\n")
                silent = 0.0

    def _send(self, text: str) -> None:
        self.wfile.write(text.encode())
        self.wfile.flush()

    def log_message(self, format: str, *values: Any) -> None:
        """Requests are not logged."""


def _stamps(paths: dict[str, str]) -> dict[str, tuple[int, int]]:
    """Size and time of each database and its journal: both change with every commit."""
    stamps = {}
    for name, path in paths.items():
        total, newest = 0, 0
        for ending in ("", "-wal"):
            try:
                facts = os.stat(path + ending)
            except OSError:
                continue
            total, newest = total + facts.st_size, max(newest, facts.st_mtime_ns)
        stamps[name] = (total, newest)
    return stamps
