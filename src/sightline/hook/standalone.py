"""Handles one hook event in this process, if no server does.

The person waits for it at every prompt: it loads little, meets a deadline, never writes to stderr,
and stays silent rather than fail.
"""

import os
from typing import NamedTuple

from sightline.agents import Wire, wire
from sightline.agents.host import actual_agent
from sightline.events.dispatch import engine_for, handle
from sightline.events.spooled_events import spool_event
from sightline.hook.watchdog import HookReply
from sightline.model.event import PROMPT, Event
from sightline.process.private_files import log_failure
from sightline.text.foreign_json import parse_json


class HookArguments(NamedTuple):
    """The name of the agent, and whether only the topic block is wanted."""

    agent: str
    plain: bool


class DecodedEvent(NamedTuple):
    """An event, and the wire format of its agent."""

    wire: Wire
    event: Event


def answer(argv: list[str], raw: bytes, reply: HookReply) -> None:
    """Handle one event; failures are logged and otherwise silent."""
    try:
        _answer(argv, raw, reply)
        reply.give()
    except Exception:
        # The prompt must go through whatever happened.
        try:
            log_failure()
            reply.give()
        except Exception:
            pass


def spool(argv: list[str], raw: bytes, token: str) -> None:
    """Spool a prompt for the next process, because this one takes too long (ruling 59)."""
    environ = dict(os.environ)
    decoded = decode(parse_arguments(argv).agent, raw, environ)
    if decoded is not None and decoded.event.kind == PROMPT:
        spool_event(decoded.event, environ, token)


def parse_arguments(argv: list[str]) -> HookArguments:
    """The arguments of `sightline hook`."""
    agent = "claude"
    for position, word in enumerate(argv):
        if word == "--agent" and position + 1 < len(argv):
            agent = argv[position + 1]
        elif word.startswith("--agent="):
            agent = word.partition("=")[2]
    return HookArguments(agent, "--plain" in argv)


def decode(agent: str, raw: bytes, environ: dict[str, str]) -> DecodedEvent | None:
    """The event in these bytes; None if they are not an event that we handle."""
    # Bytes that are not UTF-8 become replacement characters.
    payload = parse_json(raw.decode("utf-8", "replace"))
    if not isinstance(payload, dict):
        return None
    wire_format = wire(actual_agent(agent, payload, environ))
    if wire_format is None:
        return None
    event = wire_format.decode(payload, environ)
    return DecodedEvent(wire_format, event) if event.kind else None


def _answer(argv: list[str], raw: bytes, reply: HookReply) -> None:
    arguments = parse_arguments(argv)
    reply.plain = arguments.plain
    environ = dict(os.environ)
    decoded = decode(arguments.agent, raw, environ)
    if decoded is None:
        reply.spool_prompt = None
        return
    wire_format, event = decoded
    if event.kind != PROMPT:
        reply.spool_prompt = None
    reply.encode = lambda text: wire_format.encode(event, text)
    # The engine is not closed: the process exits now, and closing would take time.
    engine = engine_for(event, environ)
    handle(engine, event, reply, limit=wire_format.LIMIT, started=reply.started)
