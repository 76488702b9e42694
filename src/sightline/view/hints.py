"""What an editor shows above a function: its callers, memories and last change, as plain values."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sightline.context.relations import graph
from sightline.context.relations.callers import possible_callers
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.memory.keeper import as_of
from sightline.model.indexed import CALLABLE, IndexedSymbol
from sightline.model.memory import CLOSED, Memory
from sightline.store import memory as memory_store
from sightline.store.code import history, reader
from sightline.text.fence import one_line
from sightline.workspace.source import Sources

# Memories that are quoted with a function, and how much of each.
NOTES, NOTE_CHARS = 3, 160


def functions(engine: Engine, path: str) -> list[dict[str, Any]]:
    """The functions of a file as it was indexed, with the lines of their names; overloads are one."""
    lines = {symbol.qualified: symbol.line for symbol in _functions(engine, path)}
    return [{"name": name, "line": line} for name, line in lines.items()]


def hint(engine: Engine, path: str, line: int) -> dict[str, Any] | None:
    """What is known about the function whose name is on this line, None if none is."""
    symbols = _functions(engine, path)
    names = {symbol.qualified for symbol in symbols if symbol.line == line}
    overloads = [symbol for symbol in symbols if symbol.qualified in names]
    return _hint(engine, overloads) if overloads else None


def _functions(engine: Engine, path: str) -> list[IndexedSymbol]:
    try:
        file = reader.file_at(engine.index, path)
    except StoreError:  # not indexed yet
        return []
    symbols = reader.symbols_in_file(engine.index, file.id) if file else []
    return [symbol for symbol in symbols if symbol.kind in CALLABLE]


def _hint(engine: Engine, symbols: list[IndexedSymbol]) -> dict[str, Any]:
    walk = graph.walk(engine.index, symbols, graph.DEPENDENTS, 1)
    callers = {reached.symbol.id for reached in walk.reached if reached.edge_kind == "calls"}
    possible = possible_callers(engine.index, Sources(engine.project.root), symbols, callers)
    symbol = symbols[-1]
    change = history.last_changes(engine.index, [(symbol.path, symbol.name)])
    last = change.get((symbol.path, symbol.name))
    memories = _memories(engine, symbol)
    return {
        "symbol": f"{symbol.path}::{symbol.qualified}",
        "callers": len(callers),
        "possible": len(possible.callers),
        "complete": not possible.callers and not possible.unchecked,
        "memories": dict(Counter(memory.kind for memory in memories)),
        "notes": [
            {"kind": memory.kind, "text": one_line(memory.title or memory.text, NOTE_CHARS)}
            for memory in memories[:NOTES]
        ],
        "changed": last.time if last else None,
        "change": last.subject if last else "",
    }


def _memories(engine: Engine, symbol: IndexedSymbol) -> list[Memory]:
    """Open memories of this project about the symbol, newest first."""
    numbers = memory_store.linked_to_names(engine.memory, [symbol.qualified])
    memories = []
    for stored in memory_store.of_numbers(engine.memory, numbers):
        memory = as_of(stored, engine.now())
        here = memory is not None and memory.project in (engine.project.id, "")
        about = any(link.path == symbol.path for link in stored.links)
        if memory is not None and here and about and memory.status not in CLOSED:
            memories.append(memory)
    return sorted(memories, key=lambda memory: -memory.created)
