"""`bench --mine`: replays past prompts through the prompt event and compares with later edits.

Each prompt runs on the code as committed at its time, with a store that knows only the prompts and
edits before it. Changes that were not committed at the time are not seen.
"""

import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sightline.engine import Engine, open_engine
from sightline.errors import SightlineError, StoreError
from sightline.events import usage_learning
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.index.refresh import refresh
from sightline.measure.delivery import build_capsule
from sightline.measure.past_commits import is_code
from sightline.measure.replay_summary import ReplayedPrompt, summary
from sightline.measure.transcripts import (
    PastPrompt,
    TranscriptFile,
    all_prompts,
    default_folders,
    transcripts,
)
from sightline.measure.workplace import EarlierTree, NoEarlierTree, ReportProgress, temporary_store
from sightline.model.event import EDIT, PROMPT, READ, STOP, TOOL_AFTER, Event, ToolUse
from sightline.model.frame import CODE
from sightline.model.session import SessionKey
from sightline.store import activity, statistics
from sightline.store.code import reader
from sightline.store.locations import memory_path
from sightline.store.projects import locate, places
from sightline.store.sqlite.database import open_database
from sightline.workspace.git_files import read_origin
from sightline.workspace.identity import find_project

LIMIT = 9_000
REPLY_CHARACTERS = 4_000
# Files of these roles may be named; generated and vendored ones may not.
ROLES = ("source", "test", "document")


class NothingToReplay(SightlineError):
    """no past sessions of this project were found in {places}"""

    hint = "pass --transcripts DIR if they are elsewhere; supported: Claude Code and Codex"


class FoundPrompts(NamedTuple):
    """The prompts of a project's past sessions, and the folders that were searched."""

    prompts: list[PastPrompt]
    folders: str


class KnownPaths(NamedTuple):
    """Paths of files that exist in the repository, and of files that were new to it."""

    existing: tuple[str, ...]
    new: tuple[str, ...]


class _Clock:
    """The time of the replayed prompt, which the engine takes for now."""

    now = 0


class _Shown(NamedTuple):
    """The files and tokens that were added to a prompt, and how long that took."""

    paths: frozenset[str]
    tokens: int
    code_tokens: int
    ms: float


def replay(
    root: str, *, folder: str | None, most: int, budget: int, progress: ReportProgress
) -> dict[str, Any]:
    """Replay the newest prompts of this project's past sessions, oldest first."""
    past = past_prompts(root, folder)
    if not past.prompts:
        raise NothingToReplay(places=past.folders)
    return {
        "transcripts": past.folders,
        "prompts_found": len(past.prompts),
        **replay_prompts(root, past.prompts[-most:], budget=budget, progress=progress),
    }


def replay_prompts(
    root: str, prompts: list[PastPrompt], *, budget: int, progress: ReportProgress
) -> dict[str, Any]:
    """Replay these prompts on a copy of the repository, and summarise the outcome."""
    return summary(list(replay_each(root, prompts, budget=budget, progress=progress)), budget)


def replay_each(
    root: str, prompts: list[PastPrompt], *, budget: int, progress: ReportProgress
) -> Iterator[ReplayedPrompt]:
    """Replay these prompts one by one; without a budget no capsules are built."""
    with temporary_store() as home, tempfile.TemporaryDirectory(prefix="sightline-mine-") as copies:
        tree = EarlierTree(root, os.path.join(copies, "tree"))
        yield from _replay_all(tree, home, prompts, budget, progress)


def recent_prompts(root: str, most_transcripts: int) -> list[PastPrompt]:
    """The prompts of this project in the newest transcripts, without reading all others."""
    files = [
        TranscriptFile(folder.agent, path)
        for folder in default_folders(os.path.expanduser("~"))
        for path in transcripts(folder.path)
    ]
    roots = known_roots(root)
    # Claude Code names the folder of a project's transcripts after its path.
    folders = tuple(re.sub("[^A-Za-z0-9]", "-", place) for place in roots)
    files = [f for f in files if f.agent != "claude" or any(name in f.path for name in folders)]
    files.sort(key=lambda file: os.path.getmtime(file.path), reverse=True)
    prompts = all_prompts(files[:most_transcripts])
    return [prompt for prompt in prompts if _belongs(prompt.cwd, roots)]


def past_prompts(root: str, folder: str | None) -> FoundPrompts:
    """The prompts of this project's sessions, from a folder or from the assistants' own ones."""
    if folder:
        files = [TranscriptFile("claude", path) for path in transcripts(folder)]
        return FoundPrompts(all_prompts(files), folder)
    folders = default_folders(os.path.expanduser("~"))
    files = [
        TranscriptFile(folder.agent, path)
        for folder in folders
        for path in transcripts(folder.path)
    ]
    roots = known_roots(root)
    own = [prompt for prompt in all_prompts(files) if _belongs(prompt.cwd, roots)]
    return FoundPrompts(
        own, ", ".join(folder.path for folder in folders) or "~/.claude and ~/.codex"
    )


def known_roots(root: str) -> list[str]:
    """The project's directory, and earlier ones that the store remembers from before a move."""
    roots = [root]
    try:
        memory = open_database(memory_path(), "memory", readonly=True)
    except StoreError:
        return roots
    try:
        project = locate(memory, find_project(root), read_origin)
        roots += [place.removesuffix(f"{os.sep}.git") for place in places(memory, project.id)]
    except StoreError:
        pass
    finally:
        memory.close()
    return list(dict.fromkeys(roots))


def _belongs(cwd: str, roots: list[str]) -> bool:
    """Whether a session ran in this project: below one of its roots, or in a worktree of it."""
    if not cwd:
        return False
    if (os.path.realpath(cwd) + os.sep).startswith(tuple(root + os.sep for root in roots)):
        return True
    current_root, *_ = roots
    return os.path.isdir(cwd) and find_project(cwd).id == find_project(current_root).id


def _replay_all(
    tree: EarlierTree, home: str, prompts: list[PastPrompt], budget: int, progress: ReportProgress
) -> Iterable[ReplayedPrompt]:
    clock = _Clock()
    engine: Engine | None = None
    in_view: dict[str, _InView] = {}
    try:
        for number, prompt in enumerate(prompts):
            progress("replaying", number, len(prompts))
            commit = tree.commit_before(prompt.at, prompt.branch)
            if not commit or not (changed := _checked_out(tree, commit)):
                continue
            if changed == NEW or engine is None:
                if engine is not None:
                    engine.close()
                engine = open_engine(tree.root, home=home, now=lambda: clock.now)
                refresh(engine.project, engine.settings, home=home)
            clock.now = prompt.at
            seen = in_view.setdefault(prompt.session, _InView(set(), set(), []))
            if prompt.after_compaction:
                seen = in_view[prompt.session] = _InView(set(), set(), [])
                activity.next_epoch(engine.activity, _key(prompt), now=prompt.at)
            yield _replay_one(engine, prompt, seen, budget)
    finally:
        if engine is not None:
            engine.close()


class _InView(NamedTuple):
    """The files that were told to a session, and those it opened, since its last compaction."""

    told: set[str]
    opened: set[str]
    prompts: list[int]  # their times


# Whether a commit was checked out just now, was there already, or could not be.
NEW, SAME, MISSING = "new", "same", ""


def _checked_out(tree: EarlierTree, commit: str) -> str:
    try:
        return NEW if tree.check_out(commit) else SAME
    except NoEarlierTree:
        return MISSING  # an incomplete clone: the other prompts are replayed


def _replay_one(engine: Engine, prompt: PastPrompt, seen: _InView, budget: int) -> ReplayedPrompt:
    files = reader.all_files(engine.index)
    roles = {file.path: file.role if is_code(file.path) else "document" for file in files}
    edited = known_paths(prompt.edited, prompt.cwd, roles)
    read = known_paths(prompt.read, prompt.cwd, roles).existing
    usage_learning.close_old(engine, prompt.at)
    shown = _answer_prompt(engine, prompt)
    opened, is_first = frozenset(seen.opened), not seen.prompts
    seen.prompts.append(prompt.at)
    seen.told.update(shown.paths)
    seen.opened.update(read, edited.existing)
    _record_use(engine, prompt, READ, read)
    _record_use(engine, prompt, EDIT, edited.existing)
    _record_reply(engine, prompt)
    capsule = frozenset[str]()
    if edited.existing and budget:
        capsule = build_capsule(engine, prompt.text, budget).paths
    return ReplayedPrompt(
        prompt=prompt,
        edited=edited.existing,
        new=edited.new,
        read=read,
        shown=shown.paths,
        in_view=frozenset(seen.told),
        opened=opened,
        tokens=shown.tokens,
        code_tokens=shown.code_tokens,
        ms=shown.ms,
        capsule=capsule,
        is_first=is_first,
    )


def _answer_prompt(engine: Engine, prompt: PastPrompt) -> _Shown:
    """What the prompt event adds, and the files its code items are in."""
    event = Event(
        PROMPT,
        prompt.agent,
        name="UserPromptSubmit",
        session=prompt.session,
        cwd=engine.project.root,
        prompt=prompt.text,
    )
    answer, started = Reply(), time.monotonic()
    handle(engine, event, answer, limit=LIMIT, started=started)
    ms = (time.monotonic() - started) * 1000
    if not answer.text:
        return _Shown(frozenset(), 0, 0, ms)
    injected = statistics.injection(engine.activity)
    items = [item for item in injected.frame.items if item.kind == CODE]
    length = max(1, sum(len(item.text) for item in injected.frame.items))
    share = sum(len(item.text) for item in items) / length
    paths = frozenset(item.key for item in items)
    return _Shown(paths, injected.tokens, round(injected.tokens * share), ms)


def _record_use(engine: Engine, prompt: PastPrompt, action: str, paths: tuple[str, ...]) -> None:
    """Send the tool events of these files, so that Sightline learns as it would have."""
    root = engine.project.root
    for path in paths:
        use = ToolUse(action.title(), action, (os.path.join(root, path),))
        event = Event(
            *(TOOL_AFTER, prompt.agent),
            name="PostToolUse",
            session=prompt.session,
            cwd=root,
            tool=use,
        )
        handle(engine, event, Reply(), limit=LIMIT)


def _record_reply(engine: Engine, prompt: PastPrompt) -> None:
    """Send the event that the reply is complete."""
    event = Event(
        *(STOP, prompt.agent),
        name="Stop",
        session=prompt.session,
        cwd=engine.project.root,
        reply=prompt.reply[:REPLY_CHARACTERS],
    )
    if prompt.reply:
        handle(engine, event, Reply(), limit=LIMIT)


def _key(prompt: PastPrompt) -> SessionKey:
    return SessionKey(prompt.agent, prompt.session)


def known_paths(paths: Iterable[str], cwd: str, roles: dict[str, str]) -> KnownPaths:
    """Paths of a session as the repository has them; `roles` holds its files.

    A path is relative to the session's directory; if the session ran in another copy of the
    repository, its longest suffix that exists counts.
    """
    existing, new = [], []
    for path in paths:
        plain = path.replace("\\", "/")
        base = cwd.replace("\\", "/").rstrip("/") + "/"
        inside = plain.removeprefix(base) if plain.startswith(base) else plain
        parts = [part for part in inside.split("/") if part not in ("", ".")]
        suffixes = ("/".join(parts[at:]) for at in range(len(parts)))
        suffix = next((suffix for suffix in suffixes if suffix in roles), "")
        if not suffix:
            new += [path] if plain.startswith(base) else []
        elif roles[suffix] in ROLES and ("/" in suffix or plain.startswith(base)):
            existing.append(suffix)
    return KnownPaths(tuple(dict.fromkeys(existing)), tuple(dict.fromkeys(new)))
