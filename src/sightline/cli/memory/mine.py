"""`sightline mine`: finds reasons in the git history and saves them as observations to review."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.mine import LIMIT, Commit, Mined, mine
from sightline.model.memory import Link, Memory
from sightline.text.wording import counted
from sightline.tools.memory_links import index_view, links_for
from sightline.tools.recall import RecalledMemory, memory_line
from sightline.workspace import git

COMMITS = 4_000
MOST_LINKS = 3


def _mine(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=not arguments.dry_run)
    candidates = mine(_history(engine, arguments.commits), now=engine.now(), limit=arguments.limit)
    saved: list[Memory] = []
    if arguments.dry_run:
        lines = [f"{one.rule:<13} {one.hash[:9]}  {one.text}" for one in candidates]
    else:
        saved = [memory for one in candidates if (memory := _save(engine, one))]
        lines = [memory_line(RecalledMemory(memory)) for memory in saved]
        count = counted(len(saved), "observation")
        lines.append(
            f"{count} saved for review: sightline review" if saved else "nothing new found"
        )
    engine.close()
    values = [
        {"text": one.text, "rule": one.rule, "commit": one.hash, "files": list(one.files)}
        for one in candidates
    ]
    text = "\n".join(lines) or "nothing found"
    terminal.report(arguments, {"found": values, "kept": [memory.id for memory in saved]}, text)
    return 0


def _history(engine: Engine, most: int) -> list[Commit]:
    log = git.text(
        engine.project.root,
        *("log", "-n", str(most), "--no-merges", "--name-only"),
        "--format=%x1e%H%x1f%ct%x1f%B%x1f",
        timeout=120,
    )
    if log is None:
        refusal = git.refusal(engine.project.root) if engine.project.is_git else None
        hint = refusal.text if refusal else "run it inside a git repository"
        raise UsageError("this project has no git history", hint=hint)
    commits = []
    for record in log.split("\x1e"):
        if record.count("\x1f") < 2:
            continue
        hash, time, message, *files = record.split("\x1f")
        paths = tuple(line for line in "".join(files).splitlines() if line)
        commits.append(Commit(hash, int(time) * 1000, message, paths))
    return commits


def _save(engine: Engine, one: Mined) -> Memory | None:
    """Save one observation; None if it was already known."""
    memory = draft(
        "observation",
        one.text,
        now=engine.now(),
        project=engine.project.id,
        created=one.time,
        source=f"mine:{one.rule.replace(' ', '_')}",
        origin=f"git:{one.hash}",
        commit=one.hash,
        links=_links(engine, one),
        tags=("history",),
    )
    saved = keeper.save(engine.memory, memory, now=engine.now())
    return saved.memory if saved.new else None


def _links(engine: Engine, one: Mined) -> tuple[Link, ...]:
    """Links to symbols in the changed files that the text names, else to those files."""
    view = index_view(engine)
    names = dict.fromkeys(re.findall(r"[A-Za-z_]\w*(?:[A-Z]\w+|_\w+)|`(?:[^`]+)`", one.text))
    links: list[Link] = []
    if view is not None:
        for name in list(names)[:10]:
            symbol_links, _ = links_for(engine, [name.strip("`()")])
            links += [link for link in symbol_links if link.path in one.files and link.name]
    if not links:
        links = [Link("", path) for path in one.files if view is None or view.file(path)]
    return tuple(links[:MOST_LINKS])


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--limit",
        metavar="N",
        type=integer(1),
        default=LIMIT,
        help=f"most observations to save (default: {LIMIT})",
    )
    parser.add_argument(
        "--commits",
        metavar="N",
        type=integer(1),
        default=COMMITS,
        help=f"most commits to read (default: {COMMITS})",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="show what would be saved without saving it"
    )


COMMANDS = (
    Command(
        name="mine",
        summary="find reverts, reasons and repeatedly fixed places in the git history, for review",
        example="sightline mine --dry-run\nsightline mine",
        arguments=_arguments,
        run=_mine,
    ),
)
