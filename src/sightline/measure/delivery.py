"""What it costs to put the right files in front of an assistant, by four ways, on past tasks.

Whole files and skeletons are told which files are right; search and capsule have to find them.
"""

import os
from collections.abc import Callable, Sequence
from statistics import mean
from typing import Any, NamedTuple

from sightline.context.capsule import find, pack
from sightline.context.excerpt import STANDARD, skeleton
from sightline.engine import Engine
from sightline.measure.grep import Files, read_text
from sightline.measure.past_commits import Task
from sightline.store.code import reader
from sightline.text.tokens import estimate_tokens
from sightline.topics.prompt_features import task_of
from sightline.workspace.source import Sources

Count = Callable[[str], int]
WHOLE, SKELETON, SEARCH, CAPSULE = "whole files", "skeletons", "search and read", "capsule"
WAYS = (WHOLE, SKELETON, SEARCH, CAPSULE)


class Delivered(NamedTuple):
    """What one way brought for one task: which right files, and for how many tokens."""

    way: str
    found: tuple[str, ...]
    tokens: int


class Outcome(NamedTuple):
    """One task with the right files that exist, and what each way brought."""

    task: Task
    gold: tuple[str, ...]
    ways: tuple[Delivered, ...]


def deliver(
    engine: Engine, files: Files, task: Task, *, budget: int, count: Count = estimate_tokens
) -> Outcome | None:
    """The four ways for one task; None when none of its files is source of this tree."""
    found = reader.files_at(engine.index, task.files)
    gold = sorted(file.path for file in found if file.role == "source")
    if not gold:
        return None
    texts = [read_text(os.path.join(engine.project.root, path)) for path in gold]
    bones = [
        f"{file.path}\n{skeleton(reader.symbols_in_file(engine.index, file.id), STANDARD)}"
        for file in found
        if file.path in gold
    ]
    searched = files.search_and_read(task.text, gold, count)
    text, shown = capsule(engine, task.text, budget)
    return Outcome(
        task,
        tuple(gold),
        (
            Delivered(WHOLE, tuple(gold), sum(map(count, texts))),
            Delivered(SKELETON, tuple(gold), sum(map(count, bones))),
            Delivered(SEARCH, _among(gold, searched.read), searched.tokens),
            Delivered(CAPSULE, _among(gold, shown), count(text)),
        ),
    )


def capsule(engine: Engine, text: str, budget: int) -> tuple[str, frozenset[str]]:
    """A capsule's text and the files it names."""
    task = task_of(text)
    found = find(engine.index, text, task)
    packed = pack(engine.index, Sources(engine.project.root), found, task, budget, now=engine.now())
    return packed.text, frozenset(item.symbol.path for item in packed.items)


def summary(outcomes: Sequence[Outcome]) -> dict[str, dict[str, Any]]:
    """By way: tokens per task, the share of right files it brought, and tokens per file brought."""
    rows: dict[str, dict[str, Any]] = {}
    for place, way in enumerate(WAYS):
        tokens = [outcome.ways[place].tokens for outcome in outcomes]
        brought = sum(len(outcome.ways[place].found) for outcome in outcomes)
        shares = [len(outcome.ways[place].found) / len(outcome.gold) for outcome in outcomes]
        rows[way] = {
            "tokens_per_task": round(mean(tokens)) if tokens else 0,
            "files_found": round(mean(shares), 4) if shares else 0.0,
            "all_found": round(mean(share == 1 for share in shares), 4) if shares else 0.0,
            "tokens_per_file_found": round(sum(tokens) / brought) if brought else None,
        }
    return rows


def _among(gold: Sequence[str], shown: Sequence[str] | frozenset[str]) -> tuple[str, ...]:
    return tuple(path for path in gold if path in shown)
