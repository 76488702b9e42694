"""Where the lines of a source begin, and fingerprints of spans without normalising them anew."""

from bisect import bisect_right
from itertools import accumulate

from sightline.text.hashing import digest, fingerprint


class Lines:
    """The lines of one source. `ends[i]` is where line i + 2 begins."""

    __slots__ = ("_words", "ascii", "ends", "source")

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.ascii = source.decode("ascii") if source.isascii() else None
        lines = source.split(b"\n")
        self.ends = [*accumulate([len(line) + 1 for line in lines])]
        self._words = [*map(b" ".join, map(bytes.split, lines))]

    def at(self, place: int) -> int:
        """The line of a byte, counted from 1."""
        return bisect_right(self.ends, place) + 1

    def text(self, start: int, end: int) -> str:
        """The text between two bytes."""
        if self.ascii is not None:
            return self.ascii[start:end]
        return self.source[start:end].decode("utf-8", "replace")

    def fingerprint(self, start: int, end: int, first: int, last: int) -> str:
        """The fingerprint of the bytes from `start` to `end`, which lie on these lines."""
        source, ends = self.source, self.ends
        before = source[(ends[first - 2] if first > 1 else 0) : start]
        after = source[end : ends[last - 1]]
        if (before and not before.isspace()) or (after and not after.isspace()):
            return fingerprint(source[start:end])
        return digest(b" ".join(filter(None, self._words[first - 1 : last])))
