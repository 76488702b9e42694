"""The memories screen as plain values: every memory with its state, its code, and where it was told."""

from __future__ import annotations

from typing import Any

from sightline.engine import Engine
from sightline.memory.keeper import as_of
from sightline.memory.links import states_of
from sightline.model.frame import FACT, FAILURE, MEMORY
from sightline.model.memory import CLOSED, STALE, LinkState, Memory, worst
from sightline.store import memory as store
from sightline.store import timeline
from sightline.tools.memory_links import index_view
from sightline.workspace.privacy import Denier
from sightline.workspace.source import Sources

MOST_ROWS = 10_000
MOST_TELLINGS = 20_000
# Tellings listed with one memory; all are counted.
LISTED_TELLINGS = 5
CODE_LINES = 24
TELLING_KINDS = (FAILURE, FACT, MEMORY)


def memory_rows(engine: Engine, *, limit: int = MOST_ROWS) -> list[dict[str, Any]]:
    """The newest memories of this project and of all projects, with the states of their links."""
    numbers = store.newest(engine.memory, (engine.project.id, ""), limit=limit)
    waiting = {one.id for one in store.to_review(engine.memory, engine.project.id, limit=limit)}
    told = _tellings(engine)
    view, sources = index_view(engine), Sources(engine.project.root)
    rows = []
    for stored in store.of_numbers(engine.memory, numbers):
        memory = as_of(stored, engine.now())
        if memory is None or memory.kind == "auto":
            continue
        states = states_of(memory, engine.project.id, view, sources)
        rows.append(_row(memory, states, memory.id in waiting, told.get(memory.id, [])))
    return rows


def _tellings(engine: Engine) -> dict[str, list[timeline.Telling]]:
    """By memory id, where it was told, newest first."""
    by_memory: dict[str, list[timeline.Telling]] = {}
    for telling in timeline.tellings(
        engine.activity, engine.project.id, TELLING_KINDS, limit=MOST_TELLINGS
    ):
        by_memory.setdefault(telling.key, []).append(telling)
    return by_memory


def _row(
    memory: Memory,
    states: tuple[LinkState, ...],
    waiting: bool,
    told: list[timeline.Telling],
) -> dict[str, Any]:
    state = STALE if memory.stale else worst(states)
    return {
        "id": memory.id,
        "kind": memory.kind,
        "title": memory.title,
        "text": memory.text,
        "fields": {name: value for name, value in memory.fields.items() if value},
        "at": memory.created,
        "status": memory.status,
        "closed": memory.status in CLOSED,
        "ended": memory.ended,
        "state": state,
        "level": memory.level,
        "tags": list(memory.tags),
        "source": memory.source,
        "agent": memory.agent,
        "global": not memory.project,
        "automatic": memory.automatic,
        "review": waiting,
        "confidence": round(memory.confidence, 2),
        "links": [_link(one) for one in states],
        "told": len(told),
        "told_used": sum(1 for one in told if one.used),
        "told_in": [f"{one.injection:04x}" for one in told[:LISTED_TELLINGS]],
    }


def _link(state: LinkState) -> dict[str, Any]:
    return {
        "name": state.link.name,
        "path": state.path or state.link.path,
        "line": state.line or state.link.line,
        "lines": state.link.lines,
        "state": state.state,
        "change": state.change,
    }


def code_of_links(engine: Engine, links: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first lines of the code that links lead to; none for denied or missing files."""
    sources = Sources(engine.project.root)
    denied = Denier(engine.settings.texts("privacy.deny"), engine.project.root)
    excerpts = []
    for link in links:
        path, line = str(link["path"]), int(link["line"] or 0)
        source = None if denied(path) or not line else sources.read(path)
        if source is None:
            continue
        lines = source.decode("utf-8", "replace").split("\n")
        count = min(int(link["lines"] or 1), CODE_LINES)
        excerpts.append({"path": path, "line": line, "lines": lines[line - 1 : line - 1 + count]})
    return excerpts


def memory_code(engine: Engine, id: str) -> list[dict[str, Any]]:
    """The code one memory is about, as it is now."""
    memory = store.by_id(engine.memory, id)
    if memory is None:
        return []
    view, sources = index_view(engine), Sources(engine.project.root)
    states = states_of(memory, engine.project.id, view, sources)
    return code_of_links(engine, [_link(state) for state in states])
