"""What compare_versions.py asks of a version: tool calls, commands, and sessions of prompts.

Chosen deterministically from the index, the history and the evaluation data of a repository.
"""

from __future__ import annotations

import collections
import itertools
import json
import pathlib
import sqlite3
import subprocess
from collections.abc import Iterator
from typing import Any, NamedTuple

Arguments = dict[str, Any]


class Turn(NamedTuple):
    """One prompt of a session, and the assistant's reply."""

    session: str
    prompt: str
    reply: str
    transcript: str


def git(repo: pathlib.Path, *words: str) -> str:
    """The output of a git command."""
    command = ["git", "-C", str(repo), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def some(index: sqlite3.Connection, query: str, count: int) -> list[Any]:
    """A number of rows of a query, spread evenly over the sorted result."""
    rows = sorted(set(index.execute(query)))
    return [rows[(2 * n + 1) * len(rows) // (2 * count)] for n in range(count)] if rows else []


def code_calls(index: sqlite3.Connection, repo: pathlib.Path) -> Iterator[tuple[str, Arguments]]:
    """Calls that only read code: three of each tool, on symbols from the whole index."""
    kinds = "('function', 'method', 'class')"
    used = f"SELECT qualified FROM symbol WHERE fan_in > 0 AND kind IN {kinds}"
    symbols = [row[0] for row in some(index, used, 5)]
    shorts = [name.rsplit(".", 1)[-1] for name in symbols]
    paths = [row[0] for row in some(index, "SELECT path FROM file WHERE role = 'source'", 3)]
    flows = some(index,
        "SELECT s.qualified, t.qualified FROM edge e JOIN edge f ON f.source_id = e.target_id"
        " JOIN symbol s ON s.id = e.source_id JOIN symbol t ON t.id = f.target_id"
        " WHERE s.kind <> 'module' AND t.kind <> 'module'", 3)  # fmt: skip
    asked = subjects(repo, 3)
    yield from (("get_context", {"query": text}) for text in (*asked, f"how does {shorts[0]} work"))
    yield "get_context", {"query": f"{symbols[1]} fails", "max_tokens": 1500}
    yield from (("search_code", {"query": text, "max_results": 8}) for text in (*asked, shorts[1]))
    yield "search_code", {"query": shorts[2], "kind": "function"}
    for symbol, short, depth in zip(symbols, shorts, (1, 2, 3, 1, 2), strict=True):
        yield "query_symbol", {"name": short}
        yield "get_dependencies", {"symbol_name": symbol, "depth": depth}
        yield "get_dependents", {"symbol_name": symbol, "depth": depth}
        yield "get_impact_graph", {"symbol_name": symbol, "depth": depth}
        yield "get_symbol_history", {"symbol_name": symbol}
    yield "query_symbol", {"name": "no_such_symbol_anywhere"}
    yield "get_dependents", {"symbol_name": "no_such_symbol_anywhere"}
    for path in (*paths, "no/such/file"):
        yield "get_file_symbols", {"file_path": path}
        yield "get_skeleton", {"file_path": path}
        yield "get_skeleton", {"file_path": path, "detail": "verbose"}
    yield "batch_query", {"symbol_names": symbols}
    yield "batch_query", {"symbol_names": shorts, "include_body": True, "max_tokens": 1200}
    yield from (("search_logic_flow", {"from_symbol": a, "to_symbol": b}) for a, b in flows)
    yield "get_repo_overview", {}
    yield "get_health", {}


def memory_writes(index: sqlite3.Connection) -> Iterator[tuple[str, Arguments]]:
    """Memories that exist before the first prompt."""
    symbols = [row[0] for row in some(index, "SELECT qualified FROM symbol WHERE fan_in > 2", 6)]
    kinds = ("decision", "pattern", "failure", "convention", "fact", "bug_fix")
    for kind, symbol in zip(kinds, symbols, strict=False):
        text = f"Change {symbol} only together with its tests: callers rely on its order."
        yield "save_memory", {"content": text, "category": kind, "symbol_names": [symbol]}
    yield "save_memory", {"content": "no such kind", "category": "no_such_kind"}
    yield "save_memory", {"content": "Use tabs.", "category": "convention", "tags": ["style"]}


def state_calls(store: sqlite3.Connection, session: str) -> Iterator[tuple[str, Arguments]]:
    """Calls about memories and topics, some of which change them."""
    memories = [row[0] for row in store.execute("SELECT id FROM memory ORDER BY number")]
    query = "SELECT id FROM topic WHERE status = 'active' ORDER BY created, id"
    topics = [row[0] for row in store.execute(query)] + ["no-such-topic"] * 4
    yield from (("list_memories", a) for a in ({}, {"category": "decision"}, {"max_results": 3}))
    yield from (("search_memory", {"query": q}) for q in ("callers rely on order", "tabs", "zebra"))
    yield from (("recall", a) for a in ({}, {"query": "why tests"}, {"kind": "fact"}))
    yield "recall", {"query": "what did we do about the layout", "sessions": True}
    yield from (("show", {"id": name}) for name in (*memories[:2], memories[-1], "no-such-id"))
    yield "update_memory", {"memory_id": memories[0], "content": "Callers rely on nothing now."}
    yield "delete_memory", {"memory_id": memories[1]}
    yield from (("recover_session", a) for a in ({}, {"session_id": session}))
    yield "ai_focus", {"topic": "layout", "weight": 0.8}
    yield "ai_pin", {"content": "Keep the public names stable.", "title": "Names"}
    yield from (("ai_suggestions", a) for a in ({}, {"context": "merge the topics"}))
    yield "ai_rate_context", {"thread_id": topics[0], "useful": True}
    yield "ai_rate_context", {"thread_id": topics[1], "useful": False, "reason": "old"}
    yield from (("ai_recall", {"query": q}) for q in ("address block", "error in the test"))
    yield "ai_split", {"thread_id": topics[0]}
    yield "ai_merge", {"survivor_id": topics[1], "absorbed_id": topics[2]}
    yield "ai_unlock", {"thread_id": topics[0]}
    yield "ai_compact", {"dry_run": True}
    yield "ai_compact", {}
    yield "ai_unfocus", {}


def commands(repo: pathlib.Path) -> Iterator[tuple[str, ...]]:
    """Commands that show the state after the sessions, as text and as JSON."""
    texts = subjects(repo, 4)
    for words in (
        ("index", "--problems"), ("status",), ("inspect",), ("log", "--limit", "500"), ("why",),
        ("stats",), ("recall",), ("review",), ("mine", "--dry-run"), ("context", texts[0]),
        ("dry-run", texts[1]), ("dry-run", texts[2]), ("call",), ("export", "--auto"),
    ):  # fmt: skip
        yield words
        yield (*words, "--json")


def subjects(repo: pathlib.Path, count: int) -> list[str]:
    """Subjects of past commits, used as prompts."""
    lines = git(repo, "log", "--no-merges", "-n", "3000", "--format=%s").splitlines()
    return [lines[n * len(lines) // count] for n in range(count)]


def turns_in(path: pathlib.Path) -> list[Turn]:
    """The prompts of a file of JSON lines, in its order."""
    return [Turn(*(line.get(name, "") for name in Turn._fields)) for line in read(path)]


def turns_of(folder: pathlib.Path, repo: pathlib.Path) -> list[Turn]:
    """199 prompts from the evaluation data and past commits, in four interleaved sessions."""
    turns: list[Turn] = []
    for path in sorted((folder / "topics" / "sessions").glob("*.jsonl")):
        turns += [Turn(one["session"], one["prompt"], one["reply"], "") for one in read(path)[:12]]
    asked = read(folder / "localisation" / "developer_prompts.jsonl")[:32]
    texts = [str(one["problem_statement"]) for one in asked] + subjects(repo, 41)
    turns += [Turn(f"code-{number // 8}", text, "", "") for number, text in enumerate(texts)]
    neutral = [one["text"] for one in read(folder / "neutral_prompts.jsonl")][::-9][:30]
    for number, text in enumerate(neutral):
        turns.insert(6 * number + 3, turns[6 * number + 2]._replace(prompt=text, reply=""))
    sessions: dict[str, list[Turn]] = {}
    for turn in turns:
        sessions.setdefault(turn.session, []).append(turn)
    transcripts = itertools.cycle(sorted(map(str, (folder / "capture").glob("*.jsonl"))))
    for waiting, transcript in zip(sessions.values(), transcripts, strict=False):
        waiting[-1] = waiting[-1]._replace(transcript=transcript)
    ordered: list[Turn] = []
    while any(sessions.values()):
        for waiting in sessions.values():
            ordered += waiting[:4]
            del waiting[:4]
    return ordered


def read(path: pathlib.Path) -> list[Any]:
    """The lines of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def events(turns: list[Turn], paths: list[str]) -> Iterator[tuple[Turn, str, Arguments]]:
    """Each turn as the events an assistant sends: prompts, tools, stops, compactions, ends."""
    left = collections.Counter(turn.session for turn in turns)
    begun: set[str] = set()
    for number, turn in enumerate(turns):
        if turn.session not in begun:
            begun.add(turn.session)
            yield turn, "SessionStart", {"source": "startup"}
        yield turn, "UserPromptSubmit", {"prompt": turn.prompt, "prompt_id": f"p{number}"}
        path, used = paths[number * 37 % len(paths)], {"tool_use_id": f"t{number}"}
        edit = {"file_path": path, "old_string": "a = 1", "new_string": "a = 2"}
        if number % 3 == 0:
            looked = {"tool_name": "Read", "tool_input": {"file_path": path}}
            yield turn, "PreToolUse", {**used, **looked}
            yield turn, "PreToolUse", {**used, "tool_name": "Edit", "tool_input": edit}
            done = {"filePath": path, "structuredPatch": []}
            given = {"tool_name": "Edit", "tool_input": edit, "tool_response": done}
            yield turn, "PostToolUse", {**used, **given}
        if number % 5 == 0:
            ran = {"tool_name": "Bash", "tool_input": {"command": f"git log -3 -- {path}"}}
            yield turn, "PreToolUse", {**used, **ran}
            yield turn, "PostToolUse", {**used, **ran, "tool_response": {"stdout": "1 passed"}}
        if number % 7 == 3:
            ran = {"tool_name": "Bash", "tool_input": {"command": "make test"}}
            error = f"Exit code 2\n{path}:3: ValueError: wrong order"
            yield turn, "PostToolUseFailure", {**used, **ran, "error": error}
        if number % 25 == 10:
            helper = {"agent_id": f"a{number}", "agent_type": "Explore"}
            yield turn, "SubagentStart", helper
            yield turn, "SubagentStop", {**helper, "last_assistant_message": f"It is in {path}."}
        if turn.reply or turn.transcript or number % 2:
            reply = turn.reply or f"Done: {path} had the wrong order. We decided to keep the names."
            yield turn, "Stop", {"stop_hook_active": False, "last_assistant_message": reply}
        if number % 40 == 39:
            yield turn, "PreCompact", {"trigger": "auto", "custom_instructions": None}
            yield turn, "SessionStart", {"source": "compact"}
        left[turn.session] -= 1
        if not left[turn.session]:
            yield turn, "SessionEnd", {"reason": "exit"}
