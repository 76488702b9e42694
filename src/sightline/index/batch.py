"""Files on their way into the index: gathered until they are worth a transaction, then written.

Also says which other files have to be resolved again because of what changed in these.
"""

from sightline.index.changes import Known
from sightline.index.resolving.dependents import ChangedNames, changed_names, mark_dependents
from sightline.index.stats import IndexStats
from sightline.model.reading import HARMLESS, ReadFile
from sightline.store.code.writer import CodeWriter

_FILES = 1_500
_BYTES = 8_000_000


class Batch:
    """Records and removals that are written together."""

    def __init__(
        self, writer: CodeWriter, known: dict[str, Known], *, others_resolved: bool
    ) -> None:
        self._writer, self._known = writer, known
        self._others_resolved = others_resolved
        self._bytes = 0
        self._clear()
        self._written: list[ReadFile] = []

    @property
    def is_full(self) -> bool:
        """Whether there is enough for a transaction."""
        return self._bytes >= _BYTES or len(self._added) + len(self._changed) >= _FILES

    def add(self, record: ReadFile, package: str) -> None:
        """A file that was read."""
        self._bytes += record.size
        known = self._known.get(record.path)
        if record.skipped:
            self._passed.append(record)
        elif known is None or not known.id:
            self._added.append((record, package))
        else:
            self._changed.append((known.id, record, package))

    def drop(self, path: str) -> None:
        """A file that is gone."""
        self._gone.append(path)

    def write(self) -> None:
        """Write everything gathered; belongs inside a transaction."""
        for path in self._gone:
            self._forget(path)
        for record in self._passed:
            self._forget(record.path)
            self._writer.pass_over(record)
        for file_id, record, package in self._changed:
            self._note_change(self._writer.packed_facts(file_id), record.facts)
            self._writer.change_file(file_id, record, package)
        if self._added:
            records = [record for record, _ in self._added]
            self._writer.forget_passed([r.path for r in records if r.path in self._known])
            self._writer.add_files(records, [package for _, package in self._added])
            for record in records:
                self._note_change(b"", record.facts)
        for changed in self._noted:
            mark_dependents(self._writer, changed)
        self._writer.save_numbers()
        self._written = [r for r, _ in self._added] + [r for _, r, _ in self._changed]
        self._written += self._passed
        self._clear()

    def report(self, stats: IndexStats) -> None:
        """Count what the last write wrote."""
        for record in self._written:
            if record.skipped:
                stats.passed_over += 1
                if record.skipped not in HARMLESS:
                    stats.errors.append(f"{record.path}: {record.skipped}")
                continue
            stats.files_indexed += 1
            stats.symbols_extracted += len(record.symbols)
            stats.problems += len(record.problems)
        self._written = []

    def _note_change(self, before: bytes, after: bytes) -> None:
        if self._others_resolved:
            changed = changed_names(before, after)
            if changed:
                self._noted.append(changed)

    def _forget(self, path: str) -> None:
        known = self._known.get(path)
        if known is None:
            return
        if known.id:
            self._note_change(self._writer.packed_facts(known.id), b"")
            self._writer.drop_file(known.id)
        else:
            self._writer.forget_passed([path])

    def _clear(self) -> None:
        self._added: list[tuple[ReadFile, str]] = []
        self._changed: list[tuple[int, ReadFile, str]] = []
        self._passed: list[ReadFile] = []
        self._gone: list[str] = []
        self._noted: list[ChangedNames] = []
        self._bytes = 0
