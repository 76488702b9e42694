"""Rows of files that `store.code.writer` collects, written table by table."""

from __future__ import annotations

from typing import Any, NamedTuple

from sightline.model.code import FileRecord, Symbol
from sightline.store.code import postings
from sightline.store.code.posting_writer import PostingWriter
from sightline.store.code.reader import DEMOTED
from sightline.store.sqlite.bulk_insert import fill
from sightline.store.sqlite.database import Database


class StoredSymbol(NamedTuple):
    """A row of the symbol table; its fields are the columns of `code_write.add_symbol`."""

    id: int
    file_id: int
    position: int
    parent_id: int
    text_id: int
    is_test: int  # SQLite binds an integer faster than a bool
    start: int
    end: int
    start_line: int
    end_line: int
    line: int
    name: str
    qualified: str
    kind: str
    fingerprint: str
    signature: str
    doc: str

    def has_text_of(self, symbol: Symbol, demoted: bool) -> bool:
        """Whether a symbol has the same words: those of its text, signature and doc."""
        return (
            (self.text_id >= DEMOTED) == demoted
            and self.fingerprint == symbol.fingerprint
            and self.signature == symbol.signature
            and self.doc == symbol.doc
        )


def stored_symbol(
    symbol: Symbol, id: int, file_id: int, position: int, parent_id: int, text_id: int
) -> StoredSymbol:
    """The row of a symbol."""
    return StoredSymbol(
        id,
        file_id,
        position,
        parent_id,
        text_id,
        1 if symbol.is_test else 0,
        symbol.start,
        symbol.end,
        symbol.start_line,
        symbol.end_line,
        symbol.line,
        symbol.name,
        symbol.qualified,
        symbol.kind,
        symbol.fingerprint,
        symbol.signature,
        symbol.doc,
    )


class FormerSymbols:
    """The symbols a file had, by their identity: qualified name, kind and ordinal among equals."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self._rows: dict[tuple[str, str, int], StoredSymbol] = {}
        self._taken: dict[tuple[str, str], int] = {}
        counts: dict[tuple[str, str], int] = {}
        for row in map(StoredSymbol._make, rows):
            key = (row.qualified, row.kind)
            counts[key] = counts.get(key, 0) + 1
            self._rows[(*key, counts[key])] = row

    def take(self, symbol: Symbol) -> StoredSymbol | None:
        """Remove and return the row of the same symbol, if the file had it."""
        key = (symbol.qualified, symbol.kind)
        self._taken[key] = self._taken.get(key, 0) + 1
        return self._rows.pop((*key, self._taken[key]), None)

    def rest(self) -> list[StoredSymbol]:
        """The rows that were not taken: symbols the file no longer has."""
        return list(self._rows.values())


class FileRows:
    """The rows of several files, and the postings that belong to them."""

    def __init__(self, words: PostingWriter) -> None:
        self._words = words
        self.files: list[tuple[Any, ...]] = []
        self.facts: list[tuple[Any, ...]] = []
        self.problems: list[tuple[Any, ...]] = []
        self.symbols: list[StoredSymbol] = []
        self.changed: list[StoredSymbol] = []
        self.mentions: list[tuple[int, str]] = []

    def add_file(self, file_id: int, text_id: int, texts: list[int], record: FileRecord) -> None:
        """Add a file's facts, problems, mentions and words; `texts` are its symbols' text ids."""
        self.facts.append((file_id, record.facts))
        self.problems.extend(
            (file_id, problem.line, problem.message) for problem in record.problems
        )
        self.mentions.append((text_id, record.mentions))
        words = record.words
        source = [text if text < DEMOTED else 0 for text in texts]
        other = [text - DEMOTED if text >= DEMOTED else 0 for text in texts]
        file = text_id % DEMOTED
        # A source file may contain tests too: then its words belong to both kinds.
        if text_id >= DEMOTED:
            self._words.add(postings.OTHER, file, other, words)
        else:
            self._words.add(postings.SOURCE, file, source, words)
            if any(other):
                self._words.add(postings.OTHER, 0, other, words)

    def retire(self, text_id: int, *, is_file: bool = False) -> None:
        """Retire the words of a file or symbol."""
        kind = postings.OTHER if text_id >= DEMOTED else postings.SOURCE
        self._words.retire(kind, text_id % DEMOTED, is_file=is_file)

    def write(self, index: Database) -> None:
        """Write all rows."""
        # FTS inserts rising row ids much faster than mixed ones.
        self.mentions.sort(key=_text_id)
        for query, values in (
            ("add_file", self.files),
            ("set_facts", self.facts),
            ("set_problem", self.problems),
            ("add_mentions", self.mentions),
        ):
            if values:
                index.many(f"code_write.{query}", values)
        if self.changed:
            index.many("code_write.change_symbol", [row._asdict() for row in self.changed])
        fill(index, "code_write.add_symbol", self.symbols)


def _text_id(mention: tuple[int, str]) -> int:
    return mention[0]
