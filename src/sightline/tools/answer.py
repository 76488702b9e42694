"""One call, whole: run the tool, remember that it was asked, add the frame that belongs to it.

The text of a tool and the frame stay apart; surfaces encode them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.memory.tool_notes import frame_for_call, observe, skipped
from sightline.model.memory import Link
from sightline.model.session import SessionKey
from sightline.store import activity
from sightline.store.sqlite.database import Database
from sightline.tools import catalog


class Note(NamedTuple):
    """What is remembered of one call (FO-25)."""

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
    note: Callable[[Note], None] | None = None,
    form: str = "",
) -> list[str]:
    """The tool's text and, for an assistant's session, the frame as a separate last text.

    `note` takes what is to be remembered of the call; without it, it is written before returning.
    `form` decides how the answer is written also for tools that take no `format`.
    """
    result = catalog.run(engine, name, arguments, key)
    texts = [encoded(result, form or str(arguments.get("format") or "text"))]
    if key is not None:
        # An empty result is not remembered.
        if result.observation:
            project, now = engine.project.id, engine.now()
            taken = Note(project, name, result.observation, now, key, result.symbols)
            if note is not None:
                note(taken)
            else:
                keep_notes(engine.memory, [taken])
        frame = _frame(engine, name, arguments, key)
        texts += [frame] if frame else []
    return texts


def keep_notes(memory: Database, notes: Sequence[Note]) -> None:
    """Write notes of calls, all in one; the answer does not depend on it."""
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
    """PC-14 with ruling 34: facts as a block of their own, none twice while they are there."""
    settings = engine.settings
    if skipped(name, settings):
        return ""
    now = engine.now()
    try:
        sent = activity.has_now(engine.activity, key, settings, now=now)
        text, facts = frame_for_call(
            engine.memory, engine.project.id, arguments, settings, now, sent
        )
        activity.disclose(engine.activity, key, [content for _, content in facts], now=now)
    except StoreError:
        return ""
    return text


def encoded(result: catalog.Result, form: str) -> str:
    """The answer in the form that was asked for (ruling 42)."""
    if form == "json":
        return json.dumps(result.value, ensure_ascii=False, indent=1)
    return result.text or "nothing found"
