"""Lines and fingerprints of the spans of a source, which is normalised once and not once per span."""

from collections.abc import Iterable

from sightline.text.hashing import digest


class Cuts:
    """A source cut where spans begin and end. Only those places may be asked for."""

    __slots__ = ("_begins", "_ends", "_newlines", "_normal", "_source")

    def __init__(self, source: bytes, places: Iterable[int]) -> None:
        self._source = source
        self._begins: dict[int, int] = {}  # where the text after a place begins when normalised
        self._ends: dict[int, int] = {}  # and where the text before it ends
        self._newlines: dict[int, int] = {0: 0}  # before a place
        parts: list[bytes] = []
        blank: list[int] = []  # places after which no word has come yet
        before, size, newlines, apart = 0, 0, 0, False
        for place in sorted({*places, len(source)}):
            piece = source[before:place]
            blank.append(before)
            words = piece.split()
            if words:
                if size and (apart or piece[:1].isspace()):
                    parts.append(b" ")
                    size += 1
                for begin in blank:
                    self._begins[begin] = size
                blank.clear()
                normal = b" ".join(words)
                parts.append(normal)
                size += len(normal)
                apart = piece[-1:].isspace()
            elif piece:
                apart = True
            newlines += piece.count(b"\n")
            self._newlines[place] = newlines
            self._ends[place] = size
            before = place
        self._normal = b"".join(parts)

    def lines(self, start: int, end: int) -> tuple[int, int]:
        """The first and the last line of a span, counted from 1."""
        first = self._newlines[start] + 1
        if end <= start:
            return first, first
        return first, self._newlines[end] + (self._source[end - 1] != 10)

    def fingerprint(self, start: int, end: int) -> str:
        """The fingerprint of a span (ruling 61)."""
        begin = self._begins.get(start, len(self._normal))
        return digest(self._normal[begin : self._ends[end]])
