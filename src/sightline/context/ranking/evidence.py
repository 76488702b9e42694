"""Gathers evidence for a question from the index; `context.ranking.rank` weighs it.

Every search is bounded, so that a hook can run it.
"""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sightline.context.ranking.mentions import parts_of
from sightline.context.ranking.query_words import (
    EVERYDAY_SHARE,
    everyday_words,
    expanded,
    word_weights,
)
from sightline.context.ranking.question import Question
from sightline.model.indexed import TYPES
from sightline.store.code import evidence as store
from sightline.store.code import reader
from sightline.store.code.evidence import FileRow, SymbolRow
from sightline.store.sqlite.database import Database
from sightline.text.word_root import root

if TYPE_CHECKING:
    from sightline.context.ranking.path_signals import PathMatch

# How many commits with the best messages and how many of the newest count as evidence, and the
# most files a commit may have touched to count.
MESSAGES, NEWEST, MOST_FILES = 50, 15, 12
# How many of the newest commits are read to see when files were changed last.
LATEST = 400
# How many of the best files bring the files they use or are used by, and over how many edges.
LINKS_OF, MOST_LINKS = 8, 4_000
# How many names, paths and dotted names are looked up.
MOST_NAMES, MOST_PLACES, MOST_DOTTED = 200, 40, 40
# The most lines between a place in a comment and the function below it.
COMMENT_LINES = 25
# In how many of the best files all functions become candidates.
WHOLE_FILES = 5
# For how many of the best files it counts how much the project uses them.
CENTRAL_FILES = 30
# Of how many of the best symbols the score of each word is read.
EXPLAINED = 12
# How many of the best symbols bring their neighbours, and over how many edges at most.
NEIGHBOURS_OF, MOST_EDGES = 10, 600


class Breadth(NamedTuple):
    """How much of the index is read for a question."""

    files: int = 200
    symbols: int = 500
    postings: int = 150_000
    late: int = 0  # postings of more common words, read only for the best so far
    messages: int = 4 * MESSAGES  # commits with the best messages
    expanded: bool = True  # whether other forms of the words and joined words are searched too


# For an answer, for a list of search results, and for a hook.
WIDE, LIST, NARROW = (
    Breadth(),
    Breadth(100, 200, 100_000),
    Breadth(50, 100, 8_000, 30_000, MESSAGES, False),
)


class Commit(NamedTuple):
    """A commit as evidence: its score, and the files and functions it touched that still exist."""

    score: float
    files: tuple[int, ...]
    functions: tuple[tuple[int, str], ...]


class Spot(NamedTuple):
    """A place the question points at: the files it may mean, and lines or a function in them."""

    files: tuple[int, ...]
    first: int
    last: int
    function: str
    below: int = 0  # the symbol below lines that are in no function, such as a comment


class Evidence:
    """Everything in the index that may answer a question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.files: dict[int, FileRow] = {}
        self.symbols: dict[int, SymbolRow] = {}
        self.file_text: dict[int, float] = {}
        self.symbol_text: dict[int, float] = {}
        self.messages: list[Commit] = []
        self.newest: list[Commit] = []
        self.named: dict[str, list[SymbolRow]] = {}
        self.owned: list[list[int]] = []  # by dotted name: the symbols it may mean
        self.modules: list[tuple[int, ...]] = []
        self.places: list[Spot] = []
        self.frames: list[Spot] = []
        self.session: dict[int, float] = {}
        self.telling: list[Commit] = []  # more commits with good messages, by their files only
        self.commits: dict[int, int] = {}  # how many commits touched the files of `telling`
        self.links: dict[int, float] = {}  # how closely files are linked to the best files
        self.changed: dict[int, int] = {}  # how many commits ago files were changed
        self.path_matches: dict[int, PathMatch] | None = None
        self.uses: dict[int, int] = {}  # of the best files' symbols, by file
        self.neighbours: dict[int, float] = {}
        self.meaning: dict[int, float] = {}  # how near the best files are, if that was compared
        self.by_function: dict[tuple[int, str], list[int]] = {}
        self.word_parts: tuple[tuple[float, ...], ...] = ()  # of the best symbols, by word
        self.word_weights: dict[str, float] = {}  # the highest score that each word can give
        self.values: dict[str, dict[int, float]] = {}  # cached values, by signal


def gather(
    index: Database,
    question: Question,
    *,
    breadth: Breadth = WIDE,
    session: Mapping[str, float] | None = None,
    text: store.Text | None = None,
) -> Evidence:
    """The evidence for a question; `session` has weights of paths the session worked on.

    `text` is the result of the full-text search, if it was made before.
    """
    evidence = Evidence(question)
    if text is None:
        everyday = dict.fromkeys(everyday_words(question), EVERYDAY_SHARE)
        text = full_text(index, question, breadth, explained=EXPLAINED, doubted=everyday)
    evidence.file_text, evidence.symbol_text = text.files, text.symbols
    evidence.word_parts, evidence.word_weights = text.parts, word_weights(index, question)
    evidence.files = {row.id: row for row in text.file_rows}
    evidence.symbols = {row.id: row for row in text.rows}
    _names(index, evidence)
    _dotted(index, evidence)
    _places(index, evidence)
    _history(index, evidence, breadth.messages)
    if session:
        files = store.files_at(index, session)
        evidence.session = {file.id: session[file.path] for file in files}
    _fill(index, evidence)
    return evidence


def full_text(
    index: Database,
    question: Question,
    breadth: Breadth,
    *,
    explained: int = 0,
    doubted: Mapping[str, float] | None = None,
) -> store.Text:
    """What the words of a question alone match; the best are explained word by word.

    `doubted` words and their other forms count less in the explanation, by their factor.
    """
    words, doubted = question.words, doubted or {}
    if breadth.expanded:
        words = expanded(index, question)
        factors = {root(word): factor for word, factor in doubted.items()}
        doubted = {word: factors[root(word)] for word in words if root(word) in factors}
    return store.full_text(
        *(index, words),
        files=breadth.files,
        symbols=breadth.symbols,
        most=breadth.postings,
        late=breadth.late,
        explained=explained,
        doubted=doubted,
    )


def add_functions(index: Database, evidence: Evidence, files: Iterable[int]) -> None:
    """Add all functions of these files as candidates."""
    for row in store.callables_of(index, files):
        evidence.symbols.setdefault(row.id, row)


def add_uses(index: Database, evidence: Evidence, files: Iterable[int]) -> None:
    """Add how often the project uses the symbols of these files."""
    evidence.uses = store.uses_of(index, files)


def add_changes(index: Database, evidence: Evidence) -> None:
    """Add how many commits ago files were changed, if the newest commits changed them."""
    latest = store.latest_commits(index, LATEST)
    files = store.files_touched(index, latest, MOST_FILES)
    for place, commit in enumerate(latest):
        for file in files.get(commit, ()):
            evidence.changed.setdefault(file, place)


def says_anything(evidence: Evidence) -> bool:
    """Whether a word or name of the question matches; recent changes alone do not count."""
    return bool(evidence.symbol_text or evidence.file_text or evidence.named or evidence.places)


def add_links(index: Database, evidence: Evidence, best: Mapping[int, float]) -> None:
    """Add how closely other files are linked to the best files, given their scores."""
    links: dict[int, dict[int, float]] = {}
    for link in store.file_links(index, list(best)[:LINKS_OF], MOST_LINKS):
        to_file = links.setdefault(link.file_id, {})
        to_file[link.other_id] = to_file.get(link.other_id, 0.0) + link.edges
    values: dict[int, float] = {}
    for file_id, others in links.items():
        shares = {other: math.log1p(edges) for other, edges in others.items()}
        total = sum(shares.values())
        for other, share in shares.items():
            values[other] = values.get(other, 0.0) + best[file_id] * share / total
    evidence.links = values


def add_neighbours(
    index: Database, evidence: Evidence, best: Mapping[int, float], task: str
) -> None:
    """Add symbols that the best symbols use or are used by, depending on the task (FO-20)."""
    highest = max(best.values(), default=0.0)
    if highest <= 0.0:
        return
    ids = list(best)
    edges: list[tuple[int, int, float]] = []
    if task in ("debug", "refactor"):
        edges += [(e.target_id, e.source_id, e.confidence) for e in reader.edges_to(index, ids)]
    if task != "refactor":
        edges += [(e.source_id, e.target_id, e.confidence) for e in reader.edges_from(index, ids)]
    values: dict[int, float] = {}
    for from_best, other, confidence in edges[:MOST_EDGES]:
        value = best[from_best] / highest * confidence
        values[other] = max(values.get(other, 0.0), value)
    missing = [id for id in values if id not in evidence.symbols]
    for row in store.symbols(index, missing):
        if row.kind != "module":
            evidence.symbols[row.id] = row
    for file in store.files(
        index, {row.file_id for row in evidence.symbols.values()} - set(evidence.files)
    ):
        evidence.files[file.id] = file
    evidence.neighbours = values


def _names(index: Database, evidence: Evidence) -> None:
    names = sorted(evidence.question.names, key=lambda name: -evidence.question.names[name])
    for row in store.named(index, names[:MOST_NAMES]):
        evidence.named.setdefault(row.name, []).append(row)
        evidence.symbols[row.id] = row


def _dotted(index: Database, evidence: Evidence) -> None:
    """Look up dotted names: of a module, or of a member of a class or module."""
    for name in evidence.question.dotted[:MOST_DOTTED]:
        parts = parts_of(name)
        evidence.modules += _modules(index, parts)
        for place, last in enumerate(parts[1:]):
            owner = parts[place]
            rows = evidence.named.get(last, [])
            parents = store.parent_names(index, [row.id for row in rows]) if rows else {}
            owned = [row.id for row in rows if parents.get(row.id) == owner]
            if owned:
                evidence.owned.append(owned)


def _modules(index: Database, parts: list[str]) -> list[tuple[int, ...]]:
    """The files whose path ends with two or more parts of a dotted name, for each run of parts."""
    modules = []
    for end in range(2, len(parts) + 1):
        tails = [parts[start:end] for start in range(end - 1)]
        candidates = [
            (file.id, file.path.rpartition(".")[0].split("/"))
            for file in store.files_stemmed(index, parts[end - 1])
        ]
        for tail in tails:
            ids = tuple(id for id, path in candidates if path[-len(tail) :] == tail)
            if ids:
                modules.append(ids)
                break
    return modules


def _places(index: Database, evidence: Evidence) -> None:
    question = evidence.question
    places = [(place.path, place.first, place.last, "") for place in question.places]
    frames = [(frame.path, frame.line, frame.line, frame.function) for frame in question.frames]
    files = _files_meant(
        index, [path for path, *_ in (*places[:MOST_PLACES], *frames[-MOST_PLACES:])]
    )
    for path, first, last, _ in places[:MOST_PLACES]:
        if files.get(path):
            evidence.places.append(Spot(files[path], first, last, ""))
    for path, first, last, function in frames[-MOST_PLACES:]:
        if len(files.get(path, ())) == 1:
            evidence.frames.append(Spot(files[path], first, last, function))


def _files_meant(index: Database, paths: list[str]) -> dict[str, tuple[int, ...]]:
    """The files each path may mean: those that share its longest ending."""
    split = {path: [part for part in path.replace("\\", "/").split("/") if part] for path in paths}
    split = {path: parts for path, parts in split.items() if parts}
    by_base: dict[str, list[FileRow]] = {}
    for file in store.files_based(index, {parts[-1] for parts in split.values()}):
        by_base.setdefault(file.path.rpartition("/")[2], []).append(file)
    by_path = {}
    for path, parts in split.items():
        files = by_base.get(parts[-1]) or _misspelt(index, parts[-1])
        shared = [_shared_ending(file.path.split("/"), parts) for file in files]
        best = max(shared, default=0)
        by_path[path] = tuple(
            file.id for file, length in zip(files, shared, strict=True) if length == best
        )
    return by_path


def _shared_ending(one: list[str], other: list[str]) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[-1 - length] == other[-1 - length]:
        length += 1
    return length


def _misspelt(index: Database, base: str) -> list[FileRow]:
    """The files whose name is most similar to this, if it differs by a letter or two only."""
    stem, _, ending = base.rpartition(".")
    if len(stem) < 8:
        return []
    runs = {stem[at : at + 3] for at in range(len(stem) - 2)}
    similar: list[tuple[float, FileRow]] = []
    for file in store.files_starting(index, stem[:3]):
        other = file.path.rpartition("/")[2]
        other_stem, _, other_ending = other.rpartition(".")
        if other_ending != ending or abs(len(other_stem) - len(stem)) > 2:
            continue
        theirs = {other_stem[at : at + 3] for at in range(len(other_stem) - 2)}
        likeness = len(runs & theirs) / max(len(runs | theirs), 1)
        if likeness >= 0.6:
            similar.append((likeness, file))
    highest = max((likeness for likeness, _ in similar), default=0.0)
    similar.sort(key=lambda pair: pair[1].path)
    return [file for likeness, file in similar if likeness == highest]


def _history(index: Database, evidence: Evidence, messages: int) -> None:
    telling = store.telling_commits(index, evidence.question.words, messages)
    files = store.files_touched(index, [commit for commit, _ in telling], MOST_FILES)
    evidence.telling += [Commit(score, files[id], ()) for id, score in telling if id in files]
    evidence.commits = store.commit_counts(index, {file for ids in files.values() for file in ids})
    scored = telling[:MESSAGES]
    newest = store.latest_commits(index, NEWEST)
    commits = {commit for commit, _ in scored} | set(newest)
    touched = store.touched(index, commits, MOST_FILES)
    evidence.messages += [Commit(score, *touched[id]) for id, score in scored if id in touched]
    evidence.newest += [
        Commit(float(place), *touched[id]) for place, id in enumerate(newest) if id in touched
    ]
    pairs = {pair for commit in touched.values() for pair in commit.functions}
    for row in store.touched_symbols(index, sorted(pairs)):
        evidence.symbols[row.id] = row
        evidence.by_function.setdefault((row.file_id, row.name), []).append(row.id)


def _with_symbols(index: Database, evidence: Evidence, spot: Spot) -> Spot:
    """Add the symbols at the spot's lines as candidates; the spot with the symbol below it."""
    for file_id in spot.files[:3] if spot.first else ():
        rows = store.at_lines(index, file_id, spot.first, spot.last)
        if len(spot.files) == 1 and all(row.kind in TYPES for row in rows):
            below = store.first_below(index, file_id, spot.last, spot.last + COMMENT_LINES)
            rows += below
            spot = spot._replace(below=below[0].id if below else 0)
        for row in rows:
            evidence.symbols[row.id] = row
    return spot


def _fill(index: Database, evidence: Evidence) -> None:
    """Read the symbols and files that are known only by their ids."""
    missing = [id for id in evidence.symbol_text if id not in evidence.symbols]
    for row in store.symbols(index, missing):
        evidence.symbols[row.id] = row
    evidence.places = [_with_symbols(index, evidence, spot) for spot in evidence.places]
    evidence.frames = [_with_symbols(index, evidence, spot) for spot in evidence.frames]
    functions = {
        (file_id, spot.function)
        for spot in evidence.frames
        for file_id in spot.files
        if spot.function
    }
    for row in store.touched_symbols(index, sorted(functions)):
        evidence.symbols[row.id] = row
        ids = evidence.by_function.setdefault((row.file_id, row.name), [])
        if row.id not in ids:
            ids.append(row.id)
    files = {row.file_id for row in evidence.symbols.values()} | set(evidence.file_text)
    files |= set(evidence.session) | {file for commit in evidence.messages for file in commit.files}
    files |= {file for commit in evidence.newest for file in commit.files}
    files |= {file for group in evidence.modules for file in group}
    files |= {file for spot in (*evidence.places, *evidence.frames) for file in spot.files}
    for file in store.files(index, files.difference(evidence.files)):
        evidence.files[file.id] = file
