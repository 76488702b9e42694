"""Where the lines of a source begin, and its text by places in its bytes."""

from bisect import bisect_right
from itertools import accumulate


class Lines:
    """The lines of one source. `ends[i]` is where line i + 2 begins."""

    __slots__ = ("ascii", "ends", "source")

    def __init__(self, source: bytes) -> None:
        self.source = source
        # Plain text is decoded once and cut as text; most source is.
        self.ascii = source.decode("ascii") if source.isascii() else None
        lines = source.split(b"\n")
        self.ends = [*accumulate([len(line) + 1 for line in lines])]

    def at(self, place: int) -> int:
        """The line of a byte, counted from 1."""
        return bisect_right(self.ends, place) + 1

    def text(self, start: int, end: int) -> str:
        """The text between two bytes."""
        if self.ascii is not None:
            return self.ascii[start:end]
        return self.source[start:end].decode("utf-8", "replace")
