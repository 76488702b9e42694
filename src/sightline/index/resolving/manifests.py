"""Which folder an import prefix means, as the package manifests of a project say.

Reads go.mod, package.json, Cargo.toml, pubspec.yaml and the aliases of tsconfig.json; a manifest
that cannot be read says nothing.
"""

import json
import os
import posixpath
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from sightline.agents.edit.json_tree import NotJson, parse
from sightline.index.resolving.module_lookup import alias_key
from sightline.workspace.files import is_alias_file

_DART_NAME = re.compile(r"^name:\s*[\"']?(\w+)", re.MULTILINE)
_GO_MODULE = re.compile(r"^\s*module\s+\"?([^\s\"]+)", re.MULTILINE)


def prefixes(root: str, manifests: tuple[str, ...]) -> dict[str, str]:
    """Import prefix to folder ("" is the project's own), the shortest path first to be heard."""
    found: dict[str, str] = {}
    for path in sorted(manifests, key=lambda path: (path.count("/"), path)):
        folder, _, base = path.rpartition("/")
        if is_alias_file(base):
            for alias, target in _aliases(root, path):
                found.setdefault(alias_key(folder, alias), target)
            continue
        reader = _READERS.get(base)
        name = reader(os.path.join(root, path)) if reader else ""
        if name:
            found.setdefault(name, folder)
            if base == "Cargo.toml":
                found.setdefault(name.replace("-", "_"), folder)
    return found


def _aliases(root: str, path: str) -> Iterator[tuple[str, str]]:
    """The import aliases of a tsconfig.json, each with the path it stands for."""
    folder = posixpath.dirname(path)
    options = _object(_object(_read(os.path.join(root, path))).get("compilerOptions"))
    base = options.get("baseUrl")
    start = posixpath.join(folder, base) if isinstance(base, str) else folder
    for alias, targets in _object(options.get("paths")).items():
        for target in targets if isinstance(targets, list) else ():
            place = posixpath.normpath(posixpath.join(start, str(target)))
            solid = os.path.join(root, place.partition("*")[0])
            if not place.startswith("..") and os.path.exists(os.path.dirname(solid)):
                yield alias, place
                break
    if isinstance(base, str):
        yield "*", posixpath.normpath(posixpath.join(start, "*"))


def _read(path: str) -> object:
    """The value of a JSON file with comments, None when it is none."""
    try:
        return parse(_text(path)).value
    except NotJson:
        return None


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _go_module(path: str) -> str:
    found = _GO_MODULE.search(_text(path))
    return found[1] if found else ""


def _npm_name(path: str) -> str:
    try:
        name = _object(json.loads(_text(path))).get("name")
    except ValueError:
        return ""
    return name if isinstance(name, str) else ""


def _crate_name(path: str) -> str:
    try:
        package = tomllib.loads(_text(path)).get("package")
    except tomllib.TOMLDecodeError:
        return ""
    name = package.get("name") if isinstance(package, dict) else None
    return name if isinstance(name, str) else ""


def _dart_package(path: str) -> str:
    found = _DART_NAME.search(_text(path))
    return f"package:{found[1]}" if found else ""


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(200_000)
    except OSError:
        return ""


_READERS = {
    "go.mod": _go_module,
    "package.json": _npm_name,
    "Cargo.toml": _crate_name,
    "pubspec.yaml": _dart_package,
}
