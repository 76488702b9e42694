"""Learns the weights with which files are selected for a prompt (`context/selection_weights.py`).

    python -m benchmarks.learn_selection --eval DIR --repos DIR --sessions PROJECT TRANSCRIPTS ... [--write] [--save]

Two logistic models. "Fits": is a file among those that a later commit with this message changed? Learned from
the later commits of the projects in DIR/replay (--repos: bare clones as owner+name) and checked with each
project left out. "Opened": will a session open a file before the next prompt? Learned from sessions
(--sessions, repeated: a git repository and a folder of transcripts), of the first project only from the earlier
half of its prompts: the later half is the test, which `benchmarks.replay_sessions` measures and nothing here
looks at. The three thresholds are chosen on the same sessions, each project with the weights of the others.
Candidates are those that the prompt event considers, recorded while the sessions are replayed. Only sums are
stored.
"""

from __future__ import annotations

import argparse
import math
import pathlib
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby, product
from typing import NamedTuple, TypeVar

from benchmarks import ROOT
from benchmarks.lib import results
from benchmarks.lib.eval_trees import Trees, cases
from sightline.context import prompt_code, select
from sightline.context.prompt_code import Found, find_files
from sightline.context.select import Candidate, Situation
from sightline.context.selection_weights import FITS, OPENED
from sightline.measure.replay import past_prompts, replay_each
from sightline.measure.replay_summary import interval
from sightline.workspace.source import Sources

WEIGHTS = ROOT / "src" / "sightline" / "context" / "selection_weights.py"
Rows = TypeVar("Rows")
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
    may_be_many: bool = False
    meant: str = ""
    is_edited: bool = False


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


def commit_rows(folder: pathlib.Path, trees: Trees) -> dict[str, Commits]:
    """By project: the candidates of its later commits, and how many files each commit changed."""
    commits: dict[str, Commits] = {}
    for path in sorted(folder.glob("*.jsonl")):
        rows: list[Row] = []
        golds: list[int] = []
        for _, same_tree in groupby(cases(folder, path.stem), key=lambda case: case["base_commit"]):
            chosen = list(same_tree)
            for prepared in trees.prepare(chosen[:1], checkout=False):
                for case in chosen:
                    gold = set(case["gold_files"])
                    situation = Situation(prompt=case["problem_statement"])
                    found = find_files(prepared.index, Sources(prepared.root), situation)
                    rows += [
                        Row(len(golds), one.path, dict(one.evidence), one.path in gold)
                        for one in _candidates(found)
                        if one.role != "test"
                    ]
                    golds.append(len(gold))
        commits[path.stem] = Commits(rows, golds)
        print(path.stem, len(golds), file=sys.stderr)
    return commits


class Commits(NamedTuple):
    """The candidates of a project's later commits, and how many files each commit changed."""

    rows: list[Row]
    golds: list[int]


class Session(NamedTuple):
    """The candidates for one prompt of a session, when it was given, and what it came to."""

    at: int
    rows: list[Row]
    is_first: bool
    newly_edited: int  # files, also those that were no candidates


def session_rows(project: str, folder: str, *, earlier_half: bool) -> list[Session]:
    """The candidates of the prompts of a project's sessions, recorded while they are replayed."""
    prompts = past_prompts(project, folder).prompts
    if earlier_half:
        prompts = prompts[: len(prompts) // 2]
    sessions = []
    with _recording() as recorded:
        for number, one in enumerate(replay_each(project, prompts, budget=0, progress=_say)):
            right, edited = {*one.edited, *one.read}, {*one.edited} - one.opened
            rows = [
                Row(
                    number,
                    candidate.path,
                    {**candidate.situation, **_prefixed(candidate.evidence)},
                    candidate.path in right,
                    candidate.may_be_many,
                    candidate.meant,
                    candidate.path in edited,
                )
                for found in recorded
                for candidate in _candidates(found)
            ]
            recorded.clear()
            sessions.append(Session(one.prompt.at, rows, one.is_first, len(edited)))
    return sessions


@contextmanager
def _recording() -> Iterator[list[Found]]:
    """What the prompt event finds for each prompt is also added to a list."""
    recorded: list[Found] = []
    find = prompt_code.find_files

    def find_and_record(*arguments: object, **more: object) -> Found | None:
        found = find(*arguments, **more)  # type: ignore[arg-type]
        if found is not None:
            recorded.append(found)
        return found

    prompt_code.find_files = find_and_record
    try:
        yield recorded
    finally:
        prompt_code.find_files = find


def _candidates(found: Found | None) -> list[Candidate]:
    return select.candidates(found.considered, found.situation) if found is not None else []


def _prefixed(evidence: Mapping[str, float]) -> dict[str, float]:
    return {f"e {name}": value for name, value in evidence.items()}


def _say(phase: str, done: int, total: int) -> None:
    if done % 200 == 0:
        print(f"{phase}: {done} of {total}", file=sys.stderr)


def with_fit(sessions: Iterable[Session], fits: Model) -> list[Session]:
    """The same with the log-odds of the other model as a feature of each candidate."""
    changed = []
    for session in sessions:
        rows = []
        for row in session.rows:
            evidence = {k[2:]: v for k, v in row.features.items() if k.startswith("e ")}
            situation = {k: v for k, v in row.features.items() if not k.startswith("e ")}
            rows.append(row._replace(features={**situation, "fits": fits.log_odds(evidence)}))
        changed.append(session._replace(rows=rows))
    return changed


class Thresholds(NamedTuple):
    """From which probability of the best file on files are shown, and each further file."""

    speak: float
    speak_later: float  # for prompts after the first one of a session
    show: float


class Rated(NamedTuple):
    """The candidates for a prompt with their probabilities, the most probable first."""

    is_first: bool
    rows: list[tuple[float, Row]]


def rated_of(session: Session, model: Model) -> Rated:
    """The candidates as `context.select` orders them."""
    rated = []
    for row in session.rows:
        chance = model.probability(row.features)
        rated.append((max(chance, select.MEANT.get(row.meant, 0.0)), row))
    rated.sort(key=lambda pair: (-pair[0], pair[1].path))
    return Rated(session.is_first, rated)


def shown_of(rated: Rated, thresholds: Thresholds) -> list[Row]:
    """The rows that would be shown, as `context.select` chooses them."""
    enough = thresholds.speak if rated.is_first else thresholds.speak_later
    best = rated.rows[0][0] if rated.rows else 0.0
    if best < enough:
        return []
    shown: list[Row] = []
    least = max(thresholds.show, select.FAR * best)
    for chance, row in rated.rows:
        most = select.MOST_NAMED if row.may_be_many else select.MOST_FILES
        if chance >= least and len(shown) < most:
            shown.append(row)
    return shown


# Commits are judged at these probabilities of the model "fits" alone, with at most three files.
COMMITS_FROM, MOST_OF_COMMIT = 0.3, 3


def shares(blocks: Sequence[Sequence[Row]]) -> dict[str, object]:
    """The shares of blocks with a right file and of right files."""
    spoken = [block for block in blocks if block]
    files = [row for block in spoken for row in block]
    helped = sum(any(row.is_right for row in block) for block in spoken)
    right = sum(row.is_right for row in files)
    return {
        "blocks": len(spoken),
        "block": round(helped / max(1, len(spoken)), 4),
        "block_interval": interval(helped, len(spoken)),
        "item": round(right / max(1, len(files)), 4),
        "files": round(len(files) / max(1, len(spoken)), 2),
    }


def session_shares(
    sessions: Sequence[Session], model: Model, thresholds: Thresholds
) -> dict[str, object]:
    """The shares for sessions, with the newly edited files that were shown."""
    blocks = [shown_of(rated_of(session, model), thresholds) for session in sessions]
    edited = sum(session.newly_edited for session in sessions)
    named = sum(row.is_edited for block in blocks for row in block)
    return {**shares(blocks), "newly_edited_named": round(named / max(1, edited), 4)}


def left_out_figures(commits: Mapping[str, Commits], names: Sequence[str]) -> dict[str, object]:
    """The model "fits" on each project, learned from the others."""
    blocks: list[list[Row]] = []
    recall = total = 0.0
    for project, own in commits.items():
        others = [row for other in commits if other != project for row in commits[other].rows]
        model = fit(others, names)
        by_case: dict[int, list[tuple[float, Row]]] = {}
        for row in own.rows:
            by_case.setdefault(row.case, []).append((model.probability(row.features), row))
        for case, rated in by_case.items():
            rated.sort(key=lambda pair: (-pair[0], pair[1].path))
            shown = [row for chance, row in rated[:MOST_OF_COMMIT] if chance >= COMMITS_FROM]
            recall += sum(row.is_right for row in shown) / own.golds[case]
            blocks.append(shown)
        total += len(own.golds)
    return {
        **shares(blocks),
        "spoken": round(sum(map(bool, blocks)) / total, 4),
        "recall": round(recall / total, 4),
    }


# The settings that are tried, and the precision that the chosen one must reach where it was chosen.
SPEAK = (0.1, 0.125, 0.15, 0.175, 0.2, 0.25)
SPEAK_LATER = (0.2, 0.25, 0.3, 0.35)
SHOW = (0.075, 0.1, 0.125, 0.15)
BLOCK, ITEM = 0.62, 0.46
# Shares that differ by less are about equal.
ABOUT = 0.005
# The parts of the first project, which alone must reach the precision of blocks too.
EARLIER = "earlier half"


def choose_thresholds(parts: Mapping[str, list[Session]], names: Sequence[str]) -> Thresholds:
    """Those that show most edited files at the wanted precision, each part left out in turn.

    Of those that show about as many, the ones that speak most often.
    """
    models = {
        part: fit([row for other in parts if other != part for s in parts[other] for row in s.rows], names)
        for part in parts
    }  # fmt: skip
    rated = {part: [rated_of(s, models[part]) for s in own] for part, own in parts.items()}
    edited = sum(s.newly_edited for sessions in parts.values() for s in sessions)
    reached: list[tuple[float, float, Thresholds]] = []
    for thresholds in map(Thresholds._make, product(SPEAK, SPEAK_LATER, SHOW)):
        shown = {part: [shown_of(one, thresholds) for one in own] for part, own in rated.items()}
        blocks = [block for own in shown.values() for block in own]
        all_parts = shares(blocks)
        tested = shares([b for part in shown if part.startswith(EARLIER) for b in shown[part]])
        named = sum(row.is_edited for block in blocks for row in block) / max(1, edited)
        print(thresholds, all_parts, tested, round(named, 4), file=sys.stderr)
        block = min(float(str(figures["block"])) for figures in (all_parts, tested))
        item = float(str(all_parts["item"]))
        if block >= BLOCK and item >= ITEM:
            reached.append((named, item, thresholds))
    if not reached:
        return Thresholds(max(SPEAK), max(SPEAK_LATER), max(SHOW))
    least = max(named for named, *_ in reached) - ABOUT
    equal = [(own[:2], -item, own) for named, item, own in reached if named >= least]
    return min(equal)[2]


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
    parser.add_argument("--rows", type=pathlib.Path, help="keep the candidates in this folder")
    parser.add_argument(
        "--sessions", required=True, nargs=2, action="append", metavar=("PROJECT", "TRANSCRIPTS")
    )
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        rows = arguments.rows or pathlib.Path(temporary)
        rows.mkdir(parents=True, exist_ok=True)
        trees = Trees(arguments.repos, arguments.work or pathlib.Path(temporary))
        commits = kept(rows / "commits", lambda: commit_rows(arguments.eval / "replay", trees))
        sessions = [
            kept(rows / f"sessions-{number}", partial(session_rows, *pair, earlier_half=not number))
            for number, pair in enumerate(arguments.sessions)
        ]
    publish(commits, sessions, write=arguments.write, save=arguments.save)


def kept(path: pathlib.Path, make: Callable[[], Rows]) -> Rows:
    """What was made before and kept in this file, or else made now."""
    if not path.exists():
        path.write_bytes(pickle.dumps(make()))
    return pickle.loads(path.read_bytes())  # type: ignore[no-any-return]


def publish(
    commits: Mapping[str, Commits], projects: Sequence[list[Session]], *, write: bool, save: bool
) -> None:
    """Learn both models, report them on what they were not learned from, and write them."""
    evidence = [name for name in FITS if name != USUAL]
    fits = fit([row for own in commits.values() for row in own.rows], evidence)
    earlier, *others = [with_fit(sessions, fits) for sessions in projects]
    earlier.sort(key=lambda session: session.at)
    half = len(earlier) // 2
    parts = {f"{EARLIER}, 1": earlier[:half], f"{EARLIER}, 2": earlier[half:]}
    parts |= {f"project {number}": sessions for number, sessions in enumerate(others, 2)}
    situation = [name for name in OPENED if name != USUAL]
    thresholds = choose_thresholds(parts, situation)
    opened = fit([row for part in parts.values() for s in part for row in s.rows], situation)
    lines: list[dict[str, object]] = [
        {"figure": "later commits, each project left out", **left_out_figures(commits, evidence)},
        {"figure": "thresholds, chosen on the sessions learned from", **thresholds._asdict()},
    ]
    for name, own in parts.items():
        rest = [row for other in parts if other != name for s in parts[other] for row in s.rows]
        figures = session_shares(own, fit(rest, situation), thresholds)
        lines.append({"figure": f"sessions, {name} left out", **figures})
    if write:
        WEIGHTS.write_text(written(fits, opened), encoding="utf-8")
    results.publish("learn_selection", lines, save=save)


if __name__ == "__main__":
    main()
