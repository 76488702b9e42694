"""A process that reads files for another one: paths come in, records go out, it ends with its parent.

`python -m sightline.index.worker ROOT PIPES [LANGUAGE_FOLDER ...]`; frames on stdin and stdout.
PIPES are pairs of descriptors such as `5:8,9:12`: for each the process makes a copy of itself. Then
the first frame holds examples of what will come, whose grammars it loads before, once for all copies,
and what its parent knows of the languages.
"""

import contextlib
import gc
import marshal
import os
import sys
from typing import IO

from sightline.errors import SightlineError
from sightline.index.reading import pack, read_file
from sightline.parse.languages import Languages, load_grammar
from sightline.workspace.frames import read_frame, write_frame

Streams = tuple[IO[bytes], IO[bytes]]


def main(arguments: list[str]) -> int:
    """Reads batches of paths until its input ends, and answers each path in turn."""
    root, pipes, *folders = arguments
    _be_nice()
    gc.disable()
    # Not `sys.stdout`, which PYTHONUNBUFFERED would have write every piece by itself.
    streams: Streams = (sys.stdin.buffer, os.fdopen(1, "wb", closefd=False))
    # Whatever a grammar prints must not end up between the frames.
    sys.stdout = sys.stderr
    pairs = [tuple(map(int, pair.split(":"))) for pair in pipes.split(",") if pair]
    frame = read_frame(streams[0]) if pairs else None
    examples, described = marshal.loads(frame) if frame else ([], None)
    languages = Languages(tuple(folders), described)
    _load_grammars(examples, languages)
    copies, left = [], []
    for source, target in pairs:
        copy = _copied()
        if not copy:
            os.dup2(source, 0)
            os.dup2(target, 1)
            os.closerange(3, max(map(max, pairs)) + 1)
            _serve_as(os.getpid(), (os.fdopen(0, "rb"), os.fdopen(1, "wb")), root, languages)
            os._exit(0)
        if copy > 0:
            copies.append(copy)
            os.close(source)
            os.close(target)
        else:  # there may be no further process: its work is ours, after our own
            left.append((os.fdopen(source, "rb"), os.fdopen(target, "wb")))
    _serve(streams, root, languages)
    for streams in left:
        _serve_as(0, streams, root, languages)
    for copy in copies:
        os.waitpid(copy, 0)
    return 0


def _serve_as(copy: int, streams: Streams, root: str, languages: Languages) -> None:
    """Says first which process answers; 0 when it is the one that was to be copied."""
    write_frame(streams[1], b"%d" % copy)
    streams[1].flush()
    _serve(streams, root, languages)


def _serve(streams: Streams, root: str, languages: Languages) -> None:
    """Answers all batches of one input."""
    incoming, outgoing = streams
    frame = read_frame(incoming)
    while frame is not None:
        for path in marshal.loads(frame):
            record = read_file(root, path, languages)
            write_frame(outgoing, b"" if record is None else pack(record))
        outgoing.flush()
        gc.collect(0)
        frame = read_frame(incoming)


def _load_grammars(paths: list[str], languages: Languages) -> None:
    """What is loaded before a process is copied is loaded once."""
    for language in {languages.of_path(path) for path in paths}:
        if language is not None:
            with contextlib.suppress(SightlineError):  # each of its files will tell
                load_grammar(language)


def _copied() -> int:
    """Copies this process: 0 in the copy, -1 when that is not possible."""
    if not hasattr(os, "fork"):
        return -1
    try:
        return os.fork()
    except OSError:
        return -1


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
