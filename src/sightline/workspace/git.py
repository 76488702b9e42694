"""Asks git about a working tree: what is in it, where it stands and what came before.

Runs the git program, so hooks never load it; reading only, nothing in the repository changes.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import IO, NamedTuple

TIMEOUT = 30.0

# A repository's own configuration may name programs to run; reading must not start them.
_SAFE = (
    "--no-pager",
    "--no-optional-locks",
    "-c",
    "core.quotepath=off",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.untrackedCache=keep",
    "-c",
    "log.showSignature=false",
    "-c",
    "diff.renames=true",
    "-c",
    "color.ui=false",
    # Half the memory for reading history, at the same speed.
    "-c",
    "core.packedGitWindowSize=1m",
    "-c",
    "core.packedGitLimit=32m",
    "-c",
    "core.deltaBaseCacheLimit=16m",
)

# Set by git for programs it starts; they would point us at another repository.
_FOREIGN = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_PREFIX",
    "GIT_NAMESPACE",
    "GIT_EXTERNAL_DIFF",
    "GIT_CEILING_DIRECTORIES",
)


def output(root: str, *arguments: str, timeout: float = TIMEOUT) -> bytes | None:
    """What git printed, or None when it failed, took too long or is not installed."""
    try:
        done = subprocess.run(
            ["git", *_SAFE, *arguments],
            cwd=root,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            creationflags=_no_window(),
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def text(root: str, *arguments: str, timeout: float = TIMEOUT) -> str | None:
    """What git printed as one stripped string, or None when it failed."""
    printed = output(root, *arguments, timeout=timeout)
    return None if printed is None else printed.decode("utf-8", "replace").strip()


def pieces(
    root: str, separator: bytes, *arguments: str, given: bytes = b"", size: int = 1 << 16
) -> Iterator[bytes]:
    """What git prints, cut at a separator, while it runs; ends early and quietly when git fails."""
    with tempfile.TemporaryFile() as stdin:
        stdin.write(given)
        stdin.seek(0)
        try:
            process = subprocess.Popen(
                ["git", *_SAFE, *arguments],
                cwd=root,
                env=_environment(),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=_no_window(),
            )
        except OSError:
            return
        assert process.stdout is not None
        try:
            yield from _cut(process.stdout, separator, size)
        finally:
            process.stdout.close()
            process.terminate()
            process.wait()


def _cut(stream: IO[bytes], separator: bytes, size: int) -> Iterator[bytes]:
    rest = b""
    while block := stream.read(size):
        *whole, rest = (rest + block).split(separator)
        yield from whole
    if rest:
        yield rest


class Refusal(NamedTuple):
    """Why git does not answer for a repository, and the command that helps, if one does."""

    reason: str
    advice: str = ""

    @property
    def text(self) -> str:
        """Both in a sentence."""
        return f"{self.reason}; to trust it: {self.advice}" if self.advice else self.reason


def refusal(root: str) -> Refusal | None:
    """Why git does not answer for a repository here; None when it does."""
    command = ["git", *_SAFE, "rev-parse", "--git-dir"]
    try:
        done = subprocess.run(
            command, cwd=root, env=_environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace", timeout=TIMEOUT,
            creationflags=_no_window(),
        )  # fmt: skip
    except FileNotFoundError:
        return Refusal("git is not installed, or not on the PATH")
    except (OSError, subprocess.TimeoutExpired) as error:
        return Refusal(f"git could not be asked: {error}")
    if not done.returncode:
        return None
    if "dubious ownership" in done.stderr:
        advice = f"git config --global --add safe.directory {shlex.quote(root)}"
        return Refusal("another user owns this repository, so git refuses it", advice)
    return Refusal(done.stderr.strip().partition("\n")[0] or "git refuses this repository")


def head(root: str) -> str | None:
    """The commit the working tree stands on, or None before the first one."""
    return text(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}") or None


def branch(root: str) -> str | None:
    """The name of the branch, or None when HEAD is detached."""
    return text(root, "symbolic-ref", "--short", "--quiet", "HEAD") or None


class Standing(NamedTuple):
    """Where a working tree stands."""

    head: str  # its commit, "" before the first one and without git
    shallow: bool  # whether history was cut when it was cloned


def standing(root: str) -> Standing:
    """The commit the working tree stands on and how far back history goes."""
    known = _written_standing(os.path.join(root, ".git"))
    if known is not None:
        return known
    printed = text(root, "rev-parse", "--is-shallow-repository", "--verify", "--quiet", "HEAD")
    shallow, _, commit = (printed or "").partition("\n")
    return Standing(commit.strip(), shallow == "true")


def _written_standing(folder: str) -> Standing | None:
    """The same as git's own files say it, which is quicker than asking; None when they do not."""
    head = _first_line(os.path.join(folder, "HEAD"))
    if head.startswith("ref: refs/"):
        head = _first_line(os.path.join(folder, *head[5:].split("/")))
    if len(head) not in (40, 64) or head.strip("0123456789abcdef"):
        return None
    return Standing(head, os.path.exists(os.path.join(folder, "shallow")))


def _first_line(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.readline(1000).strip()
    except OSError:
        return ""


def is_partial(root: str) -> bool:
    """Whether objects may be missing here and would have to be fetched from elsewhere."""
    return bool(
        text(root, "config", "--get-regexp", r"^(remote\..*\.promisor|extensions\.partialclone)$")
    )


def commits_between(root: str, old: str, new: str) -> list[str] | None:
    """The hashes reachable from the new commit and not from the old; None when one is unknown."""
    printed = text(root, "rev-list", f"{old}..{new}", "--")
    return None if printed is None else printed.split()


def listed(root: str) -> list[str] | None:
    """Tracked files and untracked ones that are not ignored; nested repositories end in '/'.

    None when this is not inside a git working tree.
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


def ignored(root: str, paths: list[str]) -> set[str]:
    """Those of the paths that git ignores and does not track."""
    if not paths:
        return set()
    try:
        done = subprocess.run(
            ["git", *_SAFE, "check-ignore", "-z", "--stdin"],
            cwd=root,
            env=_environment(),
            input=b"\0".join(os.fsencode(path) for path in paths),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=TIMEOUT,
            creationflags=_no_window(),
        )
    except (OSError, subprocess.TimeoutExpired):
        return set()
    return {os.fsdecode(path) for path in done.stdout.split(b"\0") if path}


def _environment() -> dict[str, str]:
    environment = {key: value for key, value in os.environ.items() if key not in _FOREIGN}
    environment.update(
        GIT_OPTIONAL_LOCKS="0",
        GIT_PAGER="cat",
        GIT_TERMINAL_PROMPT="0",
        GIT_NO_LAZY_FETCH="1",
        LC_ALL="C.UTF-8" if sys.platform != "win32" else "C",
    )
    return environment


def _no_window() -> int:
    return getattr(subprocess, "CREATE_NO_WINDOW", 0)
