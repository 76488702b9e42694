"""Reads and writes memories, their earlier versions and the tombstones of deleted ones.

The rules about what may be saved or changed are in `memory.keeper`.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sightline.model.memory import Link, Memory
from sightline.store.sqlite.database import Database, Row

_BATCH = 5_000


class SearchText(NamedTuple):
    """What the full-text search stores for a memory; `scope` marks its project, kind and author."""

    words: str
    length: int
    asks: bool  # whether it only asks a question
    scope: str
    session: str = ""


class KindCount(NamedTuple):
    """How many memories of one kind a project has, and how many of them await review."""

    kind: str
    memories: int
    to_review: int


class Tombstone(NamedTuple):
    """When a memory was deleted, and its record; the record is empty after it was erased."""

    at: int
    record: dict[str, Any]


class Version(NamedTuple):
    """An earlier state of a memory: when and how it was changed, and its record until then."""

    at: int
    what: str
    record: dict[str, Any]


# The columns of `memory.of_numbers`, by the fields of a memory; links are read separately.
_COLUMNS = (
    "number",
    *(name for name in Memory._fields if name not in ("tags", "links", "number")),
    "tags",
)


def of_numbers(database: Database, numbers: Sequence[int]) -> list[Memory]:
    """The memories with these numbers, in the same order."""
    memories: list[Memory] = []
    for start in range(0, len(numbers), _BATCH):
        part = list(numbers[start : start + _BATCH])
        links: dict[int, list[Link]] = {}
        for number, *link in database.rows("memory.links_of", numbers=part):
            links.setdefault(number, []).append(Link._make(link))
        memories += [
            _memory(row, links) for row in database.rows("memory.of_numbers", numbers=part)
        ]
    return memories


def by_id(database: Database, id: str) -> Memory | None:
    """The memory with this id."""
    number = database.value("memory.number", id=id)
    return of_numbers(database, [number])[0] if number is not None else None


def with_ids(database: Database, ids: Sequence[str]) -> list[Memory]:
    """The memories with these ids, in the same order, without those kept to other branches."""
    numbers = [database.value("memory.number", id=id) for id in dict.fromkeys(ids)]
    return of_numbers(database, [n for n in numbers if n and n not in database.hidden])


def newest(
    database: Database,
    projects: Sequence[str] | None,
    *,
    kind: str = "",
    before: int = 0,
    limit: int = 50,
) -> list[int]:
    """The numbers of the newest memories of these projects, or of all, newest first."""
    chosen = {"kind": kind, "before": before, "limit": limit}
    if projects is None:
        rows = database.rows("memory.newest_everywhere", hidden=database.hidden, **chosen)
    else:
        rows = []
        for project in projects:
            rows += database.rows(
                "memory.newest", project=project, hidden=database.hidden, **chosen
            )
    newest_first = sorted(((created, number) for number, created in rows), reverse=True)
    return [number for _, number in newest_first[:limit]]


def with_hash(database: Database, hash: str, project: str) -> list[Memory]:
    """The memories of a project with this content."""
    return of_numbers(database, _visible(database, "with_hash", hash=hash, project=project))


def with_links(database: Database, numbers: Sequence[int]) -> list[int]:
    """The memories among these that are linked to a symbol or a file."""
    return _numbers(database, "with_links", numbers=list(numbers)) if numbers else []


def linked_to_names(database: Database, names: Sequence[str], *, limit: int = 50) -> list[int]:
    """The newest memories linked to any of these symbols, by qualified name."""
    return _visible(database, "linked_to_names", names=list(names), limit=limit)


def linked_to_paths(database: Database, paths: Sequence[str], *, limit: int = 50) -> list[int]:
    """The newest memories linked to any of these files or to symbols in them."""
    return _visible(database, "linked_to_paths", paths=list(paths), limit=limit)


def linked_to(database: Database, name: str, *, limit: int = 200) -> list[int]:
    """The newest memories linked to a symbol, by its qualified name or the last part of it."""
    escaped = name.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return _visible(database, "linked_to", name=name, ending=f"%.{escaped}", limit=limit)


def tagged(database: Database, tag: str) -> list[int]:
    """The memories with a tag, newest first."""
    return _visible(database, "tagged", tag=tag.lower())


def of_project_level(database: Database, project: str, *, limit: int = 50) -> list[Memory]:
    """Project-level memories (L0) of this project and of all projects, oldest first."""
    return of_numbers(database, _visible(database, "of_level", project=project, limit=limit))


def of_session(database: Database, session: str) -> list[Memory]:
    """The memories saved in one session, oldest first."""
    return of_numbers(database, _numbers(database, "of_session", session=session))


def to_review(database: Database, project: str, *, limit: int = 100) -> list[Memory]:
    """Captured memories that nobody has reviewed yet, newest first."""
    return of_numbers(database, _visible(database, "to_review", project=project, limit=limit))


def expired(database: Database, now: int) -> list[Memory]:
    """Memories whose time to live is over."""
    return of_numbers(database, _numbers(database, "expired", now=now))


def outlived(database: Database, kind: str, before: int) -> list[int]:
    """Memories of a kind that were made automatically before a time."""
    return _numbers(database, "outlived", kind=kind, before=before)


def notes_beyond(database: Database, most: int) -> list[int]:
    """The numbers of all notes of tool calls but the newest."""
    return _numbers(database, "notes_beyond", most=most)


def everything(database: Database, project: str | None) -> list[int]:
    """All memories of a project, or of all projects, ordered by id."""
    return _numbers(database, "everything", project="*" if project is None else project)


def counts(database: Database, project: str) -> list[KindCount]:
    """How many memories of each kind a project has."""
    return [
        KindCount._make(row)
        for row in database.rows("memory.count", project=project, hidden=database.hidden)
    ]


def failure_types(database: Database, project: str) -> dict[str, int]:
    """How often each type of failure occurred, the most frequent first."""
    return dict(database.rows("memory.failure_types", project=project))


def ids_like(database: Database, id: str) -> list[str]:
    """A few ids with the same beginning, for hints."""
    low = id[:6]
    rows = database.rows("memory.ids_like", low=low, high=low + "\U0010ffff") if low else []
    return [str(match) for (match,) in rows]


def is_used_id(database: Database, id: str) -> bool:
    """Whether a memory, or a deleted one, has this id."""
    exists = database.value("memory.number", id=id) is not None
    return exists or database.row("memory.tombstone", id=id) is not None


def _numbers(database: Database, query: str, /, **params: object) -> list[int]:
    return [number for (number,) in database.rows("memory." + query, **params)]


def _visible(database: Database, query: str, /, **params: object) -> list[int]:
    """The numbers that a query finds, without the memories that do not count here."""
    return _numbers(database, query, hidden=database.hidden, **params)


def add(database: Database, memory: Memory, words: SearchText) -> Memory:
    """Save a new memory; returns it with its number."""
    with database.transaction():
        number = database.insert("memory.add", **_params(memory))
        session_no, position = 0, 0
        if words.session and (row := database.row("memory.next_position", session=words.session)):
            session_no, position = row
        database.run(
            "memory.add_words",
            number=number,
            session_no=session_no,
            position=position,
            length=words.length,
            asks=int(words.asks),
            scope=words.scope,
            words=words.words,
        )
        _write_tags_and_links(database, memory._replace(number=number))
    return memory._replace(number=number)


def change(
    database: Database, memory: Memory, words: SearchText, *, at: int, what: str = ""
) -> None:
    """Save a memory's new state; if `what` says how it came, the old state becomes a version."""
    with database.transaction():
        before = by_id(database, memory.id)
        if before is None:
            return
        if what:
            state = record_text(before)
            database.run("memory.add_version", id=memory.id, at=at, what=what, record=state)
        database.run("memory.change", **_params(memory))
        database.run(
            "memory.change_words",
            number=before.number,
            length=words.length,
            asks=int(words.asks),
            scope=words.scope,
            words=words.words,
        )
        if (before.tags, before.links) != (memory.tags, memory.links):
            database.run("memory.remove_tags", number=before.number)
            database.run("memory.remove_links", number=before.number)
            _write_tags_and_links(database, memory._replace(number=before.number))


def bury(database: Database, memory: Memory, at: int) -> None:
    """Delete a memory; its tombstone holds the record, so that it can be restored."""
    with database.transaction():
        database.run(
            "memory.bury",
            id=memory.id,
            at=at,
            project=memory.project,
            record=record_text(memory),
        )
        remove(database, memory.number)


def tombstone(database: Database, id: str) -> Tombstone | None:
    """The tombstone of a deleted memory."""
    row = database.row("memory.tombstone", id=id)
    if row is None:
        return None
    at, text = row
    return Tombstone(at, json.loads(text) if text else {})


def unbury(database: Database, id: str) -> None:
    """Remove the tombstone of a restored memory."""
    database.run("memory.unbury", id=id)


def overwrite_deleted(database: Database) -> None:
    """Overwrite deleted content on this connection, so that it does not stay in the file."""
    database.statement("PRAGMA secure_delete=ON")


def erase(database: Database, id: str, at: int) -> None:
    """Erase a deleted memory for good; only its empty tombstone stays."""
    with database.transaction():
        database.run("memory.bury", id=id, at=at, project="", record="")
        database.run("memory.erase_versions", id=id)
        database.run("memory.erase_unused_words")
        database.run("memory.erase_searched_words")


def erase_forgotten(database: Database, before: int) -> int:
    """Erase memories that were deleted before this time; how many."""
    with database.transaction():
        erased = database.run("memory.erase_tombstones", before=before)
        database.run("memory.erase_orphans")
    return erased


def remove(database: Database, number: int) -> None:
    """Delete a memory without a tombstone."""
    with database.transaction():
        database.run("memory.remove_words", number=number)
        database.run("memory.remove", number=number)


def versions(database: Database, id: str) -> list[Version]:
    """The earlier states of a memory, oldest first."""
    rows = database.rows("memory.versions", id=id)
    return [Version(at, what, json.loads(text)) for at, what, text in rows]


def touch(database: Database, ids: Iterable[str], now: int) -> None:
    """Count that these memories were requested (ruling 36)."""
    requested = list(ids)
    if requested:
        database.run("memory.touch", ids=requested, now=now)


def record(memory: Memory) -> dict[str, Any]:
    """The memory as plain values, without its number and without fields at their default."""
    plain: dict[str, Any] = {"id": memory.id, "kind": memory.kind, "text": memory.text}
    defaults = Memory._field_defaults
    for name, value in memory._asdict().items():
        if name in ("number", "hash") or name in plain or value == defaults.get(name):
            continue
        if name == "links":
            value = [_link_record(link) for link in memory.links]
        elif name == "fields":
            value = dict(memory.fields)
        elif isinstance(value, tuple):
            value = list(value)
        plain[name] = value
    return plain


def from_record(record: dict[str, Any]) -> Memory:
    """The memory that a record describes."""
    values = {name: value for name, value in record.items() if name in Memory._fields}
    values["tags"] = tuple(record.get("tags", ()))
    values["asked_as"] = tuple(record.get("asked_as", ()))
    # Empty values are left out of records: a link to a file has no name.
    empty = {"name": "", "path": ""}
    values["links"] = tuple(Link(**(empty | link)) for link in record.get("links", ()))
    return Memory(**values)


def record_text(memory: Memory) -> str:
    """The record as one line of JSON with sorted keys."""
    return json.dumps(record(memory), ensure_ascii=False, sort_keys=True)


def _link_record(link: Link) -> dict[str, Any]:
    return {name: value for name, value in link._asdict().items() if value}


def _memory(row: Row, links: dict[int, list[Link]]) -> Memory:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["fields"] = json.loads(values["fields"]) if values["fields"] != "{}" else {}
    values["tags"] = tuple(sorted(values["tags"].split("\x1f"))) if values["tags"] else ()
    values["asked_as"] = tuple(json.loads(values["asked_as"]))
    values["links"] = tuple(links.get(values["number"], ()))
    values["immutable"] = bool(values["immutable"])
    values["stale"] = bool(values["stale"])
    values["branch_only"] = bool(values["branch_only"])
    return Memory(**values)


def _params(memory: Memory) -> dict[str, object]:
    params = memory._asdict()
    for name in ("tags", "links", "number"):
        del params[name]
    params["commit_hash"] = params.pop("commit")
    params["fields"] = json.dumps(dict(memory.fields), ensure_ascii=False, sort_keys=True)
    params["asked_as"] = json.dumps(memory.asked_as, ensure_ascii=False)
    params["immutable"] = int(memory.immutable)
    params["stale"] = int(memory.stale)
    params["branch_only"] = int(memory.branch_only)
    return params


def _write_tags_and_links(database: Database, memory: Memory) -> None:
    if memory.tags:
        database.many("memory.add_tag", [(memory.number, tag) for tag in memory.tags])
    if memory.links:
        rows = [(memory.number, position, *link) for position, link in enumerate(memory.links)]
        database.many("memory.add_link", rows)
