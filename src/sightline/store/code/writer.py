"""Writes files into the index: symbols keep their ids as long as they exist.

Every method of `CodeWriter` must run inside a transaction of the caller. `store.code.reader` reads
the index, `store.code.edge_writer` writes its edges.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sightline.model.code import FileRecord
from sightline.store.code import edge_writer
from sightline.store.code.file_rows import FileRows, FormerSymbols, stored_symbol
from sightline.store.code.posting_writer import PostingWriter
from sightline.store.code.reader import DEMOTED
from sightline.store.sqlite.database import Database

# What the full-text table of mentions treats as one word.
_WORDS = r"[A-Za-z0-9_$\x80-\U0010ffff]+"

# Names per full-text query.
_NAMES_AT_ONCE = 200


class FileStamp(NamedTuple):
    """What the index knows of one file, enough to tell whether it changed."""

    path: str
    id: int  # 0 for a skipped file
    size: int
    mtime_ns: int
    digest: str
    package: str


class IndexSize(NamedTuple):
    """How many files and symbols an index has."""

    files: int
    symbols: int


class StoredSymbol(NamedTuple):
    """What the index says of a symbol by itself, without its relations."""

    qualified: str
    kind: str
    start_line: int
    end_line: int
    fingerprint: str
    signature: str
    doc: str


class CodeMeta:
    """What an open index records about itself and about the state of its files."""

    def __init__(self, index: Database) -> None:
        self.index = index

    def put(self, **values: object) -> None:
        """Store values under their keys."""
        with self.index.transaction():
            for key, value in values.items():
                self.index.run("code_write.set_meta", key=key, value=value)

    def get(self, key: str) -> Any:
        """The value stored under a key, or None."""
        return self.index.value("code.meta", key=key)

    def stamps(self) -> dict[str, FileStamp]:
        """The stamps of all files that were indexed or skipped, by path."""
        stamps = map(FileStamp._make, self.index.rows("code_write.stamps"))
        by_path = {stamp.path: stamp for stamp in stamps}
        for path, size, mtime_ns in self.index.rows("code_write.skipped_stamps"):
            by_path[path] = FileStamp(path, 0, size, mtime_ns, "", "")
        return by_path

    def forget_times(self) -> None:
        """Forget when files were changed: the next run compares their contents."""
        self.index.run("code_write.forget_times")

    def forget_skipped(self) -> None:
        """Forget which files were skipped: the next run looks at them again."""
        self.index.run("code_write.forget_skipped")

    def size(self) -> IndexSize:
        """How many files and symbols there are."""
        row = self.index.row("code_write.size")
        return IndexSize._make(row) if row else IndexSize(0, 0)

    def symbols_of_file(self, file_id: int) -> list[StoredSymbol]:
        """What the index says of the symbols of a file."""
        rows = self.index.rows("code_write.symbols_of_file", file_id=file_id)
        return [StoredSymbol._make(row) for row in rows]

    def has_unresolved(self) -> bool:
        """Whether some files are not resolved."""
        return bool(self.index.rows("code_write.any_unresolved"))


class CodeWriter(CodeMeta):
    """Writes files into an open index and hands out ids."""

    def __init__(self, index: Database) -> None:
        super().__init__(index)
        self._next_id = int(self.get("next_id") or 1)
        self._next_file = int(self.get("next_file") or 1)
        self._postings = PostingWriter(index)
        # Names that may be new; while an index is being built, `finish` adds all names instead.
        self._names: set[str] = set()
        self._is_ready = self.get("state") == "ready"

    def restamp(self, rows: Sequence[tuple[int, int, int]]) -> None:
        """Store size and time of files (by id) whose content is the same."""
        if rows:
            self.index.many("code_write.restamp", rows)

    def add_skipped(self, record: FileRecord) -> None:
        """Remember a skipped file, so that it is not read again."""
        row = (record.path, record.size, record.mtime_ns, record.skip_reason)
        self.index.many("code_write.add_skipped", [row])

    def drop_skipped(self, paths: Sequence[str]) -> None:
        """Forget skipped files that are gone or are indexed now."""
        if paths:
            self.index.many("code_write.drop_skipped", [(path,) for path in paths])

    def packed_facts(self, file_id: int) -> bytes:
        """The facts of a file as they are stored."""
        return bytes(self.index.value("code_write.packed_facts", file_id=file_id) or b"")

    def name_counts(self, names: Iterable[str]) -> dict[str, int]:
        """The number of symbols with each of these names."""
        rows = self.index.rows("code.names_known", names=sorted(names))
        return {str(name): int(count) for name, count in rows}

    def mentioned_by(self, name: str) -> int:
        """The number of files that mention a name, counted up to a limit."""
        return int(self.index.value("code_write.mentioned_by", query=_match_any([name])) or 0)

    def unresolve_mentions(
        self, names: Sequence[str], together_with: Sequence[str] = ()
    ) -> set[int]:
        """Mark the files that mention one of the names as unresolved; returns their ids."""
        ids: set[int] = set()
        for start in range(0, len(names), _NAMES_AT_ONCE):
            query = _match_any(names[start : start + _NAMES_AT_ONCE])
            if together_with:
                query = f"({query}) AND ({_match_any(together_with)})"
            rows = self.index.rows("code_write.files_mentioning", query=query)
            ids.update(id for (id,) in rows)
        self.index.run("code_write.unresolve_files", ids=sorted(ids))
        return ids

    def unresolve_all(self) -> None:
        """Mark every file as unresolved."""
        self.index.run("code_write.unresolve_all")

    def finish(self, *, ready: bool) -> None:
        """Add new names; `ready` after a run over the whole tree marks the index as ready."""
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

    def save_counters(self) -> None:
        """Write buffered postings and the id counters; call at the end of a transaction."""
        self._postings.write()
        self.put(next_id=self._next_id, next_file=self._next_file)

    def add_files(self, records: Sequence[FileRecord], packages: Sequence[str]) -> list[int]:
        """Write files that the index does not have; returns their ids."""
        rows = FileRows(self._postings)
        ids = []
        for record, package in zip(records, packages, strict=True):
            file_id = self._next_file
            self._next_file += 1
            ids.append(file_id)
            texts = self._add_symbols(rows, file_id, record)
            text_id = self._new_text_id(record.role != "source")
            rows.files.append(
                (
                    file_id,
                    record.path,
                    record.path.rpartition("/")[2],
                    record.language,
                    record.role,
                    record.size,
                    record.mtime_ns,
                    record.digest,
                    package,
                    text_id,
                )
            )
            rows.add_file(file_id, text_id, texts, record)
        rows.write(self.index)
        self._add_to_counts(files=len(ids), symbols=len(rows.symbols))
        self._collect_names(rows)
        return ids

    def change_file(self, file_id: int, record: FileRecord, package: str) -> list[int]:
        """Rewrite a file; its remaining symbols keep their ids. Returns the ids of lost symbols."""
        rows = FileRows(self._postings)
        former = FormerSymbols(self.index.rows("code_write.symbols_of", file_id=file_id))
        texts = self._change_symbols(rows, former, file_id, record)
        lost = former.rest()
        for symbol in lost:
            rows.retire(symbol.text_id)
        rows.retire(self.index.value("code_write.file_text_id", file_id=file_id), is_file=True)
        text_id = self._new_text_id(record.role != "source")
        self.index.run(
            "code_write.change_file",
            id=file_id,
            language=record.language,
            role=record.role,
            size=record.size,
            mtime_ns=record.mtime_ns,
            digest=record.digest,
            package=package,
            text_id=text_id,
        )
        self.index.many("code_write.drop_problems", [(file_id,)])
        rows.add_file(file_id, text_id, texts, record)
        lost_ids = [symbol.id for symbol in lost]
        self._drop_symbols(lost_ids)
        rows.write(self.index)
        self._add_to_counts(symbols=len(rows.symbols))
        self._collect_names(rows)
        return lost_ids

    def drop_file(self, file_id: int) -> list[int]:
        """Remove a file and its symbols from the index; returns the ids of the symbols."""
        rows = FileRows(self._postings)
        rows.retire(self.index.value("code_write.file_text_id", file_id=file_id), is_file=True)
        symbol_ids = []
        for symbol_id, text_id in self.index.rows("code_write.symbol_ids", file_id=file_id):
            symbol_ids.append(symbol_id)
            rows.retire(text_id)
        self._drop_symbols(symbol_ids)
        for query in ("drop_problems", "drop_facts", "drop_file"):
            self.index.many(f"code_write.{query}", [(file_id,)])
        self._add_to_counts(files=-1)
        return symbol_ids

    def _collect_names(self, rows: FileRows) -> None:
        if self._is_ready:
            self._names.update(row.name for row in rows.symbols)

    def _drop_symbols(self, ids: list[int]) -> None:
        if not ids:
            return
        # Files that referred to these symbols must be resolved again.
        self.index.run("code_write.unresolve_sources", ids=ids)
        targets = [target for (target,) in self.index.rows("code_write.targets_from", ids=ids)]
        edge_writer.note_dropped_symbols(self.index, ids)
        each = [(id,) for id in ids]
        dropped = {
            query: self.index.many(f"code_write.drop_{query}", each)
            for query in ("edges_from", "edges_to", "open_calls_from", "symbol")
        }
        self._add_to_counts(
            symbols=-dropped["symbol"],
            edges=-dropped["edges_from"] - dropped["edges_to"],
            open_calls=-dropped["open_calls_from"],
        )
        edge_writer.recount_fan_in(self.index, targets)

    def _add_to_counts(self, **changes: int) -> None:
        for key, change in changes.items():
            self.index.run("code_write.add_to_meta", key=key, change=change)

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _new_text_id(self, demoted: bool) -> int:
        id = self._new_id()
        return id + DEMOTED if demoted else id

    def _add_symbols(self, rows: FileRows, file_id: int, record: FileRecord) -> list[int]:
        """Add rows for the symbols of a new file; returns their text ids."""
        first = self._next_id
        texts = []
        self._next_id += len(record.symbols)
        demoted = record.role != "source"
        for position, symbol in enumerate(record.symbols):
            id = first + position
            parent_id = first + symbol.parent if symbol.parent >= 0 else 0
            text_id = id + DEMOTED if demoted or symbol.is_test else id
            rows.symbols.append(stored_symbol(symbol, id, file_id, position, parent_id, text_id))
            texts.append(text_id)
        return texts

    def _change_symbols(
        self, rows: FileRows, former: FormerSymbols, file_id: int, record: FileRecord
    ) -> list[int]:
        """Add rows for symbols that are new or differ; returns text ids, 0 where words are the same."""
        demoted = record.role != "source"
        texts: list[int] = []
        # A type may come after its methods, so all ids are assigned before the first parent id.
        olds = [former.take(symbol) for symbol in record.symbols]
        ids = [old.id if old else self._new_id() for old in olds]
        for position, (symbol, old) in enumerate(zip(record.symbols, olds, strict=True)):
            id = ids[position]
            parent_id = ids[symbol.parent] if symbol.parent >= 0 else 0
            is_low = demoted or symbol.is_test
            if old is not None and old.has_text_of(symbol, is_low):
                text_id = old.text_id
                texts.append(0)
            else:
                text_id = self._new_text_id(is_low)
                texts.append(text_id)
                if old is not None:
                    rows.retire(old.text_id)
            row = stored_symbol(symbol, id, file_id, position, parent_id, text_id)
            if old is None:
                rows.symbols.append(row)
            elif old != row:
                rows.changed.append(row)
        return texts


def _match_any(names: Sequence[str]) -> str:
    """A full-text query that matches any of the names; a name of several words needs them all."""
    split = [re.findall(_WORDS, name) for name in names]
    alternatives = [" AND ".join(f'"{word}"' for word in words) for words in split if words]
    return " OR ".join(f"({alternative})" for alternative in alternatives) or '""'
