"""Prompts that could not be written in time: spooled, and tracked by the next event (ruling 59)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sightline.engine import Engine, Lifetime, open_engine
from sightline.errors import StoreError
from sightline.model.event import Event
from sightline.model.session import SessionKey
from sightline.store.locations import spool_folder
from sightline.store.sqlite.database import Database
from sightline.store.sqlite.spool import Spool
from sightline.topics.tracker import Submission, parse_prompt, track
from sightline.workspace.git_files import own_branch
from sightline.workspace.privacy import is_paused

PROMPT = "prompt"
# Draining the spool delays a prompt by this much at most.
DRAIN_MS = 60


def spool_event(event: Event, environ: Mapping[str, str], event_id: str) -> None:
    """Spool the prompt of an event whose handling takes too long; it is tracked once all the same."""
    path = event.cwd or os.getcwd()
    # Waits for no lock: a locked database may be why the event takes too long.
    engine = open_engine(path, Lifetime.HOOK, environ=environ, busy_ms=0)
    try:
        if is_paused(engine.project, engine.home):
            return
        submission = Submission(
            engine.project.id,
            event.prompt,
            engine.now(),
            SessionKey(event.agent, event.session, event.subagent),
            branch=own_branch(engine.project),
            event_id=event_id,
        )
        spool(engine, submission)
    finally:
        engine.close()


def spool(engine: Engine, submission: Submission) -> None:
    """Spool a prompt that cannot be tracked now, redacted, unless it has no text."""
    prompt = parse_prompt(submission.prompt)
    if prompt is None or submission.key is None:
        return
    payload = {
        "project": engine.project.id,
        "root": engine.project.root,
        "key": list(submission.key),
        "prompt": prompt.text,
        "branch": submission.branch,
        "now": submission.now,
    }
    _spool(engine).append(PROMPT, payload, now=submission.now, event_id=submission.event_id)


def drain(engine: Engine, now: int) -> None:
    """Track the spooled prompts, as many as the time allows."""
    # The folder is mostly empty, and listing it is cheaper than opening the spool.
    try:
        if not os.listdir(spool_folder(engine.home)):
            return
    except OSError:
        return
    spooled = _spool(engine)
    if not spooled.waiting():
        return

    def apply(memory: Database, kind: str, payload: dict[str, Any]) -> None:
        if kind != PROMPT:
            return
        submission = Submission(
            str(payload["project"]),
            str(payload["prompt"]),
            int(payload["now"]),
            SessionKey(*payload["key"]),
            branch=str(payload["branch"]),
        )
        track(memory, engine.settings, submission)

    try:
        spooled.drain(engine.memory, apply, now=now, within_ms=DRAIN_MS)
    except StoreError:
        # The prompts stay spooled; the next event tries again.
        return


def _spool(engine: Engine) -> Spool:
    return Spool(spool_folder(engine.home), "memory")
