"""Writes past commits into the index; `store.past` reads them, `index.history` brings them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.store.code import history, postings
from sightline.store.code.posting_writer import PostingWriter
from sightline.store.sqlite.database import Database

# Of how many files that are gone it is known what they are called now.
MOST_RENAMED = 1_000


class PastCommit(NamedTuple):
    """A commit as git tells of it."""

    hash: str
    time: int
    author_time: int
    message: str
    files: tuple[str, ...]
    renamed: int
    too_large: bool  # for its functions to say anything
    words: tuple[str, ...]  # of the message, once each
    hits: bytes  # how strongly it holds each of them


Functions = Sequence[tuple[str, str]]  # by path and name


class PastWriter:
    """The past commits of an open index."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._postings = PostingWriter(index)
        self.head = str(index.value("code.meta", key="history_head") or "")
        self.shape = str(index.value("code.meta", key="history_shape") or "")
        # Where git may be given a file of ours to read.
        self.folder = os.path.dirname(index.path)

    def add(self, commits: Sequence[PastCommit]) -> int:
        """Write commits that are not known yet; how many they were."""
        index = self._index
        with index.transaction():
            hashes = [commit.hash for commit in commits]
            known = {row[0] for row in index.rows("past.known_commits", hashes=hashes)}
            fresh = [commit for commit in commits if commit.hash not in known]
            # Numbers are never used twice, also not those of forgotten commits.
            last = int(index.value("past.last_commit") or 0)
            first = max(last, int(index.value("code.meta", key="last_commit") or 0)) + 1
            rows, files = [], []
            for id, commit in enumerate(fresh, first):
                rows.append((id, *commit[:4], commit.renamed, int(commit.too_large)))
                files += [(id, path) for path in commit.files]
                self._postings.add_text(postings.COMMIT, id, commit.words, commit.hits)
            index.many("past.add_commit", rows)
            index.many("past.add_file", files)
            index.run("code_write.set_meta", key="last_commit", value=first + len(fresh) - 1)
            self._postings.write()
        return len(fresh)

    def rename(self, old: str, new: str) -> None:
        """What was said of a file holds for the name it has now."""
        self._index.run("past.rename_files", old=old, new=new)
        self._index.run("past.rename_functions", old=old, new=new)
        self._index.run("past.rename_changes", old=old, new=new)

    def remember_names(self, now_called: Mapping[str, str], *, anew: bool) -> None:
        """Keep what files that are gone are called now, the newest changes first."""
        if not now_called and not anew:
            return
        known = {} if anew else history.renamed(self._index)
        earlier = [
            (old, now_called.get(new, new)) for old, new in known.items() if old not in now_called
        ]
        text = json.dumps(dict([*now_called.items(), *earlier][:MOST_RENAMED]))
        self._index.run("code_write.set_meta", key="renamed", value=text)

    def any_renamed(self, hashes: Sequence[str]) -> bool:
        """Whether one of these commits renamed a file."""
        return bool(self._index.value("past.renamed_among", hashes=list(hashes)))

    def forget(self, hashes: Sequence[str]) -> None:
        """These commits no longer count."""
        if not hashes:
            return
        index = self._index
        with index.transaction():
            found = index.rows("past.commits_with", hashes=list(hashes))
            each = [(id,) for id, _ in found]
            for id, _ in found:
                self._postings.retire(postings.COMMIT, id)
            self._postings.write()
            for query in ("drop_files", "drop_functions", "drop_changes", "drop_commit"):
                index.many(f"past.{query}", each)

    def forget_all(self) -> None:
        """No commit counts."""
        index = self._index
        if not index.value("past.count"):
            return
        with index.transaction():
            for table in ("commits", "files", "functions", "changes"):
                index.run(f"past.drop_all_{table}")
            self._postings.empty(postings.COMMIT)

    def keep_newest(self, limit: int) -> None:
        """Forget the oldest commits beyond so many."""
        self.forget([row[0] for row in self._index.rows("past.beyond", limit=limit)])

    def without_functions(self, limit: int) -> list[str]:
        """Those of the newest commits whose functions were not read yet, the newest first."""
        return [row[0] for row in self._index.rows("past.without_functions", limit=limit)]

    def add_functions(self, touched: Sequence[tuple[str, Functions, Functions]]) -> None:
        """The functions commits touched: a hash, those near its hunks, those changed for certain."""
        rows = [(path, name, hash) for hash, near, _ in touched for path, name in near]
        self._index.many("past.add_function", rows)
        rows = [(path, name, hash) for hash, _, changed in touched for path, name in changed]
        self._index.many("past.add_change", rows)

    def functions_done(self, hashes: Sequence[str]) -> None:
        """The functions of these commits were read as far as they can be."""
        self._index.run("past.functions_done", hashes=list(hashes))

    def finish(self, head: str, shape: str) -> None:
        """Everything up to this commit was read."""
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
