"""What the MCP library would drop without a word: a request that holds half a character.

Programs that cut text in the middle of an emoji send such a half; nobody would ever answer them.
"""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any

from mcp import types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

Item = SessionMessage | Exception


class Repaired:
    """A stream of messages in which those that could not be read are read again."""

    def __init__(self, stream: Any, answers: Any) -> None:
        self._stream, self._answers = stream, answers

    @property
    def last_context(self) -> Any:
        """The context of whoever sent the last message."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Item:
        """The next message."""
        return await self._readable(await self._stream.receive())

    async def aclose(self) -> None:
        """Close the stream."""
        await self._stream.aclose()

    def __aiter__(self) -> Repaired:
        return self

    async def __anext__(self) -> Item:
        return await self._readable(await self._stream.__anext__())

    async def __aenter__(self) -> Repaired:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        await self._stream.__aexit__(kind, error, trace)
        return None

    async def _readable(self, item: Item) -> Item:
        if not isinstance(item, ValidationError):
            return item
        value = _sent(item)
        try:
            whole = _whole(value)
            return SessionMessage(types.jsonrpc_message_adapter.validate_json(whole, by_name=False))
        except ValueError:
            number = value.get("id") if isinstance(value, dict) else None
            if isinstance(number, int | str) and not isinstance(number, bool):
                await self._answers.send(_refused(number))
            return item


def _sent(error: ValidationError) -> object:
    """What came in as a value, as far as it is JSON at all."""
    for part in error.errors(include_url=False, include_context=False):
        given = part["input"]
        if isinstance(given, dict):
            return given
        try:
            return json.loads(given)
        except (TypeError, ValueError, RecursionError):
            continue
    return None


def _whole(value: object) -> str:
    """The value as JSON, with a mark in the place of each half character."""
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _refused(number: int | str) -> SessionMessage:
    problem = types.ErrorData(code=types.INVALID_REQUEST, message="not a message of JSON-RPC 2.0")
    return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=number, error=problem))
