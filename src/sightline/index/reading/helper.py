"""A process that reads files for another one: the process itself, and the client that starts it.

`python -m sightline.index.reading.helper ROOT [LANGUAGE_FOLDER ...]` talks in frames over stdin and
stdout. The first frame is the parent's parsed language.toml files, each further one a batch of paths;
the helper answers each path with a packed record and exits when its input ends.
"""

import gc
import marshal
import os
import sys
from collections import deque
from collections.abc import Iterator
from typing import IO, Any

from sightline.index.reading.read_file import pack, read_file
from sightline.parse.languages import Languages
from sightline.process.frames import read_frame, write_frame
from sightline.process.spawn import start_child


class Helper:
    """The client of one helper process."""

    def __init__(self, root: str, folders: tuple[str, ...]) -> None:
        self._process = start_child(
            "sightline.index.reading.helper", root, *folders, read_output=True
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self.pending: deque[str] = deque()  # paths without an answer, the oldest first

    def answers(self) -> Iterator[bytes]:
        """The answers in the order of the paths, until the process exits."""
        while (frame := read_frame(self._output)) is not None:
            yield frame

    def send_languages(self, language_options: dict[str, dict[str, Any]] | None) -> None:
        """Send the parsed language.toml files (None: the helper parses them); before any batch."""
        self._send(language_options)

    def send_batch(self, batch: list[str]) -> None:
        """Send a batch of paths."""
        self.pending.extend(batch)
        self._send(batch)

    def close_input(self) -> None:
        """Let the process exit once it has answered all pending paths."""
        try:
            self._input.close()
        except OSError:
            return

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def close(self) -> None:
        """Release the resources of a process that has exited."""
        self._process.wait()
        self.close_input()
        self._output.close()

    def _send(self, value: Any) -> None:
        try:
            write_frame(self._input, marshal.dumps(value))
            self._input.flush()
        except OSError:
            # The process has died; the thread that listens to it reports that.
            return


def main(arguments: list[str]) -> int:
    """Read batches of paths until the input ends, and answer each path in turn."""
    root, *folders = arguments
    _lower_priority()
    gc.disable()
    # Not `sys.stdout`, which is unbuffered under PYTHONUNBUFFERED.
    incoming, outgoing = sys.stdin.buffer, os.fdopen(1, "wb", closefd=False)
    # A grammar that prints must not write between the frames.
    sys.stdout = sys.stderr
    language_options = read_frame(incoming)
    if language_options is not None:
        languages = Languages(tuple(folders), marshal.loads(language_options))
        _answer_batches(incoming, outgoing, root, languages)
    return 0


def _answer_batches(
    incoming: IO[bytes], outgoing: IO[bytes], root: str, languages: Languages
) -> None:
    while (frame := read_frame(incoming)) is not None:
        for path in marshal.loads(frame):
            record = read_file(root, path, languages)
            write_frame(outgoing, b"" if record is None else pack(record))
        outgoing.flush()
        gc.collect(0)


def _lower_priority() -> None:
    if hasattr(os, "nice"):
        try:
            os.nice(5)
        except OSError:
            return


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
        # Everything is written: skip the teardown of the interpreter.
        os._exit(0)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
