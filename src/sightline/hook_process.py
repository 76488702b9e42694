"""One hook event: the assistant's JSON on stdin, its answer on stdout.

Runs on every prompt of a person who waits: it loads little, keeps a deadline, never writes to
stderr, and says nothing rather than fail.
"""

from __future__ import annotations

import json
import os

from sightline.agents import wire
from sightline.agents.host import actual_agent
from sightline.events import handle
from sightline.events.late import keep_event
from sightline.events.log import log_failure
from sightline.hook_reply import Reply
from sightline.model.event import PROMPT, Event


def answer(argv: list[str], raw: bytes, reply: Reply) -> bool:
    """Handle one event; every failure is logged and silent. Whether a part of the program missed."""
    try:
        agent, reply.plain = arguments(argv)
        _answer(agent, raw, reply)
        reply.print_once()
    except Exception as error:
        # The prompt must go through whatever happened; the log says what did.
        try:
            log_failure()
            reply.print_once()
        except Exception:
            pass
        return isinstance(error, NameError | AttributeError | ImportError)
    return False


def arguments(argv: list[str]) -> tuple[str, bool]:
    """The agent's name and whether the bare block is wanted."""
    agent = "claude"
    for position, word in enumerate(argv):
        if word == "--agent" and position + 1 < len(argv):
            agent = argv[position + 1]
        elif word.startswith("--agent="):
            agent = word.partition("=")[2]
    return agent, "--plain" in argv


def _answer(agent: str, raw: bytes, reply: Reply) -> None:
    if not raw.strip():
        return
    try:
        # Bytes that are no text become replacement characters.
        payload = json.loads(raw.decode("utf-8", "replace"))
    except ValueError:
        return
    if not isinstance(payload, dict):
        return
    environ = dict(os.environ)
    agent = actual_agent(agent, payload, environ)
    reply.wire = wire(agent)
    if reply.wire is None:
        return
    reply.event = reply.wire.decode(payload, environ)
    if reply.event.kind == PROMPT:
        _promise(reply, reply.event, environ)
    if reply.event.kind:
        limit = reply.wire.LIMIT
        handle(reply.event, reply, environ=environ, limit=limit, started=reply.started, brief=True)


def _promise(reply: Reply, event: Event, environ: dict[str, str]) -> None:
    """From here on the prompt is kept, in time or by the watchdog (ruling 59)."""
    reply.late_id = os.urandom(8).hex()

    def save() -> None:
        keep_event(event, environ, reply.late_id)

    reply.save = save
