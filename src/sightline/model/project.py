"""Projects: one repository with all its working trees, or a directory without git."""

import os
from typing import NamedTuple

from sightline.text.hashing import digest

MARKER = ".sightline.toml"  # the project's settings; turns a directory without git into a project


class Project(NamedTuple):
    """A repository, or a directory without one, and the current working tree."""

    id: str  # of the repository: worktrees and subdirectories share it
    name: str  # for people; never used to tell projects apart
    root: str  # of the working tree: absolute, links followed
    git_dir: str  # of the working tree; empty without git
    common_dir: str  # of the repository: what all its worktrees share; empty without git
    worktree_id: str  # of the working tree: each has its own index
    root_commit: str  # the first commit, if known: identifies a moved or re-cloned repository
    remote: str  # where it was cloned from, normalized, if known
    why: str  # how it was found, as text

    @property
    def place(self) -> str:
        """The path that identifies the project on this disk: its repository or its directory."""
        return self.common_dir or self.root

    @property
    def is_git(self) -> bool:
        """Whether it is a repository."""
        return bool(self.common_dir)


def place_id(place: str) -> str:
    """The id of a new project at this path."""
    return digest(os.path.normcase(place), 8)


def directory_project(root: str, why: str) -> Project:
    """A directory without git as a project."""
    return Project(
        id=place_id(root),
        name=os.path.basename(root) or root,
        root=root,
        git_dir="",
        common_dir="",
        worktree_id=place_id(root),
        root_commit="",
        remote="",
        why=why,
    )
