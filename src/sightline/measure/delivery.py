"""How many tokens it takes to bring the right files to an assistant, by four methods, on past tasks.

Whole files and skeletons are told which files are right; search and capsule have to find them.
"""

import math
import os
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from statistics import mean
from typing import Any, NamedTuple

from sightline.context.capsule import pack
from sightline.context.excerpt import STANDARD, skeleton
from sightline.context.ranking.retrieval import find
from sightline.engine import Engine
from sightline.measure.past_commits import CommitTask
from sightline.store.code import reader
from sightline.text.tokens import estimate_tokens
from sightline.topics.prompts.prompt_features import task_of
from sightline.workspace.source import Sources

Count = Callable[[str], int]
WHOLE, SKELETON, SEARCH, CAPSULE = "whole files", "skeletons", "search and read", "capsule"
METHODS = (WHOLE, SKELETON, SEARCH, CAPSULE)
# The simulated search: the most words searched for, files read, and lines printed per word.
MOST_WORDS = 5
MOST_READ = 10
MOST_LINES = 50
LINE_LENGTH = 200
# A word in a larger share of the files is not searched for.
COMMON = 0.2
MOST_BYTES = 400_000_000
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}")


class Delivery(NamedTuple):
    """What one method brought for one task: which right files, and for how many tokens."""

    method: str
    files: tuple[str, ...]
    tokens: int


class Outcome(NamedTuple):
    """One task with its right files that exist in the tree, and the delivery of each method."""

    task: CommitTask
    gold: tuple[str, ...]
    deliveries: tuple[Delivery, ...]


class Capsule(NamedTuple):
    """The text of a capsule and the files it names."""

    text: str
    paths: frozenset[str]


class SearchCost(NamedTuple):
    """The files that a simulated search read, and the tokens it cost."""

    read: tuple[str, ...]
    tokens: int


class WordMatch(NamedTuple):
    """A word of a question and the files that contain it."""

    word: str
    paths: list[str]


def deliver(
    engine: Engine,
    files: "SourceFiles",
    task: CommitTask,
    *,
    budget: int,
    count: Count = estimate_tokens,
) -> Outcome | None:
    """The four methods on one task; None if none of its files is source code of this tree."""
    indexed = reader.files_at(engine.index, task.files)
    gold = sorted(file.path for file in indexed if file.role == "source")
    if not gold:
        return None
    texts = [read_text(os.path.join(engine.project.root, path)) for path in gold]
    skeletons = [
        f"{file.path}\n{skeleton(reader.symbols_in_file(engine.index, file.id), STANDARD)}"
        for file in indexed
        if file.path in gold
    ]
    search = files.search_and_read(task.text, gold, count)
    capsule = build_capsule(engine, task.text, budget)
    return Outcome(
        task,
        tuple(gold),
        (
            Delivery(WHOLE, tuple(gold), sum(map(count, texts))),
            Delivery(SKELETON, tuple(gold), sum(map(count, skeletons))),
            Delivery(SEARCH, _among(gold, search.read), search.tokens),
            Delivery(CAPSULE, _among(gold, capsule.paths), count(capsule.text)),
        ),
    )


def build_capsule(engine: Engine, text: str, budget: int) -> Capsule:
    """The capsule that answers this text within a budget of tokens."""
    task = task_of(text)
    evidence = find(engine.index, text, task)
    packed = pack(
        engine.index, Sources(engine.project.root), evidence, task, budget, now=engine.now()
    )
    return Capsule(packed.text, frozenset(item.symbol.path for item in packed.items))


def summary(outcomes: Sequence[Outcome]) -> dict[str, dict[str, Any]]:
    """By method: tokens per task, the share of right files it brought, and tokens per file."""
    rows: dict[str, dict[str, Any]] = {}
    for number, method in enumerate(METHODS):
        deliveries = [outcome.deliveries[number] for outcome in outcomes]
        tokens = [delivery.tokens for delivery in deliveries]
        count = sum(len(delivery.files) for delivery in deliveries)
        shares = [
            len(delivery.files) / len(outcome.gold)
            for outcome, delivery in zip(outcomes, deliveries, strict=True)
        ]
        rows[method] = {
            "tokens_per_task": round(mean(tokens)) if tokens else 0,
            "files_found": round(mean(shares), 4) if shares else 0.0,
            "all_found": round(mean(share == 1 for share in shares), 4) if shares else 0.0,
            "tokens_per_file_found": round(sum(tokens) / count) if count else None,
        }
    return rows


def _among(gold: Sequence[str], paths: Collection[str]) -> tuple[str, ...]:
    return tuple(path for path in gold if path in paths)


class SourceFiles:
    """The source files of a tree in memory, searched as an assistant with grep would.

    The rules favour the search: it prefers words written like identifiers, then the rarest, and
    stops reading as soon as it has read every right file.
    """

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.lowered = {path: text.lower() for path, text in texts.items()}

    def search_and_read(self, question: str, gold: Sequence[str], count: Count) -> SearchCost:
        """Search for the question's rarest words, then read whole files, best first."""
        score: dict[str, float] = {}
        tokens = 0
        for word, paths in self._matches(question):
            tokens += count(self._printed_lines(word, paths))
            weight = math.log((len(self.texts) + 1) / len(paths))
            for path in paths:
                score[path] = score.get(path, 0.0) + weight
        read: list[str] = []
        for path in sorted(score, key=lambda path: (-score[path], path))[:MOST_READ]:
            read.append(path)
            tokens += count(self.texts[path])
            if set(gold) <= set(read):
                break
        return SearchCost(tuple(read), tokens)

    def _matches(self, question: str) -> list[WordMatch]:
        is_identifier: dict[str, bool] = {}
        for word in _WORD.findall(question):
            key = word.lower()
            is_identifier[key] = is_identifier.get(key, False) or _is_identifier(word)
        most_files = max(3, COMMON * len(self.texts))
        matches = [
            WordMatch(word, paths)
            for word in is_identifier
            if (paths := [path for path, text in self.lowered.items() if word in text])
            and len(paths) <= most_files
        ]
        matches.sort(key=lambda m: (not is_identifier[m.word], len(m.paths), m.word))
        return matches[:MOST_WORDS]

    def _printed_lines(self, word: str, paths: list[str]) -> str:
        """The lines a search for one word prints, up to a limit."""
        lines: list[str] = []
        for path in paths:
            for number, line in enumerate(self.texts[path].splitlines(), 1):
                if word in line.lower():
                    lines.append(f"{path}:{number}:{line.strip()[:LINE_LENGTH]}")
                    if len(lines) == MOST_LINES:
                        return "\n".join(lines)
        return "\n".join(lines)


def _is_identifier(word: str) -> bool:
    """Whether a word is spelled as only identifiers are: with underscores or camel case."""
    return "_" in word.strip("_") or re.search(r"[a-z][A-Z]|[A-Z]{2}[a-z]", word) is not None


def read_files(root: str, paths: Iterable[str]) -> SourceFiles:
    """These files of a tree, up to a limit of memory."""
    texts: dict[str, str] = {}
    size = 0
    for path in sorted(paths):
        text = read_text(os.path.join(root, path))
        size += len(text)
        if size > MOST_BYTES:
            break
        texts[path] = text
    return SourceFiles(texts)


def read_text(path: str) -> str:
    """A file's text; empty if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
