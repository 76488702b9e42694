"""Fills the index: whole files in, with ids that stay; `store.code` reads it.

Every method belongs inside one transaction of the caller. Resolving and reading are elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sightline.model.reading import ReadFile, ReadSymbol, Words
from sightline.store.code import fan_in, postings
from sightline.store.code.metadata import CodeNotes
from sightline.store.code.posting_writer import PostingWriter
from sightline.store.code.reader import DEMOTED
from sightline.store.sqlite.bulk_insert import fill
from sightline.store.sqlite.database import Database

# What the table of mentions takes for one word; compiled when first needed.
_WORDS = r"[A-Za-z0-9_$\x80-\U0010ffff]+"

# Names asked for in one full-text query.
_NAMES_AT_ONCE = 200


class CodeWriter(CodeNotes):
    """Writes files into an open index; keeps the numbers that ids are made of."""

    def __init__(self, index: Database) -> None:
        super().__init__(index)
        self._next_id = int(index.value("code.meta", key="next_id") or 1)
        self._next_file = int(index.value("code.meta", key="next_file") or 1)
        self._postings = PostingWriter(index)
        # Names that may be new; of an index that is not ready yet all are taken in at the end.
        self._names: set[str] = set()
        self._is_ready = index.value("code.meta", key="state") == "ready"

    def restamp(self, rows: Sequence[tuple[int, int, int]]) -> None:
        """Remember size and time of files (by id) whose content is the same."""
        if rows:
            self.index.many("code_write.restamp", rows)

    def pass_over(self, record: ReadFile) -> None:
        """Remember a file nothing was taken from, so that it is not read again."""
        stamp = (record.path, record.size, record.mtime_ns, record.skipped)
        self.index.many("code_write.pass_over", [stamp])

    def forget_passed(self, paths: Sequence[str]) -> None:
        """These files are gone, or something is taken from them now."""
        if paths:
            self.index.many("code_write.forget_passed", [(path,) for path in paths])

    def packed_facts(self, file_id: int) -> bytes:
        """The facts of a file as they are stored."""
        return bytes(self.index.value("code_write.packed_facts", file_id=file_id) or b"")

    def name_counts(self, names: Iterable[str]) -> dict[str, int]:
        """How many symbols have each of these names."""
        rows = self.index.rows("code.names_known", names=sorted(names))
        return {str(name): int(count) for name, count in rows}

    def mentioned_by(self, name: str) -> int:
        """How many files mention a name, as far as that matters."""
        return int(self.index.value("code_write.mentioned_by", query=_quoted([name])) or 0)

    def unresolve_mentions(
        self, names: Sequence[str], together_with: Sequence[str] = ()
    ) -> set[int]:
        """Have files that mention one of the names looked at again; which files they are."""
        marked: set[int] = set()
        for start in range(0, len(names), _NAMES_AT_ONCE):
            query = _quoted(names[start : start + _NAMES_AT_ONCE])
            if together_with:
                query = f"({query}) AND ({_quoted(together_with)})"
            rows = self.index.rows("code_write.files_mentioning", query=query)
            marked.update(row[0] for row in rows)
        self.index.run("code_write.unresolve_files", ids=sorted(marked))
        return marked

    def unresolve_all(self) -> None:
        """Have every file looked at again."""
        self.index.run("code_write.unresolve_all")

    def finish(self, *, ready: bool) -> None:
        """The names that are new; after a run over the whole tree also that it is ready."""
        last = self.index.value("code_write.last_name")
        if self.get("state") == "ready":
            self.index.run("code_write.add_names", names=sorted(self._names))
        elif ready:
            self.index.run("code_write.add_all_names")
        self.index.run("code_write.add_name_parts", last=last)
        self._names.clear()
        self._postings.tidy()
        if ready:
            self.put(state="ready", todo=0)

    def save_numbers(self) -> None:
        """Belongs at the end of a transaction that wrote files."""
        self._postings.write()
        self.put(next_id=self._next_id, next_file=self._next_file)

    def add_files(self, records: Sequence[ReadFile], packages: Sequence[str]) -> list[int]:
        """Write files that the index does not have; their ids."""
        rows = _Rows(self._postings)
        ids = []
        for record, package in zip(records, packages, strict=True):
            file_id = self._next_file
            self._next_file += 1
            ids.append(file_id)
            texts = self._add_symbols(rows, file_id, record)
            text_id = self._text_id(record.role != "source")
            rows.files.append(
                (
                    file_id,
                    record.path,
                    record.path.rpartition("/")[2],
                    *record[1:6],
                    package,
                    text_id,
                )
            )
            rows.add_file(file_id, text_id, texts, record)
        rows.write(self.index)
        self._count(files=len(ids), symbols=len(rows.symbols))
        self._note_names(rows)
        return ids

    def change_file(self, file_id: int, record: ReadFile, package: str) -> list[int]:
        """Write a file anew; what it still has keeps its id. The ids of what it lost."""
        rows = _Rows(self._postings)
        kept, texts = self._change_symbols(rows, file_id, record)
        gone = [old[0] for old in kept.former.values()]
        rows.retire(self.index.value("code_write.file_text_id", file_id=file_id), is_file=True)
        text_id = self._text_id(record.role != "source")
        self.index.many("code_write.change_file", [(*record[1:6], package, text_id, file_id)])
        self.index.many("code_write.drop_problems", [(file_id,)])
        rows.add_file(file_id, text_id, texts, record)
        self._drop_symbols(gone)
        rows.write(self.index)
        self._count(symbols=len(rows.symbols))
        self._note_names(rows)
        return gone

    def drop_file(self, file_id: int) -> list[int]:
        """Take a file and all that was in it out of the index; the ids of its symbols."""
        symbols = self.index.rows("code_write.symbol_ids", file_id=file_id)
        gone = [row[0] for row in symbols]
        rows = _Rows(self._postings)
        rows.retire(self.index.value("code_write.file_text_id", file_id=file_id), is_file=True)
        for _, text_id in symbols:
            rows.retire(text_id)
        self._drop_symbols(gone)
        for query in ("drop_problems", "drop_facts", "drop_file"):
            self.index.many(f"code_write.{query}", [(file_id,)])
        self._count(files=-1)
        return gone

    def _note_names(self, rows: _Rows) -> None:
        if self._is_ready:
            self._names.update(row[11] for row in rows.symbols)

    def _drop_symbols(self, ids: list[int]) -> None:
        if not ids:
            return
        # Who referred to them must look again for what is meant now.
        self.index.run("code_write.unresolve_sources", ids=ids)
        targets = [row[0] for row in self.index.rows("code_write.targets_from", ids=ids)]
        fan_in.forget(self.index, ids)
        each = [(id,) for id in ids]
        dropped = {
            query: self.index.many(f"code_write.drop_{query}", each)
            for query in ("edges_from", "edges_to", "maybes_from", "maybes_to", "symbol")
        }
        self._count(
            symbols=-dropped["symbol"],
            edges=-dropped["edges_from"] - dropped["edges_to"],
            undecided=-dropped["maybes_from"] - dropped["maybes_to"],
        )
        fan_in.recount(self.index, targets)

    def _count(self, **changes: int) -> None:
        for key, change in changes.items():
            self.index.run("code_write.add_to_meta", key=key, change=change)

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _text_id(self, demoted: bool) -> int:
        number = self._new_id()
        return number + DEMOTED if demoted else number

    def _add_symbols(self, rows: _Rows, file_id: int, record: ReadFile) -> list[int]:
        """Rows for the symbols of a new file; the numbers of their words."""
        first = self._next_id
        texts = []
        symbols = record.symbols
        self._next_id += len(symbols)
        demoted = record.role != "source"
        for position, symbol in enumerate(symbols):
            id = first + position
            parent = symbol[10]
            is_test = 1 if symbol[12] else 0  # SQLite takes a number faster than a truth value
            text_id = id + DEMOTED if demoted or is_test else id
            rows.symbols.append(
                (id, file_id, position, first + parent if parent >= 0 else 0, text_id,
                 is_test, *symbol[5:10], *symbol[:3], symbol[11], symbol[3], symbol[4])
            )  # fmt: skip
            texts.append(text_id)
        return texts

    def _change_symbols(
        self, rows: _Rows, file_id: int, record: ReadFile
    ) -> tuple[_Kept, list[int]]:
        """Rows for what changed; what there was before, and the numbers of all new words."""
        kept = _Kept(self.index.rows("code_write.symbols_of", file_id=file_id))
        demoted = record.role != "source"
        texts: list[int] = []
        # A type may stand below its methods, so all ids are known before the first parent is.
        symbols = [ReadSymbol(*values) for values in record.symbols]
        olds = [kept.take(symbol.qualified, symbol.kind) for symbol in symbols]
        ids = [old[0] if old else self._new_id() for old in olds]
        for position, (symbol, old) in enumerate(zip(symbols, olds, strict=True)):
            id, values = ids[position], record.symbols[position]
            parent = ids[symbol.parent] if symbol.parent >= 0 else 0
            lower = demoted or symbol.is_test
            text_id = old[3] if old and _same_text(old, symbol, lower) else 0
            texts.append(0 if text_id else self._text_id(lower))
            if not text_id:
                text_id = texts[-1]
                if old is not None:
                    rows.retire(old[3])
            place = (position, parent, text_id, int(symbol.is_test), *values[5:10], *values[:3],
                     symbol.fingerprint, symbol.signature, symbol.doc)  # fmt: skip
            if old is None:
                rows.symbols.append((id, file_id, *place))
            elif old[1:] != place:
                rows.changed.append((*place, id))
        for old in kept.former.values():
            rows.retire(old[3])
        return kept, texts


def _quoted(names: Sequence[str]) -> str:
    """A full-text query for any of the names; one that is several words there needs them all."""
    split = [re.findall(_WORDS, name) for name in names]
    wanted = [" AND ".join(f'"{word}"' for word in words) for words in split if words]
    return " OR ".join(f"({one})" for one in wanted) or '""'


class _Kept:
    """The symbols a file had, by what makes them the same: qualified name, kind and ordinal."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self.former: dict[tuple[str, str, int], tuple[Any, ...]] = {}
        self._seen: dict[tuple[str, str], int] = {}
        counted: dict[tuple[str, str], int] = {}
        for row in rows:
            key = (row[11], row[12])
            counted[key] = counted.get(key, 0) + 1
            self.former[(*key, counted[key])] = row

    def take(self, qualified: str, kind: str) -> tuple[Any, ...] | None:
        """The row of the same symbol before, which then counts as kept."""
        key = (qualified, kind)
        self._seen[key] = self._seen.get(key, 0) + 1
        return self.former.pop((*key, self._seen[key]), None)


def _same_text(old: tuple[Any, ...], symbol: ReadSymbol, demoted: bool) -> bool:
    """Whether the words of a symbol are what they were: its text, signature and doc."""
    if (old[3] >= DEMOTED) != demoted:
        return False
    return (old[13], old[14], old[15]) == (symbol.fingerprint, symbol.signature, symbol.doc)


class _Rows:
    """Rows of several files, written table by table."""

    def __init__(self, words: PostingWriter) -> None:
        self._words = words
        self.files: list[tuple[Any, ...]] = []
        self.facts: list[tuple[Any, ...]] = []
        self.problems: list[tuple[Any, ...]] = []
        self.symbols: list[tuple[Any, ...]] = []
        self.changed: list[tuple[Any, ...]] = []
        self.mentions: list[tuple[Any, ...]] = []

    def add_file(self, file_id: int, text_id: int, texts: list[int], record: ReadFile) -> None:
        self.facts.append((file_id, record.facts))
        self.problems.extend((file_id, line, message) for line, message in record.problems)
        self.mentions.append((text_id, record.mentions))
        words = Words(*record.words)
        source = [number if number < DEMOTED else 0 for number in texts]
        other = [number - DEMOTED if number >= DEMOTED else 0 for number in texts]
        file = text_id % DEMOTED
        # A file of source may hold tests too: its words are in two places then.
        if text_id >= DEMOTED:
            self._words.add(postings.OTHER, file, other, words)
        else:
            self._words.add(postings.SOURCE, file, source, words)
            if any(other):
                self._words.add(postings.OTHER, 0, other, words)

    def retire(self, text_id: int, *, is_file: bool = False) -> None:
        kind = postings.OTHER if text_id >= DEMOTED else postings.SOURCE
        self._words.retire(kind, text_id % DEMOTED, is_file=is_file)

    def write(self, index: Database) -> None:
        # Full text takes rising numbers much faster than mixed ones.
        self.mentions.sort(key=_first)
        for query, values in (
            ("add_file", self.files),
            ("set_facts", self.facts),
            ("set_problem", self.problems),
            ("change_symbol", self.changed),
            ("add_mentions", self.mentions),
        ):
            if values:
                index.many(f"code_write.{query}", values)
        fill(index, "code_write.add_symbol", self.symbols)


def _first(row: tuple[Any, ...]) -> Any:
    return row[0]
