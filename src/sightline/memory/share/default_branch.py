"""Which memory files the default branch has, asked of git; hooks know only the branch's name."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sightline.memory.share.folder import FOLDER, list_files, read_bytes, team_folder
from sightline.memory.share.reading import read_folder
from sightline.memory.share.visibility import unmerged_branch
from sightline.model.memory import TEAM
from sightline.model.project import Project
from sightline.store.shared import SharedFolder
from sightline.store.sqlite.database import Database
from sightline.workspace import git
from sightline.workspace.git_files import default_branch


class Difference(NamedTuple):
    """The names of the files that this working tree adds, changes and removes."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def default_commits(project: Project) -> list[str]:
    """The tips of the default branch, the remote's first, as far as they exist."""
    name = default_branch(project)
    if not name:
        return []
    references = (f"refs/remotes/origin/{name}", f"refs/heads/{name}")
    commits = [
        git.text(project.root, "rev-parse", "--verify", "--quiet", f"{reference}^{{commit}}")
        for reference in references
    ]
    return list(dict.fromkeys(commit for commit in commits if commit))


def files_at(project: Project, commit: str) -> dict[str, str]:
    """The blobs of the memory files of a commit, by name."""
    listed = git.output(project.root, "ls-tree", "-z", commit, "--", f"{FOLDER}/")
    files: dict[str, str] = {}
    for entry in (listed or b"").split(b"\0"):
        about, _, path = entry.partition(b"\t")
        words = about.split()
        if len(words) == 3 and words[1] == b"blob":
            files[path.rpartition(b"/")[2].decode("utf-8", "replace")] = words[2].decode()
    return files


def compare(project: Project, commits: list[str]) -> Difference:
    """How the memory files here differ from those of these commits."""
    folder = team_folder(project)
    blobs = [files_at(project, commit) for commit in commits]
    names = list_files(folder)
    merged = {name for name in names if _is_among(folder, name, blobs)}
    there = set().union(*blobs) if blobs else set()
    return Difference(
        tuple(name for name in names if name not in there),
        tuple(name for name in names if name in there and name not in merged),
        tuple(sorted(blobs[0].keys() - names.keys())) if blobs else (),
    )


def settle_labels(database: Database, project: Project, *, now: int) -> int:
    """Take the branch label off files that the default branch has, too; how many files were read."""
    branch = unmerged_branch(project)
    folder = SharedFolder(team_folder(project), TEAM, branch)
    if not branch:
        return read_folder(database, folder, project.id, now=now)
    names = list_files(folder.folder)
    difference = compare(project, default_commits(project))
    merged = frozenset(names) - {*difference.added, *difference.changed}
    return read_folder(database, folder, project.id, now=now, on_default=merged)


def _is_among(folder: str, name: str, blobs: list[dict[str, str]]) -> bool:
    wanted = {files[name] for files in blobs if name in files}
    if not wanted:
        return False
    try:
        content = read_bytes(folder, name)
    except OSError:
        return False
    # Git may have written the file with the line ends of this system.
    versions = (content, content.replace(b"\r\n", b"\n"))
    return any(_blob(version, len(one)) == one for version in versions for one in wanted)


def _blob(content: bytes, length: int) -> str:
    """The hash by which git knows this content; its length tells the algorithm."""
    hasher = hashlib.sha256 if length == 64 else hashlib.sha1
    return hasher(b"blob %d\0" % len(content) + content).hexdigest()
