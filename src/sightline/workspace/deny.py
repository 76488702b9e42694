"""The deny list: paths that are never read and never quoted (setting `privacy.deny`).

The notation is that of ignore files, but case does not matter: `.ENV` is as secret as `.env`.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from sightline.workspace import ignore
from sightline.workspace.ignore import Rule

Test = Callable[[str, str, bool], bool]

_WILD = "*?[\\"


class Denier:
    """Says of a path whether the patterns deny it; the last match decides."""

    def __init__(self, patterns: tuple[str, ...], root: str = "") -> None:
        self._tests = [_test(pattern) for pattern in patterns if pattern.strip()]
        self._base = base = _slashed(root).rstrip("/").lower()
        self._everything = bool(base) and _denied(
            self._tests, base[1:].split("/"), "", "/", only_absolute=True
        )
        self.names = _Names(patterns)
        self._harmless = {"": not self._everything}

    def __call__(self, path: str) -> bool:
        """Whether this path is denied, or a folder above it."""
        path = _slashed(path).lower()
        base = self._base
        if base and path.startswith(base + "/"):
            path = path[len(base) + 1 :]
        folder, _, name = path.rpartition("/")
        if name and self.is_harmless(folder) and not self.names.may_matter(name):
            return False
        if self._everything:
            return True
        parts = path.strip("/").split("/")
        if path.startswith("/"):
            return _denied(self._tests, parts, "/", "/")
        return _denied(self._tests, parts, "", base + "/" if base else "")

    def is_harmless(self, folder: str) -> bool:
        """Whether no part of a folder can make a pattern match; of few folders one can."""
        known = self._harmless.get(folder)
        if known is None:
            parts = _slashed(folder).lower().strip("/").split("/")
            known = not self._everything and not any(map(self.names.may_matter, parts))
            self._harmless[folder] = known
        return known


class _Names:
    """Which parts of a path can make a pattern match; nearly no name does."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        texts = [_slashed(text).lower().lstrip("!").rstrip("/") for text in patterns]
        ends = [text.rpartition("/")[2] for text in texts if text]
        self.exact = frozenset(end for end in ends if not any(sign in end for sign in _WILD))
        wild = [end for end in ends if end not in self.exact]
        plain = [end for end in wild if not any(sign in end.strip("*") for sign in _WILD)]
        self.endings = tuple(end[1:] for end in plain if end[0] == "*" and end[-1] != "*")
        self.starts = tuple(end[:-1] for end in plain if end[0] != "*")
        if len(self.endings) + len(self.starts) < len(wild):
            # What is neither a name nor a start or an ending is looked at more closely every time.
            self.starts = ("",)

    def may_matter(self, name: str) -> bool:
        """Whether a name in small letters can make a pattern match."""
        return name in self.exact or name.endswith(self.endings) or name.startswith(self.starts)


def _denied(
    tests: list[tuple[Test, bool, bool]],
    parts: list[str],
    before: str,
    absolute: str,
    *,
    only_absolute: bool = False,
) -> bool:
    """Whether the path or a folder above it is denied."""
    for depth in range(1, len(parts) + 1):
        whole = "/".join(parts[:depth])
        verdict = False
        for matches, negated, rooted in tests:
            if verdict is not negated or (only_absolute and not rooted):
                continue
            if (
                not only_absolute and matches(parts[depth - 1], before + whole, depth < len(parts))
            ) or (rooted and absolute and matches("", absolute + whole, depth < len(parts))):
                verdict = not negated
        if verdict:
            return True
    return False


def _test(pattern: str) -> tuple[Test, bool, bool]:
    """What one pattern asks of (name, path, is it a folder); does it take back; is it absolute."""
    negated = pattern.startswith("!")
    text = _slashed(os.path.expanduser(pattern[1:] if negated else pattern)).lower()
    rooted = text.startswith("/") or text[1:2] == ":"
    if "/" not in text and not any(sign in text for sign in _WILD):
        return (lambda name, path, folder: name == text), negated, rooted
    if "/" not in text and not any(sign in text[1:-1] for sign in _WILD):
        # *.pem and .env.* are nearly all there is: no regular expression for these.
        if text[0] == "*" and text[-1] not in _WILD:
            return (lambda name, path, folder: name.endswith(text[1:])), negated, rooted
        if text[-1] == "*" and text[0] not in _WILD:
            return (lambda name, path, folder: name.startswith(text[:-1])), negated, rooted
    return _Glob(text).matches, negated, rooted


class _Glob:
    """A pattern that takes a regular expression, made when first asked: few paths come so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._rules: tuple[Rule, ...] | None = None

    def matches(self, name: str, path: str, folder: bool) -> bool:
        if self._rules is None:
            self._rules = ignore.parse(self._text)
        return bool(ignore.matches(self._rules, path.lstrip("/"), folder=folder))


def _slashed(path: str) -> str:
    return path.replace(os.sep, "/")
