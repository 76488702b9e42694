"""Suggestions to an agent: topics to merge, split or recall (AS-6).

Reads only; every `command` can be pasted back as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.model.session import ACTIVE, PROMPT, Topic
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.prompts.prompt_text import clean
from sightline.topics.scores import DAY_MS, HOUR_MS, faded_weight, pressure
from sightline.topics.threads.compact import by_survival, similar_topics
from sightline.topics.threads.split_groups import proposed_groups
from sightline.topics.threads.split_parts import are_kept_apart, origins_of
from sightline.topics.threads.topic_search import topics_about

MERGE_ABOVE = 0.85
MOST_MERGES = 5
MOST_SPLITS = 3
MOST_HINTS = 3
DRIFT_WINDOW = 5
DRIFT_DISTINCT = 2


def suggestions(
    memory: Database, project: str, context: str, current: str, *, now: int
) -> dict[str, Any]:
    """Topics to merge, to split, to recall for a context, and the health of the whole."""
    topics = store.topics_of_status(memory, project, ACTIVE)
    merges = merge_candidates(memory, project, topics)
    level = pressure(faded_weight(t.weight, t.used, now, pinned=t.pinned) for t in topics)
    return {
        "merge_candidates": merges,
        "split_candidates": split_candidates(memory, topics),
        "recall_hints": recall_hints(memory, project, context, current, now=now),
        "health": {
            "active_threads": len(topics),
            "context_pressure": round(level, 2),
            "recommendation": recommendation(level, len(merges)),
        },
    }


def recommendation(level: float, merges: int) -> str:
    """One sentence on what to do next."""
    if level > 0.8:
        return "High pressure - consider aggressive compaction"
    if level > 0.6:
        return "Moderate pressure - consider merging similar threads"
    if merges:
        return f"Found {merges} merge candidates"
    return "Healthy state, no action needed"


def merge_candidates(memory: Database, project: str, topics: list[Topic]) -> list[dict[str, Any]]:
    """Pairs of topics with a similarity above 0.85; a protected one survives."""
    by_id = {topic.id: topic for topic in topics}
    origins = origins_of(memory, project, topics)
    merges = []
    for pair in similar_topics(memory, topics, MERGE_ABOVE):
        survivor, absorbed = by_survival(by_id[pair.first], by_id[pair.second])
        if pair.similarity <= MERGE_ABOVE or absorbed.is_protected:
            continue
        if are_kept_apart(survivor, absorbed, origins):
            continue
        shared = [term for term in survivor.terms if term in absorbed.terms]
        reason = "both about " + ", ".join(shared) if shared else "mostly the same words and files"
        merges.append(
            {
                "thread_a": survivor.id,
                "thread_b": absorbed.id,
                "similarity": round(pair.similarity, 2),
                "reason": reason,
                "command": command("ai_merge", survivor_id=survivor.id, absorbed_id=absorbed.id),
            }
        )
    return merges[:MOST_MERGES]


def split_candidates(memory: Database, topics: list[Topic]) -> list[dict[str, Any]]:
    """Topics that `ai_split` would split, with what their turns moved to (ruling 24)."""
    splits = []
    for topic in topics:
        drift = drift_history(memory, topic.id)
        recent = list(dict.fromkeys(drift[-DRIFT_WINDOW:]))
        if len(recent) < DRIFT_DISTINCT:
            continue
        if not proposed_groups(memory, topic.title, store.turns(memory, topic.id)):
            continue  # many words, but of one subject
        splits.append(
            {
                "thread_id": topic.id,
                "reason": f"drifted from {drift[0]!r} to {recent[-1]!r}",
                "topics_to_split": recent,
                "command": command("ai_split", thread_id=topic.id),
            }
        )
    splits.sort(key=lambda candidate: (-len(candidate["topics_to_split"]), candidate["thread_id"]))
    return splits[:MOST_SPLITS]


def drift_history(memory: Database, topic: str) -> list[str]:
    """Ruling 24: the subjects of a topic's turns, one entry per change, oldest first."""
    subjects: list[str] = []
    for turn in reversed(store.last_turns(memory, topic, 50, PROMPT)):
        for term in turn.terms[:1]:
            if not subjects or subjects[-1] != term:
                subjects.append(term)
    return subjects


def recall_hints(
    memory: Database, project: str, context: str, current: str, *, now: int
) -> list[dict[str, Any]]:
    """Earlier topics similar to the context that were never recalled."""
    text = context or _last_prompts(memory, current)
    hints = []
    for topic, _ in topics_about(memory, project, text, most=MOST_HINTS + 1):
        if topic.id == current or topic.recalls:
            continue
        name = " ".join(topic.terms[:3]) or topic.title
        terms = extract_features(clean(name)).terms
        hints.append(
            {
                "topic": name,
                "last_mentioned": ago(now - topic.used),
                "thread_count": len(topics_about(memory, project, name, most=20)) if terms else 1,
                "command": command("ai_recall", query=name),
            }
        )
    return hints[:MOST_HINTS]


def _last_prompts(memory: Database, topic: str) -> str:
    if not topic:
        return ""
    return " ".join(turn.text for turn in store.last_turns(memory, topic, 3, PROMPT))


def command(tool: str, **arguments: str | bool | Sequence[str]) -> str:
    """The call of a tool as text."""
    listed = ", ".join(f"{name}={_literal(value)}" for name, value in arguments.items())
    return f"{tool}({listed})"


def _literal(value: str | bool | Sequence[str]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return "[" + ", ".join(map(_literal, value)) + "]"


def ago(ms: int) -> str:
    """How long ago, in coarse words (ruling 45)."""
    for unit, size in (("day", DAY_MS), ("hour", HOUR_MS), ("minute", 60_000)):
        count = ms // size
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
