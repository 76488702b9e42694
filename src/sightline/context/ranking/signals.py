"""The signals for files and symbols: each turns one kind of evidence into values from 0 to 1.

Pure. `context.ranking.rank` holds the weight of each signal.
"""

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sightline.context.ranking.evidence import Commit, Evidence, Spot
from sightline.model.indexed import CALLABLE, TYPES
from sightline.store.code.evidence import SymbolRow
from sightline.text.word_lists import word_set
from sightline.text.words import code_words

Values = dict[int, float]

# A commit weighs by the square of its message's score.
_POWER = 2.0
# Added to the number of a file's commits, so that a single one does not say everything.
_FEW_COMMITS = 8
# The newest commits count less with their number: after this many about a third.
_RECENT = 7.0
# A file that was changed this many commits ago counts half as much as one changed by the last.
_LATELY = 50
# A full-text search weighs words less the longer a text is, but a long function does more of what a
# question may be about: its score is multiplied by a root of its length, in units of this many lines.
_LENGTH, _USUAL_LINES = 0.25, 20
# Outer frames of a stack trace count less.
_FRAME_STEP = 0.3
# Containers: a line that is in none of their members says little about the container.
CONTAINER_KINDS = TYPES | {"module"}
_SIDE_FOLDERS = word_set(
    """
    docs doc documentation docs_src docs-src tutorial tutorials cookbook playground playgrounds
    examples example samples sample demo demos benchmarks benchmark benches bench
    scripts script tools website gallery ci .github .claude debug fixtures testing testutil
    integration_test test_support
    """
)
_SIDE_FILES = (
    *("setup.py", "conf.py", "build.rs", "versioneer.py"),
    *("_version.py", "__version__.py", "version.py", "__about__.py", "__pkginfo__.py"),
)
_PROSE_ENDINGS = (
    *(".md", ".markdown", ".rst", ".adoc", ".txt", ".html", ".css"),
    *(".json", ".toml", ".yaml", ".yml", ".xml", ".ini", ".cfg", ".lock"),
)
_SIDE_ENDINGS = (".d.ts", ".sh", ".conf.js", ".config.js", ".config.ts", *_PROSE_ENDINGS)
_MOST_CACHED = 20_000
# Words in the first line of a question that asks for prose, not code.
_ASKS_FOR_PROSE = word_set("changelog docs documentation documented readme")


def file_words(evidence: Evidence) -> Values:
    """The question's words in the whole file and its path."""
    return share_of_highest(evidence.file_text)


def best_symbol(evidence: Evidence) -> Values:
    """The question's words in the best symbol of the file."""
    best: Values = {}
    for id, score in evidence.symbol_text.items():
        row = evidence.symbols.get(id)
        if row is not None and score > best.get(row.file_id, 0.0):
            best[row.file_id] = score
    return share_of_highest(best)


def file_history(evidence: Evidence) -> Values:
    """Past commits with a similar message touched the file."""
    values: Values = {}
    for commit in evidence.messages:
        for file in commit.files:
            values[file] = values.get(file, 0.0) + _weight(commit)
    return share_of_highest(values)


def file_recent(evidence: Evidence) -> Values:
    """The newest commits touched the file."""
    values: Values = {}
    for commit in evidence.newest:
        for file in commit.files:
            values[file] = values.get(file, 0.0) + _newness(commit)
    return share_of_highest(values)


def file_told(evidence: Evidence) -> Values:
    """Much of what past commits said about the file is similar to the question."""
    values: Values = {}
    for commit in evidence.telling:
        weight = commit.score**_POWER / math.sqrt(len(commit.files))
        for file in commit.files:
            values[file] = values.get(file, 0.0) + weight
    return share_of_highest(
        {id: value / (evidence.commits.get(id, 0) + _FEW_COMMITS) for id, value in values.items()}
    )


def changed(evidence: Evidence) -> Values:
    """How lately the file was changed."""
    return {id: 1.0 / (1.0 + past / _LATELY) for id, past in evidence.changed.items()}


def linked(evidence: Evidence) -> Values:
    """The best files use the file, or it uses them."""
    return share_of_highest(evidence.links)


def defines(evidence: Evidence) -> Values:
    """The file defines a name of the question; divided among the files that do."""
    values: Values = {}
    for name, rows in evidence.named.items():
        files = {row.file_id for row in rows}
        for file in files:
            share = evidence.question.names[name] / len(files)
            values[file] = values.get(file, 0.0) + share
    return share_of_highest(values)


def named_path(evidence: Evidence) -> Values:
    """The question names the file's path, or links to it."""
    values: Values = {}
    for spot in evidence.places:
        for file in spot.files:
            values[file] = max(values.get(file, 0.0), 1.0 / len(spot.files))
    return values


def named_module(evidence: Evidence) -> Values:
    """The question names the file as a module."""
    values: Values = {}
    for files in evidence.modules:
        for file in files:
            values[file] = max(values.get(file, 0.0), 1.0 / len(files))
    return values


def file_trace(evidence: Evidence) -> Values:
    """A stack trace runs through the file; inner frames count more."""
    values: Values = {}
    for weight, spot in _frames(evidence):
        values[spot.files[0]] = max(values.get(spot.files[0], 0.0), weight)
    return values


def side(evidence: Evidence) -> Values:
    """The file is documentation, an example, a script or configuration."""
    # Cached because several callers need it; files are only ever added.
    key = f"side of {len(evidence.files)}"
    values = evidence.values.get(key)
    if values is None:
        values = {id: 1.0 for id, file in evidence.files.items() if _side_paths[file.path]}
        evidence.values[key] = values
    return values


def prose(evidence: Evidence) -> Values:
    """The file is not code, and the question does not ask for such a file."""
    values = {
        id: 1.0 for id in side(evidence) if evidence.files[id].path.lower().endswith(_PROSE_ENDINGS)
    }
    asked_for = values and not _ASKS_FOR_PROSE.isdisjoint(code_words(evidence.question.title))
    return {} if asked_for else values


def central(evidence: Evidence) -> Values:
    """Much of the project uses what the file defines."""
    return share_of_highest({id: math.log1p(uses) for id, uses in evidence.uses.items()})


def meaning(evidence: Evidence) -> Values:
    """What the file is about is near to the question."""
    return evidence.meaning


def session(evidence: Evidence) -> Values:
    """The session worked on the file."""
    return share_of_highest(evidence.session)


def symbol_words(evidence: Evidence) -> Values:
    """The question's words in the symbol: its name most, then signature, doc and body."""
    rows = evidence.symbols
    return share_of_highest(
        {id: score * _length_factor(rows.get(id)) for id, score in evidence.symbol_text.items()}
    )


def symbol_around(evidence: Evidence) -> Values:
    """The question's words in what is directly around the symbol, such as its class."""
    text = evidence.symbol_text
    highest = max(text.values(), default=0.0)
    return {
        id: text[row.parent_id] / highest
        for id, row in evidence.symbols.items()
        if row.parent_id in text and row.kind in CALLABLE
    }


def symbol_history(evidence: Evidence) -> Values:
    """Past commits with a similar message changed the symbol."""
    return _by_function(evidence, evidence.messages, _weight)


def symbol_recent(evidence: Evidence) -> Values:
    """The newest commits changed the symbol."""
    return _by_function(evidence, evidence.newest, _newness)


def symbol_named(evidence: Evidence) -> Values:
    """The question names the symbol; divided among the symbols with that name."""
    values: Values = {}
    for name, rows in evidence.named.items():
        for row in rows:
            share = evidence.question.names[name] / len(rows)
            values[row.id] = values.get(row.id, 0.0) + share
    return share_of_highest(values)


def owned(evidence: Evidence) -> Values:
    """The question names the symbol together with its class or module."""
    values: Values = {}
    for ids in evidence.owned:
        for id in ids:
            values[id] = values.get(id, 0.0) + 1.0 / len(ids)
    return share_of_highest(values)


def symbol_trace(evidence: Evidence) -> Values:
    """A stack trace runs through the symbol; inner frames count more."""
    values: Values = {}
    for weight, spot in _frames(evidence):
        ids = evidence.by_function.get((spot.files[0], spot.function), []) if spot.function else []
        if not ids and not spot.function:
            ids = _around(evidence, spot)[-1:]
        for id in ids:
            values[id] = max(values.get(id, 0.0), weight / math.sqrt(len(ids)))
    return values


def named_lines(evidence: Evidence) -> Values:
    """The question points at lines of the symbol, or at a comment above it."""
    values: Values = {}
    for spot in evidence.places:
        if spot.first and len(spot.files) == 1:
            around = _around(evidence, spot)
            inner = [id for id in around if evidence.symbols[id].kind not in CONTAINER_KINDS]
            ids = inner or [*around[-1:], *([spot.below] if spot.below else [])]
            values.update(dict.fromkeys(ids, 1.0))
    return values


def neighbour(evidence: Evidence) -> Values:
    """The best symbols call it, or it calls them."""
    return evidence.neighbours


def vagueness(evidence: Evidence) -> float:
    """How vague the question is, from nearly 0 for a long report to 1 for a word or two."""
    return min(1.0, 8.0 / max(evidence.question.content, 1))


class _SidePaths(dict[str, bool]):
    """Whether paths are of documentation, examples, scripts or configuration, cached."""

    def __missing__(self, path: str) -> bool:
        *folders, base = path.lower().split("/")
        if len(self) >= _MOST_CACHED:
            self.clear()
        self[path] = is_side = (
            not _SIDE_FOLDERS.isdisjoint(folders)
            or base in _SIDE_FILES
            or base.endswith(_SIDE_ENDINGS)
        )
        return is_side


_side_paths = _SidePaths()


def share_of_highest(values: Values) -> Values:
    """The values divided by the highest of them."""
    highest = max(values.values(), default=0.0)
    if highest <= 0.0:
        return {}
    return {id: value / highest for id, value in values.items()}


def _length_factor(row: SymbolRow | None) -> float:
    """How much the text of a function counts for its length; that of a type is short of its members."""
    if row is None or row.kind not in CALLABLE:
        return 1.0
    return float(((row.end_line - row.start_line + 1) / _USUAL_LINES) ** _LENGTH)


def _weight(commit: Commit) -> float:
    return float(commit.score**_POWER / len(commit.files))


def _newness(commit: Commit) -> float:
    return math.exp(-commit.score / _RECENT) / math.sqrt(len(commit.files))


def _by_function(
    evidence: Evidence, commits: Iterable[Commit], weight: Callable[[Commit], float]
) -> Values:
    values: Values = {}
    for commit in commits:
        by_file: dict[int, list[int]] = {}
        for function in dict.fromkeys(commit.functions):
            file_id, _ = function
            by_file.setdefault(file_id, []).extend(evidence.by_function.get(function, ()))
        for ids in by_file.values():
            for id in ids:
                part = weight(commit) / (len(ids) if weight is _weight else 1)
                values[id] = values.get(id, 0.0) + part
    return share_of_highest(values)


class _WeightedSpot(NamedTuple):
    weight: float
    spot: Spot


def _frames(evidence: Evidence) -> list[_WeightedSpot]:
    """The stack frames, inner ones with more weight."""
    last = len(evidence.frames) - 1
    return [
        _WeightedSpot(1.0 / (1.0 + _FRAME_STEP * (last - place)), spot)
        for place, spot in enumerate(evidence.frames)
    ]


def _around(evidence: Evidence, spot: Spot) -> list[int]:
    """The ids of the symbols around the spot's lines, outer ones first."""
    rows = [
        row
        for row in evidence.symbols.values()
        if row.file_id in spot.files and row.start_line <= spot.last and row.end_line >= spot.first
    ]
    return [row.id for row in sorted(rows, key=lambda row: (row.start_line, -row.end_line))]
