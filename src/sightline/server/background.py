"""Keeps the index fresh while a server runs: a thread watches, worker processes index.

Among several servers of one working tree one watches; the next takes over when it ends. The first
calls wait a little for the first index.
"""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable

from sightline.engine import Engine, Lifetime, open_engine
from sightline.errors import IndexBusy
from sightline.process.private_files import log_failure
from sightline.process.spawn import start_child
from sightline.store.code.lease import hold_lease
from sightline.tools.index_access import Completeness

# Exit codes of a worker: it has indexed, it failed, another process is indexing.
DONE, FAILED, BUSY = 0, 1, 75
# The first answer is sent before anything else is loaded or started.
AFTER_ANSWER_SECONDS = 0.2
_POLL_SECONDS = 0.05
# How long calls wait for the first index, counted from the first call: no caller waits twice.
SILENT_SECONDS = 3.0
# Calls of a client that shows progress may wait longer.
PROGRESS_SECONDS = 10.0
_STATE_POLL_SECONDS = 0.1

# Called with the percentage that is indexed.
Report = Callable[[int], None]


class Background:
    """One thread per root; everything ends with `stop` or with the process."""

    def __init__(self, after: float = AFTER_ANSWER_SECONDS) -> None:
        self._after = after
        self._stop = threading.Event()
        # Reentrant: a signal may call `stop` while the main thread holds it.
        self._lock = threading.RLock()
        self._followed: set[str] = set()
        self._workers: set[subprocess.Popen[bytes]] = set()

    def follow(self, paths: list[str], *, named: bool) -> None:
        """Keep these roots fresh from now on; if nobody named them, only deliberate projects."""
        for path in paths:
            with self._lock:
                if path in self._followed:
                    continue
                self._followed.add(path)
            threading.Thread(
                target=self._keep_fresh, args=(path, named), name="index", daemon=True
            ).start()

    def follows(self, path: str) -> bool:
        """Whether the index of this root is kept fresh."""
        return path in self._followed

    def stop(self) -> None:
        """Stop watching and kill every worker."""
        self._stop.set()
        with self._lock:
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
            worker.wait()

    def _keep_fresh(self, path: str, named: bool) -> None:
        if self._stop.wait(self._after):
            return
        # After the first answer: these load the parser and the watcher's library.
        from sightline.index import stats, watcher

        try:
            engine = open_engine(path, Lifetime.COMMAND)
            wanted = named or engine.is_deliberate
            engine.close()
            if not wanted:
                self._followed.discard(path)
                return

            def bring(changed: list[str] | None) -> stats.IndexStats:
                self._index(engine, changed)
                return stats.IndexStats()

            watcher.watch(
                engine.project, engine.settings, self._stop, home=engine.home, bring=bring
            )
        except Exception:
            # Without a fresh index the tools still answer and report its age.
            log_failure()

    def _index(self, engine: Engine, changed: list[str] | None) -> None:
        """Refresh the index in a worker process and wait for it."""
        project = engine.project
        lease = hold_lease(project.worktree_id, engine.home)
        if lease is None:
            raise IndexBusy(root=project.root)
        lease.release()
        worker = self._start(project.root, engine.home, changed)
        try:
            while worker.poll() is None and not self._stop.wait(_POLL_SECONDS):
                pass
        finally:
            if worker.poll() is None:
                worker.kill()
            code = worker.wait()
            assert worker.stdin is not None
            worker.stdin.close()
            with self._lock:
                self._workers.discard(worker)
        if code == BUSY:
            raise IndexBusy(root=project.root)
        if code != DONE:
            raise ChildProcessError(f"indexing {project.root} ended with {code}")

    def _start(self, root: str, home: str, changed: list[str] | None) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._stop.is_set():
                raise IndexBusy(root=root)
            worker = start_child(
                "sightline.server.index_worker", root, home=home, low_priority=True
            )
            self._workers.add(worker)
        assert worker.stdin is not None
        try:
            worker.stdin.write(json.dumps(changed).encode() + b"\n")
            worker.stdin.flush()
        except OSError:
            # The worker ended at once; its exit code says why.
            pass
        return worker


class IndexWait:
    """Makes calls wait while the first index is built, up to a limit."""

    def __init__(self, read_state: Callable[[], Completeness]) -> None:
        self._read_state = read_state
        self._done = False
        self._first_call = 0.0

    def reset(self) -> None:
        """Wait again, because the index of other roots may be incomplete."""
        self._done = False
        self._first_call = 0.0

    def wait(self, report: Report | None, cancelled: threading.Event) -> None:
        """Return when the index is complete, the limit is reached or the call is cancelled."""
        if self._done:
            return
        self._first_call = self._first_call or time.monotonic()
        limit = SILENT_SECONDS if report is None else PROGRESS_SECONDS
        deadline = self._first_call + limit
        reported = -1
        while not (state := self._read_state()).ready:
            if time.monotonic() >= deadline or cancelled.is_set():
                return
            if report is not None and state.percent > reported:
                reported = state.percent
                report(reported)
            cancelled.wait(_STATE_POLL_SECONDS)
        self._done = True
