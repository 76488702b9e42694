"""Hooks over HTTP: the same events as the hook process, without a process."""

from __future__ import annotations

import time
from typing import Any

from sightline.agents import wire
from sightline.agents.host import actual_agent
from sightline.events import handle
from sightline.events.log import log_failure


class _Reply:
    """The answer as it grows; here nobody ends the process when time runs out."""

    def __init__(self) -> None:
        self.text = ""
        self.deadline = 0.0


def answer_hook(agent: str, payload: dict[str, Any], environ: dict[str, str]) -> str:
    """The agent's answer to one event, or nothing; a failure is silent, as in the hook."""
    reply = _Reply()
    adapter = wire(actual_agent(agent, payload, {}))
    if adapter is None:
        return ""
    event = adapter.decode(payload, {})
    if not event.kind:
        return ""
    try:
        handle(event, reply, environ=environ, limit=adapter.LIMIT, started=time.monotonic())
    except Exception:
        # The prompt goes through whatever happened here.
        log_failure()
    return adapter.encode(event, reply.text) if reply.text else ""
