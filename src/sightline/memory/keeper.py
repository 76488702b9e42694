"""Saves, changes, replaces, promotes, validates, forgets and expires memories.

Every change keeps the earlier version; a forgotten memory can be restored for a while.
"""

from __future__ import annotations

from typing import NamedTuple

from sightline.errors import MemoryImmutable, UnknownName, UsageError
from sightline.memory.draft import checked, draft, new_id
from sightline.memory.memory_text import content_hash
from sightline.memory.relatives import Contradiction, relatives
from sightline.memory.vocabulary import search_words
from sightline.model.memory import CLOSED, DAY_MS, HERE, KINDS, Memory
from sightline.store import memory as store
from sightline.store.sqlite.database import Database

UNDO_DAYS = 30
MOST_CONFIDENT = 0.99
RULE_OF_THREE = 3
# Of the notes of tool calls, the newest so many stay.
MOST_NOTES = 10_000


class SaveOutcome(NamedTuple):
    """What saving a memory did.

    `new` is false if the same or a similar memory existed, which then is `memory`; `similar` and
    `contradicts` are other memories. `trigger` is a hint at the third failure of one type.
    """

    memory: Memory
    new: bool
    similar: tuple[Memory, ...] = ()
    contradicts: tuple[Contradiction, ...] = ()
    trigger: str = ""


class ExpiryCounts(NamedTuple):
    """How many memories were marked stale, archived or deleted, notes deleted and tombstones erased."""

    marked: int = 0
    archived: int = 0
    deleted: int = 0
    observations: int = 0
    erased: int = 0


def save(database: Database, memory: Memory, *, now: int, anyway: bool = False) -> SaveOutcome:
    """Keep a draft unless the same or, without `anyway`, a similar one of its kind exists.

    Saving the same memory again restarts its time to live.
    """
    memory = checked(memory)
    with database.transaction():
        same = _same(database, memory)
        if same is not None:
            return SaveOutcome(_renewed(database, same, now=now), False)
        similar, contradicts = relatives(database, memory, now)
        of_kind = [other for other in similar if other.kind == memory.kind]
        if of_kind and not anyway:
            return SaveOutcome(of_kind[0], False, similar, contradicts)
        added = _add(database, memory)
        trigger = _trigger(database, added) if added.kind == "failure" else ""
    return SaveOutcome(added, True, similar, contradicts, trigger)


def add_plain(database: Database, memory: Memory) -> Memory:
    """Keep a memory without looking for similar ones."""
    return _add(database, checked(memory))


def find(database: Database, id: str) -> Memory:
    """The memory with this id; raises an error that offers similar ids."""
    memory = store.by_id(database, id.strip())
    if memory is None:
        raise UsageError(f"memory {id.strip()} not found", hint=_gone_hint(database, id.strip()))
    return memory


def update(
    database: Database, id: str, changes: dict[str, object], *, now: int, person: bool = False
) -> Memory:
    """Change a memory and keep the old version; only a `person` may change an immutable fact."""
    memory = find(database, id)
    if memory.immutable and not person:
        raise MemoryImmutable(id=id)
    fields = changes.pop("fields", None)
    kind = str(changes.get("kind", memory.kind))
    if kind != memory.kind and kind in KINDS:
        names = {field.name for field in KINDS[kind].fields}
        shared = {name: value for name, value in memory.fields.items() if name in names}
        changes.setdefault("fields", shared)
        if memory.status not in KINDS[kind].statuses:
            changes.setdefault("status", KINDS[kind].statuses[0])
    changed = memory._replace(**changes)  # type: ignore[arg-type]
    if isinstance(fields, dict):
        changed = changed._replace(fields={**changed.fields, **fields})
    if changed.source.startswith("shared"):
        changed = changed._replace(edited_by=HERE)
    return _change(database, changed, now=now, what="edited")


def supersede(database: Database, id: str, memory: Memory, *, now: int) -> SaveOutcome:
    """Replace an old memory by a new one; the old one stays readable."""
    old = find(database, id)
    if "superseded" not in KINDS[old.kind].statuses:
        raise UsageError(f"a {old.kind} cannot be superseded", hint=f"sightline edit {id}")
    with database.transaction():
        outcome = save(database, memory, now=now, anyway=True)
        if outcome.memory.id == old.id:
            raise UsageError(f"{id} already says this")
        replaced = old._replace(status="superseded", replaced_by=outcome.memory.id)
        _change(database, replaced, now=now, what="superseded")
    others = tuple(other for other in outcome.contradicts if other.memory.id != old.id)
    return outcome._replace(similar=(), contradicts=others)


def close_for(database: Database, id: str, successor: str, *, now: int) -> Memory:
    """Mark a memory as superseded by one that exists already."""
    closed = find(database, id)._replace(status="superseded", replaced_by=successor, reviewed=now)
    return _change(database, closed, now=now, what="superseded")


def retract(database: Database, id: str, reason: str, *, now: int) -> Memory:
    """Retract a decision with a reason; a retracted one only to add the reason."""
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
    """Make an observation a memory of another kind, or confirm a captured memory as it is."""
    memory = find(database, id)
    if kind in ("", memory.kind) and memory.kind != "observation":
        # It counts everywhere from now on, also if it was archived with its branch.
        status = KINDS[memory.kind].statuses[0] if memory.status == "archived" else memory.status
        promoted = memory._replace(reviewed=now, branch_only=False, status=status)
        return _change(database, promoted, now=now, what="promoted")
    if not kind:
        raise UsageError(
            "say what the observation becomes", hint=f"sightline promote {id} --kind decision"
        )
    promoted = draft(
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
        saved = save(database, promoted, now=now, anyway=True).memory
        status = "promoted" if memory.kind == "observation" else "archived"
        replaced = memory._replace(status=status, replaced_by=saved.id, reviewed=now)
        _change(database, replaced, now=now, what="promoted")
    return saved


def confirm(database: Database, id: str, *, now: int) -> Memory:
    """Mark a captured memory as reviewed."""
    return _change(database, find(database, id)._replace(reviewed=now), now=now, what="reviewed")


def validate(database: Database, id: str, *, now: int) -> Memory:
    """Confirm that a memory held again: its confidence moves a tenth of the way to 1, at most 0.99."""
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
    """Discard an observation; it stays readable with the reason."""
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
    """Delete a memory; `restore` brings it back within thirty days."""
    memory = find(database, id)
    if memory.immutable and not person:
        raise MemoryImmutable(id=id)
    store.bury(database, memory, now)
    return memory


def erase(database: Database, id: str, *, now: int) -> None:
    """Delete a memory and all its versions for good, whether it was forgotten before or not."""
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


def as_of(memory: Memory, now: int) -> Memory | None:
    """The memory as its expiry policy leaves it at this time; None if it is deleted (PC-16, FO-4)."""
    if not memory.ttl_seconds or memory.immutable:
        return memory
    if memory.refreshed + memory.ttl_seconds * 1000 > now:
        return memory
    if memory.on_expire == "delete":
        return None
    if memory.on_expire == "archive":
        return memory._replace(status="archived")
    return memory._replace(stale=True)


def process_expired(database: Database, *, now: int, auto_days: int | None = None) -> ExpiryCounts:
    """Apply the policies of expired memories, and delete old notes of tool calls (FO-28).

    Immutable facts and memories without a time to live never expire. Deleted memories can be
    restored like forgotten ones.
    """
    counts = {"mark_stale": 0, "archive": 0, "delete": 0}
    with database.transaction():
        for memory in store.expired(database, now):
            counts[memory.on_expire] += 1
            changed = as_of(memory, now)
            if changed is None:
                store.bury(database, memory, now)
                continue
            changed = changed._replace(updated=now)
            store.change(database, changed, search_words(changed), at=now, what="expired")
        notes = _delete_outlived(database, now, auto_days)
        erased = store.erase_forgotten(database, now - UNDO_DAYS * DAY_MS)
    return ExpiryCounts(counts["mark_stale"], counts["archive"], counts["delete"], notes, erased)


def _delete_outlived(database: Database, now: int, auto_days: int | None) -> int:
    """Delete memories of kinds that are kept for some days only; how many there were."""
    count = 0
    for kind in KINDS.values():
        days = auto_days if auto_days is not None and kind.name == "auto" else kind.days
        if kind.days:
            numbers = store.outlived(database, kind.name, now - days * DAY_MS)
            for number in numbers:
                store.remove(database, number)
            count += len(numbers)
    excess = store.notes_beyond(database, MOST_NOTES)
    for number in excess:
        store.remove(database, number)
    return count + len(excess)


def _require_open(memory: Memory) -> Memory:
    """The memory if it is open; raises if it was replaced or retracted."""
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
