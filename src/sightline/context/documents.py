"""Finds the documents that a prompt asks for, by its words, in the folders that hold documentation.

The index holds code: prose is read only when a prompt asks for it, up to a limit of files and bytes.
"""

import math
import os
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

FOLDERS = ("docs", "doc", "documentation")
ENDINGS = (".md", ".rst", ".txt", ".adoc", ".mdx", ".markdown")
# How many files are read at most, how much of each and of all.
MOST_FILES, MOST_OF_ONE, MOST_BYTES = 1_500, 400_000, 12_000_000
# How many documents are returned, and the least share of the best one's score the others need.
MOST_DOCUMENTS, LEAST_SHARE = 3, 0.75
# The notes of a version are history: seldom what is to be changed.
VERSION_SHARE = 0.5
INSTRUCTIONS = ("claude.md", "agents.md", "gemini.md")
# Documents at the top of the tree that are called by their name alone.
USUAL_NAMES = ("readme", "changelog", "contributing", "architecture")
MOST_HEADINGS = 2
SHORTEST_WORD = 3
_UNDERLINES = frozenset("=-~^*\"'`#+")


class Heading(NamedTuple):
    """The heading of a section, and its line."""

    text: str
    line: int


class Document(NamedTuple):
    """A document, and the headings that have words of the prompt."""

    path: str
    headings: tuple[Heading, ...]


class _Read(NamedTuple):
    """A document that was read: how often it has each word."""

    path: str
    counts: dict[str, int]
    text: bytes


def find_documents(
    root: str, words: Iterable[str], prompt: str, is_denied: Callable[[str], bool]
) -> list[Document]:
    """The documents that the prompt names, or else have most of the words, the best first."""
    wanted = sorted({_bare(word) for word in words if len(word) >= SHORTEST_WORD})
    documents = list(_read_all(root, wanted, is_denied))
    named = [one for one in documents if _is_named(one.path, prompt.lower())]
    documents = named or [one for one in documents if not _is_known(one.path)]
    if not documents or not (wanted or named):
        return []
    rarity = {}
    for word in wanted:
        having = sum(word in one.counts for one in documents)
        rarity[word] = math.log(1 + len(documents) / having) if having else 0.0
    scores = [(_score(one, rarity), one) for one in documents]
    scores.sort(key=lambda pair: (-pair[0], pair[1].path))
    least = 0.0 if named else max(scores[0][0] * LEAST_SHARE, 0.01)
    best = [one for score, one in scores[:MOST_DOCUMENTS] if score >= least]
    return [Document(one.path, _headings(one.text, rarity)) for one in best]


def _is_known(path: str) -> bool:
    """Whether assistants read a document by themselves: their instructions."""
    return path.rpartition("/")[2].lower() in INSTRUCTIONS


def _is_named(path: str, prompt: str) -> bool:
    """Whether a prompt in lower case names a document: by its file name, or as "the changelog"."""
    base = path.rpartition("/")[2].lower()
    stem = base.rpartition(".")[0]
    return base in prompt or ("/" not in path and stem in USUAL_NAMES and stem in prompt)


def _score(document: _Read, rarity: dict[str, float]) -> float:
    score = sum(rarity[word] * math.log1p(count) for word, count in document.counts.items())
    path = document.path.lower()
    score += sum(rare for word, rare in rarity.items() if word in path)
    is_version = any(letter.isdigit() for letter in path.rpartition("/")[2])
    return score * (VERSION_SHARE if is_version else 1.0)


def _read_all(root: str, words: Sequence[str], is_denied: Callable[[str], bool]) -> Iterable[_Read]:
    left = MOST_BYTES
    encoded = [(word, word.encode()) for word in words]
    for path in _paths(root)[:MOST_FILES]:
        if is_denied(path) or left <= 0:
            continue
        try:
            with open(os.path.join(root, path), "rb") as file:
                text = file.read(MOST_OF_ONE)
        except OSError:
            continue
        left -= len(text)
        lowered = text.lower()
        counts = {word: count for word, raw in encoded if (count := lowered.count(raw))}
        yield _Read(path, counts, text)


def _paths(root: str) -> list[str]:
    """The documents at the top of the tree and in its documentation folders; no links."""
    paths = []
    try:
        entries = sorted(os.scandir(root), key=lambda entry: entry.name)
    except OSError:
        return []
    for entry in entries:
        if entry.is_file(follow_symlinks=False) and entry.name.lower().endswith(ENDINGS):
            paths.append(entry.name)
        elif entry.is_dir(follow_symlinks=False) and entry.name.lower() in FOLDERS:
            for folder, inner, names in os.walk(entry.path):
                # Built pages and hidden folders are not written by people.
                inner[:] = sorted(name for name in inner if not name.startswith((".", "_")))
                below = os.path.relpath(folder, root).replace(os.sep, "/")
                paths += [
                    f"{below}/{name}" for name in sorted(names) if name.lower().endswith(ENDINGS)
                ]
    return paths


def _headings(text: bytes, rarity: dict[str, float]) -> tuple[Heading, ...]:
    """The headings with the rarest words of the prompt, in the order of the document."""
    lines = text.decode("utf-8", "replace").splitlines()
    rated: list[tuple[float, Heading]] = []
    for number, line in enumerate(lines, 1):
        below = lines[number].strip() if number < len(lines) else ""
        is_underlined = len(below) >= 3 and set(below) <= _UNDERLINES and len(set(below)) == 1
        is_marked = line.startswith("#") and line.lstrip("#")[:1] == " "
        if not (is_marked or (is_underlined and line.strip())):
            continue
        lowered = line.lower()
        worth = sum(rare for word, rare in rarity.items() if word in lowered)
        if worth > 0:
            rated.append((worth, Heading(line.strip("# \t").replace("`", ""), number)))
    rated.sort(key=lambda pair: (-pair[0], pair[1].line))
    best = [heading for _, heading in rated[:MOST_HEADINGS]]
    return tuple(sorted(best, key=lambda heading: heading.line))


def _bare(word: str) -> str:
    """A word in lower case without the ending of a plural, so that both forms are found."""
    lowered = word.lower()
    return lowered[:-1] if lowered.endswith("s") and len(lowered) > SHORTEST_WORD + 1 else lowered
