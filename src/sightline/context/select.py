"""Selects the files to show: those that will probably be read or edited next.

A logistic model with visible parts estimates for each file whether it will be opened. Its weights
are learned from later commits and past sessions (`benchmarks/learn_selection.py`). Pure.
"""

import math
import re
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from sightline.context.ranking.named_symbols import named_symbols
from sightline.context.ranking.rank import RankedFile, RankedSymbol
from sightline.context.ranking.retrieval import Retrieval
from sightline.context.ranking.weights import WEIGHTS
from sightline.context.selection_weights import FITS, OPENED
from sightline.store.code.evidence import FileRow
from sightline.text.word_root import root
from sightline.text.words import code_words

# How many of the best files are considered, and of how many of them the tests.
CONSIDERED, WITH_TESTS = 15, 10
# Files are shown if the most probable one will be opened with at least this probability, the second
# number for later prompts of a session, and then every file that is as probable as the third. Chosen on
# other sessions than those reported.
SPEAK, SPEAK_LATER, SHOW = 0.15, 0.3, 0.125
# A file that is less probable than this share of the best one is not shown beside it.
FAR = 0.25
# Why a prompt asks for a file without naming it (see `context.implied_files`); shown by `why`.
TEST, DOCUMENT = "test asked for", "document asked for"
DEFINES, USES, RAISES = "defines it", "uses it", "raises it"
# Such a file is at least this probable.
MEANT = {TEST: 0.3, DOCUMENT: 0.3, DEFINES: 0.5, USES: 0.4, RAISES: 0.6}
# The most files shown, and the most if the prompt names them or asks for all of them.
MOST_FILES, MOST_NAMED = 5, 20
# Confidence beyond this says no more.
MOST_CONFIDENCE = 4.0
# That the newest commits touched a file again and again says no more than this.
MOST_RECENT = 0.5
# How many of the files used last tell in which folders the session works.
RECENT_FILES = 6
# How many of the best symbols the prompt may spell out.
BEST_SYMBOLS = 30
# Only the beginning of a prompt says what is wanted; the words that ask for a change.
HEAD = 200
_CHANGE = (
    r"\b(?:fix|add|implement|chang|updat|renam|refactor|remov|writ|creat|mov|replac|mak|delet|extract"
    r"|handl|support)\w*\b"
)
_TESTS_MEANT = r"\btests?\b|_test\b|\btesting\b|\bspecs?\b|\bcoverage\b"

Parts = tuple[tuple[str, float], ...]


class Situation(NamedTuple):
    """What a session is at when a prompt arrives."""

    prompt: str = ""
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
    meant: str = ""  # why the prompt asks for it, if it does

    @property
    def may_be_many(self) -> bool:
        """Whether the prompt names this file, or asks for all files of its kind."""
        return self.is_named or self.meant == USES


class Estimate(NamedTuple):
    """How probably a file will be opened, and the parts of its log-odds."""

    candidate: Candidate
    probability: float
    parts: Parts

    @property
    def path(self) -> str:
        """The file's path."""
        return self.candidate.path


class Selection(NamedTuple):
    """The files to show and the other candidates, each the most probable first."""

    chosen: tuple[Estimate, ...] = ()
    others: tuple[Estimate, ...] = ()


class Considered(NamedTuple):
    """What is known when files are selected: the ranking, and files found in other ways."""

    retrieval: Retrieval
    tests: Mapping[str, Sequence[FileRow]] = {}  # of source files, by path
    meant: Mapping[str, str] = {}  # files the prompt asks for, and why
    is_sure: bool = (
        True  # whether the words say what it is about: otherwise only those are candidates
    )


def select(considered: Considered, situation: Situation) -> Selection:
    """The files that will probably be opened; none if nothing is probable enough."""
    estimates = [estimate(one, situation) for one in candidates(considered, situation)]
    # Files that are asked for are often equally probable: they keep the order in which they were found.
    order = {path: place for place, path in enumerate(considered.meant)}
    estimates.sort(key=lambda one: (-one.probability, order.get(one.path, 0), one.path))
    chosen: list[Estimate] = []
    others: list[Estimate] = []
    best = estimates[0].probability if estimates else 0.0
    enough = SPEAK_LATER if situation.earlier else SPEAK
    least = max(SHOW, FAR * best) if best >= enough else 1.0
    for one in estimates:
        most = MOST_NAMED if one.candidate.may_be_many else MOST_FILES
        fits = one.probability >= least and len(chosen) < most
        (chosen if fits else others).append(one)
    return Selection(tuple(chosen), tuple(others))


def candidates(considered: Considered, situation: Situation) -> list[Candidate]:
    """The files that may be shown, with their features; not those the assistant has opened."""
    retrieval, tests = considered.retrieval, considered.tests
    files = retrieval.ranking.files
    prompt, spelled = _Prompt(retrieval, situation), _spelled(retrieval)
    rows: dict[str, Candidate] = {}
    for place, file in enumerate(files):
        path = file.file.path
        is_meant = path in considered.meant
        if place < CONSIDERED or is_meant or file.file.id in prompt.named or prompt.has_named(file):
            rows[path] = prompt.candidate(
                file.file, _evidence(retrieval, place, situation, spelled)
            )
    none = _evidence(retrieval, len(files), situation, spelled)
    for test in _named_tests(retrieval):
        rows.setdefault(test.path, prompt.candidate(test, none, is_named=True))
    for path, own in tests.items():
        source = rows.get(path)
        for test in own:
            if source is not None or prompt.tests_meant:
                evidence = source.evidence if source is not None else none
                rows.setdefault(test.path, prompt.candidate(test, evidence))
    for path in considered.meant:
        if path not in rows:
            rows[path] = prompt.candidate(FileRow(0, path, "source"), none)
    with_meant = [one._replace(meant=considered.meant.get(one.path, "")) for one in rows.values()]
    with_meant = [one for one in with_meant if one.meant or considered.is_sure]
    return [one for one in with_meant if one.path not in situation.opened]


def estimate(candidate: Candidate, situation: Situation) -> Estimate:
    """How probably a file will be opened, with every part of the estimate."""
    scale = OPENED["fits"]
    parts = [(name, scale * FITS[name] * value) for name, value in candidate.evidence.items()]
    parts += [(name, OPENED[name] * value) for name, value in candidate.situation.items()]
    parts.append(("usual", OPENED["usual"] + scale * FITS["usual"] + situation.usual))
    use = situation.use.get(candidate.path, 0.0)
    if use:
        parts.append(("use", use))
    total = sum(value for _, value in parts)
    if candidate.meant and use >= 0:
        least = math.log(MEANT[candidate.meant] / (1 - MEANT[candidate.meant]))
        if total < least:
            parts.append((candidate.meant, least - total))
            total = least
    shown = tuple((name, value) for name, value in parts if abs(value) >= 0.005)
    return Estimate(candidate, 1 / (1 + math.exp(-total)), shown)


class _Prompt:
    """What a prompt names, read once for all candidates."""

    def __init__(self, retrieval: Retrieval, situation: Situation) -> None:
        self.text = situation.prompt.lower()
        self.situation = situation
        self.with_named = {one.symbol.file_id for one in named_symbols(retrieval)}
        self.recent = {
            file.file.id: value / WEIGHTS["recent"]
            for file in retrieval.ranking.files
            for part, value in file.parts
            if part == "recent"
        }
        self.named = {file.file.id for file in retrieval.ranking.files if self._names(file)}
        self.tests_meant = asks_for_tests(situation.prompt)
        self.change_wanted = float(re.compile(_CHANGE).search(self.text[:HEAD]) is not None)
        self.folders = {path.rpartition("/")[0] for path in situation.recent[-RECENT_FILES:]}

    def has_named(self, file: RankedFile) -> bool:
        """Whether the first prompt of a session names a symbol of the file."""
        return self.situation.earlier == 0 and file.file.id in self.with_named

    def candidate(
        self, file: FileRow, evidence: Mapping[str, float], *, is_named: bool = False
    ) -> Candidate:
        """A file as a candidate with its features."""
        is_named = is_named or evidence.get("path", 0.0) > 0 or self._has_base(file.path)
        is_test = file.role == "test"
        features = {
            "prompts": math.log1p(self.situation.earlier),
            "later": float(self.situation.earlier > 0),
            "change wanted": self.change_wanted,
            "path named": float("/".join(file.path.lower().split("/")[-2:]) in self.text),
            "named": is_named * math.log1p(max(len(self.named), 1)),
            "others named": float(bool(self.named) and not is_named),
            "long prompt names": is_named * math.log1p(len(self.text)),
            "symbol named": float(file.id in self.with_named),
            "recent": min(self.recent.get(file.id, 0.0), MOST_RECENT),
            "test": float(is_test),
            "test meant": float(is_test and self.tests_meant),
            "test named": float(is_test and is_named),
            "near": float(file.path.rpartition("/")[0] in self.folders),
        }
        return Candidate(file.path, file.role, evidence, features, is_named)

    def _names(self, file: RankedFile) -> bool:
        """Whether the prompt names the file by its path or its base name."""
        return self._has_base(file.file.path) or _part(file.parts, "path") > 0

    def _has_base(self, path: str) -> bool:
        base = path.rpartition("/")[2].lower()
        at = self.text.find(base)
        return at >= 0 and not (self.text[at - 1 : at].isalnum() or self.text[at - 1 : at] == "_")


def _evidence(
    retrieval: Retrieval, place: int, situation: Situation, spelled: Set[int]
) -> dict[str, float]:
    """The evidence for the file at this place of the ranking; little for one outside of it."""
    files, symbols = retrieval.ranking.files, retrieval.ranking.symbols
    confidence = min(situation.confidence, MOST_CONFIDENCE)
    if place >= len(files):
        return {"confidence": confidence}
    file = files[place]
    following = files[place + 1].score if place + 1 < len(files) else 0.0
    highest = max(symbols[0].score, 0.01) if symbols else 1.0
    best = _best_symbol(symbols, file.file.id)
    return {
        "score": file.score,
        "behind": file.score - files[0].score,
        "margin": file.score - following,
        "confidence": confidence,
        "path": _part(file.parts, "path"),
        "defines": _part(file.parts, "defines") / WEIGHTS["defines"],
        "history": _part(file.parts, "history") / WEIGHTS["history"],
        "words": _part(file.parts, "words") / WEIGHTS["words"],
        "best": _part(file.parts, "best") / WEIGHTS["best"],
        "symbol": best.score / highest if best else 0.0,
        "name": _part(best.parts, "name") + _part(best.parts, "owner") if best else 0.0,
        "length": math.log1p(retrieval.evidence.question.content),
        "spelled": float(file.file.id in spelled),
    }


def _spelled(retrieval: Retrieval) -> set[int]:
    """The files with a good symbol all of whose name the prompt spells: "the referer is checked"."""
    said = {root(word) for word in retrieval.evidence.question.words}
    files = set()
    for one in retrieval.ranking.symbols[:BEST_SYMBOLS]:
        name = one.symbol.name
        parts = [root(word) for word in code_words(name) if word != name.lower()]
        if len(parts) > 1 and said.issuperset(parts):
            files.add(one.symbol.file_id)
    return files


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


def asks_for_tests(prompt: str) -> bool:
    """Whether a prompt speaks of tests."""
    return re.compile(_TESTS_MEANT, re.IGNORECASE).search(prompt) is not None


def _part(parts: Parts, name: str) -> float:
    return sum(value for part, value in parts if part == name)
