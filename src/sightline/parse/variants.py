"""Tells whether a file belongs to the usual build, where several files define the same names."""

import re

from sightline.parse.languages import Language

_TOKEN = re.compile(r"\s*(&&|\|\||[!()]|[\w.]+)")


def is_usual(language: Language, path: str, source: bytes) -> bool:
    """Whether a file is part of a build without special tags, by its name and first lines."""
    name, constraint = language.option("build.other", ""), language.option("build.constraint", "")
    if name and re.search(name, path):
        return False
    if not constraint:
        return True
    found = re.search(constraint.encode(), source[:2000], re.MULTILINE)
    if not found:
        return True
    tags = frozenset(language.texts("build.tags"))
    tokens = _TOKEN.findall(found[1].decode("utf-8", "replace"))
    return _Reader(tokens, tags).any_of()


class _Reader:
    """A condition of tags with `!`, `&&`, `||` and parentheses."""

    def __init__(self, tokens: list[str], tags: frozenset[str]) -> None:
        self.tokens, self.tags, self.place = tokens[:200], tags, 0

    def any_of(self) -> bool:
        value = self.all_of()
        while self._take("||"):
            value = self.all_of() or value
        return value

    def all_of(self) -> bool:
        value = self.one()
        while self._take("&&"):
            value = self.one() and value
        return value

    def one(self) -> bool:
        if self._take("!"):
            return not self.one()
        if self._take("("):
            value = self.any_of()
            self._take(")")
            return value
        if self.place >= len(self.tokens):
            return True
        self.place += 1
        return self.tokens[self.place - 1] in self.tags

    def _take(self, token: str) -> bool:
        if self.place < len(self.tokens) and self.tokens[self.place] == token:
            self.place += 1
            return True
        return False
