"""Handles hook events inside a server: the same events as the hook process, without starting one.

Independent of the transport: HTTP and the socket hand over the bytes and send the answer back.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping

from sightline.agents import Wire
from sightline.engine import Similar
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.events.spooled_events import spool_event
from sightline.hook.standalone import decode
from sightline.hook.watchdog import FIRST_DEADLINE
from sightline.model.event import PROMPT, SESSION_START, Event
from sightline.process.private_files import log_failure
from sightline.server.engines import EnginePool


class PendingReply(Reply):
    """A reply that one thread composes while another waits to send it."""

    def __init__(self, started: float) -> None:
        super().__init__(os.urandom(8).hex(), deadline=started + FIRST_DEADLINE)
        self._complete = threading.Event()

    def give(self) -> bool:
        """Mark the reply as complete; what is recorded about it is written afterwards."""
        self._complete.set()
        return True

    def wait(self) -> str:
        """The reply once it is complete, or the partial one at the deadline."""
        # The deadline moves when the settings are read.
        while (left := self.deadline - time.monotonic()) > 0 and not self._complete.wait(left):
            pass
        return self.text_by_now()


class HookEvents:
    """Handles events of any project; engines stay open between them."""

    def __init__(
        self, environ: Mapping[str, str] | None = None, similar: Similar | None = None
    ) -> None:
        self._environ = environ or {}
        self._engines = EnginePool(similar)

    def handle(
        self, wire: Wire, event: Event, reply: Reply, environ: Mapping[str, str], started: float
    ) -> None:
        """Answer one event with an open engine, if there is one for its project."""
        path = event.cwd or environ.get("PWD", "") or os.getcwd()
        # After a failure the engine is not reused.
        engine = self._engines.take(path, environ)
        handle(engine, event, reply, limit=wire.LIMIT, started=started)
        if event.kind == SESSION_START and engine.similar is not None:
            # Asks for nothing: the model is loaded while the person writes the first prompt.
            engine.similar(engine.memory, "", ())
        self._engines.give_back(path, engine)

    def answer(self, agent: str, body: bytes) -> str:
        """The answer to one event in the agent's format, or nothing; failures are silent.

        For transports without the assistant's environment. Blocks until the reply is complete or
        its deadline has passed.
        """
        started = time.monotonic()
        decoded = decode(agent, body, {})
        if decoded is None:
            return ""
        wire, event = decoded
        reply = PendingReply(started)

        def work() -> None:
            try:
                self.handle(wire, event, reply, self._environ, started)
            except Exception:
                # The prompt goes through whatever happens here.
                log_failure()
            finally:
                reply.give()

        if event.kind == PROMPT:
            reply.spool_prompt = lambda: spool_event(event, self._environ, reply.token)
        # In a thread, which continues after the deadline and records after the answer.
        threading.Thread(target=work, name="hook", daemon=True).start()
        text = reply.wait()
        _spool_untracked(reply)
        return wire.encode(event, text) if text else ""


def _spool_untracked(reply: Reply) -> None:
    """Spool a prompt that failed or takes too long: once answered, it must survive this process."""
    spool = reply.spool_prompt
    if spool is None:
        return
    try:
        spool()
    except Exception:
        log_failure()
