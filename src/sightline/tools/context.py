"""Tools that answer a question with code: a capsule under a budget, and a search."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.context.capsule import pack
from sightline.context.capsule_text import CapsuleMemory, value_of
from sightline.context.ranking.doubt import doubt_line
from sightline.context.ranking.evidence import LIST
from sightline.context.ranking.retrieval import Retrieval, find
from sightline.context.ranking.retry_words import retry_words
from sightline.engine import Engine
from sightline.model.indexed import IndexedSymbol
from sightline.settings.load import config_home
from sightline.store.code import reader
from sightline.text.fence import one_line
from sightline.text.synonyms import load_user_synonyms
from sightline.text.tokens import capsule_cost, estimate_tokens
from sightline.text.wording import ago
from sightline.tools.bodies import Disclosure, record_saving, symbols_with_bodies
from sightline.tools.catalog import REPO, Call, Param, Result, tool
from sightline.tools.find_symbol import checked_kind
from sightline.tools.index_access import engine_for, refresh_changed
from sightline.tools.recall import memories_of_symbols, memory_value
from sightline.topics.prompts.prompt_features import task_of, without_task_words
from sightline.workspace.source import Sources

# How many of the best symbols' files are checked for changes before a capsule quotes them.
MOST_CHECKED = 60
# The most tokens of an answer that begins with doubt, and the least that a capsule needs.
DOUBTFUL_TOKENS, LEAST_TOKENS = 1_500, 50
# A search result needs one of these signals; having changed recently is not enough.
SEARCH_SIGNALS = frozenset(("text", "name", "owner", "lines", "trace"))


@tool(
    "get_context",
    "The code a question or task is about, with bodies, under a token budget: ask this first.",
    Param("query", "string", "the question in the user's own words"),
    Param("max_tokens", "integer", "", 12_000, low=50, high=100_000),
    REPO,
    read_only=True,
    reads_index=True,
)
def get_context(engine: Engine, call: Call, query: str, max_tokens: int, repo: str) -> Result:
    """FO-16..FO-22: task, pivots with bodies, neighbours, memories, all under the budget."""
    engine = engine_for(engine, repo)
    task = task_of(query)
    retrieval = _retrieve(engine, query, task)
    disclosure = Disclosure(engine, call.session)
    doubt = ""
    if retrieval.fit.is_doubtful:
        user = load_user_synonyms(config_home())
        doubt = doubt_line(retry_words(engine.index, retrieval.evidence, query, user))
        short = min(max_tokens, DOUBTFUL_TOKENS)
        max_tokens = max(LEAST_TOKENS, short - estimate_tokens(doubt))
    capsule = pack(
        engine.index,
        Sources(engine.project.root),
        retrieval,
        task,
        max_tokens,
        now=engine.now(),
        sent=disclosure.sent,
        linked_memories=lambda symbols: _memories(engine, symbols),
        age=_age(engine),
    )
    pivots = [item for item in capsule.items if item.is_pivot]
    for item in pivots:
        if not item.spared:
            disclosure.new.append(item.record)
        disclosure.saved += item.spared
    disclosure.save()
    size = sum(f.size for f in reader.files(engine.index, {i.symbol.file_id for i in pivots}))
    record_saving(
        engine, call.session, "capsule", whole_bytes=size, text=capsule.text, budget=max_tokens
    )
    count = len(capsule.items)
    observation = (
        f"Context capsule for '{query[:120]}' ({count} items, {capsule.text_tokens} tokens)"
    )
    return Result(
        doubt + capsule.text if capsule.text else f"nothing in {engine.project.name} matches this",
        value_of(capsule),
        observation if count else "",
        tuple((item.symbol.path, item.symbol.qualified) for item in pivots),
    )


def _age(engine: Engine) -> str:
    state = reader.state(engine.index)
    return ago(state.updated, engine.now()) if state.state == "ready" else "not complete yet"


def _retrieve(engine: Engine, query: str, task: str) -> Retrieval:
    """Evidence and ranking for the query, after indexing changed files it may quote again."""
    # FO-17: a short question's task words say what to do, not what it is about.
    text = query if "\n" in query.strip() else without_task_words(query)
    retrieval = find(engine.index, text, task, near=engine.near)
    best = [ranked.symbol.file_id for ranked in retrieval.ranking.symbols[:MOST_CHECKED]]
    if best and refresh_changed(engine, reader.files(engine.index, set(best))):
        retrieval = find(engine.index, text, task, near=engine.near)
    return retrieval


def _memories(engine: Engine, symbols: Sequence[IndexedSymbol]) -> list[CapsuleMemory]:
    """FO-21: the memories linked to the pivots, each once, fresh ones first."""
    memories: dict[str, CapsuleMemory] = {}
    by_name = memories_of_symbols(engine, [symbol.qualified for symbol in symbols])
    for symbol in symbols:
        for recalled in by_name.get(symbol.qualified, ()):
            memory = recalled.memory
            text = one_line(memory.text, 200)
            cost, value = capsule_cost(text), memory_value(recalled)
            memories.setdefault(
                memory.id,
                CapsuleMemory(memory.id, memory.kind, text, recalled.state, cost, value),
            )
    return sorted(memories.values(), key=lambda memory: memory.state in ("needs_review", "stale"))


@tool(
    "search_code",
    "Full-text search over names, signatures, docs and bodies, best first; for a task or question, "
    "use get_context.",
    Param("query", "string", "words or a question"),
    Param("kind", "string", "function, class, ...", ""),
    REPO,
    Param("max_results", "integer", "", 20, low=1, high=200),
    read_only=True,
    reads_index=True,
)
def search_code(
    engine: Engine, call: Call, query: str, kind: str, repo: str, max_results: int
) -> Result:
    """FO-18, ruling 21: words are OR-ed and ranked."""
    engine, kind = engine_for(engine, repo), checked_kind(kind)
    retrieval = find(engine.index, query, "explore", breadth=LIST, near=engine.near)
    matches = [
        ranked.symbol
        for ranked in retrieval.ranking.symbols
        if SEARCH_SIGNALS & {name for name, _ in ranked.parts}
    ]
    ids = [symbol.id for symbol in matches if not kind or symbol.kind == kind]
    ids = ids[:max_results]
    if len(ids) < max_results:
        # Fill up with tests, generated and vendored code.
        words = retrieval.evidence.question.words
        others = reader.search_symbols(engine.index, words, max_results * 3, demoted=True)
        rest = reader.symbols(engine.index, [id for id, _ in others])
        ids += [symbol.id for symbol in rest if not kind or symbol.kind == kind]
    symbols = reader.symbols(engine.index, list(dict.fromkeys(ids))[:max_results])
    if not symbols:
        subject = f"no {kind}" if kind else "nothing"
        return Result(f"{subject} matches {query[:80]!r}", [])
    observation = f"Searched '{query[:120]}' ({len(symbols)} results)"
    return symbols_with_bodies(engine, call.session, symbols, observation)
