"""Answers the events of hook processes in the same directory over a socket file.

The client is `sightline.hook.client`, which handles an event itself if this fails; an event counts
as answered only after the client has confirmed that it printed the answer.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable

from sightline.engine import Similar
from sightline.events.reply import Reply
from sightline.hook.client import PRINTED, pack, socket_folder, socket_prefix
from sightline.hook.standalone import decode, parse_arguments
from sightline.hook.watchdog import MAX_INPUT
from sightline.process.private_files import log_failure, make_private_folder
from sightline.server.hook_events import HookEvents

# A client sends its whole request at once, and prints the answer at once.
_CLIENT_SECONDS = 1.0
_MAX_REQUEST = MAX_INPUT + 4_000_000  # the event and the environment


class SocketReply(Reply):
    """A reply that is sent to the hook process that waits for it."""

    def __init__(self, client: socket.socket, token: str, *, plain: bool) -> None:
        super().__init__(token, plain=plain)
        self._client = client
        self.encode: Callable[[str], str] = str
        self._printed: bool | None = None

    def prepare(self, compose: Callable[[], str]) -> None:
        """Ignored: a client that waits too long handles the event itself."""

    def give(self) -> bool:
        """Send the answer; returns whether the client printed it."""
        if self._printed is None:
            text = self.text if self.plain or not self.text else self.encode(self.text)
            answer = (text + "\n").encode("utf-8", "replace") if text else b""
            try:
                self._client.sendall(pack(len(answer)) + answer)
                self._printed = self._client.recv(1) == PRINTED
            except OSError:
                self._printed = False
        return self._printed


class HookSocket:
    """A socket for the directory a server was started in; each event runs in a thread."""

    def __init__(self, directory: str, similar: Similar | None = None) -> None:
        self._events = HookEvents(similar=similar)
        self._path = os.path.join(
            socket_folder(), f"{socket_prefix(directory)}{time.time_ns():x}-{os.getpid()}.sock"
        )
        self._socket: socket.socket | None = None

    def listen(self) -> bool:
        """Start to listen; False if the system has no such sockets or the path is too long."""
        if os.name != "posix":
            return False
        try:
            make_private_folder(os.path.dirname(self._path))
            _remove_abandoned(os.path.dirname(self._path))
            server = socket.socket(socket.AF_UNIX)
            server.bind(self._path)
            os.chmod(self._path, 0o600)
            server.listen(16)
        except OSError:
            return False
        self._socket = server
        threading.Thread(target=self._accept, args=(server,), name="hooks", daemon=True).start()
        return True

    def close(self) -> None:
        """Stop listening; running events are completed."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            try:
                os.unlink(self._path)
            except OSError:
                pass

    def _accept(self, server: socket.socket) -> None:
        while True:
            try:
                client, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), name="hook", daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            try:
                client.settimeout(_CLIENT_SECONDS)
                request = _read(client)
                if request is not None and _is_waiting(client):
                    self._answer(client, request)
            except OSError:
                pass  # the client went away; it handles the event itself
            except Exception:
                log_failure()

    def _answer(self, client: socket.socket, request: bytes) -> None:
        started = time.monotonic()
        head, _, raw = request.partition(b"\0\0")
        words, token, *variables = map(os.fsdecode, head.split(b"\0"))
        environ = dict(variable.split("=", 1) for variable in variables)
        arguments = parse_arguments(words.split())
        reply = SocketReply(client, token, plain=arguments.plain)
        decoded = decode(arguments.agent, raw, environ)
        if decoded is not None:
            wire, event = decoded
            reply.encode = lambda text: wire.encode(event, text)
            self._events.handle(wire, event, reply, environ, started)
        reply.give()


def _read(client: socket.socket) -> bytes | None:
    """One request; None if the client did not send a complete one."""
    with client.makefile("rb") as stream:
        size = int.from_bytes(stream.read(4), "little")
        request = stream.read(size) if size <= _MAX_REQUEST else b""
    return request if request and len(request) == size else None


def _is_waiting(client: socket.socket) -> bool:
    """Whether the client still waits; one that gave up has closed the connection."""
    client.setblocking(False)
    try:
        return client.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    finally:
        client.settimeout(_CLIENT_SECONDS)


def _remove_abandoned(folder: str) -> None:
    """Remove the sockets of servers that were killed."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.settimeout(_CLIENT_SECONDS)
                client.connect(path)
            except ConnectionRefusedError:
                os.unlink(path)
            except OSError:
                continue
