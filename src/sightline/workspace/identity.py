"""Finds the project a path belongs to by reading git's own files; runs no other program.

A project's id comes from its location; `store.projects` recognises one that was moved or cloned.
"""

from __future__ import annotations

import os
import time

from sightline.model.project import MARKER, Project, directory_project, place_id

_SMALL_FILE = 4096
_SETTLED_NS = 2_000_000_000


def find_project(path: str, started_in: str = "") -> Project:
    """The project of a file or directory, which need not exist.

    Without a repository or settings file around it, the project of `started_in` is used.
    """
    start = _nearest_directory(path)
    directory = start
    while True:
        project = _repository_at(directory)
        if project is not None:
            return project
        parent = os.path.dirname(directory)
        if parent == directory:
            return _plain_project(start, started_in)
        directory = parent


def project_stamp(path: str, project: Project) -> tuple[int, ...]:
    """Identity and change times of an ordinary repository whose root is at this path.

    While the stamp is the same, so is the project. Empty if only `find_project` can tell.
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


def is_deliberate(project: Project, index_path: str = "") -> bool:
    """Whether somebody meant this folder to be a project: it has git, settings or an index.

    Any other folder may be a person's whole home directory.
    """
    return (
        project.is_git
        or os.path.exists(os.path.join(project.root, MARKER))
        or (bool(index_path) and os.path.exists(index_path))
    )


def path_inside(root: str, path: str, base: str = "") -> str | None:
    """The path relative to the project's root, with forward slashes; None if it lies outside.

    A relative path counts from `base`, or from the root. Symbolic links are followed.
    """
    if "\0" in path:
        return None
    target = os.path.realpath(os.path.join(base or root, path))
    if not target.startswith(root + os.sep):
        return None
    return target[len(root) + 1 :].replace(os.sep, "/")


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
        # Searching further up would mix it with a repository around it.
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
    """Whether git would accept this directory as the git directory of a repository or worktree."""
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
    """The name people use: that of the main working tree, not of a linked one."""
    if git_dir == common and root != common:
        return os.path.basename(root) or root
    name = os.path.basename(common)
    if name.startswith("."):  # .git, .bare: its parent directory has the name
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
    """Without a repository: the nearest directory with a settings file, or the starting directory."""
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
    """The working tree that a linked worktree's git directory belongs to, or nothing."""
    entry = _pointed_to(os.path.join(git_dir, "gitdir"), "")
    return os.path.dirname(entry) if entry and os.path.basename(entry) == ".git" else ""


def _pointed_to(path: str, prefix: str) -> str:
    """The absolute path in one of git's pointer files, or nothing."""
    text = read_start(path).rstrip("\r\n")
    if not text.startswith(prefix):
        return ""
    target = text[len(prefix) :].strip()
    return os.path.realpath(os.path.join(os.path.dirname(path), target)) if target else ""


def read_start(path: str, size: int = _SMALL_FILE) -> str:
    """The beginning of a text file; empty if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return os.fsdecode(file.read(size))
    except (OSError, ValueError):
        return ""
