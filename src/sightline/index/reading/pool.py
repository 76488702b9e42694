"""Reads many files with a few helper processes; one that dies or hangs costs only its current file.

Records come back in the order of the paths, so that the same tree always yields the same index.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence

from sightline.index.reading.helper import Helper
from sightline.index.reading.read_file import read_file, unpack
from sightline.model.code import FileRecord, skipped_file
from sightline.parse.languages import Languages

Answers = queue.SimpleQueue[tuple[int, bytes | None]]  # number of the helper; None: it exited

# A batch is large enough to keep a helper busy and small enough to share the rest fairly.
BATCH_FILES = 32
BATCH_BYTES = 400_000
# For fewer bytes, starting a process takes longer than reading the files in this one.
IN_PROCESS_BYTES = 1_500_000
# Longer than the slowest file takes on a busy machine; a helper that is silent longer is replaced.
ANSWER_TIMEOUT = 60.0
# Records that may wait for an earlier one; beyond this the order is dropped to bound memory.
MOST_WAITING = 2_000

FilesToRead = Sequence[tuple[str, int]]  # path and size


def read_files(
    root: str,
    todo: FilesToRead,
    languages: Callable[[], Languages],
    folders: tuple[str, ...] = (),
    workers: int = 2,
    *,
    in_process: bool | None = None,
) -> Iterator[FileRecord | str]:
    """A record for each path, or only the path when the file no longer exists.

    `in_process`: read in this process, which a file may crash; None to decide by size.
    """
    if in_process is None:
        in_process = sum(size for _, size in todo) <= IN_PROCESS_BYTES or workers < 1
    if in_process:
        loaded = languages()
        for path, _ in todo:
            yield read_file(root, path, loaded) or path
        return
    pool = _Pool(root, folders, _batches(todo), languages)
    try:
        yield from _ordered([path for path, _ in todo], pool.run(max(1, workers)))
    finally:
        pool.stop()


def _ordered(paths: list[str], records: Iterator[FileRecord | str]) -> Iterator[FileRecord | str]:
    """The records in the order of their paths."""
    waiting: dict[str, FileRecord | str] = {}
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


def _batches(todo: FilesToRead) -> list[list[str]]:
    """Batches of about the same work, in reverse order: the pool pops them from the end."""
    batches: list[list[str]] = [[]]
    batch_bytes = 0
    for path, size in todo:
        if batches[-1] and (batch_bytes + size > BATCH_BYTES or len(batches[-1]) >= BATCH_FILES):
            batches.append([])
            batch_bytes = 0
        batches[-1].append(path)
        batch_bytes += size
    batches.reverse()
    return batches


class _Pool:
    """Helper processes at work on batches of paths."""

    def __init__(
        self,
        root: str,
        folders: tuple[str, ...],
        batches: list[list[str]],
        languages: Callable[[], Languages],
    ) -> None:
        self._root, self._folders, self._batches = root, folders, batches
        self._languages = languages
        self._helpers: dict[int, Helper] = {}
        self._singles: set[str] = set()  # paths that were sent in a batch of their own
        self._started = 0
        # Never longer than the batches that were sent, so a slow consumer does not fill memory.
        self._answers: Answers = queue.SimpleQueue()

    def run(self, helpers: int) -> Iterator[FileRecord | str]:
        """The records of all batches as they arrive."""
        self._start(min(helpers, len(self._batches)))
        while self._helpers:
            try:
                number, frame = self._answers.get(timeout=ANSWER_TIMEOUT)
            except queue.Empty:
                self._kill()
                continue
            helper = self._helpers[number]
            if frame is None:
                yield from self._replace(number)
                continue
            path = helper.pending.popleft()
            yield unpack(frame) if frame else path
            self._feed(helper)

    def stop(self) -> None:
        """End all helpers and the threads that listen to them."""
        self._kill()
        while self._helpers:
            number, frame = self._answers.get()
            if frame is None:
                self._helpers.pop(number).close()

    def _kill(self) -> None:
        for helper in self._helpers.values():
            helper.kill()

    def _start(self, helpers: int = 1) -> None:
        language_options = self._languages().options
        for _ in range(helpers):
            helper = Helper(self._root, self._folders)
            helper.send_languages(language_options)
            self._started += 1
            self._helpers[self._started] = helper
            arguments = (helper, self._started, self._answers)
            threading.Thread(target=_listen, args=arguments, daemon=True).start()
            self._feed(helper)

    def _feed(self, helper: Helper) -> None:
        """Keep a second batch waiting, so that a helper is never idle."""
        while self._batches and len(helper.pending) <= BATCH_FILES // 2:
            helper.send_batch(self._batches.pop())
        if not self._batches:
            helper.close_input()

    def _replace(self, number: int) -> Iterator[FileRecord]:
        """Replace a helper that exited: skip the file it crashed on, and resend its other paths.

        Answers come batch by batch, so only a batch of one path identifies that file: the paths of a
        larger batch are sent again, one by one.
        """
        helper = self._helpers.pop(number)
        helper.close()
        if helper.pending and helper.pending[0] in self._singles:
            yield self._skip_crashed(helper.pending.popleft())
        self._singles.update(helper.pending)
        self._batches += [[path] for path in reversed(helper.pending)]
        if self._batches:
            self._start()

    def _skip_crashed(self, path: str) -> FileRecord:
        """The record of a file that is not tried again until it changes."""
        try:
            status = os.lstat(os.path.join(self._root, path))
        except OSError:
            return skipped_file(path, 0, 0, "disappeared while it was being read")
        return skipped_file(
            path, status.st_size, status.st_mtime_ns, "the parser crashed on this file"
        )


def _listen(helper: Helper, number: int, answers: Answers) -> None:
    try:
        for frame in helper.answers():
            answers.put((number, frame))
    except (OSError, ValueError):
        pass
    answers.put((number, None))
