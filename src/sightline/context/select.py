"""Selects the files to show: those that will probably be read or edited next.

A logistic model with visible parts estimates for each file whether it will be opened. Its weights
are learned from later commits and past sessions (`benchmarks/learn_selection.py`). Pure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.context.ranking.named import named_symbols
from sightline.context.ranking.rank import RankedFile, RankedSymbol
from sightline.context.ranking.retrieval import Retrieval
from sightline.context.ranking.weights import WEIGHTS
from sightline.context.selection_weights import FITS, OPENED
from sightline.store.code.evidence import FileRow

# How many of the best files are considered, and of how many of them the tests.
CONSIDERED, WITH_TESTS = 10, 5
# A file is shown if it will be opened with at least this probability.
THRESHOLD = 0.2
# A file that the prompt names by its path will be opened at least this probably, and one with a
# symbol that the first prompt of a session names; later prompts often name what was spoken of.
NAMED, NAMED_SYMBOL = 0.4, 0.25
# The most files shown, and the most if the prompt names them.
MOST_FILES, MOST_NAMED = 3, 8
# Confidence beyond this says no more.
MOST_CONFIDENCE = 4.0
# How many of the files used last tell in which folders the session works.
RECENT_FILES = 6
_TESTS_MEANT = r"\btests?\b|_test\b|\btesting\b|\bspecs?\b|\bcoverage\b"
_DOCUMENTS_MEANT = (
    r"\b(?:docs?|readme|documentation|documented|changelog|release notes)\b|\.(?:md|rst)\b"
)
_DOCUMENT_ENDINGS = (".md", ".rst", ".txt", ".adoc")

Parts = tuple[tuple[str, float], ...]


class Situation(NamedTuple):
    """What a session is at when a prompt arrives."""

    prompt: str = ""
    is_change: bool = False  # the task is to debug, refactor or modify
    earlier: int = 0  # prompts of the session since it began or was compacted
    opened: frozenset[str] = frozenset()  # files the assistant read or edited since then
    recent: tuple[str, ...] = ()  # the last of them, newest last
    confidence: float = 0.0  # how sure the words alone are, see `prompt_code.confidence_of`
    usual: float = 0.0  # how far this project's use differs from the usual, in log-odds
    use: Mapping[str, float] = {}  # the same for single files, by path


class Candidate(NamedTuple):
    """A file that may be shown: the evidence for it and the situation, by the name of the weight."""

    path: str
    role: str
    evidence: Mapping[str, float]
    situation: Mapping[str, float]
    is_named: bool = False
    least: float = 0.0  # the least probability, because of what the prompt names


class Estimate(NamedTuple):
    """How probably a file will be opened, and the parts of its log-odds."""

    path: str
    role: str
    probability: float
    parts: Parts
    is_named: bool = False


class Selection(NamedTuple):
    """The files to show and the other candidates, each the most probable first."""

    chosen: tuple[Estimate, ...] = ()
    others: tuple[Estimate, ...] = ()


def select(
    retrieval: Retrieval,
    situation: Situation,
    tests: Mapping[str, Sequence[FileRow]],
    threshold: float = THRESHOLD,
) -> Selection:
    """The files that will probably be opened; none if nothing is probable enough.

    `tests` are the test files of source files, by path.
    """
    estimates = [estimate(one, situation) for one in candidates(retrieval, situation, tests)]
    estimates.sort(key=lambda one: (-one.probability, one.path))
    chosen: list[Estimate] = []
    others: list[Estimate] = []
    for one in estimates:
        most = MOST_NAMED if one.is_named else MOST_FILES
        fits = one.probability >= threshold and len(chosen) < most
        (chosen if fits else others).append(one)
    return Selection(tuple(chosen), tuple(others))


def candidates(
    retrieval: Retrieval, situation: Situation, tests: Mapping[str, Sequence[FileRow]]
) -> list[Candidate]:
    """The files that may be shown, with their features; not those the assistant has opened."""
    files = retrieval.ranking.files
    shared = _shared_features(files, situation)
    documents = _documents_meant(files, situation.prompt)
    with_named = {one.symbol.file_id for one in named_symbols(retrieval)}
    rows: dict[str, Candidate] = {}
    for place, file in enumerate(files):
        is_named = _part(file.parts, "path") > 0
        has_named = situation.earlier == 0 and file.file.id in with_named
        if place < CONSIDERED or is_named or has_named or file.file.id in documents:
            evidence = _evidence(retrieval, place, situation.confidence)
            one = _candidate(file.file, evidence, is_named, situation, shared)
            rows[file.file.path] = one._replace(
                least=max(one.least, NAMED_SYMBOL if has_named else 0.0)
            )
    for test in _named_tests(retrieval):
        evidence = _evidence(retrieval, len(files), situation.confidence)
        rows.setdefault(test.path, _candidate(test, evidence, True, situation, shared))
    for ranked in files[:WITH_TESTS]:
        source = rows[ranked.file.path]
        for test in tests.get(ranked.file.path, ()):
            one = _candidate(test, source.evidence, False, situation, shared)
            rows.setdefault(test.path, one)
    return [one for one in rows.values() if one.path not in situation.opened]


def estimate(candidate: Candidate, situation: Situation) -> Estimate:
    """How probably a file will be opened, with every part of the estimate."""
    values = candidate.situation
    scale = OPENED["fits"] + OPENED["fits, later"] * values["later"]
    parts = [(name, scale * FITS[name] * value) for name, value in candidate.evidence.items()]
    parts += [(name, OPENED[name] * value) for name, value in values.items() if name in OPENED]
    parts.append(("usual", OPENED["usual"] + scale * FITS["usual"] + situation.usual))
    use = situation.use.get(candidate.path, 0.0)
    if use:
        parts.append(("use", use))
    total = sum(value for _, value in parts)
    if candidate.least and use >= 0:
        least = math.log(candidate.least / (1 - candidate.least))
        if total < least:
            parts.append(("named", least - total))
            total = least
    shown = tuple((name, value) for name, value in parts if abs(value) >= 0.005)
    return Estimate(
        candidate.path, candidate.role, 1 / (1 + math.exp(-total)), shown, candidate.is_named
    )


def _candidate(
    file: FileRow,
    evidence: Mapping[str, float],
    is_named: bool,
    situation: Situation,
    shared: Mapping[str, float],
) -> Candidate:
    is_test = file.role == "test"
    is_document = file.path.endswith(_DOCUMENT_ENDINGS)
    base = file.path.rpartition("/")[2]
    named = is_named or base.lower() in situation.prompt.lower()
    folders = {path.rpartition("/")[0] for path in situation.recent[-RECENT_FILES:]}
    features = {
        **shared,
        "named": float(named),
        "named, later": named * shared["later"],
        "test": float(is_test),
        "test meant": float(is_test and asks_for_tests(situation.prompt)),
        "document meant": float(is_document and asks_for_documents(situation.prompt)),
        "near": float(file.path.rpartition("/")[0] in folders),
    }
    return Candidate(file.path, file.role, evidence, features, named, NAMED if named else 0.0)


def _shared_features(files: Sequence[RankedFile], situation: Situation) -> dict[str, float]:
    """The features that are the same for all files."""
    best = [file.file.path in situation.opened for file in files[:3]]
    return {
        "first": float(situation.earlier == 0),
        "later": float(situation.earlier > 0),
        "prompts": math.log1p(situation.earlier),
        "change": float(situation.is_change),
        "in view": sum(best) / len(best) if best else 0.0,
        "confidence": min(situation.confidence, MOST_CONFIDENCE),
    }


def _evidence(retrieval: Retrieval, place: int, confidence: float) -> dict[str, float]:
    """The evidence for the file at this place of the ranking."""
    files, symbols = retrieval.ranking.files, retrieval.ranking.symbols
    if place >= len(files):
        return {"confidence": min(confidence, MOST_CONFIDENCE)}
    file = files[place]
    following = files[place + 1].score if place + 1 < len(files) else 0.0
    highest = max(symbols[0].score, 0.01) if symbols else 1.0
    best = _best_symbol(symbols, file.file.id)
    return {
        "score": file.score,
        "behind": file.score - files[0].score,
        "margin": file.score - following,
        "confidence": min(confidence, MOST_CONFIDENCE),
        "path": _part(file.parts, "path"),
        "defines": _part(file.parts, "defines") / WEIGHTS["defines"],
        "history": _part(file.parts, "history") / WEIGHTS["history"],
        "words": _part(file.parts, "words") / WEIGHTS["words"],
        "best": _part(file.parts, "best") / WEIGHTS["best"],
        "symbol": best.score / highest if best else 0.0,
        "name": _part(best.parts, "name") + _part(best.parts, "owner") if best else 0.0,
        "length": math.log1p(retrieval.evidence.question.content),
    }


def _best_symbol(symbols: Sequence[RankedSymbol], file_id: int) -> RankedSymbol | None:
    return next((one for one in symbols if one.symbol.file_id == file_id), None)


def _named_tests(retrieval: Retrieval) -> list[FileRow]:
    """Test files that the prompt names by their path or a stack trace runs through."""
    evidence = retrieval.evidence
    ids = dict.fromkeys(
        id
        for spot in (*evidence.places, *evidence.frames)
        if len(spot.files) == 1
        for id in spot.files
    )
    return [evidence.files[id] for id in ids if evidence.files[id].role == "test"]


def _documents_meant(files: Sequence[RankedFile], prompt: str) -> frozenset[int]:
    """The best documents, if the prompt speaks of documents."""
    if not asks_for_documents(prompt):
        return frozenset()
    documents = [file.file.id for file in files if file.file.path.endswith(_DOCUMENT_ENDINGS)]
    return frozenset(documents[:MOST_FILES])


def asks_for_tests(prompt: str) -> bool:
    """Whether a prompt speaks of tests."""
    return re.compile(_TESTS_MEANT, re.IGNORECASE).search(prompt) is not None


def asks_for_documents(prompt: str) -> bool:
    """Whether a prompt speaks of documents."""
    return re.compile(_DOCUMENTS_MEANT, re.IGNORECASE).search(prompt) is not None


def _part(parts: Parts, name: str) -> float:
    return sum(value for part, value in parts if part == name)
