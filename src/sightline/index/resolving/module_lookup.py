"""Finds the module an import names; one small rule per way in which languages name modules."""

import posixpath
from collections.abc import Callable, Iterator

from sightline.index.resolving.file_view import FileView
from sightline.index.resolving.project_files import NameIndex

Rule = Callable[[NameIndex, FileView, str], str | None]

_HEADER_FOLDERS = ("include", "inc", "src", "lib")
_ENDINGS = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts")


def find_module(index: NameIndex, view: FileView, written: str) -> str | None:
    """The project's module an import in a file means; None when it lies outside."""
    found = view.module_cache
    if written not in found:
        rule = RULES.get(view.rules.modules)
        found[written] = rule(index, view, written) if rule else None
    return found[written]


def alias_key(folder: str, alias: str) -> str:
    """Under which prefix the alias stands that holds below a folder; `*` is any text."""
    return f"{folder}:{alias}"


def _exists(index: NameIndex, module: str) -> bool:
    return bool(index.files_of(module))


def _dotted(index: NameIndex, view: FileView, written: str) -> str | None:
    if written[:1] != "." and _exists(index, written):
        return written
    separator = view.rules.separator
    own = view.facts.module.split(separator)
    if written.startswith("."):
        level = len(written) - len(written.lstrip("."))
        base = view.path.rpartition("/")[2].split(".")[0]
        up = level - 1 if base in view.rules.package_files else level
        if up > len(own):
            return None
        parts = own[: len(own) - up]
        rest = written.lstrip(".")
        return separator.join([*parts, rest] if rest else parts)
    # A file sees modules beside it and beside the folders around it that are no packages.
    for length in range(len(own) - 1, 0, -1):
        root = separator.join(own[:length])
        if not _exists(index, root) and _exists(index, f"{root}{separator}{written}"):
            return f"{root}{separator}{written}"
    return None


def _directory(index: NameIndex, view: FileView, written: str) -> str | None:
    if written.startswith("."):
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(view.path), written))
        return beside if _exists(index, beside) else None
    parts = written.split("/")
    for length in range(len(parts), 0, -1):
        folder = index.folder_of("/".join(parts[:length]))
        if folder is not None:
            inside = "/".join([*filter(None, [folder]), *parts[length:]])
            return inside if _exists(index, inside) else None
    return None


def _path(index: NameIndex, view: FileView, written: str) -> str | None:
    if written.startswith("."):
        starts = [posixpath.join(posixpath.dirname(view.path), written)]
    else:
        starts = [*_aliased(index, view.path, written), *_named_packages(index, written)]
        if written[:2] in ("@/", "~/", "#/"):
            # By habit the source of the package, without any file that says so.
            bare = written[2:]
            for folder in _folders_above(view.path):
                starts += [posixpath.join(folder, "src", bare), posixpath.join(folder, bare)]
    for start in map(posixpath.normpath, starts):
        start = "" if start == "." else start
        stem = next((start[: -len(end)] for end in _ENDINGS if start.endswith(end)), start)
        inside = [f"{stem}/{name}" for name in view.rules.package_files]
        if not written.startswith("."):  # of a package that is built the source is meant
            inside += [f"{stem}/src/{name}" for name in view.rules.package_files]
        for candidate in (start, stem, *inside):
            if _exists(index, candidate.strip("/")):
                return candidate.strip("/")
    return None


def _aliased(index: NameIndex, path: str, written: str) -> Iterator[str]:
    """What the aliases that hold at a path make of an import, the nearest and longest first."""
    cuts = [place for place, letter in enumerate(written, 1) if letter == "/"]
    for folder in _folders_above(path):
        whole = index.folder_of(alias_key(folder, written))
        if whole is not None:
            yield whole
        for cut in (*reversed(cuts), 0):
            target = index.folder_of(alias_key(folder, written[:cut] + "*"))
            if target is not None:
                yield target.replace("*", written[cut:])


def _named_packages(index: NameIndex, written: str) -> Iterator[str]:
    """Where the packages of the project may have what an import index."""
    if "/" in written:  # a single word is a package or comes with the language
        yield written
        yield posixpath.join("src", written)
    first, _, rest = written.partition("/")
    scope = "/".join(written.split("/")[:2])
    for prefix, inside in ((scope, written[len(scope) + 1 :]), (first, rest)):
        folder = index.folder_of(prefix)
        if folder is None:
            continue
        places = [posixpath.join(folder, inside), posixpath.join(folder, "src", inside)]
        # The file at the top of a package often only hands out what was built from its source.
        yield from places if inside else reversed(places)


def _beside(index: NameIndex, view: FileView, written: str) -> str | None:
    """A path from the file's own folder, or from that of a package (`package:name/file`)."""
    if written == "@This":
        return view.facts.module
    stem = posixpath.splitext(written)[0]
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


def _include(index: NameIndex, view: FileView, written: str) -> str | None:
    """Beside the file, else below the folders around it, where headers usually stand."""
    wanted = posixpath.splitext(written)[0]
    folder = posixpath.dirname(view.path)
    while True:
        for inside in ("", *_HEADER_FOLDERS):
            module = posixpath.normpath(posixpath.join(folder, inside, wanted))
            if _exists(index, module):
                return module
        if not folder:
            return None
        folder = posixpath.dirname(folder)


def _crate(index: NameIndex, view: FileView, written: str) -> str | None:
    separator = view.rules.separator
    parts = [part for part in written.split(separator) if part]
    own = view.facts.module.split(separator)
    if not parts:
        return None
    if parts[0] == "crate":
        return separator.join([*_crate_root(index, view, own, parts[1:2]), *parts[1:]])
    if parts[0] in ("self", "super"):
        up = 0
        while up < len(parts) and parts[up] == "super":
            up += 1
        rest = parts[up or 1 :]
        return separator.join([*own[: len(own) - up], *rest])
    if _exists(index, separator.join([*own, *parts])):
        return separator.join([*own, *parts])
    folder = index.folder_of(parts[0])
    named = [] if folder is None else [folder.rpartition("/")[2] or "crate"]
    for crate in [*named, parts[0], parts[0].replace("_", "-")]:
        if _exists(index, crate) or _exists(index, separator.join([crate, "lib"])):
            return separator.join([crate, *parts[1:]])
    return None


def _crate_root(index: NameIndex, view: FileView, own: list[str], first: list[str]) -> list[str]:
    """The module at the top of a file's crate; its manifest may put that in any folder."""
    separator = view.rules.separator
    below: list[str] = []
    for length in range(len(own), 1, -1):
        files = index.files_of(separator.join(own[:length]))
        if any(index.path(file).endswith(("/main.rs", "/lib.rs")) for file in files):
            return own[:length]
        if first and index.files_of(separator.join([*own[:length], *first])):
            below = below or own[:length]
    top = first and index.files_of(separator.join([own[0], *first]))
    return below if below and not top else own[:1]


def _package(index: NameIndex, view: FileView, written: str) -> str | None:
    return written if _exists(index, written) else None


RULES: dict[str, Rule] = {
    "dotted": _dotted,
    "directory": _directory,
    "path": _path,
    "beside": _beside,
    "include": _include,
    "crate": _crate,
    "package": _package,
}
