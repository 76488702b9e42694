"""What git says about a repository: its files, history and origin. Changes nothing in it.

Hooks do not load it, because starting a program takes too long; they use `workspace.git_files`.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from typing import NamedTuple

from sightline.model.project import Project
from sightline.workspace.git_files import committed_head, configured_remote, read_origin
from sightline.workspace.run_git import TIMEOUT, run


def output(
    root: str, *arguments: str, timeout: float = TIMEOUT, protocols: str = "none"
) -> bytes | None:
    """What git prints, or None if it fails, times out or is not installed."""
    try:
        done = run(root, *arguments, timeout=timeout, protocols=protocols)
    except OSError:
        return None
    return done.stdout if done.ok else None


def text(root: str, *arguments: str, timeout: float = TIMEOUT) -> str | None:
    """What git prints as one stripped string, or None if it fails."""
    printed = output(root, *arguments, timeout=timeout)
    return None if printed is None else printed.decode("utf-8", "replace").strip()


class Refusal(NamedTuple):
    """Why git refuses to read a repository, and the command that fixes it, if there is one."""

    reason: str
    advice: str = ""

    @property
    def text(self) -> str:
        """Reason and advice in one sentence."""
        return f"{self.reason}; to trust it: {self.advice}" if self.advice else self.reason


def refusal(root: str) -> Refusal | None:
    """Why git refuses to read this repository; None if it does not."""
    try:
        done = run(root, "rev-parse", "--git-dir")
    except FileNotFoundError:
        return Refusal("git is not installed, or not on the PATH")
    except OSError as error:
        return Refusal(f"git could not be started: {error}")
    if done.ok:
        return None
    if "dubious ownership" in done.stderr:
        advice = f"git config --global --add safe.directory {shlex.quote(root)}"
        return Refusal("another user owns this repository, so git refuses to read it", advice)
    return Refusal(done.stderr.strip().partition("\n")[0] or "git refuses to read this repository")


def head(root: str) -> str | None:
    """The commit the working tree is on, or None before the first commit."""
    return text(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}") or None


class HeadState(NamedTuple):
    """The commit a working tree is on, and how far back its history goes."""

    head: str  # the commit's hash; "" before the first commit and without git
    shallow: bool  # whether a shallow clone left out older history


def head_state(root: str) -> HeadState:
    """The commit the working tree is on, and whether history is cut off."""
    # Git's own files answer faster than git; in a worktree or with packed branches they do not.
    git_dir = os.path.join(root, ".git")
    if head := committed_head(git_dir):
        return HeadState(head, os.path.exists(os.path.join(git_dir, "shallow")))
    printed = text(root, "rev-parse", "--is-shallow-repository", "--verify", "--quiet", "HEAD")
    shallow, _, commit = (printed or "").partition("\n")
    return HeadState(commit.strip(), shallow == "true")


def is_partial(root: str) -> bool:
    """Whether this is a partial clone, whose missing objects git would have to fetch."""
    return bool(
        text(root, "config", "--get-regexp", r"^(remote\..*\.promisor|extensions\.partialclone)$")
    )


def commits_between(root: str, old: str, new: str) -> list[str] | None:
    """The commits reachable from `new` but not from `old`; None if one of them is unknown."""
    printed = text(root, "rev-list", f"{old}..{new}", "--")
    return None if printed is None else printed.split()


def list_files(root: str) -> list[str] | None:
    """Tracked files, and untracked files that are not ignored; nested repositories end in '/'.

    None if this is not inside a git working tree.
    """
    printed = output(
        root,
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
        "--deduplicate",
        timeout=120.0,
    )
    if printed is None:
        return None
    return [path for path in os.fsdecode(printed).split("\0") if path]


def ignored_paths(root: str, paths: list[str]) -> set[str]:
    """The paths among these that git ignores and does not track."""
    if not paths:
        return set()
    stdin = b"\0".join(os.fsencode(path) for path in paths)
    try:
        done = run(root, "check-ignore", "-z", "--stdin", stdin=stdin)
    except OSError:
        return set()
    return {os.fsdecode(path) for path in done.stdout.split(b"\0") if path}


def origin_from_git(project: Project, *, seconds: float = 60.0) -> Project:
    """The project with its first commit from git, and its remote; what is unknown stays empty."""
    if not project.common_dir:
        return project
    remote = project.remote or configured_remote(project.common_dir)
    first = _first_commit(project.common_dir, seconds) or project.root_commit
    return project._replace(root_commit=first, remote=remote)


def find_origin(project: Project) -> Project:
    """The project with its origin; runs git if only the first commit can identify it elsewhere."""
    origin = read_origin(project)
    local = origin.remote[:1] in ("", "/", "~") or origin.remote[1:2] == ":"
    return origin_from_git(origin) if local and not origin.root_commit else origin


def refresh_origin(project: Project) -> Project:
    """The project with its current origin; runs git only if its files are inconclusive."""
    origin = read_origin(project._replace(root_commit="", remote=""))
    changed = origin.root_commit not in ("", project.root_commit) or origin.remote != project.remote
    if project.root_commit and not changed:
        return project
    return origin_from_git(origin)


def _first_commit(common_dir: str, seconds: float) -> str:
    if os.path.exists(os.path.join(common_dir, "shallow")):
        return ""  # the oldest commit of a shallow clone is not the first
    command = ("rev-list", "--first-parent", "--max-parents=0", "HEAD", "--")
    commits = text(common_dir, f"--git-dir={common_dir}", *command, timeout=seconds)
    return commits.split("\n")[0].strip() if commits else ""


class _Hunk(NamedTuple):
    """One changed range of a diff: its lines before and after."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int


_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def committed_lines(root: str, path: str, first: int, last: int) -> tuple[int, int] | None:
    """The lines of the last commit that these lines come from; None if none is committed.

    Git's history counts lines from there.
    """
    difference = text(root, "diff", "-U0", "HEAD", "--", path)
    if difference is None:
        return None
    return _lines_before(_hunks(difference), first, last)


def _hunks(difference: str) -> list[_Hunk]:
    """The hunks in the diff of one file without context lines."""
    return [
        _Hunk(int(match[1]), int(match[2] or 1), int(match[3]), int(match[4] or 1))
        for match in _HUNK.finditer(difference)
    ]


def _lines_before(changes: Iterable[_Hunk], first: int, last: int) -> tuple[int, int] | None:
    """The numbers of lines `first` to `last` before these changes; None if all of them are new."""
    start, end = first, last
    for old, old_count, new, new_count in changes:
        # A hunk that only removes lines has the number of the line before it.
        new_end = new + new_count - 1 if new_count else new
        old_start = old if old_count else old + 1
        shift = old_count - new_count
        if new_end < first:
            start += shift
        elif new_count and new <= first:
            start = old_start
        if new_end < last or (not new_count and new <= last):
            end += shift
        elif new <= last:
            end = old_start + old_count - 1
    return (start, end) if start <= end else None
