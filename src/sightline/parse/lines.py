"""Where the lines of a source begin, and fingerprints of spans without normalising them anew."""

from bisect import bisect_right
from itertools import accumulate

from sightline.text.hashing import digest, fingerprint


class Lines:
    """The lines of one source. `ends[i]` is where line i + 2 begins."""

    __slots__ = ("_offsets", "_text", "ends", "source")

    def __init__(self, source: bytes) -> None:
        self.source = source
        lines = source.split(b"\n")
        self.ends = [*accumulate([len(line) + 1 for line in lines])]
        words = [b" ".join(line.split()) for line in lines]
        self._text = b" ".join(filter(None, words))
        self._offsets = [0, *accumulate([len(word) + 1 if word else 0 for word in words])]

    def at(self, place: int) -> int:
        """The line of a byte, counted from 1."""
        return bisect_right(self.ends, place) + 1

    def fingerprint(self, start: int, end: int, first: int, last: int) -> str:
        """The fingerprint of the bytes from `start` to `end`, which lie on these lines."""
        source, ends = self.source, self.ends
        if source[(ends[first - 2] if first > 1 else 0) : start].strip():
            return fingerprint(source[start:end])
        if source[end : ends[last - 1]].strip():
            return fingerprint(source[start:end])
        return digest(self._text[self._offsets[first - 1] : self._offsets[last] - 1])
