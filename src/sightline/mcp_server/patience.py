"""Waiting for an index that is being built: a little, with progress for clients that show it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import anyio
import anyio.to_thread

from sightline.tools.completeness import Completeness

# Counted from the first call, so that a long indexing keeps nobody waiting twice.
PATIENCE_SECONDS = 3.0
# Who shows progress to a person may wait longer for a whole answer.
SHOWN_SECONDS = 10.0
_STEP_SECONDS = 0.1


class Patience:
    """Holds calls back while the first index of a project is built, but not for long."""

    def __init__(self, look: Callable[[], Completeness]) -> None:
        self._look = look
        self._done = False
        self._first_call = 0.0

    def begin_again(self) -> None:
        """Other roots: their index may not be there yet."""
        self._done = False
        self._first_call = 0.0

    async def wait(self, context: Any, limiter: anyio.CapacityLimiter) -> None:
        """Come back when the index is whole, or when this has taken long enough."""
        if self._done:
            return
        now = time.monotonic()
        self._first_call = self._first_call or now
        shown = has_progress_token(context)
        deadline = self._first_call + (SHOWN_SECONDS if shown else PATIENCE_SECONDS)
        told = -1
        while True:
            state = await anyio.to_thread.run_sync(self._look, limiter=limiter)
            if state.ready:
                self._done = True
                return
            if time.monotonic() >= deadline:
                return
            if shown and state.percent > told:
                told = state.percent
                await context.session.report_progress(told, 100, f"index {told} % complete")
            await anyio.sleep(_STEP_SECONDS)


def has_progress_token(context: Any) -> bool:
    """Whether the client asked to be told how a call is getting on."""
    meta = getattr(context, "meta", None) or {}
    return meta.get("progress_token", meta.get("progressToken")) is not None
