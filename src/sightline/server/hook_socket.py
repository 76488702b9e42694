"""Listens on a socket file for the events of hook processes of the same directory.

The other side is `sightline.hook.client`, which handles an event itself where this fails; an event
counts as answered only after the client has said that it printed the answer.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable

from sightline.events.reply import Reply
from sightline.hook.client import PRINTED, pack, socket_folder, socket_prefix
from sightline.hook.standalone import arguments, decode
from sightline.hook.watchdog import MAX_INPUT
from sightline.process.private_files import log_failure, make_private_folder
from sightline.server.hook_events import HookEvents

# A client that asked sends all of it at once, and prints what it gets at once.
_CLIENT_SECONDS = 1.0
_MOST_REQUEST = MAX_INPUT + 4_000_000  # the event, and the environment it came in


class SocketReply(Reply):
    """The answer to one event, sent to the hook process that waits for it."""

    def __init__(self, client: socket.socket, token: str, *, plain: bool) -> None:
        super().__init__(token, plain=plain)
        self._client = client
        self.encode: Callable[[str], str] = str
        self.given: bool | None = None

    def prepare(self, compose: Callable[[], str]) -> None:
        """Nothing: a client that waits too long does the work itself."""

    def give(self) -> bool:
        """Send the answer; whether the client printed it."""
        if self.given is None:
            text = self.text if self.plain or not self.text else self.encode(self.text)
            answer = (text + "\n").encode("utf-8", "replace") if text else b""
            try:
                self._client.sendall(pack(len(answer)) + answer)
                self.given = self._client.recv(1) == PRINTED
            except OSError:
                self.given = False
        return self.given


class HookSocket:
    """One socket for the directory a server was started in, and a thread for each event."""

    def __init__(self, directory: str) -> None:
        self._events = HookEvents()
        self._path = os.path.join(
            socket_folder(), f"{socket_prefix(directory)}{time.time_ns():x}-{os.getpid()}.sock"
        )
        self._socket: socket.socket | None = None

    def listen(self) -> bool:
        """Begin to listen; False where the system has no such sockets or the path is too long."""
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
        """Stop listening; events under way go on."""
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
        agent, plain = arguments(words.split())
        reply = SocketReply(client, token, plain=plain)
        decoded = decode(agent, raw, environ)
        if decoded is not None and decoded[1].kind:
            wire, event = decoded
            reply.encode = lambda text: wire.encode(event, text)
            self._events.handle(wire, event, reply, environ, started)
        reply.give()


def _read(client: socket.socket) -> bytes | None:
    """One request; None for a client that sent no whole one."""
    with client.makefile("rb") as stream:
        size = int.from_bytes(stream.read(4), "little")
        request = stream.read(size) if size <= _MOST_REQUEST else b""
    return request if request and len(request) == size else None


def _is_waiting(client: socket.socket) -> bool:
    """Whether the client still waits; one that gave up has closed its side."""
    client.setblocking(False)
    try:
        return client.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    finally:
        client.settimeout(_CLIENT_SECONDS)


def _remove_abandoned(folder: str) -> None:
    """Remove the sockets of servers that were killed: nobody listens on them."""
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
