"""Tools about the project: its contents, the health of its index, and a symbol's history."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.model.indexed import IndexedSymbol
from sightline.store.code import reader
from sightline.store.locations import index_path
from sightline.text.wording import ago, counted
from sightline.tools.catalog import REPO, Param, Result, tool
from sightline.tools.choose_symbol import choose_symbol
from sightline.tools.index_access import completeness, engine_for, has_index, is_being_built
from sightline.tools.recall import count_memories
from sightline.workspace import git
from sightline.workspace.git import committed_lines

NOT_INDEXED = "not indexed yet: run sightline index"
BEING_BUILT = "not indexed yet: the index is being built now"


@tool(
    "get_repo_overview",
    "What this project holds: files, symbols, languages.",
    REPO,
    read_only=True,
    reads_index=True,
)
def get_repo_overview(engine: Engine, repo: str) -> Result:
    """Every root, or the named one."""
    engines = [engine_for(engine, repo)] if repo else list(engine.siblings)
    values = [_overview(root) for root in engines]
    lines = []
    for root, value in zip(engines, values, strict=True):
        lines.append(f"{value['name']}  {value['root_path']}")
        contents = counted(value["file_count"], "file"), counted(value["symbol_count"], "symbol")
        lines.append("  " + (", ".join(contents) if has_index(root) else _without_index(root)))
        if value["languages"]:
            rows = value["languages"]
            lines.append("  " + ", ".join(f"{row['language']} {row['count']:,}" for row in rows))
        lines.append("  " + counted(value["memory_count"], "memory"))
    return Result("\n".join(lines), values)


def _without_index(engine: Engine) -> str:
    return BEING_BUILT if is_being_built(engine) else NOT_INDEXED


def _overview(engine: Engine) -> dict[str, Any]:
    languages: dict[str, int] = {}
    files = symbols = 0
    if has_index(engine):
        state = reader.state(engine.index)
        files, symbols = state.files, state.symbols
        for language, _, count in reader.languages(engine.index):
            languages[language] = languages.get(language, 0) + count
    return {
        "name": engine.project.name,
        "root_path": engine.project.root,
        "file_count": files,
        "symbol_count": symbols,
        "memory_count": count_memories(engine),
        "languages": [{"language": name, "count": count} for name, count in languages.items()],
    }


@tool("get_health", "Whether the index is complete and sound.", read_only=True, reads_index=True)
def get_health(engine: Engine) -> Result:
    """Sizes, counts, progress and the state of the full text, for every root."""
    value = _health(engine)
    value["memory_count"] = count_memories(engine)
    value["repo_count"] = len(engine.siblings)
    lines = []
    for root in engine.siblings:
        title = f"{root.project.name}: " if len(engine.siblings) > 1 else ""
        lines.append(title + _health_line(root, value if root is engine else _health(root)))
    lines.append(counted(value["memory_count"], "memory"))
    return Result("\n".join(lines), value)


def _health(engine: Engine) -> dict[str, Any]:
    value: dict[str, Any] = {
        "db_size_bytes": 0,
        "symbol_count": 0,
        "file_count": 0,
        "edge_count": 0,
        "fts_ok": True,
        "indexing_complete": False,
        "percent_complete": 0,
        "files_to_do": 0,
        "resolving": False,
    }
    if not has_index(engine):
        return value
    state = reader.state(engine.index)
    path = index_path(engine.project.worktree_id, engine.home)
    return value | {
        "db_size_bytes": os.path.getsize(path),
        "symbol_count": state.symbols,
        "file_count": state.files,
        "edge_count": state.edges,
        "indexing_complete": state.state == "ready",
        "percent_complete": completeness(engine).percent,
        "files_to_do": state.todo,
        "resolving": reader.is_resolving(engine.index),
        "fts_ok": _full_text_works(engine),
    }


def _health_line(engine: Engine, value: dict[str, Any]) -> str:
    if not has_index(engine):
        return _without_index(engine)
    state = reader.state(engine.index)
    done = f"complete, {ago(state.updated, engine.now())}"
    if value["resolving"]:
        done = f"resolving: {state.todo:,} files still lack their edges"
    if state.state != "ready":
        done = f"{value['percent_complete']} % complete, {state.todo:,} files still to read"
    commits = counted(state.commits, "commit")
    if not reader.has_history(engine.index):
        commits = "past commits not read yet"
    return (
        f"index {done}: {counted(state.files, 'file')}, {counted(state.symbols, 'symbol')}, "
        f"{counted(state.edges, 'edge')}, {commits}; "
        f"full text {'ok' if value['fts_ok'] else 'damaged: sightline index --rebuild'}"
    )


def _full_text_works(engine: Engine) -> bool:
    try:
        reader.search_symbols(engine.index, ["the"], 1)
        reader.search_files(engine.index, ["the"], 1)
    except StoreError:
        return False
    return True


@tool(
    "get_symbol_history",
    "The commits that changed a symbol's lines.",
    Param("symbol_name", "string", "name, Class.name or path::name"),
    Param("max_entries", "integer", "", 5, low=1, high=100),
    REPO,
    read_only=True,
    reads_index=True,
)
def get_symbol_history(engine: Engine, symbol_name: str, max_entries: int, repo: str) -> Result:
    """The history of the symbol's lines, following renames; else the history of its file."""
    choice = choose_symbol(engine, symbol_name, repo)
    engine, symbol = choice.engine, choice.symbols[0]
    commits = _line_history(engine, symbol, max_entries)
    subject = "lines" if commits else "file"
    commits = commits or _file_history(engine, symbol, max_entries)
    count = "the newest " if len(commits) == max_entries > 1 else ""
    count += counted(len(commits), "commit")
    title = f"{count} that changed the {subject} of {symbol.qualified}"
    lines = [f"  {c.hash[:10]}  {c.date[:10]}  {c.author}  {c.message}" for c in commits]
    if not commits:
        title = f"no commit is known for {symbol.qualified}"
    return Result(
        "\n".join([title, *choice.notes, *lines]), [commit._asdict() for commit in commits]
    )


class LoggedCommit(NamedTuple):
    """One commit of a symbol's history, as git prints it."""

    hash: str
    author: str
    date: str
    message: str


# Separators that cannot occur in a message and are not stripped as white space.
FORMAT = "--format=%x01%H%x02%an%x02%aI%x02%s"


def _line_history(engine: Engine, symbol: IndexedSymbol, most: int) -> list[LoggedCommit]:
    root = engine.project.root
    lines = committed_lines(root, symbol.path, symbol.start_line, symbol.end_line)
    if lines is None:
        return []
    span = f"-L{lines[0]},{lines[1]}:{symbol.path}"
    return _commits(git.text(root, "log", f"-n{most}", "-s", FORMAT, span))


def _file_history(engine: Engine, symbol: IndexedSymbol, most: int) -> list[LoggedCommit]:
    root = engine.project.root
    return _commits(git.text(root, "log", "--follow", f"-n{most}", FORMAT, "--", symbol.path))


def _commits(output: str | None) -> list[LoggedCommit]:
    records = (output or "").split("\x01")[1:]
    rows = [record.strip().split("\n")[0].split("\x02") for record in records]
    return [LoggedCommit(*row) for row in rows if len(row) == 4]
