"""What speaks for a file or a symbol: each signal reads one kind of evidence, between 0 and 1.

Pure. How much each signal weighs stands in `context.rank`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from sightline.context.evidence import Commit, Evidence, Spot
from sightline.model.indexed import TYPES
from sightline.text.word_lists import word_set
from sightline.text.words import code_words

Values = dict[int, float]

# A commit weighs by the square of how well its message fits.
_POWER = 2.0
# The newest commits count less the older they are: after so many only a third.
_RECENT = 7.0
# Frames further out count less.
_FRAME_STEP = 0.3
# What holds many things: a line in it that is in none of them says little of the whole.
WHOLE = TYPES | {"module"}
_SIDE_FOLDERS = word_set(
    """
    docs doc documentation docs_src docs-src tutorial tutorials cookbook playground playgrounds
    examples example samples sample demo demos benchmarks benchmark benches bench
    scripts script tools website gallery ci .github .claude debug fixtures testing testutil
    integration_test test_support
    """
)
_SIDE_FILES = ("setup.py", "conf.py", "build.rs", "versioneer.py", "_version.py")
_PROSE_ENDINGS = (
    *(".md", ".markdown", ".rst", ".adoc", ".txt", ".html", ".css"),
    *(".json", ".toml", ".yaml", ".yml", ".xml", ".ini", ".cfg", ".lock"),
)
_SIDE_ENDINGS = (".d.ts", ".sh", ".conf.js", ".config.js", ".config.ts", *_PROSE_ENDINGS)
_MOST_JUDGED = 20_000
# Words in its first line by which a question asks for what is no code.
_ASKS_FOR_PROSE = word_set("changelog docs documentation documented readme")


def file_words(found: Evidence) -> Values:
    """The question's words in the whole file and its path."""
    return share_of_highest(found.file_text)


def best_symbol(found: Evidence) -> Values:
    """The question's words in the best symbol of the file."""
    best: Values = {}
    for id, score in found.symbol_text.items():
        row = found.symbols.get(id)
        if row is not None and score > best.get(row.file_id, 0.0):
            best[row.file_id] = score
    return share_of_highest(best)


def file_history(found: Evidence) -> Values:
    """Past commits whose message says the same touched the file."""
    values: Values = {}
    for commit in found.messages:
        for file in commit.files:
            values[file] = values.get(file, 0.0) + _weight(commit)
    return share_of_highest(values)


def file_recent(found: Evidence) -> Values:
    """The newest commits touched the file."""
    values: Values = {}
    for commit in found.newest:
        for file in commit.files:
            values[file] = values.get(file, 0.0) + _newness(commit)
    return share_of_highest(values)


def defines(found: Evidence) -> Values:
    """The file defines what the question names; shared out when several files do."""
    values: Values = {}
    for name, rows in found.named.items():
        files = {row.file_id for row in rows}
        for file in files:
            share = found.question.names[name] / len(files)
            values[file] = values.get(file, 0.0) + share
    return share_of_highest(values)


def named_path(found: Evidence) -> Values:
    """The question names the file's path, or links to it."""
    values: Values = {}
    for spot in found.places:
        for file in spot.files:
            values[file] = max(values.get(file, 0.0), 1.0 / len(spot.files))
    return values


def named_module(found: Evidence) -> Values:
    """The question names the file as a module."""
    values: Values = {}
    for files in found.modules:
        for file in files:
            values[file] = max(values.get(file, 0.0), 1.0 / len(files))
    return values


def file_trace(found: Evidence) -> Values:
    """A stack trace runs through the file; inner frames count more."""
    values: Values = {}
    for weight, spot in _frames(found):
        values[spot.files[0]] = max(values.get(spot.files[0], 0.0), weight)
    return values


def side(found: Evidence) -> Values:
    """The file is documentation, an example, a script or configuration."""
    # Several ask for it; files come, none goes.
    key = f"side of {len(found.files)}"
    known = found.values.get(key)
    if known is None:
        known = {id: 1.0 for id, file in found.files.items() if _sides[file.path]}
        found.values[key] = known
    return known


def prose(found: Evidence) -> Values:
    """The file is no code, and the question asks for no such thing."""
    values = {
        id: 1.0 for id in side(found) if found.files[id].path.lower().endswith(_PROSE_ENDINGS)
    }
    asked_for = values and not _ASKS_FOR_PROSE.isdisjoint(code_words(found.question.title))
    return {} if asked_for else values


def central(found: Evidence) -> Values:
    """Much of the project uses what the file defines."""
    return share_of_highest({id: math.log1p(uses) for id, uses in found.uses.items()})


def session(found: Evidence) -> Values:
    """The session worked on the file."""
    return share_of_highest(found.session)


def symbol_words(found: Evidence) -> Values:
    """The question's words in the symbol: its name most, then signature, doc and body."""
    return share_of_highest(found.symbol_text)


def symbol_history(found: Evidence) -> Values:
    """Past commits whose message says the same changed the symbol."""
    return _by_function(found, found.messages, _weight)


def symbol_recent(found: Evidence) -> Values:
    """The newest commits changed the symbol."""
    return _by_function(found, found.newest, _newness)


def symbol_named(found: Evidence) -> Values:
    """The question names the symbol; shared out when several have the name."""
    values: Values = {}
    for name, rows in found.named.items():
        for row in rows:
            share = found.question.names[name] / len(rows)
            values[row.id] = values.get(row.id, 0.0) + share
    return share_of_highest(values)


def owned(found: Evidence) -> Values:
    """The question names the symbol together with its class or module."""
    values: Values = {}
    for ids in found.owned:
        for id in ids:
            values[id] = values.get(id, 0.0) + 1.0 / len(ids)
    return share_of_highest(values)


def symbol_trace(found: Evidence) -> Values:
    """A stack trace runs through the symbol; inner frames count more."""
    values: Values = {}
    for weight, spot in _frames(found):
        ids = found.by_function.get((spot.files[0], spot.function), []) if spot.function else []
        if not ids and not spot.function:
            ids = _holding(found, spot)[-1:]
        for id in ids:
            values[id] = max(values.get(id, 0.0), weight / math.sqrt(len(ids)))
    return values


def named_lines(found: Evidence) -> Values:
    """The question points at lines of the symbol, or at what stands above it."""
    values: Values = {}
    for spot in found.places:
        if spot.first and len(spot.files) == 1:
            holding = _holding(found, spot)
            inner = [id for id in holding if found.symbols[id].kind not in WHOLE]
            ids = inner or [*holding[-1:], *([spot.below] if spot.below else [])]
            values.update(dict.fromkeys(ids, 1.0))
    return values


def neighbour(found: Evidence) -> Values:
    """The best symbols call it, or it calls them."""
    return found.neighbours


def vagueness(found: Evidence) -> float:
    """How little the question says, from nearly 0 for a long report to 1 for a word or two."""
    return min(1.0, 8.0 / max(found.question.content, 1))


def is_side(path: str) -> bool:
    """Whether a path is of documentation, examples, scripts or configuration."""
    return _sides[path]


class _Sides(dict[str, bool]):
    """Whether paths are, judged once: they come with question after question, each several times."""

    def __missing__(self, path: str) -> bool:
        *folders, base = path.lower().split("/")
        if len(self) >= _MOST_JUDGED:
            self.clear()
        self[path] = found = (
            not _SIDE_FOLDERS.isdisjoint(folders)
            or base in _SIDE_FILES
            or base.endswith(_SIDE_ENDINGS)
        )
        return found


_sides = _Sides()


def share_of_highest(values: Values) -> Values:
    """The values as shares of the highest of them."""
    highest = max(values.values(), default=0.0)
    if highest <= 0.0:
        return {}
    return {id: value / highest for id, value in values.items()}


def _weight(commit: Commit) -> float:
    return float(commit.score**_POWER / len(commit.files))


def _newness(commit: Commit) -> float:
    return math.exp(-commit.score / _RECENT) / math.sqrt(len(commit.files))


def _by_function(found: Evidence, commits: Iterable[Commit], weight: object) -> Values:
    values: Values = {}
    for commit in commits:
        by_file: dict[int, list[int]] = {}
        for pair in dict.fromkeys(commit.functions):
            by_file.setdefault(pair[0], []).extend(found.by_function.get(pair, ()))
        for ids in by_file.values():
            for id in ids:
                part = weight(commit) / (len(ids) if weight is _weight else 1)  # type: ignore[operator]
                values[id] = values.get(id, 0.0) + part
    return share_of_highest(values)


def _frames(found: Evidence) -> list[tuple[float, Spot]]:
    last = len(found.frames) - 1
    return [
        (1.0 / (1.0 + _FRAME_STEP * (last - place)), spot)
        for place, spot in enumerate(found.frames)
    ]


def _holding(found: Evidence, spot: Spot) -> list[int]:
    """The symbols that hold the spot's lines, outer ones first."""
    rows = [
        row
        for row in found.symbols.values()
        if row.file_id in spot.files and row.start_line <= spot.last and row.end_line >= spot.first
    ]
    return [row.id for row in sorted(rows, key=lambda row: (row.start_line, -row.end_line))]
