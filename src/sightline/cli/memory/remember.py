"""`sightline remember`, `recall` and `show`: save memories and find them again."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.argument_types import integer, seconds, timestamp
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.errors import UsageError
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.offer import STANDING
from sightline.model.memory import KINDS, ON_EXPIRE
from sightline.store import memory as store
from sightline.tools import sharing
from sightline.tools.memory import kept_to_branch, outcome_text, outcome_value
from sightline.tools.memory_links import index_view, links_for
from sightline.tools.recall import (
    SCOPES,
    MemoryQuery,
    full_text,
    memory_block,
    memory_line,
    memory_value,
    recall,
    recall_sessions,
    with_link_states,
)

SAVED_KINDS = tuple(name for name in KINDS if name != "auto")


def text_of(words: list[str]) -> str:
    """The words of the command line as one text; `-` reads it from standard input."""
    return sys.stdin.read() if words == ["-"] else " ".join(words)


def fields_of(arguments: Namespace) -> dict[str, object]:
    """The fields given as name=value; repeating a name makes a list."""
    fields: dict[str, object] = {}
    for pair in arguments.field or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"--field {pair!r} has no value", hint="example: --field name=value")
        if name in fields:
            before = fields[name]
            fields[name] = [*before, value] if isinstance(before, list) else [before, value]
        else:
            fields[name] = value
    if getattr(arguments, "why", None):
        fields["rationale"] = arguments.why
    return fields


def add_memory_options(parser: ArgumentParser) -> None:
    """The options that describe a memory."""
    parser.add_argument(
        "--kind", choices=SAVED_KINDS, help="its kind (default: decision with --why, else fact)"
    )
    parser.add_argument("--title", default=None, help="a short name")
    parser.add_argument("--why", help="the reason, such as the rationale of a decision")
    parser.add_argument(
        "--symbol", action="append", help="a symbol or file it is about; repeat for more"
    )
    parser.add_argument("--tag", action="append", help="a tag; repeat for more")
    parser.add_argument(
        "--asked-as",
        action="append",
        metavar="WORDING",
        help="another wording under which it is found; repeat for more",
    )
    parser.add_argument(
        "--level", type=int, choices=(0, 1, 2, 3), help="0 project, 1 domain, 2 module, 3 snippet"
    )
    parser.add_argument("--domain", default=None, help="the domain it belongs to")
    parser.add_argument("--module", default=None, help="the module it belongs to")
    parser.add_argument("--code-ref", default=None, metavar="FILE:LINE", help="where in the code")
    parser.add_argument(
        "--field",
        action="append",
        metavar="NAME=VALUE",
        help="a field of this kind of memory; repeat for more",
    )
    parser.add_argument(
        "--ttl", metavar="TIME", help="how long it stays valid: 90d, 12h, 30m (default: forever)"
    )
    parser.add_argument(
        "--on-expire", choices=ON_EXPIRE, help="what happens after that (default: mark_stale)"
    )


def add_status_option(parser: ArgumentParser) -> None:
    """The option that sets the status of a memory."""
    parser.add_argument(
        "--status", help="its status; for a goal: active, blocked, completed, cancelled or draft"
    )


def values_of(arguments: Namespace) -> dict[str, object]:
    """The values of the options that were given."""
    values: dict[str, object] = {
        "title": arguments.title,
        "status": getattr(arguments, "status", None),
        "level": arguments.level,
        "domain": arguments.domain,
        "module": arguments.module,
        "code_ref": arguments.code_ref,
        "on_expire": arguments.on_expire,
        "ttl_seconds": seconds(arguments.ttl) if arguments.ttl else None,
        "tags": tuple(arguments.tag) if arguments.tag else None,
        "asked_as": tuple(arguments.asked_as) if arguments.asked_as else None,
        "fields": fields_of(arguments) or None,
    }
    return {name: value for name, value in values.items() if value is not None}


def _remember(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=True)
    links, unknown = links_for(engine, arguments.symbol or ())
    kind = arguments.kind or ("decision" if arguments.why else "fact")
    values = values_of(arguments)
    if arguments.immutable:
        values |= {"immutable": True, "level": 0}
    elif arguments.everywhere and kind in STANDING:
        # A memory for every project is level 0, so that every session gets it unasked.
        values.setdefault("level", 0)
    if not arguments.everywhere:
        values |= kept_to_branch(engine)
    memory = draft(
        kind,
        text_of(arguments.text),
        now=engine.now(),
        project="" if arguments.everywhere else engine.project.id,
        links=links,
        **values,
    )
    saved = keeper.save(engine.memory, memory, now=engine.now(), anyway=arguments.anyway)
    sharing.share_chosen(engine)
    not_indexed = bool(unknown) and index_view(engine) is None
    engine.close()
    text = outcome_text(saved, unknown).replace("anyway=true", "--anyway")
    if not_indexed and saved.new:
        options = " ".join(f"--symbol {name}" for name in unknown)
        text += (
            "\nthe project is not indexed yet; to link the memory run: sightline index && "
            f"sightline edit {saved.memory.id} {options}"
        )
    text += "".join(
        f"\nif it replaces that one: sightline supersede {other.id} {shlex.quote(memory.text)}"
        for other, _ in saved.contradicts
        if saved.new
    )
    terminal.report(arguments, outcome_value(saved, unknown), text)
    # An identical memory is kept already; a similar one is not what was asked for.
    return 0 if saved.new or not saved.similar else 1


NO_MEMORIES = (
    'this project has no memories yet; save one: sightline remember "what was decided, and why"'
)


def _recall(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    now = engine.now()
    wanted = MemoryQuery(
        text=" ".join(arguments.query),
        kinds=tuple(arguments.kind or ()),
        level=arguments.level,
        tags=tuple(arguments.tag or ()),
        symbol=arguments.symbol or "",
        scope=arguments.scope,
        since=timestamp(arguments.since, now) if arguments.since else 0,
        until=timestamp(arguments.until, now) if arguments.until else 0,
        stale={"only": True, "no": False}.get(arguments.stale),
        closed=arguments.all,
        limit=arguments.limit,
    )
    if arguments.sessions and not wanted.text.strip():
        raise UsageError(
            "--sessions needs words to search for",
            hint="example: sightline recall --sessions login",
        )
    search = recall_sessions if arguments.sessions else recall
    recalled = search(engine, wanted)
    if wanted.text.strip():
        store.touch(engine.memory, [one.memory.id for one in recalled], now)
    is_empty = not recalled and not store.counts(engine.memory, engine.project.id)
    engine.close()
    if arguments.sessions:
        lines = [f"{one.memory.session}  {memory_line(one)}" for one in recalled]
        text = "\n".join(lines)
    elif wanted.text.strip():
        text = "\n\n".join(memory_block(one) for one in recalled)
    else:
        text = "\n".join(memory_line(one) for one in recalled)
    values = [memory_value(one) for one in recalled]
    nothing = NO_MEMORIES if is_empty else "no memory matches"
    terminal.report(arguments, values, text or nothing)
    return 0


def _show(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    memory = keeper.find(engine.memory, arguments.id)
    store.touch(engine.memory, [memory.id], engine.now())
    recalled = with_link_states(engine, memory)
    history = store.versions(engine.memory, memory.id)
    engine.close()
    value = memory_value(recalled)
    value["history"] = [{"at": at, "what": what, "record": record} for at, what, record in history]
    terminal.report(arguments, value, full_text(recalled, history))
    return 0


def _remember_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", nargs="+", help="what to remember; - reads it from standard input")
    add_memory_options(parser)
    add_status_option(parser)
    parser.add_argument(
        "--everywhere",
        action="store_true",
        help="applies to every project; a fact then gets level 0",
    )
    parser.add_argument(
        "--immutable", action="store_true", help="a level 0 memory that assistants cannot change"
    )
    parser.add_argument(
        "--anyway", action="store_true", help="save it even if a similar memory exists"
    )


def _recall_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "query", nargs="*", help="words or a question; without it, list the newest memories"
    )
    parser.add_argument(
        "--kind", action="append", choices=tuple(KINDS), help="only this kind; repeat for more"
    )
    parser.add_argument("--level", type=int, choices=(0, 1, 2, 3), help="only this level")
    parser.add_argument(
        "--tag", action="append", help="only memories with this tag; repeat for more"
    )
    parser.add_argument("--symbol", help="only memories about this symbol")
    parser.add_argument(
        "--scope", choices=SCOPES, default="project", help="where to look (default: project)"
    )
    parser.add_argument(
        "--since", metavar="TIME", help="only memories since then: 2026-02-10, 7d, 12h"
    )
    parser.add_argument("--until", metavar="TIME", help="only memories until then")
    parser.add_argument(
        "--stale",
        choices=("yes", "no", "only"),
        default="yes",
        help="include memories whose code is gone (default: yes, listed last)",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="include superseded, retracted, discarded and archived memories",
    )
    parser.add_argument(
        "--sessions", action="store_true", help="find sessions instead of single memories"
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=integer(1),
        default=10,
        help="most memories to list (default: 10)",
    )


def _show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", help="the memory's id, like dec-1a2b3c4d")


COMMANDS = (
    Command(
        name="remember",
        summary="save a decision, pattern, failure, convention, fact or another kind of memory",
        example=(
            'sightline remember "Expire sessions lazily on read" --why "a sweeper locked the table"'
            " --symbol expire_session\n"
            'sightline remember "All prices are integers" --level 0 --immutable\n'
            'sightline remember "Retry with jitter" --kind pattern --field problem="thundering herd"'
            ' --field solution="full jitter"'
        ),
        arguments=_remember_arguments,
        run=_remember,
    ),
    Command(
        name="recall",
        summary="find memories by words, or list the newest",
        example=(
            "sightline recall why do sessions expire early\n"
            "sightline recall --kind decision --since 30d\n"
            "sightline recall migrations --scope all --json"
        ),
        arguments=_recall_arguments,
        run=_recall,
    ),
    Command(
        name="show",
        summary="print one memory in full, with its links and history",
        example="sightline show dec-1a2b3c4d",
        arguments=_show_arguments,
        run=_show,
    ),
)
