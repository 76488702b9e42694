"""What an agent might do about the topics: merge, split, look back (AS-6), and how full it is.

Reads only; every `command` can be pasted back as it is.
"""

from __future__ import annotations

from typing import Any

from sightline.model.session import ACTIVE, PROMPT, Topic
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.formulas import DAY_MS, HOUR_MS, faded_weight, pressure
from sightline.topics.prompt_reader import clean, read
from sightline.topics.threads.compact import alike, survivor_order
from sightline.topics.threads.thread_search import like_text

MERGE_ABOVE = 0.85
MOST_MERGES = 5
MOST_SPLITS = 3
MOST_HINTS = 3
DRIFT_TURNS = 3
DRIFT_WINDOW = 5
DRIFT_DISTINCT = 3


def suggestions(
    memory: Database, project: str, context: str, current: str, *, now: int
) -> dict[str, Any]:
    """Candidates for merging and splitting, what to recall for a context, and the health."""
    topics = store.topics_of_status(memory, project, ACTIVE)
    merges = merge_candidates(memory, topics)
    full = pressure(faded_weight(t.weight, t.used, now, pinned=t.pinned) for t in topics)
    return {
        "merge_candidates": merges,
        "split_candidates": split_candidates(memory, topics),
        "recall_hints": recall_hints(memory, project, context, current, now=now),
        "health": {
            "active_threads": len(topics),
            "context_pressure": round(full, 2),
            "recommendation": recommendation(full, len(merges)),
        },
    }


def recommendation(full: float, merges: int) -> str:
    """One sentence on what to do next."""
    if full > 0.8:
        return "High pressure - consider aggressive compaction"
    if full > 0.6:
        return "Moderate pressure - consider merging similar threads"
    if merges:
        return f"Found {merges} merge candidates"
    return "Healthy state, no action needed"


def merge_candidates(memory: Database, topics: list[Topic]) -> list[dict[str, Any]]:
    """Pairs more alike than 0.85; the one that may not be absorbed survives."""
    known = {topic.id: topic for topic in topics}
    found = []
    for a, b, near in alike(memory, topics, MERGE_ABOVE):
        first, second = sorted((known[a], known[b]), key=survivor_order)
        if near <= MERGE_ABOVE or second.kept:
            continue
        shared = [term for term in first.terms if term in second.terms]
        reason = "both about " + ", ".join(shared) if shared else "much the same words and files"
        found.append(
            {
                "thread_a": first.id,
                "thread_b": second.id,
                "similarity": round(near, 2),
                "reason": reason,
                "command": command("ai_merge", survivor_id=first.id, absorbed_id=second.id),
            }
        )
    return found[:MOST_MERGES]


def split_candidates(memory: Database, topics: list[Topic]) -> list[dict[str, Any]]:
    """Topics whose last turns went to at least three different things (ruling 24)."""
    found = []
    for topic in topics:
        drift = drift_history(memory, topic.id)
        recent = list(dict.fromkeys(drift[-DRIFT_WINDOW:]))
        if len(drift) <= DRIFT_TURNS or len(recent) < DRIFT_DISTINCT:
            continue
        found.append(
            {
                "thread_id": topic.id,
                "reason": f"drifted from {drift[0]!r} to {recent[-1]!r}",
                "topics_to_split": recent,
                "command": command("ai_split", thread_id=topic.id),
            }
        )
    found.sort(key=lambda candidate: (-len(candidate["topics_to_split"]), candidate["thread_id"]))
    return found[:MOST_SPLITS]


def drift_history(memory: Database, topic: str) -> list[str]:
    """Ruling 24: the words a topic's turns moved to, one entry per change, oldest first."""
    moved: list[str] = []
    for turn in reversed(store.last_turns(memory, topic, 50, PROMPT)):
        for term in turn.terms[:1]:
            if not moved or moved[-1] != term:
                moved.append(term)
    return moved


def recall_hints(
    memory: Database, project: str, context: str, current: str, *, now: int
) -> list[dict[str, Any]]:
    """Earlier topics like the context that nobody asked for yet."""
    text = context or _said_last(memory, current)
    found = []
    for topic, _ in like_text(memory, project, text, most=MOST_HINTS + 1):
        if topic.id == current or topic.recalls:
            continue
        name = " ".join(topic.terms[:3]) or topic.title
        terms = read(clean(name)).terms
        found.append(
            {
                "topic": name,
                "last_mentioned": ago(now - topic.used),
                "thread_count": len(like_text(memory, project, name, most=20)) if terms else 1,
                "command": command("ai_recall", query=name),
            }
        )
    return found[:MOST_HINTS]


def _said_last(memory: Database, topic: str) -> str:
    if not topic:
        return ""
    return " ".join(turn.text for turn in store.last_turns(memory, topic, 3, PROMPT))


def command(tool: str, **arguments: str) -> str:
    """A call of a tool as text."""
    told = ", ".join(f"{name}={_quoted(value)}" for name, value in arguments.items())
    return f"{tool}({told})"


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def ago(ms: int) -> str:
    """How long ago, in coarse words (ruling 45)."""
    for unit, size in (("day", DAY_MS), ("hour", HOUR_MS), ("minute", 60_000)):
        count = ms // size
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
