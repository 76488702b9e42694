"""Writes the postings that `store.code.postings` searches, and keeps their rows few.

Every method of `PostingWriter` must run inside a transaction of the caller. Words arrive weighted.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from sightline.model.code import FileWords
from sightline.store.code.postings import split_content
from sightline.store.sqlite.bulk_insert import fill
from sightline.store.sqlite.database import Database

# A word with more rows than this is merged into one row.
_MOST_ROWS = 6
# Retired texts are removed from the postings when there are this many.
_MOST_RETIRED = 2000
_BYTE = [bytes((number,)) for number in range(256)]

# Pieces of a word, four per file: the file's number, the word's weight in the file, the numbers of
# its symbols that have the word, and the word's weight in each of them.
Pieces = list[bytes]


class PostingRow(NamedTuple):
    """The postings of one word as the table stores them."""

    files: int
    texts: int
    content: bytearray


class PostingWriter:
    """Buffers postings and writes them word by word."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._buffers: dict[int, _Buffer] = {}
        self._retired: list[tuple[int, int]] = []
        self._files: dict[int, int] = {}
        self._texts: dict[int, int] = {}
        self._part = int(index.value("code.meta", key="posting_part") or 0)
        self._tidied = int(index.value("code.meta", key="posting_tidied") or 0)

    def add(self, kind: int, file: int, texts: list[int], words: FileWords) -> None:
        """Add a file's number and those of its symbols; a number of 0 is left out."""
        self._buffer(kind).add(file, texts, words)
        self._count(self._files, kind, 1 if file else 0)
        self._count(self._texts, kind, len(texts) - texts.count(0))

    def add_text(self, kind: int, number: int, words: Sequence[str], weights: bytes) -> None:
        """Add a text that does not belong to a file."""
        self._buffer(kind).add_text(number, words, weights)
        self._count(self._texts, kind, 1)

    def retire(self, kind: int, text: int, *, is_file: bool = False) -> None:
        """Exclude a text that is gone from searches until its postings are removed."""
        self._retired.append((kind, text))
        self._count(self._files if is_file else self._texts, kind, -1)

    def write(self) -> None:
        """Write the buffered postings; call at the end of a transaction that added texts."""
        if self._buffers:
            self._part += 1
            for kind in sorted(self._buffers):
                # Removed from the dict, so that its memory is free before the next is written.
                buffer = self._buffers.pop(kind)
                fill(self._index, "posting.add", buffer.rows(kind, self._part))
                del buffer
            self._set("posting_part", self._part)
        if self._retired:
            self._index.many("posting.retire", self._retired)
        for name, changes in (("files", self._files), ("texts", self._texts)):
            for kind, change in changes.items():
                key = f"{name}_{kind}"
                total = int(self._index.value("code.meta", key=key) or 0)
                self._set(key, max(total + change, 0))
        self._buffers, self._retired, self._files, self._texts = {}, [], {}, {}

    def tidy(self) -> None:
        """Merge the rows of words that have many, and remove retired texts if there are many."""
        for kind, count in self._index.rows("posting.former_counts"):
            if count > _MOST_RETIRED:
                self._purge(kind)
        if self._part - self._tidied < _MOST_ROWS:
            return
        self._merge(self._index.rows("posting.crowded", most=_MOST_ROWS), None)
        self._tidied = self._part
        self._set("posting_tidied", self._tidied)

    def clear(self, kind: int) -> None:
        """Remove all postings of a kind."""
        self._index.run("posting.drop_kind", kind=kind)
        self._index.run("posting.forget_former", kind=kind)
        self._set(f"texts_{kind}", 0)
        self._set(f"files_{kind}", 0)

    def _purge(self, kind: int) -> None:
        retired = frozenset(text for (text,) in self._index.rows("posting.former", kind=kind))
        words = self._index.rows("posting.all_words", kind=kind)
        self._merge(((kind, word) for (word,) in words), lambda text: text not in retired)
        self._index.run("posting.forget_former", kind=kind)

    def _merge(
        self, words: Iterable[tuple[int, str]], is_alive: Callable[[int], bool] | None
    ) -> None:
        for kind, word in words:
            rows = self._index.rows("posting.of_word", kind=kind, word=word)
            pieces: Pieces = []
            for _, files, content in rows:
                pieces += split_content(files, content)
            if is_alive:
                for at in range(0, len(pieces), 2):
                    pieces[at : at + 2] = _filtered(pieces[at], pieces[at + 1], is_alive)
            self._index.many("posting.drop_word", [(kind, word)])
            merged = _joined(pieces)
            if merged.content:
                first_part = min(part for part, _, _ in rows)
                self._index.many("posting.add", [(kind, word, first_part, *merged)])

    def _buffer(self, kind: int) -> _Buffer:
        buffer = self._buffers.get(kind)
        if buffer is None:
            buffer = self._buffers[kind] = _Buffer()
        return buffer

    def _count(self, totals: dict[int, int], kind: int, change: int) -> None:
        totals[kind] = totals.get(kind, 0) + change

    def _set(self, key: str, value: int) -> None:
        self._index.run("code_write.set_meta", key=key, value=value)


class _Buffer:
    """Postings that are not written yet: by word, as pieces of bytes."""

    def __init__(self) -> None:
        self._pieces: dict[str, Pieces] = {}

    def add(self, file: int, texts: list[int], words: FileWords) -> None:
        """Add a file's number and those of its symbols; a number of 0 is left out."""
        by_word = self._pieces
        positions = memoryview(words.positions).cast("H")
        numbers = array("I", [texts[position] for position in positions]).tobytes()
        symbol_weights, has_gaps = words.weights, 0 in texts
        own = file.to_bytes(4, sys.byteorder) if file else b""
        rows = zip(
            words.words.split(" ") if words.file_weights else (),
            words.file_weights,
            memoryview(words.counts).cast("H"),
            strict=True,
        )
        at = 0
        for word, file_weight, count in rows:
            end = at + count
            inside, weights = numbers[at * 4 : end * 4], symbol_weights[at:end]
            at = end
            if has_gaps:
                inside, weights = _filtered(inside, weights, bool)
            piece = (own, _BYTE[file_weight], inside, weights)
            if not own or not file_weight:
                if not weights:
                    continue
                piece = (b"", b"", inside, weights)
            pieces = by_word.get(word)
            if pieces is None:
                by_word[word] = [*piece]
            else:
                pieces += piece

    def add_text(self, number: int, words: Sequence[str], weights: bytes) -> None:
        """Add a text that does not belong to a file."""
        own = number.to_bytes(4, sys.byteorder)
        for word, weight in zip(words, weights, strict=True):
            self._pieces.setdefault(word, []).extend((b"", b"", own, _BYTE[weight]))

    def rows(self, kind: int, part: int) -> Iterator[tuple[object, ...]]:
        """The rows of the table in the order of the words."""
        pieces = self._pieces
        return ((kind, word, part, *_joined(pieces[word])) for word in sorted(pieces))


def _joined(pieces: Pieces) -> PostingRow:
    """Join the pieces of a word, all pieces of one sort after another."""
    file_weights, weights = b"".join(pieces[1::4]), b"".join(pieces[3::4])
    # A bytearray, because `sqlite3` looks for a converter for any type but this one.
    content = bytearray().join((*pieces[0::4], *pieces[2::4], file_weights, weights))
    return PostingRow(len(file_weights), len(weights), content)


def _filtered(
    numbers: bytes, weights: bytes, is_alive: Callable[[int], object]
) -> tuple[bytes, bytes]:
    """The numbers and weights of the texts that are alive."""
    pairs = [
        pair
        for pair in zip(memoryview(numbers).cast("I"), weights, strict=True)
        if is_alive(pair[0])
    ]
    return array("I", [text for text, _ in pairs]).tobytes(), bytes([weight for _, weight in pairs])
