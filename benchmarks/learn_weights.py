"""Learns the weights of the signals: python -m benchmarks.learn_weights --eval DIR --repos DIR [--of symbol]

A conditional logit: the weights make the gold likely among the candidates of its case, and are pulled towards the
present table, so that a signal the cases say little about keeps its weight. Files learn from the cases of
`quality_questions.py`, symbols from the functions that issues and later commits changed. Whole projects are left out
in turn, and the figures of the left-out projects are printed beside those in sample and those of weights changed at
random by a tenth or a fifth. `--write` stores the weights.
"""

from __future__ import annotations

import argparse
import math
import pathlib
import random
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from benchmarks import ROOT
from benchmarks.lib.eval_trees import Case, Trees, is_gold
from benchmarks.lib.function_cases import prepare_functions
from benchmarks.lib.ranking_cases import (
    QUESTIONS,
    RankingCase,
    RankingProject,
    prepare,
    projects,
    recall,
)
from benchmarks.quality_questions import Figures, judge, mean
from sightline.context.ranking.rank import FILE, SYMBOL, rank_files
from sightline.context.ranking.retrieval import find
from sightline.context.ranking.weights import SYMBOL_WEIGHTS, WEIGHTS
from sightline.model.indexed import CALLABLE
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.topics.prompts.prompt_features import task_of

PAGE = ROOT / "src" / "sightline" / "context" / "ranking" / "weights.py"
FUNCTIONS = "functions"
# Signals that are not in these tables have too few cases here: their weights stay as they are.
TABLES = {FILE: WEIGHTS, SYMBOL: SYMBOL_WEIGHTS}
# Candidates of a case; the pull towards the present weights; how sharply scores become shares; a
# question counts as several commits, because there are fewer; steps and their size.
CANDIDATES, PULL, SHARPNESS, QUESTION, STEPS, STEP = 60, 0.01, 4.0, 3.0, 60, 0.25
FOLDS, CHANGES = 6, 5

Weights = dict[str, float]


class Candidate(NamedTuple):
    """A file or function with the values of its signals, and the part of its score that is not learned."""

    key: str
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


def file_examples(project: RankingProject, index: Database) -> Learned:
    """The candidate files of every case with the values of their signals."""
    rows = []
    for case in project.cases:
        evidence = find(index, case.text, task_of(case.text)).evidence
        ranked = rank_files(evidence)[:CANDIDATES]
        candidates = [candidate(FILE, one.file.path, dict(one.parts)) for one in ranked]
        rows.append(Example(project.of, case, tuple(candidates)))
    return Learned(project.name, rows)


def function_examples(cases: Iterable[Case], index: Database) -> list[Example]:
    """The candidate functions of every case with the values of their signals."""
    rows = []
    for case in cases:
        text = case["problem_statement"]
        ranking = find(index, text, task_of(text)).ranking
        ranked = [one for one in ranking.symbols if one.symbol.kind in CALLABLE][: 2 * CANDIDATES]
        known = {one.id: one for one in reader.symbols(index, [one.symbol.id for one in ranked])}
        candidates, gold = [], set(case["gold_functions"])
        for one in ranked:
            symbol = known[one.symbol.id]
            key = f"{symbol.path}::{symbol.qualified}"
            candidates.append(candidate(SYMBOL, key, dict(one.parts)))
            same = [name for name in gold if is_gold(symbol.path, symbol.qualified, name)]
            gold = gold.difference(same).union([key] if same else [])
        asked = RankingCase(text, frozenset(gold), "", FUNCTIONS)
        rows.append(Example(FUNCTIONS, asked, tuple(candidates)))
    return rows


def candidate(of: str, key: str, parts: dict[str, float]) -> Candidate:
    """A candidate by the parts of its score."""
    table = TABLES[of]
    values = {name: parts[name] / table[name] for name in table if name in parts}
    return Candidate(key, values, sum(part for name, part in parts.items() if name not in values))


def score(candidate: Candidate, weights: Weights) -> float:
    """The score of a candidate under these weights."""
    return candidate.fixed + sum(
        [weights[name] * value for name, value in candidate.values.items()]
    )


def gradient(example: Example, weights: Weights) -> Weights:
    """In which direction the weights make the gold of one case likelier."""
    gold = [candidate.key in example.case.gold for candidate in example.candidates]
    if not any(gold):
        return {}
    scores = [SHARPNESS * score(candidate, weights) for candidate in example.candidates]
    highest = max(scores)
    shares = [math.exp(one - highest) for one in scores]
    total, slope = sum(shares), dict.fromkeys(weights, 0.0)
    for candidate, share, wanted in zip(example.candidates, shares, gold, strict=True):
        missing = wanted / sum(gold) - share / total
        for name, value in candidate.values.items():
            slope[name] += SHARPNESS * missing * value
    return slope


def fit(learned: Sequence[Learned], start: Weights) -> Weights:
    """The weights that fit these projects, by gradient ascent with the pull towards the start."""
    weights = dict(start)
    cases = [example for project in learned for example in project.examples]
    counts = [QUESTION if example.of == QUESTIONS else 1.0 for example in cases]
    total = sum(counts)
    for _ in range(STEPS):
        slopes = dict.fromkeys(weights, 0.0)
        for count, example in zip(counts, cases, strict=True):
            for name, slope in gradient(example, weights).items():
                slopes[name] += count * slope / total
        for name in weights:
            weights[name] += STEP * (slopes[name] - 2 * PULL * (weights[name] - start[name]))
    return weights


def judged(example: Example, weights: Weights) -> Figures:
    """The figures of one case under these weights."""
    order = sorted(example.candidates, key=lambda one: (-score(one, weights), one.key))
    ranked = list(dict.fromkeys(one.key for one in order))
    if example.of == FUNCTIONS:
        return {"functions R@10": 100 * recall(ranked, example.case.gold, 10)}
    return judge(example.of, ranked, example.case)


def figures(weighed: Iterable[tuple[Learned, Weights]]) -> Figures:
    """The figures of projects, each with its weights: questions over all of them, others by project."""
    by_set: dict[str, list[list[Figures]]] = {}
    for project, weights in weighed:
        rows = [judged(example, weights) for example in project.examples]
        by_set.setdefault(project.examples[0].of, []).append(rows)
    shown: Figures = {}
    for of, listed in by_set.items():
        means = map(mean, listed) if of != QUESTIONS else (row for one in listed for row in one)
        shown |= mean(means)
    return shown


def left_out(learned: Sequence[Learned], start: Weights) -> Figures:
    """The figures of projects whose weights were learned from the others; a repository is in one fold."""
    weighed: list[tuple[Learned, Weights]] = []
    names = sorted({repository(project) for project in learned})
    for fold in range(FOLDS):
        held = set(names[fold::FOLDS])
        inside = [one for one in learned if repository(one) in held]
        weights = fit([one for one in learned if repository(one) not in held], start)
        weighed += [(one, weights) for one in inside]
    return figures(weighed)


def repository(project: Learned) -> str:
    """The name of a project's repository without its owner."""
    return project.name.replace("/", "+").rpartition("+")[2].lower()


def changed(learned: Sequence[Learned], weights: Weights, most: float) -> list[Figures]:
    """The figures of weights that are each changed at random by up to this share."""
    chance = random.Random(1)
    varied = [
        {name: one * (1 + chance.uniform(-most, most)) for name, one in weights.items()}
        for _ in range(CHANGES)
    ]
    return [figures((one, changes) for one in learned) for changes in varied]


def written(tables: dict[str, Weights]) -> str:
    """The module of the weights."""
    lines = ['"""Weights of the signals; `benchmarks.learn_weights` learns and checks them."""\n']
    for comment, variable, of in (
        ("files", "WEIGHTS", FILE),
        ("symbols", "SYMBOL_WEIGHTS", SYMBOL),
    ):
        lines += [
            f"\n# Of {comment}.\n" if of == FILE else f"# Of {comment}.\n",
            f"{variable} = {{\n",
        ]
        weights = tables[of]
        lines += [f'    "{name}": {round(weights[name], 2)},\n' for name in sorted(weights)]
        lines.append("}\n")
    return "".join(lines)


def line(label: str, one: Figures) -> str:
    return f"{label:22}" + "  ".join(f"{name} {value:.3f}" for name, value in one.items())


def read(arguments: argparse.Namespace) -> list[Learned]:
    """The projects to learn from."""
    trees = Trees(arguments.repos, arguments.work or arguments.repos / "sightline-eval")
    if arguments.of == FILE:
        return [file_examples(*pair) for pair in prepare(projects(arguments.eval), trees)]
    issues = Trees(arguments.repos, arguments.issues or trees.work)
    by_repository: dict[str, list[Example]] = {}
    for repo, cases, index in prepare_functions(arguments.eval, trees, issues):
        by_repository.setdefault(repo, []).extend(function_examples(cases, index))
    return [Learned(*pair) for pair in by_repository.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="bare clones")
    parser.add_argument("--of", choices=TABLES, default=FILE, help="whose weights are learned")
    parser.add_argument("--work", type=pathlib.Path, help="where trees and indexes are kept")
    parser.add_argument("--issues", type=pathlib.Path, help="the same for issues, if elsewhere")
    parser.add_argument("--write", action="store_true", help="store the weights in the product")
    arguments = parser.parse_args()
    learned = read(arguments)
    start = TABLES[arguments.of]
    print(line("present weights", figures((one, start) for one in learned)), flush=True)
    print(line("learned, left out", left_out(learned, start)), flush=True)
    weights = fit(learned, start)
    print(line("learned, in sample", figures((one, weights) for one in learned)), flush=True)
    for label, own in (("present", start), ("learned", weights)):
        for most in (0.1, 0.2):
            varied = changed(learned, own, most)
            for name in varied[0]:
                values = [one[name] for one in varied]
                shown = f"{min(values):.3f} to {max(values):.3f}"
                print(f"{label}, changed by {most:.0%}  {name} {shown}", flush=True)
    difference = statistics.mean(abs(weights[name] - start[name]) for name in start)
    print(f"mean change of a weight {difference:.2f}")
    tables = {**TABLES, arguments.of: weights}
    print(written(tables))
    if arguments.write:
        PAGE.write_text(written(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
