"""What `sightline doctor` looks at: each check is a function that says what it found.

A finding names what to do; what can be mended safely carries the function that does it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from sightline import __version__
from sightline.agents import INSTALLABLE, NAMES
from sightline.agents.edit.journal import Journal, install, planned, read_file
from sightline.agents.paths import SCOPES, this_launcher, this_place
from sightline.cli.doctor import assistant_files
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.settings.load import data_home
from sightline.store import statistics
from sightline.store.code import reader
from sightline.store.locations import memory_path
from sightline.store.server_token import server_token
from sightline.store.sqlite.backup import newest_good
from sightline.store.sqlite.repair import check as check_database
from sightline.store.sqlite.repair import mend
from sightline.text.ages import ago
from sightline.text.numbers import counted
from sightline.workspace import git

GOOD, POOR, BAD = "✓", "!", "✗"
DAY_MS = 86_400_000


class Finding(NamedTuple):
    """One line of the doctor: how it is, what was seen, what to do, and how to mend it."""

    state: str
    text: str
    advice: str = ""
    fix: Callable[[], object] | None = None


Check = Callable[[Engine], Iterator[Finding]]


def program(engine: Engine) -> Iterator[Finding]:
    """The interpreter, our version, SQLite and its full text."""
    python = ".".join(str(part) for part in sys.version_info[:3])
    connection = sqlite3.connect(":memory:")
    options = {row[0] for row in connection.execute("PRAGMA compile_options")}
    connection.close()
    text = f"Python {python}, Sightline {__version__}, SQLite {sqlite3.sqlite_version}"
    if "ENABLE_FTS5" in options:
        yield Finding(GOOD, f"{text} with FTS5")
    else:
        yield Finding(BAD, f"{text} without FTS5", "use a Python whose SQLite has FTS5")


def settings(engine: Engine) -> Iterator[Finding]:
    """Mistakes in the settings' files."""
    for problem in engine.settings.problems:
        yield Finding(POOR, problem, "correct it; the default is in force meanwhile")


def identity(engine: Engine) -> Iterator[Finding]:
    """Which project this is, and why."""
    yield Finding(GOOD, f"project {engine.project.name}: {engine.project.why}")
    refused = git.refusal(engine.project.root) if engine.project.is_git else None
    if refused:
        yield Finding(POOR, f"its history cannot be read: {refused.reason}", refused.advice)


def store(engine: Engine) -> Iterator[Finding]:
    """The memory database: its size, its backup, its integrity, who may read it."""
    path = memory_path(engine.home)
    if not os.path.exists(path):
        yield Finding(GOOD, "nothing kept yet")
        return
    health = check_database(path)
    size = os.path.getsize(path) / 1e6
    backup = newest_good(path)
    saved = f"last backup {ago(backup.made, engine.now())}" if backup else "no backup yet"
    if health.problems:
        advice = "sightline doctor --fix, or restore: sightline backup --help"
        yield Finding(BAD, f"memory is damaged: {health.problems[0]}", advice, lambda: mend(path))
    else:
        yield Finding(GOOD, f"memory {size:.1f} MB, {saved}, integrity ok")
    if os.name == "posix" and stat.S_IMODE(os.stat(path).st_mode) & 0o077:
        advice = f"chmod 600 {path}"
        yield Finding(POOR, "others can read the memory", advice, lambda: os.chmod(path, 0o600))


def index(engine: Engine) -> Iterator[Finding]:
    """Whether the index is there, complete and of this commit."""
    try:
        state = reader.state(engine.index)
    except StoreError:
        yield Finding(POOR, "no index yet", "sightline index")
        return
    age = ago(state.updated, engine.now())
    if state.state != "ready":
        yield Finding(POOR, f"index incomplete: {state.todo:,} files to do", "sightline index")
    elif engine.project.is_git and state.head not in ("", git.head_state(engine.project.root).head):
        yield Finding(POOR, f"index of another commit, {age}", "sightline index")
    else:
        yield Finding(
            GOOD, f"index {counted(state.symbols, 'symbol')}, {counted(state.edges, 'edge')}, {age}"
        )


def wiring(engine: Engine) -> Iterator[Finding]:
    """What is installed: entries that are gone, or name an interpreter that is gone."""
    journal = Journal(data_home())
    agents = {row[0] for entry in journal.entries.values() for row in entry["changes"]}
    for agent in (name for name in INSTALLABLE if name in agents):
        title = import_module(f"sightline.agents.{agent}.install").TITLE
        yield from _wired(engine, journal, agent, title)
    if not agents:
        yield Finding(POOR, "not wired into any assistant", "sightline install")


def _wired(engine: Engine, journal: Journal, agent: str, title: str) -> Iterator[Finding]:
    for file, entry in sorted(journal.entries.items()):
        if agent not in {row[0] for row in entry["changes"]}:
            continue
        content = (read_file(file) or b"").decode("utf-8", "replace")
        missing, url = assistant_files.missing_program(content), assistant_files.address(content)
        if "sightline" not in content:
            advice, fix = "sightline install", _again(engine, agent)
            yield Finding(BAD, f"{title}: our entries are gone from {file}", advice, fix)
        elif problem := assistant_files.unreadable(entry, content):
            text = f"{title} cannot read {file}: {problem}"
            yield Finding(BAD, text, "mend the file; sightline left it alone")
        elif os.path.isabs(missing):
            advice, fix = "sightline doctor --fix", _again(engine, agent)
            text = f"{title}: {file} points to {missing}, which is gone"
            yield Finding(BAD, text, advice, fix)
        elif missing:
            text = f"{title}: {file} starts {missing}, which is not on the search path"
            yield Finding(POOR, text, f"add {os.path.dirname(sys.executable)} to PATH")
        elif url and os.name == "posix" and os.stat(file).st_mode & 0o077:
            text = f"{title}: {file} holds your token, and others can read it"
            yield Finding(POOR, text, f"chmod 600 {file}")
        elif url and not assistant_files.somebody_listens(url):
            text = f"{title}: {file} asks {url}, where nobody listens"
            yield Finding(POOR, text, "sightline serve --http")
        else:
            yield Finding(GOOD, f"{title}: {file}")


def _again(engine: Engine, agent: str) -> Callable[[], object]:
    def mend_wiring() -> None:
        module = import_module(f"sightline.agents.{agent}.install")
        journal = Journal(data_home())
        for scope in SCOPES:
            place = this_place(engine.project.root, scope)
            files = {change.file for change in module.changes(place, this_launcher(scope))}
            known = {file: journal.entries[file] for file in files if file in journal.entries}
            if known:
                # Hooks that asked a server go on asking it.
                url = assistant_files.address(json.dumps(known))
                launcher = this_launcher(scope, url, server_token() if url else "")
                install(planned(module.changes(place, launcher)), journal, agent)

    return mend_wiring


def firing(engine: Engine) -> Iterator[Finding]:
    """Whether hooks were really called, how quick they were, and what failed."""
    journal = Journal(data_home())
    installed = {row[0] for entry in journal.entries.values() for row in entry["changes"]}
    seen = statistics.last_seen(engine.activity)
    now = engine.now()
    for agent in (name for name in NAMES if name in installed):
        title = import_module(f"sightline.agents.{agent}.install").TITLE
        if agent in seen:
            yield Finding(GOOD, f"{title}: hooks seen {ago(seen[agent], now)}")
        else:
            note = getattr(import_module(f"sightline.agents.{agent}.install"), "NOTE", "")
            yield Finding(POOR, f"{title}: no hook seen yet", note or "start it and send a prompt")
    calls = statistics.latencies(engine.activity, since=now - DAY_MS)
    if calls:
        count = sum(call.calls for call in calls)
        median = sorted(call.median_ms for call in calls)[len(calls) // 2]
        slowest = max(call.slowest_ms for call in calls)
        failed = sum(call.failed for call in calls)
        text = f"{count} hook calls today: median {median:.0f} ms, slowest {slowest:.0f} ms"
        advice = f"see {os.path.join(data_home(), 'hook.log')}" if failed else ""
        yield Finding(POOR if failed else GOOD, f"{text}, {failed} failed", advice)


def server(engine: Engine) -> Iterator[Finding]:
    """What the MCP server can be reached over: HTTP needs a library that stdio does not."""
    if find_spec("mcp") is None:
        hint = 'for sightline serve --http: pip install "sightline[http]"'
        yield Finding(GOOD, f"MCP server ready: sightline serve ({hint})")
    else:
        yield Finding(GOOD, "MCP server ready: sightline serve, also with --http")


CHECKS: tuple[Check, ...] = (
    program, settings, identity, store, index, server, wiring, firing,
)  # fmt: skip
