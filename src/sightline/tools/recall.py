"""Recalls memories: by words or newest first, filtered, with the state of their links, and as text."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.memory.draft import kind_of
from sightline.memory.keeper import as_of
from sightline.memory.memory_text import date, record_text
from sightline.memory.neighbours import Hit
from sightline.memory.search import Scope, search, search_sessions
from sightline.model.memory import CLOSED, KINDS, NEEDS_REVIEW, STALE, LinkState, Memory, worst
from sightline.settings.load import config_home
from sightline.store import memory as store
from sightline.store.memory_search import SearchRow
from sightline.text.fence import neutralise, one_line
from sightline.text.synonyms import alternatives, load_user_synonyms
from sightline.text.wording import counted
from sightline.tools.memory_links import LinkChecker

SCOPES = ("project", "user", "all")
# How many of the newest memories are read at a time.
PAGE = 300
# Memories whose code changed come after the others, those whose code is gone last (ruling 16).
_DOUBT = {NEEDS_REVIEW: 1, STALE: 2}
# Memories shown with one symbol, how many are read for all symbols of an answer, and the length
# of their lines.
MOST_PER_SYMBOL, MOST_LINKED, LINKED_LINE = 5, 200, 240

# Decides on what both a row of the search and a memory have: number, created, kind, status, level.
Accept = Callable[[SearchRow | Memory], bool]


class MemoryQuery(NamedTuple):
    """Which memories are asked for; an empty value does not filter."""

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


class RecalledMemory(NamedTuple):
    """One memory with the states of its links, its score and the parts of the score."""

    memory: Memory
    states: tuple[LinkState, ...] = ()
    score: float = 0.0
    parts: tuple[tuple[str, float], ...] = ()

    @property
    def state(self) -> str:
        """The worst state of its links; an expired memory is stale without any."""
        return STALE if self.memory.stale else worst(self.states)

    @property
    def is_doubtful(self) -> bool:
        """Whether the code it is about changed or is gone."""
        return self.state in _DOUBT


def recall(engine: Engine, query: MemoryQuery) -> list[RecalledMemory]:
    """The memories that match best, or the newest where the query has no words."""
    for kind in query.kinds:
        kind_of(kind)
    hits: dict[int, Hit] = {}
    if query.text.strip():
        projects = _projects(engine, query)
        similar = engine.similar
        matches = search(
            engine.memory,
            query.text,
            now=engine.now(),
            scope=Scope(projects, query.kinds),
            accept=_filter(engine, query),
            limit=query.limit,
            others=alternatives(query.text, load_user_synonyms(config_home())),
            similar=similar(engine.memory, query.text, projects) if similar else None,
        )
        hits = {hit.number: hit for hit in matches}
        memories = store.of_numbers(engine.memory, list(hits))
    else:
        memories = _newest(engine, query)
    checker = LinkChecker(engine)
    recalled = []
    for stored in memories:
        memory = as_of(stored, engine.now())
        if memory is None or (memory.status in CLOSED and not query.closed):
            continue
        hit = hits.get(memory.number)
        score, parts = (hit.score, hit.parts) if hit else (0.0, ())
        recalled.append(RecalledMemory(memory, checker.states(memory), score, parts))
    if query.stale is not None:
        recalled = [one for one in recalled if (one.state == STALE) is query.stale]
    recalled.sort(key=lambda one: _DOUBT.get(one.state, 0))
    return recalled[: query.limit]


def with_link_states(engine: Engine, memory: Memory) -> RecalledMemory:
    """One memory as it is now; an expired one is shown as well, marked as stale."""
    current = as_of(memory, engine.now()) or memory._replace(stale=True)
    return RecalledMemory(current, LinkChecker(engine).states(memory))


def recall_sessions(engine: Engine, query: MemoryQuery) -> list[RecalledMemory]:
    """The sessions that match best, each with its best memory."""
    hits = search_sessions(
        engine.memory,
        query.text,
        now=engine.now(),
        scope=Scope(_projects(engine, query)),
        limit=query.limit,
    )
    memories = store.of_numbers(engine.memory, [hit.number for hit in hits])
    return [
        RecalledMemory(memory, (), hit.score, hit.parts)
        for memory, hit in zip(memories, hits, strict=True)
    ]


def _projects(engine: Engine, query: MemoryQuery) -> tuple[str, ...] | None:
    if query.scope == "all":
        return None
    roots = [engine.project.id, *(root.project.id for root in engine.siblings)]
    return ("",) if query.scope == "user" else (*dict.fromkeys(roots), "")


def _filter(engine: Engine, query: MemoryQuery) -> Accept:
    """The filters of a query that need no more than a row of the search."""
    numbers: set[int] | None = None
    if query.symbol:
        numbers = set(store.linked_to(engine.memory, query.symbol))
    for tag in query.tags:
        tagged = set(store.tagged(engine.memory, tag))
        numbers = tagged if numbers is None else numbers & tagged

    def accept(row: SearchRow | Memory) -> bool:
        return not (
            (numbers is not None and row.number not in numbers)
            or (not query.closed and row.status in CLOSED)
            or (row.kind == "auto" and not query.auto and "auto" not in query.kinds)
            or (query.level is not None and row.level != query.level)
            or row.created < query.since
            or (query.until and row.created > query.until)
        )

    return accept


def _newest(engine: Engine, query: MemoryQuery) -> list[Memory]:
    projects = _projects(engine, query)
    accept = _filter(engine, query)

    def matches(memory: Memory) -> bool:
        if projects is not None and memory.project not in projects:
            return False
        return (not query.kinds or memory.kind in query.kinds) and accept(memory)

    if query.symbol or query.tags:
        numbers = store.linked_to(engine.memory, query.symbol) if query.symbol else []
        numbers = numbers or [n for tag in query.tags for n in store.tagged(engine.memory, tag)]
        linked = store.of_numbers(engine.memory, list(dict.fromkeys(numbers)))
        linked.sort(key=lambda memory: (-memory.created, -memory.number))
        return list(filter(matches, linked))[: query.limit]
    newest: list[Memory] = []
    before = query.until + 1 if query.until else 0
    while len(newest) < query.limit:
        kind = query.kinds[0] if len(query.kinds) == 1 else ""
        numbers = store.newest(
            engine.memory, projects, kind=kind, before=before, limit=max(PAGE, query.limit)
        )
        page = store.of_numbers(engine.memory, numbers)
        newest += filter(matches, page)
        if len(page) < PAGE or page[-1].created < query.since:
            break
        before = page[-1].created
    return newest[: query.limit]


def memories_of_symbols(engine: Engine, names: Sequence[str]) -> dict[str, list[RecalledMemory]]:
    """The memories linked to each symbol, fresh ones first; notes of tool calls left out."""
    try:
        numbers = store.linked_to_names(engine.memory, names, limit=MOST_LINKED)
        memories = store.of_numbers(engine.memory, numbers) if numbers else []
    except StoreError:
        return {}
    if not memories:
        return {}
    checker = LinkChecker(engine)
    by_name: dict[str, list[RecalledMemory]] = {}
    for stored in memories:
        memory = as_of(stored, engine.now())
        if memory is None or memory.status in CLOSED:
            continue
        if memory.project not in (engine.project.id, ""):
            continue
        recalled = RecalledMemory(memory, checker.states(memory))
        for name in dict.fromkeys(link.name for link in memory.links):
            by_name.setdefault(name, []).append(recalled)
    for linked in by_name.values():
        linked.sort(key=lambda one: one.is_doubtful)
    return {name: linked[:MOST_PER_SYMBOL] for name, linked in by_name.items()}


def count_memories(engine: Engine) -> int:
    """How many memories the project has; observations of tool calls are not counted."""
    try:
        counts = store.counts(engine.memory, engine.project.id)
    except StoreError:
        return 0
    return sum(count for kind, count, _ in counts if kind != "auto")


def memory_value(recalled: RecalledMemory) -> dict[str, Any]:
    """A memory in the documented JSON, with what Sightline adds."""
    memory = recalled.memory
    value: dict[str, Any] = {
        "id": memory.id,
        "content": memory.text,
        "category": memory.kind,
        "title": memory.title,
        "source": memory.source,
        "session_id": memory.session,
        "created_at": iso(memory.created),
        "stale": recalled.state == STALE,
        "needs_review": recalled.state == NEEDS_REVIEW,
        "state": recalled.state,
        "changes": [state.change for state in recalled.states if state.change],
        "symbols": [link.name or link.path for link in memory.links],
        "level": memory.level,
        "domain": memory.domain,
        "module": memory.module,
        "code_ref": memory.code_ref,
        "status": memory.status,
        "replaced_by": memory.replaced_by,
        "scope": memory.scope or ("project" if memory.project else "user"),
        "author": memory.author,
        "edited_by": memory.edited_by,
        "branch": memory.branch,
        "branch_only": memory.branch_only,
        "confidence": memory.confidence,
        "tags": list(memory.tags),
        "fields": dict(memory.fields),
        "ttl_seconds": memory.ttl_seconds,
        "immutable": memory.immutable,
        "reviewed": bool(memory.reviewed),
        "access_count": memory.access_count,
        "last_accessed": iso(memory.accessed) if memory.accessed else "",
    }
    if recalled.parts:
        value["score"] = round(recalled.score, 4)
        value["parts"] = {name: round(part, 4) for name, part in recalled.parts}
    return value


def iso(moment: int) -> str:
    """A time in ISO 8601, in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment // 1000))


def memory_line(recalled: RecalledMemory, limit: int = 160) -> str:
    """A memory on one line: id, kind, doubt, day, and its title or the start of its text."""
    memory = recalled.memory
    doubt = f" [{recalled.state}]" if recalled.is_doubtful else ""
    doubt = f" [{memory.ended}]" if memory.ended else doubt
    name = memory.title or memory.text
    return one_line(f"{memory.id}  {memory.kind}{doubt}  {date(memory.created)}  {name}", limit)


def linked_memory_line(recalled: RecalledMemory) -> str:
    """A memory in one line below the code it is about, with how that code changed."""
    changes = [state.change for state in recalled.states if state.change]
    suffix = f" ({'; '.join(changes)})" if changes else ""
    return f"  memory {memory_line(recalled, LINKED_LINE)}{suffix}"


def memory_block(recalled: RecalledMemory) -> str:
    """A memory as its record, with its id where the record does not show it."""
    text = record_text(recalled.memory, recalled.states)
    head, _, rest = text.partition("\n")
    if recalled.memory.id not in head:
        head = f"{head}  {recalled.memory.id}"
    if recalled.memory.ended:
        head = f"{head}  [{recalled.memory.ended}]"
    return neutralise(f"{head}\n{rest}" if rest else head)


def full_text(
    recalled: RecalledMemory, versions: Sequence[tuple[int, str, dict[str, Any]]] = ()
) -> str:
    """Everything about one memory: record, fields, links and earlier versions."""
    memory = recalled.memory
    lines = [memory_block(recalled)]
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
    for state in recalled.states:
        where = f"{state.path}:{state.line}" if state.line else state.path
        name = state.link.name or state.link.path
        lines.append(f"  link: {name} ({where}) {state.state} {state.change}".rstrip())
    lines += [
        f"  before {iso(at)} ({what}): {one_line(str(record['text']), 120)}"
        for at, what, record in versions
    ]
    return "\n".join(lines)
