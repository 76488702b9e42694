"""Answers one hook event inside a server: the same events as the hook process, without starting one.

Independent of the transport: HTTP and sockets hand over the bytes and send the answer back.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from sightline.agents import wire
from sightline.agents.host import actual_agent
from sightline.events import handle
from sightline.events.log import log_failure
from sightline.mcp_server.engines import Engines
from sightline.model.event import Event

# Until the settings are read: the longest deadline of ruling 58.
FIRST_DEADLINE = 1.0


class PendingReply:
    """The reply to one event: a thread fills it, whoever sends the answer waits for it."""

    def __init__(self, started: float) -> None:
        self.text = ""
        self.deadline = started + FIRST_DEADLINE
        self._partial: Callable[[], str] | None = None
        self._complete = threading.Event()

    def prepare(self, partial: Callable[[], str]) -> None:
        """What to answer at the deadline; rendered only then, because it is rarely reached."""
        self._partial = partial

    def print_once(self) -> bool:
        """The answer is complete; what is recorded about it is written afterwards."""
        self.finish()
        return True

    def finish(self) -> None:
        """Nothing will be added."""
        self._complete.set()

    def wait(self) -> str:
        """The answer once it is complete, at the deadline what there is of it."""
        # The deadline moves when the settings are read.
        while (left := self.deadline - time.monotonic()) > 0 and not self._complete.wait(left):
            pass
        return self.text or (self._partial() if self._partial is not None else "")


class HookEvents:
    """Answers events of any project; engines stay open between them."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = dict(environ)
        self._engines = Engines()

    def answer(
        self, agent: str, body: bytes, agent_environ: Mapping[str, str] | None = None
    ) -> str:
        """The agent's answer to one event, empty for none; failures are silent, as in the hook.

        Blocks until the answer is complete or its deadline has passed. `agent_environ` holds the
        assistant's variables where the transport knows them.
        """
        started = time.monotonic()
        payload = _payload(body)
        if payload is None:
            return ""
        told = dict(agent_environ or {})
        adapter = wire(actual_agent(agent, payload, told))
        event = adapter.decode(payload, told) if adapter is not None else None
        if adapter is None or event is None or not event.kind:
            return ""
        reply = PendingReply(started)
        # A thread of its own: it goes on after the deadline, and records after the answer.
        work = (event, reply, adapter.LIMIT, started)
        threading.Thread(target=self._handle, args=work, name="hook", daemon=True).start()
        text = reply.wait()
        return adapter.encode(event, text) if text else ""

    def _handle(self, event: Event, reply: PendingReply, limit: int, started: float) -> None:
        try:
            path = event.cwd or os.getcwd()
            engine = self._engines.take(path, self._environ)
            handle(event, reply, environ=self._environ, limit=limit, started=started, engine=engine)
            self._engines.give_back(path, engine)
        except Exception:
            # The prompt goes through whatever happened here; that engine is not used again.
            log_failure()
        finally:
            reply.finish()


def _payload(body: bytes) -> dict[str, Any] | None:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return payload if isinstance(payload, dict) else None
