"""What counts in a working tree now: memories of its files, and of the branch it is on.

Hooks ask this before they read memories. Where nothing is shared it costs two small queries, where
something is a look at the times of its files; files are read only when one changed.
"""

from sightline.errors import StoreError
from sightline.memory.share.folder import MOST_FILES, folder_stamp, team_folder
from sightline.model.memory import ORGANISATION
from sightline.model.project import Project
from sightline.store import shared
from sightline.store.shared import BranchRecord
from sightline.store.sqlite.database import Database
from sightline.workspace.git_files import (
    branch_start,
    branch_tip,
    current_branch,
    default_branch,
)

NO_BRANCH = "no branch"
# How many changed files a hook or tool call reads; a background process reads the rest.
MOST_AT_ONCE = 40


def update_visibility(
    database: Database, project: Project, now: int, *, quick: bool = False
) -> None:
    """Read changed memory files, and hide the memories that do not count in this working tree.

    A `quick` one reads nothing while sizes and times are the same, and then few files at once.
    """
    folders = shared.folders_here(database, project.place, team_folder(project))
    for folder in folders:
        branch = unmerged_branch(project) if folder.scope != ORGANISATION else folder.branch
        is_same = folder.stamp == folder_stamp(folder.folder) and folder.branch == branch
        if not quick or not is_same:
            _read(database, folder._replace(branch=branch), project, now, quick=quick)
    database.hidden = ()
    if folders or shared.is_any_hidden(database, project.id):
        _follow_branch(database, project, now)
        here = [folder.folder for folder in folders]
        database.hidden = shared.hidden(database, project.id, here, current_branch(project))


def unmerged_branch(project: Project) -> str:
    """The branch that memory files are labelled with; empty on the default branch."""
    if not project.is_git:
        return ""
    branch = current_branch(project)
    return "" if branch and branch == default_branch(project) else branch or NO_BRANCH


def branch_to_keep(project: Project, setting: str, *, captured: bool) -> str:
    """The branch that a new memory is kept to by the setting; empty if it counts everywhere."""
    if setting == "none" or (setting == "captured" and not captured) or not project.is_git:
        return ""
    branch, default = current_branch(project), default_branch(project)
    return branch if default and branch != default else ""


def _follow_branch(database: Database, project: Project, now: int) -> None:
    """Note where the current branch ends, and that it grew out of one that memories are kept to.

    Merged and deleted branches are recognised later by what was noted, with git's help.
    """
    kept, here = shared.kept_to_branches(database, project.id), current_branch(project)
    if not kept or not here:
        return
    known = shared.branches(database, project.id)
    start, tip = branch_start(project, here), branch_tip(project, here)
    try:
        if here in kept:
            last = known.get(here, BranchRecord(here, start, ""))
            if tip and tip != last.tip:
                shared.put_branch(database, project.id, last._replace(tip=tip), now)
            return
        for name in set(kept) - shared.ancestors_of(database, project.id, here):
            # One without commits of its own has nothing that another could grow out of.
            first = known[name].base if name in known else branch_start(project, name)
            if start and start != first and start == branch_tip(project, name):
                shared.add_ancestor(database, project.id, here, name)
    except StoreError:
        return  # noted the next time


def _read(
    database: Database, folder: shared.SharedFolder, project: Project, now: int, *, quick: bool
) -> None:
    # Only needed when files changed: most prompts read none.
    from sightline.memory.share.reading import read_folder

    owner = "" if folder.scope == ORGANISATION else project.id
    try:
        read_folder(database, folder, owner, now=now, most=MOST_AT_ONCE if quick else MOST_FILES)
    except (StoreError, OSError):
        return  # what was read before still counts
