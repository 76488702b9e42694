"""One event while it is handled: its engine, session and reply, and what is recorded after it."""

from __future__ import annotations

import time
from collections.abc import Callable

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.events.reply import Reply
from sightline.model.event import Event
from sightline.model.frame import Frame
from sightline.model.session import SessionKey
from sightline.store import activity
from sightline.text.secrets.redact import redact
from sightline.workspace.identity import path_inside
from sightline.workspace.privacy import Denier

# How much of a prompt is stored with what was injected for it.
PROMPT_CHARACTERS = 2000


class Moment:
    """One event with everything that handling it needs."""

    def __init__(
        self, engine: Engine, event: Event, reply: Reply, *, limit: int, started: float
    ) -> None:
        self.engine = engine
        self.event = event
        self.reply = reply
        self.key = SessionKey(event.agent, event.session, event.subagent)
        # The most characters the assistant accepts, and when handling began (monotonic seconds).
        self.limit = limit
        self.started = started
        self.now = engine.now()
        # Hashes of what the assistant still has in its context window.
        self.sent: frozenset[str] = frozenset()
        self._writes: list[Callable[[], None]] = []

    def after_reply(self, write: Callable[[], None]) -> None:
        """Call this function once the assistant has the reply."""
        self._writes.append(write)

    def finish(self) -> None:
        """Give the reply, then write everything that waits for it in one transaction."""
        if not self.reply.give():
            return  # the assistant did not get it: nothing was sent
        try:
            with self.engine.activity.transaction():
                for write in self._writes:
                    write()
                self._record_call()
        except StoreError:
            # The reply is out; losing the log entry is acceptable.
            return

    def milliseconds(self) -> float:
        """How long handling this event has taken so far."""
        return (time.monotonic() - self.started) * 1000

    def relative_paths(self, paths: tuple[str, ...]) -> list[str]:
        """These paths relative to the project's root, without denied ones and ones outside of it."""
        if not paths:
            return []
        root = self.engine.project.root
        is_denied = Denier(self.engine.settings.texts("privacy.deny"), root)
        relative = (path_inside(root, path, self.event.cwd) for path in paths)
        return [path for path in relative if path and not is_denied(path)]

    def see_session(self, *, prompt: bool = False) -> None:
        """Record that the session is alive and learn its epoch; epoch 0 if the log fails."""
        project = self.engine.project
        try:
            self.key = activity.see_session(
                self.engine.activity,
                self.key,
                now=self.now,
                project=project.id,
                worktree=project.worktree_id,
                prompt=prompt,
            )
        except StoreError:
            return

    def hashes_in_context(self) -> frozenset[str]:
        """The hashes of items that this session still has in its context window."""
        engine = self.engine
        try:
            return activity.has_now(engine.activity, self.key, engine.settings, now=self.now)
        except StoreError:
            return frozenset()

    def record_sent(self, records: list[str]) -> None:
        """Record what the assistant has now, besides what a frame sends."""
        activity.disclose(self.engine.activity, self.key, records, now=self.now)

    def send(self, frame: Frame, notes: Callable[[], dict[str, str]]) -> None:
        """Reply with this frame; record it, to be explained later and not to be sent again."""
        self.reply.text = frame.text
        if not frame.text:
            return
        ms = self.milliseconds()

        def write() -> None:
            activity.record_injection(
                self.engine.activity,
                self.key,
                frame,
                project=self.engine.project.id,
                event=self.event.name,
                prompt=redact(self.event.prompt[:PROMPT_CHARACTERS]),
                ms=ms,
                now=self.now,
                notes=notes(),
            )

        self.after_reply(write)

    def _record_call(self) -> None:
        activity.record_hook_call(
            self.engine.activity,
            agent=self.event.agent,
            event=self.event.name,
            project=self.engine.project.id,
            ms=self.milliseconds(),
            now=self.now,
        )
