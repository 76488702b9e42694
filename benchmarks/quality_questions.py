"""How well files are ranked for questions and commit messages: python -m benchmarks.quality_questions --eval DIR --repos DIR

`replay`: the message of a later commit asks, the files it changed are the gold; recall at 1, 5 and 10, the
mean over projects. `questions`: the files that answer a question; NDCG at 10 over the whole repository and over
the folder that the set searches, by the ranking and in the order of a capsule. `other words`: questions written for
this benchmark by one author, mostly in words that the code does not use, judged in the same way; those called
unseen were written when the weights were nearly chosen. Baselines are ranked on the same candidates. The spread is that of the projects.
`--semantic` adds the ranking with the extra sightline[semantic].
`doubt`: the share of questions that nothing fits well, put to their own project and to another one.
"""

from __future__ import annotations

import argparse
import pathlib
import statistics
import time
from collections.abc import Iterable, Mapping
from typing import Any

from benchmarks.lib import results
from benchmarks.lib.eval_trees import CommitSources, Trees
from benchmarks.lib.localisation_baselines import Baselines, Reader
from benchmarks.lib.ranking_cases import (
    AT,
    QUESTIONS,
    REPLAY,
    RankingCase,
    RankingProject,
    in_other_words,
    ndcg,
    prepare,
    projects,
    recall,
)
from sightline.context.capsule import pack
from sightline.context.ranking.doubt import FITS_WELL, fit_value
from sightline.context.ranking.evidence import gather
from sightline.context.ranking.meaning import Near
from sightline.context.ranking.question import understand
from sightline.context.ranking.retrieval import find
from sightline.memory.semantic.meaning import Meaning
from sightline.store.sqlite.database import Database
from sightline.topics.prompts.prompt_features import task_of
from sightline.workspace.source import Sources

PRODUCT, BY_MEANING = "sightline", "sightline, by meaning too"
IN_CAPSULE = "sightline, in the order of a capsule of {budget} tokens"
# Of the command line's default and of the tool's.
BUDGETS = (4_000, 12_000)
Figures = dict[str, float]


def rankings_of(
    index: Database, sources: Sources, text: str, near: Near | None
) -> dict[str, list[str]]:
    """The product's ranking of files, and their order in its capsules."""
    task = task_of(text)
    retrieval = find(index, text, task)
    rankings = {PRODUCT: [ranked.file.path for ranked in retrieval.ranking.files]}
    if near:
        files = find(index, text, task, near=near).ranking.files
        rankings[BY_MEANING] = [ranked.file.path for ranked in files]
    for budget in BUDGETS:
        capsule = pack(index, sources, retrieval, task, budget, now=int(time.time() * 1000))
        paths = [item.symbol.path for item in capsule.items]
        rankings[IN_CAPSULE.format(budget=budget)] = list(dict.fromkeys(paths))
    return rankings


def judge(of: str, ranked: list[str], case: RankingCase) -> Figures:
    """The figures of one case."""
    if of == REPLAY:
        return {f"files R@{most}": 100 * recall(ranked, case.gold, most) for most in AT}
    inside = [path for path in ranked if path.startswith(case.folder)]
    return {"NDCG@10": ndcg(ranked, case.gold), "NDCG@10 in folder": ndcg(inside, case.gold)}


def measure(
    project: RankingProject,
    index: Database,
    trees: Trees,
    near: Near | None,
    *,
    baselines: bool,
) -> dict[str, list[Figures]]:
    """The figures of every case of a project, by ranker."""
    figures: dict[str, list[Figures]] = {}
    clone = trees.clone_of(project.repo)
    assert clone is not None
    sources, reader = CommitSources(clone, project.commit), Reader()
    files = reader.files(index, sources.read) if baselines else []
    commits = reader.commits(index) if baselines else []
    for case in project.cases:
        rankings = rankings_of(index, sources, case.text, near)
        if baselines:
            others = Baselines(index, files, commits, case.text)
            rankings |= {name: list(one.files) for name, one in others.rankings().items()}
        for name, ranked in rankings.items():
            figures.setdefault(name, []).append(judge(project.of, ranked, case))
    sources.close()
    return figures


def mean(cases: Iterable[Figures]) -> Figures:
    listed = list(cases)
    return {name: statistics.mean(case[name] for case in listed) for name in listed[0]}


def summary(of: str, by_project: Mapping[str, dict[str, list[Figures]]]) -> list[dict[str, Any]]:
    """One line per ranker: replay is the mean over projects, questions over all questions."""
    lines = []
    for ranker in next(iter(by_project.values())):
        cases = [figures[ranker] for figures in by_project.values()]
        means = [mean(project) for project in cases]
        shown = mean(means) if of == REPLAY else mean(case for project in cases for case in project)
        line: dict[str, Any] = {"set": of, "ranker": ranker, "projects": len(cases)}
        line["cases"] = sum(map(len, cases))
        digits = 1 if of == REPLAY else 3
        for name, value in shown.items():
            spread = statistics.pstdev(project[name] for project in means)
            line |= {name: round(value, digits), f"{name} ±": round(spread, digits)}
        lines.append(line)
    return lines


def doubted(index: Database, cases: Iterable[RankingCase]) -> list[bool]:
    """For each question, whether the answer begins with doubt."""
    return [fit_value(gather(index, understand(case.text))) < FITS_WELL for case in cases]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="bare clones")
    parser.add_argument("--work", type=pathlib.Path, help="where trees and indexes are kept")
    parser.add_argument("--fast", action="store_true", help="without the baselines")
    parser.add_argument("--semantic", action="store_true", help="with the extra semantic, too")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    trees = Trees(arguments.repos, arguments.work or arguments.repos / "sightline-eval")
    near = Meaning().near if arguments.semantic else None
    by_set: dict[str, dict[str, dict[str, list[Figures]]]] = {}
    doubts: dict[str, list[bool]] = {"own questions doubted": [], "other questions doubted": []}
    listed = projects(arguments.eval)
    asking = [project for project in listed if project.of == QUESTIONS]
    for project, index in prepare([*listed, *in_other_words(listed)], trees):
        if project.of == QUESTIONS:
            other = asking[(asking.index(project) + len(asking) // 2) % len(asking)]
            doubts["own questions doubted"] += doubted(index, project.cases)
            doubts["other questions doubted"] += doubted(index, other.cases)
        figures = measure(project, index, trees, near, baselines=not arguments.fast)
        by_set.setdefault(project.of, {})[project.name] = figures
        print(project.of, project.name, mean(figures[PRODUCT]), flush=True)
    shares = {name: round(100 * statistics.mean(of), 1) for name, of in doubts.items()}
    lines = [{"set": "doubt", "ranker": PRODUCT, **shares}]
    lines += [line for of, by_project in by_set.items() for line in summary(of, by_project)]
    results.publish("quality_questions", lines, save=arguments.save)


if __name__ == "__main__":
    main()
