"""MCP over stdin and stdout: one process per assistant, which ends when the assistant does.

The main thread reads messages and answers everything that is quick; tool calls run in a few
threads. A request either carries the envelope of the newest protocol version or belongs to the
older ones with a handshake; each is answered in its own way, without one excluding the other.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from sightline.errors import SightlineError
from sightline.process.parent import end_on_signals_while_reading, end_with_parent
from sightline.process.private_files import log_failure
from sightline.server import protocol
from sightline.server.backend import THREADS, Backend, Caller
from sightline.server.background import Report
from sightline.server.hook_socket import HookSocket
from sightline.server.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    Message,
    MessageId,
    Notification,
    Request,
    Response,
    RpcError,
    Writer,
    is_message_id,
    message_of,
    parse,
    read_lines,
    take_standard_streams,
)
from sightline.server.meaning_worker import start_worker
from sightline.settings.folders import assistant_folder

# Calls that are running when the input ends get this long to be answered.
GRACE_SECONDS = 5.0


def serve_over_stdio(named_roots: list[str], *, profile: str, background: bool = True) -> None:
    """Serve until stdin ends, the parent process dies or a signal arrives."""
    streams = take_standard_streams()
    environ = dict(os.environ)
    worker = start_worker()
    backend = Backend(
        named_roots,
        environ=environ,
        session_environ=environ,
        background=background,
        similar=worker.for_calls if worker else None,
        near=worker.near if worker else None,
    )
    hooks = HookSocket(
        assistant_folder(environ) or os.getcwd(), worker.for_prompts if worker else None
    )

    def stop() -> None:
        hooks.close()
        backend.stop()

    end_on_signals_while_reading(stop)
    end_with_parent(stop)
    hooks.listen()
    try:
        StdioServer(backend, Writer(streams.writer), profile).run(read_lines(streams.reader))
    finally:
        stop()
    # Worker threads may still run a query whose answer nobody waits for.
    os._exit(0)


class ToolCall(NamedTuple):
    """One `tools/call` that is queued or running."""

    request: Request
    name: str
    arguments: dict[str, Any]
    caller: Caller
    enveloped: bool
    cancelled: threading.Event
    finished: threading.Event


class StdioServer:
    """Answers the messages of one client."""

    def __init__(self, backend: Backend, writer: Writer, profile: str) -> None:
        self._backend = backend
        self._writer = writer
        self._profile = profile
        self._threads = ThreadPoolExecutor(THREADS, "tool")
        self._calls: dict[MessageId, ToolCall] = {}
        # The result of the handshake.
        self._version = ""
        self._client_name = ""
        self._client_has_roots = False
        # Counts our requests for the client's roots; only the answer to the newest is used.
        self._roots_request = 0

    def run(self, lines: Iterable[bytes]) -> None:
        """Answer until the input ends, then wait a little for running calls."""
        for line in lines:
            try:
                value = parse(line)
            except RpcError as error:
                self._writer.error(None, error)
                continue
            if isinstance(value, list) and value and self._version == protocol.BATCH_VERSION:
                # Answered one by one: clients match answers by id.
                for part in value:
                    self._receive(part)
            else:
                self._receive(value)
        deadline = time.monotonic() + GRACE_SECONDS
        for call in list(self._calls.values()):
            call.finished.wait(max(0.0, deadline - time.monotonic()))

    def _receive(self, value: object) -> None:
        """Handle one message; an error affects only that message."""
        try:
            message = message_of(value)
        except RpcError as error:
            self._writer.error(error.request_id, error)
            return
        try:
            if isinstance(message, Request):
                self._receive_request(message)
            elif isinstance(message, Notification):
                self._receive_notification(message)
            else:
                self._receive_response(message)
        except Exception as error:
            report = _as_rpc_error(error)
            if isinstance(message, Request):
                self._writer.error(message.id, report)

    def _receive_request(self, request: Request) -> None:
        method, params = request.method, request.params
        # Clients that try both ways may put an envelope on the handshake, too.
        envelope = protocol.envelope_of(params) if method != "initialize" else None
        methods = protocol.HANDSHAKE_METHODS if envelope is None else protocol.ENVELOPE_METHODS
        if method not in methods:
            raise RpcError(METHOD_NOT_FOUND, "Method not found", data=method)
        if method == "tools/call":
            client = self._client_name if envelope is None else envelope.client_name
            self._start_call(request, Caller(client), enveloped=envelope is not None)
        else:
            result = self._result(method, params)
            self._answer(request, result, enveloped=envelope is not None)

    def _result(self, method: str, params: Message) -> Message:
        """The result of a method that is answered at once."""
        match method:
            case "initialize":
                return self._initialize(params)
            case "server/discover":
                return protocol.discover_result()
            case "tools/list":
                self._backend.start_indexing()
                return protocol.list_tools(self._profile)
            case "prompts/list":
                return protocol.list_prompts()
            case "prompts/get":
                return protocol.get_prompt(_name_of(params), _arguments_of(params))
            case "logging/setLevel":
                # Accepted for clients that insist; nothing is ever logged to the client.
                if params.get("level") not in protocol.LOG_LEVELS:
                    raise RpcError(INVALID_PARAMS, "level must be a syslog severity")
                return {}
            case _:
                return {}  # ping

    def _answer(self, request: Request, result: Message, *, enveloped: bool) -> None:
        if enveloped:
            result = protocol.in_envelope(request.method, result)
        self._writer.result(request.id, result)

    def _initialize(self, params: Message) -> Message:
        version = protocol.negotiate(params.get("protocolVersion"))
        capabilities = params.get("capabilities", {})
        if not isinstance(capabilities, dict):
            raise RpcError(INVALID_PARAMS, "capabilities must be an object")
        self._version = version
        self._client_name = protocol.client_name(params.get("clientInfo"))
        self._client_has_roots = capabilities.get("roots") is not None
        return protocol.initialize_result(version)

    def _receive_notification(self, notification: Notification) -> None:
        match notification.method:
            case "notifications/cancelled":
                request_id = notification.params.get("requestId")
                call = self._calls.get(request_id) if is_message_id(request_id) else None
                if call is not None:
                    call.cancelled.set()
            case "notifications/initialized" | "notifications/roots/list_changed":
                self._request_roots()

    def _request_roots(self) -> None:
        """Ask for the client's roots unless some were named (ruling 57); nothing waits for them."""
        if self._client_has_roots and not self._backend.has_named_roots:
            self._roots_request += 1
            self._writer.request(f"roots-{self._roots_request}", "roots/list")

    def _receive_response(self, response: Response) -> None:
        if response.result is None or response.id != f"roots-{self._roots_request}":
            return
        roots = response.result.get("roots")
        uris = [root.get("uri") for root in roots or [] if isinstance(root, dict)]
        self._backend.offer_roots([uri for uri in uris if isinstance(uri, str)])

    def _start_call(self, request: Request, caller: Caller, *, enveloped: bool) -> None:
        name, arguments = _name_of(request.params), _arguments_of(request.params)
        if request.id in self._calls:
            raise RpcError(INVALID_REQUEST, "a request with this id is still running")
        call = ToolCall(
            *(request, name, arguments, caller, enveloped),
            cancelled=threading.Event(),
            finished=threading.Event(),
        )
        self._calls[request.id] = call
        self._threads.submit(self._run_call, call)

    def _run_call(self, call: ToolCall) -> None:
        """Run one tool call in a worker thread; a cancelled call is never answered."""
        try:
            if call.cancelled.is_set():
                return
            report = self._reporter(protocol.progress_token(call.request.params))
            result = self._backend.call(
                call.name, call.arguments, call.caller, report=report, cancelled=call.cancelled
            )
            if not call.cancelled.is_set():
                self._answer(call.request, result, enveloped=call.enveloped)
        except Exception as error:
            self._writer.error(call.request.id, _as_rpc_error(error))
        finally:
            del self._calls[call.request.id]
            call.finished.set()

    def _reporter(self, token: str | int | None) -> Report | None:
        """A function that reports progress to the client; None if it does not want any."""
        if token is None:
            return None

        def report(percent: int) -> None:
            params = {"progressToken": token, "progress": percent, "total": 100}
            message = f"index {percent} % complete"
            self._writer.notify("notifications/progress", {**params, "message": message})

        return report


def _as_rpc_error(error: Exception) -> RpcError:
    """The error to report; a bug of ours is logged and not shown to the client."""
    if isinstance(error, RpcError):
        return error
    if isinstance(error, SightlineError):
        return RpcError(INVALID_PARAMS, protocol.error_text(error))
    log_failure()
    return RpcError(INTERNAL_ERROR, "Internal error")


def _name_of(params: Message) -> str:
    name = params.get("name")
    if not isinstance(name, str):
        raise RpcError(INVALID_PARAMS, "name must be a string")
    return name


def _arguments_of(params: Message) -> dict[str, Any]:
    arguments = params.get("arguments")
    if arguments is not None and not isinstance(arguments, dict):
        raise RpcError(INVALID_PARAMS, "arguments must be an object")
    return arguments or {}
