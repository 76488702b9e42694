"""Tools about memories: save, list, search, show, update and delete them."""

from __future__ import annotations

from typing import Any

from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.keeper import SaveOutcome
from sightline.memory.share.visibility import branch_to_keep
from sightline.model.memory import KINDS, ON_EXPIRE, STALE
from sightline.store import memory as store
from sightline.tools.calling_session import link_memory
from sightline.tools.catalog import Call, Param, Result, tool
from sightline.tools.index_access import roots_for
from sightline.tools.memory_links import links_for, root_with
from sightline.tools.recall import (
    SCOPES,
    MemoryQuery,
    RecalledMemory,
    full_text,
    memory_block,
    memory_line,
    memory_value,
    recall,
    recall_sessions,
    with_link_states,
)

ID = Param("memory_id", "string", "id like dec-1a2b3c4d")
ASKED_AS = Param(
    "asked_as",
    "strings",
    "three to five questions or wordings, with other words, by which a colleague would look for it",
    (),
)
SYMBOLS = Param("symbol_names", "strings", "symbols or files it is about", ())
CATEGORIES = ", ".join(name for name in KINDS if name != "auto")


@tool(
    "save_memory",
    "Save a decision, pattern, failure, convention, fact ... for later sessions. "
    "Fill in asked_as: other wordings make it easier to find.",
    Param("content", "string", "what to remember, in a sentence or two"),
    Param("category", "string", CATEGORIES),
    ASKED_AS,
    SYMBOLS,
    Param("title", "string", "", ""),
    Param("fields", "object", "fields of the kind, e.g. rationale, solution", None),
    Param("level", "integer", "0 project, 1 domain, 2 module, 3 snippet", None, low=0, high=3),
    Param("domain", "string", "", "", rare=True),
    Param("module", "string", "", "", rare=True),
    Param("code_ref", "string", "file:line", "", rare=True),
    Param("tags", "strings", "", (), rare=True),
    Param("ttl_seconds", "integer", "0: never expires", 0, low=0, high=10**10, rare=True),
    Param("on_expire", "string", "", "mark_stale", ON_EXPIRE, rare=True),
    Param("immutable", "boolean", "L0 fact only a person may change", False, rare=True),
    Param("anyway", "boolean", "keep it although a similar one exists", False),
    Param("repo", "string", "", "", rare=True),
    read_only=False,
    shows_notes=True,
)
def save_memory(
    engine: Engine,
    call: Call,
    content: str,
    category: str,
    symbol_names: tuple[str, ...],
    anyway: bool,
    repo: str,
    **values: Any,
) -> Result:
    """Keep a memory in the root it is about, unless nearly the same one exists."""
    first = engine
    engine, (links, unknown) = root_with(roots_for(engine, repo), symbol_names)
    immutable = bool(values.get("immutable"))
    if immutable and values.get("level") not in (None, 0):
        raise UsageError("only facts about the project (level 0) can be immutable")
    if immutable:
        values["level"] = 0
    values |= kept_to_branch(engine)
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
    outcome = keeper.save(engine.memory, memory, now=engine.now(), anyway=anyway)
    link_memory(first, call.session, outcome.memory.id)
    place = f"in root {engine.project.name}\n" if engine is not first else ""
    return Result(
        place + outcome_text(outcome, unknown),
        outcome_value(outcome, unknown),
        memories=(outcome.memory.id,),
    )


def kept_to_branch(engine: Engine) -> dict[str, Any]:
    """The values that keep a memory to the current branch, if the setting says so."""
    setting = engine.settings.text("memory.branch_scope")
    branch = branch_to_keep(engine.project, setting, captured=False)
    return {"branch": branch, "branch_only": True} if branch else {}


def outcome_text(outcome: SaveOutcome, unknown: tuple[str, ...] = ()) -> str:
    """Whether a memory was kept, and which others are similar or may contradict it."""
    id = outcome.memory.id
    if outcome.new:
        lines = [f"kept as {id}"]
    elif outcome.similar:
        lines = [
            f"not kept: {id} says nearly the same: {memory_line(RecalledMemory(outcome.memory))}"
        ]
        lines.append("change that one, or say it again with anyway=true")
    else:
        lines = [f"already kept as {id}"]
    if outcome.new:
        lines += [
            f"says nearly the same as {memory_line(RecalledMemory(other), 120)}; "
            f"if one is enough: forget {other.id}"
            for other in outcome.similar
        ]
    lines += [f"no symbol or file called {name!r}: not linked" for name in unknown]
    for other, reason in outcome.contradicts:
        lines.append(
            f"may contradict {other.id} ({reason}): {memory_line(RecalledMemory(other), 120)}"
        )
    return "\n".join([*lines, outcome.trigger] if outcome.trigger else lines)


def outcome_value(outcome: SaveOutcome, unknown: tuple[str, ...] = ()) -> dict[str, Any]:
    """The documented `{"memory_id": ...}`, with what Sightline adds."""
    value: dict[str, Any] = {"memory_id": outcome.memory.id}
    if not outcome.new:
        value["saved"] = False
    if outcome.similar:
        value["similar"] = [other.id for other in outcome.similar]
    if outcome.contradicts:
        value["may_contradict"] = [
            {"memory_id": other.id, "reason": reason} for other, reason in outcome.contradicts
        ]
    if unknown:
        value["unknown_symbols"] = list(unknown)
    if outcome.trigger:
        value["trigger"] = outcome.trigger
    return value


@tool(
    "list_memories",
    "List memories, newest first, without a question; to find one, use recall.",
    Param("category", "string", "", ""),
    Param("include_stale", "boolean", "", False),
    Param("symbol_name", "string", "only those about it", ""),
    Param("max_results", "integer", "", 50, low=1, high=1000),
    read_only=True,
    shows_notes=True,
)
def list_memories(
    engine: Engine,
    category: str,
    include_stale: bool,
    symbol_name: str,
    max_results: int,
) -> Result:
    """The newest memories of this project and of all projects."""
    query = MemoryQuery(
        kinds=(category,) if category else (), symbol=symbol_name, limit=max_results
    )
    memories = recall(engine, query)
    if not include_stale:
        memories = [memory for memory in memories if memory.state != STALE]
    return _listed(memories, [memory_line(memory) for memory in memories])


@tool(
    "search_memory",
    "Search memories by words alone; recall also filters by kind, symbol and scope.",
    Param("query", "string", "words or a question"),
    Param("max_results", "integer", "", 10, low=1, high=200),
    read_only=True,
    shows_notes=True,
)
def search_memory(engine: Engine, query: str, max_results: int) -> Result:
    """The memories that match the words; those whose code is gone are included and flagged."""
    return _requested(engine, recall(engine, MemoryQuery(text=query, limit=max_results)))


@tool(
    "recall",
    "What was decided, learned or tried before about something: use it for any question about the "
    "past.",
    Param("query", "string", "words or a question", ""),
    Param("kind", "string", "", ""),
    Param("level", "integer", "", None, low=0, high=3, rare=True),
    Param("tag", "string", "", "", rare=True),
    Param("symbol", "string", "only what is about it", ""),
    Param("scope", "string", "", "project", SCOPES),
    Param("sessions", "boolean", "find sessions instead of single memories", False, rare=True),
    Param("max_results", "integer", "", 5, low=1, high=100),
    read_only=True,
    shows_notes=True,
)
def recall_tool(
    engine: Engine,
    query: str,
    kind: str,
    level: int | None,
    tag: str,
    symbol: str,
    scope: str,
    sessions: bool,
    max_results: int,
) -> Result:
    """The memories or sessions that match, with their records."""
    wanted = MemoryQuery(
        text=query,
        kinds=(kind,) if kind else (),
        level=level,
        tags=(tag,) if tag else (),
        symbol=symbol,
        scope=scope,
        limit=max_results,
    )
    if sessions and not query.strip():
        raise UsageError("a search for sessions needs words", hint="give a query")
    search = recall_sessions if sessions else recall
    return _requested(engine, search(engine, wanted))


@tool(
    "show",
    "One memory in full, by its id.",
    Param("id", "string", "id like dec-1a2b3c4d"),
    read_only=True,
    shows_notes=True,
)
def show(engine: Engine, id: str) -> Result:
    """Everything about one memory: text, fields, links with their states, history."""
    memory = keeper.find(engine.memory, id)
    recalled = with_link_states(engine, memory)
    store.touch(engine.memory, [memory.id], engine.now())
    history = store.versions(engine.memory, memory.id)
    value = memory_value(recalled)
    value["history"] = [{"at": at, "what": what, "record": record} for at, what, record in history]
    return Result(full_text(recalled, history), value, memories=(memory.id,))


@tool(
    "update_memory",
    "Change a memory; the old text is kept as history.",
    ID,
    Param("content", "string", "", ""),
    Param("category", "string", "", ""),
    Param("symbol_names", "strings", "replaces the links", None),
    Param("asked_as", "strings", "replaces the other wordings it is found by", None),
    Param("fields", "object", "", None),
    Param("status", "string", "", ""),
    read_only=False,
    shows_notes=True,
)
def update_memory(
    engine: Engine,
    memory_id: str,
    content: str,
    category: str,
    symbol_names: tuple[str, ...] | None,
    asked_as: tuple[str, ...] | None,
    fields: dict[str, Any] | None,
    status: str,
) -> Result:
    """Replace the given values; the others stay."""
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
    if asked_as is not None:
        changes["asked_as"] = asked_as
    if symbol_names is not None:
        changes["links"], unknown = links_for(engine, symbol_names)
    if not changes:
        raise UsageError("nothing to change", hint="give content, category, symbol_names or fields")
    memory = keeper.update(engine.memory, memory_id, changes, now=engine.now())
    lines = [f"updated {memory.id}"]
    lines += [f"no symbol or file called {name!r}: not linked" for name in unknown]
    value = {"updated": True, "memory_id": memory.id}
    return Result("\n".join(lines), value, memories=(memory.id,))


@tool(
    "delete_memory",
    "Forget a memory; it can be restored for 30 days.",
    ID,
    read_only=False,
    shows_notes=True,
)
def delete_memory(engine: Engine, memory_id: str) -> Result:
    """Forget a memory; it can be restored for a while."""
    memory = keeper.forget(engine.memory, memory_id, now=engine.now())
    text = f"forgot {memory.id}; to take it back: sightline forget --undo {memory.id}"
    return Result(text, {"deleted": True, "memory_id": memory.id})


def _listed(memories: list[RecalledMemory], blocks: list[str]) -> Result:
    return Result(
        "\n".join(blocks) or "no memory matches",
        [memory_value(memory) for memory in memories],
        memories=tuple(recalled.memory.id for recalled in memories),
    )


def _requested(engine: Engine, memories: list[RecalledMemory]) -> Result:
    """The memories as records, each counted as accessed (ruling 36)."""
    store.touch(engine.memory, [recalled.memory.id for recalled in memories], engine.now())
    return _listed(memories, [memory_block(memory) + "\n" for memory in memories])
