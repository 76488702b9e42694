"""The injections screen as plain values: a timeline of rows, and one injection in detail."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from sightline.context.frame_text import render
from sightline.engine import Engine
from sightline.model.activity import Injection
from sightline.model.frame import FACTORS, FOCUS, LINE_OF, RETURN, Item, LeftOut
from sightline.model.usage import Shown
from sightline.store import memory as memory_store
from sightline.store import statistics, timeline
from sightline.store.topics import topics_named
from sightline.text.tokens import estimate_tokens

MOST_ROWS = 10_000
PROMPT_CHARS = 240
TITLE_CHARS = 120


def injection_rows(engine: Engine, *, limit: int = MOST_ROWS) -> list[dict[str, Any]]:
    """The last injections of the project, newest first, one row each."""
    return [
        {
            "id": f"{entry.number:04x}",
            "agent": entry.agent,
            "session": entry.session,
            "epoch": entry.epoch,
            "event": entry.event,
            "prompt": entry.prompt[:PROMPT_CHARS],
            "tokens": entry.tokens,
            "budget": entry.budget,
            "items": entry.items,
            "ms": round(entry.ms, 1),
            "at": entry.created,
            "decided": entry.decided,
            "used": entry.used,
        }
        for entry in timeline.entries(engine.activity, engine.project.id, limit=limit)
    ]


def injection_detail(engine: Engine, id: str) -> dict[str, Any]:
    """One injection: what was added with its scores, what was left out and why."""
    injection = statistics.injection(engine.activity, id, project=engine.project.id)
    shown = {(one.kind, one.key): one for one in injection.shown}
    items = list(injection.frame.items)
    titles = titles_in(engine, injection)
    return {
        "id": injection.id,
        "prompt": injection.prompt,
        "text": injection.text,
        "notes": {
            name: titles.get(str(value), str(value)) for name, value in injection.notes.items()
        },
        "replay": render(items) == injection.text,
        "items": [
            _item(injection, items, place, shown) | {"title": item_title(items[place], titles)}
            for place in range(len(items))
        ],
        "left_out": [
            _left_out(item) | {"title": item_title(item, titles)}
            for item in injection.frame.left_out
        ],
        "factors": sorted(FACTORS),
    }


def item_title(item: Item | LeftOut, titles: dict[str, str]) -> str:
    """What people call an item; empty for code, whose key says it."""
    if item.kind == FOCUS:
        return "Topics of this session"
    title = titles.get(item.key.removeprefix(LINE_OF), "")
    return f"Where “{title}” stood" if item.kind == RETURN and title else title


def titles_in(engine: Engine, injection: Injection) -> dict[str, str]:
    """What topics and memories that the injection names by id are called."""
    frame = injection.frame
    keys = {item.key for item in frame.items} | {item.key for item in frame.left_out}
    keys |= {str(note) for note in injection.notes.values()}
    ids = [key.removeprefix(LINE_OF) for key in keys if "/" not in key]
    titles = {}
    for topic in topics_named(engine.memory, engine.project.id, ids):
        titles[topic.id] = topic.title or " ".join(topic.terms[:4])
    for id in ids:
        memory = memory_store.by_id(engine.memory, id) if id not in titles else None
        if memory is not None:
            titles[id] = memory.title or memory.text.split("\n")[0][:TITLE_CHARS]
    return titles


def _item(
    injection: Injection, items: list[Item], place: int, shown: dict[tuple[str, str], Shown]
) -> dict[str, Any]:
    item = items[place]
    record = shown.get((item.kind, item.key))
    rest = render(items[:place] + items[place + 1 :])
    return {
        "kind": item.kind,
        "key": item.key,
        "text": item.text,
        "score": round(item.score, 3),
        "parts": [[name, round(value, 3)] for name, value in item.parts],
        "used": None if record is None or record.used is None else record.used,
        "how": record.how if record else "",
        "tokens": estimate_tokens(item.text),
        # What changes in the sent text without this item.
        "without": line_edits(injection.text, rest),
        "without_tokens": estimate_tokens(rest) if rest else 0,
    }


def _left_out(item: LeftOut) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "key": item.key,
        "score": round(item.score, 3),
        "parts": [[name, round(value, 3)] for name, value in item.parts],
        "reason": item.reason,
    }


def line_edits(before: str, after: str) -> list[list[Any]]:
    """How one text becomes the other: first line, line after the last, and the lines in between."""
    old, new = before.split("\n"), after.split("\n")
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        [first, last, new[start:end]]
        for tag, first, last, start, end in matcher.get_opcodes()
        if tag != "equal"
    ]
