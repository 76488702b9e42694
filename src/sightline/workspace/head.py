"""Which branch a working tree is on, read from git's own files: hooks run no program (ruling 68)."""

from __future__ import annotations

import os

from sightline.workspace.identity import read_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sightline.model.project import Project

_BRANCHES = "refs/heads/"
# While git rebases, HEAD is detached and the branch stands in one of these.
_REBASED = (("rebase-merge", "head-name"), ("rebase-apply", "head-name"))


def current_branch(project: Project) -> str:
    """The branch checked out (or being rebased) here; empty when detached or without git."""
    if not project.git_dir:
        return ""
    head = read_start(os.path.join(project.git_dir, "HEAD"), 1024).strip()
    if head.startswith("ref:"):
        return _short(head[4:].strip())
    for parts in _REBASED:
        name = read_start(os.path.join(project.git_dir, *parts), 1024).strip()
        if name.startswith(_BRANCHES):
            return _short(name)
    return ""


def _short(name: str) -> str:
    return name.removeprefix(_BRANCHES)
