"""Asks git for a repository's first commit, which identifies it wherever it is moved or cloned.

Runs git, so hooks do not load it; `workspace.origin` reads what git's own files say.
"""

from __future__ import annotations

import os

from sightline.model.project import Project
from sightline.workspace import git
from sightline.workspace.origin import configured_remote, read_origin


def ask_git(project: Project, *, seconds: float = 60.0) -> Project:
    """The project with its true first commit as git knows it; unknown stays empty."""
    if not project.common_dir:
        return project
    remote = project.remote or configured_remote(project.common_dir)
    first = _first_commit(project.common_dir, seconds) or project.root_commit
    return project._replace(root_commit=first, remote=remote)


def sought_origin(project: Project) -> Project:
    """The project with its origin; git is run where only the first commit can tell it again."""
    seen = read_origin(project)
    local = seen.remote[:1] in ("", "/", "~") or seen.remote[1:2] == ":"
    return ask_git(seen) if local and not seen.root_commit else seen


def renewed_origin(project: Project) -> Project:
    """The project with its origin as it is now; git is run only where its files leave a doubt."""
    seen = read_origin(project._replace(root_commit="", remote=""))
    doubtful = seen.root_commit not in ("", project.root_commit) or seen.remote != project.remote
    if project.root_commit and not doubtful:
        return project
    return ask_git(seen)


def _first_commit(common_dir: str, seconds: float) -> str:
    if os.path.exists(os.path.join(common_dir, "shallow")):
        return ""  # the oldest commit of a shallow clone is not the first
    command = ("rev-list", "--first-parent", "--max-parents=0", "HEAD", "--")
    commits = git.text(common_dir, f"--git-dir={common_dir}", *command, timeout=seconds)
    return commits.split("\n")[0].strip() if commits else ""
