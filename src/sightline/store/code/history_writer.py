"""Writes past commits into the index; `store.code.history` reads them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.model.indexed import IndexedCommit
from sightline.store.code import history, postings
from sightline.store.code.history import LearnedWord
from sightline.store.code.posting_writer import PostingWriter
from sightline.store.sqlite.database import Database

# Renamed files whose present path is stored.
MOST_RENAMED = 1_000
# The vocabulary is learned again when this share of the commits it is learned from is new.
NEW_SHARE = 0.05


class PastCommit(NamedTuple):
    """A commit as read from git."""

    hash: str
    time: int
    author_time: int
    message: str
    files: tuple[str, ...]
    renamed: int
    too_large: bool  # touches too many files for its functions to be read
    words: tuple[str, ...]  # the unique words of the message
    weights: bytes  # the weight of each of them


class TouchedFunctions(NamedTuple):
    """The functions near one commit's hunks, and those it certainly changed, as path and name."""

    hash: str
    near: tuple[tuple[str, str], ...]
    changed: tuple[tuple[str, str], ...]


class PastWriter:
    """Writes the past commits of an open index."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._postings = PostingWriter(index)
        self.head = str(index.value("code.meta", key="history_head") or "")
        self.shape = str(index.value("code.meta", key="history_shape") or "")
        # Where files for git can be written.
        self.folder = os.path.dirname(index.path)

    def add(self, commits: Sequence[PastCommit]) -> int:
        """Write commits that are not stored yet; returns their number."""
        index = self._index
        with index.transaction():
            hashes = [commit.hash for commit in commits]
            stored = {hash for (hash,) in index.rows("past.known_commits", hashes=hashes)}
            fresh = [commit for commit in commits if commit.hash not in stored]
            # Ids are never reused, not even those of removed commits.
            last = int(index.value("past.last_commit") or 0)
            first = max(last, int(index.value("code.meta", key="last_commit") or 0)) + 1
            rows, files = [], []
            for id, commit in enumerate(fresh, first):
                has_functions = int(commit.too_large)  # there is nothing more to read then
                rows.append(
                    (
                        id,
                        commit.hash,
                        commit.time,
                        commit.author_time,
                        commit.message,
                        commit.renamed,
                        has_functions,
                    )
                )
                files += [(id, path) for path in commit.files]
                self._postings.add_text(postings.COMMIT, id, commit.words, commit.weights)
            index.many("past.add_commit", rows)
            index.many("past.add_file", files)
            index.run("code_write.set_meta", key="last_commit", value=first + len(fresh) - 1)
            self._postings.write()
        return len(fresh)

    def rename(self, old: str, new: str) -> None:
        """Move what is stored of a file to its new path."""
        self._index.run("past.rename_files", old=old, new=new)
        self._index.run("past.rename_functions", old=old, new=new)
        self._index.run("past.rename_changes", old=old, new=new)

    def save_renames(self, present_paths: Mapping[str, str], *, replace: bool) -> None:
        """Store the present paths of renamed files, the latest renames first."""
        if not present_paths and not replace:
            return
        stored = {} if replace else history.renamed(self._index)
        earlier = [
            (old, present_paths.get(new, new))
            for old, new in stored.items()
            if old not in present_paths
        ]
        text = json.dumps(dict([*present_paths.items(), *earlier][:MOST_RENAMED]))
        self._index.run("code_write.set_meta", key="renamed", value=text)

    def any_renamed(self, hashes: Sequence[str]) -> bool:
        """Whether one of these commits renamed a file."""
        return bool(self._index.value("past.renamed_among", hashes=list(hashes)))

    def remove(self, hashes: Sequence[str]) -> None:
        """Remove commits."""
        if not hashes:
            return
        index = self._index
        with index.transaction():
            ids = [id for id, _ in index.rows("past.commits_with", hashes=list(hashes))]
            for id in ids:
                self._postings.retire(postings.COMMIT, id)
            self._postings.write()
            for query in ("drop_files", "drop_functions", "drop_changes", "drop_commit"):
                index.many(f"past.{query}", [(id,) for id in ids])

    def remove_all(self) -> None:
        """Remove all commits."""
        index = self._index
        if not index.value("past.count"):
            return
        with index.transaction():
            for table in ("commits", "files", "functions", "changes", "words"):
                index.run(f"past.drop_all_{table}")
            self._postings.clear(postings.COMMIT)

    def keep_newest(self, limit: int) -> None:
        """Remove all but the newest `limit` commits."""
        self.remove([hash for (hash,) in self._index.rows("past.beyond", limit=limit)])

    def without_functions(self, limit: int) -> list[str]:
        """Those of the newest `limit` commits whose functions were not read yet, newest first."""
        return [hash for (hash,) in self._index.rows("past.without_functions", limit=limit)]

    def add_functions(self, commits: Sequence[TouchedFunctions]) -> None:
        """Write the functions that commits touched."""
        near = [(path, name, commit.hash) for commit in commits for path, name in commit.near]
        self._index.many("past.add_function", near)
        changed = [(path, name, commit.hash) for commit in commits for path, name in commit.changed]
        self._index.many("past.add_change", changed)

    def mark_functions_read(self, hashes: Sequence[str]) -> None:
        """Mark commits whose functions were read as far as possible."""
        self._index.run("past.functions_done", hashes=list(hashes))

    def commits_to_learn_from(self, limit: int) -> list[IndexedCommit]:
        """The newest commits, if so many are new that the vocabulary may differ; else nothing."""
        index = self._index
        last = int(index.value("code.meta", key="last_commit") or 0)
        new = last - int(index.value("code.meta", key="learned_commit") or 0)
        ids = [id for (id,) in index.rows("past.newest", limit=limit)]
        return history.commits(index, ids) if new >= NEW_SHARE * len(ids) else []

    def save_vocabulary(self, learned: Sequence[LearnedWord]) -> None:
        """Replace the vocabulary that was learned before."""
        index = self._index
        with index.transaction():
            index.run("past.drop_all_words")
            index.many("past.add_word", learned)
            last = index.value("code.meta", key="last_commit")
            index.run("code_write.set_meta", key="learned_commit", value=last)

    def finish(self, head: str, shape: str) -> None:
        """Record that history was read up to this commit."""
        index = self._index
        with index.transaction():
            self._postings.tidy()
            count = index.value("past.count")
            for key, value in (
                ("history_head", head),
                ("history_shape", shape),
                ("commits", count),
            ):
                index.run("code_write.set_meta", key=key, value=value)
