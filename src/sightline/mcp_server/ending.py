"""The end of input is the end of asking: what was asked before is still answered, for a while.

The MCP library drops calls that are under way when stdin ends, which is what a script does that
writes its requests and closes the pipe.
"""

from __future__ import annotations

from typing import Any

import anyio
from mcp import types
from mcp.shared.message import SessionMessage

# Who closed the pipe waits for the process to end; this long at most for its calls.
GRACE_SECONDS = 5.0


class Calls:
    """The requests that came in and were not answered yet."""

    def __init__(self) -> None:
        self._open: set[int | str] = set()
        self._changed = anyio.Event()

    def note_request(self, item: object) -> None:
        """Remember what came in, forget what is not wanted any more."""
        message = item.message if isinstance(item, SessionMessage) else None
        if isinstance(message, types.JSONRPCRequest):
            self._open.add(message.id)
        elif (
            isinstance(message, types.JSONRPCNotification)
            and message.method == "notifications/cancelled"
        ):
            self._forget((message.params or {}).get("requestId"))

    def note_answer(self, item: object) -> None:
        """What is answered is no longer waited for."""
        message = item.message if isinstance(item, SessionMessage) else None
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError):
            self._forget(message.id)

    async def answered(self) -> None:
        """Wait until everything is answered, or too long."""
        with anyio.move_on_after(GRACE_SECONDS):
            while self._open:
                await self._changed.wait()

    def _forget(self, number: int | str | None) -> None:
        if number in self._open:
            self._open.discard(number)
            self._changed.set()
            self._changed = anyio.Event()


class Requests:
    """A stream of messages that ends when all of them are answered."""

    def __init__(self, stream: Any, calls: Calls) -> None:
        self._stream, self._calls = stream, calls

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __aiter__(self) -> Requests:
        return self

    async def __anext__(self) -> Any:
        try:
            return self._noted(await self._stream.__anext__())
        except StopAsyncIteration:
            await self._calls.answered()
            raise

    async def receive(self) -> Any:
        """The next message."""
        try:
            return self._noted(await self._stream.receive())
        except anyio.EndOfStream:
            await self._calls.answered()
            raise

    async def __aenter__(self) -> Requests:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> Any:
        return await self._stream.__aexit__(*error)

    def _noted(self, item: Any) -> Any:
        self._calls.note_request(item)
        return item


class Answers:
    """The stream answers go into, seen as they pass."""

    def __init__(self, stream: Any, calls: Calls) -> None:
        self._stream, self._calls = stream, calls

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def send(self, item: Any) -> None:
        """Pass an answer on."""
        await self._stream.send(item)
        self._calls.note_answer(item)

    async def __aenter__(self) -> Answers:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> Any:
        return await self._stream.__aexit__(*error)
