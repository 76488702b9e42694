"""Hooks over HTTP: the same events as the hook process, without a process."""

from __future__ import annotations

import threading
import time
from typing import Any

from sightline.agents import wire
from sightline.agents.host import actual_agent
from sightline.errors import StoreError
from sightline.events import handle
from sightline.events.log import log_failure
from sightline.store.database import Database, open_database
from sightline.store.homes import activity_path, memory_path

# Until the settings are read: the longest deadline of ruling 58.
FIRST_DEADLINE = 1.0


class _Reply:
    """The answer as it grows."""

    def __init__(self, started: float) -> None:
        self.text = ""
        self.deadline = started + FIRST_DEADLINE


_held: list[Database] = []


def hold_stores() -> None:
    """Keep the stores open between events, so that no event is the last to close them.

    SQLite tidies up when the last connection closes, which takes longer than the event itself.
    """
    for path, schema in ((memory_path(), "memory"), (activity_path(), "activity")):
        try:
            _held.append(open_database(path, schema))
        except StoreError:
            # The events will meet the same error, and say so in the log.
            continue


def answer_hook(agent: str, payload: dict[str, Any], environ: dict[str, str]) -> str:
    """The agent's answer to one event, or nothing; a failure is silent, as in the hook.

    What is ready at the deadline is the answer, as in the hook; the rest is let run out.
    """
    started = time.monotonic()
    adapter = wire(actual_agent(agent, payload, {}))
    if adapter is None:
        return ""
    event = adapter.decode(payload, {})
    if not event.kind:
        return ""
    reply = _Reply(started)
    done = threading.Event()

    def work() -> None:
        try:
            handle(event, reply, environ=environ, limit=adapter.LIMIT, started=started)
        except Exception:
            # The prompt goes through whatever happened here.
            log_failure()
        finally:
            done.set()

    threading.Thread(target=work, name="hook", daemon=True).start()
    while not done.is_set() and (left := reply.deadline - time.monotonic()) > 0:
        done.wait(left)
    return adapter.encode(event, reply.text) if reply.text else ""
