"""Where measuring happens: a store of its own, and a copy of the repository that can stand earlier.

The person's store and working tree are only read.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from sightline.errors import SightlineError
from sightline.workspace import git

_LONG = 600.0
# A checkout runs no hooks and no filters of the repository's configuration.
_PLAIN = (
    *("-c", f"core.hooksPath={os.devnull}", "-c", "filter.lfs.smudge="),
    *(
        "-c",
        "filter.lfs.process=",
        "-c",
        "filter.lfs.required=false",
        "-c",
        "advice.detachedHead=0",
    ),
)


class NoEarlierTree(SightlineError):
    """no copy of {root} could be made to measure on"""

    hint = "it must be a git repository with at least one commit, and there must be room for a copy"


@contextmanager
def own_store() -> Iterator[str]:
    """A data directory that is thrown away; whatever is called meanwhile uses it."""
    kept = os.environ.get("SIGHTLINE_HOME")
    with tempfile.TemporaryDirectory(prefix="sightline-bench-", ignore_cleanup_errors=True) as home:
        os.environ["SIGHTLINE_HOME"] = home
        try:
            yield home
        finally:
            if kept is None:
                del os.environ["SIGHTLINE_HOME"]
            else:
                os.environ["SIGHTLINE_HOME"] = kept


class EarlierTree:
    """A copy of a repository, objects shared, that stands where it is told to."""

    def __init__(self, repository: str, folder: str) -> None:
        self.repository, self.root = repository, folder
        self.commit = ""
        parent = os.path.dirname(folder)
        clone = ("clone", "-q", "--shared", "--no-checkout", repository, folder)
        if git.output(parent, *clone, timeout=_LONG) is None:
            raise NoEarlierTree(root=repository)

    def stand_at(self, commit: str) -> bool:
        """Check a commit out; whether anything moved."""
        if commit == self.commit:
            return False
        checkout = ("checkout", "-q", "--force", "--detach", commit)
        if git.output(self.root, *_PLAIN, *checkout, timeout=_LONG) is None:
            raise NoEarlierTree(root=self.repository)
        self.commit = commit
        return True

    def before(self, at: int) -> str:
        """The last commit of the main line before a time in milliseconds, or nothing."""
        day = datetime.fromtimestamp(at / 1000, UTC).isoformat()
        asked = ("rev-list", "-1", "--first-parent", f"--before={day}", "HEAD")
        return git.text(self.repository, *asked) or ""
