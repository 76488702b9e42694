"""Counts what an answer saved against reading the same content whole."""

from __future__ import annotations

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.store import activity
from sightline.text.tokens import estimate_tokens
from sightline.tools.catalog import Call

BYTES_PER_TOKEN = 4


def note_saving(
    engine: Engine, call: Call, what: str, whole_bytes: int, text: str, budget: int = 0
) -> None:
    """Keep both costs; only calls of an assistant's session count."""
    if call.session is None:
        return
    try:
        activity.record_saving(
            engine.activity,
            call.session,
            what,
            project=engine.project.id,
            before=whole_bytes // BYTES_PER_TOKEN,
            after=estimate_tokens(text),
            now=engine.now(),
            budget=budget,
        )
    except StoreError:
        return
