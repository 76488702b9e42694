"""`sightline share` and `blame`: memories as files in the repository, and who wrote them."""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.memory import keeper
from sightline.memory.memory_text import date
from sightline.memory.share.default_branch import Difference, compare, default_commits
from sightline.memory.share.folder import FOLDER, SUFFIX, list_files, team_folder
from sightline.memory.share.publish import SHARED_KINDS
from sightline.memory.share.reading import SECOND
from sightline.model.memory import FROM_FILES, ORGANISATION, TEAM, Memory
from sightline.store import memory as store
from sightline.store import shared
from sightline.text.fence import one_line
from sightline.text.wording import counted
from sightline.tools import sharing
from sightline.tools.recall import memory_block, memory_value, with_link_states
from sightline.tools.sharing import SharingState
from sightline.workspace import git
from sightline.workspace.git import ignored_paths

# Memories that are listed one by one; --json lists all.
MOST_LISTED = 20
_FORMAT = "%H%x1f%an%x1f%aI%x1f%s"


def _share(arguments: Namespace) -> int:
    _check(arguments)
    engine = engine_of(arguments, writes=True)
    try:
        if arguments.off and arguments.scope == ORGANISATION:
            sharing.remove_organisations(engine)
            text = "memories of organisations no longer count here; the files stay"
            return _say(arguments, {"organisations": []}, text)
        if arguments.off:
            sharing.turn_off(engine)
            return _say(arguments, {"sharing": False}, "sharing is off; the files stay")
        if arguments.organisation:
            return _organisation(engine, arguments)
        if arguments.remove:
            return _remove(engine, arguments)
        if arguments.ids or arguments.all:
            return _write(engine, arguments)
        was_on = sharing.is_on(engine)
        state = sharing.turn_on(engine, trust=arguments.trust)
        return _say(arguments, _state_value(state), _state_text(engine, state, was_on=was_on))
    finally:
        engine.close()


def _check(arguments: Namespace) -> None:
    chosen = [
        *(["ID"] if arguments.ids else []),
        *(f"--{name}" for name in ("all", "trust", "off", "remove", "organisation")
          if getattr(arguments, name)),
    ]  # fmt: skip
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} cannot be combined")
    if arguments.all and not arguments.kind:
        raise UsageError("say which kinds", hint="example: sightline share --all --kind decision")
    if arguments.kind and not arguments.all:
        raise UsageError("--kind needs --all", hint="sightline share --all --kind decision")


def _organisation(engine: Engine, arguments: Namespace) -> int:
    folder = sharing.add_organisation(engine, arguments.organisation)
    count = len(list_files(folder))
    text = f"read in all your projects from now on: {counted(count, 'memory')} in {folder}"
    return _say(arguments, {"folder": folder, "memories": count}, text)


def _remove(engine: Engine, arguments: Namespace) -> int:
    path = sharing.unshare(engine, arguments.remove, scope=arguments.scope)
    shown = _relative(engine, path)
    text = f"removed {shown}\nto remove it for everybody: git commit -m 'Remove a memory' {shown}"
    return _say(arguments, {"removed": shown}, text)


def _write(engine: Engine, arguments: Namespace) -> int:
    if arguments.all:
        paths = sharing.share_kinds(engine, arguments.kind)
    else:
        paths = sharing.share(engine, arguments.ids, scope=arguments.scope)
    shown = [_relative(engine, path) for path in paths]
    lines = [f"wrote {path}" for path in shown[:MOST_LISTED]]
    if len(shown) > MOST_LISTED:
        lines.append(f"and {len(shown) - MOST_LISTED:,} more")
    if not paths:
        lines.append("nothing new to share")
    elif arguments.scope == ORGANISATION:
        folder = shlex.quote(os.path.dirname(paths[0]))
        lines.append(f"to hand them to everybody: git -C {folder} add . && git -C {folder} commit")
    else:
        lines += _commit_hint(engine, shown)
    return _say(arguments, {"written": shown}, "\n".join(lines))


def _commit_hint(engine: Engine, paths: list[str]) -> list[str]:
    if ignored_paths(engine.project.root, paths[:1]):
        return [f"git ignores {FOLDER}: remove it from .gitignore, or nobody else will get them"]
    return [f"to hand them to the team: git add {FOLDER} && git commit"]


def _state_value(state: SharingState) -> dict[str, object]:
    return {
        "sharing": state.is_on,
        "files": state.files,
        "folder": state.folder,
        "branch": state.branch,
        "memories": [memory.id for memory in state.memories],
        "own": [memory.id for memory in state.memories if memory.source != FROM_FILES],
        "unmerged": [memory.id for memory in state.memories if _is_unmerged(memory)],
        "changed_here": [memory.id for memory in state.changed],
        "second_versions": [{"file": file.name, "problem": file.problem} for file in state.second],
        "problems": [{"file": file.name, "problem": file.problem} for file in state.problems],
        "organisations": list(state.organisations),
    }


def _is_unmerged(memory: Memory) -> bool:
    return memory.source == FROM_FILES and bool(memory.branch)


def _state_text(engine: Engine, state: SharingState, *, was_on: bool) -> str:
    others = [memory for memory in state.memories if memory.source == FROM_FILES]
    own = len(state.memories) - len(others)
    lines = [] if was_on else ["sharing is on for this repository"]
    lines.append(f"{counted(len(state.memories), 'memory')} shared, {own} of them yours")
    if unmerged := [memory for memory in others if _is_unmerged(memory)]:
        lines.append(f"{len(unmerged)} only on branch {state.branch}: sightline review --shared")
    changed = [memory.id for memory in state.changed]
    lines += [f"{id} was changed here: sightline share {id}" for id in changed]
    lines += [_choice_line(engine, file.memory, file.problem) for file in state.second]
    lines += [f"{FOLDER}/{file.name}: not read, {file.problem}" for file in state.problems]
    lines += [
        f"organisation: {counted(len(list_files(folder)), 'memory')} in {folder}"
        for folder in state.organisations
    ]
    if not state.memories:
        lines.append("share one: sightline share ID, or all: sightline share --all --kind decision")
    return "\n".join(lines)


def _choice_line(engine: Engine, number: int, problem: str) -> str:
    (memory,) = store.of_numbers(engine.memory, [number])
    first = memory.id.partition(SECOND)[0]
    return f"{first}: {problem}; keep one: sightline share {first}, or sightline share {memory.id}"


def _blame(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    memory = keeper.find(engine.memory, arguments.id)
    root, path = engine.project.root, f"{FOLDER}/{memory.id.partition(SECOND)[0]}{SUFFIX}"
    files = shared.files_of_memory(engine.memory, memory.number)
    if memory.scope == ORGANISATION and files:
        root, path = files[0]
    printed = git.text(
        root, "log", f"--format={_FORMAT}", "--name-status", "--no-renames", "--", path
    )
    changes = _commits(printed or "")
    changes += [
        {"at": date(version.at), "who": "here", "what": version.what, "commit": ""}
        for version in reversed(store.versions(engine.memory, memory.id))
    ]
    author = memory.author or "you"
    changes.append({"at": date(memory.created), "who": author, "what": "made it", "commit": ""})
    lines = [
        f"{change['at']}  {one_line(change['who'], 40)}  {one_line(change['what'], 100)}"
        f"  {change['commit'][:10]}".rstrip()
        for change in changes
    ]
    value = {"memory_id": memory.id, "author": memory.author, "changes": changes}
    engine.close()
    return _say(arguments, value, "\n".join([f"{memory.id}: {memory.name}", *lines]))


def _commits(printed: str) -> list[dict[str, str]]:
    """The commits that changed a memory's file, the newest first."""
    changes: list[dict[str, str]] = []
    words = {"A": "shared it", "M": "changed it", "D": "removed it"}
    for line in printed.splitlines():
        if "\x1f" in line:
            commit, who, when, subject = line.split("\x1f", 3)
            changes.append({"at": when[:10], "who": who, "what": subject, "commit": commit})
        elif line.strip() and changes:
            verb = words.get(line[:1], "changed it")
            changes[-1]["what"] = f"{verb}: {changes[-1]['what']}"
    return changes


def review_shared(arguments: Namespace) -> int:
    """What this branch would add to, change in and remove from the shared memories."""
    engine = engine_of(arguments)
    state = sharing.sharing_state(engine)
    if not state.is_on:
        engine.close()
        raise UsageError(
            f"{counted(state.files, 'memory file')} here, none of them read",
            hint="to trust this repository: sightline share --trust",
        )
    sharing.settle(engine)
    difference = compare(engine.project, default_commits(engine.project))
    value = _review_value(engine, difference)
    text = _review_text(engine, difference, sharing.sharing_state(engine))
    engine.close()
    return _say(arguments, value, text)


def _review_value(engine: Engine, difference: Difference) -> dict[str, object]:
    files = shared.files_of(engine.memory, team_folder(engine.project))

    def values(names: tuple[str, ...]) -> list[object]:
        numbers = [files[name].memory for name in names if name in files and files[name].memory]
        memories = store.of_numbers(engine.memory, numbers)
        return [memory_value(with_link_states(engine, memory)) for memory in memories]

    return {
        "added": values(difference.added),
        "changed": values(difference.changed),
        "removed": [name.removesuffix(SUFFIX) for name in difference.removed],
        "not_read": [file.name for file in files.values() if file.problem and not file.memory],
    }


def _review_text(engine: Engine, difference: Difference, state: SharingState) -> str:
    files = shared.files_of(engine.memory, state.folder)
    lines: list[str] = []
    for title, names in (("added", difference.added), ("changed", difference.changed)):
        for name in names:
            lines.append(f"{title} {FOLDER}/{name}")
            if name in files and files[name].memory:
                (memory,) = store.of_numbers(engine.memory, [files[name].memory])
                lines.append(memory_block(with_link_states(engine, memory)))
    lines += [f"removed {FOLDER}/{name}" for name in difference.removed]
    lines += [_choice_line(engine, file.memory, file.problem) for file in state.second]
    lines += [f"{FOLDER}/{file.name}: not read, {file.problem}" for file in state.problems]
    return "\n".join(lines) or "the shared memories here are those of the default branch"


def _relative(engine: Engine, path: str) -> str:
    shown = os.path.relpath(path, engine.project.root)
    return path if shown.startswith("..") else shown.replace(os.sep, "/")


def _say(arguments: Namespace, value: object, text: str) -> int:
    terminal.report(arguments, value, text)
    return 0


def _share_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="the memories to share")
    parser.add_argument("--all", action="store_true", help="share all memories of some kinds")
    parser.add_argument(
        "--kind", action="append", choices=SHARED_KINDS, help="a kind for --all; repeat for more"
    )
    parser.add_argument(
        "--trust", action="store_true", help="let assistants read the memory files of others here"
    )
    parser.add_argument("--off", action="store_true", help="read and write no memory files here")
    parser.add_argument("--remove", metavar="ID", help="delete the file of a shared memory")
    parser.add_argument(
        "--scope",
        choices=(TEAM, ORGANISATION),
        default=TEAM,
        help="share with this repository's team, or with the organisation (default: team)",
    )
    parser.add_argument(
        "--organisation",
        metavar="PATH",
        help="also read the memories of this repository or folder, in all your projects",
    )


def _blame_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", help="the memory's id, like dec-1a2b3c4d")


COMMANDS = (
    Command(
        name="share",
        summary="share memories with your team, as files in the repository",
        example="sightline share\nsightline share dec-1a2b3c4d\nsightline share --all --kind decision"
        + "\nsightline share --trust",
        arguments=_share_arguments,
        run=_share,
    ),
    Command(
        name="blame",
        summary="show who made, shared and changed a memory, and when",
        example="sightline blame dec-1a2b3c4d",
        arguments=_blame_arguments,
        run=_blame,
    ),
)
