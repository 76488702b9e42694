"""`sightline` without a command: which project this is and why, its state, what to try next."""

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
from sightline.store import memory as store
from sightline.store.code.lease import hold_lease
from sightline.store.code.reader import state
from sightline.store.locations import activity_path, memory_path
from sightline.store.statistics import last_seen
from sightline.text.ages import ago
from sightline.text.numbers import counted
from sightline.topics.focus_block import name_of
from sightline.topics.state import limits_of, load
from sightline.workspace.privacy import is_paused


class Fact(NamedTuple):
    """One line of the state: its label, the words for people, the value for scripts."""

    label: str
    text: str
    value: object


def _run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    try:
        facts = [fact for fact in (ask(engine) for ask in STATE) if fact is not None]
        suggestions = next_commands(engine)
    finally:
        engine.close()
    terminal.report(
        arguments, _as_json(engine, facts, suggestions), _as_text(engine, facts, suggestions)
    )
    return 0


def next_commands(engine: Engine) -> list[str]:
    """The three commands that make most sense now."""
    fitting = [
        line
        for name, line, fits in SUGGESTIONS
        if name in MODULES and (fits is None or fits(engine))
    ]
    return fitting[:3]


def _as_json(engine: Engine, facts: list[Fact], suggestions: list[str]) -> dict[str, object]:
    return {
        "project": engine.project._asdict(),
        **{fact.label: fact.value for fact in facts},
        "try": suggestions,
    }


def _as_text(engine: Engine, facts: list[Fact], suggestions: list[str]) -> str:
    project = engine.project
    lines = [f"{terminal.paint(project.name, 'bold')}  ({project.why})"]
    lines += [f"  {fact.label:<9} {fact.text}" for fact in facts]
    lines.append("")
    for number, line in enumerate(suggestions):
        lines.append(("Try:  " if number == 0 else "      ") + line)
    return "\n".join(lines)


def _root(engine: Engine) -> Fact:
    project = engine.project
    return Fact("root", f"{project.root}  (project {project.id})", project.root)


def _store(engine: Engine) -> Fact:
    path = memory_path(engine.home)
    if not os.path.exists(path):
        return Fact("store", f"nothing kept yet, will be {path}", {"path": path, "bytes": 0})
    size = os.path.getsize(path)
    try:
        engine.memory.version()
    except StoreError as error:
        return Fact("store", f"{error.message}", {"path": path, "bytes": size, "error": str(error)})
    return Fact("store", f"{path} ({size_in_words(size)})", {"path": path, "bytes": size})


def _index(engine: Engine) -> Fact:
    try:
        found = state(engine.index)
    except StoreMissing:
        return Fact("index", "not indexed yet", None)
    except StoreError as error:
        return Fact("index", f"{error.message}; it will be built again", {"error": error.message})
    age = terminal.duration((engine.now() - found.updated) / 1000)
    words = f"{age} old"
    if found.state != "ready":
        words = "being built" if _is_written(engine) else "unfinished"
    numbers = [(found.files, "file"), (found.symbols, "symbol"), (found.edges, "edge")]
    parts = [counted(number, noun) for number, noun in numbers]
    return Fact("index", f" {terminal.mark('·')} ".join([*parts, words]), found._asdict())


def _memories(engine: Engine) -> Fact | None:
    if not os.path.exists(memory_path(engine.home)):
        return None
    try:
        counts = store.counts(engine.memory, engine.project.id)
    except StoreError:
        return None  # the line about the store says why
    kept = sum(count for kind, count, _ in counts if kind != "auto")
    waiting = sum(count for *_, count in counts)
    review = f" {terminal.mark('·')} {waiting} to look at: sightline review" if waiting else ""
    return Fact("memories", f"{kept:,}{review}", {"kept": kept, "to_review": waiting})


def _topics(engine: Engine) -> Fact | None:
    if not os.path.exists(memory_path(engine.home)):
        return None
    try:
        with engine.memory.reading():
            state = load(engine.memory, engine.project.id, limits_of(engine.settings))
    except StoreError:
        return None
    count, last = len(state.forest.roots), state.last_topic
    if not count:
        return None
    name = name_of(state, last) if last in state.forest.roots else ""
    now = f', the last: "{name}"' if name else ""
    return Fact("topics", f"{count}{now}", {"count": count, "last": last, "name": name})


def _hooks(engine: Engine) -> Fact | None:
    if not os.path.exists(activity_path(engine.home)):
        return None
    try:
        seen = last_seen(engine.activity, project=engine.project.id)
    except StoreError:
        return None
    if not seen:
        return None
    newest = sorted(seen.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [f"{agent} {ago(at, engine.now())}" for agent, at in newest]
    return Fact("hooks", f"last called: {', '.join(told)}", dict(newest))


def _settings(engine: Engine) -> Fact | None:
    problems = engine.settings.problems
    if not problems:
        return None
    text = f"{len(problems)} not in force:" + "".join(f"\n            {line}" for line in problems)
    return Fact("settings", text, list(problems))


def _paused(engine: Engine) -> Fact | None:
    if not is_paused(engine.project, engine.home):
        return None
    return Fact("paused", "nothing is injected or recorded here: sightline resume", True)


def _is_wired(engine: Engine) -> bool:
    """Whether Sightline was wired into an assistant."""
    try:
        return bool(Journal(engine.home).entries)
    except SightlineError:
        return False  # doctor says what is wrong with it


def size_in_words(size: int) -> str:
    """A number of bytes as people read it."""
    if size < 1000:
        return f"{size} bytes"
    for unit in ("kB", "MB", "GB"):
        value = size / 1000
        if value < 1000 or unit == "GB":
            return f"{value:.1f} {unit}"
        size = round(value)
    return ""


# What is said of a project, in this order; each part of Sightline adds its line.
STATE: tuple[Callable[[Engine], Fact | None], ...] = (
    _root,
    _index,
    _store,
    _memories,
    _topics,
    _hooks,
    _settings,
    _paused,
)


def _needs_indexing(engine: Engine) -> bool:
    """Whether there is no index, or one that a run left unfinished."""
    value = _index(engine).value
    if isinstance(value, dict) and value.get("state", "ready") != "ready":
        return not _is_written(engine)
    return value is None


def _is_written(engine: Engine) -> bool:
    """Whether a process is at the index now."""
    lease = hold_lease(engine.project.worktree_id, engine.home)
    if lease is None:
        return True
    lease.release()
    return False


# (command, the line to show, when it makes sense); the first three that fit are shown.
SUGGESTIONS: tuple[tuple[str, str, Callable[[Engine], bool] | None], ...] = (
    ("resume", "sightline resume", lambda engine: _paused(engine) is not None),
    ("index", "sightline index", lambda engine: _needs_indexing(engine)),
    ("install", "sightline install --dry-run", lambda engine: not _is_wired(engine)),
    ("context", 'sightline context "what you want to know"', lambda engine: _is_wired(engine)),
    ("log", "sightline log", lambda engine: _is_wired(engine)),
    ("tour", "sightline tour", None),
    ("completion", 'eval "$(sightline completion bash)"', None),
    ("", "sightline --help", None),
)

COMMANDS = (
    Command(
        name="",
        summary="which project this is, its state, and what to try next",
        example="sightline\nsightline --json\nsightline --project ~/src/django",
        arguments=no_arguments,
        run=_run,
    ),
)
