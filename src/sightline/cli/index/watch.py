"""`sightline watch`: keeps the index up to date until interrupted."""

from __future__ import annotations

import json
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace

from sightline.cli.command import Command
from sightline.cli.index.report import run_summary
from sightline.cli.project import engine_of
from sightline.index.stats import IndexStats
from sightline.index.watcher import watch


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments, path=arguments.path)
    stop = threading.Event()
    _set_on_signals(stop)

    def report(stats: IndexStats) -> None:
        if arguments.json:
            print(json.dumps(stats.as_dict(), ensure_ascii=False), flush=True)
        elif stats.files_indexed or stats.files_removed or stats.commits_read:
            print(run_summary(engine, stats), flush=True)

    print(f"watching {engine.project.root}; stop with Ctrl-C", file=sys.stderr)
    try:
        watch(engine.project, engine.settings, stop, report=report, home=engine.home)
    finally:
        engine.close()
    return 0


def _set_on_signals(stop: threading.Event) -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, lambda *_: stop.set())


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", metavar="PATH", help="the project (same as --project)")


COMMANDS = (
    Command(
        name="watch",
        summary="keep the index up to date until interrupted",
        example="sightline watch\nsightline watch ~/src/django",
        arguments=_arguments,
        run=_run,
    ),
)
