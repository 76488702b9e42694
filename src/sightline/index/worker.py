"""A process that reads files for another one: paths come in, records go out, it ends with its parent.

`python -m sightline.index.worker ROOT [LANGUAGE_FOLDER ...]`; frames on stdin and stdout.
"""

import gc
import marshal
import os
import struct
import sys
from typing import IO

from sightline.index.reading import pack, read_file
from sightline.parse.languages import Languages

_LENGTH = struct.Struct("<I")


def main(arguments: list[str]) -> int:
    """Reads batches of paths until its input ends, and answers each path in turn."""
    root, *folders = arguments
    _be_nice()
    gc.disable()
    languages = Languages(tuple(folders))
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    # Whatever a grammar prints must not end up between the frames.
    sys.stdout = sys.stderr
    while (frame := read_frame(incoming)) is not None:
        for path in marshal.loads(frame):
            record = read_file(root, path, languages)
            write_frame(outgoing, b"" if record is None else pack(record))
        outgoing.flush()
        gc.collect(0)
    return 0


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next frame, or None when the other side is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    frame = stream.read(size)
    return frame if len(frame) == size else None


def write_frame(stream: IO[bytes], frame: bytes) -> None:
    """Writes one frame; the caller flushes."""
    stream.write(_LENGTH.pack(len(frame)))
    stream.write(frame)


def _be_nice() -> None:
    if hasattr(os, "nice"):
        try:
            os.nice(5)
        except OSError:
            return


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
