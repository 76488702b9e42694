"""Reads past commits from the index: what was said, when, and what it touched.

Loaded by hooks; `index.history` brings commits in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from sightline.model.indexed import IndexedCommit
from sightline.store.code import postings
from sightline.store.sqlite.database import Database


def renamed(index: Database) -> dict[str, str]:
    """What files that commits renamed are called now, by the path they had."""
    text = index.value("code.meta", key="renamed")
    return dict(json.loads(str(text))) if text else {}


def search_commits(
    index: Database, words: Mapping[str, float] | Iterable[str], limit: int = 50
) -> list[tuple[int, float]]:
    """The past commits whose message fits any of the words best, with their score.

    Words may carry weights.
    """
    return postings.search(index, postings.COMMIT, words, texts=limit)[1]


def commits(index: Database, ids: Iterable[int]) -> list[IndexedCommit]:
    """The commits with these ids and what they touched, in the order asked for."""
    wanted = list(ids)
    files: dict[int, list[str]] = {}
    for commit_id, path in index.rows("code.commit_files", ids=wanted):
        files.setdefault(commit_id, []).append(path)
    functions: dict[int, list[tuple[str, str]]] = {}
    for commit_id, path, name in index.rows("code.commit_functions", ids=wanted):
        functions.setdefault(commit_id, []).append((path, name))
    return [
        IndexedCommit(
            id,
            hash,
            time,
            author_time,
            message,
            tuple(files.get(id, ())),
            tuple(functions.get(id, ())),
        )
        for id, hash, time, author_time, message in index.rows("code.commits", ids=wanted)
    ]


def last_changes(
    index: Database, functions: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], tuple[int, str]]:
    """Time and first line of the latest commit that changed each function (path and name).

    Nothing of a name that several functions of a file share: nobody knows which of them it was.
    """
    wanted = dict.fromkeys(functions)
    for path, name in index.rows("code.shared_names", pairs=[list(pair) for pair in wanted]):
        wanted.pop((path, name), None)
    pairs = [list(pair) for pair in wanted]
    found: dict[tuple[str, str], tuple[int, str]] = {}
    for path, name, time, message in index.rows("code.last_changes", pairs=pairs):
        found.setdefault((path, name), (int(time), str(message).partition("\n")[0]))
    return found
