"""Keeping memories: saving, changing, replacing, promoting, validating, forgetting.

Every change keeps the state before it; what is forgotten can be taken back for a while.
"""

from __future__ import annotations

from typing import NamedTuple

from sightline.errors import MemoryImmutable, UnknownName, UsageError
from sightline.memory.draft import checked, content_hash, draft, new_id
from sightline.memory.duplicates import other_way, same_words, shared_subject
from sightline.memory.search import Scope, search
from sightline.memory.vocabulary import roots, search_words
from sightline.model.memory import CLOSED, DAY_MS, KINDS, Memory
from sightline.store import memory as store
from sightline.store import memory_search
from sightline.store.sqlite.database import Database

UNDO_DAYS = 30
MOST_CONFIDENT = 0.99
RULE_OF_THREE = 3
LOOKED_AT = 20


class Kept(NamedTuple):
    """What became of something that was to be kept.

    `new` is false when the same was already there; `similar` says nearly the same, `contradicts`
    may say the opposite, each with the reason. `trigger` speaks up at the third failure of a type.
    """

    memory: Memory
    new: bool
    similar: tuple[Memory, ...] = ()
    contradicts: tuple[tuple[Memory, str], ...] = ()
    trigger: str = ""


def save(database: Database, memory: Memory, *, now: int, anyway: bool = False) -> Kept:
    """Keep a draft, unless the same or nearly the same is there; `anyway` skips the second.

    What is said again and lives for a time only begins that time anew.
    """
    memory = checked(memory)
    with database.transaction():
        same = _same(database, memory)
        if same is not None:
            return Kept(_renewed(database, same, now=now), False)
        similar, contradicts = _relatives(database, memory, now)
        if similar and not anyway:
            return Kept(similar[0], False, similar, contradicts)
        kept = _add(database, memory)
        trigger = _trigger(database, kept) if kept.kind == "failure" else ""
    return Kept(kept, True, similar, contradicts, trigger)


def add_plain(database: Database, memory: Memory) -> Memory:
    """Keep something a machine noted, without looking for others like it."""
    return _add(database, checked(memory))


def find(database: Database, id: str) -> Memory:
    """The memory with this id, or an error that offers ids beginning alike."""
    memory = store.by_id(database, id.strip())
    if memory is None:
        raise UsageError(f"memory {id.strip()} not found", hint=_gone_hint(database, id.strip()))
    return memory


def update(
    database: Database, id: str, changes: dict[str, object], *, now: int, person: bool = False
) -> Memory:
    """Change a memory; the old state is kept. Immutable facts change only by a person."""
    memory = find(database, id)
    if memory.immutable and not person:
        raise MemoryImmutable(id=id)
    fields = changes.pop("fields", None)
    kind = str(changes.get("kind", memory.kind))
    if kind != memory.kind and kind in KINDS:
        known = {field.name for field in KINDS[kind].fields}
        kept = {name: value for name, value in memory.fields.items() if name in known}
        changes.setdefault("fields", kept)
        if memory.status not in KINDS[kind].statuses:
            changes.setdefault("status", KINDS[kind].statuses[0])
    changed = memory._replace(**changes)  # type: ignore[arg-type]
    if isinstance(fields, dict):
        changed = changed._replace(fields={**changed.fields, **fields})
    return _change(database, changed, now=now, what="edited")


def supersede(database: Database, id: str, memory: Memory, *, now: int) -> Kept:
    """Put a new memory in the place of an old one, which stays readable as history."""
    old = find(database, id)
    if "superseded" not in KINDS[old.kind].statuses:
        raise UsageError(f"a {old.kind} cannot be superseded", hint=f"sightline edit {id}")
    with database.transaction():
        kept = save(database, memory, now=now, anyway=True)
        if kept.memory.id == old.id:
            raise UsageError(f"{id} already says this")
        replaced = old._replace(status="superseded", replaced_by=kept.memory.id)
        _change(database, replaced, now=now, what="superseded")
    others = tuple(pair for pair in kept.contradicts if pair[0].id != old.id)
    return kept._replace(similar=(), contradicts=others)


def retract(database: Database, id: str, reason: str, *, now: int) -> Memory:
    """Take a decision back, with the reason; a second time only to give the reason."""
    memory = find(database, id)
    if "retracted" not in KINDS[memory.kind].statuses:
        raise UsageError(f"a {memory.kind} cannot be retracted", hint=f"sightline forget {id}")
    if memory.status != "retracted" or not reason:
        _require_open(memory)
    fields = dict(memory.fields)
    if any(field.name == "retracted_reason" for field in KINDS[memory.kind].fields):
        fields["retracted_reason"] = reason
    changed = memory._replace(status="retracted", fields=fields)
    return _change(database, changed, now=now, what="retracted")


def promote(database: Database, id: str, kind: str, *, now: int, **values: object) -> Memory:
    """Make a full memory out of an observation, or confirm what was captured as what it is."""
    memory = find(database, id)
    if kind in ("", memory.kind) and memory.kind != "observation":
        return confirm(database, id, now=now)
    if not kind:
        raise UsageError(
            "say what the observation becomes", hint=f"sightline promote {id} --kind decision"
        )
    made = draft(
        kind,
        str(values.pop("text", memory.text)),
        now=now,
        title=values.pop("title", memory.title),
        project=memory.project,
        domain=memory.domain,
        module=memory.module,
        code_ref=memory.code_ref,
        tags=memory.tags,
        links=memory.links,
        origin=memory.origin or memory.id,
        session=memory.session,
        author=memory.author,
        branch=memory.branch,
        **values,
    )
    with database.transaction():
        kept = save(database, made, now=now, anyway=True).memory
        status = "promoted" if memory.kind == "observation" else "archived"
        replaced = memory._replace(status=status, replaced_by=kept.id, reviewed=now)
        _change(database, replaced, now=now, what="promoted")
    return kept


def confirm(database: Database, id: str, *, now: int) -> Memory:
    """Someone looked at a captured memory and keeps it."""
    return _change(database, find(database, id)._replace(reviewed=now), now=now, what="reviewed")


def validate(database: Database, id: str, *, now: int) -> Memory:
    """It held again: the confidence grows by a tenth of what is missing, to 0.99 at most."""
    memory = _require_open(find(database, id))
    confidence = max(
        memory.confidence,
        min(memory.confidence + 0.1 * (1 - memory.confidence), MOST_CONFIDENT),
    )
    changed = memory._replace(
        confidence=confidence,
        validations=memory.validations + 1,
        reviewed=now,
        refreshed=now,
    )
    return _change(database, changed, now=now, what="validated")


def discard(database: Database, id: str, reason: str, *, now: int) -> Memory:
    """Drop an observation; it stays readable with the reason."""
    memory = find(database, id)
    if memory.kind != "observation":
        raise UsageError(
            f"{id} is a {memory.kind}, not an observation", hint=f"sightline forget {id}"
        )
    changed = memory._replace(
        status="discarded", fields={**memory.fields, "discard_reason": reason}, reviewed=now
    )
    return _change(database, changed, now=now, what="discarded")


def forget(database: Database, id: str, *, now: int, person: bool = False) -> Memory:
    """Take a memory out of use; `restore` brings it back within thirty days."""
    memory = find(database, id)
    if memory.immutable and not person:
        raise MemoryImmutable(id=id)
    store.bury(database, memory, now)
    return memory


def erase(database: Database, id: str, *, now: int) -> None:
    """Take a memory and every earlier state of it out for good, forgotten before or not."""
    memory = store.by_id(database, id)
    if memory is None and store.tombstone(database, id) is None:
        find(database, id)
    store.overwrite_deleted(database)
    if memory is not None:
        store.bury(database, memory, now)
    store.erase(database, id, now)


def restore(database: Database, id: str, *, now: int) -> Memory:
    """Bring a forgotten memory back as it was."""
    buried = store.tombstone(database, id)
    if buried is None:
        if store.by_id(database, id) is not None:
            raise UsageError(f"{id} was not forgotten")
        raise UnknownName("forgotten memory", id)
    at, record = buried
    if now - at > UNDO_DAYS * DAY_MS:
        raise UsageError(f"{id} was forgotten more than {UNDO_DAYS} days ago and is gone")
    if not record:
        raise UsageError(f"{id} was erased: nothing is left of it")
    memory = store.from_record(record)
    memory = memory._replace(hash=content_hash(memory))
    with database.transaction():
        store.unbury(database, id)
        return store.add(database, memory, search_words(memory))


def _require_open(memory: Memory) -> Memory:
    """The memory, if it still holds; what was replaced or taken back can neither hold nor end."""
    if memory.status not in CLOSED:
        return memory
    hint = f"see: sightline show {memory.replaced_by or memory.id}"
    raise UsageError(f"{memory.id} is {memory.ended} already", hint=hint)


def _add(database: Database, memory: Memory) -> Memory:
    if not memory.id:
        memory = memory._replace(id=new_id(memory, lambda id: store.is_used_id(database, id)))
    return store.add(database, memory, search_words(memory))


def _change(database: Database, memory: Memory, *, now: int, what: str) -> Memory:
    memory = checked(memory)._replace(updated=now)
    store.change(database, memory, search_words(memory), at=now, what=what)
    return memory


def _renewed(database: Database, memory: Memory, *, now: int) -> Memory:
    if not memory.ttl_seconds or memory.immutable:
        return memory
    changed = memory._replace(refreshed=now, stale=False)
    return _change(database, changed, now=now, what="refreshed")


def _same(database: Database, memory: Memory) -> Memory | None:
    for other in store.with_hash(database, memory.hash, memory.project):
        if other.status not in CLOSED and other.kind == memory.kind:
            return other
    return None


def _relatives(
    database: Database, memory: Memory, now: int
) -> tuple[tuple[Memory, ...], tuple[tuple[Memory, str], ...]]:
    """Those that say nearly the same, and active decisions that may say the opposite."""
    scope = Scope((memory.project,), (memory.kind,))
    hits = search(database, memory.text, now=now, scope=scope, limit=LOOKED_AT)
    numbers = dict.fromkeys(hit.number for hit in hits)
    newest = store.newest(database, [memory.project], kind=memory.kind, limit=LOOKED_AT)
    numbers |= dict.fromkeys(newest)
    if memory.links:
        names = [link.name for link in memory.links if link.name]
        numbers |= dict.fromkeys(store.linked_to_names(database, names, limit=LOOKED_AT))
    similar, contradicts = [], []
    counts = memory_search.counts(database, set(roots(memory.text)))
    for other in store.of_numbers(database, list(numbers)):
        if other.status in CLOSED or other.kind != memory.kind or other.project != memory.project:
            continue
        if same_words(memory.text, other.text) and not other_way(memory.text, other.text):
            similar.append(other)
        elif memory.kind == "decision":
            subject = shared_subject(memory, other, counts)
            reason = other_way(memory.text, other.text) if subject else ""
            if reason:
                contradicts.append((other, f"{subject}: {reason}"))
    return tuple(similar), tuple(contradicts)


def _trigger(database: Database, memory: Memory) -> str:
    kind = str(memory.fields.get("error_type", ""))
    count = store.failure_types(database, memory.project).get(kind, 0)
    if count < RULE_OF_THREE:
        return ""
    return f"{count} failures of type {kind}: worth a pattern or an anti_pattern?"


def _gone_hint(database: Database, id: str) -> str:
    buried = store.tombstone(database, id)
    if buried is not None and buried[1]:
        return f"it was forgotten; take it back with: sightline forget --undo {id}"
    near = store.ids_like(database, id)
    return "nearest: " + " · ".join(near) if near else "see: sightline recall WORDS"
