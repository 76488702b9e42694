"""Reads many files with a few processes; one that dies or hangs costs only the file it was at.

Knows nothing of what is read or where it goes; records come back in no particular order.
"""

import marshal
import os
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from sightline.index.reading import read_file, unpack
from sightline.index.worker import read_frame, write_frame
from sightline.model.reading import ReadFile, nothing
from sightline.parse.languages import Languages
from sightline.workspace.python import module_command, module_environment

# A batch is large enough to keep a worker busy and small enough to share the rest fairly.
BATCH_FILES = 32
BATCH_BYTES = 400_000
# Below this it is quicker to read than to start a process.
ALONE_BYTES = 1_500_000
# Longer than the slowest file takes on a busy machine; then its worker is replaced.
PATIENCE = 60.0

Answers = queue.Queue[tuple[int, bytes | None]]  # number of the worker; None when it has ended
Todo = Sequence[tuple[str, int]]  # path and size


def read_files(
    root: str,
    todo: Todo,
    languages: Callable[[], Languages],
    folders: tuple[str, ...] = (),
    workers: int = 2,
) -> Iterator[ReadFile | str]:
    """A record for each path, or the path alone when the file is gone."""
    if sum(size for _, size in todo) <= ALONE_BYTES or workers < 1:
        known = languages()
        for path, _ in todo:
            yield read_file(root, path, known) or path
        return
    pool = _Pool(root, folders, _batches(todo))
    try:
        yield from pool.run(workers)
    finally:
        pool.stop()


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
    def __init__(self, root: str, folders: tuple[str, ...], batches: list[list[str]]) -> None:
        self._command = module_command("sightline.index.worker", root, *folders)
        self._root, self._batches = root, batches
        self._workers: dict[int, _Worker] = {}
        self._started = 0
        # Bounded, so that a slow writer holds the workers back instead of filling the memory.
        self._answers: Answers = queue.Queue(maxsize=64)

    def run(self, workers: int) -> Iterator[ReadFile | str]:
        for _ in range(min(workers, len(self._batches))):
            self._start()
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
            worker.process.kill()

    def _start(self) -> None:
        self._started += 1
        worker = self._workers[self._started] = _Worker(self._command)
        arguments = (worker, self._started, self._answers)
        threading.Thread(target=_listen, args=arguments, daemon=True).start()
        self._feed(worker)

    def _feed(self, worker: "_Worker") -> None:
        """Keeps a second batch waiting, so that a worker never waits for us."""
        while self._batches and len(worker.todo) <= BATCH_FILES // 2:
            worker.give(self._batches.pop())
        if not self._batches:
            worker.finish()

    def _lost(self, number: int) -> Iterator[ReadFile]:
        """A worker has ended: what it was at is passed over, the rest is given to a new one."""
        worker = self._workers.pop(number)
        worker.close()
        if worker.todo:
            yield self._given_up(worker.todo.popleft())
        if worker.todo:
            self._batches.append(list(worker.todo))
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


class _Worker:
    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=module_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self.todo: deque[str] = deque()  # what is still to be answered, the next one first

    def give(self, batch: list[str]) -> None:
        """Hands a batch over."""
        self.todo.extend(batch)
        assert self.process.stdin is not None
        try:
            write_frame(self.process.stdin, marshal.dumps(batch))
            self.process.stdin.flush()
        except OSError:
            # It has died; its listener will say so.
            return

    def finish(self) -> None:
        """Nothing more will come: it ends when it has answered what it has."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.close()
        except OSError:
            return

    def close(self) -> None:
        """Lets go of a worker that has ended."""
        self.process.wait()
        self.finish()
        if self.process.stdout is not None:
            self.process.stdout.close()


def _listen(worker: _Worker, number: int, answers: "Answers") -> None:
    assert worker.process.stdout is not None
    try:
        while (frame := read_frame(worker.process.stdout)) is not None:
            answers.put((number, frame))
    except (OSError, ValueError):
        pass
    answers.put((number, None))
