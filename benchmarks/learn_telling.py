"""Learns when a memory is told at a prompt (`memory/evidence.py`).

    python -m benchmarks.learn_telling --eval DIR [--eval DIR ...] [--save]

Each DIR has memory/memory_words.jsonl, memory/memory_noise.jsonl and neutral_prompts.jsonl. A logistic regression
learns from the matches of task prompts (the memory that should be told, and others), near misses and neutral
prompts; the limit is the lowest at which, in every DIR, the memory is told for at most a given share of near misses,
and at most 2 % of neutral prompts bring anything: near misses of one author are harder than another's. Needs numpy. Prints the weights learned from all projects, and what every project
gets by the weights of the others.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.lib import results
from benchmarks.lib.memory_words import NOW, SEMANTIC, _engine, fill, read
from sightline.memory.evidence import Evidence
from sightline.memory.offer import Prompt, weighed_matches
from sightline.text.synonyms import alternatives
from sightline.topics.tracker import parse_prompt

TASK, NEAR, NEUTRAL = "task_prompt", "near_miss", "neutral"
# The weight of a neutral prompt, and of a memory that is another than the task's.
NEUTRAL_WEIGHT, OTHER_WEIGHT = 0.05, 0.15
# The share of near misses is lower than the one wanted: other projects have harder ones.
MOST_NEAR, MOST_NOISE = 0.08, 0.02
PENALTY, ROUNDS = 1.0, 20


class Case(NamedTuple):
    """One prompt: what matched, and which of the matches is the memory in question."""

    folder: str
    project: str
    kind: str
    matches: list[Evidence]
    wanted: int  # its place among the matches, -1 if it is not among them


class Example(NamedTuple):
    """One match to learn from."""

    values: list[float]
    told: float
    weight: float


class Model(NamedTuple):
    """Weights of the evidence and the limit below which nothing is told."""

    weights: list[float]
    limit: float

    def tells(self, evidence: Sequence[float]) -> bool:
        return _sum(self.weights, evidence) >= self.limit


def _sum(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def cases(folder: pathlib.Path, home: pathlib.Path, similar: Any) -> Iterator[Case]:
    """The matches of every prompt of every project, as the hook would weigh them."""
    material = read(folder / "memory")
    lines = (folder / "neutral_prompts.jsonl").read_text().splitlines()
    neutral = [json.loads(line)["text"] for line in lines]
    for project in dict.fromkeys(row["project"] for row in material.memories):
        engine = _engine(home / f"{bool(similar)}" / project)
        labels = fill(engine, material, project, None)
        prompts = [
            (kind, row["id"], row[kind])
            for row in material.memories
            if row["project"] == project
            for kind in (TASK, NEAR)
        ]
        for kind, wanted, text in [*prompts, *((NEUTRAL, "", text) for text in neutral)]:
            parsed = parse_prompt(text)
            if parsed is None or parsed.features.is_trivial:
                continue
            prompt = Prompt(engine.project.id, text, NOW, parsed.features.cues.resumes)
            near = similar(engine.memory, text, (engine.project.id, "")) if similar else None
            matches = weighed_matches(engine.memory, prompt, alternatives(text), near)
            ids = [labels[match.row.id] for match in matches]
            place = ids.index(wanted) if wanted in ids else -1
            yield Case(str(folder), project, kind, [match.evidence for match in matches], place)
        engine.close()


def examples(given: Sequence[Case]) -> Iterator[Example]:
    for case in given:
        for place, evidence in enumerate(case.matches):
            if case.kind == NEUTRAL:
                if place == 0:
                    yield Example(list(evidence), 0.0, NEUTRAL_WEIGHT)
            elif place == case.wanted:
                yield Example(list(evidence), float(case.kind == TASK), 1.0)
            else:
                yield Example(list(evidence), 0.0, OTHER_WEIGHT)


def learn(given: Sequence[Case]) -> Model:
    """A penalised logistic regression by Newton's method, and its limit."""
    rows = list(examples(given))
    import numpy  # not among the packages of the tests, which only ask for the help

    values = numpy.array([row.values for row in rows])
    told = numpy.array([row.told for row in rows])
    weight = numpy.array([row.weight for row in rows])
    spread = values.std(0) + (values.std(0) == 0)
    scaled = numpy.column_stack([numpy.ones(len(rows)), (values - values.mean(0)) / spread])
    penalty = numpy.diag([0.0, *[PENALTY] * values.shape[1]])
    weights = numpy.zeros(scaled.shape[1])
    for _ in range(ROUNDS):
        odds = 1 / (1 + numpy.exp(-scaled @ weights))
        slope = scaled.T @ (weight * (odds - told)) + penalty @ weights
        bend = (scaled * (weight * odds * (1 - odds))[:, None]).T @ scaled + penalty
        weights = weights - numpy.linalg.solve(bend, slope)
    model = Model([float(one) for one in weights[1:] / spread], -math.inf)
    return model._replace(limit=_limit(model, given))


def _limit(model: Model, given: Sequence[Case]) -> float:
    values = {_sum(model.weights, case.matches[case.wanted]) for case in given if case.wanted >= 0}
    sets = [[case for case in given if case.folder == one] for one in {c.folder for c in given}]
    for limit in sorted(values):
        limited = model._replace(limit=limit)
        figures = [measure(one, limited) for one in sets]
        if all(
            one["near"] <= 100 * MOST_NEAR and one["noise"] <= 100 * MOST_NOISE for one in figures
        ):
            return limit
    return math.inf


def measure(given: Sequence[Case], model: Model) -> dict[str, float]:
    """Right for the task, told for the near miss, told per task, neutral prompts that brought something."""
    counts = {kind: sum(case.kind == kind for case in given) or 1 for kind in (TASK, NEAR, NEUTRAL)}
    right = near = told = noise = 0
    for case in given:
        tells = [model.tells(one) for one in case.matches]
        meant = case.wanted >= 0 and tells[case.wanted]
        right += meant and case.kind == TASK
        near += meant and case.kind == NEAR
        told += sum(tells) if case.kind == TASK else 0
        noise += any(tells) and case.kind == NEUTRAL
    return {
        "right": round(100 * right / counts[TASK], 1),
        "near": round(100 * near / counts[NEAR], 1),
        "told per task": round(told / counts[TASK], 2),
        "noise": round(100 * noise / counts[NEUTRAL], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eval", required=True, type=pathlib.Path, action="append")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as home:
        os.environ["SIGHTLINE_HOME"] = f"{home}/home"
        os.environ["XDG_CONFIG_HOME"] = f"{home}/config"
        for similar in SEMANTIC:
            given = [
                case
                for folder in arguments.eval
                for case in cases(folder, pathlib.Path(home), similar)
            ]
            label = "by meaning" if similar else "by words"
            model = learn(given)
            weights = [round(weight, 2) for weight in model.weights]
            print(label, round(-model.limit, 2), dict(zip(Evidence._fields, weights, strict=True)))
            lines.append({"set": label, "projects": "learned from them", **measure(given, model)})
            for project in dict.fromkeys(case.project for case in given):
                others = learn([case for case in given if case.project != project])
                left_out = [case for case in given if case.project == project]
                lines.append(
                    {
                        "set": label,
                        "projects": "left out",
                        "project": project,
                        **measure(left_out, others),
                    }
                )
    for line in lines:
        print(json.dumps(line))
    if arguments.save:
        results.store("learn_telling", lines)


if __name__ == "__main__":
    main()
