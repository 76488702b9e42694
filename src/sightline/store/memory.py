"""Memories in the store: reading them whole, writing them, their versions and tombstones.

Knows no rules about what may be kept or changed; those are in `memory.keeper`.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sightline.model.memory import Link, Memory
from sightline.store.sqlite.database import Database, Row

_BATCH = 5_000


class Words(NamedTuple):
    """What the search keeps of a memory."""

    words: str
    length: int
    asks: bool
    scope: str
    session: str = ""


def of_numbers(database: Database, numbers: Sequence[int]) -> list[Memory]:
    """The memories with these numbers, in their order."""
    found: list[Memory] = []
    for start in range(0, len(numbers), _BATCH):
        part = list(numbers[start : start + _BATCH])
        links: dict[int, list[Link]] = {}
        for row in database.rows("memory.links_of", numbers=part):
            links.setdefault(row[0], []).append(Link(*row[1:]))
        rows = database.rows("memory.of_numbers", numbers=part)
        found += [_memory(row, tuple(links.get(row[0], ()))) for row in rows]
    return found


def by_id(database: Database, id: str) -> Memory | None:
    """The memory with this id."""
    number = database.value("memory.number", id=id)
    return of_numbers(database, [number])[0] if number is not None else None


def newest(
    database: Database,
    projects: Sequence[str] | None,
    *,
    kind: str = "",
    before: int = 0,
    limit: int = 50,
) -> list[int]:
    """The numbers of the newest memories of these projects, or of all, newest first."""
    if projects is None:
        rows = database.rows("memory.newest_everywhere", kind=kind, before=before, limit=limit)
    else:
        rows = []
        for project in projects:
            rows += database.rows(
                "memory.newest", project=project, kind=kind, before=before, limit=limit
            )
    rows.sort(key=lambda row: (-row[1], -row[0]))
    return [row[0] for row in rows[:limit]]


def with_hash(database: Database, hash: str, project: str) -> list[Memory]:
    """The memories of a project with this content."""
    return of_numbers(database, _numbers(database, "with_hash", hash=hash, project=project))


def with_links(database: Database, numbers: Sequence[int]) -> list[int]:
    """Those of these memories that are about a symbol or a file."""
    return _numbers(database, "with_links", numbers=list(numbers)) if numbers else []


def linked_to_names(database: Database, names: Sequence[str], *, limit: int = 50) -> list[int]:
    """The newest memories about any of these symbols, by qualified name."""
    return _numbers(database, "linked_to_names", names=list(names), limit=limit)


def linked_to_paths(database: Database, paths: Sequence[str], *, limit: int = 50) -> list[int]:
    """The newest memories about any of these files or what stands in them."""
    return _numbers(database, "linked_to_paths", paths=list(paths), limit=limit)


def linked_to(database: Database, name: str, *, limit: int = 200) -> list[int]:
    """The newest memories about a symbol, by its qualified name or the end of it."""
    escaped = name.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return _numbers(database, "linked_to", name=name, ending=f"%.{escaped}", limit=limit)


def tagged(database: Database, tag: str) -> list[int]:
    """The memories with a tag, newest first."""
    return _numbers(database, "tagged", tag=tag.lower())


def of_project_level(database: Database, project: str, *, limit: int = 50) -> list[Memory]:
    """What holds for the whole project (L0), its own and that of everywhere, oldest first."""
    return of_numbers(database, _numbers(database, "of_level", project=project, limit=limit))


def of_session(database: Database, session: str) -> list[Memory]:
    """What was kept in one session, oldest first."""
    return of_numbers(database, _numbers(database, "of_session", session=session))


def to_review(database: Database, project: str, *, limit: int = 100) -> list[Memory]:
    """What was captured and nobody has looked at yet, newest first."""
    return of_numbers(database, _numbers(database, "to_review", project=project, limit=limit))


def expired(database: Database, now: int) -> list[Memory]:
    """Those whose time to live is over."""
    return of_numbers(database, _numbers(database, "expired", now=now))


def outlived(database: Database, kind: str, before: int) -> list[int]:
    """Those of a kind that a machine made before a time."""
    return _numbers(database, "outlived", kind=kind, before=before)


def everything(database: Database, project: str | None) -> list[int]:
    """All memories of a project, or of all, in the order of their ids."""
    return _numbers(database, "everything", project="*" if project is None else project)


def counts(database: Database, project: str) -> list[tuple[str, int, int]]:
    """Kind, how many memories, and how many of them wait for review."""
    rows = database.rows("memory.count", project=project)
    return [(str(kind), int(count), int(waiting)) for kind, count, waiting in rows]


def failure_types(database: Database, project: str) -> list[tuple[str, int]]:
    """How often each type of failure occurred, the most frequent first."""
    rows = database.rows("memory.failure_types", project=project)
    return [(str(kind), int(count)) for kind, count in rows]


def ids_like(database: Database, id: str) -> list[str]:
    """A few ids that begin like this one."""
    low = id[:6]
    rows = database.rows("memory.ids_like", low=low, high=low + "\U0010ffff") if low else []
    return [str(row[0]) for row in rows]


def taken(database: Database, id: str) -> bool:
    """Whether this id is or was a memory's."""
    known = database.value("memory.number", id=id) is not None
    return known or database.row("memory.tombstone", id=id) is not None


def _numbers(database: Database, query: str, /, **params: object) -> list[int]:
    return [row[0] for row in database.rows("memory." + query, **params)]


def add(database: Database, memory: Memory, words: Words) -> Memory:
    """Write a new memory; it comes back with its number."""
    with database.transaction():
        number = database.insert("memory.add", **_params(memory))
        party = seat = 0
        if words.session:
            row = database.row("memory.seat", session=words.session)
            party, seat = row if row is not None else (0, 0)
        database.run(
            "memory.add_words",
            number=number,
            party=party,
            seat=seat,
            length=words.length,
            asks=int(words.asks),
            scope=words.scope,
            words=words.words,
        )
        _write_around(database, memory._replace(number=number))
    return memory._replace(number=number)


def change(database: Database, memory: Memory, words: Words, *, at: int, what: str) -> None:
    """Write a memory's new state; the old one is kept as a version."""
    with database.transaction():
        before = by_id(database, memory.id)
        if before is None:
            return
        database.run(
            "memory.add_version", id=memory.id, at=at, what=what, record=record_text(before)
        )
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
            _write_around(database, memory._replace(number=before.number))


def bury(database: Database, memory: Memory, at: int) -> None:
    """Forget a memory: its record lies under a tombstone from now on."""
    with database.transaction():
        database.run(
            "memory.bury",
            id=memory.id,
            at=at,
            project=memory.project,
            record=record_text(memory),
        )
        remove(database, memory.number)


def buried(database: Database, id: str) -> tuple[int, dict[str, Any]] | None:
    """When a memory was forgotten, and its record; an empty one was erased."""
    row = database.row("memory.tombstone", id=id)
    return (row[0], json.loads(row[1]) if row[1] else {}) if row else None


def unbury(database: Database, id: str) -> None:
    """It is no longer forgotten."""
    database.run("memory.unbury", id=id)


def overwrite_deleted(database: Database) -> None:
    """From now on what is deleted does not stay in free pages of the file."""
    database.statement("PRAGMA secure_delete=ON")


def erase(database: Database, id: str, at: int) -> None:
    """Leave nothing of a forgotten memory but that it was there."""
    with database.transaction():
        database.run("memory.bury", id=id, at=at, project="", record="")
        database.run("memory.erase_versions", id=id)
        database.run("memory.erase_unused_words")
        database.run("memory.erase_searched_words")


def erase_forgotten(database: Database, before: int) -> int:
    """Erase what was forgotten before this time; how many memories."""
    with database.transaction():
        erased = database.run("memory.erase_tombstones", before=before)
        database.run("memory.erase_orphans")
    return erased


def remove(database: Database, number: int) -> None:
    """Take a memory out without a trace."""
    with database.transaction():
        database.run("memory.remove_words", number=number)
        database.run("memory.remove", number=number)


def versions(database: Database, id: str) -> list[tuple[int, str, dict[str, Any]]]:
    """The earlier states of a memory, oldest first: when, what was done to it, the record."""
    return [
        (at, what, json.loads(text)) for at, what, text in database.rows("memory.versions", id=id)
    ]


def touch(database: Database, ids: Iterable[str], now: int) -> None:
    """Count that someone asked for these memories (ruling 36)."""
    wanted = list(ids)
    if wanted:
        database.run("memory.touch", ids=wanted, now=now)


def record(memory: Memory) -> dict[str, Any]:
    """The memory as plain values, without what is empty and without its number."""
    found: dict[str, Any] = {"id": memory.id, "kind": memory.kind, "text": memory.text}
    defaults = Memory._field_defaults
    for name, value in memory._asdict().items():
        if name in ("number", "hash") or name in found or value == defaults.get(name):
            continue
        if name == "links":
            value = [_link_record(link) for link in memory.links]
        elif name == "fields":
            value = dict(memory.fields)
        elif isinstance(value, tuple):
            value = list(value)
        found[name] = value
    return found


def from_record(record: dict[str, Any]) -> Memory:
    """The memory of a record."""
    values = {name: value for name, value in record.items() if name in Memory._fields}
    values["tags"] = tuple(record.get("tags", ()))
    # What is empty was left out: a link to a file has no name.
    empty = {"name": "", "path": ""}
    values["links"] = tuple(Link(**(empty | link)) for link in record.get("links", ()))
    return Memory(**values)


def record_text(memory: Memory) -> str:
    """The record as one line of JSON with sorted keys."""
    return json.dumps(record(memory), ensure_ascii=False, sort_keys=True)


def _link_record(link: Link) -> dict[str, Any]:
    return {name: value for name, value in link._asdict().items() if value}


def _memory(row: Row, links: tuple[Link, ...]) -> Memory:
    fields = json.loads(row[7]) if row[7] != "{}" else {}
    tags = tuple(sorted(row[33].split("\x1f"))) if row[33] else ()
    flags = (bool(row[23]), bool(row[24]))
    return Memory._make(
        (*row[1:7], fields, *row[8:15], tags, links, *row[15:23], *flags, *row[25:33], row[0])
    )


def _params(memory: Memory) -> dict[str, object]:
    params = memory._asdict()
    for name in ("tags", "links", "number"):
        del params[name]
    params["commit_hash"] = params.pop("commit")
    params["fields"] = json.dumps(dict(memory.fields), ensure_ascii=False, sort_keys=True)
    params["immutable"] = int(memory.immutable)
    params["stale"] = int(memory.stale)
    return params


def _write_around(database: Database, memory: Memory) -> None:
    if memory.tags:
        database.many("memory.add_tag", [(memory.number, tag) for tag in memory.tags])
    if memory.links:
        rows = [(memory.number, place, *link) for place, link in enumerate(memory.links)]
        database.many("memory.add_link", rows)
