"""Fills the postings that `store.postings` searches: texts in, texts out, rows kept few.

Every method belongs inside one transaction of the caller. Words are weighed elsewhere.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence

from sightline.model.reading import Words
from sightline.store.database import Database
from sightline.store.postings import split

# A word spread over more rows than this is written as one.
_MOST_ROWS = 6
# Texts that belong to nothing any more are taken out when there are so many.
_MOST_FORMER = 2000
_BYTE = [bytes((number,)) for number in range(256)]


# Pieces of a word, four for each file: the file's number, how strongly the file holds the word,
# the numbers of its symbols that hold it, and how strongly each does.
Pieces = list[bytes]


def _row(pieces: Pieces) -> tuple[int, int, bytearray]:
    """As the table takes it: how many files, how many texts, and all pieces sort by sort."""
    file_hits, hits = b"".join(pieces[1::4]), b"".join(pieces[3::4])
    # For anything but this sort of bytes `sqlite3` first looks for a way to convert it.
    content = bytearray().join((*pieces[0::4], *pieces[2::4], file_hits, hits))
    return len(file_hits), len(hits), content


def _kept(numbers: bytes, hits: bytes, alive: Callable[[int], object]) -> tuple[bytes, bytes]:
    """Of texts and how strongly they hold a word, those that are to be kept."""
    pairs = [
        pair for pair in zip(memoryview(numbers).cast("I"), hits, strict=True) if alive(pair[0])
    ]
    return array("I", [text for text, _ in pairs]).tobytes(), bytes([hit for _, hit in pairs])


class PostingWriter:
    """Gathers postings and writes them word by word."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._found: dict[int, dict[str, Pieces]] = {}
        self._former: list[tuple[int, int]] = []
        self._files: dict[int, int] = {}
        self._texts: dict[int, int] = {}
        self._part = int(index.value("code.meta", key="posting_part") or 0)
        self._tidied = int(index.value("code.meta", key="posting_tidied") or 0)

    def add(self, kind: int, file: int, texts: Sequence[int], words: Words) -> None:
        """A file: its own number and those of its symbols; 0 for what is not to be added."""
        found = self._found.setdefault(kind, {})
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
                inside, hits = _kept(inside, hits, bool)
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
        self._count(self._files, kind, 1 if file else 0)
        self._count(self._texts, kind, len(texts) - (texts.count(0) if skips else 0))

    def add_text(self, kind: int, number: int, words: Sequence[str], hits: bytes) -> None:
        """A text that belongs to no file."""
        own = number.to_bytes(4, sys.byteorder)
        found = self._found.setdefault(kind, {})
        for word, hit in zip(words, hits, strict=True):
            found.setdefault(word, []).extend((b"", b"", own, _BYTE[hit]))
        self._count(self._texts, kind, 1)

    def retire(self, kind: int, text: int, *, is_file: bool = False) -> None:
        """A text that belongs to nothing any more."""
        self._former.append((kind, text))
        self._count(self._files if is_file else self._texts, kind, -1)

    def write(self) -> None:
        """Write what was gathered; belongs at the end of a transaction that added texts."""
        if self._found:
            self._part += 1
            for kind, found in sorted(self._found.items()):
                self._index.many(
                    "posting.add",
                    ((kind, word, self._part, *_row(found[word])) for word in sorted(found)),
                )
            self._set("posting_part", self._part)
        if self._former:
            self._index.many("posting.retire", self._former)
        for name, numbers in (("files", self._files), ("texts", self._texts)):
            for kind, number in numbers.items():
                key = f"{name}_{kind}"
                known = int(self._index.value("code.meta", key=key) or 0)
                self._set(key, max(known + number, 0))
        self._found, self._former, self._files, self._texts = {}, [], {}, {}

    def tidy(self) -> None:
        """Write words as one row that are spread over many, and take out what is no more."""
        for kind, number in self._index.rows("posting.former_counts"):
            if number > _MOST_FORMER:
                self._purge(kind)
        if self._part - self._tidied < _MOST_ROWS:
            return
        self._join(self._index.rows("posting.crowded", most=_MOST_ROWS), None)
        self._tidied = self._part
        self._set("posting_tidied", self._tidied)

    def empty(self, kind: int) -> None:
        """Forget everything of a kind."""
        self._index.run("posting.drop_kind", kind=kind)
        self._index.run("posting.forget_former", kind=kind)
        self._set(f"texts_{kind}", 0)
        self._set(f"files_{kind}", 0)

    def _purge(self, kind: int) -> None:
        former = frozenset(row[0] for row in self._index.rows("posting.former", kind=kind))
        words = self._index.rows("posting.all_words", kind=kind)
        self._join(((kind, row[0]) for row in words), lambda text: text not in former)
        self._index.run("posting.forget_former", kind=kind)

    def _join(self, words: Iterable[tuple[int, str]], alive: Callable[[int], bool] | None) -> None:
        for kind, word in words:
            parts = self._index.rows("posting.of_word", kind=kind, word=word)
            pieces: Pieces = []
            for _, files, content in parts:
                pieces += split(files, content)
            if alive:
                for place in range(0, len(pieces), 2):
                    pieces[place : place + 2] = _kept(pieces[place], pieces[place + 1], alive)
            self._index.many("posting.drop_word", [(kind, word)])
            row = _row(pieces)
            if row[2]:
                self._index.many("posting.add", [(kind, word, parts[0][0], *row)])

    def _count(self, numbers: dict[int, int], kind: int, change: int) -> None:
        numbers[kind] = numbers.get(kind, 0) + change

    def _set(self, key: str, value: int) -> None:
        self._index.run("code_write.set_meta", key=key, value=value)
