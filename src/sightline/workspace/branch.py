"""The current branch, read from git's own files: hooks run no other program (ruling 68)."""

from __future__ import annotations

from sightline.model.project import Project

_REF = "ref: "
_BRANCHES = "refs/heads/"
_REMOTES = ("origin", "upstream")
# While git rebases, HEAD is detached and the branch stands in one of these.
_REBASED = (("rebase-merge", "head-name"), ("rebase-apply", "head-name"))


def current_branch(project: Project) -> str:
    """The branch this working tree is on (or rebases); empty without git or on no branch."""
    if not project.git_dir:
        return ""
    head = _line(project.git_dir, "HEAD")
    if head.startswith(_REF):
        return _name(head.removeprefix(_REF).strip())
    return next((name for parts in _REBASED if (name := _name(_line(project.git_dir, *parts)))), "")


def own_branch(project: Project) -> str:
    """The branch made for some work; empty on the one where the repository's work comes together."""
    name = current_branch(project)
    return "" if name and name == _default_branch(project) else name


def _default_branch(project: Project) -> str:
    """The branch a clone begins on, as the remote said; empty where none was heard of."""
    for remote in _REMOTES:
        place = f"refs/remotes/{remote}/"
        head = _line(project.common_dir, *place.split("/"), "HEAD")
        if head.startswith(_REF + place):
            return head.removeprefix(_REF + place)
    return ""


def _name(reference: str) -> str:
    return reference.removeprefix(_BRANCHES) if reference.startswith(_BRANCHES) else ""


def _line(*parts: str) -> str:
    try:
        # Read as it lies there: what makes lines of it takes longer than the file.
        with open("/".join(parts), "rb", buffering=0) as file:
            text = file.read(4000).decode("utf-8", "replace")
    except OSError:
        return ""
    return text.replace("\r", "\n").partition("\n")[0][:1000].strip()
