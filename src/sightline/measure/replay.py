"""`bench --mine`: gives past prompts to the real prompt event and compares with what was edited.

Each prompt meets the code as it was committed when it was given, and a store that knows only the
prompts and edits before it. What was not committed then is not seen.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sightline.engine import Engine, open_engine
from sightline.errors import SightlineError, StoreError
from sightline.events import usage_learning
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.index.refresh import refresh
from sightline.measure.delivery import capsule
from sightline.measure.judgement import Judged, summary
from sightline.measure.past_commits import is_code
from sightline.measure.transcripts import Turn, all_turns, default_folders, transcripts
from sightline.measure.workplace import EarlierTree, own_store
from sightline.model.event import EDIT, PROMPT, READ, TOOL_AFTER, Event, ToolUse
from sightline.model.frame import CODE
from sightline.model.session import SessionKey
from sightline.store import activity, statistics
from sightline.store.code import reader
from sightline.store.locations import memory_path
from sightline.store.projects import locate, places
from sightline.store.sqlite.database import open_database
from sightline.workspace.git_files import read_origin
from sightline.workspace.identity import find_project

Progress = Callable[[str, int, int], None]
LIMIT = 9_000


class NothingToReplay(SightlineError):
    """no past sessions of this project were found in {places}"""

    hint = "give --transcripts DIR where they lie elsewhere; Claude Code and Codex can be read"


class _Shown(NamedTuple):
    paths: frozenset[str]
    tokens: int
    code_tokens: int
    ms: float


def replay(
    root: str, *, folder: str | None, most: int, budget: int, progress: Progress
) -> dict[str, Any]:
    """Replay the newest prompts of this project's past sessions, oldest first."""
    turns, places = past_turns(root, folder)
    if not turns:
        raise NothingToReplay(places=places)
    with own_store() as home, tempfile.TemporaryDirectory(prefix="sightline-mine-") as copies:
        tree = EarlierTree(root, os.path.join(copies, "tree"))
        judged = list(_replayed(tree, home, turns[-most:], budget, progress))
    found = summary(judged, budget)
    return {"transcripts": places, "prompts_found": len(turns), **found}


def past_turns(root: str, folder: str | None) -> tuple[list[Turn], str]:
    """The prompts of this project's sessions, and where they were looked for."""
    if folder:
        paths = [("claude", path) for path in transcripts(folder)]
        return all_turns(paths), folder
    folders = default_folders(os.path.expanduser("~"))
    paths = [(agent, path) for agent, place in folders for path in transcripts(place)]
    roots = known_roots(root)
    mine = [turn for turn in all_turns(paths) if _belongs(turn.cwd, roots)]
    return mine, ", ".join(place for _, place in folders) or "~/.claude and ~/.codex"


def known_roots(root: str) -> list[str]:
    """Where this project lies, and where it lay before it was moved as far as the store knows."""
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
    """Whether a session was held in this project: below a root of it or in a worktree of it."""
    if not cwd:
        return False
    if (os.path.realpath(cwd) + os.sep).startswith(tuple(root + os.sep for root in roots)):
        return True
    return os.path.isdir(cwd) and find_project(cwd).id == find_project(roots[0]).id


def _replayed(
    tree: EarlierTree, home: str, turns: list[Turn], budget: int, progress: Progress
) -> Iterable[Judged]:
    clock = [0]
    engine: Engine | None = None
    in_view: dict[str, set[str]] = {}
    try:
        for number, turn in enumerate(turns):
            progress("replaying", number, len(turns))
            commit = tree.before(turn.at)
            if not commit:
                continue
            if tree.stand_at(commit) or engine is None:
                if engine is not None:
                    engine.close()
                engine = open_engine(tree.root, home=home, now=lambda: clock[0])
                refresh(engine.project, engine.settings, home=home)
            clock[0] = turn.at
            seen = in_view.setdefault(turn.session, set())
            if turn.after_compaction:
                seen.clear()
                activity.next_epoch(engine.activity, _key(turn), now=turn.at)
            yield _one(engine, turn, seen, budget)
    finally:
        if engine is not None:
            engine.close()


def _one(engine: Engine, turn: Turn, seen: set[str], budget: int) -> Judged:
    files = reader.all_files(engine.index)
    known = {file.path: file.role if is_code(file.path) else "document" for file in files}
    gold, new = placed(turn.edited, turn.cwd, known)
    read, _ = placed(turn.read, turn.cwd, known)
    usage_learning.close_old(engine, turn.at)
    shown = _prompted(engine, turn)
    seen |= shown.paths
    _used(engine, turn, READ, read)
    _used(engine, turn, EDIT, gold)
    wider = capsule(engine, turn.prompt, budget)[1] if gold else frozenset()
    return Judged(
        turn, gold, new, read, shown.paths, frozenset(seen), shown.tokens, shown.code_tokens,
        shown.ms, wider,
    )  # fmt: skip


def _prompted(engine: Engine, turn: Turn) -> _Shown:
    """What the prompt event answers, and the files its code items are in."""
    event = Event(
        PROMPT,
        turn.agent,
        name="UserPromptSubmit",
        session=turn.session,
        cwd=engine.project.root,
        prompt=turn.prompt,
    )
    answer, started = Reply(), time.monotonic()
    handle(engine, event, answer, limit=LIMIT, started=started)
    ms = (time.monotonic() - started) * 1000
    if not answer.text:
        return _Shown(frozenset(), 0, 0, ms)
    injected = statistics.injection(engine.activity)
    items = [item for item in injected.frame.items if item.kind == CODE]
    whole = max(1, sum(len(item.text) for item in injected.frame.items))
    share = sum(len(item.text) for item in items) / whole
    paths = frozenset(item.group or item.key.partition("::")[0] for item in items)
    return _Shown(paths, injected.tokens, round(injected.tokens * share), ms)


def _used(engine: Engine, turn: Turn, action: str, paths: tuple[str, ...]) -> None:
    """Tell what the assistant then did with files, so that the product learns as it would have."""
    root = engine.project.root
    for path in paths:
        use = ToolUse(action.title(), action, (os.path.join(root, path),))
        event = Event(
            *(TOOL_AFTER, turn.agent), name="PostToolUse", session=turn.session, cwd=root, tool=use
        )
        handle(engine, event, Reply(), limit=LIMIT)


def _key(turn: Turn) -> SessionKey:
    return SessionKey(turn.agent, turn.session)


def placed(
    paths: Iterable[str], cwd: str, known: dict[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Paths as the repository has them: source files that exist, and files that were new to it.

    A path is taken below the session's directory; where the session ran in another copy of the
    repository, the longest end of it that exists counts.
    """
    found, new = [], []
    for path in paths:
        plain = path.replace("\\", "/")
        base = cwd.replace("\\", "/").rstrip("/") + "/"
        inside = plain.removeprefix(base) if plain.startswith(base) else plain
        parts = [part for part in inside.split("/") if part not in ("", ".")]
        ends = ("/".join(parts[at:]) for at in range(len(parts)))
        end = next((end for end in ends if end in known), "")
        if not end:
            new += [path] if plain.startswith(base) else []
        elif known[end] == "source" and ("/" in end or plain.startswith(base)):
            found.append(end)
    return tuple(dict.fromkeys(found)), tuple(dict.fromkeys(new))
