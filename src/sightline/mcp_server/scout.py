"""A second process that looks for a prompt's code while the server sees to its topic and memories.

`python -m sightline.mcp_server.scout PATH` answers what comes over its input, a socket, until that
ends. It reads only, and nothing depends on it: who gets no answer looks for the code himself.
"""

from __future__ import annotations

import marshal
import os
import socket
import subprocess
import sys
import threading
from typing import IO, Any, NamedTuple

from sightline.errors import StoreError
from sightline.events.blocks import find_code
from sightline.events.learning import sure_of
from sightline.events.log import log_failure
from sightline.intent.prompt import read
from sightline.intent.tracker import words_of
from sightline.mcp_server.engines import Engines
from sightline.mcp_server.tidying import Tidying
from sightline.model.frame import Item, LeftOut
from sightline.workspace.frames import read_frame, write_frame
from sightline.workspace.python import module_command, module_environment

Found = tuple[list[Item], list[LeftOut]]
Identity = tuple[str, str, str]

# Longer than looking takes, and short enough to look oneself in time after it.
PATIENCE = 0.25
# How long it may take until it can be asked.
START_SECONDS = 20.0
# What it says when it can be.
READY = b"ready"


class _Running(NamedTuple):
    process: subprocess.Popen[bytes]
    questions: IO[bytes]
    answers: IO[bytes]

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
        """Have the code for a prompt at a path looked for; None when nobody is there to do it."""
        if self._running is None or not self._lock.acquire(blocking=False):
            return None
        running = self._running
        try:
            if running is not None:
                # First: once it is awake the other would keep this thread from leaving.
                self._apart.go()
                write_frame(running.questions, marshal.dumps((path, prompt)))
                running.questions.flush()
                return Sought(self)
        except (OSError, ValueError):
            self._end()
            self._apart.come_back()
        self._lock.release()
        return None

    def take(self, identity: Identity | None) -> Found | None:
        """What was found for the last question; None when it does not come, or for another project."""
        frame = None
        try:
            if self._running is not None:
                frame = read_frame(self._running.answers)
        except (OSError, ValueError):
            pass  # it hangs or has died
        found = marshal.loads(frame) if frame else None
        other = bool(found and found[0] and identity not in (None, found[0]))
        if frame is None or other:
            # The next one will see which project it is by now.
            self._end()
        self._apart.come_back()
        self._lock.release()
        if not found or other:
            return None
        _, items, left_out = found
        return [Item._make(one) for one in items], [LeftOut._make(one) for one in left_out]

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
        running = _Running(process, ours.makefile("wb"), ours.makefile("rb"))
        ours.settimeout(START_SECONDS)
        try:
            if read_frame(running.answers) != READY:
                raise OSError("it ended at once")
        except OSError:
            running.end()
            raise
        ours.settimeout(PATIENCE)
    return running


class Sought:
    """A question that was asked: its answer is taken once, or thrown away."""

    def __init__(self, scout: Scout) -> None:
        self._scout: Scout | None = scout
        self._identity: Identity | None = None

    def is_about(self, identity: Identity) -> None:
        """Which project the answer has to be about: who looks does not see to that itself."""
        self._identity = identity

    def found(self) -> Found | None:
        """The code, or None when one has to look oneself."""
        scout, self._scout = self._scout, None
        return scout.take(self._identity) if scout is not None else None


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
            write_frame(answers, _answer(engines, environ, frame))
            answers.flush()
    return 0


def _answer(engines: Engines, environ: dict[str, str], frame: bytes) -> bytes:
    try:
        return marshal.dumps(_looked_for(engines, environ, *marshal.loads(frame)), 2)
    except Exception:
        # The server will meet the same error, or find what we did not.
        log_failure()
        return b""


def _looked_for(
    engines: Engines, environ: dict[str, str], path: str, prompt: str
) -> tuple[Identity | None, list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The code for a prompt, and of which project it is."""
    text = words_of(prompt)
    if not text or read(text).trivial:
        return None, [], []
    engine = engines.take(path, environ, unchecked=True)
    try:
        items, left_out = find_code(engine, text, sure_of(engine))
    except StoreError:
        items, left_out = [], []  # there is no index, or it cannot be read now
    engines.give_back(path, engine)
    return engine.identity, [tuple(item) for item in items], [tuple(one) for one in left_out]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except (OSError, KeyboardInterrupt):
        os._exit(1)
