"""Reads which folder each import prefix means from the package manifests of a project.

Knows go.mod, package.json, Cargo.toml, pubspec.yaml and the aliases of tsconfig.json. A manifest
that cannot be read is ignored.
"""

import os
import posixpath
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from sightline.agents.edit.json_tree import NotJson, parse
from sightline.index.resolving.module_lookup import alias_key
from sightline.process.regular_files import read_start
from sightline.text.foreign_json import parse_json
from sightline.workspace.files import is_alias_file

_DART_NAME = re.compile(r"^name:\s*[\"']?(\w+)", re.MULTILINE)
_GO_MODULE = re.compile(r"^\s*module\s+\"?([^\s\"]+)", re.MULTILINE)


def import_prefixes(root: str, manifests: tuple[str, ...]) -> dict[str, str]:
    """Import prefixes and their folders ("" is the project's root); the shortest path wins."""
    folders: dict[str, str] = {}
    for path in sorted(manifests, key=lambda path: (path.count("/"), path)):
        folder, _, base = path.rpartition("/")
        if is_alias_file(base):
            for alias, target in _aliases(root, path):
                folders.setdefault(alias_key(folder, alias), target)
            continue
        reader = _READERS.get(base)
        name = reader(os.path.join(root, path)) if reader else ""
        if name:
            folders.setdefault(name, folder)
            if base == "Cargo.toml":
                folders.setdefault(name.replace("-", "_"), folder)
    return folders


def _aliases(root: str, path: str) -> Iterator[tuple[str, str]]:
    """The import aliases of a tsconfig.json, each with its target path."""
    folder = posixpath.dirname(path)
    options = _object(_object(_read_json(os.path.join(root, path))).get("compilerOptions"))
    base = options.get("baseUrl")
    start = posixpath.join(folder, base) if isinstance(base, str) else folder
    for alias, targets in _object(options.get("paths")).items():
        for target in targets if isinstance(targets, list) else ():
            target_path = posixpath.normpath(posixpath.join(start, str(target)))
            fixed_part = os.path.join(root, target_path.partition("*")[0])
            if not target_path.startswith("..") and os.path.exists(os.path.dirname(fixed_part)):
                yield alias, target_path
                break
    if isinstance(base, str):
        yield "*", posixpath.normpath(posixpath.join(start, "*"))


def _read_json(path: str) -> object:
    """The value of a JSON file with comments; None when it is not JSON."""
    try:
        return parse(_text(path)).value
    except NotJson:
        return None


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _go_module(path: str) -> str:
    match = _GO_MODULE.search(_text(path))
    return match[1] if match else ""


def _npm_name(path: str) -> str:
    name = _object(parse_json(_text(path))).get("name")
    return name if isinstance(name, str) else ""


def _crate_name(path: str) -> str:
    try:
        package = tomllib.loads(_text(path)).get("package")
    except (tomllib.TOMLDecodeError, RecursionError):
        return ""
    name = package.get("name") if isinstance(package, dict) else None
    return name if isinstance(name, str) else ""


def _dart_package(path: str) -> str:
    match = _DART_NAME.search(_text(path))
    return f"package:{match[1]}" if match else ""


def _text(path: str) -> str:
    try:
        return read_start(path, 200_000).content.decode("utf-8", "replace")
    except OSError:
        return ""


_READERS = {
    "go.mod": _go_module,
    "package.json": _npm_name,
    "Cargo.toml": _crate_name,
    "pubspec.yaml": _dart_package,
}
