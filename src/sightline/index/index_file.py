"""The index of a commit as one file: CI builds it once, a clone starts with it.

A header names the commit and what built the index; the compressed database follows. An imported index
is compared with the working tree before it is used: every file by its content, some by parsing them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import stat
import time
from collections.abc import Iterator
from typing import IO, NamedTuple

import sightline
from sightline.errors import IndexBusy, IndexRefused, StoreError, UsageError
from sightline.index.reading.read_file import read_file
from sightline.index.refresh import language_folders, refresh
from sightline.index.run import Progress
from sightline.index.source_rules import portable_recipe, recipe
from sightline.index.stats import IndexStats
from sightline.model.project import Project
from sightline.parse.languages import Languages
from sightline.process.private_files import make_private_file, make_private_folder
from sightline.settings.load import Settings
from sightline.store.code.lease import hold_lease
from sightline.store.code.writer import CodeMeta, FileStamp, StoredSymbol
from sightline.store.locations import index_path
from sightline.store.sqlite.database import ENDINGS, SCHEMAS, Database, open_database
from sightline.workspace import git
from sightline.workspace.identity import path_inside

MAGIC = b"sightline-index 1\n"
SUFFIX = ".sightline-index"
MOST_HEADER = 10_000
MOST_BYTES = 20_000_000_000
# A database is at most so many times as large as its compressed form: a smaller file is a trap.
MOST_RATIO = 100
# How much CPU time is spent on parsing files, in any order, to see whether the index says of them what this program
# would: all files of a small project, some of a large one.
CHECK_SECONDS = 1.0
WAIT_SECONDS = 60.0
_BLOCK = 1 << 20


class IndexHeader(NamedTuple):
    """What an index file says about itself."""

    commit: str
    program: str
    recipe: str
    files: int
    symbols: int
    bytes: int  # of the database, not compressed
    sha256: str  # of the database


class ImportedIndex(NamedTuple):
    """What an import took: files that are as the index says, and those that had to be read."""

    header: IndexHeader
    same: int
    read: int
    parsed: int  # to see whether the index tells the truth
    seconds: float


def export_index(
    project: Project, settings: Settings, path: str, *, home: str, progress: Progress | None = None
) -> tuple[str, IndexHeader]:
    """Write the index of the commit that is checked out; the path of the file, and its header."""
    commit = git.head(project.root) if project.is_git else None
    if not commit:
        raise UsageError("the index of a commit needs a git repository with a commit")
    changed = git.text(project.root, "status", "--porcelain", "--untracked-files=no")
    if changed is None or changed:
        raise UsageError(
            "files differ from the commit that is checked out",
            hint="commit or stash your changes first",
        )
    refresh(project, settings, home=home, progress=progress)
    path = os.path.join(path, f"{commit[:12]}{SUFFIX}") if os.path.isdir(path) else path
    copy = f"{index_path(project.worktree_id, home)}.{os.getpid()}.export"
    try:
        header = _copy_index(project, copy, commit, home)
        _write(path, copy, header)
    finally:
        _remove_database(copy)
    return path, header


def import_index(
    project: Project, settings: Settings, path: str, *, home: str, progress: Progress | None = None
) -> ImportedIndex:
    """Use the index in a file, after comparing it with the working tree; raises IndexRefused."""
    copy = f"{index_path(project.worktree_id, home)}.{os.getpid()}.import"
    make_private_folder(os.path.dirname(copy))
    lease = hold_lease(project.worktree_id, home, WAIT_SECONDS)
    if lease is None:
        raise IndexBusy(root=project.root)
    with lease:
        try:
            header = _unpack(path, copy)
            parsed = _take(project, copy, index_path(project.worktree_id, home))
        finally:
            _remove_database(copy)
    # Compares every file by its content, because no time is known of any.
    stats: IndexStats = refresh(project, settings, home=home, progress=progress)
    return ImportedIndex(header, stats.files_skipped, stats.files_indexed, parsed, stats.seconds)


def read_header(path: str) -> IndexHeader:
    """The header of an index file; raises IndexRefused if it is not one."""
    with _open(path) as file:
        return _read_header(file, path)


def _copy_index(project: Project, copy: str, commit: str, home: str) -> IndexHeader:
    make_private_file(copy)
    source = open_database(index_path(project.worktree_id, home), "index", readonly=True)
    target = open_database(copy, "index")
    try:
        source.copy_to(target)
        meta = CodeMeta(target)
        # What is true on this machine only.
        meta.put(languages=None, manifests=None, root="")
        meta.forget_times()
        counts = meta.size()
        target.empty_journal()
        target.statement("VACUUM")
        target.empty_journal()
    finally:
        source.close()
        target.close()
    digest, size = hashlib.sha256(), 0
    with open(copy, "rb") as file:
        for block in _blocks(file):
            digest.update(block)
            size += len(block)
    made_by = portable_recipe(language_folders())
    return IndexHeader(commit, sightline.__version__, made_by, *counts, size, digest.hexdigest())


def _write(path: str, copy: str, header: IndexHeader) -> None:
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(MAGIC + json.dumps(header._asdict()).encode() + b"\n")
            # Without a time the same index gives the same file.
            packed = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0)
            with packed, open(copy, "rb") as source:
                for block in _blocks(source):
                    packed.write(block)
        os.replace(temporary, path)
    except OSError as error:
        raise UsageError(f"cannot write {path!r}: {error.strerror}") from None
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _open(path: str) -> IO[bytes]:
    try:
        return open(path, "rb")
    except OSError as error:
        raise UsageError(f"cannot read {path!r}: {error.strerror}") from None


def _read_header(file: IO[bytes], path: str) -> IndexHeader:
    if file.read(len(MAGIC)) != MAGIC:
        raise IndexRefused(path=path, reason="it is not an index file of this format")
    try:
        values = json.loads(file.readline(MOST_HEADER))
        header = IndexHeader(**values)
    except (ValueError, TypeError, RecursionError):
        raise IndexRefused(path=path, reason="its header is damaged") from None
    status = os.fstat(file.fileno())
    # The size of a pipe is not known.
    most = MOST_RATIO * status.st_size if stat.S_ISREG(status.st_mode) else MOST_BYTES
    most = min(MOST_BYTES, most)
    if not isinstance(header.bytes, int) or not 0 < header.bytes <= most:
        raise IndexRefused(path=path, reason="its header is damaged")
    if header.recipe != portable_recipe(language_folders()):
        made_by = f"it was built by version {header.program} with other rules"
        raise IndexRefused(path=path, reason=f"{made_by}, this is {sightline.__version__}")
    return header


def _unpack(path: str, copy: str) -> IndexHeader:
    """Write the database of an index file to its own place, if it is what the header says."""
    digest, size = hashlib.sha256(), 0
    make_private_file(copy)
    with _open(path) as file, open(copy, "wb") as target:
        header = _read_header(file, path)
        try:
            with gzip.GzipFile(fileobj=file, mode="rb") as packed:
                for block in _blocks(packed):
                    digest.update(block)
                    size += len(block)
                    if size > header.bytes:
                        break
                    target.write(block)
        except (OSError, EOFError):
            raise IndexRefused(path=path, reason="it is damaged") from None
    if size != header.bytes or digest.hexdigest() != header.sha256:
        raise IndexRefused(path=path, reason="it is damaged")
    return header


def _take(project: Project, copy: str, target_path: str) -> int:
    """Put an unpacked index in the place of this working tree's, if it holds what it should.

    Returns how many files were parsed to see that.
    """
    try:
        source = open_database(copy, "index", readonly=True)
    except StoreError:
        raise IndexRefused(path=copy, reason="its database cannot be opened") from None
    target = open_database(target_path, "index")
    try:
        parsed = _check(project, source, target)
        source.copy_to(target)
        meta = CodeMeta(target)
        # Read again on this machine, never taken from a file.
        meta.put(recipe=recipe(language_folders()), root=project.root)
        meta.put(languages=None, manifests=None)
        meta.forget_times()
        meta.forget_skipped()
        target.empty_journal()
    finally:
        source.close()
        target.close()
    return parsed


def _check(project: Project, source: Database, target: Database) -> int:
    """Refuse a database that is not an index or lies about a file; how many files were parsed."""
    refused = IndexRefused(path=source.path, reason="its database is not an index")
    if source.version() != SCHEMAS["index"].version or _tables(source) != _tables(target):
        raise refused
    try:
        is_sound = source.statement("PRAGMA quick_check(1)") == [("ok",)]
        stamps = [stamp for stamp in CodeMeta(source).stamps().values() if stamp.id]
    except StoreError:
        raise refused from None
    if not is_sound:
        raise refused
    languages = Languages(language_folders())
    until = time.process_time() + CHECK_SECONDS
    parsed = 0
    for stamp in random.sample(stamps, len(stamps)):
        if time.process_time() > until:
            break
        if not _is_true(project, source, stamp, languages):
            reason = f"it does not say what {stamp.path} contains"
            raise IndexRefused(path=source.path, reason=reason)
        parsed += 1
    return parsed


def _is_true(project: Project, source: Database, stamp: FileStamp, languages: Languages) -> bool:
    """Whether the index has the symbols that parsing finds; yes for a file that differs here."""
    path = path_inside(project.root, stamp.path)
    record = read_file(project.root, path, languages) if path == stamp.path else None
    if record is None or record.skip_reason or record.digest != stamp.digest:
        return True
    stored = CodeMeta(source).symbols_of_file(stamp.id)
    expected = [
        StoredSymbol(
            symbol.qualified,
            symbol.kind,
            symbol.start_line,
            symbol.end_line,
            symbol.fingerprint,
            symbol.signature,
            symbol.doc,
        )
        for symbol in record.symbols
    ]
    return sorted(stored) == sorted(expected)


def _tables(database: Database) -> list[tuple[object, ...]]:
    return [
        tuple(row)
        for row in database.statement(
            "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
        )
    ]


def _blocks(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    while block := file.read(_BLOCK):
        yield block


def _remove_database(path: str) -> None:
    for ending in ENDINGS:
        try:
            os.unlink(path + ending)
        except FileNotFoundError:
            continue
