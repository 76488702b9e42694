"""What a project is: one repository, whatever directory of it one stands in, or a directory."""

import os
from typing import NamedTuple

from sightline.text.hashing import digest

MARKER = ".sightline.toml"  # a project's own settings; makes a directory without git a project


class Project(NamedTuple):
    """A repository (or a directory without one) and the working tree one stands in."""

    id: str  # of the repository: worktrees and subdirectories share it
    name: str  # for people; never used to tell projects apart
    root: str  # of the working tree: absolute, links followed
    git_dir: str  # of the working tree; empty without git
    common_dir: str  # of the repository: what all its worktrees share; empty without git
    worktree_id: str  # of the working tree: each has its own index
    root_commit: str  # the first commit, where known: recognises a moved or re-cloned repository
    remote: str  # where it was cloned from, in one spelling, where known
    why: str  # how it was found, in words

    @property
    def place(self) -> str:
        """The path that stands for the project on this disk: its repository or its directory."""
        return self.common_dir or self.root

    @property
    def is_git(self) -> bool:
        """Whether it is a repository."""
        return bool(self.common_dir)


def place_id(place: str) -> str:
    """The id of what lies at this path and was never known under another."""
    return digest(os.path.normcase(place), 8)


def directory_project(root: str, why: str) -> Project:
    """A directory without git as a project of its own."""
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
