"""`sightline log` and `why`: what was injected, with every part of every score."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.context.compose import render
from sightline.errors import SightlineError, UnknownName
from sightline.model.activity import Injection
from sightline.model.frame import FACTORS
from sightline.model.indexed import name_parts
from sightline.store import statistics
from sightline.text.ages import ago
from sightline.text.fence import one_line

NOTHING_YET = "nothing was injected here yet"


def _log(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    now = engine.now()
    found = statistics.injections(
        engine.activity,
        project="" if arguments.all else engine.project.id,
        session=arguments.session or "",
        limit=arguments.limit,
    )
    engine.close()
    rows = [_row(one) for one in found]
    lines = [
        f"{one.id}  {ago(one.created, now):<14} {one.session.agent:<9} {one.event:<18} "
        f"{one.items:>2} item{' ' if one.items == 1 else 's'} {one.tokens:>5} tokens "
        f"{one.ms:>5.0f} ms  {one_line(one.prompt, 60)}"
        for one in found
    ]
    text = "\n".join(lines) or NOTHING_YET
    terminal.report(arguments, rows, text)
    return 0


def _why(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    try:
        found = statistics.injection(engine.activity, arguments.id or "", project=engine.project.id)
    except UnknownName:
        if arguments.id:
            raise
        raise SightlineError(NOTHING_YET, hint="see: sightline doctor") from None
    finally:
        engine.close()
    same = render(list(found.frame.items)) == found.text
    if arguments.text:
        print(found.text)
        return 0
    value = _row(found) | {
        "text": found.text,
        "shown": [_item(item) for item in found.frame.items],
        "left_out": [_item(item) | {"reason": item.reason} for item in found.frame.left_out],
        "notes": found.notes,
        "replay": "identical" if same else "different",
    }
    terminal.report(arguments, value, explained(found, same))
    return 0 if same else 1


def explained(found: Injection, same: bool) -> str:
    """The parts of one injection as lines for people."""
    head = f"injection {found.id} · {found.event} · {found.ms:.0f} ms"
    lines = [f"{head} · {found.tokens:,} tokens of {found.budget:,}"]
    lines.append(f'prompt   "{one_line(found.prompt, 100)}"' if found.prompt else "prompt   none")
    for name, value in sorted(found.notes.items()):
        lines.append(f"{name:<8} {value}")
    used = {(shown.kind, shown.key): shown for shown in found.shown}
    for number, item in enumerate(found.frame.items):
        shown = used.get((item.kind, item.key))
        after = f"   used: {shown.how}" if shown and shown.used else ""
        label = "shown" if number == 0 else ""
        key = short_key(item.key)
        lines.append(f"{label:<8} {key:<50} {_sum(item.score, item.parts)}{after}")
    for number, out in enumerate(found.frame.left_out):
        label = "left out" if number == 0 else ""
        lines.append(f"{label:<8} {short_key(out.key):<50} {out.score:.2f}  {out.reason}")
    lines.append(
        "replay   " + ("identical, byte for byte" if same else "DIFFERENT from what was sent")
    )
    return "\n".join(lines)


def _sum(score: float, parts: tuple[tuple[str, float], ...]) -> str:
    """A score with its parts, put together as they were: each added or multiplied in its turn."""
    said, is_sum = "", False
    for name, value in parts:
        part = f"{name} {value:.2f}"
        if not said:
            said = part
        elif name in FACTORS:
            said, is_sum = f"({said}) x {part}" if is_sum else f"{said} x {part}", False
        else:
            said, is_sum = f"{said} + {part}", True
    return f"{score:.2f} = {said}" if said else f"{score:.2f}"


def short_key(key: str) -> str:
    """The key of an item as people read it: a symbol by its file and its own name."""
    path, separator, qualified = key.partition("::")
    if not separator or ("/" not in path and "." not in path):
        return key
    *_, owner, name = ["", *name_parts(qualified)]
    return f"{path}::{owner}.{name}" if owner[:1].isupper() else f"{path}::{name}"


def _item(item: Any) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "key": item.key,
        "score": item.score,
        "parts": dict(item.parts),
    }


def _row(one: Injection) -> dict[str, Any]:
    return {
        "id": one.id,
        "agent": one.session.agent,
        "session": one.session.session,
        "epoch": one.session.epoch,
        "event": one.event,
        "prompt": one.prompt,
        "items": one.items,
        "tokens": one.tokens,
        "budget": one.budget,
        "ms": one.ms,
        "created": one.created,
    }


def _log_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", type=integer(1), default=20, metavar="N", help="how many (20)")
    parser.add_argument("--session", metavar="ID", help="of this assistant session only")
    parser.add_argument("--all", action="store_true", help="of all projects")


def _why_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", help="an id from sightline log (default: the last one)")
    parser.add_argument("--text", action="store_true", help="print exactly what was sent")


COMMANDS = (
    Command(
        name="log",
        summary="list what was injected, newest first",
        example="sightline log\nsightline log --limit 100 --json",
        arguments=_log_arguments,
        run=_log,
    ),
    Command(
        name="why",
        summary="explain one injection: its parts, its budget, what was left out",
        example="sightline why\nsightline why 3f2a --text",
        arguments=_why_arguments,
        run=_why,
    ),
)
