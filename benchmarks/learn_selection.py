"""Learns the weights with which files are selected for a prompt (`context/selection_weights.py`).

    python -m benchmarks.learn_selection --eval DIR --repos DIR --project DIR --transcripts DIR [--write] [--save]

Two logistic models. "Fits": is a file among those that a later commit with this message changed? Learned from
the later commits of the projects in DIR/replay (--repos: bare clones as owner+name) and checked with each
project left out. "Opened": will a session open a file before the next prompt? Learned from the earlier half of
the sessions in --transcripts (of --project) and checked on the later half. Only sums are stored.
"""

from __future__ import annotations

import argparse
import math
import os
import pathlib
import sys
import tempfile
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from benchmarks import ROOT
from benchmarks.lib import results
from benchmarks.lib.eval_trees import Trees, cases
from sightline.context import select
from sightline.context.prompt_code import LEAST_CONFIDENCE
from sightline.context.ranking.confidence import (
    EXPLAINED,
    confidence_of,
    everyday_weights,
    mentions_code,
    read_prompt,
)
from sightline.context.ranking.evidence import NARROW, full_text
from sightline.context.ranking.retrieval import find_quickly
from sightline.context.ranking.test_files import tests_of
from sightline.context.select import Candidate, Situation
from sightline.context.selection_weights import FITS, OPENED
from sightline.engine import open_engine
from sightline.index.refresh import refresh
from sightline.measure.replay import known_paths
from sightline.measure.transcripts import PastPrompt, TranscriptFile, all_prompts, transcripts
from sightline.measure.workplace import EarlierTree, temporary_store
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.topics.prompt_features import EXPLORE, clean, extract_features, task_of

WEIGHTS = ROOT / "src" / "sightline" / "context" / "selection_weights.py"
USUAL = "usual"
# The strength with which weights are held near 0, per standard deviation of a feature.
RIDGE = 3.0
STEPS = 30


class Row(NamedTuple):
    """One file for one prompt or message: its features and whether it was right."""

    case: int
    path: str
    features: dict[str, float]
    is_right: bool
    is_named: bool = False


class Model(NamedTuple):
    """Weights per unit of each feature."""

    weights: dict[str, float]

    def log_odds(self, features: dict[str, float]) -> float:
        own = (self.weights[name] * value for name, value in features.items() if name != USUAL)
        return self.weights[USUAL] + sum(own)

    def probability(self, features: dict[str, float]) -> float:
        return 1 / (1 + math.exp(-self.log_odds(features)))


def fit(rows: Sequence[Row], names: Sequence[str]) -> Model:
    """Logistic regression with a ridge, by Newton's method on standardised features."""
    columns = [[row.features.get(name, 0.0) for row in rows] for name in names]
    means = [sum(column) / len(column) for column in columns]
    spreads = [
        math.sqrt(sum((x - mean) ** 2 for x in column) / len(column)) or 1.0
        for column, mean in zip(columns, means, strict=True)
    ]
    table = [
        [1.0, *((columns[c][r] - means[c]) / spreads[c] for c in range(len(names)))]
        for r in range(len(rows))
    ]
    size = len(names) + 1
    weights = [0.0] * size
    for _ in range(STEPS):
        gradient = [0.0] * size
        hessian = [[0.0] * size for _ in range(size)]
        for values, row in zip(table, rows, strict=True):
            total = sum(map(float.__mul__, weights, values))
            chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
            error, curve = row.is_right - chance, chance * (1 - chance)
            for i, value in enumerate(values):
                gradient[i] += error * value
                scaled = curve * value
                own = hessian[i]
                for j in range(i + 1):
                    own[j] += scaled * values[j]
        for i in range(size):
            for j in range(i):
                hessian[j][i] = hessian[i][j]
            if i:
                gradient[i] -= RIDGE * weights[i]
                hessian[i][i] += RIDGE
        step = solve(hessian, gradient)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    plain = {
        name: weight / spread
        for name, weight, spread in zip(names, weights[1:], spreads, strict=True)
    }
    constant = weights[0] - sum(plain[name] * mean for name, mean in zip(names, means, strict=True))
    return Model({**plain, USUAL: constant})


def solve(matrix: list[list[float]], values: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda r: abs(rows[r][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            rows[below] = [a - factor * b for a, b in zip(rows[below], rows[at], strict=True)]
    solution = [0.0] * size
    for at in reversed(range(size)):
        rest = sum(rows[at][c] * solution[c] for c in range(at + 1, size))
        solution[at] = (rows[at][size] - rest) / rows[at][at]
    return solution


def candidates_of(index: Database, situation: Situation) -> list[Candidate]:
    """The candidates that the prompt event would consider, with their features."""
    question = read_prompt(situation.prompt)
    if not question.words:
        return []
    doubted = everyday_weights(question)
    text = full_text(index, question, NARROW, explained=EXPLAINED, doubted=doubted)
    confidence = confidence_of(text)
    if confidence < LEAST_CONFIDENCE and not mentions_code(question):
        return []
    retrieval = find_quickly(index, question, text)
    best = [ranked.file.path for ranked in retrieval.ranking.files[: select.WITH_TESTS]]
    situation = situation._replace(confidence=confidence)
    return select.candidates(retrieval, situation, tests_of(index, best))


def commit_rows(
    folder: pathlib.Path, trees: Trees
) -> tuple[dict[str, list[Row]], dict[str, list[int]]]:
    """By project: the candidates of its later commits, and how many files each commit changed."""
    rows: dict[str, list[Row]] = {}
    golds: dict[str, list[int]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        own = rows.setdefault(path.stem, [])
        counts = golds.setdefault(path.stem, [])
        chosen = cases(folder, path.stem)
        for number, prepared in enumerate(trees.prepare(chosen, checkout=False)):
            gold = set(prepared.case["gold_files"])
            counts.append(len(gold))
            situation = Situation(prompt=prepared.case["problem_statement"])
            for one in candidates_of(prepared.index, situation):
                if one.role != "test":
                    own.append(Row(number, one.path, dict(one.evidence), one.path in gold))
        print(path.stem, len(counts), file=sys.stderr)
    return rows, golds


def session_rows(project: str, folder: str) -> tuple[list[Row], list[Row]]:
    """The candidates of all prompts of the earlier and of the later half of the sessions."""
    prompts = all_prompts([TranscriptFile("claude", path) for path in transcripts(folder)])
    starts: dict[str, int] = {}
    for prompt in prompts:
        starts.setdefault(prompt.session, prompt.at)
    middle = sorted(starts[prompt.session] for prompt in prompts)[len(prompts) // 2]
    halves: tuple[list[Row], list[Row]] = ([], [])
    with temporary_store() as home, tempfile.TemporaryDirectory() as copies:
        tree = EarlierTree(project, os.path.join(copies, "tree"))
        for number, (prompt, rows) in enumerate(_prompt_rows(tree, home, prompts)):
            halves[starts[prompt.session] >= middle].extend(
                row._replace(case=number) for row in rows
            )
    return halves


def _prompt_rows(
    tree: EarlierTree, home: str, prompts: Sequence[PastPrompt]
) -> Iterable[tuple[PastPrompt, list[Row]]]:
    opened: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for prompt in prompts:
        commit = tree.commit_before(prompt.at, prompt.branch)
        if not commit:
            continue
        changed = tree.check_out(commit)
        engine = open_engine(tree.root, home=home)
        if changed:
            refresh(engine.project, engine.settings, home=home)
        roles = {file.path: file.role for file in reader.all_files(engine.index)}
        edited = known_paths(prompt.edited, prompt.cwd, roles).existing
        read = known_paths(prompt.read, prompt.cwd, roles).existing
        if prompt.after_compaction:
            opened[prompt.session], counts[prompt.session] = [], 0
        before = opened.setdefault(prompt.session, [])
        text = clean(prompt.text)
        situation = Situation(
            prompt=text,
            is_change=task_of(text[:4000]) != EXPLORE,
            earlier=counts.get(prompt.session, 0),
            opened=frozenset(before),
            recent=tuple(before[-select.RECENT_FILES :]),
        )
        trivial = extract_features(text).is_trivial
        chosen = [] if trivial else candidates_of(engine.index, situation)
        right = {*edited, *read}
        rows = [
            Row(
                0,
                one.path,
                {**one.situation, **{f"e {k}": v for k, v in one.evidence.items()}},
                one.path in right,
                one.is_named,
            )
            for one in chosen
        ]
        yield prompt, rows
        counts[prompt.session] = counts.get(prompt.session, 0) + 1
        before += [path for path in (*read, *edited) if path not in before]
        engine.close()


def with_fit(rows: Iterable[Row], fits: Model) -> list[Row]:
    """The rows of sessions with the log-odds of the other model as a feature."""
    changed = []
    for row in rows:
        evidence = {k[2:]: v for k, v in row.features.items() if k.startswith("e ")}
        situation = {k: v for k, v in row.features.items() if not k.startswith("e ")}
        log_odds = fits.log_odds(evidence)
        situation["fits"] = log_odds
        situation["fits, later"] = log_odds * situation.pop("later")
        changed.append(row._replace(features=situation))
    return changed


def chosen_of(rows: Iterable[Row], model: Model, *, named: bool) -> dict[int, list[Row]]:
    """By case: the rows that would be shown."""
    by_case: dict[int, list[tuple[float, Row]]] = {}
    for row in rows:
        chance = model.probability(row.features)
        if named and row.is_named:
            chance = max(chance, select.NAMED)
        by_case.setdefault(row.case, []).append((chance, row))
    chosen: dict[int, list[Row]] = {}
    for case, pairs in by_case.items():
        shown: list[Row] = []
        for chance, row in sorted(pairs, key=lambda pair: (-pair[0], pair[1].path)):
            most = select.MOST_NAMED if named and row.is_named else select.MOST_FILES
            if chance >= (select.THRESHOLD if named else COMMITS_FROM) and len(shown) < most:
                shown.append(row)
        if shown:
            chosen[case] = shown
    return chosen


# Commits are judged at this probability of the model "fits" alone.
COMMITS_FROM = 0.3


def shares(chosen: dict[int, list[Row]]) -> dict[str, float]:
    """The shares of blocks with a right file and of right files."""
    files = [row for rows in chosen.values() for row in rows]
    blocks = [any(row.is_right for row in rows) for rows in chosen.values()]
    return {
        "blocks": len(blocks),
        "block": round(sum(blocks) / max(1, len(blocks)), 4),
        "item": round(sum(row.is_right for row in files) / max(1, len(files)), 4),
        "files": round(len(files) / max(1, len(blocks)), 2),
    }


def left_out_figures(
    rows: dict[str, list[Row]], golds: dict[str, list[int]], names: Sequence[str]
) -> dict[str, object]:
    """The model "fits" on each project, learned from the others."""
    chosen: dict[int, list[Row]] = {}
    recall = total = 0.0
    for project, own in rows.items():
        model = fit([row for other in rows if other != project for row in rows[other]], names)
        shown = chosen_of(own, model, named=False)
        for case, picked in shown.items():
            recall += sum(row.is_right for row in picked) / golds[project][case]
        chosen.update({len(chosen) + case * 1_000_003: picked for case, picked in shown.items()})
        total += len(golds[project])
    return {
        **shares(chosen),
        "spoken": round(len(chosen) / total, 4),
        "recall": round(recall / total, 4),
    }


def written(fits: Model, opened: Model) -> str:
    """The module with these weights."""
    head, *_ = WEIGHTS.read_text(encoding="utf-8").partition("# Whether a file is the right one")
    tables = (
        ("# Whether a file is the right one, by the evidence for it. Learned from later commits.", "FITS", FITS, fits),
        ('\n# Whether a file will be opened, by the evidence ("fits") and the situation. Learned from sessions.', "OPENED", OPENED, opened),
    )  # fmt: skip
    lines = [head.rstrip() + "\n"]
    for comment, name, table, model in tables:
        lines.append(f"{comment}\n{name} = {{")
        lines += [f'    "{key}": {model.weights[key]:.4f},' for key in table]
        lines.append("}")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="bare clones")
    parser.add_argument("--work", type=pathlib.Path, help="where indexes are kept")
    parser.add_argument("--project", required=True)
    parser.add_argument("--transcripts", required=True)
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        trees = Trees(arguments.repos, arguments.work or pathlib.Path(temporary))
        commits, golds = commit_rows(arguments.eval / "replay", trees)
    earlier, later = session_rows(arguments.project, arguments.transcripts)
    publish(commits, golds, earlier, later, write=arguments.write, save=arguments.save)


def publish(
    commits: dict[str, list[Row]],
    golds: dict[str, list[int]],
    earlier: Sequence[Row],
    later: Sequence[Row],
    *,
    write: bool,
    save: bool,
) -> None:
    """Learn both models, report them on what they were not learned from, and write them."""
    evidence = [name for name in FITS if name != USUAL]
    fits = fit([row for rows in commits.values() for row in rows], evidence)
    situation = [name for name in OPENED if name != USUAL]
    opened = fit(with_fit(earlier, fits), situation)
    lines: list[dict[str, object]] = [
        {
            "figure": "later commits, each project left out",
            **left_out_figures(commits, golds, evidence),
        }
    ]
    for name, rows in (("earlier half (learned)", earlier), ("later half", later)):
        chosen = chosen_of(with_fit(rows, fits), opened, named=True)
        lines.append({"figure": f"sessions, {name}", **shares(chosen)})
    if write:
        WEIGHTS.write_text(written(fits, opened), encoding="utf-8")
    results.publish("learn_selection", lines, save=save)


if __name__ == "__main__":
    main()
