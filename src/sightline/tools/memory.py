"""Tools about memories: keeping, finding, showing, changing and forgetting them."""

from __future__ import annotations

from typing import Any

from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.keeper import Kept
from sightline.model.memory import KINDS, ON_EXPIRE, STALE
from sightline.store import memory as store
from sightline.tools.catalog import Call, Param, Result, tool
from sightline.tools.memory_links import links_for
from sightline.tools.recall import (
    SCOPES,
    Recalled,
    Wanted,
    full_text,
    looked_at,
    memory_block,
    memory_line,
    memory_value,
    recall,
    recall_sessions,
)

ID = Param("memory_id", "string", "id like dec-1a2b3c4d")
SYMBOLS = Param("symbol_names", "strings", "symbols or files it is about", ())
CATEGORIES = ", ".join(name for name in KINDS if name != "auto")


@tool(
    "save_memory",
    "Keep a decision, pattern, failure, convention, fact ... for later sessions.",
    Param("content", "string", "what to remember, in a sentence or two"),
    Param("category", "string", CATEGORIES),
    SYMBOLS,
    Param("title", "string", "", ""),
    Param("fields", "object", "fields of the kind, e.g. rationale, solution", None),
    Param("level", "integer", "0 project, 1 domain, 2 module, 3 snippet", None, low=0, high=3),
    Param("domain", "string", "", ""),
    Param("module", "string", "", ""),
    Param("code_ref", "string", "file:line", ""),
    Param("tags", "strings", "", ()),
    Param("ttl_seconds", "integer", "0: never expires", 0, low=0, high=10**10),
    Param("on_expire", "string", "", "mark_stale", ON_EXPIRE),
    Param("immutable", "boolean", "L0 fact only a person may change", False),
    Param("anyway", "boolean", "keep it although a similar one exists", False),
    read_only=False,
)
def save_memory(
    engine: Engine,
    call: Call,
    content: str,
    category: str,
    symbol_names: tuple[str, ...],
    anyway: bool,
    **values: Any,
) -> Result:
    """Keeps a memory, unless nearly the same is there."""
    links, unknown = links_for(engine, symbol_names)
    immutable = bool(values.get("immutable"))
    if immutable and values.get("level") not in (None, 0):
        raise UsageError("only facts about the project (level 0) can be immutable")
    if immutable:
        values["level"] = 0
    memory = draft(
        category,
        content,
        now=engine.now(),
        project=engine.project.id,
        links=links,
        agent=call.session.agent if call.session else "",
        session=call.session.session if call.session else "",
        **values,
    )
    kept = keeper.save(engine.memory, memory, now=engine.now(), anyway=anyway)
    return Result(kept_text(kept, unknown), kept_value(kept, unknown), memories=(kept.memory.id,))


def kept_text(kept: Kept, unknown: tuple[str, ...] = ()) -> str:
    """What became of something that was to be kept, in words."""
    id = kept.memory.id
    if kept.new:
        lines = [f"kept as {id}"]
    elif kept.similar:
        lines = [f"not kept: {id} says nearly the same: {memory_line(Recalled(kept.memory))}"]
        lines.append("change that one, or say it again with anyway=true")
    else:
        lines = [f"already kept as {id}"]
    lines += [f"no symbol or file called {name!r}: not linked" for name in unknown]
    for other, reason in kept.contradicts:
        lines.append(f"may contradict {other.id} ({reason}): {memory_line(Recalled(other), 120)}")
    return "\n".join([*lines, kept.trigger] if kept.trigger else lines)


def kept_value(kept: Kept, unknown: tuple[str, ...] = ()) -> dict[str, Any]:
    """The documented `{"memory_id": ...}`, with what Sightline adds."""
    value: dict[str, Any] = {"memory_id": kept.memory.id}
    if not kept.new:
        value["saved"] = False
    if kept.similar:
        value["similar"] = [other.id for other in kept.similar]
    if kept.contradicts:
        value["may_contradict"] = [
            {"memory_id": other.id, "reason": reason} for other, reason in kept.contradicts
        ]
    if unknown:
        value["unknown_symbols"] = list(unknown)
    if kept.trigger:
        value["trigger"] = kept.trigger
    return value


@tool(
    "list_memories",
    "List memories, newest first.",
    Param("category", "string", "", ""),
    Param("include_stale", "boolean", "", False),
    Param("symbol_name", "string", "only those about it", ""),
    Param("max_results", "integer", "", 50, low=1, high=1000),
    read_only=True,
)
def list_memories(
    engine: Engine,
    call: Call,
    category: str,
    include_stale: bool,
    symbol_name: str,
    max_results: int,
) -> Result:
    """The newest memories of this project and those that hold everywhere."""
    wanted = Wanted(kinds=(category,) if category else (), symbol=symbol_name, limit=max_results)
    found = recall(engine, wanted)
    if not include_stale:
        found = [one for one in found if one.state != STALE]
    return _shown(found, [memory_line(one) for one in found])


@tool(
    "search_memory",
    "Search memories by words.",
    Param("query", "string", "words or a question"),
    Param("max_results", "integer", "", 10, low=1, high=200),
    read_only=True,
)
def search_memory(engine: Engine, call: Call, query: str, max_results: int) -> Result:
    """The memories that fit the words, those whose code is gone included and flagged."""
    return _asked(engine, recall(engine, Wanted(text=query, limit=max_results)))


@tool(
    "recall",
    "What was decided, learned or tried before about something, in this project.",
    Param("query", "string", "words or a question", ""),
    Param("kind", "string", "", ""),
    Param("level", "integer", "", None, low=0, high=3),
    Param("tag", "string", "", ""),
    Param("symbol", "string", "only what is about it", ""),
    Param("scope", "string", "", "project", SCOPES),
    Param("sessions", "boolean", "find sessions instead of single memories", False),
    Param("max_results", "integer", "", 5, low=1, high=100),
    read_only=True,
)
def recall_tool(
    engine: Engine,
    call: Call,
    query: str,
    kind: str,
    level: int | None,
    tag: str,
    symbol: str,
    scope: str,
    sessions: bool,
    max_results: int,
) -> Result:
    """Memories with their records, filtered as asked."""
    wanted = Wanted(
        text=query,
        kinds=(kind,) if kind else (),
        level=level,
        tags=(tag,) if tag else (),
        symbol=symbol,
        scope=scope,
        limit=max_results,
    )
    if sessions and not query.strip():
        raise UsageError("sessions are found by words", hint="give a query")
    return _asked(engine, recall_sessions(engine, wanted) if sessions else recall(engine, wanted))


@tool(
    "show",
    "One memory in full, by its id.",
    Param("id", "string", "id like dec-1a2b3c4d"),
    read_only=True,
)
def show(engine: Engine, call: Call, id: str) -> Result:
    """Everything about one memory: text, fields, links and what became of them, history."""
    memory = keeper.find(engine.memory, id)
    found = looked_at(engine, memory)
    store.touch(engine.memory, [memory.id], engine.now())
    history = store.versions(engine.memory, memory.id)
    value = memory_value(found)
    value["history"] = [{"at": at, "what": what, "record": record} for at, what, record in history]
    return Result(full_text(found, history), value, memories=(memory.id,))


@tool(
    "update_memory",
    "Change a memory; the old text is kept as history.",
    ID,
    Param("content", "string", "", ""),
    Param("category", "string", "", ""),
    Param("symbol_names", "strings", "replaces the links", None),
    Param("fields", "object", "", None),
    Param("status", "string", "", ""),
    read_only=False,
)
def update_memory(
    engine: Engine,
    call: Call,
    memory_id: str,
    content: str,
    category: str,
    symbol_names: tuple[str, ...] | None,
    fields: dict[str, Any] | None,
    status: str,
) -> Result:
    """Writes the given values over the old ones."""
    changes: dict[str, object] = {}
    unknown: tuple[str, ...] = ()
    if content:
        changes["text"] = content
    if category:
        changes["kind"] = category
    if fields:
        changes["fields"] = fields
    if status:
        changes["status"] = status
    if symbol_names is not None:
        changes["links"], unknown = links_for(engine, symbol_names)
    if not changes:
        raise UsageError("nothing to change", hint="give content, category, symbol_names or fields")
    memory = keeper.update(engine.memory, memory_id, changes, now=engine.now())
    lines = [f"updated {memory.id}"]
    lines += [f"no symbol or file called {name!r}: not linked" for name in unknown]
    value = {"updated": True, "memory_id": memory.id}
    return Result("\n".join(lines), value, memories=(memory.id,))


@tool("delete_memory", "Forget a memory; it can be taken back for 30 days.", ID, read_only=False)
def delete_memory(engine: Engine, call: Call, memory_id: str) -> Result:
    """Takes a memory out of use."""
    memory = keeper.forget(engine.memory, memory_id, now=engine.now())
    text = f"forgot {memory.id}; to take it back: sightline forget --undo {memory.id}"
    return Result(text, {"deleted": True, "memory_id": memory.id})


def _shown(found: list[Recalled], blocks: list[str]) -> Result:
    ids = tuple(one.memory.id for one in found)
    return Result(
        "\n".join(blocks) or "no memory fits", [memory_value(one) for one in found], memories=ids
    )


def _asked(engine: Engine, found: list[Recalled]) -> Result:
    """What was asked for counts as asked for (ruling 36)."""
    store.touch(engine.memory, [one.memory.id for one in found], engine.now())
    return _shown(found, [memory_block(one) + "\n" for one in found])
