"""Reads many files with a few processes; one that dies or hangs costs only the file it was at.

Knows nothing of what is read or where it goes. Records come back in the order of the paths, so that
the same tree always makes the same index.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence

from sightline.index.reading.helper_client import Helper
from sightline.index.reading.read_file import read_file, unpack
from sightline.model.reading import ReadFile, nothing
from sightline.parse.languages import Languages

Answers = queue.SimpleQueue[tuple[int, bytes | None]]  # number of the worker; None: it ended

# A batch is large enough to keep a worker busy and small enough to share the rest fairly.
BATCH_FILES = 32
BATCH_BYTES = 400_000
# Below this it is quicker to read than to start a process.
ALONE_BYTES = 1_500_000
# Longer than the slowest file takes on a busy machine; then its worker is replaced.
PATIENCE = 60.0
# Records that may wait for one that comes before them; beyond that order is given up, not memory.
MOST_WAITING = 2_000

Todo = Sequence[tuple[str, int]]  # path and size


def read_files(
    root: str,
    todo: Todo,
    languages: Callable[[], Languages],
    folders: tuple[str, ...] = (),
    workers: int = 2,
    *,
    alone: bool | None = None,
) -> Iterator[ReadFile | str]:
    """A record for each path, or the path alone when the file is gone.

    `alone`: whether this process reads them itself, which a file may end; None when quicker.
    """
    if alone is None:
        alone = sum(size for _, size in todo) <= ALONE_BYTES or workers < 1
    if alone:
        known = languages()
        for path, _ in todo:
            yield read_file(root, path, known) or path
        return
    pool = _Pool(root, folders, _batches(todo), languages)
    try:
        yield from _ordered([path for path, _ in todo], pool.run(max(1, workers)))
    finally:
        pool.stop()


def _ordered(paths: list[str], records: Iterator[ReadFile | str]) -> Iterator[ReadFile | str]:
    """The records in the order of their paths."""
    waiting: dict[str, ReadFile | str] = {}
    position = 0
    for record in records:
        waiting[record if isinstance(record, str) else record.path] = record
        while position < len(paths) and paths[position] in waiting:
            yield waiting.pop(paths[position])
            position += 1
        if len(waiting) > MOST_WAITING:
            yield from waiting.values()
            waiting.clear()
    yield from waiting.values()


def _batches(todo: Todo) -> list[list[str]]:
    """Paths in order, in batches of about the same work; the last ones are handed out first."""
    batches: list[list[str]] = [[]]
    size = 0
    for path, weight in todo:
        if batches[-1] and (size + weight > BATCH_BYTES or len(batches[-1]) >= BATCH_FILES):
            batches.append([])
            size = 0
        batches[-1].append(path)
        size += weight
    batches.reverse()
    return batches


class _Pool:
    def __init__(
        self,
        root: str,
        folders: tuple[str, ...],
        batches: list[list[str]],
        languages: Callable[[], Languages],
    ) -> None:
        self._root, self._folders, self._batches = root, folders, batches
        self._languages = languages
        self._workers: dict[int, Helper] = {}
        self._single: set[str] = set()  # handed out in a batch of their own
        self._started = 0
        # Never more than the batches that were handed out, so a slow writer fills no memory.
        self._answers: Answers = queue.SimpleQueue()

    def run(self, workers: int) -> Iterator[ReadFile | str]:
        self._start(min(workers, len(self._batches)))
        while self._workers:
            try:
                number, frame = self._answers.get(timeout=PATIENCE)
            except queue.Empty:
                self._kill()
                continue
            worker = self._workers[number]
            if frame is None:
                yield from self._lost(number)
                continue
            path = worker.todo.popleft()
            yield unpack(frame) if frame else path
            self._feed(worker)

    def stop(self) -> None:
        """Ends all workers and the threads that listen to them."""
        self._kill()
        while self._workers:
            number, frame = self._answers.get()
            if frame is None:
                self._workers.pop(number).close()

    def _kill(self) -> None:
        for worker in self._workers.values():
            worker.kill()

    def _start(self, workers: int = 1) -> None:
        described = self._languages().described
        for _ in range(workers):
            worker = Helper(self._root, self._folders)
            worker.tell_languages(described)
            self._started += 1
            self._workers[self._started] = worker
            arguments = (worker, self._started, self._answers)
            threading.Thread(target=_listen, args=arguments, daemon=True).start()
            self._feed(worker)

    def _feed(self, worker: Helper) -> None:
        """Keeps a second batch waiting, so that a worker never waits for us."""
        while self._batches and len(worker.todo) <= BATCH_FILES // 2:
            worker.give(self._batches.pop())
        if not self._batches:
            worker.finish()

    def _lost(self, number: int) -> Iterator[ReadFile]:
        """A worker has ended: what it was at is passed over, the rest is given to a new one.

        Answers come batch by batch, so what it was at is certain only of a batch of one: the files of
        a larger one are handed out again, each by itself.
        """
        worker = self._workers.pop(number)
        worker.close()
        if worker.todo and worker.todo[0] in self._single:
            yield self._given_up(worker.todo.popleft())
        self._single.update(worker.todo)
        self._batches += [[path] for path in reversed(worker.todo)]
        if self._batches:
            self._start()

    def _given_up(self, path: str) -> ReadFile:
        """A file that is not tried again until it changes."""
        try:
            facts = os.lstat(os.path.join(self._root, path))
        except OSError:
            return nothing(path, 0, 0, "gone while it was read")
        return nothing(
            path, facts.st_size, facts.st_mtime_ns, "reading it ended the process that did"
        )


def _listen(worker: Helper, number: int, answers: Answers) -> None:
    try:
        for frame in worker.answers():
            answers.put((number, frame))
    except (OSError, ValueError):
        pass
    answers.put((number, None))
