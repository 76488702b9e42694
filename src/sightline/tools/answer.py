"""Answers one tool call: runs the tool, keeps a note of the call and adds the frame of facts.

The tool's text and the frame stay separate texts; surfaces encode them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.memory.tool_calls import frame_for_call, observe, skipped
from sightline.model.memory import Link
from sightline.model.session import SessionKey
from sightline.store import activity
from sightline.store.sqlite.database import Database
from sightline.text.fence import neutralise
from sightline.tools import catalog


class Note(NamedTuple):
    """The note that is kept of one call (FO-25)."""

    project: str
    tool: str
    sentence: str
    at: int
    key: SessionKey
    symbols: tuple[tuple[str, str], ...]


def answer(
    engine: Engine,
    name: str,
    arguments: Mapping[str, Any],
    key: SessionKey | None,
    write_note: Callable[[Note], None] | None = None,
    format: str = "",
) -> list[str]:
    """The tool's text and, for an assistant's session, the frame as a separate last text.

    `write_note` is given the note of the call; by default it is written before returning.
    `format` sets the format of the answer, also for tools that have no such parameter.
    """
    result = catalog.run(engine, name, arguments, key)
    text = encoded(result, format or str(arguments.get("format") or "text"))
    # Quoted source, memories and messages must not pose as a message of the assistant's program.
    texts = [neutralise(text)]
    if key is not None:
        # An empty result is not noted.
        if result.observation:
            project, now = engine.project.id, engine.now()
            note = Note(project, name, result.observation, now, key, result.symbols)
            if write_note is not None:
                write_note(note)
            else:
                keep_notes(engine.memory, [note])
        frame = _frame(engine, name, arguments, key)
        texts += [frame] if frame else []
    return texts


def keep_notes(memory: Database, notes: Sequence[Note]) -> None:
    """Write notes of calls in one transaction; a failure is ignored, answers do not depend on it."""
    try:
        with memory.transaction():
            for note in notes:
                observe(
                    memory,
                    note.project,
                    note.tool,
                    note.sentence,
                    note.at,
                    session=note.key.session,
                    agent=note.key.agent,
                    links=[Link(qualified, path) for path, qualified in note.symbols],
                )
    except StoreError:
        return


def _frame(engine: Engine, name: str, arguments: Mapping[str, Any], key: SessionKey) -> str:
    """PC-14 with ruling 34: the facts for this call, without those the assistant still has."""
    settings = engine.settings
    if skipped(name, settings):
        return ""
    now = engine.now()
    try:
        sent = activity.has_now(engine.activity, key, settings, now=now)
        frame = frame_for_call(engine.memory, engine.project.id, arguments, settings, now, sent)
        activity.disclose(engine.activity, key, frame.hashes, now=now)
    except StoreError:
        return ""
    return frame.text


def encoded(result: catalog.Result, format: str) -> str:
    """The result as text or JSON (ruling 42)."""
    if format == "json":
        return json.dumps(result.value, ensure_ascii=False, indent=1)
    return result.text or "nothing found"
