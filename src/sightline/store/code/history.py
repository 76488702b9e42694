"""Reads past commits from the index: their messages, times, files and functions.

Loaded by hooks; `store.code.history_writer` writes them.
"""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sightline.model.indexed import IndexedCommit
from sightline.store.code import postings
from sightline.store.sqlite.database import Database


class LastChange(NamedTuple):
    """The latest commit that changed a function: its time and the first line of its message."""

    time: int
    subject: str


class LearnedWord(NamedTuple):
    """The root of a word of commit messages, and a word in the names of what they changed."""

    word: str
    other: str
    weight: float  # 0 is chance, 1 is always together
    commits: int  # in how many the two meet


def renamed(index: Database) -> dict[str, str]:
    """The present paths of renamed files, by their old path."""
    text = index.value("code.meta", key="renamed")
    return dict(json.loads(str(text))) if text else {}


def search_commits(
    index: Database, words: Mapping[str, float] | Iterable[str], limit: int = 50
) -> list[tuple[int, float]]:
    """The past commits whose messages match any of the words best, with their scores.

    Words may have weights.
    """
    return postings.search(index, postings.COMMIT, words, texts=limit).texts


def commits(index: Database, ids: Iterable[int]) -> list[IndexedCommit]:
    """The commits with these ids and what they touched, in the order of the ids."""
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
) -> dict[tuple[str, str], LastChange]:
    """The latest change of each function (path and name).

    A name that several functions of a file share is left out: the commit may mean any of them.
    """
    wanted = dict.fromkeys(functions)
    for path, name in index.rows("code.shared_names", pairs=[list(pair) for pair in wanted]):
        wanted.pop((path, name), None)
    pairs = [list(pair) for pair in wanted]
    changes: dict[tuple[str, str], LastChange] = {}
    for path, name, time, message in index.rows("code.last_changes", pairs=pairs):
        changes.setdefault((path, name), LastChange(int(time), str(message).partition("\n")[0]))
    return changes


def learned_words(index: Database, roots: Iterable[str]) -> list[LearnedWord]:
    """What the project's own history has for these roots, the surest first for each."""
    return [LearnedWord(*row) for row in index.rows("code.learned_words", words=list(roots))]
