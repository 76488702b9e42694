"""`sightline edit`, `supersede`, `promote`, `validate`, `retract`, `forget` and `review`."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.memory.remember import (
    SAVED_KINDS,
    add_memory_options,
    add_status_option,
    text_of,
    values_of,
)
from sightline.cli.memory.share import review_shared
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import SightlineError, UsageError
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.model.memory import Memory
from sightline.store import memory as store
from sightline.store.activity import erase_quotes
from sightline.store.locations import memory_path
from sightline.store.sqlite.backup import backups
from sightline.store.sqlite.repair import set_aside
from sightline.text.wording import counted
from sightline.tools import person_actions, sharing
from sightline.tools.memory import outcome_text, outcome_value
from sightline.tools.memory_links import LinkChecker, links_for
from sightline.tools.recall import (
    RecalledMemory,
    full_text,
    memory_block,
    memory_line,
    memory_value,
)


def _edit(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    memory = keeper.find(engine.memory, arguments.id)
    changes = values_of(arguments)
    if arguments.kind:
        changes["kind"] = arguments.kind
    if arguments.symbol:
        changes["links"], unknown = links_for(engine, arguments.symbol)
        if unknown:
            raise UsageError(f"no symbol or file called {', '.join(unknown)}")
    if arguments.text:
        changes["text"] = text_of(arguments.text)
    if not changes:
        text = _edit_in_editor(memory.text)
        changes["text"] = text
        if text.strip() == memory.text.strip():
            terminal.report(arguments, {"updated": False, "memory_id": memory.id}, "unchanged")
            return 0
    memory = keeper.update(engine.memory, memory.id, changes, now=engine.now(), person=True)
    return _report(arguments, engine, memory, f"changed {memory.id}")


def _edit_in_editor(text: str) -> str:
    """The text after the user edited it in their editor."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor or not sys.stdin.isatty():
        raise UsageError("nothing to change", hint="pass --text or another option, or set EDITOR")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "memory.md")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run([*shlex.split(editor), path], check=False)
        with open(path, encoding="utf-8") as file:
            return file.read()


def _supersede(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    old = keeper.find(engine.memory, arguments.id)
    links = old.links
    if arguments.symbol:
        links, _ = links_for(engine, arguments.symbol)
    values = {
        "title": old.title,
        "level": old.level,
        "domain": old.domain,
        "module": old.module,
        "tags": old.tags,
        **values_of(arguments),
    }
    memory = draft(
        arguments.kind or old.kind,
        text_of(arguments.text),
        now=engine.now(),
        project=old.project,
        links=links,
        **values,
    )
    saved = keeper.supersede(engine.memory, old.id, memory, now=engine.now())
    sharing.share_chosen(engine)
    engine.close()
    value = outcome_value(saved) | {"superseded": old.id}
    lines = [outcome_text(saved), f"it supersedes {old.id}"]
    if old.scope and not saved.memory.scope:
        lines.append(f"{old.id} is shared; for the others: sightline share {saved.memory.id}")
    terminal.report(arguments, value, "\n".join(lines))
    return 0


def _promote(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    values = values_of(arguments)
    if arguments.text:
        values["text"] = text_of(arguments.text)
    memory = keeper.promote(
        engine.memory, arguments.id, arguments.kind or "", now=engine.now(), **values
    )
    if memory.id == arguments.id:
        text = f"confirmed {memory.id}"
    else:
        text = f"promoted {arguments.id} to {memory.id}"
    return _report(arguments, engine, memory, text)


def _validate(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    memory = keeper.validate(engine.memory, arguments.id, now=engine.now())
    times = counted(memory.validations, "time")
    text = f"{memory.id} validated {times}: confidence {memory.confidence:.2f}"
    return _report(arguments, engine, memory, text)


def _retract(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    memory = keeper.retract(engine.memory, arguments.id, arguments.why or "", now=engine.now())
    return _report(arguments, engine, memory, f"retracted {memory.id}")


def _forget(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    now = engine.now()
    if arguments.undo:
        memory = keeper.restore(engine.memory, arguments.id, now=now)
        return _report(arguments, engine, memory, f"restored {memory.id}")
    if arguments.erase:
        return _erase(arguments, engine)
    memory = keeper.forget(engine.memory, arguments.id, now=now, person=True)
    undo = f"sightline forget --undo {memory.id}"
    lines = [f"forgot {memory.id}; to restore it within {keeper.UNDO_DAYS} days: {undo}"]
    lines.append(sharing.effect_on_others(engine, memory, is_forgotten=True))
    engine.close()
    text = "\n".join(filter(None, lines))
    terminal.report(arguments, {"deleted": True, "memory_id": memory.id}, text)
    return 0


def _erase(arguments: Namespace, engine: Engine) -> int:
    keeper.erase(engine.memory, arguments.id, now=engine.now())
    quotes = erase_quotes(engine.activity, arguments.id)
    path = memory_path(engine.home)
    copies, replaced_files = len(backups(path)), set_aside(path)
    engine.close()
    lines = [f"erased {arguments.id} and its history permanently"]
    if quotes:
        lines.append(f"also removed from the log: {counted(quotes, 'injection')} that mentioned it")
    if copies:
        lines.append(f"{counted(copies, 'backup')} may still contain it: sightline backup --list")
    lines += [
        f"a file that a restore replaced may still contain it: {file}" for file in replaced_files
    ]
    value = {"erased": True, "memory_id": arguments.id, "injections": quotes, "backups": copies}
    value["set_aside"] = replaced_files
    terminal.report(arguments, value, "\n".join(lines))
    return 0


def _review(arguments: Namespace) -> int:
    if arguments.shared:
        return review_shared(arguments)
    engine = engine_of(arguments)
    waiting = store.to_review(engine.memory, engine.project.id, limit=arguments.limit)
    states = LinkChecker(engine).states
    recalled = [RecalledMemory(memory, states(memory)) for memory in waiting]
    if arguments.json or not sys.stdin.isatty():
        engine.close()
        lines = [memory_line(one) for one in recalled]
        text = "\n".join(lines) or "nothing to review"
        terminal.report(arguments, [memory_value(one) for one in recalled], text)
        return 0
    for number, one in enumerate(recalled, 1):
        print(f"\n{number} of {len(recalled)}\n{full_text(one)}")
        if not _ask_decision(engine, one.memory):
            break
    sharing.share_chosen(engine)
    engine.close()
    print("done" if recalled else "nothing to review")
    return 0


def _ask_decision(engine: Engine, memory: Memory) -> bool:
    """Ask what to do with one memory until an answer is valid; False ends the review."""
    while True:
        try:
            answer = input("[k]eep  [e]dit  [p]romote to a kind  [d]rop  [s]kip  [q]uit > ").strip()
            if answer == "q":
                return False
            if answer in ("s", "") or _apply_decision(engine, memory, answer):
                return True
        except SightlineError as error:
            print(terminal.error_text(error.message, error.hint, sys.stdout), end="")
        except EOFError:
            print()
            return False


def _apply_decision(engine: Engine, memory: Memory, answer: str) -> bool:
    """Apply the answer; False if it is not one of the choices."""
    if answer == "k":
        person_actions.keep_memory(engine, memory.id)
    elif answer == "d":
        person_actions.drop_memory(engine, memory.id)
        print(f"dropped; to restore it: sightline forget --undo {memory.id}")
    elif answer == "e":
        person_actions.edit_memory(engine, memory.id, input("new text > "))
    elif answer.startswith("p"):
        kind = answer.partition(" ")[2].strip() or input(f"{', '.join(SAVED_KINDS)} > ").strip()
        print(f"promoted to {keeper.promote(engine.memory, memory.id, kind, now=engine.now()).id}")
    else:
        return False
    return True


def _report(arguments: Namespace, engine: Engine, memory: Memory, text: str) -> int:
    sharing.share_chosen(engine)
    recalled = RecalledMemory(memory, LinkChecker(engine).states(memory))
    lines = [text, memory_block(recalled), sharing.effect_on_others(engine, memory)]
    engine.close()
    terminal.report(arguments, memory_value(recalled), "\n".join(filter(None, lines)))
    return 0


def _id_argument(parser: ArgumentParser) -> None:
    parser.add_argument("id", help="the memory's id, like dec-1a2b3c4d")


def _edit_arguments(parser: ArgumentParser) -> None:
    _id_argument(parser)
    parser.add_argument("--text", nargs="+", help="the new text; - reads it from standard input")
    add_memory_options(parser)
    add_status_option(parser)


def _supersede_arguments(parser: ArgumentParser) -> None:
    _id_argument(parser)
    parser.add_argument("text", nargs="+", help="the text of the new memory")
    add_memory_options(parser)


def _promote_arguments(parser: ArgumentParser) -> None:
    _id_argument(parser)
    parser.add_argument("--text", nargs="+", help="replace its text")
    add_memory_options(parser)


def _retract_arguments(parser: ArgumentParser) -> None:
    _id_argument(parser)
    parser.add_argument("--why", help="the reason")


def _forget_arguments(parser: ArgumentParser) -> None:
    _id_argument(parser)
    parser.add_argument("--undo", action="store_true", help="restore a forgotten memory")
    parser.add_argument(
        "--erase", action="store_true", help="erase it permanently, with its history"
    )


def _review_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--limit",
        metavar="N",
        type=integer(1),
        default=50,
        help="most memories to review (default: 50)",
    )
    parser.add_argument(
        "--shared",
        action="store_true",
        help="show what this branch adds to, changes in and removes from the shared memories",
    )


COMMANDS = (
    Command("edit", "change a memory; its history keeps the old version",
            'sightline edit dec-1a2b3c4d --text "Expire sessions on read"\nsightline edit dec-1a2b3c4d --level 0',
            _edit_arguments, _edit),
    Command("supersede", "replace an old memory with a new one",
            'sightline supersede dec-1a2b3c4d "Expire sessions with a sweeper" --why "reads became hot"',
            _supersede_arguments, _supersede),
    Command("promote", "turn an observation into a full memory, or confirm a captured one",
            "sightline promote obs-1a2b3c4d --kind decision",
            _promote_arguments, _promote),
    Command("validate", "confirm that a pattern worked again, which raises its confidence",
            "sightline validate pat-123456-1a2b3c4d", _id_argument, _validate),
    Command("retract", "retract a decision, with the reason",
            'sightline retract dec-1a2b3c4d --why "the table is gone"',
            _retract_arguments, _retract),
    Command("forget", "remove a memory; it can be restored for 30 days",
            "sightline forget dec-1a2b3c4d\nsightline forget --undo dec-1a2b3c4d",
            _forget_arguments, _forget),
    Command("review", "walk through what was captured automatically: keep, edit, promote or drop it",
            "sightline review", _review_arguments, _review),
)  # fmt: skip
