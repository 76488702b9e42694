"""Holds events that could not be written to a database in time, one JSON line each (ruling 59).

The next process applies them, each exactly once. The caller redacts them.

A line is one O_APPEND write under a short lock, so a killed process leaves at most one torn line,
which was not acknowledged. Lines survive the end of the process, but nobody waits until the disk has
them: a power cut may lose the newest ones. Only files that nobody appends to are read, and only files whose events are all committed are
deleted; the database remembers the ids of the events it has applied.
"""

import json
import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sightline import __version__
from sightline.errors import (
    SightlineError,
    StoreBusy,
    StoreCorrupt,
    StoreFailed,
    StoreFull,
    StoreMissing,
    StoreOld,
    StoreReadOnly,
    StoreTooNew,
)
from sightline.process.private_files import make_private_file, try_lock
from sightline.store.sqlite.database import Database

Payload = dict[str, Any]
Apply = Callable[[Database, str, Payload], None]

UNAVAILABLE = (
    *(StoreBusy, StoreCorrupt, StoreFailed, StoreFull, StoreMissing),
    *(StoreOld, StoreReadOnly, StoreTooNew),
)
ROTATE_BYTES = 4 * 1024 * 1024
MOST_BYTES = 64 * 1024 * 1024
BATCH = 100
APPEND_WAIT_MS = 50
# How long the database remembers the ids of applied events.
REMEMBER_MS = 30 * 24 * 3600 * 1000
# One event in so many, by the last digits of its time, also deletes old ids.
FORGET_EVERY = 50


class _Drained(NamedTuple):
    """What became of one file: whether all of its events are done, and how many were applied."""

    complete: bool
    applied: int


class Spool:
    """The events waiting for one database, as `<name>.*.jsonl` files in one folder."""

    def __init__(self, folder: str, name: str) -> None:
        self.folder = folder
        self.name = name
        self._current = os.path.join(folder, name + ".jsonl")
        self._refused = os.path.join(folder, name + ".refused.jsonl")

    def append(self, kind: str, payload: Payload, *, now: int, event_id: str = "") -> str:
        """Save one event for the next process; its id."""
        event_id = event_id or new_event_id(now)
        record = _record({"id": event_id, "at": now, "kind": kind, "payload": payload})
        lock = try_lock(self._lock_path("append"), wait_ms=APPEND_WAIT_MS)
        if lock is None:
            self._append_aside(record)
            return event_id
        with lock:
            if _size(self._current) >= ROTATE_BYTES:
                self._refuse_when_full()
                self._set_aside()
            _append(self._current, record)
        return event_id

    def waiting(self) -> bool:
        """Whether any event is waiting; cheap enough for every prompt."""
        return bool(self._sealed()) or _size(self._current) > 0

    def drain(self, database: Database, apply: Apply, *, now: int, within_ms: int = 10_000) -> int:
        """Apply the waiting events in order, each once; how many were applied.

        The rest keeps waiting if another process is draining, the database is locked or time is up.
        """
        if not self.waiting():
            return 0
        lock = try_lock(self._lock_path("drain"))
        if lock is None:
            return 0
        with lock:
            deadline = time.monotonic() + within_ms / 1000
            self._seal()
            if any(event.get("by") != __version__ for event in self.refused()):
                self.retry_refused()  # Another version refused them; this one may accept them.
            applied = 0
            for path in self._sealed():
                drained = self._drain_file(path, database, apply, now, deadline)
                applied += drained.applied
                if not drained.complete:
                    break
                os.unlink(path)
        return applied

    def refused(self) -> list[Payload]:
        """Events that could not be applied, each with its problem; none is deleted."""
        return list({event["id"]: event for event in _events(self._refused)}.values())

    def retry_refused(self) -> bool:
        """Put refused events back in the queue, for instance after an upgrade."""
        if not os.path.exists(self._refused):
            return False
        os.replace(self._refused, self._new_path())
        return True

    def _drain_file(
        self, path: str, database: Database, apply: Apply, now: int, deadline: float
    ) -> _Drained:
        events = _events(path)
        applied = 0
        for start in range(0, len(events), BATCH):
            if start and time.monotonic() >= deadline:
                return _Drained(False, applied)
            refused: list[Payload] = []
            with database.transaction():
                for event in events[start : start + BATCH]:
                    applied += self._apply(event, database, apply, now, refused)
                # Before the commit: better to refuse an event twice than to lose it.
                for event in refused:
                    _append(self._refused, _record(event), flush=True)
        return _Drained(True, applied)

    def _apply(
        self, event: Payload, database: Database, apply: Apply, now: int, refused: list[Payload]
    ) -> int:
        try:
            with database.transaction():
                return take(database, event["id"], event["kind"], event["payload"], apply, now=now)
        except UNAVAILABLE:
            raise
        except (SightlineError, ValueError, TypeError, LookupError) as error:
            problem = f"{type(error).__name__}: {error}"
        refused.append({**event, "problem": problem, "by": __version__})
        return 0

    def _seal(self) -> None:
        # Nobody can append to the file after it was renamed under the appenders' lock.
        lock = try_lock(self._lock_path("append"), wait_ms=APPEND_WAIT_MS)
        if lock is not None:
            with lock:
                self._set_aside()

    def _set_aside(self) -> None:
        if _size(self._current) > 0:
            os.rename(self._current, self._new_path())

    def _append_aside(self, record: bytes) -> None:
        # A stopped process holds the lock: write a separate file, complete before it becomes visible.
        self._refuse_when_full()
        path = self._new_path()
        _append(path + ".part", record)
        os.rename(path + ".part", path)

    def _refuse_when_full(self) -> None:
        if sum(_size(path) for path in self._sealed()) > MOST_BYTES:
            raise StoreFull(path=self.folder)

    def _new_path(self) -> str:
        # Names sort by time, so files are applied in the order they were written.
        name = f"{self.name}.{time.time_ns():020d}-{os.getpid()}.jsonl"
        return os.path.join(self.folder, name)

    def _lock_path(self, purpose: str) -> str:
        return os.path.join(self.folder, f"{self.name}.{purpose}.lock")

    def _sealed(self) -> list[str]:
        try:
            names = os.listdir(self.folder)
        except OSError:
            return []
        open_files = (os.path.basename(self._refused), os.path.basename(self._current))
        return [
            os.path.join(self.folder, name)
            for name in sorted(names)
            if name.startswith(self.name + ".")
            and name.endswith(".jsonl")
            and name not in open_files
        ]


def take(
    database: Database, event_id: str, kind: str, payload: Payload, apply: Apply, *, now: int
) -> int:
    """Apply an event inside the caller's transaction unless it was applied before; 1 or 0."""
    if not first_time(database, event_id, now=now):
        return 0
    apply(database, kind, payload)
    return 1


def first_time(database: Database, event_id: str, *, now: int) -> bool:
    """Mark an event as applied, inside the caller's transaction; False if it was already."""
    if not database.run("spool.take", id=event_id, taken=now):
        return False
    if now % FORGET_EVERY == 0:
        database.run("spool.forget", before=now - REMEMBER_MS)
    return True


def new_event_id(now: int) -> str:
    """A unique event id."""
    return f"{now:x}-{os.urandom(8).hex()}"


def _record(event: Payload) -> bytes:
    # The leading line break ends a torn line that a killed process may have left.
    return ("\n" + json.dumps(event, separators=(",", ":")) + "\n").encode("ascii")


def _append(path: str, record: bytes, *, flush: bool = False) -> None:
    make_private_file(path)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise StoreReadOnly(path=path) from error
    try:
        size = os.fstat(descriptor).st_size
        try:
            written = os.write(descriptor, record)
            if written == len(record) and flush:
                os.fsync(descriptor)
        except OSError as error:
            raise StoreFull(path=path) from error
        if written < len(record):
            os.ftruncate(descriptor, size)
            raise StoreFull(path=path)
    finally:
        os.close(descriptor)


def _events(path: str) -> list[Payload]:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            lines = file.read().split("\n")
    except FileNotFoundError:
        return []
    events = []
    for line in lines:
        try:
            event = json.loads(line) if line else None
        except ValueError:
            continue  # A torn line of a killed process was never acknowledged.
        if isinstance(event, dict) and {"id", "kind", "payload"} <= event.keys():
            events.append(event)
    return events


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
