"""What counts in a working tree now: memories of its files, and of the branch it is on.

Hooks ask this before they read memories. Where nothing is shared it costs two small queries, where
something is a look at the times of its files; files are read only when one changed.
"""

from sightline.errors import StoreError
from sightline.memory.share.folder import MOST_FILES, folder_stamp, team_folder
from sightline.model.memory import ORGANISATION
from sightline.model.project import Project
from sightline.store import shared
from sightline.store.sqlite.database import Database
from sightline.workspace.git_files import current_branch, default_branch

NO_BRANCH = "no branch"
# How many changed files a hook or tool call reads; a background process reads the rest.
MOST_AT_ONCE = 40


def look(database: Database, project: Project, now: int, *, quick: bool = False) -> None:
    """Read changed memory files, and hide the memories that do not count in this working tree.

    A `quick` look reads nothing while sizes and times are the same, and then few files at once.
    """
    folders = shared.folders_here(database, project.place, team_folder(project))
    for folder in folders:
        branch = unmerged_branch(project) if folder.scope != ORGANISATION else folder.branch
        is_same = folder.stamp == folder_stamp(folder.folder) and folder.branch == branch
        if not quick or not is_same:
            _read(database, folder._replace(branch=branch), project, now, quick=quick)
    database.hidden = ()
    if folders or shared.is_any_hidden(database, project.id):
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


def _read(
    database: Database, folder: shared.SharedFolder, project: Project, now: int, *, quick: bool
) -> None:
    # Only needed when files changed: most prompts read none.
    from sightline.memory.share.mirror import read_folder

    owner = "" if folder.scope == ORGANISATION else project.id
    try:
        read_folder(database, folder, owner, now=now, most=MOST_AT_ONCE if quick else MOST_FILES)
    except (StoreError, OSError):
        return  # what was read before still counts
