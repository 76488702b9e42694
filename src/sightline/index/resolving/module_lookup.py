"""Finds the module that an import names; one rule per way in which languages name modules."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from sightline.index.resolving.file_view import FileView
from sightline.index.resolving.project_files import NameIndex

Rule = Callable[[NameIndex, FileView, str], str | None]

_HEADER_FOLDERS = ("include", "inc", "src", "lib")
_SUFFIXES = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts")


def find_module(index: NameIndex, view: FileView, import_path: str) -> str | None:
    """The project's module that an import in a file names; None when it lies outside."""
    cache = view.module_cache
    if import_path not in cache:
        rule = RULES.get(view.rules.modules)
        cache[import_path] = rule(index, view, import_path) if rule else None
    return cache[import_path]


def alias_key(folder: str, alias: str) -> str:
    """The import prefix under which an alias valid below a folder is stored; `*` is any text."""
    return f"{folder}:{alias}"


# Files that are crates of their own (Rust): their modules are beside them.
_TOP_FILE = re.compile(r"(?:^|/)(?:tests|examples|benches|bin)/[^/]+\.rs$")


def _exists(index: NameIndex, module: str) -> bool:
    return bool(index.files_of(module))


def _dotted(index: NameIndex, view: FileView, import_path: str) -> str | None:
    """Names with dots, relative when they begin with one (Python)."""
    if import_path[:1] != "." and _exists(index, import_path):
        return import_path
    separator = view.rules.separator
    own_parts = view.facts.module.split(separator)
    if import_path.startswith("."):
        level = len(import_path) - len(import_path.lstrip("."))
        base = view.path.rpartition("/")[2].split(".")[0]
        levels_up = level - 1 if base in view.rules.package_files else level
        if levels_up > len(own_parts):
            return None
        parts = own_parts[: len(own_parts) - levels_up]
        rest = import_path.lstrip(".")
        return separator.join([*parts, rest] if rest else parts)
    # A file sees modules beside it, and beside enclosing folders that are not packages.
    for length in range(len(own_parts) - 1, 0, -1):
        root = separator.join(own_parts[:length])
        if not _exists(index, root) and _exists(index, f"{root}{separator}{import_path}"):
            return f"{root}{separator}{import_path}"
    return None


def _directory(index: NameIndex, view: FileView, import_path: str) -> str | None:
    """Folders below a prefix that a manifest declares (Go)."""
    if import_path.startswith("."):
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(view.path), import_path))
        return beside if _exists(index, beside) else None
    parts = import_path.split("/")
    for length in range(len(parts), 0, -1):
        folder = index.folder_of("/".join(parts[:length]))
        if folder is not None:
            module = "/".join([*filter(None, [folder]), *parts[length:]])
            module = module or _top_package(index, parts)
            return module if _exists(index, module) else None
    return None


def _top_package(index: NameIndex, import_parts: list[str]) -> str:
    """The package in the root folder, which has its own name: by custom that of its import."""
    last = [part for part in import_parts if not re.fullmatch(r"v\d+", part)][-1]
    stem = re.sub(r"\.v\d+$|^go-|[-.]go$", "", last)
    for name in dict.fromkeys((last, stem, stem.replace("-", ""), stem.replace("-", "_"))):
        if any("/" not in index.path(file) for file in index.files_of(name)):
            return name
    return ""


def _path(index: NameIndex, view: FileView, import_path: str) -> str | None:
    """Paths of files, relative, aliased or inside a package (JavaScript)."""
    if import_path.startswith("."):
        starts = [posixpath.join(posixpath.dirname(view.path), import_path)]
    else:
        starts = [
            *_aliased_paths(index, view.path, import_path),
            *_package_paths(index, import_path),
        ]
        if import_path[:2] in ("@/", "~/", "#/"):
            # By convention the source folder of the package, even if no file declares it.
            bare = import_path[2:]
            for folder in _folders_above(view.path):
                starts += [posixpath.join(folder, "src", bare), posixpath.join(folder, bare)]
    for start in map(posixpath.normpath, starts):
        start = "" if start == "." else start
        stem = next((start[: -len(end)] for end in _SUFFIXES if start.endswith(end)), start)
        inside = [f"{stem}/{name}" for name in view.rules.package_files]
        if not import_path.startswith("."):  # an import of a built package means its source
            inside += [f"{stem}/src/{name}" for name in view.rules.package_files]
        for candidate in (start, stem, *inside):
            if _exists(index, candidate.strip("/")):
                return candidate.strip("/")
    return None


def _aliased_paths(index: NameIndex, path: str, import_path: str) -> Iterator[str]:
    """The paths that an import means by the aliases valid at a path, nearest and longest first."""
    cuts = [position for position, letter in enumerate(import_path, 1) if letter == "/"]
    for folder in _folders_above(path):
        whole = index.folder_of(alias_key(folder, import_path))
        if whole is not None:
            yield whole
        for cut in (*reversed(cuts), 0):
            target = index.folder_of(alias_key(folder, import_path[:cut] + "*"))
            if target is not None:
                yield target.replace("*", import_path[cut:])


def _package_paths(index: NameIndex, import_path: str) -> Iterator[str]:
    """The paths that an import means inside the project's own packages."""
    if "/" in import_path:  # a single word is a package or comes with the language
        yield import_path
        yield posixpath.join("src", import_path)
    first, _, rest = import_path.partition("/")
    scope = "/".join(import_path.split("/")[:2])
    for prefix, inside in ((scope, import_path[len(scope) + 1 :]), (first, rest)):
        folder = index.folder_of(prefix)
        if folder is None:
            continue
        paths = [posixpath.join(folder, inside), posixpath.join(folder, "src", inside)]
        # The file at the top of a package often only re-exports what was built from its source.
        yield from paths if inside else reversed(paths)


def _beside(index: NameIndex, view: FileView, import_path: str) -> str | None:
    """Paths from the file's own folder, or from that of a package (`package:name/file`)."""
    if import_path == "@This":
        return view.facts.module
    stem = posixpath.splitext(import_path)[0]
    if stem.startswith("package:"):
        package, _, inside = stem.partition("/")
        folder = index.folder_of(package)
        module = None if folder is None else posixpath.join(folder, "lib", inside)
    else:
        module = posixpath.normpath(posixpath.join(posixpath.dirname(view.path), stem))
    return module if module and _exists(index, module) else None


def _folders_above(path: str) -> Iterator[str]:
    while path:
        path = posixpath.dirname(path)
        yield path


def _include(index: NameIndex, view: FileView, import_path: str) -> str | None:
    """Headers beside the file, else in the enclosing folders and their usual header folders."""
    stem = posixpath.splitext(import_path)[0]
    folder = posixpath.dirname(view.path)
    while True:
        for inside in ("", *_HEADER_FOLDERS):
            module = posixpath.normpath(posixpath.join(folder, inside, stem))
            if _exists(index, module):
                return module
        if not folder:
            return None
        folder = posixpath.dirname(folder)


def _crate(index: NameIndex, view: FileView, import_path: str) -> str | None:
    """Paths from the crate, the module itself, its parent or another crate (Rust)."""
    separator = view.rules.separator
    parts = [part for part in import_path.split(separator) if part]
    own_parts = view.facts.module.split(separator)
    if not parts:
        return None
    if parts[0] == "crate":
        return separator.join([*_crate_root(index, view, own_parts, parts[1:2]), *parts[1:]])
    if parts[0] in ("self", "super"):
        levels_up = 0
        while levels_up < len(parts) and parts[levels_up] == "super":
            levels_up += 1
        rest = parts[levels_up or 1 :]
        return separator.join([*own_parts[: len(own_parts) - levels_up], *rest])
    if _exists(index, separator.join([*own_parts, *parts])):
        return separator.join([*own_parts, *parts])
    if _TOP_FILE.search(view.path) and _exists(index, separator.join([*own_parts[:-1], *parts])):
        return separator.join([*own_parts[:-1], *parts])
    folder = index.folder_of(parts[0])
    declared = [] if folder is None else [folder.rpartition("/")[2] or "crate"]
    for crate in [*declared, parts[0], parts[0].replace("_", "-")]:
        if _exists(index, crate) or _exists(index, separator.join([crate, "lib"])):
            return separator.join([crate, *parts[1:]])
    return None


def _crate_root(
    index: NameIndex, view: FileView, own_parts: list[str], first: list[str]
) -> list[str]:
    """The top module of a file's crate, which its manifest may place in any folder."""
    separator = view.rules.separator
    parent_of_first: list[str] = []
    for length in range(len(own_parts), 1, -1):
        files = index.files_of(separator.join(own_parts[:length]))
        if any(index.path(file).endswith(("/main.rs", "/lib.rs")) for file in files):
            return own_parts[:length]
        if first and index.files_of(separator.join([*own_parts[:length], *first])):
            parent_of_first = parent_of_first or own_parts[:length]
    is_at_top = first and index.files_of(separator.join([own_parts[0], *first]))
    return parent_of_first if parent_of_first and not is_at_top else own_parts[:1]


def _package(index: NameIndex, view: FileView, import_path: str) -> str | None:
    """Names of packages as they are declared (Java)."""
    return import_path if _exists(index, import_path) else None


RULES: dict[str, Rule] = {
    "dotted": _dotted,
    "directory": _directory,
    "path": _path,
    "beside": _beside,
    "include": _include,
    "crate": _crate,
    "package": _package,
}
