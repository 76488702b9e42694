"""A reply or a session ended: keep what was said, learn what was used, look after the store."""

from __future__ import annotations

import json
import os

from sightline.errors import StoreError
from sightline.events import usage_learning
from sightline.events.background_refresh import refresh, remember_place
from sightline.events.capture_session import capture_session, capture_turn, turn_of
from sightline.events.dispatch import Moment
from sightline.events.tool_use import inside
from sightline.model import event as kinds
from sightline.model.transcript_step import Step
from sightline.store.sqlite.maintenance import keep_up
from sightline.topics.guide import note_reply

MAX_TAIL = 200_000


def handle(moment: Moment) -> None:
    """Nothing is said here; everything is kept."""
    engine = moment.engine
    is_over = moment.event.kind == kinds.SESSION_END
    usage_learning.close_old(engine, moment.now, over=moment.key if is_over else None)
    if is_over:
        # Backups copy files, which takes a part of the library that no other event needs.
        capture_session(moment)
        keep_up(engine.settings, now=moment.now, home=engine.home)
        return
    reply = moment.event.reply or reply_in_transcript(moment.event.transcript)
    if reply and not moment.event.subagent:
        usage_learning.note_use(moment, text=reply, how="said in a reply")
        try:
            note_reply(
                engine.memory,
                engine.project.id,
                reply,
                engine.settings,
                now=moment.now,
                key=moment.key,
            )
        except StoreError:
            return
        steps = turn_of(moment, reply)
        _note_use(moment, steps)
        capture_turn(moment, steps)
    # Not every assistant says that a session starts.
    moment.later(lambda: remember_place(moment))
    refresh(moment)


def _note_use(moment: Moment, steps: list[Step]) -> None:
    """What was read or named in commands: reading a file is no event of its own."""
    files = inside(moment, tuple([path for step in steps for path in step.files]))
    commands = "\n".join([step.command for step in steps if step.command])
    usage_learning.note_use(moment, files=files, text=commands, how="read or named by a tool")


def reply_in_transcript(path: str) -> str:
    """FG-7, ruling 7: the last words of the assistant, from the tail of JSON lines or an array."""
    if not path:
        return ""
    try:
        with open(path, "rb") as file:
            file.seek(max(0, os.path.getsize(path) - MAX_TAIL))
            tail = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    lines = tail.splitlines()
    if tail.lstrip().startswith("["):
        try:
            return _last_reply(json.loads(tail))
        except ValueError:
            return ""
    entries = []
    for line in lines:
        try:
            entries.append(json.loads(line))
        except ValueError:
            continue  # the first line of a tail is torn, and the last may still be written
    return _last_reply(entries)


def _last_reply(entries: list[object]) -> str:
    for entry in reversed(entries):
        if not isinstance(entry, dict) or entry.get("isSidechain"):
            continue
        message = entry.get("message")
        role = entry.get("role") or entry.get("type")
        if role != "assistant" or not isinstance(message, dict):
            continue
        content = message.get("content")
        if isinstance(content, str):
            return content
        texts = [part.get("text", "") for part in content or [] if isinstance(part, dict)]
        if any(texts):
            return "\n".join(text for text in texts if text)
    return ""
