"""Decides what stays private: paths on the deny list are never read, and a paused project is silent.

Deny patterns (setting `privacy.deny`) have the syntax of ignore files, but ignore case: `.ENV` is as
secret as `.env`. A paused project injects and records nothing.
"""

import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sightline.model.project import Project, place_id
from sightline.process.private_files import make_private_file
from sightline.settings.folders import data_home

_WILDCARDS = "*?[\\"


class _DenyRule(NamedTuple):
    """One pattern of the deny list."""

    matches: Callable[[str, str, bool], bool]  # of a name, its path, and whether it is a folder
    negated: bool
    rooted: bool  # whether it is an absolute path


class Denier:
    """Tells whether the patterns deny a path; the last matching pattern decides."""

    def __init__(self, patterns: tuple[str, ...], root: str = "") -> None:
        self._rules = [_deny_rule(pattern) for pattern in patterns if pattern.strip()]
        self._base = base = _slashed(root).rstrip("/").lower()
        self._denies_root = bool(base) and _denied(
            self._rules, base[1:].split("/"), "", "/", only_absolute=True
        )
        self.names = _NamePatterns(patterns)
        self._harmless = {"": not self._denies_root}

    def __call__(self, path: str) -> bool:
        """Whether this path or a folder above it is denied."""
        path = _slashed(path).lower()
        base = self._base
        if base and path.startswith(base + "/"):
            path = path[len(base) + 1 :]
        folder, _, name = path.rpartition("/")
        if name and self.is_harmless(folder) and not self.names.may_matter(name):
            return False
        if self._denies_root:
            return True
        parts = path.strip("/").split("/")
        if path.startswith("/"):
            return _denied(self._rules, parts, "/", "/")
        return _denied(self._rules, parts, "", base + "/" if base else "")

    def is_harmless(self, folder: str) -> bool:
        """Whether no part of this folder's path can make a pattern match, as for nearly all folders."""
        harmless = self._harmless.get(folder)
        if harmless is None:
            parts = _slashed(folder).lower().strip("/").split("/")
            harmless = not self._denies_root and not any(map(self.names.may_matter, parts))
            self._harmless[folder] = harmless
        return harmless


class _NamePatterns:
    """The last parts of all patterns: a quick test that rules out nearly every name."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        texts = [_slashed(text).lower().lstrip("!").rstrip("/") for text in patterns]
        ends = [text.rpartition("/")[2] for text in texts if text]
        self.exact = frozenset(end for end in ends if not any(sign in end for sign in _WILDCARDS))
        wild = [end for end in ends if end not in self.exact]
        plain = [end for end in wild if not any(sign in end.strip("*") for sign in _WILDCARDS)]
        self.endings = tuple(end[1:] for end in plain if end[0] == "*" and end[-1] != "*")
        self.starts = tuple(end[:-1] for end in plain if end[0] != "*")
        if len(self.endings) + len(self.starts) < len(wild):
            # A pattern with a wildcard in the middle may match any name: every path gets the full test.
            self.starts = ("",)

    def may_matter(self, name: str) -> bool:
        """Whether a name in lower case can make a pattern match."""
        return name in self.exact or name.endswith(self.endings) or name.startswith(self.starts)


def _denied(
    rules: list[_DenyRule],
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
        for matches, negated, rooted in rules:
            if verdict is not negated or (only_absolute and not rooted):
                continue
            if (
                not only_absolute and matches(parts[depth - 1], before + whole, depth < len(parts))
            ) or (rooted and absolute and matches("", absolute + whole, depth < len(parts))):
                verdict = not negated
        if verdict:
            return True
    return False


def _deny_rule(pattern: str) -> _DenyRule:
    negated = pattern.startswith("!")
    text = _slashed(os.path.expanduser(pattern[1:] if negated else pattern)).lower()
    rooted = text.startswith("/") or text[1:2] == ":"
    if "/" not in text and not any(sign in text for sign in _WILDCARDS):
        return _DenyRule(lambda name, path, folder: name == text, negated, rooted)
    if "/" not in text and not any(sign in text[1:-1] for sign in _WILDCARDS):
        # Nearly all patterns look like *.pem or .env.*, which need no regular expression.
        if text[0] == "*" and text[-1] not in _WILDCARDS:
            ending = text[1:]
            return _DenyRule(lambda name, path, folder: name.endswith(ending), negated, rooted)
        if text[-1] == "*" and text[0] not in _WILDCARDS:
            start = text[:-1]
            return _DenyRule(lambda name, path, folder: name.startswith(start), negated, rooted)
    return _DenyRule(_Glob(text).matches, negated, rooted)


class _Glob:
    """A pattern that needs a regular expression, compiled on first use: few paths get this far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._matches: Callable[[str, bool], bool] | None = None

    def matches(self, name: str, path: str, folder: bool) -> bool:
        if self._matches is None:
            # Hooks ask only whether a project is paused and need no ignore patterns.
            from sightline.workspace import ignore

            rules = ignore.parse(self._text)
            self._matches = lambda path, folder: bool(ignore.matches(rules, path, folder=folder))
        return self._matches(path.lstrip("/"), folder)


def _slashed(path: str) -> str:
    return path.replace(os.sep, "/")


def is_paused(project: Project, home: str | None = None) -> bool:
    """Whether the project is paused."""
    ids = {project.id, place_id(project.place)}
    return any(os.path.exists(_pause_file(project_id, home)) for project_id in ids)


def pause(project: Project, places: Iterable[str] = (), home: str | None = None) -> bool:
    """Pause the project at all of its known places; False if it was paused already."""
    was_paused = is_paused(project, home)
    for folder in (home or data_home(), _pause_folder(home)):
        os.makedirs(folder, mode=0o700, exist_ok=True)
    for project_id in _all_ids(project, places):
        make_private_file(_pause_file(project_id, home))
        with open(_pause_file(project_id, home), "w", encoding="utf-8") as file:
            file.write(project.root + "\n")
    return not was_paused


def resume(project: Project, places: Iterable[str] = (), home: str | None = None) -> bool:
    """End the pause of the project; False if it was not paused."""
    was_paused = is_paused(project, home)
    for project_id in _all_ids(project, places):
        try:
            os.remove(_pause_file(project_id, home))
        except FileNotFoundError:
            pass
    return was_paused


def _all_ids(project: Project, places: Iterable[str]) -> set[str]:
    # A hook that cannot read the store only knows the place, so the place's id is marked as well.
    return {project.id, place_id(project.place), *(place_id(place) for place in places)}


def _pause_folder(home: str | None) -> str:
    return os.path.join(home or data_home(), "paused")


def _pause_file(project_id: str, home: str | None) -> str:
    # A file, so that a hook can check it quickly and without a working database.
    return os.path.join(_pause_folder(home), project_id)
