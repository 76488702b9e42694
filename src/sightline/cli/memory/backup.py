"""`sightline backup`: makes, lists and restores copies of the memory database."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.engine import clock
from sightline.errors import StoreMissing, UnknownName
from sightline.store.locations import memory_path
from sightline.store.salvage import Salvaged, salvage
from sightline.store.sqlite.backup import Backup, back_up, backups, newest_good, rotate
from sightline.store.sqlite.database import Database
from sightline.store.sqlite.repair import check, restore
from sightline.text.wording import counted

NEWEST = "newest"


def _arguments(parser: ArgumentParser) -> None:
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--list", action="store_true", help="list the backups")
    choice.add_argument(
        "--restore",
        nargs="?",
        const=NEWEST,
        metavar="FILE",
        help="restore this backup, or the newest good one; the replaced database is kept next to it",
    )


def _run(arguments: Namespace) -> int:
    path = memory_path()
    if arguments.list:
        return _list(arguments, path)
    if arguments.restore:
        return _restore(arguments, path)
    if not os.path.exists(path):
        raise StoreMissing(path=path)
    backup = back_up(path, now=clock(), reason="asked")
    rotate(path)
    terminal.report(arguments, {"backup": backup}, f"backed up to {backup}")
    return 0


def _list(arguments: Namespace, path: str) -> int:
    copies = backups(path)
    lines = [f"{_date(copy.made)}  {copy.reason:<16} {copy.path}" for copy in copies]
    terminal.report(
        arguments,
        [copy._asdict() for copy in copies],
        "\n".join(lines) or "no backup yet; sightline makes one every day",
    )
    return 0


def _restore(arguments: Namespace, path: str) -> int:
    copy = _find_backup(path, arguments.restore)
    saved = Salvaged(0, 0)

    def bring_back(damaged: str, database: Database) -> None:
        nonlocal saved
        saved = salvage(damaged, database)

    # A sound database is replaced as asked; a damaged one may hold what the backup lacks.
    damaged = os.path.exists(path) and bool(check(path, thorough=True).problems)
    replaced = restore(path, copy, now=clock(), bring_back=bring_back if damaged else None)
    text = f"restored from {copy}"
    if saved.rows:
        text += f"\nbrought back from the damaged database: {counted(saved.memories, 'memory')}"
        text += f" ({counted(saved.rows, 'row')})"
    if replaced:
        text += f"\nthe replaced database was kept as {replaced}"
    value = {"restored": copy, "kept": replaced, "brought_back": saved._asdict()}
    terminal.report(arguments, value, text)
    return 0


def _find_backup(path: str, name: str) -> str:
    if name == NEWEST:
        good: Backup | None = newest_good(path)
        if good is None:
            raise UnknownName("good backup", NEWEST, hint="see: sightline backup --list")
        return good.path
    if not os.path.isfile(name):
        raise UnknownName("backup", name, hint="see: sightline backup --list")
    return name


def _date(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))


COMMANDS = (
    Command(
        name="backup",
        summary="back up your memories, list the backups, or restore one",
        example="sightline backup\nsightline backup --list\nsightline backup --restore",
        arguments=_arguments,
        run=_run,
        in_project=False,
    ),
)
