"""Notes of tool calls, and the facts that tool answers carry (FO-25, PC-1..PC-14).

Notes are kept 90 days; every call with a result is noted (ruling 17).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain
from sightline.memory.memory_text import content_hash
from sightline.memory.score import DEFAULT_WEIGHTS, FactWeights, Features, Score, fact_score
from sightline.memory.search import Scope, search
from sightline.model.memory import CLOSED, KINDS, LEVELS, SESSION_HISTORY, Link, Memory
from sightline.settings.load import Settings
from sightline.store import memory as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import neutralise, one_line
from sightline.text.synonyms import alternatives
from sightline.text.tokens import bytes_over_four
from sightline.text.words import extract_keywords

# The longest sentence a note keeps, and the most links: a note takes less than a kilobyte.
LONGEST_NOTE, MOST_LINKS = 160, 1
MOST_CANDIDATES = 30
# Kinds of memories that are not facts.
NOT_FACTS = ("auto", "observation", "handoff", "goal")
TOKEN_BUDGET = 300
MAX_FACTS = 10
HOUR_MS = 3_600_000


def observe(
    database: Database,
    project: str,
    tool: str,
    sentence: str,
    now: int,
    *,
    session: str = "",
    agent: str = "",
    links: Sequence[Link] = (),
) -> Memory | None:
    """Keep a note of a tool call; an empty sentence is not kept."""
    if not sentence.strip():
        return None
    memory = draft(
        "auto",
        one_line(sentence, LONGEST_NOTE),
        now=now,
        project=project,
        source=f"auto:{tool}",
        session=session,
        agent=agent,
        fields={"tool": tool},
        links=tuple(links)[:MOST_LINKS],
    )
    return add_plain(database, memory)


def skipped(tool: str, settings: Settings) -> bool:
    """Whether the settings say that answers of this tool carry no facts (PC-12, ruling 52)."""
    for pattern in settings.texts("facts.skip_tools"):
        if tool == pattern or (pattern.endswith("*") and tool.startswith(pattern[:-1])):
            return True
    return not settings.flag("facts.enabled")


def frame_config(settings: Settings) -> FrameConfig:
    """The settings of the frame; all defaults where they contradict each other (ruling 35)."""
    config = FrameConfig(
        token_budget=settings.integer("facts.token_budget"),
        max_facts=settings.integer("facts.max_facts"),
        weights=FactWeights(
            settings.number("facts.recency_weight"),
            settings.number("facts.frequency_weight"),
            settings.number("facts.level_weight"),
            settings.number("facts.keyword_weight"),
            settings.number("facts.decay_half_life_hours"),
        ),
    )
    return FrameConfig() if problem_in(config) else config


class FactFrame(NamedTuple):
    """The facts that one tool answer carries: as text, and the content hash of each."""

    text: str
    hashes: list[str]


def frame_for_call(
    database: Database,
    project: str,
    arguments: Mapping[str, object],
    settings: Settings,
    now: int,
    sent: Collection[str] = (),
) -> FactFrame:
    """The facts for a call with these arguments; those in `sent` are left out."""
    text = " ".join(_strings(arguments))
    config = frame_config(settings)
    words = extract_keywords(text)
    memories = {memory.id: memory for memory in store.of_project_level(database, project)}
    if words:
        # Every call is noted: without a filter by kind the notes would crowd the facts out.
        kinds = tuple(kind for kind in KINDS if kind not in NOT_FACTS)
        scope = Scope(tuple(dict.fromkeys((project, ""))), kinds)
        others = alternatives(text, related=False)
        hits = search(
            database, " ".join(words), now=now, scope=scope, limit=MOST_CANDIDATES, others=others
        )
        for memory in store.of_numbers(database, [hit.number for hit in hits]):
            memories.setdefault(memory.id, memory)
    candidates = [
        memory
        for memory in memories.values()
        if memory.kind not in NOT_FACTS
        and memory.kind in KINDS
        and memory.domain != SESSION_HISTORY
        and memory.status not in CLOSED
        and content_hash(memory) not in sent
    ]
    ranked = project_first(rank_facts(candidates, words, now, config.weights))
    chosen = [fact.memory for fact in fill(ranked, config.token_budget, config.max_facts)]
    return FactFrame(format_frame(chosen), [content_hash(memory) for memory in chosen])


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for name in sorted(value) for text in _strings(value[name])]
    if isinstance(value, list | tuple):
        return [text for item in value for text in _strings(item)]
    return []


class FrameConfig(NamedTuple):
    """PC-10: the settings of the frame in tool results."""

    token_budget: int = TOKEN_BUDGET
    max_facts: int = MAX_FACTS
    weights: FactWeights = DEFAULT_WEIGHTS


class RankedFact(NamedTuple):
    """A fact with its score and its cost in the documented tokens."""

    memory: Memory
    score: Score
    tokens: int


def problem_in(config: FrameConfig) -> str:
    """The documented message for invalid settings; empty when they are valid."""
    weights = config.weights
    parts = (weights.recency, weights.frequency, weights.level, weights.keyword)
    if config.token_budget <= 0:
        return "token_budget must be positive"
    if config.max_facts <= 0:
        return "max_facts must be positive"
    if min(parts) < 0:
        return "weights must be non-negative"
    return "" if sum(parts) > 0 else "at least one weight must be positive"


def substring_ratio(keywords: Sequence[str], memory: Memory) -> float:
    """PC-5: the share of the keywords found anywhere in content, domain and module."""
    if not keywords:
        return 0.0
    text = f"{memory.text} {memory.domain} {memory.module}".lower()
    return sum(1 for keyword in keywords if keyword in text) / len(keywords)


def fact_features(memory: Memory, keywords: Sequence[str], now: int) -> Features:
    """The features of one fact; its age counts from its creation (PC-5)."""
    return Features(
        substring_ratio=substring_ratio(keywords, memory),
        age_hours=(now - memory.created) / HOUR_MS,
        hits=memory.access_count,
        level=memory.level,
        stale=memory.stale,
    )


def rank_facts(
    memories: Iterable[Memory],
    keywords: Sequence[str],
    now: int,
    weights: FactWeights = DEFAULT_WEIGHTS,
) -> list[RankedFact]:
    """PC-4: the facts by score, without archived ones and those that score 0."""
    ranked = []
    for memory in memories:
        if memory.status in CLOSED:
            continue
        score = fact_score(fact_features(memory, keywords, now), weights)
        if score.value > 0:
            ranked.append(RankedFact(memory, score, bytes_over_four(memory.text)))
    ranked.sort(key=lambda fact: (-fact.score.value, fact.memory.id))
    return ranked


def project_first(ranked: Sequence[RankedFact]) -> list[RankedFact]:
    """Ruling 33: facts about the project (L0) come first, then the ranked rest."""
    return sorted(ranked, key=lambda fact: fact.memory.level != 0)


class TokenBudget:
    """PC-9: a budget of tokens; one that is not positive means the default."""

    def __init__(self, most: int) -> None:
        self.most = most if most > 0 else TOKEN_BUDGET
        self.used = 0

    def try_consume(self, tokens: int) -> bool:
        """Spend these tokens if they are left; whether they were."""
        if tokens > self.remaining():
            return False
        self.used += tokens
        return True

    def remaining(self) -> int:
        """The tokens that are left."""
        return self.most - self.used

    def reset(self) -> None:
        """Make the whole budget available again."""
        self.used = 0


def fill(
    ranked: Iterable[RankedFact], token_budget: int = TOKEN_BUDGET, max_facts: int = MAX_FACTS
) -> list[RankedFact]:
    """PC-7: the facts that fit, in the given order; a fact that does not fit is skipped."""
    budget = TokenBudget(token_budget)
    chosen: list[RankedFact] = []
    for fact in ranked:
        if len(chosen) >= max_facts:
            break
        if budget.try_consume(fact.tokens):
            chosen.append(fact)
    return chosen


def fact_line(memory: Memory) -> str:
    """One bullet of the frame."""
    name = LEVELS[memory.level] if 0 <= memory.level < len(LEVELS) else "unknown"
    domain = memory.domain if memory.domain != "general" else ""
    suffix = f" (domain: {neutralise(domain)})" if domain else ""
    return f"• [L{memory.level}/{name}] {neutralise(memory.text)}{suffix}"


def format_frame(memories: Sequence[Memory]) -> str:
    """PC-8: the block appended to a tool's result; empty without facts."""
    if not memories:
        return ""
    lines = "\n".join(map(fact_line, memories))
    return f"\n\n---\n[MEMORY CONTEXT]\n{lines}\n[/MEMORY CONTEXT]"
