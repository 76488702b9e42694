"""Hooks over HTTP: the same events as the hook process, without a process."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any

from sightline.agents import wire
from sightline.agents.host import actual_agent
from sightline.errors import StoreError
from sightline.events import handle
from sightline.events.log import log_failure
from sightline.mcp_server.engines import Engines
from sightline.mcp_server.scout import Scout
from sightline.mcp_server.tidying import Tidying
from sightline.model import event as kinds
from sightline.model.event import Event
from sightline.store.database import Database, open_database
from sightline.store.homes import activity_path, memory_path

# Until the settings are read: the longest deadline of ruling 58.
FIRST_DEADLINE = 1.0
# What is written down after an answer waits until the answer is out, but not longer than this.
SENT_SECONDS = 0.05
MOST_IDLE = 8


class Answer:
    """The answer to one event as it grows in a thread; the server's loop waits for it."""

    def __init__(self, started: float) -> None:
        self.text = ""
        self.deadline = started + FIRST_DEADLINE
        self._so_far: Callable[[], str] | None = None
        self._loop = asyncio.get_running_loop()
        self._given: asyncio.Future[None] = self._loop.create_future()
        self._sent = threading.Event()

    def prepare(self, so_far: Callable[[], str]) -> None:
        """What to say should time run out now: mostly it does not, and nobody lays that out."""
        self._so_far = so_far

    def print_once(self) -> bool:
        """The answer is complete: it goes first, the rest is written down after it."""
        self.end()
        # The thread would keep the interpreter from whoever sends.
        self._sent.wait(SENT_SECONDS)
        return True

    def end(self) -> None:
        """Nothing will be added."""
        try:
            self._loop.call_soon_threadsafe(self._give)
        except RuntimeError:  # the server has ended
            return

    async def ready(self, begin: Callable[[], None]) -> str:
        """What there is to say when the answer that `begin` begins is complete or its time over."""
        clock = self._loop.call_later(self._left(), self._look_at_clock)
        # Last: from here on the loop does nothing but wait, and its thread gives way.
        begin()
        try:
            await self._given
        finally:
            clock.cancel()
        return self.text or (self._so_far() if self._so_far is not None else "")

    def sent(self) -> None:
        """The answer is out, or cannot be sent."""
        self._sent.set()

    def _left(self) -> float:
        return self.deadline - time.monotonic()

    def _look_at_clock(self) -> None:
        # The deadline may have moved meanwhile.
        if (left := self._left()) > 0 and not self._given.done():
            self._loop.call_later(left, self._look_at_clock)
        else:
            self._give()

    def _give(self) -> None:
        if not self._given.done():
            self._given.set_result(None)


class _Threads:
    """Threads that wait for the next event: to wake one takes less time than to start one."""

    def __init__(self) -> None:
        self._idle: list[SimpleQueue[Callable[[], None]]] = []

    def run(self, work: Callable[[], None]) -> None:
        """Have this done by a thread of its own."""
        try:
            waiting = self._idle.pop()
        except IndexError:
            waiting = SimpleQueue()
            arguments = (waiting,)
            threading.Thread(target=self._serve, args=arguments, name="hook", daemon=True).start()
        waiting.put(work)

    def _serve(self, waiting: SimpleQueue[Callable[[], None]]) -> None:
        while True:
            waiting.get()()
            if len(self._idle) >= MOST_IDLE:
                return
            self._idle.append(waiting)


_threads = _Threads()
_held: list[Database] = []
_engines = Engines()
_scout = Scout()
_tidying = Tidying()


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


def stop() -> None:
    """No more events will come."""
    _scout.stop()


async def answer_hook(
    agent: str, payload: dict[str, Any], environ: dict[str, str]
) -> tuple[str, Answer | None]:
    """The agent's answer to one event, or nothing; a failure is silent, as in the hook.

    What is ready at the deadline is the answer, as in the hook. Who sends it says when it is `sent`.
    """
    started = time.monotonic()
    adapter = wire(actual_agent(agent, payload, {}))
    event = adapter.decode(payload, {}) if adapter is not None else None
    if adapter is None or event is None or not event.kind:
        return "", None
    answer = Answer(started)
    work = partial(_answer, event, answer, adapter.LIMIT, environ, started)
    text = await answer.ready(partial(_threads.run, work))
    return (adapter.encode(event, text) if text else ""), answer


def _answer(
    event: Event, answer: Answer, limit: int, environ: dict[str, str], started: float
) -> None:
    """What one event takes, in a thread of its own."""
    path, sought = event.cwd, None
    with _tidying:
        try:
            path = path or os.getcwd()
            if event.kind == kinds.PROMPT:
                sought = _scout.ask(path, event.prompt)
            engine = _engines.take(path, environ)
            if sought is not None:
                sought.is_about(engine.identity)
            handle(
                *(event, answer),
                environ=environ,
                limit=limit,
                started=started,
                engine=engine,
                sought=sought.found if sought else None,
            )
            _engines.give_back(path, engine)
        except Exception:
            # The prompt goes through whatever happened here; that engine is not used again.
            log_failure()
        finally:
            answer.end()
            if sought is not None:
                sought.found()
            if event.kind == kinds.PROMPT and path:
                _scout.be_ready(path)
