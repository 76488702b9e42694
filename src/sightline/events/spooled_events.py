"""What could not be written in time waits in the spool; the next event takes it in (ruling 59)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sightline.engine import Engine, open_engine
from sightline.errors import StoreError
from sightline.model.event import Event
from sightline.model.session import SessionKey
from sightline.settings.folders import assistant_folder
from sightline.store.locations import spool_folder
from sightline.store.sqlite.database import Database
from sightline.store.sqlite.spool import Spool
from sightline.topics.tracker import say, track
from sightline.workspace.git_files import own_branch
from sightline.workspace.privacy import is_paused

PROMPT = "prompt"
# Taking in what waits may delay a prompt by this much at most.
DRAIN_MS = 60


def spool_of(engine: Engine) -> Spool:
    """Where this user's late events wait."""
    return Spool(spool_folder(engine.home), "memory")


def keep_event(event: Event, environ: Mapping[str, str], event_id: str) -> None:
    """Keep a prompt whose handling takes too long, whatever keeps it; taken in once all the same."""
    said = say(event.prompt)
    if said is None:
        return
    engine = open_engine(
        event.cwd or os.getcwd(),
        started_in=assistant_folder(environ),
        environ=environ,
        busy_ms=0,
        remember=False,
    )
    try:
        if not is_paused(engine.project, engine.home):
            key = SessionKey(event.agent, event.session, event.subagent)
            branch = own_branch(engine.project)
            keep_prompt(engine, key, said.text, branch, engine.now(), event_id=event_id)
    finally:
        engine.close()


def keep_prompt(
    engine: Engine, key: SessionKey, prompt: str, branch: str, now: int, *, event_id: str = ""
) -> None:
    """Keep a prompt whose topic could not be written now; the text is redacted already."""
    payload = {
        "project": engine.project.id,
        "root": engine.project.root,
        "key": list(key),
        "prompt": prompt,
        "branch": branch,
        "now": now,
    }
    spool_of(engine).append(PROMPT, payload, now=now, event_id=event_id, durable=False)


def take_in(engine: Engine, now: int) -> None:
    """Write what waits, as far as it goes quickly."""
    # Mostly nothing does, and the folder tells it for less than the spool.
    try:
        if not os.listdir(spool_folder(engine.home)):
            return
    except OSError:
        return
    spool = spool_of(engine)
    if not spool.waiting():
        return

    def apply(memory: Database, kind: str, payload: dict[str, Any]) -> None:
        if kind != PROMPT:
            return
        track(
            memory,
            str(payload["project"]),
            str(payload["prompt"]),
            engine.settings,
            now=int(payload["now"]),
            key=SessionKey(*payload["key"]),
            branch=str(payload["branch"]),
        )

    try:
        spool.drain(engine.memory, apply, now=now, within_ms=DRAIN_MS)
    except StoreError:
        # It stays where it is; the next event tries again.
        return
