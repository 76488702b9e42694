"""What an assistant tells us: one function per event, found by its kind.

Surfaces decode the event and print the reply; what is said is decided here.
"""

from __future__ import annotations

import os
import time

from sightline.engine import Engine, open_engine
from sightline.errors import StoreError
from sightline.model import event as kinds
from sightline.model.session import SessionKey
from sightline.store import activity
from sightline.text.hashing import digest
from sightline.workspace.pause import is_paused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol

    from sightline.model.event import Event

    class Reply(Protocol):
        """Where the answer grows; a surface prints it when it is done or out of time."""

        text: str
        deadline: float

    Handle = Callable[["Moment"], None]

# A database that is locked may keep a hook waiting this long, in milliseconds.
BUSY_MS = 120
# The module of each event and the setting with its deadline (ruling 58).
EVENTS = {
    kinds.PROMPT: ("prompt", "hook.prompt_seconds"),
    kinds.SESSION_START: ("session", "hook.start_seconds"),
    kinds.SUBAGENT_START: ("session", "hook.start_seconds"),
    kinds.SESSION_END: ("ending", "hook.end_seconds"),
    kinds.STOP: ("ending", "hook.end_seconds"),
    kinds.SUBAGENT_STOP: ("ending", "hook.end_seconds"),
    kinds.TOOL_BEFORE: ("tool", "hook.tool_seconds"),
    kinds.TOOL_AFTER: ("tool", "hook.tool_seconds"),
    kinds.COMPACT_BEFORE: ("compaction", "hook.end_seconds"),
    kinds.COMPACT_AFTER: ("compaction", "hook.end_seconds"),
}
# Without an id of the agent's own, the same event twice within this time is one event.
TWICE_MS = 2_000


class Moment:
    """One event with everything its handler needs."""

    def __init__(
        self,
        engine: Engine,
        event: Event,
        reply: Reply,
        key: SessionKey,
        limit: int,
        started: float,
    ) -> None:
        self.engine = engine
        self.event = event
        self.reply = reply
        self.key = key
        self.limit = limit
        self.started = started
        self.now = engine.now()
        # The bare block of FG-1 is printed each time, sent before or not.
        self.plain = bool(getattr(reply, "plain", False))

    def milliseconds(self) -> float:
        """How long this event has taken so far."""
        return (time.monotonic() - self.started) * 1000


def handle(
    event: Event, reply: Reply, *, environ: Mapping[str, str], limit: int, started: float = 0.0
) -> None:
    """Answer one event: the reply's text grows until it is done."""
    started = started or time.monotonic()
    module_name, setting = EVENTS[event.kind]
    engine = open_engine(event.cwd or _here(), environ=environ, busy_ms=BUSY_MS, remember=False)
    try:
        reply.deadline = started + engine.settings.number(setting)
        if is_paused(engine.project, engine.home):
            forget_promise(reply)
            return
        key = SessionKey(event.agent, event.session, event.subagent)
        if _seen_before(engine, event):
            forget_promise(reply)
            return
        moment = Moment(engine, event, reply, key, limit, started)
        module = __import__(f"sightline.events.{module_name}", fromlist=("handle",))
        module.handle(moment)
        _remember_call(moment)
    finally:
        engine.close()


def forget_promise(reply: Reply) -> None:
    """Nothing is left to be kept for the next process."""
    if getattr(reply, "save", None) is not None:
        reply.save = None  # type: ignore[attr-defined]


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:
        return os.path.expanduser("~")


def _seen_before(engine: Engine, event: Event) -> bool:
    """Whether this very event was answered already, by a second installation."""
    try:
        return _answered(engine, event)
    except StoreError:
        # Without the log it may be said twice; it must not be lost.
        return False


def _answered(engine: Engine, event: Event) -> bool:
    name = f"{event.agent} {event.session} {event.name} {event.id}"
    if event.id:
        return not activity.first_time(engine.activity, digest(name), now=engine.now())
    if event.kind not in (kinds.PROMPT, kinds.SESSION_START):
        return False
    name = digest(f"{name}{event.source} {event.prompt}")
    return not activity.first_time(engine.activity, name, now=engine.now(), again_after_ms=TWICE_MS)


def _remember_call(moment: Moment) -> None:
    try:
        activity.record_hook_call(
            moment.engine.activity,
            agent=moment.event.agent,
            event=moment.event.name,
            project=moment.engine.project.id,
            ms=moment.milliseconds(),
            now=moment.now,
        )
    except StoreError:
        return
