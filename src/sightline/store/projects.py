"""Which projects are known and where they lie; recognises one that was moved or cloned anew."""

from __future__ import annotations

import os
from collections.abc import Callable

from sightline.model.project import MARKER, Project, directory_project, place_id
from sightline.store.sqlite.database import Database, Row

# What the store knows of a project: id, first commit, remote, and how it was recognised.
Known = tuple[str, str, str, str]

_DAY_MS = 86_400_000


def locate(memory: Database, project: Project, origin: Callable[[Project], Project]) -> Project:
    """The project under the id it is known by; as it came when it is new. Writes nothing.

    `origin` fills in first commit and remote; it is asked only for a place never seen before.
    """
    row = _row_at(memory, project)
    if row is not None:
        return _known_as(project, _known(row, project))
    if not project.is_git:
        return _inside_known_directory(memory, project)
    project = origin(project)
    known = _recognise(memory, project)
    return _known_as(project, known) if known else project


def settle(memory: Database, project: Project, now: int) -> Project:
    """Write down that the project lies here; it comes back under the id it is known by.

    Where its first commit is learned only now, what was recorded here before goes to the
    project it turns out to be.
    """
    with memory.transaction():
        row = memory.row("project.at_place", paths=_paths(project), first=project.place)
        if row is not None and _nothing_new(row, project, now):
            return _known_as(project, _known(row, project))
        here = _known(row, project) if row is not None else (place_id(project.place), "", "", "")
        if _taken_over(memory, here, project):
            here = (place_id(f"{project.place} {project.root_commit}"), "", "", "")
        other = None if here[1] else _recognise(memory, project, here[0])
        settled = _known_as(project, other or here)
        _save(memory, settled, (other or here)[3], now)
        if other is not None:
            _hand_over(memory, here[0], other[0])
    return settled


def _row_at(memory: Database, project: Project) -> Row | None:
    """What is known of the project's place."""
    return memory.row("project.at_place", paths=_paths(project), first=project.place)


def _save(memory: Database, project: Project, how: str, now: int) -> None:
    memory.run(
        "project.save",
        id=project.id,
        name=project.name,
        root=project.root,
        root_commit=project.root_commit,
        remote=project.remote,
        seen=now,
    )
    memory.run(
        "project.save_place",
        path=project.place,
        project=project.id,
        root=project.root,
        how=how,
        seen=now,
    )


def _known(row: Row, project: Project) -> Known:
    path, _, how, _, project_id, _, root_commit, remote = row
    if path != project.place:
        how = f"known as {path} before"
    return project_id, root_commit, remote, how


def places(memory: Database, project_id: str) -> tuple[str, ...]:
    """Where the project was seen, last seen first."""
    return tuple(row[0] for row in memory.rows("project.places", project=project_id))


def _paths(project: Project) -> list[str]:
    """The places that stand for this project: also the one before `git init`, or after it."""
    if not project.is_git:
        return [project.root, os.path.join(project.root, ".git")]
    if project.git_dir == project.common_dir:
        return [project.common_dir, project.root]
    return [project.common_dir]


def _inside_known_directory(memory: Database, project: Project) -> Project:
    """A directory without git belongs to the nearest directory above it that is known."""
    if os.path.isfile(os.path.join(project.root, MARKER)):
        return project
    paths = []
    home = os.path.realpath(os.path.expanduser("~"))
    directory = os.path.dirname(project.root)
    # Neither the home directory nor the root of a disk swallows everything below it.
    while directory not in (home, os.path.dirname(directory)):
        paths.append(directory)
        directory = os.path.dirname(directory)
    known = memory.row("project.at_place", paths=paths, first="")
    if known is None:
        return project
    around = directory_project(known[0], "a known directory without git")
    return around._replace(id=known[4])


def _recognise(memory: Database, project: Project, own_id: str = "") -> Known | None:
    """The oldest other project this one is the same repository as."""
    if not project.is_git:
        return None
    rows = memory.rows("project.of_origin", root_commit=project.root_commit, remote=project.remote)
    for other_id, _, root, root_commit, remote, _ in rows:
        by = _same_by(memory, project, other_id, root_commit, remote)
        if by and other_id != own_id:
            first_commit = project.root_commit or root_commit
            return other_id, first_commit, remote, f"recognised by {by}, before at {root}"
    return None


def _same_by(
    memory: Database, project: Project, other_id: str, root_commit: str, remote: str
) -> str:
    """By what two repositories are the same one; nothing when they are not."""
    same_root = bool(root_commit) and root_commit == project.root_commit
    if root_commit and project.root_commit and not same_root:
        return ""
    if remote and remote == project.remote:
        return "its first commit and remote" if same_root else "its remote"
    if not same_root:
        return ""
    rows = memory.rows("project.places", project=other_id)
    if any(project.remote in (path, root) for path, root, _, _ in rows):
        return "its first commit, cloned from there"
    if remote and project.remote:
        return ""  # a fork, or made from the same template
    # A copy made by hand beside the original is work of its own; a moved one is not.
    gone = not any(os.path.exists(path) for path, _, _, _ in rows)
    return "its first commit" if gone else ""


def _taken_over(memory: Database, here: Known, project: Project) -> bool:
    """Whether another repository lies where a project lay that was moved away."""
    if not here[1] or project.root_commit in ("", here[1]):
        return False
    # A project that lies nowhere else has had its first commit rewritten.
    rows = memory.rows("project.places", project=here[0])
    return any(path != project.place and os.path.exists(path) for path, _, _, _ in rows)


def _nothing_new(known: Row, project: Project, now: int) -> bool:
    path, _, _, seen, _, _, root_commit, remote = known
    return bool(
        path == project.place
        and project.root_commit in ("", root_commit)
        and project.remote in ("", remote)
        and now - seen < _DAY_MS
    )


def _known_as(project: Project, known: Known) -> Project:
    project_id, root_commit, remote, how = known
    return project._replace(
        id=project_id,
        root_commit=project.root_commit or root_commit,
        remote=project.remote or remote,
        why=project.why if not how or how in project.why else f"{project.why}, {how}",
    )


def _hand_over(memory: Database, old: str, new: str) -> None:
    """What was recorded under one id belongs to another project from now on."""
    for (table,) in memory.rows("project.owned_tables"):
        # A row the other project has as well stays behind: nothing is overwritten.
        quoted = '"' + table.replace('"', '""') + '"'
        memory.statement(f"UPDATE OR IGNORE {quoted} SET project = ? WHERE project = ?", (new, old))
    memory.run("project.move_places", old=old, new=new)
    memory.run("project.remove", id=old)
