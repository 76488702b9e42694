"""Signals of a file's path: the question's words in its name and folders, and superseded versions.

Pure, like `context.ranking.signals`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sightline.context.ranking.evidence import Evidence
from sightline.text.word_lists import word_set
from sightline.text.word_root import root
from sightline.text.words import code_words, split_identifier

Values = dict[int, float]

# Names that say nothing about a file, which is then known by the name of its folder.
_FOLDER_FILES = word_set("__init__ index init lib main mod")
_FORMER_FOLDERS = word_set("_compat compat deprecated legacy old")
# A word matches another that begins with it, if it has at least this many letters.
_PREFIX = 4
# The least letters of each word in a name without separators ("dumpdata", "contenttypes").
_JOINED = 4
# Words of a question that are compared with paths, the heaviest first.
_MOST_WORDS = 60


class PathMatch(NamedTuple):
    """How well a path matches the question's words: shares of their weight, from 0 to 1."""

    name: float  # words that are in the file's name
    whole: float  # the share of the name's own words that the question has
    folder: float  # words that are in the name of the folder, but not of the file
    outer: float  # words that are in the names of outer folders only


def file_name(evidence: Evidence) -> Values:
    """The question's words in the file's name."""
    return {id: match.name for id, match in _matches(evidence).items() if match.name}


def whole_name(evidence: Evidence) -> Values:
    """How much of the file's name the question has."""
    return {id: match.whole for id, match in _matches(evidence).items() if match.whole}


def folder_name(evidence: Evidence) -> Values:
    """The question's words in the name of the file's folder."""
    return {id: match.folder for id, match in _matches(evidence).items() if match.folder}


def outer_folders(evidence: Evidence) -> Values:
    """The question's words in the names of outer folders."""
    return {id: match.outer for id, match in _matches(evidence).items() if match.outer}


def former(evidence: Evidence) -> Values:
    """The file belongs to a version that another folder beside it supersedes."""
    asked = set(code_words(evidence.question.title))
    newest: dict[str, int] = {}
    versions: dict[int, list[tuple[str, int]]] = {}
    values: Values = {}
    for id, file in evidence.files.items():
        folders = file.path.lower().split("/")[:-1]
        for depth, folder in enumerate(folders):
            if folder in asked:
                continue
            if folder in _FORMER_FOLDERS:
                values[id] = 1.0
            elif folder[:1] == "v" and folder[1:].isdecimal() and len(folder) <= 4:
                parent, version = "/".join(folders[:depth]), int(folder[1:])
                newest[parent] = max(newest.get(parent, 0), version)
                versions.setdefault(id, []).append((parent, version))
    for id, known in versions.items():
        if any(version < newest[parent] for parent, version in known):
            values[id] = 1.0
    return values


def _matches(evidence: Evidence) -> dict[int, PathMatch]:
    """How well the path of each source file matches, computed once; files without a match left out."""
    if evidence.path_matches is None:
        evidence.path_matches = _match_paths(evidence)
    return evidence.path_matches


def _match_paths(evidence: Evidence) -> dict[int, PathMatch]:
    weights = {word: w for word, w in evidence.question.words.items() if len(word) > 2}
    heaviest = sorted(weights, key=lambda word: -weights[word])[:_MOST_WORDS]
    total = sum(weights[word] for word in heaviest)
    if not total:
        return {}
    words = _Words(heaviest)
    matches = {}
    for id, file in evidence.files.items():
        if file.role == "source" and (match := _match(file.path, words, weights, total)):
            matches[id] = match
    return matches


def _match(path: str, words: "_Words", weights: dict[str, float], total: float) -> PathMatch | None:
    *folders, base = path.split("/")
    stem = base.rpartition(".")[0] or base
    if stem.lower() in _FOLDER_FILES and folders:
        stem = folders.pop()
    own = split_identifier(stem)
    whole = stem.lower().replace("_", "")
    near = split_identifier(folders[-1]) if folders else []
    far = [part for folder in folders[:-1] for part in split_identifier(folder)]
    if not any(words[part] for part in (*own, whole, *near, *far)):
        return None  # as most paths
    named = words.matched((*own, whole))
    of_folder = words.matched(near) - named
    outer = words.matched(far) - named - of_folder
    long = [part for part in own if len(part) > 2] or [whole]
    covered = sum(1 for part in long if words[part]) / len(long)
    shares = [sum(weights[word] for word in group) / total for group in (named, of_folder, outer)]
    return PathMatch(shares[0], covered, shares[1], shares[2])


class _Words(dict[str, frozenset[str]]):
    """By a part of a path: the question's words that match it, computed once for each part."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__()
        self._roots = {word: root(word) for word in words}
        self._distinct_roots = set(self._roots.values())
        starts = (*self._roots, *self._distinct_roots)
        self._starts = tuple(start for start in starts if len(start) >= _PREFIX)
        self._joined = " ".join(["", *self._roots])

    def __missing__(self, part: str) -> frozenset[str]:
        matched: frozenset[str] = frozenset()
        if len(part) > 1 and self._may_match(part):
            matched = frozenset(
                word for word, word_root in self._roots.items() if _alike(word, word_root, part)
            )
            matched |= self._in_joined(part)
        self[part] = matched
        return matched

    def _in_joined(self, part: str) -> frozenset[str]:
        """The words of a name without separators: "content" and "types" in "contenttypes"."""
        matched: frozenset[str] = frozenset()
        for word, base in self._roots.items():
            start = word if part.startswith(word) else base
            rest = part.removeprefix(start)
            if min(len(start), len(rest)) >= _JOINED and rest != part and self[rest]:
                matched |= {word, *self[rest]}
        return matched

    def _may_match(self, part: str) -> bool:
        """Whether any word may match: most parts match none, and a prompt waits for hundreds of them."""
        return (
            part.startswith(self._starts)
            or f" {part}" in self._joined
            or (len(part) > _PREFIX and root(part) in self._distinct_roots)
        )

    def matched(self, parts: Iterable[str]) -> frozenset[str]:
        """The words that match any of these parts."""
        return frozenset().union(*(self[part] for part in parts))


def _alike(word: str, word_root: str, part: str) -> bool:
    """Whether a word and a part of a path are forms of one word, or one begins with the other."""
    if word == part:
        return True
    shorter = min(len(word), len(part))
    if shorter >= _PREFIX and (word.startswith(part) or part.startswith(word)):
        return True
    return shorter > _PREFIX and word_root == root(part)
