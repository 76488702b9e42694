"""A recalled thread as data and as text."""

from __future__ import annotations

from typing import Any

from sightline.engine import Engine
from sightline.model.session import Topic, Turn
from sightline.text.fence import one_line
from sightline.topics.threads import suggestions, topic_search
from sightline.topics.tracker import touched

LONGEST_LINE = 100


def thread_value(
    engine: Engine, topic: Topic, likeness: float, turns: list[Turn]
) -> dict[str, Any]:
    """A recalled thread under the keys of `format: "json"`."""
    return {
        "thread_id": topic.id,
        "title": topic.title,
        "status": topic.status,
        "topics": list(topic.terms),
        "similarity": round(likeness, 2),
        "last_active": topic.used,
        "last_mentioned": suggestions.ago(engine.now() - topic.used),
        "prompts": topic.turns,
        "summary": one_line(topic_search.gist(engine.memory, topic.id), LONGEST_LINE),
        "said": [{"id": str(turn.number), "content": turn.text} for turn in turns[:3]],
        "touched": {
            kind: keys for kind, keys in touched(engine.memory, topic.id, 10).items() if keys
        },
    }


def thread_lines(value: dict[str, Any]) -> list[str]:
    """A recalled thread as lines for a model."""
    lines = [
        f"[thread {value['thread_id']}] {value['title']} ({value['status']},"
        f" {value['prompts']} prompts, {value['last_mentioned']})"
    ]
    lines += [f"  said: {one_line(turn['content'], LONGEST_LINE)}" for turn in value["said"]]
    if not value["said"] and value["summary"]:
        lines.append(f"  last: {value['summary']}")
    for kind, keys in value["touched"].items():
        lines.append(f"  {kind}: {one_line(', '.join(keys[:5]), LONGEST_LINE)}")
    return lines
