"""Tools about symbols and files: look one up, list a file, its skeleton, several at once."""

from __future__ import annotations

from typing import Any

from sightline.context.excerpt import dedented, indent_of
from sightline.context.skeleton import DETAILS, STANDARD, skeleton
from sightline.engine import Engine
from sightline.model.indexed import IndexedSymbol, on_one_line
from sightline.store.code import reader
from sightline.text.hashing import digest
from sightline.text.secrets.redact import redact
from sightline.text.tokens import estimate_tokens
from sightline.tools.catalog import Call, Param, Result, tool
from sightline.tools.disclosure import SENT_EARLIER, Disclosure
from sightline.tools.find_symbol import (
    FOLLOW_SECONDS,
    checked_kind,
    find_files,
    find_symbols,
    follow,
    fresh,
    picked,
    unknown_file,
    unknown_symbol,
)
from sightline.tools.linked_memories import memories_of_symbols, remembered_line
from sightline.tools.recall import Recalled, memory_value
from sightline.tools.savings import note_saving
from sightline.workspace.source import Sources
from sightline.workspace.verify import verify

REPO = Param("repo", "string", "name of a root", "")
MAX_RESULTS = 200
# Bodies are sent while this many tokens last; the rest are signatures, for a part of a name not too
# many of them.
BODY_TOKENS = 6_000
FEWEST_LINES = 4
MOST_SIGNATURES = 40
MOST_EARLIER = 12


@tool(
    "query_symbol",
    "Find symbols by a part of their name, with bodies.",
    Param("name", "string", "name or part of it"),
    Param("kind", "string", "function, class, ...", ""),
    REPO,
    read_only=True,
)
def query_symbol(engine: Engine, call: Call, name: str, kind: str, repo: str) -> Result:
    """Symbols whose name contains this, exact ones first."""
    engine = picked(engine, repo)
    found = _with_part(engine, name, checked_kind(kind))
    if not found and follow(engine, FOLLOW_SECONDS):
        found = _with_part(engine, name, kind)
    if not found:
        raise unknown_symbol(engine, name, kind)
    observation = f"Explored '{name}' ({len(found)} results)"
    return shown_with_bodies(engine, call, found, observation, most_signatures=MOST_SIGNATURES)


def _with_part(engine: Engine, name: str, kind: str) -> list[IndexedSymbol]:
    found = find_symbols(engine, name, kind)
    for other in reader.names_with(engine.index, name, MAX_RESULTS):
        if len(found) >= MAX_RESULTS:
            break
        if other != name:
            found += reader.symbols_named(engine.index, other, kind=kind, limit=MAX_RESULTS)
    # A whole module is no answer to a part of a name, unless it is asked for.
    return [one for one in dict.fromkeys(found) if kind or one.kind != "module"][:MAX_RESULTS]


def shown_with_bodies(
    engine: Engine,
    call: Call,
    found: list[IndexedSymbol],
    observation: str,
    tokens: int = BODY_TOKENS,
    *,
    bodies: bool = True,
    most_signatures: int | None = None,
) -> Result:
    """Symbols with their bodies while the tokens last, then with their signatures."""
    paths = {symbol.path for symbol in found}
    if fresh(engine, reader.files_at(engine.index, paths)):
        again = {
            symbol.id: symbol for symbol in reader.symbols(engine.index, [s.id for s in found])
        }
        found = [again[symbol.id] for symbol in found if symbol.id in again]
    disclosure = Disclosure(engine, call.session)
    body_of = _Bodies(engine)
    known = memories_of_symbols(engine, [symbol.qualified for symbol in found])
    blocks: list[str] = []
    listed: list[str] = []
    values, earlier = [], []
    for symbol in found:
        memories = known.get(symbol.qualified, [])
        body = redact(body_of(symbol)) if bodies and tokens > 0 else ""
        body = _cut(symbol, body, tokens)
        shown = disclosure.body(symbol.fingerprint, body)
        # A body that is still there counts all the same: asking again must not bring other bodies.
        tokens -= estimate_tokens(body) if body else 0
        values.append(symbol_value(engine, symbol, shown, memories))
        if shown == SENT_EARLIER and not memories and disclosure.had(symbol.fingerprint):
            earlier.append(symbol)
            continue
        block = "\n".join((*_lines(symbol, shown), *map(remembered_line, memories)))
        (blocks if shown else listed).append(block)
    blocks += [_earlier(earlier)] if earlier else []
    blocks += _signatures(listed, most_signatures, disclosure if bodies else None)
    disclosure.save()
    return Result(
        "\n\n".join(blocks),
        values,
        observation,
        tuple((symbol.path, symbol.qualified) for symbol in found[:30]),
    )


def _earlier(symbols: list[IndexedSymbol]) -> str:
    """Symbols whose bodies the assistant still has, in one line."""
    named = [f"{s.path.rpartition('/')[2]}:{s.line} {s.name}" for s in symbols[:MOST_EARLIER]]
    more = f" and {len(symbols) - len(named)} more" if len(symbols) > len(named) else ""
    return f"sent earlier: {', '.join(named)}{more}"


def _signatures(listed: list[str], most: int | None, disclosure: Disclosure | None) -> list[str]:
    """What is shown without a body: not too many, and the same list not twice."""
    shown = listed[:most]
    left = len(listed) - len(shown)
    text = "\n\n".join(shown)
    if disclosure and disclosure.body(digest(text.encode()), text) == SENT_EARLIER:
        return [f"and the {len(listed)} signatures sent earlier"]
    more = [f"{left} more: give a longer name, a kind or a repo"] if left > 0 else []
    return shown + more


def _lines(symbol: IndexedSymbol, shown: str) -> list[str]:
    """A symbol as text: where it is, and its body, or its signature."""
    head = f"{symbol.path}:{symbol.line}-{symbol.end_line}  {symbol.kind}  {symbol.qualified}"
    inside = shown if shown and shown != SENT_EARLIER else on_one_line(symbol.signature)
    return [head, *("  " + line for line in inside.splitlines())]


def _cut(symbol: IndexedSymbol, body: str, tokens: int) -> str:
    """As much of a body from its start as the tokens allow, with what is left out said."""
    cost = estimate_tokens(body)
    if not body or cost <= tokens:
        return body
    lines = body.splitlines()
    kept = len(lines) * max(0, tokens) // cost
    if kept < FEWEST_LINES:
        return ""
    rest = f"{symbol.path}:{symbol.start_line + kept}-{symbol.end_line}"
    return "\n".join((*lines[:kept], f"[{len(lines) - kept} lines left out: {rest}]"))


class _Bodies:
    """The text of symbols as it is in the working tree now."""

    def __init__(self, engine: Engine) -> None:
        self.sources = Sources(engine.project.root)
        self.index = engine.index
        self.files: dict[int, Any] = {}

    def __call__(self, symbol: IndexedSymbol) -> str:
        if symbol.file_id not in self.files:
            self.files[symbol.file_id] = next(
                iter(reader.files(self.index, [symbol.file_id])), None
            )
        file = self.files[symbol.file_id]
        found = verify(self.sources, symbol, file) if file else None
        if not found or not found.text:
            return ""
        return dedented(found.text, indent_of(self.sources.read(symbol.path), found.start_line))


def symbol_value(
    engine: Engine, symbol: IndexedSymbol, body: str, memories: list[Recalled]
) -> dict[str, Any]:
    """A symbol in the documented JSON."""
    return {
        "id": symbol.id,
        "name": symbol.name,
        "qualified_name": symbol.qualified,
        "kind": symbol.kind,
        "signature": symbol.signature,
        "body": body,
        "file_path": symbol.path,
        "repo_name": engine.project.name,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "memories": [memory_value(one) for one in memories],
    }


@tool(
    "get_file_symbols",
    "List what a file defines.",
    Param("file_path", "string", "path or its end"),
    REPO,
    read_only=True,
)
def get_file_symbols(engine: Engine, call: Call, file_path: str, repo: str) -> Result:
    """Every symbol of every file whose path ends so."""
    engine = picked(engine, repo)
    files = find_files(engine, file_path)
    if not files:
        raise unknown_file(engine, file_path)
    blocks, values = [], []
    for file in files:
        symbols = [s for s in reader.symbols_in_file(engine.index, file.id) if s.kind != "module"]
        lines = [f"{s.line:>5} {s.kind:<10} {on_one_line(s.signature)[:200]}" for s in symbols]
        blocks.append("\n".join([f"{file.path}  ({len(symbols)} symbols)", *lines]))
        values += [summary(symbol) for symbol in symbols]
    return Result("\n\n".join(blocks), values)


def summary(symbol: IndexedSymbol) -> dict[str, Any]:
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
)
def get_skeleton(engine: Engine, call: Call, file_path: str, repo: str, detail: str) -> Result:
    """The skeleton of the one file that is meant best."""
    engine = picked(engine, repo)
    files = find_files(engine, file_path)
    if not files:
        raise unknown_file(engine, file_path)
    file = files[0]
    symbols = reader.symbols_in_file(engine.index, file.id)
    text = f"{file.path}\n{skeleton(symbols, detail)}"
    others = [other.path for other in files[1:4]]
    if others:
        text += "\nalso: " + ", ".join(others)
    note_saving(engine, call, "skeleton", file.size, text)
    return Result(text, [summary(s) for s in symbols if s.kind != "module"])


@tool(
    "batch_query",
    "Several symbols by exact name in one call.",
    Param("symbol_names", "strings", "names"),
    Param("max_tokens", "integer", "", 8000, low=50, high=100_000),
    Param("include_body", "boolean", "", True),
    read_only=True,
)
def batch_query(
    engine: Engine, call: Call, symbol_names: tuple[str, ...], max_tokens: int, include_body: bool
) -> Result:
    """Every symbol of these names that fits; unknown names are said."""
    found: list[IndexedSymbol] = []
    missing = []
    for name in dict.fromkeys(symbol_names):
        named = find_symbols(engine, name)
        found += named
        if not named:
            missing.append(name)
    shown = shown_with_bodies(engine, call, found, "", max_tokens, bodies=include_body)
    note = f"\nnot found: {', '.join(missing)}" if missing else ""
    return shown._replace(text=(shown.text + note).strip())
