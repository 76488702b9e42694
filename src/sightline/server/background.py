"""Keeps the index fresh beside the server: a thread watches, worker processes index and end.

Among several servers of one working tree one watches; the next takes over when it ends.
"""

from __future__ import annotations

import json
import subprocess
import threading

from sightline.engine import Engine, Lifetime, open_engine
from sightline.errors import IndexBusy
from sightline.process.private_files import log_failure
from sightline.process.spawn import start_child
from sightline.store.code.lease import hold_lease

# How a worker process ends: it has indexed, it could not, another process is indexing.
DONE, FAILED, BUSY = 0, 1, 75
# The first answer is on its way before anything else is loaded or started.
AFTER_ANSWER_SECONDS = 0.2
_POLL_SECONDS = 0.05


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
        """Keep these roots fresh from now on; those a person did not name only if they are known."""
        for path in paths:
            with self._lock:
                if path in self._followed:
                    continue
                self._followed.add(path)
            threading.Thread(
                target=self._keep_fresh, args=(path, named), name="index", daemon=True
            ).start()

    def follows(self, path: str) -> bool:
        """Whether this root is kept fresh here."""
        return path in self._followed

    def stop(self) -> None:
        """End every worker."""
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
            # Without a fresh index the tools still answer, and say how old it is.
            log_failure()

    def _index(self, engine: Engine, changed: list[str] | None) -> None:
        """Have a process of its own bring the index up to date, and wait for its end."""
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
            # It ended at once; its code says so.
            pass
        return worker
