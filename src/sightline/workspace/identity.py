"""Finds the project a path belongs to by reading git's own files; runs no other program.

Ids come from where things lie. What was moved or cloned anew is recognised by `store.project`.
"""

from __future__ import annotations

import os
import time

from sightline.model.project import MARKER, Project, directory_project, place_id

_SMALL_FILE = 4096
_SETTLED_NS = 2_000_000_000


def find_project(path: str, started_in: str = "") -> Project:
    """The project of a file or directory, which need not exist (any more).

    Where neither git nor settings tell, it is the one of the directory work was started in.
    """
    start = _nearest_directory(path)
    directory = start
    while True:
        found = _repository_at(directory)
        if found is not None:
            return found
        parent = os.path.dirname(directory)
        if parent == directory:
            return _plain_project(start, started_in)
        directory = parent


def looks(path: str, project: Project) -> tuple[int, ...]:
    """What stands at a path that is the root of an ordinary repository.

    While that is the same, so is the project. Empty where only `find_project` can tell.
    """
    if project.common_dir != os.path.join(project.root, ".git"):
        return ()
    try:
        root, here, git = os.lstat(project.root), os.stat(path), os.lstat(project.common_dir)
    except (OSError, ValueError):
        return ()
    newest = max(here.st_mtime_ns, git.st_mtime_ns)
    # A folder changed this recently may change again without its time changing.
    if (root.st_dev, root.st_ino) != (here.st_dev, here.st_ino) or not _settled(newest):
        return ()
    return (here.st_dev, here.st_ino, here.st_mtime_ns, git.st_dev, git.st_ino, git.st_mtime_ns)


def _settled(changed_ns: int) -> bool:
    return time.time_ns() - changed_ns > _SETTLED_NS


def _nearest_directory(path: str) -> str:
    directory = os.path.realpath(path)
    while not os.path.isdir(directory):
        parent = os.path.dirname(directory)
        if parent == directory:
            break
        directory = parent
    return directory


def _repository_at(directory: str) -> Project | None:
    """The project whose working tree (or bare repository) is exactly this directory."""
    entry = os.path.join(directory, ".git")
    if os.path.isfile(entry):
        git_dir = _pointed_to(entry, "gitdir:")
        if git_dir and _is_git_dir(git_dir):
            return _git_project(directory, git_dir)
        # Going on upwards would mix it with whatever repository surrounds it.
        return directory_project(directory, f"its .git file points to {git_dir or 'nothing'}")
    if _is_git_dir(entry):
        return _git_project(directory, os.path.realpath(entry))
    if _is_git_dir(directory):
        if os.path.basename(directory) == ".git":
            return _git_project(os.path.dirname(directory), directory)
        main = _tree_of_linked(directory)
        return _git_project(main or directory, directory)
    return None


def _is_git_dir(path: str) -> bool:
    """Whether git would take this directory for a repository's or a worktree's own."""
    if not os.path.isfile(os.path.join(path, "HEAD")):
        return False
    if os.path.isfile(os.path.join(path, "commondir")):
        return True
    return os.path.isdir(os.path.join(path, "objects")) and os.path.isdir(
        os.path.join(path, "refs")
    )


def _git_project(root: str, git_dir: str) -> Project:
    common = _pointed_to(os.path.join(git_dir, "commondir"), "") or git_dir
    if common != git_dir and not os.path.isdir(common):
        return directory_project(root, f"its repository {common} is gone")
    return Project(
        id=place_id(common),
        name=_repository_name(root, git_dir, common),
        root=root,
        git_dir=git_dir,
        common_dir=common,
        worktree_id=place_id(root),
        root_commit="",
        remote="",
        why=_why(root, git_dir, common),
    )


def _repository_name(root: str, git_dir: str, common: str) -> str:
    """The name people know it by: of the main working tree, not of a linked one."""
    if git_dir == common and root != common:
        return os.path.basename(root) or root
    name = os.path.basename(common)
    if name.startswith("."):  # .git, .bare: the directory around it has the name
        name = os.path.basename(os.path.dirname(common))
    return name.removesuffix(".git") or root


def _why(root: str, git_dir: str, common: str) -> str:
    if git_dir != common:
        return f"a worktree of the git repository {common}"
    if root == common:
        return "a bare git repository"
    if common == os.path.join(root, ".git"):
        return "a git repository"
    if f"{os.sep}modules{os.sep}" in common:
        return f"a git submodule, its repository is {common}"
    return f"a git repository kept in {common}"


def _plain_project(start: str, started_in: str) -> Project:
    """No repository around: the nearest directory with settings of its own, or where it began."""
    directory = start
    while True:
        if os.path.isfile(os.path.join(directory, MARKER)):
            return directory_project(directory, f"a directory with a {MARKER}, no git")
        parent = os.path.dirname(directory)
        if parent == directory:
            if started_in and os.path.isdir(started_in):
                return find_project(started_in)
            return directory_project(start, "a directory without git")
        directory = parent


def _tree_of_linked(git_dir: str) -> str:
    """The working tree of a linked worktree's own git directory, when one stands inside that."""
    entry = _pointed_to(os.path.join(git_dir, "gitdir"), "")
    return os.path.dirname(entry) if entry and os.path.basename(entry) == ".git" else ""


def _pointed_to(path: str, prefix: str) -> str:
    """The path written in one of git's pointer files, absolute, or nothing."""
    text = read_start(path).rstrip("\r\n")
    if not text.startswith(prefix):
        return ""
    target = text[len(prefix) :].strip()
    return os.path.realpath(os.path.join(os.path.dirname(path), target)) if target else ""


def read_start(path: str, size: int = _SMALL_FILE) -> str:
    """The beginning of a small text file; nothing when it cannot be read."""
    try:
        with open(path, "rb") as file:
            return os.fsdecode(file.read(size))
    except (OSError, ValueError):
        return ""
