"""Tools from a question to code: a capsule under a budget, and a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.context import capsule as capsules
from sightline.context.question import understand
from sightline.context.rank import rank
from sightline.context.retrieve import gather
from sightline.intent.task import task_of
from sightline.store import code
from sightline.text.ages import ago
from sightline.text.tokens import estimate_tokens
from sightline.tools.catalog import Call, Param, Result, tool
from sightline.tools.disclosure import Disclosure
from sightline.tools.linked import memories_of_symbol
from sightline.tools.lookup import fresh, picked
from sightline.tools.savings import note_saving
from sightline.tools.symbols import shown_with_bodies

if TYPE_CHECKING:
    from sightline.context.capsule import Capsule
    from sightline.engine import Engine

REPO = Param("repo", "string", "name of a root", "")
# Files whose change could make a capsule quote something old are read again first.
LOOKED_AT = 30


@tool(
    "get_context",
    "The code a question or task is about, with bodies, under a token budget: ask this first.",
    Param("query", "string", "the question, as it is"),
    Param("max_tokens", "integer", "", 12_000, low=50, high=100_000),
    REPO,
    read_only=True,
)
def get_context(engine: Engine, call: Call, query: str, max_tokens: int, repo: str) -> Result:
    """FO-16..FO-22: task, pivots with bodies, neighbours, memories, all under the budget."""
    engine = picked(engine, repo)
    _read_changed(engine, query)
    disclosure = Disclosure(engine, call.session)
    share = max_tokens // 10
    found = capsules.build(
        engine.index,
        engine.project.root,
        query,
        task=task_of(query),
        budget=max_tokens,
        sent=disclosure.body,
    )
    disclosure.save()
    memories = _memories(engine, found, share)
    age = f"index {ago(code.state(engine.index).updated, engine.now())}"
    lines = tuple(f"{m['memory_id']}  {m['kind']}  {m['summary']}" for m in memories)
    text = _under(found, age, lines, max_tokens)
    whole = {item.symbol.file_id for item in found.items if item.body}
    size = sum(file.size for file in code.files(engine.index, whole))
    note_saving(engine, call, "capsule", size, text, max_tokens)
    count = len(found.items)
    value = {
        "intent": found.task,
        "items": [_item(item) for item in found.items],
        "memories": memories,
        "total_tokens": sum(item.cost for item in found.items),
        "rendered_tokens": estimate_tokens(text),
        "budget": max_tokens,
    }
    tokens = estimate_tokens(text)
    observation = f"Context capsule for '{query[:120]}' ({count} items, {tokens} tokens)"
    symbols = tuple((i.symbol.path, i.symbol.qualified) for i in found.items if i.is_pivot)
    return Result(text, value, observation if count else "", symbols)


def _under(found: Capsule, age: str, memories: tuple[str, ...], budget: int) -> str:
    """The rendered text within the budget: the last items go until it fits."""
    text = capsules.rendered(found, age, memories)
    while found.items and estimate_tokens(text) > budget:
        if memories:
            memories = memories[:-1]
        else:
            found = found._replace(items=found.items[:-1])
        text = capsules.rendered(found, age, memories)
    return text


def _read_changed(engine: Engine, query: str) -> None:
    """Read files again that changed since they were indexed and may be quoted."""
    ranking = rank(gather(engine.index, understand(query)))
    ids = [ranked.file.id for ranked in ranking.files[:LOOKED_AT]]
    fresh(engine, code.files(engine.index, ids))


def _memories(engine: Engine, found: Capsule, tokens: int) -> list[dict[str, Any]]:
    """FO-21: what is remembered about the pivots, within a tenth of the budget."""
    memories: dict[str, dict[str, Any]] = {}
    for item in found.items:
        if not item.is_pivot:
            continue
        for memory in memories_of_symbol(engine, item.symbol.qualified):
            summary = str(memory.get("text") or memory.get("content") or "")[:160]
            identity = str(memory.get("memory_id") or memory.get("id"))
            shown = {"memory_id": identity, "kind": memory.get("kind", ""), "summary": summary}
            cost = estimate_tokens(summary) + 8
            if identity not in memories and cost <= tokens:
                tokens -= cost
                memories[identity] = memory | shown
    return list(memories.values())


def _item(item: capsules.Shown) -> dict[str, Any]:
    symbol = item.symbol
    return {
        "symbol_id": symbol.id,
        "name": symbol.name,
        "qualified_name": symbol.qualified,
        "kind": symbol.kind,
        "file_path": symbol.path,
        "signature": symbol.signature,
        "body": item.body,
        "is_pivot": item.is_pivot,
        "token_estimate": item.cost,
        "start_line": item.line,
        "end_line": item.line + symbol.end_line - symbol.line,
        "score": round(item.score, 4),
        "parts": {name: round(value, 4) for name, value in item.parts},
    }


@tool(
    "search_code",
    "Full-text search over names, signatures, docs and bodies, best first.",
    Param("query", "string", "words or a question"),
    Param("kind", "string", "function, class, ...", ""),
    REPO,
    Param("max_results", "integer", "", 20, low=1, high=200),
    read_only=True,
)
def search_code(
    engine: Engine, call: Call, query: str, kind: str, repo: str, max_results: int
) -> Result:
    """FO-18, ruling 21: words are OR-ed and ranked."""
    engine = picked(engine, repo)
    ranking = rank(gather(engine.index, understand(query)))
    ids = [ranked.symbol.id for ranked in ranking.symbols]
    found = [s for s in code.symbols(engine.index, ids[:2_000]) if not kind or s.kind == kind]
    found = found[:max_results]
    if not found:
        return Result(f"nothing matches {query[:80]!r}", [])
    observation = f"Searched '{query[:120]}' ({len(found)} results)"
    return shown_with_bodies(engine, call, found, observation)
