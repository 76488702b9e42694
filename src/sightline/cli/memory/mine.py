"""`sightline mine`: what the git history says about why, as observations to review."""

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
from sightline.model.memory import Link
from sightline.text.numbers import counted
from sightline.tools.memory_links import index_view, links_for
from sightline.tools.recall import Recalled, memory_line
from sightline.workspace import git

COMMITS = 4_000
MOST_LINKS = 3


def _mine(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=not arguments.dry_run)
    found = mine(_history(engine, arguments.commits), now=engine.now(), limit=arguments.limit)
    kept = [] if arguments.dry_run else [id for one in found if (id := _keep(engine, one))]
    engine.close()
    lines = (
        [f"{one.rule:<13} {one.hash[:9]}  {one.text}" for one in found] if arguments.dry_run else []
    )
    if not arguments.dry_run:
        lines = [line for _, line in kept]
        count = counted(len(kept), "observation")
        lines.append(f"{count} kept for review: sightline review" if kept else "nothing new found")
    values = [
        {"text": one.text, "rule": one.rule, "commit": one.hash, "files": list(one.files)}
        for one in found
    ]
    text = "\n".join(lines) or "nothing found"
    terminal.report(arguments, {"found": values, "kept": [id for id, _ in kept]}, text)
    return 0


def _history(engine: Engine, most: int) -> list[Commit]:
    out = git.text(
        engine.project.root,
        *("log", "-n", str(most), "--no-merges", "--name-only"),
        "--format=%x1e%H%x1f%ct%x1f%B%x1f",
        timeout=120,
    )
    if out is None:
        refused = git.refusal(engine.project.root) if engine.project.is_git else None
        hint = refused.text if refused else "run it inside a repository"
        raise UsageError("there is no git history here", hint=hint)
    commits = []
    for part in out.split("\x1e"):
        if part.count("\x1f") < 2:
            continue
        hash, time, message, *files = part.split("\x1f")
        paths = tuple(line for line in "".join(files).splitlines() if line)
        commits.append(Commit(hash, int(time) * 1000, message, paths))
    return commits


def _keep(engine: Engine, one: Mined) -> tuple[str, str] | None:
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
    kept = keeper.save(engine.memory, memory, now=engine.now())
    return (kept.memory.id, memory_line(Recalled(kept.memory))) if kept.new else None


def _links(engine: Engine, one: Mined) -> tuple[Link, ...]:
    """The symbols the text names in the files that were changed, else those files."""
    view = index_view(engine)
    names = dict.fromkeys(re.findall(r"[A-Za-z_]\w*(?:[A-Z]\w+|_\w+)|`(?:[^`]+)`", one.text))
    links: list[Link] = []
    if view is not None:
        for name in list(names)[:10]:
            found, _ = links_for(engine, [name.strip("`()")])
            links += [link for link in found if link.path in one.files and link.name]
    if not links:
        links = [Link("", path) for path in one.files if view is None or view.file(path)]
    return tuple(links[:MOST_LINKS])


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--limit", type=integer(1), default=LIMIT, help=f"how many at most (default: {LIMIT})"
    )
    parser.add_argument(
        "--commits", type=integer(1), default=COMMITS, help=f"how far back (default: {COMMITS})"
    )
    parser.add_argument("--dry-run", action="store_true", help="only show what would be kept")


COMMANDS = (
    Command(
        name="mine",
        summary="find reverts, reasons and places fixed again and again in git history, for review",
        example="sightline mine --dry-run\nsightline mine",
        arguments=_arguments,
        run=_mine,
    ),
)
