"""Writes memories to a shared folder: only those that may be shared, and only when asked to.

Never personal kinds, never a memory of every project into one repository, never what was captured
and not reviewed, never a secret.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.errors import NotShared, UsageError
from sightline.memory.share.file_format import PERSONAL, SharedMemory, is_id, meaning, render
from sightline.memory.share.folder import (
    MOST_FILES,
    SUFFIX,
    list_files,
    remove_file,
    write_text,
)
from sightline.memory.share.reading import ELSEWHERE, SECOND, read_folder
from sightline.memory.vocabulary import search_words
from sightline.model.memory import CLOSED, FROM_FILES, KINDS, ORGANISATION, TEAM, Memory
from sightline.store import memory as store
from sightline.store import shared
from sightline.store.shared import SharedFolder
from sightline.store.sqlite.database import Database
from sightline.text.secrets.redact import redact

SHARED_KINDS = tuple(kind for kind in KINDS if kind not in PERSONAL)


# Whether a path is one that is never read.
IsDenied = Callable[[str], bool]


class Target(NamedTuple):
    """A folder that memories are written to, by this person."""

    database: Database
    folder: SharedFolder
    project: str
    author: str
    now: int
    is_denied: IsDenied


def refusal(memory: Memory, scope: str, is_denied: IsDenied) -> str:
    """Why a memory may not be shared; empty if it may."""
    if any(link.path and is_denied(link.path) for link in memory.links):
        return "it is about a file that is never read (privacy.deny)"
    if memory.kind in PERSONAL:
        return f"a memory of the kind {memory.kind} is personal"
    if not memory.project and scope == TEAM:
        return "it applies to all your projects, so it does not belong to this repository"
    if not memory.reviewed and (memory.automatic or not memory.scope):
        how = "captured" if memory.automatic else "imported"
        return f"it was {how} and not reviewed yet; to confirm it: sightline promote {memory.id}"
    if memory.status in CLOSED and not memory.scope:
        return f"it is {memory.ended}"
    if scope == ORGANISATION and memory.scope == TEAM:
        return "it is shared with the team of this repository"
    if scope == ORGANISATION and memory.project and memory.links:
        return f"it is about code of this repository ({memory.links[0].path})"
    if _has_secret(memory):
        return "it contains what looks like a secret"
    return ""


def share(target: Target, memory: Memory) -> str:
    """Write a memory's file as the memory is here; the path. Raises NotShared."""
    first_id, is_second, _ = memory.id.partition(SECOND)
    if is_second:
        # The version of the file is chosen: it replaces the one here.
        memory = _adopt(target, first_id, memory)
    if reason := refusal(memory, target.folder.scope, target.is_denied):
        raise NotShared(id=memory.id, reason=reason)
    if not is_id(memory.id):
        raise NotShared(id=memory.id, reason="it is another working tree's version")
    if twin := _twin(target, memory):
        raise NotShared(id=memory.id, reason=f"{twin.author} shared the same as {twin.id}")
    name = memory.id + SUFFIX
    # If the file cannot be written, the memory is not shared.
    with target.database.transaction():
        memory = _signed(target, memory)
        # A memory that is superseded in its own file is written as the file had it.
        names = list_files(target.folder.folder)
        superseded = [
            id
            for id in shared.superseded_by(target.database, memory.id, memory.project)
            if id + SUFFIX in names
        ]
        write_text(target.folder.folder, name, render(SharedMemory(memory, tuple(superseded))))
    read_folder(target.database, target.folder, target.project, now=target.now)
    return os.path.join(target.folder.folder, name)


def remove(target: Target, id: str) -> str:
    """Delete a memory's file; the memory goes with it for everybody. The path."""
    path = os.path.join(target.folder.folder, id + SUFFIX)
    if not is_id(id) or not os.path.lexists(path):
        raise UsageError(f"{id} is not shared here", hint="see: sightline share")
    for old in shared.superseded_by(target.database, id, target.project):
        _close_without_successor(target, old)
    remove_file(target.folder.folder, id + SUFFIX)
    memory = store.by_id(target.database, id)
    if memory is not None and memory.source != FROM_FILES:
        # The person's own stays theirs.
        own = memory._replace(scope="")
        store.change(target.database, own, search_words(own), at=target.now)
        shared.forget_shared_once(target.database, target.project, id)
    read_folder(target.database, target.folder, target.project, now=target.now)
    return path


def _close_without_successor(target: Target, id: str) -> None:
    """A superseded memory stays superseded when its successor is removed: its own file says so."""
    memory = store.by_id(target.database, id)
    name = id + SUFFIX
    if memory is None or name not in list_files(target.folder.folder):
        return
    closed = memory._replace(replaced_by="")
    files = shared.files_of(target.database, target.folder.folder)
    superseded = files[name].supersedes.split() if name in files else ()
    write_text(target.folder.folder, name, render(SharedMemory(closed, tuple(superseded))))


def candidates(target: Target, kinds: Sequence[str]) -> list[Memory]:
    """The person's memories of these kinds that may be shared and are not."""
    database, project = target.database, target.project
    numbers = [
        number
        for kind in kinds
        for number in store.newest(database, [project], kind=kind, limit=MOST_FILES)
    ]
    return [
        memory
        for memory in store.of_numbers(database, numbers)
        if not memory.scope
        and memory.status not in CLOSED
        and not refusal(memory, TEAM, target.is_denied)
    ]


def changed_here(database: Database, folder: str) -> list[Memory]:
    """The shared memories that say something else here than in their files."""
    files = [file for file in shared.files_of(database, folder).values() if file.memory]
    memories = {
        memory.number: memory
        for memory in store.of_numbers(database, [file.memory for file in files])
    }
    return [
        memories[file.memory]
        for file in files
        if file.memory in memories
        and meaning(memories[file.memory]) != file.digest
        # What supersedes it is to be shared, not the superseded memory.
        and memories[file.memory].status != "superseded"
    ]


def is_changed_here(database: Database, memory: Memory) -> bool:
    """Whether a shared memory says something else here than in its files."""
    said = shared.digests_of(database, memory.number).values()
    return bool(said) and meaning(memory) not in said


def _has_secret(memory: Memory) -> bool:
    texts = [memory.text, memory.title, *memory.asked_as, *map(str, memory.fields.values())]
    return any(redact(text) != text for text in texts)


def _twin(target: Target, memory: Memory) -> Memory | None:
    """A memory of somebody else in this folder that says the same."""
    for other in store.with_hash(target.database, memory.hash, memory.project):
        is_version = other.id.startswith((memory.id + SECOND, memory.id + ELSEWHERE))
        if other.source != FROM_FILES or other.id == memory.id or is_version:
            continue
        if other.status not in CLOSED:
            return other
    return None


def _adopt(target: Target, id: str, version: Memory) -> Memory:
    """Make a second version of a memory the one that holds here."""
    row = store.by_id(target.database, id)
    if row is None:
        raise UsageError(f"memory {id} not found")
    chosen = version._replace(
        id=row.id,
        number=row.number,
        source=row.source,
        scope=row.scope or TEAM,
        branch=row.branch,
        created=row.created,
        author=version.author,
        accessed=row.accessed,
        access_count=row.access_count,
    )
    words = search_words(chosen)
    store.change(target.database, chosen, words, at=target.now, what="took the shared version")
    return chosen


def _signed(target: Target, memory: Memory) -> Memory:
    """The memory with its author, and with who changed it last if that is somebody else."""
    author = memory.author or target.author
    edited_by = target.author if author != target.author else ""
    is_new = not memory.scope
    signed = memory._replace(
        # What an organisation shares holds in all projects.
        project=target.project,
        author=author,
        edited_by=edited_by,
        scope=memory.scope or target.folder.scope,
        branch_only=False,
        updated=memory.updated if is_new else target.now,
    )
    store.change(target.database, signed, search_words(signed), at=target.now)
    return signed
