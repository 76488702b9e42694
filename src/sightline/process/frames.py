"""Messages between two processes of ours: each frame is its length in four bytes, then its payload."""

from __future__ import annotations

from typing import IO

_LENGTH = 4


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next frame, or None when the other process has closed the stream."""
    head = stream.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    size = int.from_bytes(head, "little")
    frame = stream.read(size)
    return frame if len(frame) == size else None


def write_frame(stream: IO[bytes], frame: bytes) -> None:
    """Write one frame; the caller flushes the stream."""
    stream.write(len(frame).to_bytes(_LENGTH, "little"))
    stream.write(frame)
