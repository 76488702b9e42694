"""One call, whole: run the tool, remember that it was asked, add the frame that belongs to it.

The text of a tool and the frame stay apart; surfaces encode them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sightline.errors import StoreError
from sightline.memory.observe import frame_for_call, observe, skipped
from sightline.model.memory import Link
from sightline.store import activity
from sightline.tools import catalog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sightline.engine import Engine
    from sightline.model.session import SessionKey

HOUR_MS = 3_600_000


def answer(
    engine: Engine, name: str, arguments: Mapping[str, Any], key: SessionKey | None
) -> list[str]:
    """The tool's text and, for an assistant's session, the frame as a separate last text."""
    result = catalog.run(engine, name, arguments, key)
    texts = [encoded(result, str(arguments.get("format") or "text"))]
    if key is not None:
        _remember(engine, name, result, key)
        frame = _frame(engine, name, arguments, key)
        texts += [frame] if frame else []
    return texts


def _remember(engine: Engine, name: str, result: catalog.Result, key: SessionKey) -> None:
    """FO-25: keep that this was asked, unless it found nothing."""
    if not result.observation:
        return
    try:
        observe(
            engine.memory,
            engine.project.id,
            name,
            result.observation,
            engine.now(),
            session=key.session,
            agent=key.agent,
            links=[Link(qualified, path) for path, qualified in result.symbols],
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
        sent = activity.still_has(
            engine.activity,
            key,
            now=now,
            lapse_prompts=settings.integer("injection.lapse_prompts"),
            lapse_ms=int(settings.number("injection.lapse_hours") * HOUR_MS),
        )
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
