"""Compares the index with the files on disk, and writes changed files in batches.

The comparison reads no more of a file than its digest needs.
"""

import os
from typing import NamedTuple

from sightline.index.reading.read_file import mtime_stamp
from sightline.index.resolving.dependents import ChangedNames, changed_names, mark_dependents
from sightline.index.stats import IndexStats
from sightline.model.code import FileRecord
from sightline.model.indexed import HARMLESS_SKIPS
from sightline.store.code.writer import CodeWriter, FileStamp
from sightline.text.hashing import digest
from sightline.workspace.files import Entry, Listing

# A batch is written when it has this many files or bytes.
_BATCH_FILES = 1_500
_BATCH_BYTES = 8_000_000


class Changes(NamedTuple):
    """The differences between the index and the files on disk."""

    todo: list[Entry]  # new or different files, to be read
    touched: list[tuple[int, int, int]]  # size, time and id of files with the same content
    gone: list[str]
    same: int


def compare(root: str, listing: Listing, stamps: dict[str, FileStamp], now_ns: int) -> Changes:
    """Find new, different, touched and removed files; `stamps` are those of the files to check."""
    todo, touched = [], []
    same = 0
    for entry in listing.files:
        stamp = stamps.get(entry.path)
        if stamp is None:
            todo.append(entry)
        elif stamp.mtime_ns == entry.mtime_ns and stamp.size == entry.size:
            same += 1
        elif stamp.id and stamp.size == entry.size and _digest(root, entry.path) == stamp.digest:
            touched.append((entry.size, mtime_stamp(entry.mtime_ns, now_ns), stamp.id))
            same += 1
        else:
            todo.append(entry)
    present = {entry.path for entry in listing.files}
    gone = sorted(path for path in stamps if path not in present)
    return Changes(todo, touched, gone, same)


def _digest(root: str, path: str) -> str:
    try:
        with open(os.path.join(root, path), "rb") as file:
            return digest(file.read())
    except OSError:
        return ""


class Batch:
    """Records and removals that are written in one transaction.

    Also marks other files as unresolved when a change concerns the names they use.
    """

    def __init__(
        self, writer: CodeWriter, stamps: dict[str, FileStamp], *, others_resolved: bool
    ) -> None:
        self._writer, self._stamps = writer, stamps
        self._others_resolved = others_resolved
        self._bytes = 0
        self._clear()
        self._written: list[FileRecord] = []

    @property
    def is_full(self) -> bool:
        """Whether the batch is large enough to be written."""
        files = len(self._added) + len(self._changed)
        return self._bytes >= _BATCH_BYTES or files >= _BATCH_FILES

    def add(self, record: FileRecord, package: str) -> None:
        """Add a file that was read."""
        self._bytes += record.size
        stamp = self._stamps.get(record.path)
        if record.skip_reason:
            self._skipped.append(record)
        elif stamp is None or not stamp.id:
            self._added.append((record, package))
        else:
            self._changed.append((stamp.id, record, package))

    def drop(self, path: str) -> None:
        """Add the removal of a file."""
        self._gone.append(path)

    def write(self) -> None:
        """Write the batch; must run inside a transaction."""
        for path in self._gone:
            self._remove(path)
        for record in self._skipped:
            self._remove(record.path)
            self._writer.add_skipped(record)
        for file_id, record, package in self._changed:
            self._note_change(self._writer.packed_facts(file_id), record.facts)
            self._writer.change_file(file_id, record, package)
        added = [record for record, _ in self._added]
        if added:
            self._writer.drop_skipped([r.path for r in added if r.path in self._stamps])
            self._writer.add_files(added, [package for _, package in self._added])
            for record in added:
                self._note_change(b"", record.facts)
        for changed in self._name_changes:
            mark_dependents(self._writer, changed)
        self._writer.save_counters()
        self._written = [*added, *(record for _, record, _ in self._changed), *self._skipped]
        self._clear()

    def report(self, stats: IndexStats) -> None:
        """Add the files of the last write to the statistics."""
        for record in self._written:
            if record.skip_reason:
                stats.passed_over += 1
                if record.skip_reason not in HARMLESS_SKIPS:
                    stats.errors.append(f"{record.path}: {record.skip_reason}")
                continue
            stats.files_indexed += 1
            stats.symbols_extracted += len(record.symbols)
            stats.problems += len(record.problems)
        self._written = []

    def _note_change(self, before: bytes, after: bytes) -> None:
        if self._others_resolved:
            changed = changed_names(before, after)
            if changed:
                self._name_changes.append(changed)

    def _remove(self, path: str) -> None:
        stamp = self._stamps.get(path)
        if stamp is None:
            return
        if stamp.id:
            self._note_change(self._writer.packed_facts(stamp.id), b"")
            self._writer.drop_file(stamp.id)
        else:
            self._writer.drop_skipped([path])

    def _clear(self) -> None:
        self._added: list[tuple[FileRecord, str]] = []
        self._changed: list[tuple[int, FileRecord, str]] = []
        self._skipped: list[FileRecord] = []
        self._gone: list[str] = []
        self._name_changes: list[ChangedNames] = []
        self._bytes = 0
