"""Starts a process that reads files, and speaks to it; what it answers is for the pool."""

import marshal
from collections import deque
from collections.abc import Iterator
from typing import Any

from sightline.process.frames import read_frame, write_frame
from sightline.process.spawn import start_child


class Helper:
    """One process that reads files (`index.worker`)."""

    def __init__(self, root: str, folders: tuple[str, ...]) -> None:
        self._process = start_child(
            "sightline.index.reading.helper", root, *folders, read_output=True
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self.todo: deque[str] = deque()  # what is still to be answered, the next one first

    def answers(self) -> Iterator[bytes]:
        """What it answers, in order, until it has ended."""
        while (frame := read_frame(self._output)) is not None:
            yield frame

    def tell_languages(self, described: dict[str, dict[str, Any]] | None) -> None:
        """Say, before anything is handed over, what is known of the languages (None: nothing)."""
        self._send(described)

    def give(self, batch: list[str]) -> None:
        """Hand a batch over."""
        self.todo.extend(batch)
        self._send(batch)

    def finish(self) -> None:
        """Nothing more will come: it ends when it has answered what it has."""
        try:
            self._input.close()
        except OSError:
            return

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def close(self) -> None:
        """Let go of a helper that has ended."""
        self._process.wait()
        self.finish()
        self._output.close()

    def _send(self, values: Any) -> None:
        try:
            write_frame(self._input, marshal.dumps(values))
            self._input.flush()
        except OSError:
            # It has died; its listener will say so.
            return
