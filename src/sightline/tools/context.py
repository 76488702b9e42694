"""Tools from a question to code: a capsule under a budget, and a search."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.context.capsule import SENT_EARLIER, CapsuleMemory
from sightline.context.evidence import LIST
from sightline.context.pack import Found, find, pack
from sightline.context.render import value_of
from sightline.engine import Engine
from sightline.model.indexed import IndexedSymbol
from sightline.store.code import reader
from sightline.text.ages import ago
from sightline.text.fence import one_line
from sightline.text.tokens import capsule_cost
from sightline.tools.catalog import Call, Param, Result, tool
from sightline.tools.disclosure import Disclosure
from sightline.tools.find_symbol import checked_kind, fresh, picked
from sightline.tools.linked_memories import memories_of_symbols
from sightline.tools.recall import memory_value
from sightline.tools.savings import note_saving
from sightline.tools.symbols import shown_with_bodies
from sightline.topics.task import task_of, without_task_words
from sightline.workspace.source import Sources

REPO = Param("repo", "string", "name of a root", "")
# Files whose change could make a capsule quote something old are read again first.
LOOKED_AT = 60
# Search answers with what the words speak for, not with what merely changed lately.
SEARCHED = frozenset(("text", "name", "owner", "lines", "trace"))


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
    task = task_of(query)
    found = _found(engine, query, task)
    disclosure = Disclosure(engine, call.session)
    capsule = pack(
        engine.index,
        Sources(engine.project.root),
        found,
        task,
        max_tokens,
        now=engine.now(),
        disclosed=disclosure.has,
        remembered=lambda symbols: _memories(engine, symbols),
        age=_age(engine),
    )
    pivots = [item for item in capsule.items if item.is_pivot]
    for item in pivots:
        if item.body != SENT_EARLIER:
            disclosure.body(item.hash, item.body)
        disclosure.saved += item.spared
    disclosure.save()
    size = sum(f.size for f in reader.files(engine.index, {i.symbol.file_id for i in pivots}))
    note_saving(engine, call, "capsule", size, capsule.text, max_tokens)
    count = len(capsule.items)
    said = f"Context capsule for '{query[:120]}' ({count} items, {capsule.text_tokens} tokens)"
    return Result(
        capsule.text or f"nothing in {engine.project.name} matches this",
        value_of(capsule),
        said if count else "",
        tuple((item.symbol.path, item.symbol.qualified) for item in pivots),
    )


def _age(engine: Engine) -> str:
    state = reader.state(engine.index)
    return ago(state.updated, engine.now()) if state.state == "ready" else "not complete yet"


def _found(engine: Engine, query: str, task: str) -> Found:
    """What answers the query, after files that may be quoted were read again if they changed."""
    # FO-17: a short question's task words say what to do, not about what.
    text = query if "\n" in query.strip() else without_task_words(query)
    found = find(engine.index, text, task)
    best = [one.symbol.file_id for one in found.ranking.symbols[:LOOKED_AT]]
    if best and fresh(engine, reader.files(engine.index, set(best))):
        found = find(engine.index, text, task)
    return found


def _memories(engine: Engine, symbols: Sequence[IndexedSymbol]) -> list[CapsuleMemory]:
    """FO-21: what is remembered about the pivots, each once, fresh ones first."""
    found: dict[str, CapsuleMemory] = {}
    known = memories_of_symbols(engine, [symbol.qualified for symbol in symbols])
    for symbol in symbols:
        for one in known.get(symbol.qualified, ()):
            id, kind, text = one.memory.id, one.memory.kind, one_line(one.memory.text, 200)
            cost, value = capsule_cost(text), memory_value(one)
            found.setdefault(id, CapsuleMemory(id, kind, text, one.state, cost, value))
    return sorted(found.values(), key=lambda one: one.state in ("needs_review", "stale"))


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
    engine, kind = picked(engine, repo), checked_kind(kind)
    found = find(engine.index, query, "explore", breadth=LIST)
    speaking = [one for one in found.ranking.symbols if SEARCHED & {name for name, _ in one.parts}]
    ids = [one.symbol.id for one in speaking if not kind or one.symbol.kind == kind]
    ids = ids[:max_results]
    if len(ids) < max_results:
        # Tests, generated and vendored code answer when source has no more to say.
        words = found.evidence.question.words
        others = reader.search_symbols(engine.index, words, max_results * 3, demoted=True)
        rest = reader.symbols(engine.index, [id for id, _ in others])
        ids += [symbol.id for symbol in rest if not kind or symbol.kind == kind]
    symbols = reader.symbols(engine.index, list(dict.fromkeys(ids))[:max_results])
    if not symbols:
        what = f"no {kind}" if kind else "nothing"
        return Result(f"{what} matches {query[:80]!r}", [])
    observation = f"Searched '{query[:120]}' ({len(symbols)} results)"
    return shown_with_bodies(engine, call, symbols, observation)
