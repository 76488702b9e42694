"""Handles hook events inside a server: the same events as the hook process, without starting one.

Independent of the transport: HTTP and the socket hand over the bytes and send the answer back.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping

from sightline.agents import Wire
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.hook.standalone import decode
from sightline.hook.watchdog import FIRST_DEADLINE
from sightline.model.event import Event
from sightline.process.private_files import log_failure
from sightline.server.engines import Engines


class PendingReply(Reply):
    """The reply to one event: a thread fills it, whoever sends the answer waits for it."""

    def __init__(self, started: float) -> None:
        super().__init__(deadline=started + FIRST_DEADLINE)
        self._partial: Callable[[], str] | None = None
        self._complete = threading.Event()

    def prepare(self, compose: Callable[[], str]) -> None:
        """What to answer at the deadline; rendered only then, because it is rarely reached."""
        self._partial = compose

    def give(self) -> bool:
        """The answer is complete; what is recorded about it is written afterwards."""
        self._complete.set()
        return True

    def wait(self) -> str:
        """The answer once it is complete, at the deadline what there is of it."""
        # The deadline moves when the settings are read.
        while (left := self.deadline - time.monotonic()) > 0 and not self._complete.wait(left):
            pass
        return self.text or (self._partial() if self._partial is not None else "")


class HookEvents:
    """Handles events of any project; engines stay open between them."""

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        self._environ = environ or {}
        self._engines = Engines()

    def handle(
        self, wire: Wire, event: Event, reply: Reply, environ: Mapping[str, str], started: float
    ) -> None:
        """Answer one event with an engine that is open already where there is one."""
        path = event.cwd or environ.get("PWD", "") or os.getcwd()
        # An engine is given back only by an event that went well.
        engine = self._engines.take(path, environ)
        handle(engine, event, reply, limit=wire.LIMIT, started=started)
        self._engines.give_back(path, engine)

    def answer(self, agent: str, body: bytes) -> str:
        """The agent's answer to one event, empty for none; failures are silent, as in the hook.

        For a transport that does not tell the assistant's environment. Blocks until the answer is
        complete or its deadline has passed.
        """
        started = time.monotonic()
        decoded = decode(agent, body, {})
        if decoded is None or not decoded[1].kind:
            return ""
        wire, event = decoded
        reply = PendingReply(started)

        def work() -> None:
            try:
                self.handle(wire, event, reply, self._environ, started)
            except Exception:
                # The prompt goes through whatever happened here.
                log_failure()
            finally:
                reply.give()

        # A thread of its own: it goes on after the deadline, and records after the answer.
        threading.Thread(target=work, name="hook", daemon=True).start()
        text = reply.wait()
        return wire.encode(event, text) if text else ""
