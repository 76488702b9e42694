"""Handles one event of an assistant: calls the function for its kind, once per event.

Surfaces decode the event and print the reply.
"""

import os
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sightline.engine import Engine, Lifetime, open_engine
from sightline.errors import StoreError
from sightline.events import prompt, tool_use
from sightline.events.moment import Moment
from sightline.events.reply import Reply
from sightline.model import event as kinds
from sightline.model.event import Event
from sightline.store import activity
from sightline.text.hashing import digest
from sightline.workspace.privacy import is_paused

# Without an id from the agent, the same event twice within this time is one event.
DUPLICATE_MS = 2_000


class _Handler(NamedTuple):
    """The function for a kind of event, and the setting that holds its deadline (ruling 58)."""

    handle: Callable[[Moment], None]
    deadline: str


def _session_start(moment: Moment) -> None:
    # Takes 6 ms to load, most of it `subprocess`; prompts do not need it.
    from sightline.events import session_start

    if moment.event.kind in (kinds.COMPACT_BEFORE, kinds.COMPACT_AFTER):
        session_start.handle_compaction(moment)
    else:
        session_start.handle(moment)


def _stop(moment: Moment) -> None:
    # Takes 28 ms to load: transcripts, capture rules, git and backups; prompts do not need it.
    from sightline.events import stop

    stop.handle(moment)


HANDLERS = {
    kinds.PROMPT: _Handler(prompt.handle, "hook.prompt_seconds"),
    kinds.SESSION_START: _Handler(_session_start, "hook.start_seconds"),
    kinds.SUBAGENT_START: _Handler(_session_start, "hook.start_seconds"),
    kinds.SESSION_END: _Handler(_stop, "hook.end_seconds"),
    kinds.STOP: _Handler(_stop, "hook.end_seconds"),
    kinds.SUBAGENT_STOP: _Handler(_stop, "hook.end_seconds"),
    kinds.TOOL_BEFORE: _Handler(tool_use.handle, "hook.tool_seconds"),
    kinds.TOOL_AFTER: _Handler(tool_use.handle, "hook.tool_seconds"),
    kinds.COMPACT_BEFORE: _Handler(_session_start, "hook.end_seconds"),
    kinds.COMPACT_AFTER: _Handler(_session_start, "hook.end_seconds"),
}


def engine_for(event: Event, environ: Mapping[str, str]) -> Engine:
    """The engine of the project an event comes from."""
    return open_engine(event.cwd or _current_directory(), Lifetime.HOOK, environ=environ)


def handle(engine: Engine, event: Event, reply: Reply, *, limit: int, started: float = 0.0) -> None:
    """Answer one event; the reply's text grows until it is complete."""
    started = started or time.monotonic()
    handler = HANDLERS[event.kind]
    reply.deadline = started + engine.settings.number(handler.deadline)
    moment = Moment(engine, event, reply, limit=limit, started=started)
    if is_paused(engine.project, engine.home) or not _is_new(moment):
        reply.spool_prompt = None
        return
    engine.see_shared()
    handler.handle(moment)
    moment.finish()


def _current_directory() -> str:
    try:
        return os.getcwd()
    except OSError:
        return os.path.expanduser("~")


def _is_new(moment: Moment) -> bool:
    """Whether this event was not answered yet, for example by a second installation.

    A hook that gave up waiting for the server delivers the event again, under the same token.
    """
    event = moment.event
    if not event.id and event.kind not in (kinds.PROMPT, kinds.SESSION_START):
        return True
    try:
        with moment.engine.activity.transaction():
            if _was_answered(moment.engine, event, moment.reply.token):
                return False
            if event.kind == kinds.PROMPT:
                moment.see_session(prompt=True)
    except StoreError:
        # Without the log an event may be answered twice, but it is not lost.
        pass
    return True


def _was_answered(engine: Engine, event: Event, token: str) -> bool:
    name = f"{event.agent} {event.session} {event.name} {event.id}"
    window_ms = activity.ANSWERED_MS if event.id else DUPLICATE_MS
    if not event.id:
        name = f"{name}{event.source} {event.prompt}"
    now = engine.now()
    is_first = activity.first_time(engine.activity, digest(name), now=now, again_after_ms=window_ms)
    # The first delivery records its token, which identifies a second delivery of the event.
    token_is_new = not token or activity.first_time(engine.activity, token, now=now)
    return not is_first and token_is_new
