"""What finding code by searching for words and reading the files costs, played by fixed rules.

The rules favour the search: it takes the words written as only identifiers are, then the rarest that
match, and reading stops by itself as soon as everything was found.
"""

import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

WORDS = 5
# A word in more files than this tells nothing.
COMMON = 0.2
MOST_READ = 10
LINES_SHOWN = 50
LINE_LENGTH = 200
MOST_BYTES = 400_000_000
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}")
Count = Callable[[str], int]


class Searched(NamedTuple):
    """What a search with reading brought and cost."""

    read: tuple[str, ...]
    tokens: int


class Files:
    """The source files of a tree, held in memory to be searched."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.lowered = {path: text.lower() for path, text in texts.items()}

    def search_and_read(self, question: str, gold: Sequence[str], count: Count) -> Searched:
        """Search for the question's rarest words, then read whole files, best first."""
        found = self._matches(question)
        score: dict[str, float] = {}
        tokens = 0
        for word, paths in found:
            tokens += count(self._shown(word, paths))
            weight = math.log((len(self.texts) + 1) / len(paths))
            for path in paths:
                score[path] = score.get(path, 0.0) + weight
        read: list[str] = []
        for path in sorted(score, key=lambda path: (-score[path], path))[:MOST_READ]:
            read.append(path)
            tokens += count(self.texts[path])
            if set(gold) <= set(read):
                break
        return Searched(tuple(read), tokens)

    def _matches(self, question: str) -> list[tuple[str, list[str]]]:
        written: dict[str, bool] = {}
        for word in _WORD.findall(question):
            written[word.lower()] = written.get(word.lower(), False) or _is_identifier(word)
        most = max(3, COMMON * len(self.texts))
        found = [
            (word, paths)
            for word in written
            if (paths := [path for path, text in self.lowered.items() if word in text])
            and len(paths) <= most
        ]
        found.sort(key=lambda one: (not written[one[0]], len(one[1]), one[0]))
        return found[:WORDS]

    def _shown(self, word: str, paths: list[str]) -> str:
        """The lines a search prints, as far as it would print them."""
        lines: list[str] = []
        for path in paths:
            for number, line in enumerate(self.texts[path].splitlines(), 1):
                if word in line.lower():
                    lines.append(f"{path}:{number}:{line.strip()[:LINE_LENGTH]}")
                    if len(lines) == LINES_SHOWN:
                        return "\n".join(lines)
        return "\n".join(lines)


def _is_identifier(word: str) -> bool:
    """Whether a word is written as only names in code are."""
    return "_" in word.strip("_") or re.search(r"[a-z][A-Z]|[A-Z]{2}[a-z]", word) is not None


def read_files(root: str, paths: Iterable[str]) -> Files:
    """These files of a tree, as far as memory should hold them."""
    texts: dict[str, str] = {}
    size = 0
    for path in sorted(paths):
        text = read_text(os.path.join(root, path))
        size += len(text)
        if size > MOST_BYTES:
            break
        texts[path] = text
    return Files(texts)


def read_text(path: str) -> str:
    """A file's text; nothing where it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
