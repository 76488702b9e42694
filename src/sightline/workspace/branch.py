"""The current branch, read from git's own files: hooks run no other program (ruling 68)."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sightline.model.project import Project

_PREFIX = "ref: refs/heads/"


def current_branch(project: Project) -> str:
    """The branch this working tree is on; empty without git or on no branch."""
    if not project.git_dir:
        return ""
    try:
        with open(
            os.path.join(project.git_dir, "HEAD"), encoding="utf-8", errors="replace"
        ) as file:
            line = file.readline(1000).strip()
    except OSError:
        return ""
    return line.removeprefix(_PREFIX) if line.startswith(_PREFIX) else ""
