"""The topics screen as plain values: streams of prompts over time, with the points of change."""

from __future__ import annotations

from typing import Any

from sightline.engine import Engine
from sightline.model.session import ACTIVE, Topic, Turn
from sightline.store import threads, timeline
from sightline.topics.threads.suggestions import merge_candidates, split_candidates

MOST_TOPICS = 500
MOST_PROMPTS = 5_000
PROMPT_CHARS = 160
# Suggestions compare every pair of topics.
MOST_COMPARED = 60
UNDO_DAY_MS = 86_400_000


def topic_streams(engine: Engine) -> dict[str, Any]:
    """Every topic, its prompts in time, and what could be merged, split or undone."""
    memory, project = engine.memory, engine.project.id
    topics = timeline.topics(memory, project, limit=MOST_TOPICS)
    prompts = timeline.prompts(memory, project, limit=MOST_PROMPTS)
    active = [topic for topic in topics if topic.status == ACTIVE][:MOST_COMPARED]
    since = engine.now() - engine.settings.integer("topics.undo_days") * UNDO_DAY_MS
    change = threads.last_change(memory, project, since)
    return {
        "topics": [_topic(topic) for topic in topics],
        "prompts": _prompts(prompts),
        "merges": merge_candidates(memory, project, active),
        "splits": split_candidates(memory, active),
        "undo": change.summary if change else "",
    }


def _topic(topic: Topic) -> dict[str, Any]:
    return {
        "id": topic.id,
        "title": topic.title or " ".join(topic.terms[:4]) or topic.id,
        "status": topic.status,
        "terms": list(topic.terms[:12]),
        "pinned": topic.pinned,
        "lock": topic.lock,
        "merged_into": topic.merged_into,
        "parent": topic.parent,
        "turns": topic.turns,
        "created": topic.created,
        "used": topic.used,
    }


def _prompts(prompts: list[Turn]) -> list[dict[str, Any]]:
    """The prompts in time; `change` marks one whose session, or whose project, left another topic."""
    last_topic: dict[str, str] = {}
    last = ""
    values = []
    for turn in prompts:
        before = last_topic.get(turn.session, last)
        values.append(
            {
                "number": turn.number,
                "topic": turn.topic,
                "at": turn.created,
                "text": turn.text[:PROMPT_CHARS],
                "session": turn.session,
                "change": bool(before and turn.topic and before != turn.topic),
            }
        )
        if turn.topic:
            last = last_topic[turn.session] = turn.topic
    return values
