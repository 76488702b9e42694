"""Fills the postings that `store.postings` searches: texts in, texts out, rows kept few.

Every method belongs inside one transaction of the caller. Words are weighed elsewhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from sightline.model.reading import Words
from sightline.store.database import Database

# A word spread over more rows than this is written as one.
_MOST_ROWS = 6
# Texts that belong to nothing any more are taken out when there are so many.
_MOST_FORMER = 2000


class _Row:
    """What is known of a word so far: in which files and in which symbols, and how strongly."""

    __slots__ = ("file_hits", "files", "hits", "texts")

    def __init__(self) -> None:
        self.files, self.file_hits = array("I"), bytearray()
        self.texts, self.hits = array("I"), bytearray()

    def take(self, texts: array[int], hits: bytes) -> None:
        """More texts, those without a number left out."""
        for text, hit in zip(texts, hits, strict=True):
            if text:
                self.texts.append(text)
                self.hits.append(hit)

    def keep(self, alive: Callable[[int], bool]) -> None:
        """Only the texts that are still there."""
        for texts, hits in ((self.files, self.file_hits), (self.texts, self.hits)):
            kept = [pair for pair in zip(texts, hits, strict=True) if alive(pair[0])]
            texts[:] = array("I", [text for text, _ in kept])
            hits[:] = bytes([hit for _, hit in kept])

    def values(self) -> tuple[array[int] | bytearray, ...]:
        """As the table takes them: the bytes of arrays need no copy."""
        return self.files, self.file_hits, self.texts, self.hits


class PostingWriter:
    """Gathers postings and writes them word by word."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._found: dict[int, dict[str, _Row]] = {}
        self._former: list[tuple[int, int]] = []
        self._files: dict[int, int] = {}
        self._texts: dict[int, int] = {}
        self._part = int(index.value("code.meta", key="posting_part") or 0)
        self._tidied = int(index.value("code.meta", key="posting_tidied") or 0)

    def add(self, kind: int, file: int, texts: Sequence[int], words: Words) -> None:
        """A file: its own number and those of its symbols; 0 for what is not to be added."""
        found = self._found.setdefault(kind, {})
        places = memoryview(words.places).cast("H")
        numbers = array("I", map(texts.__getitem__, places))
        every, skips = words.hits, 0 in texts
        rows = zip(
            words.words.split(" ") if words.file_hits else (),
            words.file_hits,
            memoryview(words.counts).cast("H"),
            strict=True,
        )
        at = 0
        for word, file_hit, count in rows:
            row = found.get(word)
            if row is None:
                row = found[word] = _Row()
            if file and file_hit:
                row.files.append(file)
                row.file_hits.append(file_hit)
            if count:
                end = at + count
                if skips:
                    row.take(numbers[at:end], every[at:end])
                else:
                    row.texts += numbers[at:end]
                    row.hits += every[at:end]
                at = end
        self._count(self._files, kind, 1 if file else 0)
        self._count(self._texts, kind, len(texts) - (texts.count(0) if skips else 0))

    def add_text(self, kind: int, number: int, words: Sequence[str], hits: bytes) -> None:
        """A text that belongs to no file."""
        found = self._found.setdefault(kind, {})
        for word, hit in zip(words, hits, strict=True):
            row = found.setdefault(word, _Row())
            row.texts.append(number)
            row.hits.append(hit)
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
                    ((kind, word, self._part, *found[word].values()) for word in sorted(found)),
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
            row = _Row()
            for _, files, file_hits, texts, hits in parts:
                row.files.frombytes(files)
                row.file_hits += file_hits
                row.texts.frombytes(texts)
                row.hits += hits
            if alive:
                row.keep(alive)
            self._index.many("posting.drop_word", [(kind, word)])
            if row.hits or row.file_hits:
                self._index.many("posting.add", [(kind, word, parts[0][0], *row.values())])

    def _count(self, numbers: dict[int, int], kind: int, change: int) -> None:
        numbers[kind] = numbers.get(kind, 0) + change

    def _set(self, key: str, value: int) -> None:
        self._index.run("code_write.set_meta", key=key, value=value)
