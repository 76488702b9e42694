"""Fills the postings that `store.postings` searches: texts in, texts out, rows kept few.

Every method belongs inside one transaction of the caller. Words are weighed elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sightline.model.reading import Words
from sightline.store.code.posting_buffer import Gathered, Pieces, kept, row
from sightline.store.code.postings import split
from sightline.store.sqlite.bulk_insert import fill
from sightline.store.sqlite.database import Database

# A word spread over more rows than this is written as one.
_MOST_ROWS = 6
# Texts that belong to nothing any more are taken out when there are so many.
_MOST_FORMER = 2000


class PostingWriter:
    """Gathers postings and writes them word by word."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._found: dict[int, Gathered] = {}
        self._former: list[tuple[int, int]] = []
        self._files: dict[int, int] = {}
        self._texts: dict[int, int] = {}
        self._part = int(index.value("code.meta", key="posting_part") or 0)
        self._tidied = int(index.value("code.meta", key="posting_tidied") or 0)

    def add(self, kind: int, file: int, texts: list[int], words: Words) -> None:
        """A file: its own number and those of its symbols; 0 for what is not to be added."""
        self._of(kind).add(file, texts, words)
        self._count(self._files, kind, 1 if file else 0)
        self._count(self._texts, kind, len(texts) - texts.count(0))

    def add_text(self, kind: int, number: int, words: Sequence[str], hits: bytes) -> None:
        """A text that belongs to no file."""
        self._of(kind).add_text(number, words, hits)
        self._count(self._texts, kind, 1)

    def retire(self, kind: int, text: int, *, is_file: bool = False) -> None:
        """A text that belongs to nothing any more."""
        self._former.append((kind, text))
        self._count(self._files if is_file else self._texts, kind, -1)

    def write(self) -> None:
        """Write what was gathered; belongs at the end of a transaction that added texts."""
        if self._found:
            self._part += 1
            for kind in sorted(self._found):
                # Taken out, so that the memory of one is free before the next is written.
                found = self._found.pop(kind)
                fill(self._index, "posting.add", found.rows(kind, self._part))
                del found
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
                    pieces[place : place + 2] = kept(pieces[place], pieces[place + 1], alive)
            self._index.many("posting.drop_word", [(kind, word)])
            joined = row(pieces)
            if joined[2]:
                self._index.many("posting.add", [(kind, word, parts[0][0], *joined)])

    def _of(self, kind: int) -> Gathered:
        found = self._found.get(kind)
        if found is None:
            found = self._found[kind] = Gathered()
        return found

    def _count(self, numbers: dict[int, int], kind: int, change: int) -> None:
        numbers[kind] = numbers.get(kind, 0) + change

    def _set(self, key: str, value: int) -> None:
        self._index.run("code_write.set_meta", key=key, value=value)
