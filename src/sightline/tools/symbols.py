"""Tools about symbols and files: look one up, list a file, its skeleton, several at once."""

from __future__ import annotations

from typing import Any

from sightline.context.excerpt import DETAILS, STANDARD, skeleton
from sightline.engine import Engine
from sightline.model.indexed import IndexedSymbol, on_one_line
from sightline.store.code import reader
from sightline.tools.bodies import record_saving, symbols_with_bodies
from sightline.tools.catalog import Call, Param, Result, tool
from sightline.tools.find_symbol import (
    UPDATE_SECONDS,
    checked_kind,
    find_files,
    find_symbols,
    unknown_file,
    unknown_symbol,
)
from sightline.tools.index_access import engine_for, update_index

REPO = Param("repo", "string", "name of a root", "")
MAX_RESULTS = 200
# How many symbols found by a part of their name are shown as signatures.
MOST_SIGNATURES = 40


@tool(
    "query_symbol",
    "Find symbols by a part of their name, with bodies: when you know what it is called.",
    Param("name", "string", "name or part of it"),
    Param("kind", "string", "function, class, ...", ""),
    REPO,
    read_only=True,
    reads_index=True,
)
def query_symbol(engine: Engine, call: Call, name: str, kind: str, repo: str) -> Result:
    """Symbols whose name contains this, exact ones first."""
    engine = engine_for(engine, repo)
    symbols = _containing(engine, name, checked_kind(kind))
    if not symbols and update_index(engine, UPDATE_SECONDS):
        symbols = _containing(engine, name, kind)
    if not symbols:
        raise unknown_symbol(engine, name, kind)
    observation = f"Explored '{name}' ({len(symbols)} results)"
    return symbols_with_bodies(
        engine, call.session, symbols, observation, most_signatures=MOST_SIGNATURES
    )


def _containing(engine: Engine, name: str, kind: str) -> list[IndexedSymbol]:
    """Symbols whose name is or contains this; modules only when their kind is asked for."""
    symbols = find_symbols(engine, name, kind)
    for other in reader.names_with(engine.index, name, MAX_RESULTS):
        if len(symbols) >= MAX_RESULTS:
            break
        if other != name:
            symbols += reader.symbols_named(engine.index, other, kind=kind, limit=MAX_RESULTS)
    distinct = dict.fromkeys(symbols)
    return [symbol for symbol in distinct if kind or symbol.kind != "module"][:MAX_RESULTS]


@tool(
    "get_file_symbols",
    "List what a file defines.",
    Param("file_path", "string", "path or its end"),
    REPO,
    read_only=True,
    reads_index=True,
)
def get_file_symbols(engine: Engine, file_path: str, repo: str) -> Result:
    """Every symbol of every file with this path ending."""
    engine = engine_for(engine, repo)
    files = find_files(engine, file_path)
    if not files:
        raise unknown_file(engine, file_path)
    blocks, values = [], []
    for file in files:
        symbols = [s for s in reader.symbols_in_file(engine.index, file.id) if s.kind != "module"]
        lines = [f"{s.line:>5} {s.kind:<10} {on_one_line(s.signature)[:200]}" for s in symbols]
        blocks.append("\n".join([f"{file.path}  ({len(symbols)} symbols)", *lines]))
        values += [symbol_summary(symbol) for symbol in symbols]
    return Result("\n\n".join(blocks), values)


def symbol_summary(symbol: IndexedSymbol) -> dict[str, Any]:
    """A symbol without its body."""
    return {
        "name": symbol.name,
        "kind": symbol.kind,
        "signature": symbol.signature,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
    }


@tool(
    "get_skeleton",
    "A file's signatures without bodies: read this before a whole file.",
    Param("file_path", "string", "path or its end"),
    REPO,
    Param("detail", "string", "", STANDARD, DETAILS),
    read_only=True,
    reads_index=True,
)
def get_skeleton(engine: Engine, call: Call, file_path: str, repo: str, detail: str) -> Result:
    """The skeleton of the file that matches the path best."""
    engine = engine_for(engine, repo)
    files = find_files(engine, file_path)
    if not files:
        raise unknown_file(engine, file_path)
    file = files[0]
    symbols = reader.symbols_in_file(engine.index, file.id)
    text = f"{file.path}\n{skeleton(symbols, detail)}"
    others = [other.path for other in files[1:4]]
    if others:
        text += "\nalso: " + ", ".join(others)
    record_saving(engine, call.session, "skeleton", whole_bytes=file.size, text=text)
    return Result(text, [symbol_summary(s) for s in symbols if s.kind != "module"])


@tool(
    "batch_query",
    "Several symbols by exact name in one call.",
    Param("symbol_names", "strings", "names"),
    Param("max_tokens", "integer", "", 8000, low=50, high=100_000),
    Param("include_body", "boolean", "", True),
    read_only=True,
    reads_index=True,
)
def batch_query(
    engine: Engine, call: Call, symbol_names: tuple[str, ...], max_tokens: int, include_body: bool
) -> Result:
    """Every symbol with one of these names, within the tokens; unknown names are listed."""
    symbols: list[IndexedSymbol] = []
    missing = []
    for name in dict.fromkeys(symbol_names):
        matches = find_symbols(engine, name)
        symbols += matches
        if not matches:
            missing.append(name)
    result = symbols_with_bodies(engine, call.session, symbols, "", max_tokens, bodies=include_body)
    note = f"\nnot found: {', '.join(missing)}" if missing else ""
    return result._replace(text=(result.text + note).strip())
