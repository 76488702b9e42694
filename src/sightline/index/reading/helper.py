"""A process that reads files for another one: paths come in, records go out, it ends with its parent.

`python -m sightline.index.reading.helper ROOT [LANGUAGE_FOLDER ...]`; frames on stdin and stdout. The first
frame says what the parent knows of the languages.
"""

import gc
import marshal
import os
import sys
from typing import IO

from sightline.index.reading.read_file import pack, read_file
from sightline.parse.languages import Languages
from sightline.process.frames import read_frame, write_frame


def main(arguments: list[str]) -> int:
    """Read batches of paths until the input ends, and answer each path in turn."""
    root, *folders = arguments
    _be_nice()
    gc.disable()
    # Not `sys.stdout`, which PYTHONUNBUFFERED would have write every piece by itself.
    incoming, outgoing = sys.stdin.buffer, os.fdopen(1, "wb", closefd=False)
    # Whatever a grammar prints must not end up between the frames.
    sys.stdout = sys.stderr
    described = read_frame(incoming)
    if described is not None:
        _serve(incoming, outgoing, root, Languages(tuple(folders), marshal.loads(described)))
    return 0


def _serve(incoming: IO[bytes], outgoing: IO[bytes], root: str, languages: Languages) -> None:
    """Answer all batches."""
    while (frame := read_frame(incoming)) is not None:
        for path in marshal.loads(frame):
            record = read_file(root, path, languages)
            write_frame(outgoing, b"" if record is None else pack(record))
        outgoing.flush()
        gc.collect(0)


def _be_nice() -> None:
    if hasattr(os, "nice"):
        try:
            os.nice(5)
        except OSError:
            return


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
        # All is written: taking apart what was remembered would only take time.
        os._exit(0)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
