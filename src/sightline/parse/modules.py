"""A file's module name, by the rule of its language, and whether the file is in the default build."""

import re
from collections.abc import Callable

from sightline.parse.languages import Language

_TOKEN = re.compile(r"\s*(&&|\|\||[!()]|[\w.]+)")


def module_name(language: Language, path: str, package: str = "") -> str:
    """The module a file belongs to, by the rule of its language."""
    return RULES.get(language.modules, _path)(language, path, package)


def _stem(language: Language, path: str) -> list[str]:
    folder, _, base = path.rpartition("/")
    stem = ""
    for ending in language.extensions:
        if base[-len(ending) :].lower() == ending and base[-len(ending) - 1 : -len(ending)] == ".":
            shorter = base[: -len(ending) - 1]
            stem = shorter if not stem or len(shorter) < len(stem) else stem
    stem = stem or base.split(".", 1)[0] or base
    return [*folder.split("/"), stem] if folder else [stem]


def _dotted(language: Language, path: str, package: str) -> str:
    """`src/auth/session.py` is `auth.session`; a package file is its folder."""
    parts = _stem(language, path)
    for root in language.texts("source_roots"):
        if root in parts[:-1]:
            parts = parts[len(parts) - parts[::-1].index(root) :]
    if len(parts) > 1 and parts[-1] in language.texts("package_files"):
        parts.pop()
    return language.separator.join(parts)


def _path(language: Language, path: str, package: str) -> str:
    """`web/app/user.ts` is `web/app/user`."""
    return "/".join(_stem(language, path))


def _directory(language: Language, path: str, package: str) -> str:
    """`tsdb/chunks/head.go` is `tsdb/chunks`; at the top it is the package's own name."""
    return path.rpartition("/")[0] or package or "main"


def _crate(language: Language, path: str, package: str) -> str:
    """`crates/net/src/http/mod.rs` is `net::http`; the top crate is `crate`."""
    parts = _stem(language, path)
    name = "crate"
    if "src" in parts[:-1]:
        place = parts.index("src")
        name = parts[place - 1] if place else name
        parts = parts[place + 1 :]
    if parts[-1] in language.texts("package_files"):
        parts.pop()
    return language.separator.join([name, *parts])


def _package(language: Language, path: str, package: str) -> str:
    """The package the file declares, else its folder."""
    return (
        package or language.separator.join(_stem(language, path)[:-1]) or _stem(language, path)[-1]
    )


def _file(language: Language, path: str, package: str) -> str:
    """`docs/guide.md` is itself."""
    return path


Rule = Callable[[Language, str, str], str]
RULES: dict[str, Rule] = {
    "dotted": _dotted,
    "path": _path,
    "beside": _path,
    "include": _path,
    "directory": _directory,
    "crate": _crate,
    "package": _package,
    "file": _file,
}


def is_usual(language: Language, path: str, source: bytes) -> bool:
    """Whether a file is in the default build, by its name and its build constraint."""
    name, constraint = language.option("build.other", ""), language.option("build.constraint", "")
    if name and re.search(name, path):
        return False
    if not constraint:
        return True
    match = re.search(constraint.encode(), source[:2000], re.MULTILINE)
    if not match:
        return True
    tags = frozenset(language.texts("build.tags"))
    tokens = _TOKEN.findall(match[1].decode("utf-8", "replace"))
    return _BuildConstraint(tokens, tags).any_of()


class _BuildConstraint:
    """Evaluates a condition of tags with `!`, `&&`, `||` and parentheses."""

    def __init__(self, tokens: list[str], tags: frozenset[str]) -> None:
        self.tokens, self.tags, self.position = tokens[:200], tags, 0

    def any_of(self) -> bool:
        value = self.all_of()
        while self._accept("||"):
            value = self.all_of() or value
        return value

    def all_of(self) -> bool:
        value = self.term()
        while self._accept("&&"):
            value = self.term() and value
        return value

    def term(self) -> bool:
        if self._accept("!"):
            return not self.term()
        if self._accept("("):
            value = self.any_of()
            self._accept(")")
            return value
        if self.position >= len(self.tokens):
            return True
        self.position += 1
        return self.tokens[self.position - 1] in self.tags

    def _accept(self, token: str) -> bool:
        """Consume a token if it is next."""
        if self.position < len(self.tokens) and self.tokens[self.position] == token:
            self.position += 1
            return True
        return False
