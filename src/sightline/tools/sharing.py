"""Sharing of one project: whether it is on, what is shared, and what waits for the person.

The command line, the page and the end of a session use it; assistants cannot call it.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Sequence
from typing import NamedTuple

from sightline.engine import Engine
from sightline.errors import NotShared, SharingOff, SightlineError, UsageError
from sightline.memory.share import publish
from sightline.memory.share.branches import settle_branches
from sightline.memory.share.default_branch import settle_labels
from sightline.memory.share.folder import FOLDER, list_files, team_folder
from sightline.memory.share.publish import SHARED_KINDS, Target
from sightline.memory.share.reading import FORGOTTEN, SECOND, read_folder
from sightline.memory.share.visibility import unmerged_branch
from sightline.memory.sync.content import record_digest, shared_record
from sightline.model.memory import FROM_FILES, ORGANISATION, TEAM, Memory
from sightline.store import memory as store
from sightline.store import shared, sync
from sightline.store.locations import memory_path
from sightline.store.shared import SharedFile, SharedFolder
from sightline.text.wording import counted
from sightline.workspace import git
from sightline.workspace.privacy import Denier


class SharingState(NamedTuple):
    """What is shared here. Until the repository is trusted, its files are only counted."""

    is_on: bool
    files: int
    folder: str
    branch: str = ""  # empty on the default branch
    memories: tuple[Memory, ...] = ()
    changed: tuple[Memory, ...] = ()  # say something else here than in their files
    second: tuple[SharedFile, ...] = ()  # changed by two people
    problems: tuple[SharedFile, ...] = ()  # files that are not read
    organisations: tuple[str, ...] = ()  # folders that count in all projects


def sharing_state(engine: Engine) -> SharingState:
    """What is shared in this project, as the files are now."""
    folder = team_folder(engine.project)
    count = len(list_files(folder))
    organisations = tuple(one.folder for one in organisation_folders(engine))
    if not is_on(engine):
        return SharingState(False, count, folder, organisations=organisations)
    files = list(shared.files_of(engine.memory, folder).values())
    numbers = [file.memory for file in files if file.memory]
    memories = [one for one in store.of_numbers(engine.memory, numbers) if SECOND not in one.id]
    second = tuple(file for file in files if file.problem and file.memory)
    problems = tuple(
        file for file in files if file.problem and not file.memory and file.problem != FORGOTTEN
    )
    return SharingState(
        True,
        count,
        folder,
        unmerged_branch(engine.project),
        tuple(memories),
        tuple(publish.changed_here(engine.memory, folder)),
        second,
        problems,
        organisations,
    )


def is_on(engine: Engine) -> bool:
    """Whether the person shares memories in this repository, and trusts those of others."""
    if not os.path.exists(memory_path(engine.home)):
        return False
    return shared.trusted_at(engine.memory, engine.project.place) > 0


def turn_on(engine: Engine, *, trust: bool = False) -> SharingState:
    """Turn sharing on; where others' files are here already, only with `trust`."""
    project = engine.project
    if not project.is_git:
        raise UsageError(
            "memories are shared through git, and this folder is not a repository",
            hint="run git init first",
        )
    files = list_files(team_folder(project))
    if not is_on(engine):
        if files and not trust:
            raise UsageError(
                f"this repository has {counted(len(files), 'memory file')} of other people in {FOLDER}",
                hint="look at them, then let your assistants read them: sightline share --trust",
            )
        shared.trust(engine.memory, project.place, engine.now())
    settle(engine)
    return sharing_state(engine)


def turn_off(engine: Engine) -> None:
    """Read no memory files of this repository any more; its files stay, and so do own memories."""
    memory, project = engine.memory, engine.project
    shared.distrust(memory, project.place)
    for folder in shared.known_folders(memory, project.id):
        _let_go(engine, folder)
    if sync.connection(memory, project.id) is not None:
        # What the files said was not taken from the team server: take it now.
        sync.start_over(memory, project.id)


def add_organisation(engine: Engine, path: str) -> str:
    """Read the memories of a second repository or folder in every project; the folder."""
    folder = organisation_folder(path)
    os.makedirs(folder, exist_ok=True)
    shared.put_folder(engine.memory, SharedFolder(folder, ORGANISATION), "")
    read_folder(engine.memory, SharedFolder(folder, ORGANISATION), "", now=engine.now())
    return folder


def organisation_folders(engine: Engine) -> list[SharedFolder]:
    """The folders of memory files that count in all projects."""
    if not os.path.exists(memory_path(engine.home)):
        return []
    return shared.folders_here(engine.memory, "", "")


def remove_organisations(engine: Engine) -> None:
    """Read the memories of no organisation any more; own memories and the files stay."""
    for folder in organisation_folders(engine):
        _let_go(engine, folder)


def organisation_folder(path: str) -> str:
    """The folder of memory files below a path; it must exist."""
    root = os.path.realpath(os.path.expanduser(path))
    if not os.path.isdir(root):
        raise UsageError(f"no directory called {path!r}")
    return root if root.endswith(f"{os.sep}memories") else f"{root}/{FOLDER}"


def share(engine: Engine, ids: Sequence[str], *, scope: str = TEAM) -> list[str]:
    """Write these memories' files; the paths."""
    target = target_of(engine, scope)
    paths = []
    for id in ids:
        memory = store.by_id(engine.memory, id.strip())
        if memory is None:
            raise UsageError(f"memory {id.strip()} not found", hint="see: sightline recall WORDS")
        if memory.project not in (engine.project.id, ""):
            raise UsageError(f"{memory.id} is not a memory of this project")
        paths.append(publish.share(target, memory))
    return paths


def share_kinds(engine: Engine, kinds: Sequence[str]) -> list[str]:
    """Write all memories of these kinds that may be shared, and changes of shared ones."""
    for kind in kinds:
        if kind not in SHARED_KINDS:
            raise UsageError(f"{kind} is personal or not a kind", hint=", ".join(SHARED_KINDS))
    target = target_of(engine, TEAM)
    memories = publish.candidates(target, kinds)
    changed = publish.changed_here(engine.memory, target.folder.folder)
    memories += [memory for memory in changed if memory.kind in kinds and SECOND not in memory.id]
    paths = []
    for memory in memories:
        try:
            paths.append(publish.share(target, memory))
        except NotShared:
            continue  # somebody shared the same
    return paths


def share_chosen(engine: Engine) -> list[str]:
    """Share what the setting `share.kinds` names, where sharing is on."""
    kinds = [kind for kind in engine.settings.texts("share.kinds") if kind in SHARED_KINDS]
    return share_kinds(engine, kinds) if kinds and is_on(engine) else []


def unshare(engine: Engine, id: str, *, scope: str = TEAM) -> str:
    """Delete a memory's file; the path."""
    return publish.remove(target_of(engine, scope), id)


def effect_on_others(engine: Engine, memory: Memory, *, is_forgotten: bool = False) -> str:
    """What it means for the others that a memory was changed or forgotten here; empty if nothing."""
    connection = sync.connection(engine.memory, memory.project)
    known = sync.known(engine.memory, memory.id)
    if connection is not None and known is not None and known.digest:
        if connection.role == "reader":
            return "you are a reader on the team server: the team keeps its version"
        if not is_forgotten and record_digest(shared_record(memory)) == known.digest:
            return ""
        what = "deletes it for the team" if is_forgotten else "sends it to the team"
        return f"the next synchronisation {what}: sightline team sync"
    if is_forgotten and memory.scope:
        scope = f" --scope {ORGANISATION}" if memory.scope == ORGANISATION else ""
        remove = f"sightline share --remove {memory.id}{scope}"
        return f"others still have it; to remove it for them: {remove}"
    if memory.scope and publish.is_changed_here(engine.memory, memory):
        return f"only your copy was changed; for the others: sightline share {memory.id}"
    return ""


def settle(engine: Engine) -> list[str]:
    """Ask git what was merged and deleted; sentences about memories that were archived."""
    if not os.path.exists(memory_path(engine.home)):
        return []
    memory, project = engine.memory, engine.project
    if project.is_git and is_on(engine):
        settle_labels(memory, project, now=engine.now())
    lines = settle_branches(memory, project, now=engine.now()) if project.is_git else []
    engine.see_shared()
    return lines


def settle_quietly(engine: Engine) -> None:
    """As `settle`, for background processes: the next one tries again."""
    try:
        settle(engine)
    except (SightlineError, OSError):
        return


def target_of(engine: Engine, scope: str) -> Target:
    """The folder of a scope, to be written by this person."""
    project, memory = engine.project, engine.memory
    is_denied = Denier(engine.settings.texts("privacy.deny"), project.root)
    if scope == TEAM:
        if not is_on(engine):
            raise SharingOff
        folder = SharedFolder(team_folder(project), TEAM, unmerged_branch(project))
        return Target(memory, folder, project.id, author_of(engine), engine.now(), is_denied)
    folders = organisation_folders(engine)
    if not folders:
        raise UsageError(
            "no folder of an organisation is known",
            hint="name one: sightline share --organisation PATH",
        )
    return Target(memory, folders[0], "", author_of(engine), engine.now(), is_denied)


def author_of(engine: Engine) -> str:
    """The person's name as git knows it, else the name of the account."""
    name = git.text(engine.project.root, "config", "user.name")
    try:
        return name or getpass.getuser()
    except (KeyError, OSError):
        return "somebody"


def _let_go(engine: Engine, folder: SharedFolder) -> None:
    """Forget a folder and the memories that were read from it."""
    memory = engine.memory
    with memory.transaction():
        numbers = [file.memory for file in shared.files_of(memory, folder.folder).values()]
        shared.remove_folder(memory, folder.folder)
        for row in store.of_numbers(memory, [number for number in numbers if number]):
            if row.source == FROM_FILES and not shared.digests_of(memory, row.number):
                store.remove(memory, row.number)
    engine.see_shared()
