"""Memories asked for: by words or newest first, filtered, with the state of their links."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sightline.engine import Engine
from sightline.memory.draft import kind_of
from sightline.memory.expiry import as_of
from sightline.memory.memory_text import date, record_text
from sightline.memory.search import Scope, search, search_sessions
from sightline.model.memory import CLOSED, KINDS, NEEDS_REVIEW, STALE, LinkState, Memory, worst
from sightline.store import memory as store
from sightline.store.sqlite.database import Row
from sightline.text.fence import neutralise, one_line
from sightline.text.numbers import counted
from sightline.tools.memory_links import judging

SCOPES = ("project", "user", "all")
LISTED = 300
# Memories whose code changed stand after those it did not, those it is gone from last (ruling 16).
_DOUBT = {NEEDS_REVIEW: 1, STALE: 2}


class Wanted(NamedTuple):
    """What is asked for; empty values ask for nothing in particular."""

    text: str = ""
    kinds: tuple[str, ...] = ()
    level: int | None = None
    tags: tuple[str, ...] = ()
    symbol: str = ""
    scope: str = "project"
    since: int = 0
    until: int = 0
    stale: bool | None = None
    closed: bool = False
    auto: bool = False
    limit: int = 10


class Recalled(NamedTuple):
    """One memory with what its links have become, and why it was found."""

    memory: Memory
    states: tuple[LinkState, ...] = ()
    score: float = 0.0
    parts: tuple[tuple[str, float], ...] = ()

    @property
    def state(self) -> str:
        """The state of its links; a memory whose time is over is stale without any."""
        return STALE if self.memory.stale else worst(self.states)


def recall(engine: Engine, wanted: Wanted) -> list[Recalled]:
    """The memories that fit best, or the newest where no words are given."""
    for kind in wanted.kinds:
        kind_of(kind)
    accept = _filter(engine, wanted)
    scores: dict[int, Any] = {}
    if wanted.text.strip():
        hits = search(
            engine.memory,
            wanted.text,
            now=engine.now(),
            scope=Scope(_projects(engine, wanted), wanted.kinds),
            accept=accept,
            limit=wanted.limit,
        )
        scores = {hit.number: hit for hit in hits}
        memories = store.of_numbers(engine.memory, list(scores))
    else:
        memories = _newest(engine, wanted)
    states = judging(engine)
    found = []
    for kept in memories:
        memory = as_of(kept, engine.now())
        if memory is None or (memory.status in CLOSED and not wanted.closed):
            continue
        hit = scores.get(memory.number)
        score, parts = (hit.score, hit.parts) if hit else (0.0, ())
        found.append(Recalled(memory, states(memory), score, parts))
    if wanted.stale is not None:
        found = [one for one in found if (one.state == STALE) is wanted.stale]
    found.sort(key=lambda one: _DOUBT.get(one.state, 0))
    return found[: wanted.limit]


def looked_at(engine: Engine, memory: Memory) -> Recalled:
    """One memory as it stands now; one whose time is over is still shown when it is asked for."""
    standing = as_of(memory, engine.now()) or memory._replace(stale=True)
    return Recalled(standing, judging(engine)(memory))


def recall_sessions(engine: Engine, wanted: Wanted) -> list[Recalled]:
    """The sessions that fit best, each with its best memory."""
    hits = search_sessions(
        engine.memory,
        wanted.text,
        now=engine.now(),
        scope=Scope(_projects(engine, wanted)),
        limit=wanted.limit,
    )
    memories = store.of_numbers(engine.memory, [hit.number for hit in hits])
    return [
        Recalled(memory, (), hit.score, hit.parts)
        for memory, hit in zip(memories, hits, strict=True)
    ]


def _projects(engine: Engine, wanted: Wanted) -> tuple[str, ...] | None:
    if wanted.scope == "all":
        return None
    return ("",) if wanted.scope == "user" else (engine.project.id, "")


def _filter(engine: Engine, wanted: Wanted) -> Callable[[Row], bool]:
    """Decides on a row of `store.recall` what can be said without reading the memory."""
    numbers: set[int] | None = None
    if wanted.symbol:
        numbers = set(store.linked_to(engine.memory, wanted.symbol))
    for tag in wanted.tags:
        tagged = set(store.tagged(engine.memory, tag))
        numbers = tagged if numbers is None else numbers & tagged

    def accept(row: Row) -> bool:
        number, created, kind, status, level = row[0], row[6], row[9], row[10], row[11]
        return not (
            (numbers is not None and number not in numbers)
            or (not wanted.closed and status in CLOSED)
            or (kind == "auto" and not wanted.auto and "auto" not in wanted.kinds)
            or (wanted.level is not None and level != wanted.level)
            or created < wanted.since
            or (wanted.until and created > wanted.until)
        )

    return accept


def _newest(engine: Engine, wanted: Wanted) -> list[Memory]:
    projects = _projects(engine, wanted)
    accept = _filter(engine, wanted)
    if wanted.symbol or wanted.tags:
        numbers = store.linked_to(engine.memory, wanted.symbol) if wanted.symbol else []
        numbers = numbers or [n for tag in wanted.tags for n in store.tagged(engine.memory, tag)]
        found = store.of_numbers(engine.memory, list(dict.fromkeys(numbers)))
        found.sort(key=lambda memory: (-memory.created, -memory.number))
        return [one for one in found if _fits(one, wanted, projects, accept)][: wanted.limit]
    found, before = [], wanted.until + 1 if wanted.until else 0
    while len(found) < wanted.limit:
        kind = wanted.kinds[0] if len(wanted.kinds) == 1 else ""
        numbers = store.newest(
            engine.memory, projects, kind=kind, before=before, limit=max(LISTED, wanted.limit)
        )
        memories = store.of_numbers(engine.memory, numbers)
        found += [one for one in memories if _fits(one, wanted, projects, accept)]
        if len(memories) < LISTED or memories[-1].created < wanted.since:
            break
        before = memories[-1].created
    return found[: wanted.limit]


def _fits(
    memory: Memory,
    wanted: Wanted,
    projects: tuple[str, ...] | None,
    accept: Callable[[Row], bool],
) -> bool:
    if projects is not None and memory.project not in projects:
        return False
    if wanted.kinds and memory.kind not in wanted.kinds:
        return False
    row = (memory.number, 0, 0, 0, 0, "", memory.created, "", "", memory.kind, memory.status)
    return accept((*row, memory.level, memory.stale))


def memory_value(found: Recalled) -> dict[str, Any]:
    """A memory in the documented JSON, with what Sightline adds."""
    memory = found.memory
    value: dict[str, Any] = {
        "id": memory.id,
        "content": memory.text,
        "category": memory.kind,
        "title": memory.title,
        "source": memory.source,
        "session_id": memory.session,
        "created_at": iso(memory.created),
        "stale": found.state == STALE,
        "needs_review": found.state == NEEDS_REVIEW,
        "state": found.state,
        "changes": [state.change for state in found.states if state.change],
        "symbols": [link.name or link.path for link in memory.links],
        "level": memory.level,
        "domain": memory.domain,
        "module": memory.module,
        "code_ref": memory.code_ref,
        "status": memory.status,
        "confidence": memory.confidence,
        "tags": list(memory.tags),
        "fields": dict(memory.fields),
        "ttl_seconds": memory.ttl_seconds,
        "immutable": memory.immutable,
        "reviewed": bool(memory.reviewed),
        "access_count": memory.access_count,
        "last_accessed": iso(memory.accessed) if memory.accessed else "",
    }
    if found.parts:
        value["score"] = round(found.score, 4)
        value["parts"] = {name: round(part, 4) for name, part in found.parts}
    return value


def iso(moment: int) -> str:
    """A time as people and programs write it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment // 1000))


def memory_line(found: Recalled, limit: int = 160) -> str:
    """A memory on one line: id, kind, doubt, day, beginning."""
    memory = found.memory
    doubt = f" [{found.state}]" if found.state in _DOUBT else ""
    doubt = f" [{memory.ended}]" if memory.ended else doubt
    name = memory.title or memory.text
    return one_line(f"{memory.id}  {memory.kind}{doubt}  {date(memory.created)}  {name}", limit)


def memory_block(found: Recalled) -> str:
    """A memory as its record, with its id where the record does not show it."""
    text = record_text(found.memory, found.states)
    head, _, rest = text.partition("\n")
    if found.memory.id not in head:
        head = f"{head}  {found.memory.id}"
    if found.memory.ended:
        head = f"{head}  [{found.memory.ended}]"
    return neutralise(f"{head}\n{rest}" if rest else head)


def full_text(found: Recalled, versions: Sequence[tuple[int, str, dict[str, Any]]] = ()) -> str:
    """Everything there is to know about one memory."""
    memory = found.memory
    lines = [memory_block(found)]
    shown = {"context", "problem", "solution", "rationale", "error_type", "worked", "next_steps"}
    for field in KINDS[memory.kind].fields:
        value = memory.fields.get(field.name)
        if value and field.name not in shown:
            text = "; ".join(map(str, value)) if isinstance(value, list) else str(value)
            lines.append(f"  {field.name}: {one_line(text, 400)}")
    facts = [
        ("status", memory.status if memory.status != "active" else ""),
        ("level", f"L{memory.level}"),
        ("domain", memory.domain),
        ("module", memory.module),
        ("code", memory.code_ref),
        ("tags", ", ".join(memory.tags)),
        ("source", memory.source if memory.automatic else ""),
        ("from", memory.origin),
        ("session", memory.session),
        ("branch", memory.branch),
        ("replaced by", memory.replaced_by if memory.status != "retracted" else ""),
        ("lives", f"{memory.ttl_seconds} s, then {memory.on_expire}" if memory.ttl_seconds else ""),
        ("changes", "only by a person" if memory.immutable else ""),
        ("asked for", counted(memory.access_count, "time") if memory.access_count else ""),
    ]
    lines += [f"  {name}: {one_line(value, 200)}" for name, value in facts if value]
    for state in found.states:
        where = f"{state.path}:{state.line}" if state.line else state.path
        name = state.link.name or state.link.path
        lines.append(f"  link: {name} ({where}) {state.state} {state.change}".rstrip())
    lines += [
        f"  before {iso(at)} ({what}): {one_line(str(record['text']), 120)}"
        for at, what, record in versions
    ]
    return "\n".join(lines)
