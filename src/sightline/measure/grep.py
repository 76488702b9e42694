"""What finding code by searching for words and reading the files costs, played by fixed rules.

The rules favour the search: its words are the rarest that match, and reading stops by itself as
soon as everything was found.
"""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

WORDS = 5
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

    def __init__(self, root: str, paths: Iterable[str]) -> None:
        self.root = root
        self.texts: dict[str, str] = {}
        size = 0
        for path in sorted(paths):
            text = read_text(os.path.join(root, path))
            size += len(text)
            if size > MOST_BYTES:
                break
            self.texts[path] = text
        self.lowered = {path: text.lower() for path, text in self.texts.items()}

    def search_and_read(self, question: str, gold: Sequence[str], count: Count) -> Searched:
        """Search for the question's rarest words, then read whole files, best first."""
        found = self._matches(question)
        score: dict[str, float] = {}
        tokens = 0
        for word, paths in found:
            tokens += count(self._shown(word, paths))
            for path in paths:
                score[path] = score.get(path, 0.0) + 1 / len(paths)
        read: list[str] = []
        for path in sorted(score, key=lambda path: (-score[path], path))[:MOST_READ]:
            read.append(path)
            tokens += count(self.texts[path])
            if set(gold) <= set(read):
                break
        return Searched(tuple(read), tokens)

    def _matches(self, question: str) -> list[tuple[str, list[str]]]:
        words = dict.fromkeys(word.lower() for word in _WORD.findall(question))
        found = [
            (word, paths)
            for word in words
            if (paths := [path for path, text in self.lowered.items() if word in text])
        ]
        found.sort(key=lambda one: (len(one[1]), one[0]))
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


def read_text(path: str) -> str:
    """A file's text; nothing where it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
