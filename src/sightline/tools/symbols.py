"""Tools about symbols and files: look one up, list a file, its skeleton, several at once."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from sightline.context.excerpt import DETAILS, STANDARD, skeleton
from sightline.context.relations import graph
from sightline.context.relations.callers import possible_callers
from sightline.engine import Engine
from sightline.model.indexed import CALLABLE, IndexedSymbol, name_parts, on_one_line
from sightline.store.code import reader
from sightline.text.wording import counted
from sightline.tools.bodies import record_saving, symbol_value, symbols_with_bodies
from sightline.tools.catalog import REPO, Call, Param, Result, tool
from sightline.tools.find_symbol import (
    UPDATE_SECONDS,
    checked_kind,
    find_files,
    find_symbols,
    unknown_file,
    unknown_symbol,
)
from sightline.tools.index_access import engine_for, roots_for, update_index
from sightline.tools.relation_text import possible_lines, verdict_line
from sightline.workspace.source import Sources

MAX_RESULTS = 200
# With more symbols than this, an answer is a list without bodies, of at most so many lines.
MOST_BODIES = 8
MOST_LISTED = 80
# How many possible callers are shown below a body.
MOST_POSSIBLE = 8


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
    """Symbols whose name contains this, exact ones first; a list when they are many."""
    roots = roots_for(engine, repo)
    matches = {root: _containing(root, name, checked_kind(kind)) for root in roots}
    if not any(matches.values()) and update_index(roots[0], UPDATE_SECONDS):
        matches[roots[0]] = _containing(roots[0], name, kind)
    root = next((root for root in roots if matches[root]), None)
    if root is None:
        raise unknown_symbol(roots[0], name, kind)
    symbols = matches[root]
    observation = f"Explored '{name}' ({len(symbols)} results)"
    result = _bodies_and_list(root, call, name, symbols, observation)
    others = [other.project.name for other in roots if other is not root and matches[other]]
    notes = [f"found in root {root.project.name}"] if root is not roots[0] else []
    notes += [f"also in root {name}" for name in others]
    return result._replace(text="\n".join([*notes, result.text])) if notes else result


def _bodies_and_list(
    engine: Engine, call: Call, name: str, symbols: list[IndexedSymbol], observation: str
) -> Result:
    """Few symbols with their bodies; of many, only those with exactly this name, then a list."""
    exact = [symbol for symbol in symbols if symbol.name == name_parts(name)[-1]]
    full = symbols if len(symbols) <= MOST_BODIES else exact[: MOST_BODIES + 1]
    full = full if len(full) <= MOST_BODIES else []
    rest = [symbol for symbol in symbols if symbol not in full]
    if not full:
        return _listing(engine, rest, observation)
    result = symbols_with_bodies(engine, call.session, full, observation)
    listing = _listing(engine, rest, "") if rest else Result("", [])
    parts = [result.text, *_caller_summary(engine, full), listing.text]
    return result._replace(
        text="\n\n".join(filter(None, parts)),
        value=[*result.value, *listing.value],
        symbols=(*result.symbols, *listing.symbols)[:30],
    )


def _listing(engine: Engine, symbols: list[IndexedSymbol], observation: str) -> Result:
    """Many symbols, one line each below the path of their file."""
    shown = symbols[:MOST_LISTED]
    lines = [f"{counted(len(symbols), 'symbol')}, listed without a body; ask for one by its name"]
    for path, group in groupby(shown, key=lambda symbol: symbol.path):
        lines.append(path)
        lines += [f"  :{symbol.line} {symbol.kind} {symbol.qualified}" for symbol in group]
    if len(symbols) > len(shown):
        lines.append(f"{len(symbols) - len(shown)} more: give a longer name, a kind or a repo")
    names = tuple((symbol.path, symbol.qualified) for symbol in symbols[:30])
    values = [symbol_value(engine, symbol, "", []) for symbol in symbols]
    return Result("\n".join(lines), values, observation, names)


def _caller_summary(engine: Engine, symbols: list[IndexedSymbol]) -> list[str]:
    """Who calls the one function that was asked for, and whether that is all."""
    if len({symbol.qualified for symbol in symbols}) != 1 or symbols[0].kind not in CALLABLE:
        return []
    walk = graph.walk(engine.index, symbols, graph.DEPENDENTS, 1)
    certain = graph.certain_callers(walk)
    sources = Sources(engine.project.root)
    possible = possible_callers(engine.index, sources, symbols, certain)
    title = f"called by {counted(len(certain), 'symbol')}"
    lines = [title, *possible_lines(engine, possible, MOST_POSSIBLE), verdict_line(possible)]
    return ["\n".join(lines)]


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
    REPO,
    read_only=True,
    reads_index=True,
)
def batch_query(
    engine: Engine,
    call: Call,
    symbol_names: tuple[str, ...],
    max_tokens: int,
    include_body: bool,
    repo: str,
) -> Result:
    """Every symbol with one of these names, within the tokens; unknown names are listed."""
    engine = engine_for(engine, repo)
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
