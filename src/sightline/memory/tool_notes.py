"""What is noted of a tool call, and the facts its answer carries (FO-25, PC-13, PC-14).

Observations are kept 90 days; every call is one (ruling 17), an empty result is none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sightline.memory.draft import content_hash, draft
from sightline.memory.keeper import add_plain
from sightline.memory.score import FactWeights
from sightline.memory.search import Scope, search
from sightline.memory.tool_facts import (
    FrameConfig,
    fill,
    format_frame,
    problem_in,
    project_first,
    rank_facts,
)
from sightline.model.memory import CLOSED, KINDS, Link, Memory
from sightline.settings.load import Settings
from sightline.store import memory as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.tool_keywords import extract_keywords

SENTENCE = 300
MOST_CANDIDATES = 30
NO_FACTS = ("auto", "observation", "handoff", "goal")


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
    """Note what a tool call looked at; nothing for an empty sentence."""
    if not sentence.strip():
        return None
    memory = draft(
        "auto",
        one_line(sentence, SENTENCE),
        now=now,
        project=project,
        source=f"auto:{tool}",
        session=session,
        agent=agent,
        fields={"tool": tool},
        links=tuple(links)[:50],
    )
    return add_plain(database, memory)


def skipped(tool: str, settings: Settings) -> bool:
    """Whether the answers of this tool carry no facts (PC-12, ruling 52)."""
    for pattern in settings.texts("facts.skip_tools"):
        if tool == pattern or (pattern.endswith("*") and tool.startswith(pattern[:-1])):
            return True
    return not settings.flag("facts.enabled")


def frame_config(settings: Settings) -> FrameConfig:
    """The settings of the frame; the defaults where they make no sense together (ruling 35)."""
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


def frame_for_call(
    database: Database,
    project: str,
    arguments: Mapping[str, object],
    settings: Settings,
    now: int,
    sent: Collection[str] = (),
) -> tuple[str, list[tuple[str, str]]]:
    """The facts for a call as text, and (id, hash) of each; those already sent are left out."""
    text = " ".join(_strings(arguments))
    config = frame_config(settings)
    words = extract_keywords(text)
    memories = {memory.id: memory for memory in store.of_project_level(database, project)}
    if words:
        # Every call is noted: without the kinds the notes would crowd the facts out.
        kinds = tuple(kind for kind in KINDS if kind not in NO_FACTS)
        scope = Scope(tuple(dict.fromkeys((project, ""))), kinds)
        hits = search(database, " ".join(words), now=now, scope=scope, limit=MOST_CANDIDATES)
        for memory in store.of_numbers(database, [hit.number for hit in hits]):
            memories.setdefault(memory.id, memory)
    offered = [
        memory
        for memory in memories.values()
        if memory.kind not in NO_FACTS
        and memory.kind in KINDS
        and memory.status not in CLOSED
        and content_hash(memory) not in sent
    ]
    ranked = project_first(rank_facts(offered, words, now, config.weights))
    chosen = [fact.memory for fact in fill(ranked, config.token_budget, config.max_facts)]
    return format_frame(chosen), [(memory.id, content_hash(memory)) for memory in chosen]


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for name in sorted(value) for text in _strings(value[name])]
    if isinstance(value, list | tuple):
        return [text for one in value for text in _strings(one)]
    return []
