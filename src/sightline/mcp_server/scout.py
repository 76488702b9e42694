"""A second process that looks for a prompt's memories and code while the server sees to its topic.

`python -m sightline.mcp_server.scout PATH` answers what comes over its input, a socket, until that
ends. It reads only, and nothing depends on it: who gets no answer looks himself.
"""

from __future__ import annotations

import marshal
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

from sightline.errors import StoreError
from sightline.events.blocks import find_code, find_memories
from sightline.events.learning import sure_of
from sightline.events.log import log_failure
from sightline.intent.prompt import read
from sightline.intent.tracker import words_of
from sightline.lean.frames import read_frame, write_frame
from sightline.mcp_server.engines import Engines
from sightline.mcp_server.tidying import Tidying
from sightline.memory.neighbours import Terms
from sightline.memory.search import Matches
from sightline.model.frame import Item, LeftOut
from sightline.workspace.python import module_command, module_environment

Found = tuple[list[Item], list[LeftOut]]

# What an answer consists of: memories first, since they are needed first, then code.
PARTS = 2
# Longer than looking takes, and short enough to look oneself in time after it; for both parts.
PATIENCE = 0.25
# How long it may take until it can be asked.
START_SECONDS = 20.0
# What it says when it can be.
READY = b"ready"


class _Running(NamedTuple):
    process: subprocess.Popen[bytes]
    questions: IO[bytes]
    answers: IO[bytes]
    line: socket.socket

    def end(self) -> None:
        """Nothing more will be asked."""
        self.process.kill()
        self.process.wait()
        for stream in (self.questions, self.answers):
            try:
                stream.close()
            except OSError:
                continue  # what was not sent goes nowhere


class Apart:
    """Keeps who asks and who looks on processors of their own while both are at work.

    Left alone, a system that likes to gather its work wakes one where the other runs, and both wait.
    """

    def __init__(self) -> None:
        may = getattr(os, "sched_getaffinity", None)
        self._all: list[int] = sorted(may(0)) if may is not None else []

    def go(self) -> None:
        """The thread that asks keeps to the first half."""
        self._keep_to(self._all[: len(self._all) // 2])

    def come_back(self) -> None:
        """It may run anywhere again."""
        self._keep_to(self._all)

    def look(self) -> None:
        """Who looks keeps to the second half."""
        self._keep_to(self._all[len(self._all) // 2 :])

    def _keep_to(self, processors: list[int]) -> None:
        if len(self._all) > 1:
            try:
                os.sched_setaffinity(0, processors)
            except OSError:
                return  # they were taken away from us: it goes without


class Scout:
    """The server's side: one question at a time, the next one finds it busy."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: _Running | None = None
        # With one core it would only take turns with us; elsewhere sockets are no one's input.
        self._of_use = os.name == "posix" and (os.cpu_count() or 1) > 1
        self._apart = Apart()

    def ask(self, path: str, prompt: str) -> Sought | None:
        """Have a prompt at a path looked into; None when nobody is there to do it."""
        if self._running is None or not self._lock.acquire(blocking=False):
            return None
        running = self._running
        try:
            if running is not None:
                running.line.settimeout(PATIENCE)
                write_frame(running.questions, marshal.dumps((path, prompt)))
                running.questions.flush()
                return Sought(self)
        except (OSError, ValueError):
            self._end()
        self._lock.release()
        return None

    def keep_apart(self) -> None:
        """The thread that will take the answer keeps off the processor of who looks for it."""
        self._apart.go()

    def take(self, seconds: float) -> bytes:
        """The next part of the answer to the last question; empty when it does not come."""
        frame = None
        try:
            if self._running is not None:
                self._running.line.settimeout(max(seconds, 0.001))
                frame = read_frame(self._running.answers)
        except (OSError, ValueError):
            pass  # it hangs or has died
        if frame is None:
            self._end()
        return frame or b""

    def replace(self) -> None:
        """The next question is for another one."""
        self._end()

    def is_gone(self) -> bool:
        """Whether no further part will come."""
        return self._running is None

    def done(self) -> None:
        """Nothing more is wanted of the last answer; the next question may come."""
        self._apart.come_back()
        self._lock.release()

    def be_ready(self, path: str) -> None:
        """Have it there for the next question, which may be about this path."""
        if self._of_use and self._running is None and self._lock.acquire(blocking=False):
            threading.Thread(target=self._start, args=(path,), name="scout", daemon=True).start()

    def stop(self) -> None:
        """Nothing will be asked any more."""
        self._of_use = False
        self._end()

    def _start(self, path: str) -> None:
        try:
            running = _started(path)
            if self._of_use:
                self._running = running
            else:
                running.end()
        except OSError:
            # There may be no further process here; all goes on without it.
            self._of_use = False
        finally:
            self._lock.release()

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.end()


def _started(path: str) -> _Running:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = subprocess.Popen(
            module_command("sightline.mcp_server.scout", path),
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=module_environment(),
        )
        theirs.close()
        running = _Running(process, ours.makefile("wb"), ours.makefile("rb"), ours)
        ours.settimeout(START_SECONDS)
        try:
            if read_frame(running.answers) != READY:
                raise OSError("it ended at once")
        except OSError:
            running.end()
            raise
    return running


class Sought:
    """A question that was asked: each part of its answer is taken once, or thrown away."""

    def __init__(self, scout: Scout) -> None:
        self._scout: Scout | None = scout
        self._left = PARTS
        self._patience = PATIENCE
        self._identity: tuple[str, str, str] | None = None

    def keep_apart(self) -> None:
        """Called by the thread that takes the answer."""
        if self._scout is not None:
            self._scout.keep_apart()

    def is_about(self, identity: tuple[str, str, str]) -> None:
        """Which project the answer has to be about: who looks does not see to that itself."""
        self._identity = identity

    def memories(self) -> Matches | None:
        """The memories that match, or None when one has to look oneself."""
        frame = self._next() if self._left == PARTS else b""
        found = marshal.loads(frame) if frame else None
        if not found:
            return None
        identity, terms, rows = found
        if self._identity not in (None, identity):
            self._throw_away()
            return None
        return Matches(Terms._make(terms), rows) if terms else None

    def code(self) -> Found | None:
        """The code, or None when one has to look oneself."""
        if self._left == PARTS:
            self.memories()
        frame = self._next()
        if not frame:
            return None
        items, left_out = marshal.loads(frame)
        return [Item._make(one) for one in items], [LeftOut._make(one) for one in left_out]

    def end(self) -> None:
        """What was not taken is not wanted."""
        while self._left:
            self._next()

    def _throw_away(self) -> None:
        """Who looks takes the place for another project: a new one will see which it is by now."""
        if self._scout is not None:
            self._scout.replace()
            self._scout.done()
            self._scout, self._left = None, 0

    def _next(self) -> bytes:
        if self._scout is None:
            self._left = 0
            return b""
        before = time.monotonic()
        frame = self._scout.take(self._patience)
        self._patience -= time.monotonic() - before
        self._left -= 1
        if not self._left or self._scout.is_gone():
            self._scout.done()
            self._scout, self._left = None, 0
        return frame


def main(path: str) -> int:
    """Answers questions until there are no more."""
    with socket.socket(fileno=os.dup(0)) as both:
        questions, answers = both.makefile("rb"), both.makefile("wb")
    engines, environ = Engines(), dict(os.environ)
    Apart().look()
    engines.give_back(path, engines.take(path, environ))
    tidying = Tidying()
    write_frame(answers, READY)
    answers.flush()
    while (frame := read_frame(questions)) is not None:
        with tidying:
            for answer in _answers(engines, environ, frame):
                write_frame(answers, answer)
                answers.flush()
    return 0


def _answers(engines: Engines, environ: dict[str, str], frame: bytes) -> Iterator[bytes]:
    """The parts of the answer to one question, each as soon as it is known."""
    given = 0
    try:
        for part in _looked_for(engines, environ, *marshal.loads(frame)):
            yield marshal.dumps(part, 2)
            given += 1
    except Exception:
        # The server will meet the same error, or find what we did not.
        log_failure()
        yield from [b""] * (PARTS - given)


def _looked_for(
    engines: Engines, environ: dict[str, str], path: str, prompt: str
) -> Iterator[tuple[Any, ...]]:
    text = words_of(prompt)
    if not text or read(text).trivial:
        yield from ((), ([], []))
        return
    engine = engines.take(path, environ, unchecked=True)
    try:
        terms, rows = find_memories(engine, text)
        yield engine.identity, tuple(terms), rows
    except StoreError:
        yield engine.identity, (), ()  # they cannot be read now
    try:
        items, left_out = find_code(engine, text, sure_of(engine))
    except StoreError:
        items, left_out = [], []  # there is no index, or it cannot be read now
    engines.give_back(path, engine)
    yield [tuple(item) for item in items], [tuple(one) for one in left_out]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except (OSError, KeyboardInterrupt):
        os._exit(1)
