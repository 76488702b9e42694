"""Tools for topics: pins, ratings, suggestions, compaction, merging, splitting and recall.

Their names and answers say thread where the rest of Sightline says topic (ruling 29).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sightline.engine import Engine
from sightline.errors import StoreError, UsageError
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.model.session import LOCKS, Turn
from sightline.store import topics as store
from sightline.store import usage
from sightline.store.threads import mark_recalled
from sightline.text.fence import one_line
from sightline.tools import split_text
from sightline.tools.calling_session import current_topic
from sightline.tools.catalog import Call, Param, Result, tool
from sightline.tools.thread_text import thread_lines, thread_value
from sightline.topics import scores
from sightline.topics.steering import LEAST_RATINGS, LEAST_TOLD
from sightline.topics.threads import (
    changes,
    compact,
    split_groups,
    splitting,
    suggestions,
    topic_search,
)

topic_tool = partial(tool, shows_notes=True)
THREAD = Param("thread_id", "string", "id like t-1a2b3c4d5e, or its title")
LONGEST_TITLE = 50
LONGEST_LINE = 100


@topic_tool(
    "ai_pin",
    "Keep something in view in every later session; it outweighs ordinary conversation.",
    Param("content", "string", "what to keep in view"),
    Param("title", "string", "", ""),
    Param("topics", "strings", "words it is about", ()),
    Param("weight_boost", "number", "0 to 0.5", 0.3),
    Param("current", "boolean", "on the current thread instead of one of its own", False),
    read_only=False,
)
def ai_pin(
    engine: Engine,
    call: Call,
    content: str,
    title: str,
    topics: tuple[str, ...],
    weight_boost: float,
    current: bool,
) -> Result:
    """AS-4, ruling 50: a memory of kind pin on a pinned thread; the answer has both ids."""
    now, project = engine.now(), engine.project.id
    text = content.strip()
    name = title.strip() or one_line(text, LONGEST_TITLE + 3).replace("…", "...")
    boost = min(0.5, max(0.0, weight_boost))
    memory = draft(
        "pin",
        text,
        now=now,
        project=project,
        title=name,
        tags=("pinned", *topics),
        agent=call.session.agent if call.session else "",
        session=call.session.session if call.session else "",
    )
    with engine.memory.transaction():
        outcome = keeper.save(engine.memory, memory, now=now, anyway=True)
        current_id = current_topic(engine, call.session) if current else ""
        if current and not current_id:
            raise UsageError("there is no current thread", hint="call ai_pin without current")
        pin = changes.Pin(outcome.memory.id, outcome.memory.text, name, topics, 1.0 + boost)
        topic = changes.pin(engine.memory, project, pin, current_id, now=now)
    lines = [f"Pinned as {outcome.memory.id} (weight={topic.weight:.2f})", f"thread {topic.id}"]
    if not outcome.new:
        lines.append("the same was pinned before; its weight was updated")
    lines += [
        f"nearly the same: {other.id} {one_line(other.text, LONGEST_LINE)}"
        for other in outcome.similar
    ]
    value = {"memory_id": outcome.memory.id, "thread_id": topic.id, "weight": topic.weight}
    return Result("\n".join(lines), value, memories=(outcome.memory.id,))


@topic_tool(
    "ai_suggestions",
    "Threads worth merging, splitting or recalling, and how full the project is.",
    Param("context", "string", "what you are about to do", ""),
    read_only=True,
)
def ai_suggestions(engine: Engine, call: Call, context: str) -> Result:
    """AS-6: threads to merge, split or recall, and how full the project is."""
    value = suggestions.suggestions(
        *(engine.memory, engine.project.id, context, current_topic(engine, call.session)),
        now=engine.now(),
    )
    health = value["health"]
    lines = [
        f"{health['active_threads']} active threads, pressure {health['context_pressure']:.2f}:"
        f" {health['recommendation']}"
    ]
    lines += [
        f"merge {merge['similarity']:.2f} {merge['reason']}\n  {merge['command']}"
        for merge in value["merge_candidates"]
    ]
    lines += [
        f"split {split['reason']} ({', '.join(split['topics_to_split'])})\n  {split['command']}"
        for split in value["split_candidates"]
    ]
    lines += [
        f"recall {hint['topic']}, {hint['last_mentioned']}\n  {hint['command']}"
        for hint in value["recall_hints"]
    ]
    return Result("\n".join(lines), value)


@topic_tool(
    "ai_rate_context",
    "Rate whether a thread's shown context helped; it is then shown more or less often.",
    THREAD,
    Param("useful", "boolean", ""),
    Param("reason", "string", "", ""),
    read_only=False,
)
def ai_rate_context(engine: Engine, thread_id: str, useful: bool, reason: str) -> Result:
    """AS-7: rate a thread, and with it the items shown for it."""
    topic = changes.find_topic(engine.memory, engine.project.id, thread_id)
    with engine.memory.transaction():
        before = store.ratings(engine.memory, [topic.id]).get(topic.id, [])
        store.add_rating(
            engine.memory, engine.project.id, topic.id, useful, reason, now=engine.now()
        )
    try:
        usage.rate_shown(engine.activity, topic.id, project=engine.project.id, useful=useful)
    except StoreError:
        pass  # the thread is rated, only the shown items are not
    old, new = scores.relevance(before), scores.relevance([*before, useful])
    text = (
        f"{topic.id} rated {'useful' if useful else 'not useful'}: relevance {old:.2f} → {new:.2f}"
    )
    if new < LEAST_TOLD:
        text += "\n" + (
            "It is not told again until it is rated up or says something new."
            if len(before) + 1 >= LEAST_RATINGS
            else "It is told last from now on, and after one more such rating not at all."
        )
    return Result(text, {"thread_id": topic.id, "relevance_score": new, "ratings": len(before) + 1})


@topic_tool(
    "ai_compact",
    "Tidy up the threads: merge similar ones, archive old or excess ones. Reversible.",
    Param("strategy", "string", "", "normal", compact.STRATEGIES),
    Param("dry_run", "boolean", "only say what would happen", False),
    read_only=False,
)
def ai_compact(engine: Engine, strategy: str, dry_run: bool) -> Result:
    """AS-9: merge similar threads and archive old ones."""
    chosen = compact.strategy_of(strategy, engine.settings)
    now, project = engine.now(), engine.project.id
    value = compact.compact(
        engine.memory, project, chosen, engine.settings, now=now, dry_run=dry_run
    )
    before, after = value["before"]["active_threads"], value["after"]["active_threads"]
    would = "would leave" if dry_run else "left"
    lines = [f"{strategy} compaction {would} {after} of {before} active threads"]
    lines += [_action_line(action) for action in value["actions"]]
    return Result("\n".join(lines), value)


def _action_line(action: dict[str, Any]) -> str:
    if action["action"] == "merge":
        near = action["similarity"]
        return f"merge {action['absorbed']} into {action['survivor']} ({near:.2f} alike)"
    if action["action"] == "archive":
        days = f", {action['days_inactive']} days unused" if "days_inactive" in action else ""
        return f"archive {action['thread_id']} ({action['reason']}{days})"
    if action["action"] == "decay":
        return f"weights of {action['count']} threads x {action['factor']:g}"
    return f"unlock {action['count']} threads"


@topic_tool(
    "ai_merge",
    "Merge one thread into another with all its turns. Reversible.",
    Param("survivor_id", "string", "the thread that stays"),
    Param("absorbed_id", "string", "the thread that goes into it"),
    read_only=False,
)
def ai_merge(engine: Engine, survivor_id: str, absorbed_id: str) -> Result:
    """Rulings 27, 30: merge one thread into another."""
    memory, project = engine.memory, engine.project.id
    with memory.transaction():
        step = changes.merge(memory, project, survivor_id, absorbed_id, engine.settings)
        survivor, absorbed = step["ids"]
        summary = f"merge of {absorbed} into {survivor}"
        changes.record_change(memory, project, changes.MERGE, summary, [step], now=engine.now())
    topic = changes.find_topic(memory, project, survivor)
    merged = f"{absorbed} merged into {survivor} ({topic.title})"
    value = {"survivor": survivor, "absorbed": absorbed, "turns": topic.turns}
    return Result(f"{merged}: {topic.turns} prompts; sightline undo", value)


@topic_tool(
    "ai_split",
    "Split a thread: first without groups to get a proposal, then with confirm. Reversible.",
    THREAD,
    Param("confirm", "boolean", "do it; else only propose", False),
    Param(
        "message_groups",
        "strings",
        "turn ids of each new thread, e.g. ['12,13', '17'] or '12,13;17'; the rest stays",
        (),
        separator=";",
    ),
    Param("titles", "strings", "of the new threads, in order", ()),
    Param("lock", "string", "until when they may not be merged", "compaction", LOCKS),
    read_only=False,
)
def ai_split(
    engine: Engine,
    thread_id: str,
    confirm: bool,
    message_groups: tuple[str, ...],
    titles: tuple[str, ...],
    lock: str,
) -> Result:
    """Ruling 30: propose groups, then split; without groups the proposed ones are split off."""
    memory, project = engine.memory, engine.project.id
    topic = changes.find_topic(memory, project, thread_id)
    turns = store.turns(memory, topic.id)
    groups = split_text.named_groups(message_groups, titles)
    if not groups:
        proposed = split_groups.proposed_groups(memory, topic.title, turns)
        groups = proposed[1:]  # the first one stays
    if not groups and not confirm:
        return split_text.proposal(topic, turns, [])
    if not groups:
        raise UsageError(f"{topic.id} has only one subject", hint="name message_groups to split it")
    if not confirm:
        division = splitting.divide(topic, turns, groups)
        command = split_text.confirmation(topic, division, groups, lock)
        return split_text.proposal(topic, turns, [division.stays, *division.leaves], command)
    with memory.transaction():
        step, children = splitting.split(
            *(memory, project, topic.id, groups, lock, engine.settings), now=engine.now()
        )
        summary = f"split of {topic.id} into {len(children) + 1}"
        changes.record_change(memory, project, changes.SPLIT, summary, [step], now=engine.now())
    stays = changes.find_topic(memory, project, topic.id)
    lines = [f"{topic.id} split; {len(children)} new threads, locked until {lock}; sightline undo"]
    lines += [f"  {child.id} {child.title} ({child.turns} prompts)" for child in children]
    lines.append(f"  stays: {stays.id} {stays.title} ({stays.turns} prompts)")
    return Result("\n".join(lines), {"thread_id": topic.id, "children": [c.id for c in children]})


@topic_tool(
    "ai_unlock",
    "Let a split thread be merged and archived again.",
    THREAD,
    read_only=False,
)
def ai_unlock(engine: Engine, thread_id: str) -> Result:
    """Let a thread that a split locked be merged and archived again."""
    topic = changes.find_topic(engine.memory, engine.project.id, thread_id)
    released = changes.unlock(engine.memory, engine.project.id, topic.id)
    state = "released" if released else "was not locked"
    return Result(f"{topic.id} {state}", {"unlocked": released})


@topic_tool(
    "ai_recall",
    "Find earlier conversation threads by what was said, archived ones included; for decisions and "
    "facts, use recall.",
    Param("query", "string", "what to look for"),
    Param("limit", "integer", "", 5, low=1, high=20),
    read_only=True,
)
def ai_recall(engine: Engine, query: str, limit: int) -> Result:
    """Rulings 6, 30: threads with similar words, and their turns that match."""
    memory, project = engine.memory, engine.project.id
    text = query.strip()
    if not text:
        raise UsageError("query must not be empty", hint="words, a title or a file")
    near = {
        topic.id: (topic, likeness)
        for topic, likeness in topic_search.topics_about(memory, project, text, most=limit)
    }
    matching_turns: dict[str, list[Turn]] = {}
    for turn in topic_search.turns_about(memory, project, text, most=limit * 4):
        matching_turns.setdefault(turn.topic, []).append(turn)
    for topic in store.topics_named(memory, project, matching_turns):
        if topic.id not in near and len(near) < limit:
            near[topic.id] = (topic, 0.0)
    threads = []
    for topic, likeness in near.values():
        mark_recalled(memory, topic.id)
        threads.append(thread_value(engine, topic, likeness, matching_turns.get(topic.id, [])))
    lines = [f"# Memory Recall: {one_line(text, LONGEST_LINE)}"]
    for thread in threads:
        lines += thread_lines(thread)
    return Result("\n".join(lines) if threads else "", {"query": text, "threads": threads})


def _required(topic: str) -> str:
    """The topic or query without white space; raises if it is empty."""
    if not topic.strip():
        raise UsageError("topic must not be empty", hint="a word, a title or a thread id")
    return topic.strip()
