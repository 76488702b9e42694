"""`sightline` without a command: which project this is, its state, and what to try next."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable
from typing import NamedTuple

from sightline.agents.edit.journal import Journal
from sightline.cli import terminal
from sightline.cli.command import Command, no_arguments
from sightline.cli.commands import MODULES
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import SightlineError, StoreError, StoreMissing
from sightline.memory.semantic.meaning import missing_packages
from sightline.store import memory as store
from sightline.store.code.lease import hold_lease
from sightline.store.code.reader import state
from sightline.store.locations import activity_path, memory_path
from sightline.store.shared import PERSON, take_notice
from sightline.store.statistics import last_seen
from sightline.text.wording import ago, counted
from sightline.tools import sharing
from sightline.topics.state import limits_of, load_state
from sightline.topics.telling.focus_block import short_name
from sightline.workspace.privacy import is_paused


class StatusLine(NamedTuple):
    """One line of the project's state: its label, the text for people, the value for JSON."""

    label: str
    text: str
    value: object


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    try:
        status = [line for read in STATUS if (line := read(engine)) is not None]
        suggestions = next_commands(engine)
    finally:
        engine.close()
    terminal.report(
        arguments, _as_json(engine, status, suggestions), _as_text(engine, status, suggestions)
    )
    return 0


def next_commands(engine: Engine) -> list[str]:
    """The three commands that are most useful now."""
    applicable = [
        suggestion.command_line
        for suggestion in SUGGESTIONS
        if suggestion.command in MODULES and suggestion.applies(engine)
    ]
    return applicable[:3]


def _as_json(engine: Engine, status: list[StatusLine], suggestions: list[str]) -> dict[str, object]:
    return {
        "project": engine.project._asdict(),
        **{line.label: line.value for line in status},
        "try": suggestions,
    }


def _as_text(engine: Engine, status: list[StatusLine], suggestions: list[str]) -> str:
    project = engine.project
    lines = [f"{terminal.paint(project.name, 'bold')}  ({project.why})"]
    lines += [f"  {line.label:<9} {line.text}" for line in status]
    lines.append("")
    for number, suggestion in enumerate(suggestions):
        lines.append(("Try:  " if number == 0 else "      ") + suggestion)
    return "\n".join(lines)


def _root(engine: Engine) -> StatusLine:
    project = engine.project
    return StatusLine("root", f"{project.root}  (project {project.id})", project.root)


def _store(engine: Engine) -> StatusLine:
    path = memory_path(engine.home)
    if not os.path.exists(path):
        return StatusLine(
            "store", f"nothing saved yet; the database will be {path}", {"path": path, "bytes": 0}
        )
    size = os.path.getsize(path)
    try:
        engine.memory.version()
    except StoreError as error:
        return StatusLine(
            "store", f"{error.message}", {"path": path, "bytes": size, "error": str(error)}
        )
    return StatusLine("store", f"{path} ({readable_size(size)})", {"path": path, "bytes": size})


def _index(engine: Engine) -> StatusLine:
    try:
        index = state(engine.index)
    except StoreMissing:
        return StatusLine("index", "not indexed yet", None)
    except StoreError as error:
        return StatusLine("index", f"{error.message}; it will be rebuilt", {"error": error.message})
    age = terminal.duration((engine.now() - index.updated) / 1000)
    freshness = f"{age} old"
    if index.state != "ready":
        freshness = "being built" if _is_being_written(engine) else "unfinished"
    numbers = [(index.files, "file"), (index.symbols, "symbol"), (index.edges, "edge")]
    parts = [counted(number, noun) for number, noun in numbers]
    return StatusLine("index", f" {terminal.mark('·')} ".join([*parts, freshness]), index._asdict())


def _memories(engine: Engine) -> StatusLine | None:
    if not os.path.exists(memory_path(engine.home)):
        return None
    try:
        counts = store.counts(engine.memory, engine.project.id)
    except StoreError:
        return None  # the store line shows the error
    saved = sum(count for kind, count, _ in counts if kind != "auto")
    waiting = sum(count for *_, count in counts)
    review = f" {terminal.mark('·')} {waiting} to review: sightline review" if waiting else ""
    by_meaning = engine.settings.flag("memory.semantic") and not missing_packages()
    found = ", found by meaning too" if by_meaning else ""
    value = {"kept": saved, "to_review": waiting, "by_meaning": by_meaning}
    return StatusLine("memories", f"{saved:,}{review}{found}", value)


def _shared(engine: Engine) -> StatusLine | None:
    """What the team shares here, or that its files are not read yet."""
    try:
        state = sharing.sharing_state(engine)
    except StoreError:
        return None
    if not state.is_on:
        return (
            StatusLine("shared", untrusted_text(state.files), {"files": state.files})
            if (state.files)
            else None
        )
    parts = [counted(len(state.memories), "memory")]
    if state.changed:
        parts.append(f"{len(state.changed)} changed here and not shared: sightline share")
    if state.second:
        parts.append(f"{len(state.second)} changed by two people: sightline share")
    value = {"memories": len(state.memories), "second_versions": len(state.second)}
    return StatusLine("shared", f" {terminal.mark('·')} ".join(parts), value)


def untrusted_text(files: int) -> str:
    """Says that memory files are here and not read."""
    noun = counted(files, "memory file")
    return f"{noun} of this repository, not read until you trust it: sightline share --trust"


def _notice(engine: Engine) -> StatusLine | None:
    """What happened to memories of branches since the last time; shown once."""
    if not os.path.exists(memory_path(engine.home)):
        return None
    sharing.settle_quietly(engine)
    try:
        text = take_notice(engine.memory, engine.project.id, PERSON)
    except StoreError:
        return None
    return StatusLine("branches", text.replace("\n", "\n            "), text) if text else None


def _topics(engine: Engine) -> StatusLine | None:
    if not os.path.exists(memory_path(engine.home)):
        return None
    try:
        with engine.memory.reading():
            state = load_state(engine.memory, engine.project.id, limits_of(engine.settings))
    except StoreError:
        return None
    count, last = len(state.forest.roots), state.last_topic
    if not count:
        return None
    name = short_name(state, last) if last in state.forest.roots else ""
    latest = f', latest: "{name}"' if name else ""
    return StatusLine("topics", f"{count}{latest}", {"count": count, "last": last, "name": name})


def _hooks(engine: Engine) -> StatusLine | None:
    if not os.path.exists(activity_path(engine.home)):
        return None
    try:
        seen = last_seen(engine.activity, project=engine.project.id)
    except StoreError:
        return None
    if not seen:
        return None
    newest_first = sorted(sorted(seen), key=lambda agent: seen[agent], reverse=True)
    calls = [f"{agent} {ago(seen[agent], engine.now())}" for agent in newest_first]
    value = {agent: seen[agent] for agent in newest_first}
    return StatusLine("hooks", f"last called: {', '.join(calls)}", value)


def _settings(engine: Engine) -> StatusLine | None:
    problems = engine.settings.problems
    if not problems:
        return None
    text = f"{len(problems)} ignored because of errors:" + "".join(
        f"\n            {line}" for line in problems
    )
    return StatusLine("settings", text, list(problems))


def _paused(engine: Engine) -> StatusLine | None:
    if not is_paused(engine.project, engine.home):
        return None
    return StatusLine("paused", "nothing is injected or recorded here: sightline resume", True)


def _is_installed(engine: Engine) -> bool:
    """Whether Sightline is installed in an assistant."""
    try:
        return bool(Journal(engine.home).entries)
    except SightlineError:
        return False  # sightline doctor reports the damage


def readable_size(size: int) -> str:
    """A number of bytes with a unit: 512 bytes, 3.4 MB."""
    if size < 1000:
        return f"{size} bytes"
    for unit in ("kB", "MB", "GB"):
        value = size / 1000
        if value < 1000 or unit == "GB":
            return f"{value:.1f} {unit}"
        size = round(value)
    return ""


# The lines of a project's state, in this order.
STATUS: tuple[Callable[[Engine], StatusLine | None], ...] = (
    _root,
    _index,
    _store,
    _memories,
    _shared,
    _notice,
    _topics,
    _hooks,
    _settings,
    _paused,
)


def _needs_indexing(engine: Engine) -> bool:
    """Whether there is no index, or an unfinished one that no process is working on."""
    value = _index(engine).value
    if isinstance(value, dict) and value.get("state", "ready") != "ready":
        return not _is_being_written(engine)
    return value is None


def _is_being_written(engine: Engine) -> bool:
    """Whether a process is writing the index now."""
    lease = hold_lease(engine.project.worktree_id, engine.home)
    if lease is None:
        return True
    lease.release()
    return False


def _always(engine: Engine) -> bool:
    return True


class Suggestion(NamedTuple):
    """A command line to try, and when it is useful."""

    command: str
    command_line: str
    applies: Callable[[Engine], bool] = _always


SUGGESTIONS = (
    Suggestion("resume", "sightline resume", lambda engine: _paused(engine) is not None),
    Suggestion("init", "sightline init", lambda engine: not _is_installed(engine)),
    Suggestion("index", "sightline index", _needs_indexing),
    Suggestion("context", 'sightline context "what you want to know"', _is_installed),
    Suggestion("log", "sightline log", _is_installed),
    Suggestion("tour", "sightline tour"),
    Suggestion("completion", 'eval "$(sightline completion bash)"'),
    Suggestion("", "sightline --help"),
)

COMMANDS = (
    Command(
        name="",
        summary="show which project this is, its state, and what to try next",
        example="sightline\nsightline --json\nsightline --project ~/src/django",
        arguments=no_arguments,
        run=_run,
    ),
)
