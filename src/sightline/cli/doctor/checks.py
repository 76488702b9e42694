"""The checks of `sightline doctor`; each yields findings.

A finding says what to do, and carries a function if it can be fixed safely.
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
from sightline.agents.edit.journal import InstalledFile, Journal, install, plan_install, read_file
from sightline.agents.paths import SCOPES, current_launcher, current_target
from sightline.cli.doctor import assistant_files
from sightline.cli.stats import cache_lines
from sightline.context.use_feedback import costs_cache
from sightline.engine import Engine
from sightline.errors import SightlineError, StoreCorrupt, StoreError
from sightline.memory.semantic.meaning import MODEL, PACKAGES, Meaning, missing_packages
from sightline.memory.sync.run import open_server
from sightline.settings.load import data_home
from sightline.store import statistics, sync, usage
from sightline.store.code import reader
from sightline.store.locations import memory_path
from sightline.store.memory_vectors import count as count_vectors
from sightline.store.salvage import Salvaged, salvage
from sightline.store.server_token import server_token
from sightline.store.sqlite.backup import newest_good
from sightline.store.sqlite.database import Database
from sightline.store.sqlite.repair import check as check_database
from sightline.store.sqlite.repair import mend, restore
from sightline.store.team.address import credentials_path
from sightline.store.team.projects import my_project
from sightline.text.wording import ago, counted
from sightline.workspace import git

EXTRA_ADVICE = 'install the extra "semantic": docs/guides/install.md'
GOOD, POOR, BAD = "✓", "!", "✗"
DAY_MS = 86_400_000


class Finding(NamedTuple):
    """One result of a check: its state, what was seen, what to do, and how to fix it."""

    state: str
    text: str
    advice: str = ""
    fix: Callable[[], object] | None = None


Check = Callable[[Engine], Iterator[Finding]]


def program(engine: Engine) -> Iterator[Finding]:
    """The versions of Python, Sightline and SQLite, and whether it has full-text search."""
    python = ".".join(str(part) for part in sys.version_info[:3])
    connection = sqlite3.connect(":memory:")
    options = {option for (option,) in connection.execute("PRAGMA compile_options")}
    connection.close()
    text = f"Python {python}, Sightline {__version__}, SQLite {sqlite3.sqlite_version}"
    if "ENABLE_FTS5" in options:
        yield Finding(GOOD, f"{text} with FTS5")
    else:
        yield Finding(BAD, f"{text} without FTS5", "use a Python whose SQLite has FTS5")


def settings(engine: Engine) -> Iterator[Finding]:
    """Errors in the settings files."""
    for problem in engine.settings.problems:
        yield Finding(POOR, problem, "correct it; until then the default is used")


def identity(engine: Engine) -> Iterator[Finding]:
    """Which project this is, how it was recognised, and whether git can read its history."""
    yield Finding(GOOD, f"project {engine.project.name}: {engine.project.why}")
    refusal = git.refusal(engine.project.root) if engine.project.is_git else None
    if refusal:
        yield Finding(POOR, f"its history cannot be read: {refusal.reason}", refusal.advice)


def store(engine: Engine) -> Iterator[Finding]:
    """The memory database: its size, backup, integrity and permissions."""
    path = memory_path(engine.home)
    if not os.path.exists(path):
        yield Finding(GOOD, "no memories saved yet")
        return
    health = check_database(path, thorough=True)
    size = os.path.getsize(path) / 1e6
    backup = newest_good(path)
    saved = f"last backup {ago(backup.made, engine.now())}" if backup else "no backup yet"
    if health.problems:
        problem = next(iter(health.problems))
        advice = "sightline doctor --fix"
        if backup:
            advice += f"; the newest good backup is {backup.path}: sightline backup --restore"
        text = f"the memory database is damaged: {problem}"
        yield Finding(BAD, text, advice, lambda: _mend_memories(path, engine.now()))
    else:
        yield Finding(GOOD, f"memory database {size:.1f} MB, {saved}, integrity ok")
    if os.name == "posix" and stat.S_IMODE(os.stat(path).st_mode) & 0o077:
        advice = f"chmod 600 {path}"
        yield Finding(
            POOR, "other users can read the memory database", advice, lambda: os.chmod(path, 0o600)
        )


def _mend_memories(path: str, now: int) -> str:
    """Rebuild what is derived; without a backup, start anew with every row that can be read."""
    try:
        mended = mend(path).mended
        return f"the memory database: rebuilt {', '.join(mended) or 'nothing'}"
    except StoreCorrupt:
        if newest_good(path) is not None:
            raise  # its hint names the backup, which may hold more than the damaged file
    saved = Salvaged(0, 0)

    def bring_back(damaged: str, database: Database) -> None:
        nonlocal saved
        saved = salvage(damaged, database)

    kept = restore(path, "", now=now, bring_back=bring_back)
    return (
        f"the memory database was damaged and there was no backup: {counted(saved.memories, 'memory')}"
        f" could be read and saved; the damaged file was kept as {kept}"
    )


def index(engine: Engine) -> Iterator[Finding]:
    """Whether the index exists, is complete, and belongs to the current commit."""
    try:
        state = reader.state(engine.index)
    except StoreError:
        yield Finding(POOR, "no index yet", "sightline index")
        return
    age = ago(state.updated, engine.now())
    if state.state != "ready":
        yield Finding(POOR, f"index incomplete: {state.todo:,} files left", "sightline index")
    elif engine.project.is_git and state.head not in ("", git.head_state(engine.project.root).head):
        yield Finding(POOR, f"index is of another commit, {age}", "sightline index")
    else:
        yield Finding(
            GOOD, f"index {counted(state.symbols, 'symbol')}, {counted(state.edges, 'edge')}, {age}"
        )


def installation(engine: Engine) -> Iterator[Finding]:
    """The files of assistants: entries that are missing, or that start a missing program."""
    journal = Journal(data_home())
    for agent in (name for name in INSTALLABLE if name in journal.agents):
        for file, entry in sorted(journal.entries.items()):
            if agent in entry.agents:
                yield _check_file(engine, agent, file, entry)
    if not journal.agents:
        yield Finding(POOR, "not installed in any assistant", "sightline install")


def _check_file(engine: Engine, agent: str, file: str, entry: InstalledFile) -> Finding:
    title = import_module(f"sightline.agents.{agent}.install").TITLE
    content = (read_file(file) or b"").decode("utf-8", "replace")
    missing, url = assistant_files.missing_program(content), assistant_files.hook_url(content)
    if "sightline" not in content:
        text = f"{title}: our entries are missing from {file}"
        return Finding(BAD, text, "sightline install", _reinstall(engine, agent))
    if problem := assistant_files.parse_problem(entry, content):
        text = f"{title} cannot read {file}: {problem}"
        return Finding(BAD, text, "repair the file; sightline does not change it")
    if os.path.isabs(missing):
        text = f"{title}: {file} starts {missing}, which does not exist"
        return Finding(BAD, text, "sightline doctor --fix", _reinstall(engine, agent))
    if missing:
        text = f"{title}: {file} starts {missing}, which is not on the search path"
        return Finding(POOR, text, f"add {os.path.dirname(sys.executable)} to PATH")
    if url and os.name == "posix" and os.stat(file).st_mode & 0o077:
        text = f"{title}: {file} contains your token, and other users can read it"
        return Finding(POOR, text, f"chmod 600 {file}")
    if url and not assistant_files.is_server_listening(url):
        text = f"{title}: {file} calls {url}, but no server is listening there"
        return Finding(POOR, text, "sightline serve --http")
    return Finding(GOOD, f"{title}: {file}")


def _reinstall(engine: Engine, agent: str) -> Callable[[], object]:
    """A function that repeats the installation in every scope it was made in."""

    def reinstall() -> None:
        module = import_module(f"sightline.agents.{agent}.install")
        journal = Journal(data_home())
        for scope in SCOPES:
            target = current_target(engine.project.root, scope)
            files = {change.file for change in module.changes(target, current_launcher(scope))}
            entries = [journal.entries[file] for file in files if file in journal.entries]
            if entries:
                # Hooks that call a server over HTTP keep doing so.
                installed = [change.description for entry in entries for change in entry.changes]
                url = assistant_files.hook_url(json.dumps(installed))
                launcher = current_launcher(scope, url, server_token() if url else "")
                install(plan_install(module.changes(target, launcher)), journal, agent)

    return reinstall


def hook_calls(engine: Engine) -> Iterator[Finding]:
    """Whether assistants really call the hooks, how fast they answer, and whether any failed."""
    installed = Journal(data_home()).agents
    seen = statistics.last_seen(engine.activity)
    now = engine.now()
    for agent in (name for name in NAMES if name in installed):
        module = import_module(f"sightline.agents.{agent}.install")
        if agent in seen:
            yield Finding(GOOD, f"{module.TITLE}: hooks last called {ago(seen[agent], now)}")
        else:
            advice = getattr(module, "NOTE", "start it and send a prompt")
            yield Finding(POOR, f"{module.TITLE}: no hook called yet", advice)
    calls = statistics.latencies(engine.activity, since=now - DAY_MS)
    if calls:
        count = sum(call.calls for call in calls)
        median = sorted(call.median_ms for call in calls)[len(calls) // 2]
        slowest = max(call.slowest_ms for call in calls)
        failed = sum(call.failed for call in calls)
        text = f"{counted(count, 'hook call')} in 24 hours: median {median:.0f} ms, slowest {slowest:.0f} ms"
        advice = f"see {os.path.join(data_home(), 'hook.log')}" if failed else ""
        yield Finding(POOR if failed else GOOD, f"{text}, {failed} failed", advice)


def server(engine: Engine) -> Iterator[Finding]:
    """Which transports the MCP server offers; HTTP needs an optional library."""
    if find_spec("mcp") is None:
        yield Finding(GOOD, 'MCP server ready: sightline serve (--http needs the extra "http")')
    else:
        yield Finding(GOOD, "MCP server ready: sightline serve, also with --http")


def semantic(engine: Engine) -> Iterator[Finding]:
    """Whether memories are found by meaning; loads the model, as a server would."""
    missing = missing_packages()
    if len(missing) == len(PACKAGES):
        yield Finding(GOOD, 'memories are found by their words (by meaning: the extra "semantic")')
    elif missing:
        advice = EXTRA_ADVICE
        yield Finding(POOR, f"finding by meaning is off: {', '.join(missing)} missing", advice)
    elif not engine.settings.flag("memory.semantic"):
        yield Finding(GOOD, "finding memories by meaning is turned off (memory.semantic)")
    elif not Meaning().load():
        advice = EXTRA_ADVICE
        yield Finding(POOR, "finding by meaning is off: the model cannot be loaded", advice)
    else:
        kept = (
            count_vectors(engine.memory, MODEL) if os.path.exists(memory_path(engine.home)) else 0
        )
        yield Finding(GOOD, f"memories are found by meaning: {counted(kept, 'memory')} prepared")


def team(engine: Engine) -> Iterator[Finding]:
    """Whether the team server of this project can be reached, and what waits to be sent to it."""
    if not os.path.exists(memory_path(engine.home)):
        return
    connection = sync.connection(engine.memory, engine.project.id)
    if connection is None:
        return
    try:
        server = open_server(connection, engine.home)
        project = my_project(server, connection.team_id)
        server.close()
    except SightlineError as error:
        yield Finding(POOR, error.message, error.hint)
        return
    if project is None:
        text = f"you are not a member of {connection.name} on {connection.server}"
        yield Finding(POOR, text, "ask an admin, or: sightline team disconnect")
        return
    waiting = sync.waiting(engine.memory, engine.project.id)
    text = f"team server {connection.server}: {project.name}, as {project.role}"
    yield Finding(GOOD, f"{text}, {counted(waiting.changes, 'change')} to send")
    if waiting.refused:
        text = f"{counted(waiting.refused, 'memory')} cannot be sent to the team"
        yield Finding(POOR, text, "see: sightline team status")
    path = credentials_path(engine.home)
    if os.name == "posix" and os.path.exists(path) and os.stat(path).st_mode & 0o077:
        text = f"other users can read {path}, which has passwords"
        yield Finding(POOR, text, f"chmod 600 {path}", lambda: os.chmod(path, 0o600))


def prompt_cache(engine: Engine) -> Iterator[Finding]:
    """Whether our text costs the assistant its prompt cache, by the token counts in transcripts."""
    try:
        losses = usage.cache_losses(engine.activity, project=engine.project.id, now=engine.now())
    except StoreError:
        return
    lines = [" ".join(line.split()) for line in cache_lines(losses)]
    if costs_cache(*losses):
        yield Finding(
            POOR,
            f"prompt {', '.join(lines)}",
            "something that changes the start of the conversation at every prompt may be the cause",
        )
    elif lines:
        yield Finding(GOOD, f"prompt {lines[0]}")


CHECKS: tuple[Check, ...] = (
    program, settings, identity, store, index, semantic, server, installation, hook_calls, team,
    prompt_cache,
)  # fmt: skip
