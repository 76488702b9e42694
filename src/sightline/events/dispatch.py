"""What an assistant tells us: one function per event, found by its kind.

Surfaces decode the event and print the reply; what is said is decided here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping

from sightline.engine import Engine, open_engine
from sightline.errors import StoreError
from sightline.events.reply import Reply
from sightline.model import event as kinds
from sightline.model.event import Event
from sightline.model.session import SessionKey
from sightline.settings.folders import assistant_folder
from sightline.store import activity
from sightline.text.hashing import digest
from sightline.workspace.privacy import is_paused

# A database that is locked may keep a hook waiting this long, in milliseconds.
BUSY_MS = 120
# The module of each event and the setting with its deadline (ruling 58).
EVENTS = {
    kinds.PROMPT: ("prompt", "hook.prompt_seconds"),
    kinds.SESSION_START: ("session_start", "hook.start_seconds"),
    kinds.SUBAGENT_START: ("session_start", "hook.start_seconds"),
    kinds.SESSION_END: ("stop", "hook.end_seconds"),
    kinds.STOP: ("stop", "hook.end_seconds"),
    kinds.SUBAGENT_STOP: ("stop", "hook.end_seconds"),
    kinds.TOOL_BEFORE: ("tool_use", "hook.tool_seconds"),
    kinds.TOOL_AFTER: ("tool_use", "hook.tool_seconds"),
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
        self.plain = reply.plain
        # How sure code must be here, once that is known.
        self.sure = 0.0
        # What the session still has, once that is known.
        self.sent: frozenset[str] = frozenset()
        self._later: list[Callable[[], None]] = []

    def later(self, write: Callable[[], None]) -> None:
        """Write something down after the answer was given."""
        self._later.append(write)

    def write_down(self) -> None:
        """Give the answer, then write what waits for that, all at once."""
        if not self.reply.give():
            return  # the assistant did not get it: nothing was sent
        try:
            with self.engine.activity.transaction():
                for write in self._later:
                    write()
                _remember_call(self)
        except StoreError:
            # What was said was said; only the log misses it.
            return

    def milliseconds(self) -> float:
        """How long this event has taken so far."""
        return (time.monotonic() - self.started) * 1000


def handle(
    event: Event,
    reply: Reply,
    *,
    environ: Mapping[str, str],
    limit: int,
    started: float = 0.0,
    engine: Engine | None = None,
    brief: bool = False,
) -> None:
    """Answer one event: the reply's text grows until it is done.

    An `engine` that is given stays open. `brief` is for a process that ends now: it closes
    nothing, since tidying up takes longer than leaving it to whoever comes next.
    """
    started = started or time.monotonic()
    if engine is not None:
        _handle(engine, event, reply, limit, started)
        return
    engine = open_engine(
        event.cwd or _here(),
        started_in=assistant_folder(environ),
        environ=environ,
        busy_ms=BUSY_MS,
        remember=False,
        brief=brief,
    )
    try:
        _handle(engine, event, reply, limit, started)
    finally:
        if not brief:
            engine.close()


def _handle(engine: Engine, event: Event, reply: Reply, limit: int, started: float) -> None:
    module_name, setting = EVENTS[event.kind]
    reply.deadline = started + engine.settings.number(setting)
    if is_paused(engine.project, engine.home):
        reply.keep_prompt = None
        return
    key = SessionKey(event.agent, event.session, event.subagent)
    moment = Moment(engine, event, reply, key, limit, started)
    if not _is_new(moment):
        reply.keep_prompt = None
        return
    module = __import__(f"sightline.events.{module_name}", fromlist=("handle",))
    module.handle(moment)
    moment.write_down()


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:
        return os.path.expanduser("~")


def _is_new(moment: Moment) -> bool:
    """Whether this very event was not answered already, by a second installation.

    A hook that gave up waiting for the server delivers the event again, under the same token.
    """
    event = moment.event
    if not event.id and event.kind not in (kinds.PROMPT, kinds.SESSION_START):
        return True
    try:
        with moment.engine.activity.transaction():
            if _answered(moment.engine, event, moment.reply.token):
                return False
            if event.kind == kinds.PROMPT:
                see(moment, prompt=True)
    except StoreError:
        # Without the log it may be said twice; it must not be lost.
        pass
    return True


def see(moment: Moment, *, prompt: bool = False) -> None:
    """Note that the session is alive and learn its epoch; without the log it is a first one."""
    try:
        moment.key = activity.see_session(
            moment.engine.activity,
            moment.key,
            now=moment.now,
            project=moment.engine.project.id,
            worktree=moment.engine.project.worktree_id,
            prompt=prompt,
        )
    except StoreError:
        return


def _answered(engine: Engine, event: Event, token: str) -> bool:
    name = f"{event.agent} {event.session} {event.name} {event.id}"
    again_after = activity.ANSWERED_MS if event.id else TWICE_MS
    if not event.id:
        name = f"{name}{event.source} {event.prompt}"
    now = engine.now()
    is_first = activity.first_time(
        engine.activity, digest(name), now=now, again_after_ms=again_after
    )
    # The token is noted with the first delivery, so that a second one of the same is recognised.
    token_is_new = not token or activity.first_time(engine.activity, token, now=now)
    return not is_first and token_is_new


def _remember_call(moment: Moment) -> None:
    activity.record_hook_call(
        moment.engine.activity,
        agent=moment.event.agent,
        event=moment.event.name,
        project=moment.engine.project.id,
        ms=moment.milliseconds(),
        now=moment.now,
    )
