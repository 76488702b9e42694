"""Tools that put subjects and topics in focus: they are told first until unfocused."""

from __future__ import annotations

from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.model.session import ARCHIVED, Focus, Topic
from sightline.store import topics as store
from sightline.text.fence import one_line
from sightline.tools.catalog import Param, Result, tool
from sightline.topics import steering
from sightline.topics.state import limits_of, load_state
from sightline.topics.threads.changes import find_topic

LONGEST_SUBJECT = 200
TITLE_CHARACTERS = 100


@tool(
    "ai_focus",
    "Show more of a subject until unfocused: a word, a title or a thread id.",
    Param("topic", "string", "what to focus on"),
    Param("weight", "number", "0 to 1", 0.8, low=0, high=1),
    read_only=False,
    shows_notes=True,
)
def ai_focus(engine: Engine, topic: str, weight: float) -> Result:
    """AS-1: focusing the same topic again replaces its weight."""
    memory, project, now = engine.memory, engine.project.id, engine.now()
    subject = _subject(topic)
    wanted = subject.lower()
    # An unknown id is an error; that of a merged thread means the one it went into.
    if steering.names_topic(subject) and store.topic(memory, project, wanted) is None:
        find_topic(memory, project, wanted)
    with memory.transaction():
        # Two in one millisecond have an order, too: the newest is told first.
        last = max((focus.set_at for focus in store.focuses(memory, project)), default=0)
        store.set_focus(memory, project, Focus(subject, weight, max(now, last + 1)))
    state = load_state(memory, project, limits_of(engine.settings))
    found = steering.topics_of_focus(memory, project, subject, state.topics.values())
    shown = [topic for topic in found if weight > 0]
    lines = [
        f'Focus set on "{subject}" (weight={weight:g}). {len(shown)} threads will be prioritized.'
    ]
    useless = steering.muted_topics(memory, [topic.id for topic in shown])
    lines += [_focus_line(topic, topic.id in useless) for topic in shown]
    if not found:
        lines.append("No thread is about it yet; the first one that is will be prioritized.")
    if len(state.focused) > steering.MOST_FOCUSED:
        told = " and ".join(one.topic.id for one in state.focused[: steering.MOST_FOCUSED])
        lines.append(f"{len(state.focused)} threads are in focus; told in full: {told}.")
    value = {
        "topic": subject,
        "weight": weight,
        "affected": len(shown),
        "threads": [{"thread_id": topic.id, "title": topic.title} for topic in shown],
    }
    return Result("\n".join(lines), value)


def _focus_line(topic: Topic, useless: bool) -> str:
    notes = ["archived"] if topic.status == ARCHIVED else []
    notes += ["rated not useful before; the focus shows it again"] if useless else []
    note = f" ({'; '.join(notes)})" if notes else ""
    return f"  {topic.id} {one_line(topic.title, TITLE_CHARACTERS)}{note}"


@tool(
    "ai_unfocus",
    "End a focus, or all of them.",
    Param("topic", "string", "which; all when left out", ""),
    read_only=False,
    shows_notes=True,
)
def ai_unfocus(engine: Engine, topic: str) -> Result:
    """AS-2: end one focus, or all."""
    subject = _subject(topic) if topic.strip() else ""
    removed = store.remove_focus(engine.memory, engine.project.id, subject)
    if not subject:
        text = "All focus cleared. Returning to similarity-based injection."
    elif removed:
        text = f'Focus on "{subject}" cleared.'
    else:
        text = f"No focus on '{subject}' found"
    return Result(text, {"removed": removed})


def _subject(topic: str) -> str:
    """What a focus is on, as one line; raises if it is empty or long."""
    subject = " ".join(topic.split())
    if not subject:
        raise UsageError("topic must not be empty", hint="a word, a title or a thread id")
    if len(subject) > LONGEST_SUBJECT:
        raise UsageError(
            f"topic has {len(subject)} characters, at most {LONGEST_SUBJECT} are possible",
            hint="a word, a title or a thread id",
        )
    return subject
