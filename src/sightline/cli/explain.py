"""`sightline log` and `why`: what was injected into prompts, and how each item was scored."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.context.frame_text import render
from sightline.errors import SightlineError, UnknownName
from sightline.model.activity import Injection
from sightline.model.frame import CODE, FACTORS, Item, LeftOut
from sightline.model.indexed import name_parts
from sightline.store import statistics
from sightline.text.fence import one_line
from sightline.text.wording import ago

# How many parts of an estimate are shown.
MOST_PARTS = 6
NOTHING_YET = "nothing has been injected in this project yet"


def _log(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    now = engine.now()
    injections = statistics.injections(
        engine.activity,
        project="" if arguments.all else engine.project.id,
        session=arguments.session or "",
        limit=arguments.limit,
    )
    engine.close()
    lines = [_log_line(injection, now) for injection in injections]
    text = "\n".join(lines) or NOTHING_YET
    terminal.report(arguments, [_value(injection) for injection in injections], text)
    return 0


def _why(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    try:
        injection = statistics.injection(
            engine.activity, arguments.id or "", project=engine.project.id
        )
    except UnknownName:
        if arguments.id:
            raise
        raise SightlineError(NOTHING_YET, hint="see: sightline doctor") from None
    finally:
        engine.close()
    is_same = render(list(injection.frame.items)) == injection.text
    if arguments.text:
        print(injection.text)
        return 0
    frame = injection.frame
    value = _value(injection) | {
        "text": injection.text,
        "shown": [_item_value(item) for item in frame.items],
        "left_out": [_item_value(item) | {"reason": item.reason} for item in frame.left_out],
        "notes": injection.notes,
        "replay": "identical" if is_same else "different",
    }
    terminal.report(arguments, value, explanation(injection, is_same))
    return 0 if is_same else 1


def explanation(injection: Injection, is_same: bool) -> str:
    """One injection as text: its cost, each item with its score, what was left out and why."""
    head = f"injection {injection.id} · {injection.event} · {injection.ms:.0f} ms"
    lines = [f"{head} · {injection.tokens:,} tokens of {injection.budget:,}"]
    prompt = f'"{one_line(injection.prompt, 100)}"' if injection.prompt else "none"
    lines.append(f"prompt   {prompt}")
    for name, value in sorted(injection.notes.items()):
        lines.append(f"{name:<8} {value}")
    shown_items = {(shown.kind, shown.key): shown for shown in injection.shown}
    for number, item in enumerate(injection.frame.items):
        shown = shown_items.get((item.kind, item.key))
        use = f"   used: {shown.how}" if shown and shown.used else ""
        label = "shown" if number == 0 else ""
        key = short_key(item.key)
        lines.append(f"{label:<8} {key:<50} {_formula(item)}{use}")
    for number, out in enumerate(injection.frame.left_out):
        label = "left out" if number == 0 else ""
        score = _formula(out) if out.kind == CODE else f"{out.score:.2f}"
        lines.append(f"{label:<8} {short_key(out.key):<50} {score}  {out.reason}")
    replay = "identical, byte for byte" if is_same else "DIFFERENT from what was sent"
    lines.append(f"replay   {replay}")
    return "\n".join(lines)


def _formula(item: Item | LeftOut) -> str:
    """The score of an item with its parts; for code, what speaks for and against opening it."""
    if item.kind != CODE or not item.parts:
        return _score_formula(item.score, item.parts)
    strongest = sorted(item.parts, key=lambda part: -abs(part[1]))[:MOST_PARTS]
    parts = " ".join(f"{name} {value:+.2f}" for name, value in strongest)
    return f"{item.score:.0%} to be opened: {parts}"


def _score_formula(score: float, parts: tuple[tuple[str, float], ...]) -> str:
    """A score and the formula of its parts, each added or multiplied in order."""
    formula, is_sum = "", False
    for name, value in parts:
        part = f"{name} {value:.2f}"
        if not formula:
            formula = part
        elif name in FACTORS:
            formula, is_sum = f"({formula}) x {part}" if is_sum else f"{formula} x {part}", False
        else:
            formula, is_sum = f"{formula} + {part}", True
    return f"{score:.2f} = {formula}" if formula else f"{score:.2f}"


def short_key(key: str) -> str:
    """An item's key shortened for people: a symbol as its file and its own name."""
    path, separator, qualified = key.partition("::")
    if not separator or ("/" not in path and "." not in path):
        return key
    *_, owner, name = ["", *name_parts(qualified)]
    return f"{path}::{owner}.{name}" if owner[:1].isupper() else f"{path}::{name}"


def _item_value(item: Any) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "key": item.key,
        "score": item.score,
        "parts": dict(item.parts),
    }


def _log_line(injection: Injection, now: int) -> str:
    items = f"{injection.items:>2} item{' ' if injection.items == 1 else 's'}"
    return (
        f"{injection.id}  {ago(injection.created, now):<14} {injection.session.agent:<9} "
        f"{injection.event:<18} {items} {injection.tokens:>5} tokens {injection.ms:>5.0f} ms  "
        f"{one_line(injection.prompt, 60)}"
    )


def _value(injection: Injection) -> dict[str, Any]:
    return {
        "id": injection.id,
        "agent": injection.session.agent,
        "session": injection.session.session,
        "epoch": injection.session.epoch,
        "event": injection.event,
        "prompt": injection.prompt,
        "items": injection.items,
        "tokens": injection.tokens,
        "budget": injection.budget,
        "ms": injection.ms,
        "created": injection.created,
    }


def _log_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--limit", type=integer(1), default=20, metavar="N", help="most entries to list (20)"
    )
    parser.add_argument("--session", metavar="ID", help="only this assistant session")
    parser.add_argument("--all", action="store_true", help="all projects")


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
        summary="explain one injection: its scores, its budget, and what was left out",
        example="sightline why\nsightline why 3f2a --text",
        arguments=_why_arguments,
        run=_why,
    ),
)
