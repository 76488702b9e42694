"""Cases for ranking files: later commits by their messages, and questions with the files that answer them.

The --eval folder has `replay/*.jsonl` (one base commit per project) and `questions/*.json` with
`questions/repositories.tsv`. Each project is checked out once and indexed by the product itself. Questions in
other words than the code's were written for this benchmark, in `benchmarks/labels/other_words.jsonl`.
"""

from __future__ import annotations

import json
import math
import pathlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks import ROOT
from benchmarks.lib.eval_trees import Trees
from sightline.store.sqlite.database import Database

REPLAY, QUESTIONS = "replay", "questions"
LABELS = ROOT / "benchmarks" / "labels" / "other_words.jsonl"
AT = (1, 5, 10)


class RankingCase(NamedTuple):
    """A text, the files that answer it, and the folder that its set searches ("" for all)."""

    text: str
    gold: frozenset[str]
    folder: str
    category: str
    commit: str = ""  # that the text is the message of


class RankingProject(NamedTuple):
    """The cases of one repository at one commit."""

    of: str  # REPLAY, QUESTIONS or a set of LABELS
    name: str
    index: str  # the name of its index
    repo: str
    commit: str
    cases: tuple[RankingCase, ...]


def projects(folder: pathlib.Path) -> list[RankingProject]:
    """All projects of both sets."""
    return [*_replay(folder / REPLAY), *_questions(folder / QUESTIONS)]


def _replay(folder: pathlib.Path) -> Iterator[RankingProject]:
    for path in sorted(folder.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        cases = tuple(
            RankingCase(
                row["problem_statement"],
                frozenset(row["gold_files"]),
                "",
                "commit",
                row["instance_id"].rpartition("-")[2],
            )
            for row in rows
        )
        repo, commit = rows[0]["repo"], rows[0]["base_commit"]
        yield RankingProject(REPLAY, path.stem, f"{REPLAY}-{path.stem}", repo, commit, cases)


def _questions(folder: pathlib.Path) -> Iterator[RankingProject]:
    table = folder / "repositories.tsv"
    for line in table.read_text(encoding="utf-8").splitlines() if table.exists() else ():
        name, _, repo, commit, searched = line.split()
        rows = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        cases = tuple(
            RankingCase(
                row["query"],
                frozenset(_paths(row["relevant"]) + _paths(row.get("secondary") or [])),
                "" if searched == "-" else searched,
                row["category"],
            )
            for row in rows
        )
        repo = repo.replace("+", "/")
        yield RankingProject(QUESTIONS, name, f"{QUESTIONS}-{name}", repo, commit, cases)


def in_other_words(listed: Sequence[RankingProject]) -> Iterator[RankingProject]:
    """The same projects with questions that say in other words what their code does."""
    rows = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    for of in dict.fromkeys(row["set"] for row in rows):
        for project in listed:
            cases = tuple(
                RankingCase(row["query"], frozenset(row["relevant"]), "", of)
                for row in rows
                if (row["set"], row["index"]) == (of, project.index)
            )
            if cases:
                yield project._replace(of=of, cases=cases)


def _paths(items: Sequence[str | dict[str, str]]) -> list[str]:
    return [item if isinstance(item, str) else item["path"] for item in items]


def prepare(
    listed: Sequence[RankingProject], trees: Trees
) -> Iterator[tuple[RankingProject, Database]]:
    """Each project with its index, checked out and indexed once; those without a clone are left out."""
    for project in listed:
        case = {
            "repo": project.repo,
            "base_commit": project.commit,
            "instance_id": project.index,
        }
        for prepared in trees.prepare([case], checkout=False):
            yield project, prepared.index


def recall(ranked: Sequence[str], gold: frozenset[str], most: int) -> float:
    """The share of the gold among the first."""
    return len(gold.intersection(ranked[:most])) / len(gold)


def ndcg(ranked: Sequence[str], gold: frozenset[str], most: int = 10) -> float:
    """Normalised discounted cumulative gain of the first, each gold file counting the same."""
    gain = sum(1 / math.log2(at + 2) for at, path in enumerate(ranked[:most]) if path in gold)
    return gain / sum(1 / math.log2(at + 2) for at in range(min(most, len(gold))))
