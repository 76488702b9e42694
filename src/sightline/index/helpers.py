"""Starts the processes that read files, and speaks to them; what they answer is for the pool."""

import contextlib
import marshal
import os
import signal
import subprocess
from collections import deque
from collections.abc import Iterator
from typing import IO, Any

from sightline.workspace.frames import read_frame, write_frame
from sightline.workspace.python import module_command, module_environment

_CAN_COPY = hasattr(os, "fork")
# Paths of each sort that will come, and what is known of the languages (None: read them anew).
Known = tuple[list[str], dict[str, dict[str, Any]] | None]


class Helper:
    """One process that reads files, started by us or copied from one that was."""

    def __init__(
        self, process: subprocess.Popen[bytes], streams: tuple[IO[bytes], IO[bytes]], *, copy: bool
    ) -> None:
        self._process, self._copy = process, copy
        self._copied_as = 0  # the process that is the copy, when it has said so
        self._input, self._output = streams
        self.todo: deque[str] = deque()  # what is still to be answered, the next one first

    def answers(self) -> Iterator[bytes]:
        """What it answers, in order, until it has ended."""
        if self._copy:
            self._copied_as = int(read_frame(self._output) or 0)
        while (frame := read_frame(self._output)) is not None:
            yield frame

    def prepare(self, known: Known) -> None:
        """Says, before anything is handed over, which sorts of files will come."""
        self._send(known)

    def give(self, batch: list[str]) -> None:
        """Hands a batch over."""
        self.todo.extend(batch)
        self._send(batch)

    def _send(self, values: Any) -> None:
        try:
            write_frame(self._input, marshal.dumps(values))
            self._input.flush()
        except OSError:
            # It has died; its listener will say so.
            return

    def finish(self) -> None:
        """Nothing more will come: it ends when it has answered what it has."""
        try:
            self._input.close()
        except OSError:
            return

    def kill(self) -> None:
        """Ends it at once."""
        if not self._copy:
            self._process.kill()
        elif not self._copied_as:
            self.finish()  # it has nothing to hang at yet
        else:
            with contextlib.suppress(OSError):  # it has ended
                os.kill(self._copied_as, getattr(signal, "SIGKILL", signal.SIGTERM))

    def close(self) -> None:
        """Lets go of a helper that has ended."""
        if not self._copy:  # copies are waited for by the process that made them
            self._process.wait()
        self.finish()
        self._output.close()


def start_helpers(
    root: str, folders: tuple[str, ...], wanted: int, known: Known = ([], None)
) -> list[Helper]:
    """Starts that many helpers: one process that copies itself, where a system can do that.

    What it needs for files such as the examples it loads before, once for all copies.
    """
    if not _CAN_COPY and wanted > 1:
        return [start_helpers(root, folders, 1)[0] for _ in range(wanted)]
    pipes = [(*os.pipe(), *os.pipe()) for _ in range(wanted - 1)]
    theirs = [end for source, _, _, target in pipes for end in (source, target)]
    named = ",".join(f"{source}:{target}" for source, _, _, target in pipes)
    try:
        process = _started(module_command("sightline.index.worker", root, named, *folders), theirs)
    finally:
        for end in theirs:
            os.close(end)
    assert process.stdin is not None and process.stdout is not None
    helpers = [Helper(process, (process.stdin, process.stdout), copy=False)]
    if pipes:
        helpers[0].prepare(known)
    for _, to, back, _ in pipes:
        streams = (os.fdopen(to, "wb"), os.fdopen(back, "rb"))
        helpers.append(Helper(process, streams, copy=True))
    return helpers


def _started(command: list[str], kept: list[int]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=module_environment(),
        pass_fds=kept,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
