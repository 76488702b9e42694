"""Learns the weights of the file signals: python -m benchmarks.learn_weights --eval DIR --repos DIR

A conditional logit over the cases of `quality_questions.py`: the weights make the gold files likely among the
candidates of their case, and are pulled towards the present table, so that a signal the cases say little about
keeps its weight. Whole projects are left out in turn, and the figures of the left-out projects are printed beside
those in sample and those of weights changed at random by a tenth. `--write` stores the weights.
"""

from __future__ import annotations

import argparse
import math
import pathlib
import random
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks import ROOT
from benchmarks.lib.eval_trees import Trees
from benchmarks.lib.ranking_cases import REPLAY, RankingCase, RankingProject, prepare, projects
from benchmarks.quality_questions import Figures, judge, mean
from sightline.context.ranking.rank import FILE, SIGNALS, rank_files
from sightline.context.ranking.retrieval import find
from sightline.context.ranking.weights import WEIGHTS
from sightline.store.sqlite.database import Database
from sightline.topics.prompt_features import task_of

PAGE = ROOT / "src" / "sightline" / "context" / "ranking" / "weights.py"
# Signals whose cases are too few here: their weights stay as they are.
FIXED = ("path", "module", "trace", "session", "meaning", "prose")
LEARNED = tuple(one.name for one in SIGNALS if one.of == FILE and one.name not in FIXED)
# Candidates of a case; the pull towards the present weights; how sharply scores become shares; a
# question counts as several commits, because there are fewer; steps and their size.
CANDIDATES, PULL, SHARPNESS, QUESTION, STEPS, STEP = 60, 0.01, 4.0, 3.0, 60, 0.25
FOLDS, CHANGED, CHANGES = 6, 0.1, 5

Weights = dict[str, float]


class Candidate(NamedTuple):
    """A file with the values of its signals, and the part of its score that is not learned."""

    path: str
    values: dict[str, float]
    fixed: float


class Example(NamedTuple):
    """One case with its candidates."""

    of: str
    case: RankingCase
    candidates: tuple[Candidate, ...]


class Learned(NamedTuple):
    """A project's name and its examples."""

    name: str
    examples: list[Example]


def examples(project: RankingProject, index: Database) -> Learned:
    """The candidates of every case with the values of their signals."""
    table = {one.name: one.weight for one in SIGNALS if one.of == FILE}
    rows = []
    for case in project.cases:
        evidence = find(index, case.text, task_of(case.text)).evidence
        candidates = []
        for ranked in rank_files(evidence)[:CANDIDATES]:
            parts = dict(ranked.parts)
            values = {name: parts[name] / table[name] for name in LEARNED if name in parts}
            fixed = sum(part for name, part in parts.items() if name not in values)
            candidates.append(Candidate(ranked.file.path, values, fixed))
        rows.append(Example(project.of, case, tuple(candidates)))
    return Learned(project.name, rows)


def score(candidate: Candidate, weights: Weights) -> float:
    """The score of a candidate under these weights."""
    return candidate.fixed + sum(
        [weights[name] * value for name, value in candidate.values.items()]
    )


def gradient(example: Example, weights: Weights) -> Weights:
    """In which direction the weights make the gold of one case likelier."""
    gold = [candidate.path in example.case.gold for candidate in example.candidates]
    if not any(gold):
        return {}
    scores = [SHARPNESS * score(candidate, weights) for candidate in example.candidates]
    highest = max(scores)
    shares = [math.exp(one - highest) for one in scores]
    total, slope = sum(shares), dict.fromkeys(LEARNED, 0.0)
    for candidate, share, is_gold in zip(example.candidates, shares, gold, strict=True):
        missing = is_gold / sum(gold) - share / total
        for name, value in candidate.values.items():
            slope[name] += SHARPNESS * missing * value
    return slope


def fit(learned: Sequence[Learned], start: Weights) -> Weights:
    """The weights that fit these projects, by gradient ascent with the pull towards the start."""
    weights = dict(start)
    cases = [example for project in learned for example in project.examples]
    total = sum(1.0 if example.of == REPLAY else QUESTION for example in cases)
    for _ in range(STEPS):
        slopes = dict.fromkeys(LEARNED, 0.0)
        for example in cases:
            count = 1.0 if example.of == REPLAY else QUESTION
            for name, slope in gradient(example, weights).items():
                slopes[name] += count * slope / total
        for name in LEARNED:
            weights[name] += STEP * (slopes[name] - 2 * PULL * (weights[name] - start[name]))
    return weights


def figures(learned: Sequence[Learned], weights: Weights) -> Figures:
    """Replay as the mean over projects, questions over all of them."""
    by_set: dict[str, list[list[Figures]]] = {}
    for project in learned:
        rows = []
        for example in project.examples:
            order = sorted(example.candidates, key=lambda one: (-score(one, weights), one.path))
            rows.append(judge(example.of, [one.path for one in order], example.case))
        by_set.setdefault(project.examples[0].of, []).append(rows)
    shown: Figures = {}
    for of, listed in by_set.items():
        shown |= (
            mean(map(mean, listed)) if of == REPLAY else mean(row for one in listed for row in one)
        )
    return shown


def left_out(learned: Sequence[Learned], start: Weights) -> Figures:
    """The figures of projects whose weights were learned from the others; a repository is in one fold."""
    shown: list[tuple[Sequence[Learned], Weights]] = []
    names = sorted({project.name.rpartition("+")[2].lower() for project in learned})
    for fold in range(FOLDS):
        held = set(names[fold::FOLDS])
        inside = [one for one in learned if one.name.rpartition("+")[2].lower() in held]
        others = [one for one in learned if one not in inside]
        shown.append((inside, fit(others, start)))
    by_project = [(figures([one], weights), one) for inside, weights in shown for one in inside]
    replay = [one for one, project in by_project if project.examples[0].of == REPLAY]
    questions = [
        one
        for one, project in by_project
        for _ in project.examples
        if project.examples[0].of != REPLAY
    ]
    return mean(replay) | mean(questions)


def changed(learned: Sequence[Learned], weights: Weights) -> list[Figures]:
    """The figures of weights that are each changed at random by up to a tenth."""
    chance = random.Random(1)
    return [
        figures(
            learned,
            {name: one * (1 + chance.uniform(-CHANGED, CHANGED)) for name, one in weights.items()},
        )
        for _ in range(CHANGES)
    ]


def written(weights: Weights) -> str:
    """The module of the weights."""
    lines = [f'    "{name}": {round(weights[name], 2)},\n' for name in sorted(weights)]
    return (
        '"""Weights of the file signals; `benchmarks.learn_weights` learns and checks them."""\n\n'
        "WEIGHTS = {\n" + "".join(lines) + "}\n"
    )


def line(label: str, one: Figures) -> str:
    return f"{label:22}" + "  ".join(f"{name} {value:.3f}" for name, value in one.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="bare clones")
    parser.add_argument("--work", type=pathlib.Path, help="where trees and indexes are kept")
    parser.add_argument("--write", action="store_true", help="store the weights in the product")
    arguments = parser.parse_args()
    trees = Trees(arguments.repos, arguments.work or arguments.repos / "sightline-eval")
    learned = [examples(*pair) for pair in prepare(projects(arguments.eval), trees)]
    start = {name: WEIGHTS[name] for name in LEARNED}
    print(line("present weights", figures(learned, start)), flush=True)
    print(line("learned, left out", left_out(learned, start)), flush=True)
    weights = fit(learned, start)
    print(line("learned, in sample", figures(learned, weights)), flush=True)
    varied = changed(learned, weights)
    for name in varied[0]:
        values = [one[name] for one in varied]
        print(f"changed by a tenth    {name} {min(values):.3f} to {max(values):.3f}")
    print(
        f"mean change of a weight {statistics.mean(abs(weights[n] - start[n]) for n in start):.2f}"
    )
    print(written(weights))
    if arguments.write:
        PAGE.write_text(written(weights), encoding="utf-8")


if __name__ == "__main__":
    main()
