"""Postings on their way into the index, gathered word by word."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence

from sightline.model.reading import Words

# Pieces of a word, four for each file: the file's number, how strongly the file holds the word,
# the numbers of its symbols that hold it, and how strongly each does.
Pieces = list[bytes]
Row = tuple[int, str, int, int, int, bytearray]


_BYTE = [bytes((number,)) for number in range(256)]


class Gathered:
    """Which files and texts hold each word, and how strongly: as pieces of bytes."""

    def __init__(self) -> None:
        self._found: dict[str, Pieces] = {}

    def add(self, file: int, texts: list[int], words: Words) -> None:
        """A file: its own number and those of its symbols; 0 for what is not to be added."""
        found = self._found
        places = memoryview(words.places).cast("H")
        numbers = array("I", [texts[place] for place in places]).tobytes()
        every, skips = words.hits, 0 in texts
        own = file.to_bytes(4, sys.byteorder) if file else b""
        rows = zip(
            words.words.split(" ") if words.file_hits else (),
            words.file_hits,
            memoryview(words.counts).cast("H"),
            strict=True,
        )
        at = 0
        for word, file_hit, count in rows:
            end = at + count
            inside, hits = numbers[at * 4 : end * 4], every[at:end]
            at = end
            if skips:
                inside, hits = kept(inside, hits, bool)
            piece = (own, _BYTE[file_hit], inside, hits)
            if not own or not file_hit:
                if not hits:
                    continue
                piece = (b"", b"", inside, hits)
            pieces = found.get(word)
            if pieces is None:
                found[word] = [*piece]
            else:
                pieces += piece

    def add_text(self, number: int, words: Sequence[str], hits: bytes) -> None:
        """A text that belongs to no file."""
        own = number.to_bytes(4, sys.byteorder)
        for word, hit in zip(words, hits, strict=True):
            self._found.setdefault(word, []).extend((b"", b"", own, _BYTE[hit]))

    def rows(self, kind: int, part: int) -> Iterator[Row]:
        """As the table takes them, in the order of the words."""
        return ((kind, word, part, *row(self._found[word])) for word in sorted(self._found))


def row(pieces: Pieces) -> tuple[int, int, bytearray]:
    """As the table takes it: how many files, how many texts, and all pieces sort by sort."""
    file_hits, hits = b"".join(pieces[1::4]), b"".join(pieces[3::4])
    # For anything but this sort of bytes `sqlite3` first looks for a way to convert it.
    content = bytearray().join((*pieces[0::4], *pieces[2::4], file_hits, hits))
    return len(file_hits), len(hits), content


def kept(numbers: bytes, hits: bytes, alive: Callable[[int], object]) -> tuple[bytes, bytes]:
    """Of texts and how strongly they hold a word, those that are to be kept."""
    pairs = [
        pair for pair in zip(memoryview(numbers).cast("I"), hits, strict=True) if alive(pair[0])
    ]
    return array("I", [text for text, _ in pairs]).tobytes(), bytes([hit for _, hit in pairs])
