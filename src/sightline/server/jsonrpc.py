"""JSON-RPC 2.0 over a pair of streams, one message per line: reading, checking and writing.

Knows nothing of MCP: `stdio_server` decides which methods exist and what they answer.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple, TypeGuard

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

# The same limit as for a request over HTTP.
MAX_MESSAGE = 16 * 1024 * 1024

Message = dict[str, Any]
MessageId = str | int

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class RpcError(Exception):
    """An error as JSON-RPC reports it; `request_id` is None if the request is unknown."""

    def __init__(
        self, code: int, message: str, *, data: object = None, request_id: MessageId | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.data = data
        self.request_id = request_id


class Request(NamedTuple):
    """A message that must be answered under its id."""

    id: MessageId
    method: str
    params: Message


class Notification(NamedTuple):
    """A message that is not answered."""

    method: str
    params: Message


class Response(NamedTuple):
    """The answer to a request of ours; an error has no result."""

    id: object
    result: Message | None


class StandardStreams(NamedTuple):
    """The streams on which messages are read and written."""

    reader: BinaryIO
    writer: BinaryIO


def take_standard_streams() -> StandardStreams:
    """Reserve stdin and stdout for messages.

    Afterwards file descriptor 1 leads to stderr and 0 to the null device, so that neither a stray
    print nor a child process can write or read between the messages.
    """
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0, inheritable=True)
    os.close(nothing)
    os.dup2(2, 1, inheritable=True)
    return StandardStreams(reader, writer)


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream that are not blank; lines that are too long are cut."""
    while line := stream.readline(MAX_MESSAGE + 1):
        rest = line
        while len(rest) > MAX_MESSAGE and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_MESSAGE + 1)
        if not line.isspace():
            yield line


def parse(line: bytes) -> object:
    """The JSON value on a line."""
    if len(line) > MAX_MESSAGE:
        raise RpcError(INVALID_REQUEST, f"the message is larger than {MAX_MESSAGE} bytes")
    # A byte that is not UTF-8 costs that character, not the whole request.
    text = line.decode("utf-8", "replace")
    try:
        value = json.loads(text)
        return _without_lone_surrogates(value) if _SURROGATE_ESCAPE.search(text) else value
    except RecursionError:
        raise RpcError(PARSE_ERROR, "the JSON is nested too deeply") from None
    except ValueError as error:
        raise RpcError(PARSE_ERROR, f"the message is not valid JSON: {error}") from None


def _without_lone_surrogates(value: object) -> object:
    """The value with U+FFFD for each lone surrogate: clients cut text inside an emoji."""
    text = json.dumps(value, ensure_ascii=False)
    return json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def message_of(value: object) -> Request | Notification | Response:
    """The message in a JSON value; raises RpcError if it is not one."""
    if not isinstance(value, dict):
        raise RpcError(INVALID_REQUEST, "a message must be a JSON object")
    identity, method = value.get("id"), value.get("method")
    known_id = identity if is_message_id(identity) else None
    if value.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'jsonrpc must be "2.0"', request_id=known_id)
    if method is None and ("result" in value or "error" in value):
        result = value.get("result")
        return Response(identity, result if isinstance(result, dict) else None)
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "method must be a string", request_id=known_id)
    params = {} if value.get("params") is None else value["params"]
    if "id" not in value:
        return Notification(method, params if isinstance(params, dict) else {})
    if known_id is None:
        raise RpcError(INVALID_REQUEST, "id must be a string or an integer")
    if not isinstance(params, dict):
        raise RpcError(INVALID_PARAMS, "params must be an object", request_id=known_id)
    return Request(known_id, method, params)


def is_message_id(value: object) -> TypeGuard[MessageId]:
    """Whether this is a valid request id; Python's booleans are integers, JSON's are not."""
    return isinstance(value, str | int) and not isinstance(value, bool)


class Writer:
    """Writes messages to a stream, from any thread, one at a time."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def result(self, request_id: MessageId, result: Message) -> None:
        """Answer a request."""
        self._send({"id": request_id, "result": result})

    def error(self, request_id: MessageId | None, error: RpcError) -> None:
        """Answer a request, or a message that is not valid, with an error."""
        report: Message = {"code": error.code, "message": str(error)}
        if error.data is not None:
            report["data"] = error.data
        self._send({"id": request_id, "error": report})

    def notify(self, method: str, params: Message) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def request(self, request_id: MessageId, method: str) -> None:
        """Send a request of ours."""
        self._send({"id": request_id, "method": method})

    def _send(self, message: Message) -> None:
        text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":"))
        # File names may contain bytes that are not text.
        line = text.encode("utf-8", "replace") + b"\n"
        with self._lock:
            try:
                self._stream.write(line)
                self._stream.flush()
            except (OSError, ValueError):
                # The client is gone; the end of its input ends the server.
                return
