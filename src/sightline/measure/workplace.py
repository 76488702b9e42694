"""Where measuring happens: a temporary store, and a copy of the repository at an earlier commit.

The user's store and working tree are only read.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from sightline.errors import SightlineError
from sightline.workspace import git

# Called with the phase, the work done and the total.
ReportProgress = Callable[[str, int, int], None]
_GIT_SECONDS = 600.0


class NoEarlierTree(SightlineError):
    """could not copy {root} to measure on the copy"""

    hint = (
        "it must be a git repository with at least one commit, and the disk needs room for a copy"
    )


@contextmanager
def temporary_store() -> Iterator[str]:
    """A temporary data directory, used by everything called meanwhile, then deleted."""
    with (
        tempfile.TemporaryDirectory(prefix="sightline-", ignore_cleanup_errors=True) as home,
        store_in(home),
    ):
        yield home


@contextmanager
def store_in(home: str) -> Iterator[str]:
    """Use this data directory for everything called meanwhile; no index is refreshed beside it."""
    wanted = {"SIGHTLINE_HOME": home, "SIGHTLINE_INDEX_REFRESH_WITHOUT_SERVER": "false"}
    previous = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield home
    finally:
        for name, value in previous.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class EarlierTree:
    """A copy of a repository with shared objects, which can check out any commit."""

    def __init__(self, repository: str, folder: str) -> None:
        self.repository, self.root = repository, folder
        self.commit = ""
        self._tips: dict[str, str] = {}
        parent = os.path.dirname(folder)
        clone = ("clone", "-q", "--shared", "--no-checkout", repository, folder)
        if git.output(parent, *clone, timeout=_GIT_SECONDS, protocols="file") is None:
            raise NoEarlierTree(root=repository)

    def check_out(self, commit: str) -> bool:
        """Check out a commit; False if it was checked out already."""
        if commit == self.commit:
            return False
        checkout = ("-c", "advice.detachedHead=0", "checkout", "-q", "--force", "--detach", commit)
        is_done = git.output(self.root, *checkout, timeout=_GIT_SECONDS) is not None
        # An incomplete clone lacks some files: git reports them, but checks out the others.
        if not is_done and (git.text(self.root, "rev-parse", "HEAD") or "").strip() != commit:
            raise NoEarlierTree(root=self.repository)
        self.commit = commit
        return True

    def commit_before(self, at: int, branch: str = "") -> str:
        """The last first-parent commit before a time in milliseconds, or an empty string.

        On this branch if it still exists or was merged by a commit that names it, else on HEAD.
        """
        time = datetime.fromtimestamp(at / 1000, UTC).isoformat()
        for tip in filter(None, (self._tip(branch), "HEAD")):
            command = ("rev-list", "-1", "--first-parent", f"--before={time}", tip)
            commit = git.text(self.repository, *command)
            if commit:
                return commit
        return ""

    def _tip(self, branch: str) -> str:
        """The last commit of a branch, also of one that was merged and deleted."""
        if not branch or branch.startswith("-"):
            return ""
        if branch not in self._tips:
            name = f"refs/heads/{branch}"
            tip = git.text(self.repository, "rev-parse", "--verify", "--quiet", name)
            if not tip:
                merge = ("log", "-1", "--merges", "--fixed-strings", f"--grep=/{branch}")
                tip = git.text(self.repository, *merge, "--format=%P") or ""
                tip = tip.split()[-1] if len(tip.split()) == 2 else ""
            self._tips[branch] = tip.strip()
        return self._tips[branch]
