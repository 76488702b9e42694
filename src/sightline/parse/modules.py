"""The name of the module a file is: one small rule per way in which languages name modules."""

from collections.abc import Callable

from sightline.parse.languages import Language


def module_name(language: Language, path: str, package: str = "") -> str:
    """The module a file belongs to, by the rule its language names."""
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
    """What the file says it belongs to, else its folder."""
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
