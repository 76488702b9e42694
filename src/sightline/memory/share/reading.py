"""Makes the memories of a folder's files searchable: one row per file, as the files are now.

A file that is gone takes its memory along; what a person changed here is never overwritten. The
files decide for everything else, and git keeps their history.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from sightline.errors import SightlineError
from sightline.memory.share.file_format import SharedMemory, is_id, meaning, parse, sides
from sightline.memory.share.folder import (
    MOST_BYTES,
    MOST_FILES,
    SUFFIX,
    FileState,
    folder_stamp,
    list_files,
    read_bytes,
)
from sightline.memory.vocabulary import search_words
from sightline.model.memory import FROM_FILES, MANUAL, TEAM, Memory
from sightline.store import memory as store
from sightline.store import shared
from sightline.store.shared import SharedFile, SharedFolder
from sightline.store.sqlite.database import Database

FORGOTTEN = "you forgot this memory"
CHANGED_TWICE = "changed here and in the repository"
UNMERGED = "git could not merge two changes of it"
# The ids of second versions: of a memory changed by two people, and of another working tree's.
SECOND, ELSEWHERE = "~", "@"


class _Source(NamedTuple):
    """The folder that is read, and the project its memories belong to."""

    database: Database
    folder: SharedFolder
    project: str
    now: int


class _File(NamedTuple):
    """A file that was read now: its versions (two if git could not merge it), or a problem."""

    state: FileState
    branch: str
    versions: tuple[SharedMemory, ...] = ()
    problem: str = ""


def read_folder(
    database: Database,
    folder: SharedFolder,
    project: str,
    *,
    now: int,
    most: int = MOST_FILES,
    on_default: frozenset[str] = frozenset(),
) -> int:
    """Bring the memories of a folder up to date; how many files were read.

    At most `most` files are read, the rest next time. The default branch has those `on_default`.
    """
    # Taken before the files are listed: a change meanwhile is noticed next time.
    stamp = folder_stamp(folder.folder, before_ns=time.time_ns())
    listing = list_files(folder.folder)
    known = shared.files_of(database, folder.folder)
    labels = {name: _label(folder, known.get(name), name in on_default) for name in listing}
    changed = [
        name
        for name, state in listing.items()
        if name not in known
        or known[name].stamp != state.stamp
        or known[name].branch != labels[name]
    ]
    wanted = dict.fromkeys(changed[:most])
    source = _Source(database, folder, project, now)
    files = {name: _read(folder.folder, name, listing[name], labels[name]) for name in wanted}
    ended = _ended(known, listing, files)
    for name in _ended_otherwise(known, listing, files, ended):
        files[name] = _read(folder.folder, name, listing[name], labels[name])
    with database.transaction():
        # Recorded first: files refer to their folder.
        shared.put_folder(
            database, folder._replace(stamp="" if len(changed) > most else stamp), project
        )
        if files or known.keys() - listing.keys():
            _apply(source, files, known, listing, ended)
        if folder.scope == TEAM and not folder.branch and len(changed) <= most:
            _note_default(source, listing)
    return len(files)


def _label(folder: SharedFolder, known: SharedFile | None, on_default: bool) -> str:
    """The branch a file is labelled with: none on the default branch, and where it came from else."""
    if not folder.branch or on_default:
        return ""
    return known.branch if known is not None else folder.branch


def _read(folder: str, name: str, state: FileState, branch: str) -> _File:
    id = name.removesuffix(SUFFIX)
    if state.problem or not is_id(id):
        return _File(state, branch, problem=state.problem or "its name is not an id")
    try:
        content = read_bytes(folder, name)
    except OSError as error:
        return _File(state, branch, problem=f"it cannot be read: {error.strerror or error}")
    if len(content) > MOST_BYTES:
        return _File(state, branch, problem=f"it is larger than {MOST_BYTES // 1000} kB")
    try:
        texts = sides(content.decode("utf-8"))
        return _File(state, branch, tuple(parse(text, id) for text in texts))
    except UnicodeDecodeError:
        return _File(state, branch, problem="it is not UTF-8 text")
    except SightlineError as error:
        return _File(state, branch, problem=error.message)
    except ValueError as error:
        return _File(state, branch, problem=str(error))


def _ended(
    known: dict[str, SharedFile], listing: dict[str, FileState], files: dict[str, _File]
) -> dict[str, str]:
    """Which memory supersedes each superseded one, as the files say it."""
    ended: dict[str, str] = {}
    for name in listing:
        if name in files:
            superseded = files[name].versions[0].supersedes if files[name].versions else ()
        else:
            superseded = tuple(known[name].supersedes.split()) if name in known else ()
        for id in superseded:
            ended.setdefault(id, name.removesuffix(SUFFIX))
    return ended


def _ended_otherwise(
    known: dict[str, SharedFile],
    listing: dict[str, FileState],
    files: dict[str, _File],
    ended: dict[str, str],
) -> list[str]:
    """The unchanged files whose memory is superseded by another memory than before, or by none."""
    before: dict[str, str] = {}
    for name, file in known.items():
        for id in file.supersedes.split():
            before.setdefault(id, name.removesuffix(SUFFIX))
    ids = [id for id in {**before, **ended} if before.get(id) != ended.get(id)]
    names = [id + SUFFIX for id in ids]
    return [name for name in names if name in listing and name in known and name not in files]


def _apply(
    source: _Source,
    files: dict[str, _File],
    known: dict[str, SharedFile],
    listing: dict[str, FileState],
    ended: dict[str, str],
) -> None:
    database, folder = source.database, source.folder.folder
    gone = [name for name in known if name.removesuffix(SECOND) not in listing]
    again = [name for name in known if name.removesuffix(SECOND) in files]
    # What a memory said when it was last read tells whether a person changed it since.
    before = {known[name].memory: known[name].digest for name in (*gone, *again)}
    records: list[SharedFile] = []
    for name, file in files.items():
        records += _records(source, name, file, ended, before)
    for name in (*gone, *again):
        shared.remove_file(database, folder, name)
    shared.put_files(database, folder, records)
    linked = {record.memory for record in records}
    for number, digest in before.items():
        if number and number not in linked:
            _release(source, number, digest)


def _records(
    source: _Source, name: str, file: _File, ended: dict[str, str], before: dict[int, str]
) -> list[SharedFile]:
    record = SharedFile(name, file.state.stamp, branch=file.branch, problem=file.problem)
    if not file.versions:
        return [record]
    first = file.versions[0]
    record = record._replace(supersedes=" ".join(first.supersedes))
    records = _place(source, record, _effective(source, first.memory, file, ended), before)
    if len(file.versions) == 2:
        other = _effective(source, file.versions[1].memory, file, ended)
        if meaning(other) != meaning(first.memory):
            second = record._replace(name=name + SECOND, supersedes="", problem=UNMERGED)
            records.append(_add_variant(source, second, other, SECOND))
    return records


def _effective(source: _Source, memory: Memory, file: _File, ended: dict[str, str]) -> Memory:
    """The memory as it counts here: superseded if another file says so, and never from tomorrow."""
    memory = memory._replace(
        project=source.project,
        scope=source.folder.scope,
        branch=file.branch,
        created=min(memory.created, source.now),
        updated=min(memory.updated, source.now),
        reviewed=min(memory.reviewed, source.now),
        refreshed=min(memory.refreshed, source.now),
    )
    if successor := ended.get(memory.id):
        memory = memory._replace(status="superseded", replaced_by=successor)
    return memory


def _place(
    source: _Source, record: SharedFile, memory: Memory, before: dict[int, str]
) -> list[SharedFile]:
    """Give a file's memory its row, and return what is recorded of the file."""
    database = source.database
    if store.tombstone(database, memory.id) is not None:
        return [record._replace(problem=FORGOTTEN)]
    row = store.by_id(database, memory.id)
    if row is None:
        return [_add(source, record, memory)]
    if row.project != source.project:
        return [_add_variant(source, record, memory, ELSEWHERE)]
    if meaning(row) == meaning(memory):
        if row.source == FROM_FILES:
            _rewrite(source, row, _capped(memory))
        return [_linked(source, record, row, memory)]
    elsewhere = shared.digests_of(database, row.number)
    here = elsewhere.pop(source.folder.folder, before.get(row.number, ""))
    if _is_changed_here(row, memory, {here, *elsewhere.values()} - {""}):
        conflict = record._replace(problem=CHANGED_TWICE)
        kept = SharedFile(record.name + SECOND, record.stamp, here, row.number)
        return [_add_variant(source, conflict, memory, SECOND), kept]
    if elsewhere:
        return [_add_variant(source, record, memory, ELSEWHERE)]
    memory = memory if row.source != FROM_FILES else _capped(memory)
    _rewrite(source, row, memory)
    return [_linked(source, record, row, memory)]


def _linked(source: _Source, record: SharedFile, row: Memory, memory: Memory) -> SharedFile:
    """The file with its memory, which now also stands for a version of its own that was the same."""
    said = meaning(memory)
    version = store.by_id(source.database, f"{row.id}{ELSEWHERE}{said[:4]}")
    if version is not None and meaning(version) == said:
        shared.relink(source.database, version.number, row.number)
        store.remove(source.database, version.number)
    return record._replace(memory=row.number, digest=said)


def _is_changed_here(row: Memory, memory: Memory, read: set[str]) -> bool:
    """Whether a person changed this memory since it was read from a file."""
    if read:
        return meaning(row) not in read
    if row.source == FROM_FILES or row.status == "archived":
        return False
    return not row.scope or max(row.updated, row.created) > max(memory.updated, memory.created)


def _capped(memory: Memory) -> Memory:
    """A memory that is not merged yet is told where it fits, not in every session."""
    return memory._replace(level=max(1, memory.level)) if memory.branch else memory


def _add(source: _Source, record: SharedFile, memory: Memory) -> SharedFile:
    memory = _capped(memory)
    added = store.add(source.database, memory, search_words(memory))
    return record._replace(memory=added.number, digest=meaning(memory))


def _add_variant(source: _Source, record: SharedFile, memory: Memory, mark: str) -> SharedFile:
    """A second version of a memory, under an id of its own."""
    memory = _capped(memory)._replace(id=f"{memory.id}{mark}{meaning(memory)[:4]}")
    row = store.by_id(source.database, memory.id)
    if row is None:
        return _add(source, record, memory)
    return record._replace(memory=row.number, digest=meaning(memory))


def _rewrite(source: _Source, row: Memory, memory: Memory) -> None:
    """Bring a row up to date with its file; a person's own memory keeps its history."""
    own = row.source != FROM_FILES
    changed = memory._replace(
        id=row.id,
        number=row.number,
        source=row.source,
        agent=row.agent,
        session=row.session,
        origin=row.origin,
        commit=row.commit,
        branch=row.branch if own else memory.branch,
        created=row.created if own else memory.created,
        confidence=row.confidence,
        validations=row.validations,
        immutable=row.immutable,
        accessed=row.accessed,
        access_count=row.access_count,
    )
    if changed == row:
        return
    what = "changed in the repository" if own else ""
    store.change(source.database, changed, search_words(changed), at=source.now, what=what)


def _release(source: _Source, number: int, digest: str) -> None:
    """Let go of a memory whose file is gone here; one that a person changed becomes their own."""
    database = source.database
    rows = store.of_numbers(database, [number])
    if not rows or rows[0].source != FROM_FILES or shared.digests_of(database, number):
        return
    if digest and meaning(rows[0]) != digest:
        own = rows[0]._replace(source=MANUAL, scope="", branch="")
        store.change(database, own, search_words(own), at=source.now, what="file removed")
        return
    store.remove(database, number)


def _note_default(source: _Source, listing: dict[str, FileState]) -> None:
    """Archive the person's own memories that the default branch had and has no longer."""
    database, project = source.database, source.project
    present = {name.removesuffix(SUFFIX) for name in listing}
    once = shared.shared_once(database, project)
    own = store.of_numbers(database, shared.own_shared(database, project)) if once else []
    for memory in own:
        if memory.id in once and memory.id not in present:
            archived = memory._replace(status="archived", updated=source.now)
            words = search_words(archived)
            store.change(
                database, archived, words, at=source.now, what="removed from the repository"
            )
            shared.forget_shared_once(database, project, memory.id)
    if new := present - once:
        shared.note_shared_once(database, project, sorted(new))
