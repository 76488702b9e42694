"""Brings past commits into the index: what was said, when, which files and functions it touched.

Bounded in number and cost; only ancestors of the commit the tree stands on stay in.
"""

from collections.abc import Callable, Iterator

from sightline.index.history import hunks
from sightline.index.reading import word_weights
from sightline.index.reading.masking import masked
from sightline.store.code.history_writer import PastCommit, PastWriter
from sightline.text.words import code_words
from sightline.workspace import git

# Hunks are dearer than messages, and the older they are the less they still fit the code.
FUNCTIONS_OF = 1500
# A commit that touches more says nothing about any one file.
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

Rename = Callable[[str, str], None]
Progress = Callable[[str, int, int], None]


def bring_up_to_date(
    writer: PastWriter,
    root: str,
    standing: git.HeadState,
    limit: int,
    progress: Progress | None = None,
) -> int:
    """Read the commits the index lacks and forget those that no longer count; how many were read."""
    head, shape = standing.head, f"{limit} {standing.shallow}"
    if not head or not limit:
        writer.forget_all()
        return 0
    if (writer.head, writer.shape) == (head, shape):
        return 0
    if git.head(root) is None:
        # Git is missing or refuses this repository: what is known stays, and it is asked again.
        return 0
    start = _common_start(writer, root, head) if writer.shape == shape else ""
    if not start:
        writer.forget_all()
    revisions = f"{start}..{head}" if start else head
    # Read from the start, every file already comes under the name it has now.
    rename = writer.rename if start else _leave
    now_called: dict[str, str] = {}
    read = _read(writer, root, revisions, limit, rename, now_called, progress)
    writer.remember_names(now_called, anew=not start)
    _read_functions(writer, root, progress)
    writer.keep_newest(limit)
    writer.finish(head, shape)
    return read


def _common_start(writer: PastWriter, root: str, head: str) -> str:
    """What the index has read up to, after forgetting what the tree no longer stands on."""
    stored = writer.head
    if not stored:
        return ""
    left = git.commits_between(root, head, stored)
    if left is None or writer.any_renamed(left):
        # Gone for good, or names were carried along that hold no more.
        return ""
    writer.forget(left)
    return stored


def _leave(old: str, new: str) -> None:
    """Nothing was said of the old name."""


def _read(
    writer: PastWriter,
    root: str,
    revisions: str,
    limit: int,
    rename: Rename,
    now_called: dict[str, str],
    progress: Progress | None,
) -> int:
    # Git tells the newest first; numbers shall rise with time.
    commits = _told(root, revisions, limit, rename, now_called)[::-1]
    read = 0
    for place in range(0, len(commits), _BATCH):
        read += writer.add(commits[place : place + _BATCH])
        if progress:
            progress("history", min(place + _BATCH, len(commits)), len(commits))
    return read


def _told(
    root: str, revisions: str, limit: int, rename: Rename, now_called: dict[str, str]
) -> list[PastCommit]:
    """The commits git tells of, the newest first, also where it lacks some of the content."""
    renames = ["--no-renames"] if git.is_partial(root) else ["--find-renames", "-M100%"]
    commits: list[PastCommit] = []
    for how in renames:
        # Looking for similar files ends at the first content that is missing; equal ones are
        # told without it. What is left after the end of history is nothing.
        if commits and not commits[-1].files:
            commits.pop()
        printed = git.pieces(
            root, b"\x01", "log", f"-{limit - len(commits)}", f"--skip={len(commits)}",
            "--no-merges", "--name-status", "-z", how, _FORMAT, revisions, "--",
        )  # fmt: skip
        commits += _commits(printed, rename, now_called)
        if len(commits) >= limit:
            break
    return commits


def _commits(
    printed: Iterator[bytes], rename: Rename, now_called: dict[str, str]
) -> Iterator[PastCommit]:
    """Commits from the newest to the oldest, with files under the names they have now."""
    for piece in printed:
        head, closed, names = piece.partition(b"\x03")
        fields = head.split(b"\x02", 3)
        if not closed or len(fields) < 4:
            continue
        files, renames = _files(names)
        paths = [now_called.get(path, path) for path in files[:MOST_FILES]]
        for old, new in renames:
            current = now_called.get(new, new)
            now_called[old] = current
            rename(old, current)
        message = _message(fields[3].decode("utf-8", "replace"))
        yield PastCommit(
            fields[0].decode(),
            int(fields[1]) * 1000,
            int(fields[2]) * 1000,
            message,
            tuple(dict.fromkeys(paths)),
            len(renames),
            len(files) > _FILES_FOR_HUNKS,
            *word_weights.message(code_words(message)),
        )


def _files(names: bytes) -> tuple[list[str], list[tuple[str, str]]]:
    """The paths of `--name-status -z`, and which of them were renamed from what."""
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
    return files, renames


def _path(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _message(text: str) -> str:
    """What a person said: no trailers, no secrets, not endless."""
    kept = [line for line in text.splitlines() if not line.lower().startswith(_TRAILERS)]
    return masked("\n".join(kept).strip()[:_LONGEST_MESSAGE])


def _read_functions(writer: PastWriter, root: str, progress: Progress | None) -> None:
    """The functions of the newest commits that do not have theirs yet."""
    if git.is_partial(root):
        return
    todo = writer.without_functions(FUNCTIONS_OF)
    batch: list[hunks.Touched] = []
    done = 0
    for touched in hunks.functions(root, todo, writer.folder):
        batch.append(touched)
        if len(batch) >= _BATCH:
            done += len(batch)
            writer.add_functions(batch)
            batch.clear()
            if progress:
                progress("history", done, len(todo))
    writer.add_functions(batch)
    writer.functions_done(todo)
