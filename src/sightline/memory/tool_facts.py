"""Facts for tool results, as the fact engine documents them (PC-1..PC-10): score, budget, format.

Pure; whether a tool's result carries a frame, and what was already sent, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sightline.memory.score import DEFAULT_WEIGHTS, FactWeights, Features, Score, fact_score
from sightline.model.memory import CLOSED, LEVELS, Memory
from sightline.text.fence import neutralise
from sightline.text.tokens import bytes_over_four

TOKEN_BUDGET = 300
MAX_FACTS = 10
HOUR_MS = 3_600_000


class FrameConfig(NamedTuple):
    """PC-10: the settings of the frame in tool results."""

    token_budget: int = TOKEN_BUDGET
    max_facts: int = MAX_FACTS
    weights: FactWeights = DEFAULT_WEIGHTS


class RankedFact(NamedTuple):
    """A fact with its score, and what it costs in the documented tokens."""

    memory: Memory
    score: Score
    tokens: int


def problem_in(config: FrameConfig) -> str:
    """What is wrong with these settings, in the documented words; empty when nothing is."""
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
    """PC-4: the facts by score, without archived ones and those that score nothing."""
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
    """Ruling 33: facts about the project (L0) stand first, then the ranked rest."""
    return sorted(ranked, key=lambda fact: fact.memory.level != 0)


class TokenBudget:
    """PC-9: tokens that may be spent; a budget that is not positive means the default."""

    def __init__(self, most: int) -> None:
        self.most = most if most > 0 else TOKEN_BUDGET
        self.used = 0

    def try_consume(self, tokens: int) -> bool:
        """Spend so many tokens if they are left."""
        if tokens > self.remaining():
            return False
        self.used += tokens
        return True

    def remaining(self) -> int:
        """What is left."""
        return self.most - self.used

    def reset(self) -> None:
        """Start anew."""
        self.used = 0


def fill(
    ranked: Iterable[RankedFact], token_budget: int = TOKEN_BUDGET, max_facts: int = MAX_FACTS
) -> list[RankedFact]:
    """PC-7: the facts that fit, in the given order; one that does not fit lets smaller ones by."""
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
    """PC-8: the block that is appended to a tool's result; nothing for no facts."""
    if not memories:
        return ""
    lines = "\n".join(map(fact_line, memories))
    return f"\n\n---\n[MEMORY CONTEXT]\n{lines}\n[/MEMORY CONTEXT]"
