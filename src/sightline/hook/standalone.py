"""Handles one hook event in this process, where no server does.

Runs on every prompt of a person who waits: it loads little, keeps a deadline, never writes to
stderr, and says nothing rather than fail.
"""

from __future__ import annotations

import json
import os

from sightline.agents import Wire, wire
from sightline.agents.host import actual_agent
from sightline.events.dispatch import engine_for, handle
from sightline.events.spooled_events import spool_event
from sightline.hook.watchdog import HookReply
from sightline.model.event import PROMPT, Event
from sightline.process.private_files import log_failure


def answer(argv: list[str], raw: bytes, reply: HookReply) -> None:
    """Handle one event; every failure is logged and silent."""
    try:
        _answer(argv, raw, reply)
        reply.give()
    except Exception:
        # The prompt must go through whatever happened; the log says what did.
        try:
            log_failure()
            reply.give()
        except Exception:
            pass


def keep(argv: list[str], raw: bytes, token: str) -> None:
    """Spool a prompt for the next process, whatever keeps this one (ruling 59)."""
    environ = dict(os.environ)
    decoded = decode(arguments(argv)[0], raw, environ)
    if decoded is not None and decoded[1].kind == PROMPT:
        spool_event(decoded[1], environ, token)


def arguments(argv: list[str]) -> tuple[str, bool]:
    """The agent's name and whether the bare block is wanted."""
    agent = "claude"
    for position, word in enumerate(argv):
        if word == "--agent" and position + 1 < len(argv):
            agent = argv[position + 1]
        elif word.startswith("--agent="):
            agent = word.partition("=")[2]
    return agent, "--plain" in argv


def decode(agent: str, raw: bytes, environ: dict[str, str]) -> tuple[Wire, Event] | None:
    """The event in these bytes and the wire format it came in; None for anything else."""
    try:
        # Bytes that are not UTF-8 become replacement characters.
        payload = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(payload, dict):
        return None
    spoken = wire(actual_agent(agent, payload, environ))
    return None if spoken is None else (spoken, spoken.decode(payload, environ))


def _answer(argv: list[str], raw: bytes, reply: HookReply) -> None:
    agent, reply.plain = arguments(argv)
    environ = dict(os.environ)
    decoded = decode(agent, raw, environ)
    if decoded is None or not decoded[1].kind:
        reply.keep_prompt = None
        return
    spoken, event = decoded
    reply.encode = lambda text: spoken.encode(event, text)
    # The engine is never closed: the process ends, and closing takes longer than that.
    engine = engine_for(event, environ)
    handle(engine, event, reply, limit=spoken.LIMIT, started=reply.started)
