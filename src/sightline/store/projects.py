"""The registry of projects and their places; recognises one that was moved or cloned again."""

import os
from collections.abc import Callable
from typing import NamedTuple

from sightline.model.project import MARKER, Project, directory_project, place_id
from sightline.store.sqlite.database import Database


class Registered(NamedTuple):
    """A project in the registry; `how` says how it was recognised."""

    id: str
    root_commit: str = ""
    remote: str = ""
    how: str = ""


class _Place(NamedTuple):
    """A place of a project, with the columns of the project itself."""

    path: str
    root: str
    how: str
    seen: int
    project_id: str
    name: str
    root_commit: str
    remote: str


_DAY_MS = 86_400_000


def locate(memory: Database, project: Project, origin: Callable[[Project], Project]) -> Project:
    """The project under its registered id, or unchanged if it is new. Writes nothing.

    `origin` fills in first commit and remote; it is only called for a new place.
    """
    place = _place_of(memory, project)
    if place is not None:
        return _with_registered(project, _registered_at(place, project))
    if not project.is_git:
        return _inside_registered_directory(memory, project)
    project = origin(project)
    registered = _recognise(memory, project)
    return _with_registered(project, registered) if registered else project


def settle(memory: Database, project: Project, now: int) -> Project:
    """Register the project at its place; returns it under its registered id.

    If its first commit is only learned now and identifies it as another project, everything
    recorded under the old id moves to that project.
    """
    with memory.transaction():
        place = _place_of(memory, project)
        if place is not None and _is_current(place, project, now):
            return _with_registered(project, _registered_at(place, project))
        here = _registered_at(place, project) if place else Registered(place_id(project.place))
        if _is_replaced(memory, here, project):
            here = Registered(place_id(f"{project.place} {project.root_commit}"))
        other = None if here.root_commit else _recognise(memory, project, here.id)
        settled = _with_registered(project, other or here)
        _save(memory, settled, (other or here).how, now)
        if other is not None:
            _hand_over(memory, here.id, other.id)
    return settled


def _place_of(memory: Database, project: Project) -> _Place | None:
    """The registered place of the project."""
    row = memory.row("project.at_place", paths=_paths(project), first=project.place)
    return _Place._make(row) if row else None


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


def _registered_at(place: _Place, project: Project) -> Registered:
    how = place.how if place.path == project.place else f"known as {place.path} before"
    return Registered(place.project_id, place.root_commit, place.remote, how)


def places(memory: Database, project_id: str) -> tuple[str, ...]:
    """The places where the project was seen, last seen first."""
    return tuple(_paths_seen(memory, project_id))


def names(memory: Database) -> dict[str, str]:
    """The name of every registered project by its id."""
    return {id: name for id, name, *_ in memory.rows("project.all")}


def _paths(project: Project) -> list[str]:
    """The paths that identify this project, including those before and after `git init`."""
    if not project.is_git:
        return [project.root, os.path.join(project.root, ".git")]
    if project.git_dir == project.common_dir:
        return [project.common_dir, project.root]
    return [project.common_dir]


def _inside_registered_directory(memory: Database, project: Project) -> Project:
    """A directory without git belongs to the nearest registered directory above it."""
    if os.path.isfile(os.path.join(project.root, MARKER)):
        return project
    paths = []
    home = os.path.realpath(os.path.expanduser("~"))
    directory = os.path.dirname(project.root)
    # The home directory and the root of a disk do not absorb everything below them.
    while directory not in (home, os.path.dirname(directory)):
        paths.append(directory)
        directory = os.path.dirname(directory)
    row = memory.row("project.at_place", paths=paths, first="")
    if row is None:
        return project
    place = _Place._make(row)
    around = directory_project(place.path, "a known directory without git")
    return around._replace(id=place.project_id)


def _recognise(memory: Database, project: Project, own_id: str = "") -> Registered | None:
    """The oldest other project that is the same repository as this one."""
    if not project.is_git:
        return None
    rows = memory.rows("project.of_origin", root_commit=project.root_commit, remote=project.remote)
    for other_id, _, root, root_commit, remote, _ in rows:
        by = _same_by(memory, project, other_id, root_commit, remote)
        if by and other_id != own_id:
            first_commit = project.root_commit or root_commit
            how = f"recognised by {by}, before at {root}"
            return Registered(other_id, first_commit, remote, how)
    return None


def _same_by(
    memory: Database, project: Project, other_id: str, root_commit: str, remote: str
) -> str:
    """What shows that two repositories are the same; empty if they are not."""
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
    # A manual copy beside the original is a separate project; a moved repository is not.
    gone = not any(os.path.exists(path) for path, _, _, _ in rows)
    return "its first commit" if gone else ""


def _is_replaced(memory: Database, here: Registered, project: Project) -> bool:
    """Whether another repository is now at the place of a project that was moved away."""
    if not here.root_commit or project.root_commit in ("", here.root_commit):
        return False
    # If the project exists nowhere else, its first commit was rewritten.
    paths = _paths_seen(memory, here.id)
    return any(path != project.place and os.path.exists(path) for path in paths)


def _paths_seen(memory: Database, project_id: str) -> list[str]:
    return [path for path, _, _, _ in memory.rows("project.places", project=project_id)]


def _is_current(place: _Place, project: Project, now: int) -> bool:
    """Whether the registry has nothing to learn from this visit."""
    return (
        place.path == project.place
        and project.root_commit in ("", place.root_commit)
        and project.remote in ("", place.remote)
        and now - place.seen < _DAY_MS
    )


def _with_registered(project: Project, registered: Registered) -> Project:
    how = registered.how
    return project._replace(
        id=registered.id,
        root_commit=project.root_commit or registered.root_commit,
        remote=project.remote or registered.remote,
        why=project.why if not how or how in project.why else f"{project.why}, {how}",
    )


def _hand_over(memory: Database, old: str, new: str) -> None:
    """Move everything recorded under one project id to another."""
    for (table,) in memory.rows("project.owned_tables"):
        # A row that the other project already has is left behind: nothing is overwritten.
        quoted = '"' + table.replace('"', '""') + '"'
        memory.statement(f"UPDATE OR IGNORE {quoted} SET project = ? WHERE project = ?", (new, old))
    memory.run("project.move_places", old=old, new=new)
    memory.run("project.remove", id=old)
