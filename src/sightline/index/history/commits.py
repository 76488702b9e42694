"""Reads past commits into the index: their messages, times, files and functions.

Bounded in number and cost; only ancestors of the checked-out commit stay in the index.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sightline.index.history.hunks import touched_functions
from sightline.index.history.vocabulary import learn
from sightline.index.reading.secrets import redacted
from sightline.index.reading.words import message_words
from sightline.store.code.history_writer import PastCommit, PastWriter, TouchedFunctions
from sightline.text.hashing import digest
from sightline.text.secrets.redact import redact
from sightline.workspace import git
from sightline.workspace.privacy import Denier
from sightline.workspace.run_git import stream

# Hunks are read of this many commits: they cost more than messages, and old ones fit the code less.
FUNCTIONS_OF = 1500
# Files beyond this number are not recorded: such a commit tells little about any one of them.
MOST_FILES = 100
_FILES_FOR_HUNKS = 40
_LONGEST_MESSAGE = 4000
_BATCH = 500
_FORMAT = "--format=%x01%H%x02%ct%x02%at%x02%B%x03"
_TRAILERS = (
    "signed-off-by:",
    "co-authored-by:",
    "reviewed-by:",
    "acked-by:",
    "tested-by:",
    "change-id:",
    "git-svn-id:",
    "cc:",
)

Progress = Callable[[str, int, int], None]


class ChangedFiles(NamedTuple):
    """The files of one commit, and its renames as old and new path."""

    paths: list[str]
    renames: list[tuple[str, str]]


class Renames:
    """The present paths of files that were renamed since, while commits are read newest first."""

    def __init__(self, on_rename: Callable[[str, str], None] | None) -> None:
        self.present: dict[str, str] = {}  # by old path
        self._on_rename = on_rename

    def add(self, old: str, new: str) -> None:
        """Record a rename that an older commit than all so far made."""
        current = self.path(new)
        self.present[old] = current
        if self._on_rename:
            self._on_rename(old, current)

    def path(self, path: str) -> str:
        """The present path of a file."""
        return self.present.get(path, path)


def history_shape(head_state: git.HeadState, limit: int, denied: tuple[str, ...] = ()) -> str:
    """How far back history was read, and what was left out; when it changes, all is read again."""
    if not head_state.head or not limit:
        return ""
    return f"{limit} {head_state.shallow} {digest(chr(10).join(denied))}"


def read_new_commits(
    writer: PastWriter,
    root: str,
    head_state: git.HeadState,
    limit: int,
    progress: Progress | None = None,
    denied: tuple[str, ...] = (),
) -> int:
    """Read new commits and remove those that are no longer ancestors; returns the number read.

    Nothing is stored about files that the patterns in `denied` match.
    """
    head, shape = head_state.head, history_shape(head_state, limit, denied)
    is_denied = Denier(denied, root)
    if not head or not limit:
        writer.remove_all()
        return 0
    if (writer.head, writer.shape) == (head, shape):
        return 0
    if git.head(root) is None:
        # Git is missing or refuses this repository: keep what is stored, and try again later.
        return 0
    start = _common_start(writer, root, head) if writer.shape == shape else ""
    if not start:
        writer.remove_all()
    revisions = f"{start}..{head}" if start else head

    # When all of history is read, every file is stored under its present path from the beginning.
    def rename(old: str, new: str) -> None:
        if not is_denied(new):
            writer.rename(old, new)

    renames = Renames(rename if start else None)
    read = _read(writer, root, revisions, limit, renames, is_denied, progress)
    kept = {old: new for old, new in renames.present.items() if not is_denied(old)}
    writer.save_renames(kept, replace=not start)
    _read_functions(writer, root, is_denied, progress)
    writer.keep_newest(limit)
    recent = writer.commits_to_learn_from(FUNCTIONS_OF)
    if recent:
        writer.save_vocabulary(learn(recent))
    writer.finish(head, shape)
    return read


def _common_start(writer: PastWriter, root: str, head: str) -> str:
    """The last commit that was read, after removing commits that are no longer ancestors."""
    stored = writer.head
    if not stored:
        return ""
    abandoned = git.commits_between(root, head, stored)
    if abandoned is None or writer.any_renamed(abandoned):
        # The commit no longer exists, or paths were renamed that must get their old names back.
        return ""
    writer.remove(abandoned)
    return stored


def _read(
    writer: PastWriter,
    root: str,
    revisions: str,
    limit: int,
    renames: Renames,
    is_denied: Denier,
    progress: Progress | None,
) -> int:
    # Git lists the newest first, but ids must rise with time.
    commits = [
        commit._replace(files=tuple(path for path in commit.files if not is_denied(path)))
        for commit in _log(root, revisions, limit, renames)[::-1]
    ]
    read = 0
    for start in range(0, len(commits), _BATCH):
        read += writer.add(commits[start : start + _BATCH])
        if progress:
            progress("history", min(start + _BATCH, len(commits)), len(commits))
    return read


def _log(root: str, revisions: str, limit: int, renames: Renames) -> list[PastCommit]:
    """The commits of `git log`, newest first, even where a partial clone lacks content."""
    options = ["--no-renames"] if git.is_partial(root) else ["--find-renames", "-M100%"]
    commits: list[PastCommit] = []
    for option in options:
        # Git stops comparing contents at the first missing one, and its last commit may lack its
        # files; exact renames need no contents. After a complete log the second one is empty.
        if commits and not commits[-1].files:
            commits.pop()
        printed = stream(
            root, b"\x01", "log", f"-{limit - len(commits)}", f"--skip={len(commits)}",
            "--no-merges", "--name-status", "-z", option, _FORMAT, revisions, "--",
        )  # fmt: skip
        commits += _commits(printed, renames)
        if len(commits) >= limit:
            break
    return commits


def _commits(printed: Iterator[bytes], renames: Renames) -> Iterator[PastCommit]:
    """Commits from the newest to the oldest, with the present paths of their files."""
    for piece in printed:
        head, closed, names = piece.partition(b"\x03")
        fields = head.split(b"\x02", 3)
        if not closed or len(fields) < 4:
            continue
        hash, time, author_time, text = fields
        changed = _changed_files(names)
        paths = [renames.path(path) for path in changed.paths[:MOST_FILES]]
        for old, new in changed.renames:
            renames.add(old, new)
        message = _message(text.decode("utf-8", "replace"))
        yield PastCommit(
            hash.decode(),
            int(time) * 1000,
            int(author_time) * 1000,
            message,
            tuple(dict.fromkeys(paths)),
            len(changed.renames),
            len(changed.paths) > _FILES_FOR_HUNKS,
            *message_words(message),
        )


def _changed_files(names: bytes) -> ChangedFiles:
    """The files and renames of `--name-status -z`."""
    fields = names.strip(b"\n\0").split(b"\0")
    files, renames = [], []
    at = 0
    while at + 1 < len(fields):
        status = fields[at].strip(b"\n")
        if status[:1] in (b"R", b"C"):
            old, new = _path(fields[at + 1]), _path(fields[at + 2] if at + 2 < len(fields) else b"")
            files.append(new)
            if status[:1] == b"R":
                renames.append((old, new))
            at += 3
        else:
            files.append(_path(fields[at + 1]))
            at += 2
    return ChangedFiles(files, renames)


def _path(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _message(text: str) -> str:
    """A commit message without trailers and secrets, up to a limit."""
    lines = [line for line in text.splitlines() if not line.lower().startswith(_TRAILERS)]
    return redacted(redact("\n".join(lines).strip()[:_LONGEST_MESSAGE]))


def _read_functions(
    writer: PastWriter, root: str, is_denied: Denier, progress: Progress | None
) -> None:
    """Read the functions of the newest commits that lack them."""
    if git.is_partial(root):
        return
    todo = writer.without_functions(FUNCTIONS_OF)
    batch: list[TouchedFunctions] = []
    done = 0
    for touched in touched_functions(root, todo, writer.folder):
        batch.append(
            touched._replace(
                near=_allowed(touched.near, is_denied), changed=_allowed(touched.changed, is_denied)
            )
        )
        if len(batch) >= _BATCH:
            done += len(batch)
            writer.add_functions(batch)
            batch.clear()
            if progress:
                progress("history", done, len(todo))
    writer.add_functions(batch)
    writer.mark_functions_read(todo)


def _allowed(
    functions: tuple[tuple[str, str], ...], is_denied: Denier
) -> tuple[tuple[str, str], ...]:
    """The functions, as path and name, without those in denied files."""
    return tuple(function for function in functions if not is_denied(function[0]))
